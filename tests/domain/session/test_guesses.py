"""What a reader would have done, said before it is shown; and notes that point at the board."""

from random import Random

import pytest

from domain.chance import Shuffled
from domain.errors import SessionError
from domain.games import GAMES, LANTERN_MOTHS
from domain.games.lantern_moths.actions import Draw
from domain.session import CODEC, Session
from domain.session.commands import act, add_note, guess, take_back
from domain.session.events import DecisionGuessed, NoteAdded, in_json
from tests.domain.session.evenings import A
from tests.domain.session.tables import on, open_table, sound


def played(name: str, actions: int = 3) -> Session:
    """Open a session and let seats choose the first thing they may."""
    session = open_table(GAMES[name], Shuffled(Random(1)), mode="digital")
    for _ in range(actions):
        action = session.game.legal_actions(session.state)[0]
        session = on(session, act(session, action, Shuffled(Random(2))))
    return session


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_action_that_was_legal_at_a_decision_can_be_guessed(name: str) -> None:
    session = played(name)
    for begun, chosen in session.actions:
        state = session.state_at(begun - 1)
        for action in session.game.legal_actions(state, chosen.seat)[:20]:
            after = on(session, guess(session, begun - 1, chosen.seat, action, "Ada"))
            event = after.log[-1].event
            assert event == DecisionGuessed(begun - 1, chosen.seat, in_json(action), "Ada")
            assert after.moves == session.moves
            sound(after)


def test_nothing_is_guessed_where_nobody_chose_or_another_seat_did() -> None:
    session = played("lantern_moths")
    begun, chosen = session.actions[0]
    for step, seat in ((session.last_step, chosen.seat), (begun - 1, 1 - chosen.seat)):
        with pytest.raises(SessionError, match="chose nothing"):
            guess(session, step, seat, Draw(seat, "deck"))
    with pytest.raises(SessionError, match="no step 99"):
        guess(session, 99, A, Draw(A, "deck"))


def test_a_guess_that_was_not_legal_is_refused() -> None:
    session = played("lantern_moths")
    begun, chosen = session.actions[0]
    with pytest.raises(SessionError, match="could not be chosen"):
        guess(session, begun - 1, chosen.seat, Draw(chosen.seat, "discard"))
    with pytest.raises(SessionError, match="could not be chosen"):
        guess(session, begun - 1, chosen.seat, Draw(1 - chosen.seat, "deck"))


def test_a_guess_leaves_the_position_and_every_other_writer_alone() -> None:
    session = played("lantern_moths")
    begun, chosen = session.actions[0]
    after = on(session, guess(session, begun - 1, chosen.seat, chosen))
    assert not after.moved_since(session.version)
    assert after.state == session.state
    assert on(after, take_back(after, 0)).last_step == 0


def test_a_note_points_at_places_and_says_what_it_thinks() -> None:
    session = open_table(LANTERN_MOTHS, Shuffled(Random(1)))
    events = add_note(session, 0, "a trap", "Ben", (), ("b2", "b2>c3"), "?!")
    assert events == [NoteAdded(0, "a trap", "Ben", (), ("b2", "b2>c3"), "?!")]
    sound(on(session, events))


@pytest.mark.parametrize("mark", ["", "b2>", ">b2", "b 2", "b2>c3>a1", "x" * 25, "<b2", "d4"])
def test_a_mark_that_is_no_place_is_refused_with_the_nearest(mark: str) -> None:
    session = open_table(LANTERN_MOTHS, Shuffled(Random(1)))
    with pytest.raises(SessionError, match=r"there is no place .*; nearest: [a-c][1-3]"):
        add_note(session, 0, "here", marks=(mark,))


def test_an_arrow_leads_from_one_place_to_another() -> None:
    session = open_table(LANTERN_MOTHS, Shuffled(Random(1)))
    with pytest.raises(SessionError, match="expected an arrow between two places"):
        add_note(session, 0, "round and round", marks=("b2>b2",))


def test_marks_have_an_end() -> None:
    session = open_table(LANTERN_MOTHS, Shuffled(Random(1)))
    with pytest.raises(SessionError, match="expected at most 40"):
        add_note(session, 0, "everywhere", marks=("b2",) * 41)


def test_a_glyph_that_is_none_is_refused() -> None:
    session = open_table(LANTERN_MOTHS, Shuffled(Random(1)))
    with pytest.raises(SessionError, match="glyph"):
        add_note(session, 0, "so", glyph="???")  # type: ignore[arg-type]


def test_notes_and_openings_from_before_still_mean_the_same() -> None:
    assert CODEC.restore("session.note_added:1", {"step": 3, "text": "so"}) == NoteAdded(3, "so")
