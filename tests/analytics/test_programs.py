"""Bots that are programs: what they are told, may answer, and what becomes of bad ones."""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from analytics.bots import program as programs
from analytics.bots.bot import BotFailed
from analytics.bots.cast import Cast, cast_of
from analytics.bots.program import Program, question
from domain.chance import Shuffled
from domain.errors import Invalid
from domain.game import Game
from domain.games import GAMES, LEPIDOPTERY
from domain.options import read_options
from service import seeds
from tests.contract.plays import CASES

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "bot.py"
TALK = """
import json, os, subprocess, sys, time
def say(**said):
    print(json.dumps(said), flush=True)
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "hello":
        say(protocol=1)
        continue
    number, legal = told["id"], told["legal"]
"""
"""A program as far as its answer to a question."""

Make = Callable[..., Program]


@pytest.fixture
def make() -> Iterator[Make]:
    made: list[Program] = []

    def program(answer: str, seconds: float = 20.0) -> Program:
        made.append(Program("mine", (sys.executable, "-S", "-c", answer), seconds))
        return made[-1]

    yield program
    for each in made:
        each.end()


def start(game: Game, seats: int = 2) -> Any:
    rules = game.rules(seeds.edition(game), read_options(game.options, {}), seats)
    return game.set_up(rules, 0, Shuffled(Random("deal"))).state


def ask(program: Program, state: Any | None = None, game: Game = LEPIDOPTERY, seed: int = 1) -> Any:
    state = state or start(game)
    seat = game.to_act(state)[0]
    legal = game.legal_actions(state, seat)
    return program.choose(game, lambda: game.observe(state, seat), legal, Random(seed))


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_the_example_plays_a_whole_game_and_the_same_one_for_the_same_seed(game: Game) -> None:
    program = Program("example", (sys.executable, "-S", str(EXAMPLE)), 20.0)

    def played() -> list[Any]:
        state, rng, chosen = start(game), Random("bot"), []
        chance = Shuffled(Random("deal"))
        while waiting := game.to_act(state):
            view, legal = game.observe(state, waiting[0]), game.legal_actions(state, waiting[0])
            chosen.append(program.choose(game, lambda view=view: view, legal, rng))
            assert chosen[-1] in legal
            state = game.play(state, chosen[-1], chance).state
        return chosen

    assert played() == played()
    program.end()


def test_an_action_is_named_by_its_place_or_by_itself(make: Make) -> None:
    legal = LEPIDOPTERY.legal_actions(start(LEPIDOPTERY), 0)
    assert ask(make(f"{TALK}    say(id=number, action=len(legal) - 1)")) == legal[-1]
    assert ask(make(f"{TALK}    say(id=number, action=legal[2])")) == legal[2]


def test_the_only_legal_action_needs_no_program(make: Make) -> None:
    program = make("raise SystemExit")
    assert program.choose(LEPIDOPTERY, lambda: None, ["pass"], Random(1)) == "pass"


def test_a_program_runs_on_between_choices_and_is_told_of_another_game_once(make: Make) -> None:
    program = make(
        """
import json, os, sys
told = []
for line in sys.stdin:
    line = json.loads(line)
    told.append(line.get("game", "?"))
    if line["type"] == "hello":
        print(json.dumps({"protocol": 1}), flush=True)
    else:
        said = json.dumps([os.getpid(), told])
        print(json.dumps({"id": line["id"], "error": said}) if len(told) > 5
              else json.dumps({"id": line["id"], "action": 0}), flush=True)
"""
    )
    ask(program)
    ask(program)
    ask(program, game=GAMES["nocturnis"])
    with pytest.raises(BotFailed) as failed:
        ask(program)
    said = failed.value.said.removeprefix("it says: ")
    order = ["lepidoptery", "?", "?", "nocturnis", "?", "lepidoptery", "?"]
    assert json.loads(said)[1] == order


def test_a_program_is_told_the_seed_that_its_stream_gives(make: Make) -> None:
    program = make(f"{TALK}    say(id=number, error=str(told['seed']))")
    with pytest.raises(BotFailed, match=f"it says: {Random(7).getrandbits(53)}$"):
        ask(program, seed=7)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_no_byte_that_a_program_is_sent_depends_on_a_hidden_card(game: Game) -> None:
    compared = 0
    state, rng = start(game), Random("hidden")
    chance = Shuffled(Random("deal"))
    while waiting := game.to_act(state):
        seat = waiting[0]

        def sent(state: Any, seat: int = seat) -> bytes:
            legal = game.legal_actions(state, seat)
            return question(1, game, game.observe(state, seat), legal, 0, 1.0)

        for other in islice(CASES[game.name].swaps(state, seat), 2):
            assert sent(other) == sent(state)
            compared += 1
        action = rng.choice(list(game.legal_actions(state, seat)))
        state = game.play(state, action, chance).state
    assert compared


