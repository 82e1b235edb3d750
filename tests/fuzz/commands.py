"""The command line, its settings, and what a bot's program says."""

import json
import re
import shlex
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from analytics.bots.bot import BotFailed
from analytics.bots.piped import LONGEST, Broken, shown
from analytics.bots.program import Program
from domain.errors import Invalid
from domain.games import GAMES
from service import settings
from tests.fuzz.desk import Desk, desk_of, judged
from tests.fuzz.targets import Target, said
from tests.fuzz.world import World

MORE = """
sessions --game nocturnis --status live --limit 5 --json
show ID --step 2 --seat A --json
show ID --public
picture ID --step 2 --view 0 --sheets all --theme day --width 400 -o position.svg
branch ID --step 2 --chance same --seat B=bot:random --seat A=Ada --way digital --tag x --json
evaluate ID --view public --games 20 --json
check evening.txt --json
import evening.txt saturday.csv --game lepidoptery --map seat=Player,action=Move --player Ada
export ID --format jsonl
edition check box.toml --json
edition add box.toml
edition list nocturnis --json
edition show lantern-moths --toml
bots lepidoptery --json
tournament lantern-moths --bots greedy,random --deals 4 --seats 2 --seed x
trial nocturnis --edition box.toml --games 3 --players 2 --bots random --workers 1 --json
experiment lantern-moths --side bots=random+greedy --side tag=demo,by=people --seats 3 --workers 1
stats lantern-moths overview --seats 3 --by all --player Ada --mode table --tag demo --json
stats nocturnis --list --without-tag x --from 2026-01-01 --to 2026-12-31 --include branches
query --saved Fights --format json --limit 5
query --file question.sql --format csv --out answer.csv
dataset moths --with players
verify --game nocturnis --since 2026-01-01 --sample 2 --workers 1 --json
backup copy.sqlite
--data other restore whole.sqlite
migrate-store --to postgres
people list --json
people add Zoe --role player
people role Zoe watcher
people password Zoe
people remove Zoe
audit --limit 3 --json
config --json
serve --port 0 --threads 4 --host 127.0.0.1 --name moths.example --https --phones 127.0.0.1:9
"""

SHELL = re.compile(r"\s[#>|\\].*")


def commands(world: World) -> Iterator[Target]:
    """Yield what is typed, set, or said by a program."""
    desk = partial(desk_of, world)
    yield Target("command line", lambda: _lines(desk()), partial(_command, desk), 3_000)
    yield Target("settings", _environments, partial(_settings, desk), 2_000)
    yield Target("bot program", partial(_answers, world), partial(_program, world), 4_000)


def _lines(desk: Desk) -> tuple[bytes, ...]:
    """Commands that the pages of the documentation show, and one of each other kind."""
    pages = [Path("README.md"), *sorted(Path("docs").glob("*.md"))]
    told = "\n".join(page.read_text("utf-8") for page in pages)
    shown_ = re.findall(r"^    (?:\$ )?(?:\.venv/bin/)?mothlog (.+)", told, re.MULTILINE)
    lines = [*shown_, *filter(None, MORE.splitlines())]
    words = [[desk.id if w in ("ID", "SESSION") else w for w in _split(line)] for line in lines]
    return tuple(json.dumps(each).encode() for each in words if not _leads_out(each))


def _split(line: str) -> list[str]:
    return shlex.split(SHELL.sub("", line))


def _leads_out(words: list[str]) -> bool:
    """Whether a word may name a place outside the desk, or cannot be a word at all."""
    return any(
        "\0" in word or word.count("..") > 8 or re.search(r"(^|[=~,:'\s])/|^~|\$", word)
        for word in words
    )


def _words(raw: bytes) -> list[str] | None:
    """Read an input as words, as a shell hands them on."""
    try:
        told = json.loads(raw.decode("utf-8", "surrogateescape"))
    except (ValueError, RecursionError):
        told = raw.decode("utf-8", "surrogateescape").split()
    if not isinstance(told, list):
        return None
    words = [each if isinstance(each, str) else json.dumps(each) for each in told]
    return [
        w.encode("utf-8", "surrogateescape" if _escaped(w) else "replace").decode(
            "utf-8", "surrogateescape"
        )
        for w in words
    ]


