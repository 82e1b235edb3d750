"""Runs of simulated games: their ids, what is told of them, and how they go on."""

import re
import signal
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analytics.farm import Backend, Here, Processes
from analytics.runs import MOST_GAMES, Run, missing, number_in, play, session_id
from analytics.simulation import Row
from service.cli.progress import Lines
from service.runs import Runs
from service.simulating import Interrupt, Stopped, record
from service.store import Playtests, StoreError
from service.store.choosing import APPLICATION
from tests.bench.common import plan, run_of
from tests.service.command_line import Mothlog
from tests.service.killing import games

KEYS = st.text("0123456789abcdef", min_size=10, max_size=10)
NUMBERS = st.integers(0, MOST_GAMES - 1)
AT = datetime(2026, 11, 30, 16, 0, 0, 123_000, UTC)


@pytest.fixture
def mothlog(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Mothlog:
    """The command line on a fresh folder."""
    return Mothlog(tmp_path / "data", capsys)


def named(key: str, at: datetime = AT) -> Run:
    return Run(plan=plan(2), games=MOST_GAMES, at=at, key=key)


@given(KEYS, NUMBERS, NUMBERS)
def test_ids_ascend_with_the_number_and_tell_it(key: str, one: int, other: int) -> None:
    first, second = (session_id(named(key), number) for number in (one, other))
    assert (first.version, first.variant) == (7, "specified in RFC 4122")
    assert (first < second) == (one < other)
    assert number_in(first.hex[12:]) == one
    assert int(first.hex[:12], 16) == 1_796_054_400_123  # AT in milliseconds
    assert first.hex[22:] == key
    assert session_id(named(key, AT + timedelta(milliseconds=1)), 0) > first


@given(KEYS, KEYS, NUMBERS, NUMBERS)
def test_no_two_games_share_an_id(key: str, other_key: str, one: int, other: int) -> None:
    same = session_id(named(key), one) == session_id(named(other_key), other)
    assert same == ((key, one) == (other_key, other))


@given(st.integers(1, 60), st.sets(st.integers(0, 59)))
def test_what_is_missing_is_all_that_is_not_stored(count: int, stored: set[int]) -> None:
    stored = {number for number in stored if number < count}
    gaps = missing(count, sorted(stored))
    assert sorted(stored | {n for gap in gaps for n in gap}) == list(range(count))
    assert sum(map(len, gaps)) == count - len(stored)


def test_games_are_the_same_wherever_a_run_was_cut() -> None:
    run = run_of(plan(2), 40)
    whole = rows(run, [range(40)])
    cut = sorted(Random(1).sample(range(1, 40), 6))
    gaps = [range(a, b) for a, b in zip([0, *cut], [*cut, 40], strict=True)]
    assert rows(run, gaps) == whole
    assert rows(run, gaps[3:4]) == [row for row in whole if number_in(row[0][12:]) in gaps[3]]


def rows(run: Run, gaps: Iterable[range]) -> list[Row]:
    return [row for batch in play(run, gaps, Here(), lambda: False) for row in batch.rows(run)]


class Full(Playtests):
    """A store that is full at the second transaction."""

    name = APPLICATION
    told = 0

    def append_encoded(self, rows: Iterable[Row]) -> None:
        """Store, or say that there is no room."""
        self.told += 1
        if self.told == 2:
            raise StoreError("database or disk is full")
        super().append_encoded(rows)


@pytest.fixture
def interruptible() -> Iterator[None]:
    """As in a terminal: a process that was started in the background takes no interrupts."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("backend", [Here(), Processes(1, alone=60.0)])
def test_a_signal_leaves_a_game_that_is_played_in_this_process_and_the_next_one_ends_all(
    backend: Backend,
) -> None:
    def work(task: int) -> int:
        if task == 2:
            signal.raise_signal(signal.SIGTERM)
            raise AssertionError("the game goes on")
        return task

    before = signal.getsignal(signal.SIGTERM)
    with Interrupt() as interrupt:
        assert [*backend.results(work, range(9), lambda: interrupt.asked)] == [0, 1]
        assert interrupt.asked
        assert signal.getsignal(signal.SIGTERM) == before
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)


def test_on_a_full_disk_what_is_stored_stays_and_goes_on_later(tmp_path: Path) -> None:
    store, run = Full(tmp_path), run_of(plan(2), 400)
    with pytest.raises(Stopped, match=r"takes no more games \(database or disk is full\): \d+ of"):
        record(store, run, Here())
    held = store.numbers(run)
    assert held == list(range(len(held)))
    assert 0 < len(held) < 400
    assert record(store, run, Here())[0] == 400 - len(held)
    store.close()
    assert len(games(tmp_path)) == 400


def test_two_that_go_on_with_the_same_run_store_each_game_once(tmp_path: Path) -> None:
    store, run, told = Playtests(tmp_path), run_of(plan(2), 400), list[int]()

    def meanwhile(done: int) -> None:
        """Let another one play the whole run while the first is under way."""
        told.append(done)
        if len(told) == 2:
            other = Playtests(tmp_path)
            assert record(other, run, Here())[0] == 400 - done
            other.close()

    assert record(store, run, Here(), meanwhile)[0] == 400
    assert store.numbers(run) == list(range(400))
    store.close()


def test_a_new_run_with_the_same_seed_is_a_new_run(mothlog: Mothlog) -> None:
    for _ in range(2):
        assert mothlog("simulate", "lepidoptery", "--games", "5", "--seed", "s").code == 0
    found = games(mothlog.data)
    assert len(found) == 10
    assert found[:5] == found[5:]


def test_every_unfinished_run_is_listed_and_played(mothlog: Mothlog) -> None:
    runs, at = Runs(mothlog.data), AT
    made = [runs.begin(plan(2, seed), 30, at + timedelta(days=n)) for n, seed in enumerate("ba")]
    ran = mothlog("simulate", "--resume")
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert lines[0] == (
        f"{made[0].key}  lantern-moths, random,random, seed b, begun 2026-11-30 16:00: "
        "0 of 30 games"
    )
    assert [line[:10] for line in lines[:2]] == [run.key for run in made]
    assert all(re.match(r"30 games, [\d,]+ events, seed [ab], ", line) for line in lines[2:])
    assert len(games(mothlog.data)) == 60
    assert runs.unfinished() == []
    assert mothlog("simulate", "--resume").out == "no simulation is unfinished\n"
    assert mothlog("simulate", "--resume", "--json").json == []


def test_a_run_is_found_by_the_beginning_of_its_key(mothlog: Mothlog) -> None:
    made = Runs(mothlog.data).begin(plan(2, "s"), 3, AT)
    missed = mothlog("simulate", "--resume", "x")
    assert (missed.code, missed.err) == (
        1,
        f"mothlog: no unfinished simulation 'x'; unfinished: {made.key}\n",
    )
    told = mothlog("simulate", "--resume", made.key[:4], "--json").json
    assert {name: told[name] for name in ("run", "games", "played", "seed")} == {
        "run": made.key,
        "games": 3,
        "played": 3,
        "seed": "s",
    }


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["--resume", "x", "--games", "5"], 2, "--resume and '--games' exclude each other"),
        (["lepidoptery", "--resume", "x"], 2, "--resume and '[GAME]' exclude each other"),
        (["--resume", "x"], 1, "no unfinished simulation 'x'; unfinished: there is none"),
        ([], 2, "Missing argument '[GAME]'"),
        (["lepidoptery", "--workers", "0"], 2, "0 is not in the range"),
        (["lepidoptery", "--games", "9" * 12], 2, "is not in the range"),
        (["lepidoptery", "--workers", "2", "--cluster", "tcp://a:1"], 2, "exclude each other"),
    ],
)
def test_what_does_not_fit_is_refused_in_one_line(
    mothlog: Mothlog, arguments: list[str], code: int, said: str
) -> None:
    ran = mothlog("simulate", *arguments)
    assert (ran.code, ran.out) == (code, "")
    assert said in ran.err
    assert len(ran.err.splitlines()) == 1


def test_a_damaged_note_of_a_run_is_named(mothlog: Mothlog) -> None:
    runs = Runs(mothlog.data)
    runs.begin(plan(2, "s"), 3, AT)
    (path,) = (mothlog.data / "simulations").iterdir()
    whole = path.read_text(encoding="utf-8")
    for damaged in ("{", whole.replace(path.stem, "Components")):
        path.write_text(damaged, encoding="utf-8")
        ran = mothlog("simulate", "--resume")
        assert ran.code == 1
        assert str(path) in ran.err


def test_without_a_terminal_there_is_a_line_now_and_then(
    capsys: pytest.CaptureFixture[str],
) -> None:
    clock = iter([0.0, 0.0, 6.0, 11.0, 12.0, 26.0])
    lines = Lines(1000, "games", lambda: next(clock))
    for done in (100, 160, 210, 230, 360):
        lines.tell(done)
    assert capsys.readouterr().err.splitlines() == [
        "210 of 1,000 games, 10 games/s, 0:01:19 left",  # 110 in 11 s, 790 to go
        "360 of 1,000 games, 10 games/s, 0:01:04 left",  # 260 in 26 s, 640 to go
    ]