LATE = "    time.sleep(60)"
NOT_LEGAL = r"an action that is not legal, expected \{\"id\": 1, \"action\": …\}.*; it wrote '"
BAD = {
    "late": (LATE, "no answer within 0.5 s$"),
    "dies": ("    sys.exit(3)", r"it ended \(exit code 3\)$"),
    "killed": ("    os.kill(os.getpid(), 9)", "it was ended by SIGKILL$"),
    "nonsense": (
        "    print('thinking', flush=True)",
        "no answer, expected .*; it wrote 'thinking'$",
    ),
    "not an action": ("    say(id=number, action={'type': 'pass', 'seat': 1})", NOT_LEGAL),
    "no such place": ("    say(id=number, action=len(legal))", NOT_LEGAL),
    "below all places": ("    say(id=number, action=-1)", NOT_LEGAL),
    "neither": ("    say(id=number)", NOT_LEGAL),
    "a truth for a number": ("    say(id=number, action=True)", "no answer, expected"),
    "another question": ("    say(id=number + 1, action=0)", "an answer to another question"),
    "an error in colours": (r"    say(id=number, error='\x1b[31mred')", r"it says: \\x1b\[31mred$"),
    "an error": ("    say(id=number, error='no idea')", "cannot; it says: no idea$"),
    "no end": (
        "    os.write(1, b'x' * 200_000)",
        "an answer of more than 65,536 bytes; it wrote 'xxx",
    ),
    "endless": ("    while True: os.write(1, b'x')", "more than 65,536 bytes|no answer within"),
    "too much": ("    print('{}\\n{}', flush=True)", "it went on after its answer; it wrote '{}"),
    "closes": ("    os.close(1); time.sleep(60)", "it closed its output$"),
    "not text": ("    os.write(1, bytes([255, 10]))", "no answer, expected"),
}


@pytest.mark.parametrize(("does", "found"), BAD.values(), ids=list(BAD))
def test_a_program_that_fails_is_named_with_what_it_did(make: Make, does: str, found: str) -> None:
    program = make(TALK + does, 0.5 if does == LATE else 5.0)
    with pytest.raises(BotFailed, match=f"^the bot mine did not choose: .*({found})") as failed:
        ask(program)
    for wrote in ("thinking", "no idea", "'pass'", "xxx"):
        assert wrote not in failed.value.discreet


def test_its_last_words_are_in_the_message(make: Make) -> None:
    program = make(
        f"{TALK}    print('flood ' * 99_999 + 'no model here', file=sys.stderr)\n    1/0"
    )
    with pytest.raises(BotFailed, match=r"it ended.*last words: .*ZeroDivisionError"):
        ask(program)


@pytest.mark.parametrize("answer", ["{'protocol': 2}", "{}", "{'id': 1, 'action': 0}"])
def test_a_program_of_another_protocol_is_refused(make: Make, answer: str) -> None:
    program = make(f"import json; input(); print(json.dumps({answer}), flush=True); input()")
    with pytest.raises(BotFailed, match=r'expected \{"protocol": 1\} in answer to hello'):
        ask(program)


def test_a_program_that_speaks_unasked_is_refused(make: Make) -> None:
    program = make(
        f"{TALK}    say(id=number, action=0)\n    time.sleep(0.3)\n    say(id=number, action=1)"
    )
    ask(program)
    time.sleep(1)
    with pytest.raises(BotFailed, match=r"it wrote without having been asked|another question"):
        ask(program)


@pytest.mark.parametrize("command", [("no-such-program",), ("/",), ("a; echo b",)])
def test_a_program_that_cannot_be_started_is_named(command: tuple[str, ...]) -> None:
    with pytest.raises(BotFailed, match="could not be started; its last words: cannot start '"):
        ask(Program("mine", command, 5.0))


def test_after_a_failure_the_next_choice_starts_it_anew(make: Make, tmp_path: Path) -> None:
    once = tmp_path / "once"
    program = make(
        f"{TALK}    if not os.path.exists({str(once)!r}):\n        open({str(once)!r}, 'w')\n"
        "        sys.exit(1)\n    say(id=number, action=1)"
    )
    with pytest.raises(BotFailed):
        ask(program)
    assert ask(program) == LEPIDOPTERY.legal_actions(start(LEPIDOPTERY), 0)[1]