def _escaped(word: str) -> bool:
    return all(not 0xD800 <= ord(c) <= 0xDFFF or 0xDC80 <= ord(c) <= 0xDCFF for c in word)


def _command(desk: Callable[[], Desk], raw: bytes) -> bool:
    words = _words(raw)
    if words is None or _leads_out(words):
        return False
    code, printed = desk().run(*words)
    return judged(code, printed)


def _environments() -> tuple[bytes, ...]:
    usual = {one.name: one.default or "x" for one in settings.SETTINGS if one.area != "tests"}
    usual |= {"MOTHLOG_DATA": "data", "POSTGRES_HOST": "127.0.0.1", "MOTHLOG_DATE": "x"}
    return (json.dumps(usual).encode(), *(json.dumps({k: v}).encode() for k, v in usual.items()))


def _settings(desk: Callable[[], Desk], raw: bytes) -> bool:
    """Check an environment as ``serve`` does, list it, and let a command begin under it."""
    try:
        told = json.loads(raw)
        environ = {_name(k): _value(v) for k, v in dict(told).items()}
    except (ValueError, TypeError, RecursionError):
        return False
    if _leads_out([*environ.values()]) or not all(environ):
        return False
    listed = settings.found(environ, {"--data": "x"})
    try:
        settings.check(environ)
    except Invalid as error:
        said(str(error))
        assert any(row.problem for row in listed)
        fits = False
    else:
        assert not any(row.problem for row in listed)
        fits = True
    apart = {k: v for k, v in environ.items() if k.startswith(settings.OURS[0])}
    for words in (["config", "--json"], ["serve", "--port", "0"]):
        code, printed = desk().run(*words, **apart | {"MOTHLOG_DATA": str(desk().data)})
        judged(code, printed)
    return fits


def _name(value: str) -> str:
    return re.sub(r"[^\x21-\x3c\x3e-\x7e]", "", value)


def _value(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value)
    return text.encode("utf-8", "replace").decode().replace("\0", "")


class _Said:
    """Stands for a program that runs: it says what it was given, a line a question."""

    def __init__(self, raw: bytes) -> None:
        self._lines = [*raw.split(b"\n"), b""]

    def ask(self, line: bytes, seconds: float) -> bytes:
        """Return the next line, as pipes would."""
        json.loads(line)
        answer = self._lines.pop(0) if len(self._lines) > 1 else b""
        if len(answer) > LONGEST:
            raise Broken(f"an answer of more than {LONGEST:,} bytes", shown(answer))
        return answer

    def last_words(self) -> str:
        """Return nothing."""
        return ""

    def end(self, patience: float = 0) -> None:
        """Do nothing."""


def _answers(world: World) -> tuple[bytes, ...]:
    made = []
    for session in world.live:
        legal = session.game.legal_actions(session.state)
        if len(legal) > 1:
            whole = msgspec.to_builtins(legal[-1])
            for answer in ({"id": 1, "action": 1}, {"id": 1, "action": whole}):
                made.append(b'{"protocol": 1}\n' + json.dumps(answer).encode())
    made.append(b'{"protocol": 1}\n{"id": 1, "error": "I cannot"}')
    return tuple(dict.fromkeys(made))


def _program(world: World, raw: bytes) -> bool:
    """Ask a program for a choice in a position of each game that offers several."""
    chosen = 0
    for game in GAMES.values():
        session = next(s for s in world.live if s.game is game and s.opened.mode == "digital")
        legal = game.legal_actions(session.state)
        seat = legal[0].seat
        program = Program("mine", ("true",), 1.0)
        program._running = lambda: _Said(raw)  # type: ignore[assignment,return-value,method-assign]
        view = partial(game.observe, session.state, seat)
        try:
            action = program.choose(game, view, legal, Random(1))
        except BotFailed as failed:
            said(str(failed))
            said(failed.discreet)
            continue
        assert action in legal
        chosen += 1
    return chosen > 0
