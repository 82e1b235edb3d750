"""Bad inputs of every kind: each is refused with a reason or accepted, and nothing else changes.

A few of each target here; ``make fuzz`` sends a hundred thousand, and lets coverage lead.
"""

import logging
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.events import Event
from tests.fuzz import running
from tests.fuzz.running import Broken, targets, tried
from tests.fuzz.tally import Tally
from tests.fuzz.targets import Target
from tests.fuzz.world import World, world
from tests.service.support import alter

A_TARGET = 25
FEWER = {"SQL": 3, "queries.json": 8}  # they start a process, or look at much


@pytest.fixture(scope="module")
def made() -> Iterator[World]:
    """One world for all targets; what was stored in it at first is stored in it at last."""
    with world() as lent:
        begun = lent.marks
        before = lent.digest(begun)
        yield lent
        assert lent.digest(begun) == before


NAMES = ("session text", "JSON Lines", "spreadsheet", "notation lantern_moths")
NAMES += ("notation lepidoptery", "notation nocturnis", "edition", "bots.toml", "SQL")
NAMES += ("addresses", "forms", "API bodies", "accounts", "links", "roles", "live play")
NAMES += ("experiments and chances", "statistics filters", "saved queries", "kept experiment")
NAMES += ("kept evaluation", "kept tuning", "kept simulation", "queries.json", "backup")
NAMES += ("events.sqlite", "command line", "settings", "bot program")


def test_no_target_is_left_out(known: dict[str, Target]) -> None:
    assert tuple(known) == NAMES
    assert all(target.seeds and target.share for target in known.values())
    assert known["edition"].input(7) == known["edition"].input(7) != known["edition"].input(8)


@pytest.fixture(scope="module")
def known(made: World) -> dict[str, Target]:
    """Every target of that world, by its name."""
    return {target.name: target for target in targets(made)}


@pytest.mark.parametrize("name", NAMES)
def test_bad_inputs_are_refused_with_a_reason_and_change_nothing(
    made: World, known: dict[str, Target], name: str
) -> None:
    target = known[name]

    @settings(max_examples=FEWER.get(name, A_TARGET), database=None)
    @given(number=st.integers(0, 2**32))
    def holds(number: int) -> None:
        tried(made, target, target.input(number), number)

    holds()


@pytest.mark.parametrize("name", ["session text", "edition", "bots.toml", "JSON Lines"])
def test_good_inputs_are_accepted_or_here_already(
    made: World, known: dict[str, Target], name: str
) -> None:
    """Otherwise nothing deep would ever be reached."""
    target = known[name]
    first = [tried(made, target, seed) for seed in target.seeds]
    assert any(first) or name == "JSON Lines"


def test_a_file_that_breaks_off_behind_a_good_session_stores_nothing(
    made: World, known: dict[str, Target]
) -> None:
    target = known["session text"]
    (new, *_) = (seed for seed in target.seeds if b"\nid:" not in seed and b"@end" in seed)
    assert not tried(made, target, new + b"\nnonsense\n")


def test_what_breaks_and_what_stores_a_refused_input_is_found(made: World) -> None:
    def breaks(raw: bytes) -> bool:
        raise KeyError(raw)

    def stores(raw: bytes) -> bool:
        session = made.live[0]
        note: Event = made.demo[0].log[-1].event
        latest = made.services.store.load(session.id)
        made.services.store.append(session.id, latest.version, [note], latest.log[-1].at)
        return False

    with pytest.raises(Broken, match="KeyError"):
        tried(made, Target("x", tuple, breaks, 1), b"x")
    with pytest.raises(Broken, match="yet something was stored"):
        tried(made, Target("x", tuple, stores, 1), b"x")


def test_what_hangs_or_leaves_a_traceback_in_the_log_is_found(
    made: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def hangs(raw: bytes) -> bool:
        while True:
            pass

    def logs(raw: bytes) -> bool:
        try:
            raise KeyError(raw)
        except KeyError:
            logging.getLogger("mothlog.web").exception("broken")
        return False

    with pytest.raises(Broken, match="a traceback in the log"):
        tried(made, Target("x", tuple, logs, 1), b"x")
    monkeypatch.setattr(running, "HANGS", 0.2)
    with pytest.raises(Broken, match="hangs for"):
        tried(made, Target("x", tuple, hangs, 1), b"x")


def test_what_changes_a_stored_event_is_found(made: World) -> None:
    store = made.services.store
    first = f"originator_id = '{made.demo[0].id.hex}' AND originator_version = 1"
    change = "UPDATE {} SET topic = '%s' WHERE " + first

    def changes(raw: bytes) -> bool:
        alter(store, change % "session.opened:9")
        return True

    target = Target("x", lambda: (b"x",), changes, 1)
    with pytest.raises(AssertionError, match="stored events changed"):
        running._some(made, target, 0, 1, Tally("x"))
    alter(store, change % made.demo[0].opened.stored_name)
