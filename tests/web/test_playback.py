"""A playback that goes on from an earlier one is the one that is made anew."""

from collections.abc import Iterator

import pytest
from flask import Flask

from domain.games import NOCTURNIS
from domain.session import Session, fold
from service.web.knowledge import EVERYTHING, PUBLIC, Knowledge, as_seat, as_seat_now
from service.web.playback import LAID, Playback
from service.web.shelf import Shelf
from service.wiring import Services
from tests.web.conftest import Tables


def told(film: Playback) -> tuple[object, ...]:
    """Return all that a playback tells, its last table among it."""
    laid = repr(film.table(film.last))  # its parts are told apart by which they are
    return film.rows, film.then, film.states, film.gone, film.notes, film.asides, film.last, laid


def grown(tables: Tables) -> Session:
    """Play a game to its end, write a note within it, take steps back at its end, play on."""
    recorder, session = tables.services.recorder, tables.finished()
    recorder.add_note(session.id, 2, "a note")
    step = session.decision_before(session.last_step)
    again = recorder.take_back(session.id, step).session
    action = again.game.legal_actions(again.state)[-1]
    recorder.act(session.id, action)
    return recorder.add_note(session.id, 2, "another one").session


def versions(session: Session, every: int) -> Iterator[Session]:
    """Yield the session as it stood at some of its versions, each moved on from the one before."""
    known: Session | None = None
    for version in [
        *range(2, session.version - 6, every),
        *range(session.version - 6, session.version + 1),
    ]:
        known = fold(session.log[known.version if known else 0 : version], known)
        assert known is not None
        yield known


def readers(session: Session) -> list[Knowledge]:
    return [PUBLIC, EVERYTHING, as_seat(session, 0), as_seat_now(session, 1)]


def test_it_tells_the_same_at_each_version(app: Flask, each: Tables) -> None:
    session = grown(each)
    for knowledge in readers(session):
        film: Playback | None = None
        for known in versions(session, 9):
            film = Playback(known, knowledge, film)
            assert told(film) == told(Playback(known, knowledge))


def test_it_goes_on_with_moves_and_notes_only(tables: Tables) -> None:
    session = grown(tables)
    goes_on = []
    film: Playback | None = None
    for known in versions(session, 1):
        goes_on.append(film is not None and film.leads_to(known, PUBLIC))
        film = Playback(known, PUBLIC, film)
    back = next(e.version for e in session.log if type(e.event).__name__ == "TakenBack")
    assert [v for v, on in enumerate(goes_on, 2) if not on] == [2, back]
    assert film is not None
    assert not film.leads_to(session, PUBLIC)


def test_the_shelf_gives_each_reader_and_version_its_own(tables: Tables) -> None:
    shelf, session = Shelf(), grown(tables)
    early, late = list(versions(session, 1))[-2:]
    first = shelf.get(early, PUBLIC)
    assert shelf.get(early, PUBLIC) is first
    assert shelf.get(early, EVERYTHING) is not first
    second = shelf.get(late, PUBLIC)
    assert (first.session, second.session) == (early, late)
    assert told(shelf.get(early, PUBLIC)) == told(first)
    assert shelf.get(late, PUBLIC) is second


def test_the_shelf_lets_go_of_who_has_not_asked_of_late(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Shelf, "STEPS", 2)  # a session that was opened has one
    shelf, session = Shelf(), tables.open("Ada", "Ben")
    films = [shelf.get(session, knowledge) for knowledge in readers(session)]
    again = [shelf.get(session, knowledge) for knowledge in reversed(readers(session))]
    assert [one is other for one, other in zip(films, reversed(again), strict=True)] == [
        False, False, True, True,
    ]  # fmt: skip


def test_what_lay_on_the_table_is_taken_over_within_a_bound(services: Services) -> None:
    session = Tables(services, NOCTURNIS).finished(3)
    film: Playback | None = None
    found = []
    for known in versions(session, 1):
        film = Playback(known, EVERYTHING, film)
        film.table(film.last)
        found.append(len(film.laid))
    assert max(found) < LAID + 150  # things of one table that can be new
    assert sum(found) > 150 * len(found)  # so much is there to be found again
