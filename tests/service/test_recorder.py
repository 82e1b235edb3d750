"""Sessions on a real database: stored, rebuilt, refused, repeated, in conflict."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Barrier, Thread
from uuid import UUID

import pytest

from domain.errors import Invalid, Refusal, SessionError
from domain.events import Event, UnreadableEvent
from domain.games.lantern_moths.actions import Draw, Flip, Light, Plant
from domain.session import Session
from domain.session.commands import act
from domain.session.events import SessionOpened
from service.recorder import Recorder, new_id, session_id_of
from service.store import Conflict, NoSuchSession
from service.wiring import Services, build
from tests.service.support import alter, play_on, table

NOW = datetime(2026, 11, 12, 19, 30, tzinfo=UTC)

pytestmark = [
    pytest.mark.usefixtures("database"),
    pytest.mark.parametrize("database", ["sqlite", "postgres"], indirect=True),
]


def rows(services: Services) -> list[tuple[object, ...]]:
    return [(version, name) for _, _, version, name, _ in services.store.read(0, 1_000)]


def test_a_session_is_rebuilt_from_the_file_by_another_process(services: Services) -> None:
    played = play_on(services, services.recorder.open(table()).session)
    again = build(services.data)
    try:
        loaded = again.store.load(played.id)
    finally:
        again.close()
    assert loaded == played
    assert loaded.status == "finished"
    assert loaded.state == played.state


def test_events_are_stored_under_explicit_names_in_order(services: Services) -> None:
    session = services.recorder.open(table()).session
    services.recorder.act(session.id, Flip(0, "b1"))
    assert rows(services) == [
        (1, "session.opened:3"),
        (2, "lantern_moths.game_set_up:1"),
        (3, "lantern_moths.tile_flipped:1"),
    ]


def test_an_opened_session_carries_everything_it_is_played_under(services: Services) -> None:
    opened = services.recorder.open(
        table(options={"ghost_blocks": "while_present"}, title=" Attic night ", place="Attic")
    ).session.opened
    assert isinstance(opened, SessionOpened)
    assert (opened.game, opened.rules, opened.mode) == ("lantern_moths", "v4", "digital")
    assert opened.options["ghost_blocks"] == "while_present"
    assert opened.options["flip_adjacency"] == "orthogonal"
    assert len(opened.options) == 7
    assert opened.title == "Attic night"
    assert len(opened.edition_hash) == 64
    assert opened.edition["dusk"]["value"] == 6


def test_a_refused_action_leaves_state_and_store_untouched(services: Services) -> None:
    session = services.recorder.open(table()).session
    before = rows(services)
    with pytest.raises(Refusal) as refused:
        services.recorder.act(session.id, Flip(0, "a1"))
    assert refused.value.clauses == ("turn.flip.adjacent",)
    assert rows(services) == before
    assert services.store.load(session.id).state == session.state


def test_a_request_repeated_with_its_key_records_its_move_once(services: Services) -> None:
    session = services.recorder.open(table()).session
    first = services.recorder.act(session.id, Draw(0), key="k1")
    second = services.recorder.act(session.id, Draw(0), key="k1")
    assert (first.repeated, second.repeated) == (False, True)
    assert second.entries == first.entries
    assert second.session == first.session
    assert len(rows(services)) == 3


def test_opening_twice_with_one_key_opens_one_session(services: Services) -> None:
    first = services.recorder.open(table(), key="form-1")
    second = services.recorder.open(table("Ida", "Noor"), key="form-1")
    assert second.repeated
    assert second.session == first.session
    assert services.store.session_ids() == [first.session.id]


def test_the_second_of_two_writers_gets_a_conflict(services: Services) -> None:
    session = services.recorder.open(table()).session
    services.recorder.act(session.id, Draw(0), version=session.version)
    with pytest.raises(Conflict, match="at version 3, the request saw 2"):
        services.recorder.act(session.id, Flip(0, "b1"), version=session.version)
    assert len(rows(services)) == 3


def test_a_move_that_comes_between_deciding_and_storing_wins(services: Services) -> None:
    session = services.recorder.open(table()).session

    def late(now: Session) -> Sequence[Event]:
        events = act(now, Flip(0, "b1"), services.recorder.chance)
        services.recorder.act(session.id, Draw(0))
        return events

    with pytest.raises(Conflict, match="at version 3, the request saw 2"):
        services.recorder.run(session.id, late, session.version)
    assert [action for _, action in services.store.load(session.id).actions] == [Draw(0)]


def test_of_writers_at_the_same_moment_exactly_one_wins(services: Services) -> None:
    session = services.recorder.open(table()).session
    barrier, results = Barrier(6), list[str]()

    def write(number: int) -> None:
        barrier.wait()
        try:
            services.store.append(
                session.id, 2, [session.moves[0].event], session.log[0].at, f"k{number}"
            )
            results.append("stored")
        except Conflict:
            results.append("conflict")

    threads = [Thread(target=write, args=(n,)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(results) == ["conflict"] * 5 + ["stored"]
    assert len(rows(services)) == 3


def test_taking_back_keeps_the_log_and_lets_the_game_go_on(services: Services) -> None:
    session = services.recorder.open(table()).session
    session = services.recorder.act(session.id, Flip(0, "b1")).session
    session = services.recorder.act(session.id, Flip(0, "b3")).session
    back = services.recorder.take_back(session.id, session.decision_before(session.last_step))
    assert back.session.last_step == 1
    assert [entry.event for entry in back.session.log][3] == session.moves[2].event
    assert back.session.state == session.state_at(1)
    on = services.recorder.act(session.id, Flip(0, "c2")).session
    assert on.last_step == 2
    assert on.version == 6


def test_a_take_back_names_the_steps_that_there_are(services: Services) -> None:
    session = services.recorder.open(table()).session
    for step in (-1, 0, 5):
        with pytest.raises(SessionError, match=f"cannot take back to step {step}"):
            services.recorder.take_back(session.id, step)


def test_no_step_inside_the_end_of_a_round_can_be_gone_back_to(services: Services) -> None:
    session = play_on(services, services.recorder.open(table()).session, 6)
    inside = [s for s in range(session.last_step) if not session.game.to_act(session.state_at(s))]
    assert inside, "six actions of three seats end the first round"
    with pytest.raises(SessionError, match="no seat chooses there"):
        services.recorder.take_back(session.id, inside[0])


def test_a_closed_session_takes_notes_and_nothing_else(services: Services) -> None:
    session = play_on(services, services.recorder.open(table()).session)
    services.recorder.close(session.id)
    noted = services.recorder.add_note(session.id, 3, " remember this ", "Ada", tags=("rules",))
    assert noted.session.notes[0].event.text == "remember this"
    assert noted.session.status == "closed"
    for command in (
        lambda: services.recorder.act(session.id, Draw(0)),
        lambda: services.recorder.take_back(session.id, 3),
        lambda: services.recorder.close(session.id),
        lambda: services.recorder.abandon(session.id, "late"),
    ):
        with pytest.raises(SessionError, match="closed"):
            command()


def test_a_session_in_the_middle_is_abandoned_with_its_reason(services: Services) -> None:
    session = play_on(services, services.recorder.open(table()).session, 5)
    with pytest.raises(SessionError, match="not over"):
        services.recorder.close(session.id)
    left = services.recorder.abandon(session.id, "the last bus").session
    assert left.status == "abandoned"
    assert left.abandoned is not None
    assert left.abandoned.reason == "the last bus"


@pytest.mark.parametrize(
    ("names", "more", "message"),
    [
        (("Ada", "Ada"), {}, "the name 'Ada' is used twice"),
        (("Ada", ""), {}, "seat 1: name '', expected 1 to 40 characters"),
        (("Ada", "B" * 41), {}, "expected 1 to 40 characters"),
        (("Ada", "Ben"), {"options": {"ghost_blocks": "never"}}, r"ghost_blocks"),
        (("Ada", "Ben"), {"options": {"gost": "no"}}, "gost"),
    ],
)
def test_a_table_that_does_not_fit_is_refused_and_not_stored(
    services: Services, names: tuple[str, ...], more: dict[str, object], message: str
) -> None:
    with pytest.raises(Invalid, match=message):
        services.recorder.open(table(*names, **more))
    assert rows(services) == []


@pytest.mark.parametrize("names", [("Ada",), ("Ada", "Ben", "Cleo", "Dov", "Eli")])
def test_solo_and_five_seats_are_refused_with_the_clause(
    services: Services, names: tuple[str, ...]
) -> None:
    with pytest.raises(Refusal) as refused:
        services.recorder.open(table(*names))
    assert refused.value.clauses == ("setup.players",)
    assert rows(services) == []


@pytest.mark.parametrize(("text", "message"), [("  ", "empty"), ("x" * 4001, "4001 characters")])
def test_a_note_without_text_or_with_too_much_is_refused(
    services: Services, text: str, message: str
) -> None:
    session = services.recorder.open(table()).session
    with pytest.raises(SessionError, match=message):
        services.recorder.add_note(session.id, 0, text)
    with pytest.raises(SessionError, match="no step 9"):
        services.recorder.add_note(session.id, 9, "where is this")


def test_an_unknown_session_is_named(services: Services) -> None:
    missing = UUID(int=5)
    with pytest.raises(NoSuchSession, match=str(missing)):
        services.store.load(missing)


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE {} SET state = '{{\"at\": 1' WHERE originator_version = 3",
        "UPDATE {} SET topic = 'session.eaten:1' WHERE originator_version = 3",
    ],
)
def test_a_damaged_event_is_named_with_session_and_version(services: Services, damage: str) -> None:
    session = services.recorder.open(table()).session
    services.recorder.act(session.id, Draw(0))
    alter(services.store, damage)
    with pytest.raises(UnreadableEvent, match=f"session {session.id}, version 3"):
        services.store.load(session.id)


def test_every_kind_of_action_goes_through_the_store_and_back(services: Services) -> None:
    session = play_on(services, services.recorder.open(table()).session)
    kinds = {
        type(session.game.action_of(before, move.event)) for before, move, _ in session.history()
    }
    assert kinds >= {Draw, Plant, Light, Flip}
    assert services.store.load(session.id).moves == session.moves


def test_a_key_with_a_time_in_it_gives_an_id_of_that_time() -> None:
    key = new_id()
    opened = [session_id_of(f"{key.hex}-{words}", NOW) for words in ("a", "b", "a")]
    assert opened[0] == opened[2] != opened[1]
    for session_id in opened:
        assert session_id.version == 7
        assert session_id.variant == key.variant
        assert session_id.int >> 80 == key.int >> 80


def test_a_key_without_a_time_gives_an_id_of_the_hour() -> None:
    first, later = (session_id_of("form-1", NOW + timedelta(hours=h)) for h in (0, 2))
    assert first.version == 7
    assert first == session_id_of("form-1", NOW + timedelta(minutes=5))
    assert first != session_id_of("form-2", NOW)
    assert 0 <= NOW.timestamp() * 1000 - (first.int >> 80) < 3_600_000
    assert first < later
    assert first.hex[12:] == later.hex[12:]


def test_a_key_opens_one_session_however_late_it_comes_again(tmp_path: Path) -> None:
    times = [NOW]
    services = build(tmp_path / "late")
    recorder = Recorder(services.store, lambda: times[-1])
    ids = set()
    for days in (0, 400, 401):
        times.append(NOW + timedelta(days=days))
        ids.add(recorder.open(table(), key="evening").session.id)
    assert len(ids) == 1
    assert services.store.newest_first() == [*ids]
    services.close()


def test_notes_written_at_the_same_moment_are_all_kept(services: Services) -> None:
    session = services.recorder.open(table()).session
    barrier = Barrier(8)

    def write(number: int) -> None:
        barrier.wait()
        services.recorder.add_note(session.id, 0, f"note {number}")

    threads = [Thread(target=write, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    notes = services.store.load(session.id).notes
    assert sorted(entry.event.text for entry in notes) == [f"note {n}" for n in range(8)]


def test_a_note_in_between_does_not_stop_a_move(services: Services) -> None:
    session = services.recorder.open(table()).session
    services.recorder.add_note(session.id, 0, "who begins")
    moved = services.recorder.act(session.id, Draw(0), version=session.version).session
    assert moved.last_step == 1
    with pytest.raises(Conflict):
        services.recorder.act(session.id, Draw(0), version=session.version)
    with pytest.raises(Conflict):
        services.recorder.act(session.id, Draw(0), version=99)


def test_a_note_of_many_lines_counts_each_line_break_once(services: Services) -> None:
    session = services.recorder.open(table()).session
    noted = services.recorder.add_note(session.id, 0, "a\r\n" * 1990).session
    assert noted.notes[0].event.text == ("a\n" * 1990).strip()
