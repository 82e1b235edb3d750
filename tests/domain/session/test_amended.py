"""What an amendment leaves as it was: times, the log as it happened, broken rules, take-backs."""

from random import Random

import pytest

from domain.chance import Shuffled, Told
from domain.errors import Invalid, Refusal, SessionError
from domain.games import LANTERN_MOTHS
from domain.games.lantern_moths.actions import Draw, Flip, Plant
from domain.piles import Pile
from domain.session import CODEC, Session, fold
from domain.session.amend import amend, amend_set_up, carry_on
from domain.session.commands import abandon, act, take_back
from domain.session.events import Amended
from tests.domain.lepidoptery.build import lay
from tests.domain.session.evenings import A, B, climbs, garden, night
from tests.domain.session.tables import ID, do, let, on, open_table, seen_with, sound, stored

HAND = ("E1", "E2", "V2", "V3", "G2")


@pytest.mark.parametrize("session", [garden(), climbs(), night()], ids=lambda s: s.game.name)
def test_the_same_action_again_changes_nothing(session: Session) -> None:
    for step, action in session.actions[::5]:
        again = amend(session, step, action, Told(seen_with(session, step)))
        assert again.misfit is None
        assert again.differences == ()
        moved = on(session, [again.event])
        assert (moved.moves, moved.state) == (session.moves, session.state)
        assert [part for part in again.event.tail if part.name] == []
        sound(moved)


def test_old_moves_keep_their_versions_and_times_and_a_new_one_takes_those_in_its_place() -> None:
    session = garden()
    moved = on(session, [amend(session, 2, Plant(A, "E1", "b3"), Told()).event], 3600)
    assert [(m.version, m.at) for m in moved.moves] == [(m.version, m.at) for m in session.moves]


def test_an_action_with_more_events_than_before_has_the_last_ones_time() -> None:
    session = climbs()
    moved = on(session, [amend(session, 1, lay(A, "3"), Told()).event], 3600)
    cleared = moved.moves[28]
    assert cleared.event.stored_name == "lepidoptery.columns_cleared:1"
    assert cleared.at == moved.moves[27].at == session.moves[27].at


def test_the_log_as_it_happened_stays() -> None:
    session = garden()
    moved = on(session, [amend(session, 2, Plant(A, "E1", "b3"), Told(), reason="misread").event])
    assert moved.log[:-1] == session.log
    event = moved.log[-1].event
    assert isinstance(event, Amended)
    assert (event.reason, event.step) == ("misread", 1)
    assert fold(moved.log[:-1]) == session


def test_an_amendment_comes_back_from_the_store_as_it_was() -> None:
    session = climbs()
    event = amend(session, 1, lay(A, "3"), Told(), reason="a 4 was on the table").event
    assert event.rest
    name, state = CODEC.encode(session.log[-1].at, event)
    assert CODEC.decode(ID, 1, name, state).event == event
    moved = on(session, [event])
    assert stored(moved) == moved
    assert carry_on(stored(moved)).event == carry_on(moved).event


def test_a_session_is_amended_twice_the_later_action_first_or_last() -> None:
    """The E1 lay on b3, and Ada planted an E3 and no E2 in round 2: she takes both."""
    session, lanterns = garden(), (Pile(("E1", "E3")), Pile(("R1",)))
    changes = (2, Plant(A, "E1", "b3")), (13, Plant(A, "E3", "b3"))
    for order in (changes, changes[::-1]):
        moved = session
        for step, action in order:
            moved = on(moved, [amend(moved, step, action, Told()).event])
            sound(moved)
        assert moved.state.lanterns == lanterns
        assert [m.at for m in moved.moves] == [m.at for m in session.moves]


def test_an_amendment_that_is_amended_back_leaves_the_game_as_it_was() -> None:
    session = garden()
    moved = on(session, [amend(session, 2, Plant(A, "E1", "b3"), Told()).event])
    moved = on(moved, [amend(moved, 2, Plant(A, "E1", "b2"), Told()).event])
    assert moved.moves == session.moves
    sound(moved)


def test_setting_an_earlier_action_right_again_carries_out_what_waited() -> None:
    """Ada led the run after all: the pairs are cleared in climb 7 as they were."""
    session = climbs()
    moved = on(session, [amend(session, 1, lay(A, "3"), Told()).event])
    assert len(moved.unsettled) == 11
    again = amend(moved, 1, lay(A, "3 4"), Told())
    assert again.misfit is None
    moved = on(moved, [again.event])
    assert moved.unsettled == ()
    assert moved.state == session.state
    assert [move.event for move in moved.moves] == [move.event for move in session.moves]
    sound(moved)


def test_setting_another_action_right_keeps_what_waits() -> None:
    session = climbs()
    moved = on(session, [amend(session, 1, lay(A, "3"), Told()).event])
    again = amend(moved, 11, lay(A, "3"), Told())
    assert again.misfit is not None
    assert again.event.rest == moved.unsettled
    sound(on(moved, [again.event]))


def test_a_take_back_after_an_amendment_goes_by_the_steps_as_they_stand() -> None:
    session = garden()
    moved = on(session, [amend(session, 2, Plant(A, "E1", "b3"), Told()).event])
    state = moved.state_at(4)
    moved = on(moved, take_back(moved, 3))
    assert moved.last_step == 3
    moved = do(moved, Plant(B, "R1", "b2"))
    assert moved.state_at(4) == state
    sound(moved)


