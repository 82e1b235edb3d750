"""Plays against the rules in a session: recorded with their clauses, counted, taken back."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from analytics.warehouse import Warehouse
from domain.chance import Shuffled, Told
from domain.errors import Refusal, SessionError
from domain.games import GAMES, LANTERN_MOTHS, LEPIDOPTERY
from domain.games.lantern_moths.actions import Draw, Light, Plant
from domain.games.lepidoptery.actions import Pass
from domain.session import Session
from domain.session.amend import amend
from domain.session.commands import act, take_back
from domain.session.events import IrregularityStood
from tests.analytics.build import Log, Request, dump
from tests.domain.lepidoptery.build import lay
from tests.domain.session.evenings import A, B, climbs, garden
from tests.domain.session.tables import do, let, on, open_table, random_log, sound


@pytest.fixture
def warehouse(tmp_path: Path) -> Iterator[Warehouse]:
    warehouse = Warehouse(tmp_path / "w.duckdb")
    yield warehouse
    warehouse.close()


def moths() -> Session:
    return do(open_table(LANTERN_MOTHS, Told(["X"])), Light(A, "b2"))


def written(session: Session, batch: int) -> Log:
    """Store a session's events, up to so many with each request."""
    log = Log()
    for at in range(0, session.version, batch):
        for entry in session.log[at : at + batch]:
            log.add(0, Request(entry.at, [entry.event]))
    return log


def counted(warehouse: Warehouse, session: Session) -> bool:
    """Return whether the statistics know of a play against the rules."""
    written(session, 1).follow(warehouse)
    ((irregular,),) = warehouse.cursor().execute("SELECT irregular FROM sessions").fetchall()
    return bool(irregular)


def test_what_stood_is_recorded_before_its_move_with_clauses_and_reason() -> None:
    session = moths()
    events = act(session, Plant(B, "R1", "b2"), Told(), irregular=True)
    assert events[0] == IrregularityStood(("turn.order",), "it is the turn of seat A")
    session = on(session, events)
    assert list(session.irregular) == [session.last_step] == [2]
    assert session.irregular[2].clauses == ("turn.order",)
    assert session.actions[-1] == (2, Plant(B, "R1", "b2"))
    sound(session)


def test_a_legal_action_is_recorded_as_one_though_it_was_said_to_break_rules() -> None:
    session = moths()
    regular = act(session, Draw(A), Told())
    assert act(session, Draw(A), Told(), irregular=True) == regular
    assert on(session, regular).irregular == {}


def test_without_a_word_the_rules_hold_at_a_table_too() -> None:
    with pytest.raises(Refusal, match="a wick was lit this turn already"):
        act(moths(), Light(A, "b2"), Told())


def test_what_is_not_possible_does_not_stand_at_a_table_either() -> None:
    with pytest.raises(Refusal, match="burns at b2 already"):
        act(moths(), Light(A, "b2"), Told(), irregular=True)


@pytest.mark.parametrize("mode", ["digital", "simulated"])
def test_only_a_table_lets_plays_against_the_rules_stand(mode: str) -> None:
    session = open_table(LEPIDOPTERY, Shuffled(Random(1)), mode=mode)  # type: ignore[arg-type]
    with pytest.raises(SessionError, match="only a session logged at a table"):
        act(session, Pass(A), Shuffled(Random(1)), irregular=True)
    assert act(session, lay(A, session.state.hands[A].known[0]), Told(), irregular=True)


def test_a_play_against_the_rules_is_told_like_any_other() -> None:
    session = let(moths(), Draw(B), "E3")
    assert session.state.hands[B].known == ("E3",)


def test_the_statistics_count_it_until_it_is_taken_back(warehouse: Warehouse) -> None:
    session = moths()
    assert not counted(warehouse, session)
    session = let(session, Plant(B, "R1", "b2"))
    log = written(session, 1)
    log.follow(warehouse)
    cursor = warehouse.cursor()
    query = "SELECT irregular, version FROM sessions"
    assert cursor.execute(query).fetchall() == [(True, session.version)]
    back = on(session, take_back(session, 1))
    assert back.irregular == {}
    log.add(0, Request(back.log[-1].at, [back.log[-1].event]))
    log.follow(warehouse)
    assert cursor.execute(query).fetchall() == [(False, back.version)]
    assert cursor.execute("SELECT count(*) FROM events").fetchone() == (back.last_step + 1,)


def test_a_take_back_to_a_later_step_leaves_it_standing() -> None:
    session = do(let(moths(), Plant(B, "R1", "b2")), Draw(A), Draw(B))
    back = on(session, take_back(session, 2))
    assert list(back.irregular) == [2]
    assert on(back, take_back(back, 1)).irregular == {}


@pytest.mark.parametrize("name", sorted(GAMES))
@pytest.mark.parametrize("batch", [1, 7])
def test_statistics_that_follow_a_table_are_those_that_are_made_anew(
    name: str, batch: int, tmp_path: Path
) -> None:
    """With plays against the rules, take-backs and amendments, whatever the statistics had seen."""
    rng = Random(f"{name}/{batch}")
    session = random_log(GAMES[name], 2, rng, 25, 0.2)
    for _ in range(4):
        step, action = rng.choice(session.actions)
        others = session.game.legal_actions(session.state_at(step - 1)) or [action]
        try:
            events = [amend(session, step, rng.choice(others), Told()).event]
        except ValueError:
            events = take_back(session, step - 1) if session.last_step >= step else []
        session = on(session, events)
    log = written(session, 1)
    followed, anew = Warehouse(tmp_path / "followed.duckdb"), Warehouse(tmp_path / "anew.duckdb")
    for end in range(batch, session.version + batch, batch):
        log.up_to(end).follow(followed)
    log.follow(anew)
    assert dump(followed) == dump(anew)
    assert anew.cursor().execute("SELECT count(*) FROM damaged").fetchone() == (0,)
    followed.close()
    anew.close()


def test_an_amended_evening_has_the_rows_of_the_game_as_it_stands(warehouse: Warehouse) -> None:
    """Ada takes E1 and E2, Ben R1; as it was, Ben took E1 and R1 and Ada E2."""
    session = garden()
    log = written(session, 1)
    log.follow(warehouse)
    event = amend(session, 2, Plant(A, "E1", "b3"), Told()).event
    log.add(0, Request(session.log[-1].at, [event]))
    log.follow(warehouse)
    takes = warehouse.cursor().execute("SELECT step, seat, moths FROM lm_takes ORDER BY step")
    assert takes.fetchall() == [(5, B, 1), (14, A, 2)]
    totals = warehouse.cursor().execute("SELECT total FROM seats ORDER BY seat").fetchall()
    assert totals == [(3,), (1,)]


def test_an_evening_whose_rest_waits_has_the_rows_up_to_there(warehouse: Warehouse) -> None:
    session = climbs()
    session = on(session, [amend(session, 1, lay(A, "3"), Told()).event])
    written(session, 1).follow(warehouse)
    cursor = warehouse.cursor()
    assert cursor.execute("SELECT count(*), max(step) FROM events").fetchone() == (33, 32)
    assert cursor.execute("SELECT step, kind FROM lep_clears").fetchall() == [(28, "single")]