def there(process: int) -> bool:
    """Whether a process runs; one that has ended and was not yet waited for does not."""
    try:
        stat = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


def gone(*processes: int) -> bool:
    until = time.monotonic() + 20
    while any(map(there, processes)) and time.monotonic() < until:
        time.sleep(0.02)
    return not any(map(there, processes))


FAMILY = (
    "    child = subprocess.Popen(['sleep', '300'])\n"
    "    open(sys.argv[1], 'w').write(f'{os.getpid()} {child.pid}')\n"
)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are read in /proc")
def test_what_a_late_program_started_ends_with_it(tmp_path: Path) -> None:
    noted = tmp_path / "pids"
    code = TALK + FAMILY + "    time.sleep(300)"
    with pytest.raises(BotFailed, match="no answer"):
        ask(Program("mine", (sys.executable, "-S", "-c", code, str(noted)), 3.0))
    assert gone(*map(int, noted.read_text().split()))


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are read in /proc")
def test_a_program_ends_with_the_process_that_asked_it_even_when_that_is_killed(
    tmp_path: Path,
) -> None:
    noted = tmp_path / "pids"
    code = TALK + FAMILY + "    time.sleep(300)"
    asks = f"""
from random import Random
from analytics.bots.program import Program
from domain.games import LEPIDOPTERY
from tests.analytics.test_programs import ask
ask(Program("mine", {(sys.executable, "-S", "-c", code, str(noted))!r}, 300.0))
"""
    with subprocess.Popen([sys.executable, "-c", asks], cwd=EXAMPLE.parents[2]) as asking:
        while not (noted.exists() and len(noted.read_text().split()) == 2):
            time.sleep(0.05)
            assert asking.poll() is None
        processes = [int(pid) for pid in noted.read_text().split()]
        assert all(map(there, processes))
        asking.kill()
    assert gone(*processes)


def test_a_program_that_nobody_asks_is_ended(
    make: Make, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(programs, "IDLE", 0.2)
    monkeypatch.setattr(programs, "STARTING", 0.0)
    noted = tmp_path / "pid"
    program = make(
        f"{TALK}    open({str(noted)!r}, 'w').write(str(os.getpid()))\n    say(id=number, action=0)"
    )
    ask(program)
    assert gone(int(noted.read_text()))
    ask(program)


MINE = """
[mine]
title = "My program"
command = ["python3", "bot.py"]
seconds = 2.5
games = ["lepidoptery"]
"""


def test_a_file_names_a_program_as_a_bot() -> None:
    cast = cast_of(MINE)
    mine = cast.find("mine")
    assert (mine.name, mine.title, mine.games) == ("mine", "My program", {"lepidoptery"})
    program = mine.choose.__self__  # type: ignore[attr-defined]
    assert isinstance(program, Program)
    assert (program.command, program.seconds) == (("python3", "bot.py"), 2.5)
    assert [game.name for game in GAMES.values() if cast.plays("mine", game)] == ["lepidoptery"]
    assert all(cast_of('[m]\ntitle = "M"\ncommand = ["m"]').plays("m", g) for g in GAMES.values())


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("command = []", "mine.command: found no word"),
        ('command = "bot.py"', "mine.command: found 'bot.py'"),
        ('command = ["python3", ""]', r"mine.command\[1\]"),
        ('command = ["a\\u0000b"]', r"mine.command\[0\]"),
        ('command = ["m"]\ngames = ["chess"]', r"mine.games\[0\]: found 'chess', expected one of"),
        ('command = ["m"]\nseconds = 0', "mine.seconds: found 0"),
        ('command = ["m"]\nblunder = 0.1', "mine.blunder: found this with a command"),
        ('command = ["m"]\nweights.nocturnis = {}', "mine.weights: found this with a command"),
        ("seconds = 1.0", "mine.seconds: found this without a command"),
        ('command = ["m"]\nshell = true', "mine.shell: found an unknown name"),
    ],
)
def test_a_program_that_a_file_describes_wrongly_is_refused(line: str, found: str) -> None:
    with pytest.raises(Invalid, match=found):
        Cast(f'[mine]\ntitle = "M"\n{line}')


def test_no_descriptor_is_left_open(make: Make) -> None:
    before = len(list(Path("/dev/fd").iterdir()))
    for _ in range(3):
        program = make(f"{TALK}    say(id=number, action=0)")
        ask(program)
        program.end()
    assert len(list(Path("/dev/fd").iterdir())) == before