def test_taking_back_gives_up_what_waited() -> None:
    session = climbs()
    moved = on(session, [amend(session, 1, lay(A, "3"), Told()).event])
    moved = on(moved, take_back(moved, 31))
    assert moved.unsettled == ()
    sound(moved)


def against_the_rules() -> Session:
    """Go on from the second round: Ben plants between Ada's two draws."""
    session = garden()
    session = do(on(session, take_back(session, 18)), Draw(A))
    return do(let(session, Plant(B, "V2", "b2")), Draw(A), Draw(B), Draw(B))


def test_a_play_against_the_rules_keeps_its_clauses_and_its_place() -> None:
    session = against_the_rules()
    assert {at: broken.clauses for at, broken in session.irregular.items()} == {20: ("turn.order",)}
    amendment = amend(session, 2, Plant(A, "E1", "b3"), Told())
    assert amendment.misfit is None
    moved = on(session, [amendment.event])
    assert moved.irregular == session.irregular
    sound(moved)


def test_it_moves_with_the_steps_before_it() -> None:
    """Without Ben's wick two events of round 1 never happened."""
    session = against_the_rules()
    moved = on(session, [amend(session, 3, Flip(B, "b1"), Told(["R"])).event])
    assert moved.irregular == {18: session.irregular[20]}
    sound(moved)


def test_it_waits_with_its_clauses_too_and_stands_when_it_is_carried_out() -> None:
    session = against_the_rules()
    moved = on(session, [amend(session, 13, Plant(A, "E2", "b3"), Told(["E3"])).event])
    moved = on(moved, [amend(moved, 12, Draw(A), Told()).event])
    assert [waits.clauses for waits in moved.unsettled] == [(), (), ("turn.order",), (), (), ()]
    assert moved.irregular == {}
    moved = on(moved, act(moved, Plant(A, "E2", "b3"), Told()))
    moved = on(moved, [carry_on(moved, skip=1).event])
    assert [broken.clauses for broken in moved.irregular.values()] == [("turn.order",)]
    sound(moved)


def test_a_new_action_may_break_rules_and_an_old_one_may_come_to_keep_them() -> None:
    """Ben's plant in Ada's turn is an ordinary one where it is Ben who planted and drew first."""
    session = garden()
    with pytest.raises(Refusal):
        amend(session, 10, Plant(A, "V1", "b2"), Told())
    forced = amend(session, 10, Plant(A, "V1", "b2"), Told(), irregular=True)
    assert forced.event.tail[0].clauses == ("turn.order",)
    moved = on(session, [forced.event])
    assert moved.irregular[10].clauses == ("turn.order",)
    back = on(moved, [amend(moved, 10, Plant(B, "V1", "b2"), Told()).event])
    assert back.irregular == {}
    sound(back)


def test_the_set_up_is_amended_where_more_cards_were_seen() -> None:
    session = garden()
    amendment = amend_set_up(session, A, Told(["X", *HAND]))
    assert amendment.misfit is None
    assert [(d.step, d.now) for d in amendment.differences] == [(0, 0)]
    moved = on(session, [amendment.event])
    assert moved.state_at(0).hands == (Pile.of(HAND), Pile(unknown=5))
    assert moved.state_at(2).hands[A] == Pile(("E2", "G2", "V2", "V3"))
    assert moved.last_step == session.last_step
    sound(moved)


def test_a_hand_that_lacks_what_was_played_from_it_does_not_fit() -> None:
    amendment = amend_set_up(garden(), A, Told(["X", "E3", *HAND[1:]]))
    misfit = amendment.misfit
    assert misfit is not None
    assert (misfit.step, misfit.action) == (2, Plant(A, "E1", "b2"))
    assert isinstance(misfit.why, Refusal)
    assert misfit.why.clauses == ("turn.plant.hand",)
    assert len(amendment.event.rest) == 35


def test_another_seat_that_starts_leaves_the_first_action_out_of_turn() -> None:
    session = garden()
    amendment = amend_set_up(session, B, Told(["X"]))
    assert amendment.misfit is not None
    assert amendment.misfit.step == 1
    moved = on(session, [amendment.event])
    assert (moved.last_step, moved.state.start, len(moved.unsettled)) == (0, B, 36)
    sound(moved)


def test_a_set_up_that_is_not_possible_or_told_too_much_of_is_refused() -> None:
    with pytest.raises(Refusal, match="no seat 2 starts"):
        amend_set_up(garden(), 2, Told(["X"]))
    with pytest.raises(Invalid, match="told too much"):
        amend_set_up(garden(), A, Told(["X", *HAND, *HAND, "E3"]))


def test_only_a_table_that_goes_on_can_be_set_right() -> None:
    dealt = open_table(LANTERN_MOTHS, Shuffled(Random(1)), mode="digital")
    dealt = on(dealt, act(dealt, Draw(A), Shuffled(Random(2))))
    left = on(garden(), abandon(garden()))
    waiting = on(climbs(), [amend(climbs(), 1, lay(A, "3"), Told()).event])
    waiting = on(waiting, abandon(waiting))
    for session, why in ((dealt, "logged at a table"), (left, "is abandoned")):
        with pytest.raises(SessionError, match=why):
            amend(session, 1, Draw(A), Told())
        with pytest.raises(SessionError, match=why):
            amend_set_up(session, A, Told(["X"]))
    with pytest.raises(SessionError, match="is abandoned"):
        carry_on(waiting)
