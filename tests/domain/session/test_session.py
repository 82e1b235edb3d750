"""A session under any mixture of moves, notes and take-backs."""

from datetime import UTC, datetime, timedelta
from random import Random
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.chance import Shuffled
from domain.errors import DamagedSession, SessionError
from domain.events import Event, Recorded
from domain.games import LANTERN_MOTHS
from domain.games.lantern_moths.events import CardDrawn
from domain.session import CODEC, Session, fold
from domain.session.commands import Table, act, add_note, open_session, take_back
from domain.session.events import Player, TakenBack
from service import seeds

ID = UUID(int=1)
START = datetime(2026, 11, 12, 19, 30, tzinfo=UTC)
KINDS = st.sampled_from(["move"] * 8 + ["note", "back"])


def open_table(seats: int, seed: int) -> Session:
    table = Table(
        game=LANTERN_MOTHS,
        rules="v4",
        edition=seeds.edition(LANTERN_MOTHS),
        players=tuple(Player(name) for name in ("Ada", "Ben", "Cleo", "Dov")[:seats]),
    )
    return on(None, open_session(table, Shuffled(Random(seed))))


def on(session: Session | None, events: list[Event]) -> Session:
    version = session.version if session else 0
    entries = [
        Recorded(ID, version + n, START + timedelta(seconds=version + n), event)
        for n, event in enumerate(events, 1)
    ]
    moved = fold(entries, session)
    assert moved is not None
    return moved


def run(seats: int, seed: int, kinds: list[str]) -> Session:
    session, rng = open_table(seats, seed), Random(seed)
    for kind in kinds:
        if kind == "note":
            events = add_note(session, rng.randrange(len(session.moves)), "seen")
        elif kind == "back":
            try:
                events = take_back(session, rng.randrange(len(session.moves)))
            except SessionError:
                continue
        elif session.status == "live":
            legal = list(session.game.legal_actions(session.state))
            events = act(session, rng.choice(legal), Shuffled(rng))
        else:
            continue
        session = on(session, events)
    return session


PLAYS = st.builds(
    run, st.integers(2, 4), st.integers(0, 10_000), st.lists(KINDS, min_size=0, max_size=60)
)


@settings(max_examples=60)
@given(PLAYS)
def test_a_fold_of_the_log_equals_the_session_that_lived(session: Session) -> None:
    assert fold(session.log) == session
    assert fold(session.log[1:], fold(session.log[:1])) == session


@settings(max_examples=60)
@given(PLAYS)
def test_every_event_survives_the_store_with_its_type(session: Session) -> None:
    for entry in session.log:
        name, state = CODEC.encode(entry.at, entry.event, entry.key)
        decoded = CODEC.decode(entry.session_id, entry.version, name, state)
        assert decoded == entry
        assert type(decoded.event) is type(entry.event)


@settings(max_examples=60)
@given(PLAYS)
def test_what_was_taken_back_stays_in_the_log_and_leaves_the_game(session: Session) -> None:
    moves: list[Recorded] = []
    for entry in session.log[1:]:
        if isinstance(entry.event, TakenBack):
            moves = moves[: entry.event.step + 1]
        elif entry.event.stored_name.startswith("lantern_moths."):
            moves.append(entry)
    assert list(session.moves) == moves
    assert [entry.version for entry in session.log] == list(range(1, session.version + 1))


@settings(max_examples=30)
@given(PLAYS)
def test_the_position_at_a_step_is_the_fold_of_the_moves_up_to_it(session: Session) -> None:
    states = [session.game.blank(session.rules)]
    for move in session.moves:
        states.append(session.game.evolve(states[-1], move.event))
    assert session.state == states[-1]
    steps = range(len(session.moves))
    for step in (*steps, *reversed(steps), *Random(0).sample(steps, len(steps))):
        assert session.state_at(step) == states[step + 1]


def test_a_damaged_move_is_told_of_when_the_position_is_asked_for_and_not_before() -> None:
    session = run(2, 5, ["move"] * 3)
    assert session.state == session.state_at(session.last_step)
    damaged = on(session, [session.moves[1].event, CardDrawn(9, "E1")])
    with pytest.raises(DamagedSession, match=f"version {damaged.version}"):
        _ = damaged.state


@settings(max_examples=30)
@given(PLAYS)
def test_the_last_decision_lies_before_the_last_action_and_a_seat_chose_there(
    session: Session,
) -> None:
    step = session.decision_before(session.last_step)
    if step == 0 and session.last_step == 0:
        return
    assert session.game.to_act(session.state_at(step))
    begun = session.moves[step + 1].event
    assert session.game.action_of(session.state_at(step), begun) is not None
    later = [
        session.game.action_of(session.state_at(s), session.moves[s + 1].event)
        for s in range(step + 1, session.last_step)
    ]
    assert later == [None] * len(later)


def test_bulk_and_single_encoding_give_the_same_bytes() -> None:
    session = run(3, 5, ["move"] * 12)
    events = [entry.event for entry in session.log]
    assert CODEC.encode_all(START, events) == [CODEC.encode(START, event) for event in events]
