"""Coverage of the rulebook: recounted from the sessions, and what it finds out by itself."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from random import Random
from typing import Any

import pytest

from analytics import stats
from analytics.filters import Filters
from analytics.reports import coverage
from analytics.rulebooks import citable, rulebook
from analytics.warehouse import Warehouse
from domain.games import GAMES, LANTERN_MOTHS
from domain.session.events import AttemptRefused, RulesTalked
from tests.analytics.build import Log, bots, one_after_the_other, people, play, replayed
from tests.analytics.contract import finding, holds, says_when_it_cannot_tell, store
from tests.analytics.evenings import evening

ID = "rule-coverage"
CLAUSES = [clause.id for clause in rulebook(LANTERN_MOTHS).clauses]
BY_PEOPLE = Filters("lantern_moths", played_by="people")


@pytest.fixture(scope="module")
def log() -> Log:
    """Return a store of evenings with talk, and of simulated sessions beside them."""
    talked = [evening(n, clauses=CLAUSES) for n in range(14)]
    played = [play(f"bots {n}", bots(2 + n % 3), mode="simulated") for n in range(20)]
    return one_after_the_other(chain(talked, played))


@pytest.fixture(scope="module")
def warehouse(log: Log, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Warehouse]:
    """Return a warehouse that holds that store; read only, please."""
    warehouse = Warehouse(tmp_path_factory.mktemp("coverage") / "w.duckdb")
    log.follow(warehouse)
    yield warehouse
    warehouse.close()


def test_every_number_is_what_a_walk_through_the_sessions_counts(
    log: Log, warehouse: Warehouse
) -> None:
    steps, sessions, simulated = Counter[str](), Counter[str](), Counter[str]()
    refused, talked = Counter[str](), Counter[str]()
    for session in log.sessions().values():
        cited = [
            clause
            for before, move, _ in session.history()
            for clause in LANTERN_MOTHS.cite(before, move.event)
        ]
        if session.opened.mode == "simulated":
            simulated.update(set(cited))
            continue
        steps.update(cited)
        sessions.update(set(cited))
        for entry in session.log:
            if isinstance(entry.event, AttemptRefused):
                refused.update(entry.event.clauses)
            elif isinstance(entry.event, RulesTalked) and entry.event.clause:
                talked[entry.event.clause] += 1
    ids = {str(s.id) for s in log.sessions().values()}
    found = holds(warehouse, ID, BY_PEOPLE, ids)
    assert sorted(found.row_keys) == sorted(CLAUSES)
    able = citable(LANTERN_MOTHS)
    for clause, text, _, fired, of, no, talk, broken, bots_, section in found.rows:
        assert isinstance(clause, str)
        known = (steps[clause], sessions[clause], simulated[clause])
        assert (fired, of, bots_) == (known if clause in able else (None, None, None)), clause
        assert (no, talk, broken) == (refused[clause], talked[clause], 0), clause
        assert (text, section) == (
            rulebook(LANTERN_MOTHS)[clause].text,
            rulebook(LANTERN_MOTHS)[clause].section,
        )
    assert sum(refused.values()) > 20
    assert sum(talked.values()) > 10


def test_clauses_that_never_fired_come_first(warehouse: Warehouse) -> None:
    found = finding(warehouse, ID, BY_PEOPLE)
    fired = [row[3] or 0 for row in found.rows]
    first = next(nth for nth, n in enumerate(fired) if n)
    assert first > 0
    assert not any(fired[:first])
    assert all(fired[first:])
    silent = [row for row in found.rows if row[3] == 0]
    assert [row[8] > 0 for row in silent] == sorted(row[8] > 0 for row in silent)  # type: ignore[operator]


def test_what_cannot_happen_in_lantern_moths_is_found(warehouse: Warehouse) -> None:
    states = {row[0]: row[2] for row in finding(warehouse, ID, BY_PEOPLE).rows}
    # Nothing puts a card on the discard pile; the deck outlasts the fourth Dusk card.
    assert states["turn.draw.discard"] == states["night.deck-out"] == "never, nor in simulation"
    # Nobody has two wicks lit.
    for clause in ("turn.light.one-each", "turn.light.unlit"):
        assert states[clause].startswith("only forbids")  # type: ignore[union-attr]
    assert states["term.discard"] == "explains, no step can rest on it"
    assert states["end.take"] == "fires"


def test_two_wicks_of_one_seat_would_be_seen(empty: Warehouse) -> None:
    store(empty, [play(n, bots(2), mode="simulated") for n in range(12)])
    found = finding(empty, ID, Filters("lantern_moths"))
    idle = "turn.light.one-each and turn.light.unlit had nothing to forbid"
    assert f"In 12 simulated sessions {idle}." in found.summary
    cursor = empty.cursor()
    cursor.execute(
        "INSERT INTO lm_wicks SELECT session, step, lit_step, seat, 'x9', round, moths, ghosts, "
        "wicks, blocked, fate FROM lm_wicks LIMIT 1"
    )
    found = finding(empty, ID, Filters("lantern_moths"))
    assert idle not in found.summary
    state = {row[0]: row[2] for row in found.rows}
    assert state["turn.light.unlit"] == "only forbids, refused nobody"


def test_what_only_the_simulation_reached_opens_simulated_sessions(empty: Warehouse) -> None:
    tables = [play(n, people(2), moves=3, end="abandoned") for n in range(12)]
    store(empty, [*tables, *(play(n, bots(2), mode="simulated") for n in range(12))])
    asked = Filters("lantern_moths", played_by="people", include=("abandoned",))
    found = finding(empty, ID, asked)
    row = dict(zip(found.row_keys, found.rows, strict=True))["end.take"]
    assert row[2:5] == ["not here, but in simulation", 0, 0]
    assert row[8] == 12
    simulated = {
        str(id_)
        for (id_,) in empty.cursor()
        .execute("SELECT id FROM sessions WHERE mode = 'simulated'")
        .fetchall()
    }
    moments = stats.moments(empty.cursor(), ID, asked, "end.take")
    assert {moment.session for moment in moments} == simulated


@pytest.mark.parametrize("name", sorted(GAMES))
def test_no_step_rests_on_a_clause_that_is_said_to_carry_none(name: str) -> None:
    game, able = GAMES[name], citable(GAMES[name])
    ids = {clause.id for clause in rulebook(game).clauses}
    assert able < ids
    seats = max(n for n in game.seats if n < 4)
    seen = {
        clause
        for n in range(4)
        for before, move, _ in _whole(game.name, n, seats)
        for clause in game.cite(before, move.event)
    }
    assert seen <= able
    assert len(seen) > len(able) / 2
    kinds = {clause.kind for clause in rulebook(game).clauses if clause.id not in able}
    assert kinds <= {"limit", "definition"}


def _whole(name: str, seed: int, seats: int) -> Iterator[tuple[Any, Any, Any]]:
    options = {"sheet": "back"} if name == "nocturnis" else {}
    players = people(Random(seed).randint(GAMES[name].seats[0], seats))
    return replayed(play(f"cite {seed}", players, game=GAMES[name], options=options)).history()


def test_nothing_to_count_is_said(empty: Warehouse) -> None:
    says_when_it_cannot_tell(ID, empty)


def used(**sessions: int) -> dict[str, list[tuple[object, ...]]]:
    """Return what the queries would: clauses that fired in so many of 40 sessions, 0 of 500."""
    names = {name.replace("_", ".").replace("7", "-"): n for name, n in sessions.items()}
    able = citable(LANTERN_MOTHS)
    fired = [(clause, 40, 40, 400) for clause in able - {*names}]
    fired += [(clause, 0, 0, n) for clause, n in names.items() if n]
    return {"fired": fired, "table": [], "sessions": [(40, 500)], "in_the_way": []}


@pytest.mark.parametrize(
    ("sessions", "title"),
    [
        ({}, "Every clause fired that a step can rest on"),
        ({"turn_forfeit": 3}, "1 clause never fired, but it does in simulated sessions"),
        ({"turn_forfeit": 0}, "1 clause never fired, here or in any simulated session"),
        (
            {"turn_forfeit": 3, "night_deck7out": 0},
            "2 clauses never fired, 1 of them in no simulated session either",
        ),
        (
            {"turn_forfeit": 3, "score_shared": 1},
            "2 clauses never fired, but all do in simulated sessions",
        ),
    ],
)
def test_the_title_says_what_never_fired(sessions: dict[str, int], title: str) -> None:
    found = coverage.summarise(LANTERN_MOTHS, used(**sessions))  # type: ignore[arg-type]
    assert found.title == title
    if 0 in sessions.values():
        # 0 of 500 leaves up to 1 in 131 by Wilson: 500 / 3.84 + 1.
        assert "bots meet it less than once in 131 sessions." in found.summary


def test_clauses_of_an_older_rulebook_are_listed_as_such() -> None:
    numbers = used()
    numbers["fired"].append(("turn.gone", 5, 2, 0))
    found = coverage.summarise(LANTERN_MOTHS, numbers)  # type: ignore[arg-type]
    row = dict(zip(found.row_keys, found.rows, strict=True))["turn.gone"]
    assert row[:5] == ["turn.gone", "No clause of the rulebook as it is now.", "fires", 5, 2]
