"""An action of fifty steps ago set right, with consequences worked out by hand."""

import pytest

from domain.chance import Told
from domain.errors import Invalid, Refusal, SessionError, Unanswered
from domain.games.lantern_moths.actions import Draw, Flip, Light, Plant
from domain.games.lantern_moths.events import HandRefilled, MothPlanted, MothsTaken
from domain.games.lepidoptery.actions import Pass
from domain.games.lepidoptery.events import ColumnsCleared, CombinationPlayed, HandReplenished
from domain.games.nocturnis.actions import LureNone
from domain.piles import Pile
from domain.session import Session
from domain.session.amend import Amendment, amend, carry_on
from domain.session.commands import act
from tests.domain.lepidoptery.build import column, lay
from tests.domain.session.evenings import ROUNDS, SEATS, A, B, climbs, garden, mark, night
from tests.domain.session.tables import on, sound


def amended(session: Session, amendment: Amendment) -> Session:
    """Record an amendment; the positions that it foretold are those that stand."""
    moved = on(session, [amendment.event])
    first = amendment.event.step + 1
    assert [moved.state_at(s) for s in range(first, len(moved.moves))] == list(amendment.states)
    sound(moved)
    return moved


def test_a_moth_that_was_planted_elsewhere_is_taken_by_another() -> None:
    """On b2 Ben takes the R1 alone; the E1 waits on b3, where Ada's wick takes it with the E2.

    Values: Ada 2 -> 1 + 2, Ben 1 + 1 -> 1.
    """
    session = garden()
    assert (session.last_step, session.game.scores(session.state)) == (53, (2, 2))
    amendment = amend(session, 2, Plant(A, "E1", "b3"), Told())
    assert amendment.misfit is None
    assert [(d.step, d.now) for d in amendment.differences] == [(2, 2), (4, 4), (13, 13)]
    one, two, three = amendment.differences
    assert (one.before, one.after) == (
        (MothPlanted(A, "E1", "b2"),),
        (MothPlanted(A, "E1", "b3"),),
    )
    assert (two.before[1], two.after[1]) == (
        MothsTaken(B, "b2", ("E1", "R1")),
        MothsTaken(B, "b2", ("R1",)),
    )
    assert (three.before[1], three.after[1]) == (
        MothsTaken(A, "b3", ("E2",)),
        MothsTaken(A, "b3", ("E1", "E2")),
    )
    moved = amended(session, amendment)
    assert moved.state.lanterns == (Pile(("E1", "E2")), Pile(("R1",)))
    assert moved.game.scores(moved.state) == (3, 1)


def test_moves_that_stay_are_not_told_again() -> None:
    event = amend(garden(), 2, Plant(A, "E1", "b3"), Told()).event
    told = {part.version: part.name for part in event.tail if part.name}
    assert told == {
        4: "lantern_moths.moth_planted:1",
        7: "lantern_moths.moths_taken:1",
        16: "lantern_moths.moths_taken:1",
    }


def test_a_wick_that_was_never_lit_leaves_the_moths_where_they_are_and_the_turn_as_long() -> None:
    """Ben turned b1 up instead: nothing burns, so b2 keeps E1 and R1 for good."""
    session = garden()
    amendment = amend(session, 3, Flip(B, "b1"), Told(["R"]))
    assert [type(event).__name__ for event in amendment.differences[1].after] == [
        "MothPlanted",
        "HandRefilled",
        "HandRefilled",
        "StartPassed",
    ]
    moved = amended(session, amendment)
    assert moved.state.moths[4] == ("E1", "R1", "V1")
    assert moved.last_step == 51
    assert moved.game.scores(moved.state) == (2, 0)


def test_a_column_that_fills_earlier_clears_earlier() -> None:
    """With Ada's opening a single, that column is full in climb 6: her pair there fills the pairs
    and clears the singles. In climb 7 her single is the first one of a new column; as it was, it
    was the sixth and cleared the pairs. So the pairs stay full, and Ben's 7-7 has no space.
    """
    session = climbs()
    assert session.last_step == 51
    columns = {"run2": "ABAB", "single": "BABABA", "pair": "B", "triple": "ABA"}
    assert {kind: column(session.state, kind) for kind in columns} == columns
    amendment = amend(session, 1, lay(A, "3"), Told())
    assert [(d.step, d.now) for d in amendment.differences] == [(1, 1), (3, 3), (27, 27), (31, 32)]
    lead, passed, sixth, seventh = amendment.differences
    assert lead.after == (CombinationPlayed(A, (3,)),)
    assert passed.after[1:] == (
        HandReplenished(A, (None,)),  # one card fewer was played
        HandReplenished(B, (None, None)),
    )
    assert sixth.after == (CombinationPlayed(A, (7, 7)), ColumnsCleared(("single",)))
    assert seventh.before[1] == ColumnsCleared(("pair",))
    assert seventh.after == (CombinationPlayed(A, (4,)),)
    misfit = amendment.misfit
    assert misfit is not None
    assert (misfit.step, misfit.action) == (33, lay(B, "7 7"))
    assert isinstance(misfit.why, Refusal)
    assert misfit.why.clauses == ("play.placeable",)


def test_what_waits_is_carried_out_once_the_misfit_is_settled() -> None:
    """Ben had played a single 7, says the table. The rest fits as it was."""
    session = climbs()
    session = amended(session, amend(session, 1, lay(A, "3"), Told()))
    assert session.last_step == 32
    waiting = [waits.action["type"] for waits in session.unsettled]
    assert waiting == ["play", "pass"] + ["play", "play", "pass"] * 3
    with pytest.raises(Refusal, match="the column of the pair is full"):
        act(session, lay(B, "7 7"), Told())
    session = on(session, act(session, lay(B, "7"), Told()))
    assert len(session.unsettled) == 11
    session = amended(session, carry_on(session, skip=1))
    assert session.unsettled == ()
    assert session.last_step == 51
    columns = {"run2": "BAB", "single": "AB", "pair": "BABABA", "triple": "ABA"}
    assert {kind: column(session.state, kind) for kind in columns} == columns


def test_carrying_on_from_a_misfit_that_nobody_settled_stops_there_again() -> None:
    session = climbs()
    session = amended(session, amend(session, 1, lay(A, "3"), Told()))
    again = carry_on(session)
    assert again.misfit is not None
    assert (again.misfit.step, again.event.tail, again.event.rest) == (33, (), session.unsettled)
    assert amended(session, again).unsettled == session.unsettled


def test_what_waits_can_be_given_up() -> None:
    session = climbs()
    session = amended(session, amend(session, 1, lay(A, "3"), Told()))
    given_up = amended(session, carry_on(session, skip=11))
    assert (given_up.unsettled, given_up.moves) == ((), session.moves)
    for skip in (-1, 12):
        with pytest.raises(SessionError, match="expected 0 to 11"):
            carry_on(session, skip)
    with pytest.raises(SessionError, match="no action waits"):
        carry_on(given_up)


def test_a_shape_that_was_marked_elsewhere_lies_under_a_later_one() -> None:
    """Ada's second shape lay where she marks her fifth, fifty steps on."""
    session = night()
    assert session.last_step == 72
    amendment = amend(session, 18, mark(A, ROUNDS[4][1]), Told())
    assert [d.step for d in amendment.differences] == [18]
    misfit = amendment.misfit
    assert misfit is not None
    assert (misfit.step, misfit.action) == (69, mark(A, ROUNDS[4][1]))
    assert isinstance(misfit.why, Refusal)
    assert misfit.why.clauses == ("mark.overlap",)
    squares = ROUNDS[4][1].split()
    assert misfit.why.reason == ", ".join(f"{name} is part of shape 2" for name in squares)
    kinds = [waits.action["type"] for waits in amendment.event.rest]
    assert kinds == ["mark", "lure_none", "mark", "lure_none"]


def test_the_others_shapes_follow_once_the_one_that_did_not_fit_is_settled() -> None:
    session = night()
    session = amended(session, amend(session, 18, mark(A, ROUNDS[4][1]), Told()))
    session = on(session, act(session, mark(A, ROUNDS[1][1]), Told()))
    session = amended(session, carry_on(session, skip=1))
    assert (session.last_step, session.unsettled) == (72, ())
    assert session.state.acted == (True, True) + (False,) * (SEATS - 2)
    ada, ben = session.state.gardens[:2]
    assert set(ada.shapes) == set(ben.shapes)
    assert ada.marked == ben.marked


def test_a_later_shape_that_touches_nothing_any_more_is_a_misfit() -> None:
    """With a9 a8 for a9 b9 the square from c9 to d8 lies alone."""
    session = night()
    step = next(step for step, action in session.actions if action == mark(SEATS - 1, "a9 b9"))
    with pytest.raises(Refusal) as caught:
        amend(session, step, LureNone(SEATS - 1), Told())
    assert caught.value.clauses == ("lure.one",)
    misfit = amend(session, step, mark(SEATS - 1, "a9 a8"), Told()).misfit
    assert misfit is not None
    assert misfit.action == mark(SEATS - 1, ROUNDS[1][1])
    assert isinstance(misfit.why, Refusal)
    assert misfit.why.clauses == ("mark.adjacent",)


def test_the_new_action_is_told_like_any_other() -> None:
    session = garden()
    with pytest.raises(Unanswered, match="the face of b1"):
        amend(session, 3, Flip(B, "b1"), Told())
    with pytest.raises(Invalid, match="told too much: nothing was drawn that could be E3"):
        amend(session, 2, Plant(A, "E1", "b3"), Told(["E3"]))
    with pytest.raises(Refusal, match="b1 is face down"):
        amend(session, 3, Light(B, "b1"), Told())


def test_only_the_first_step_of_an_action_of_a_going_table_can_be_set_right() -> None:
    session = garden()
    for step in (-1, 0, 5, 54):
        with pytest.raises(SessionError, match=f"no action begins at step {step}, expected"):
            amend(session, step, Plant(A, "E1", "b3"), Told())


def test_a_pass_that_was_a_play_leaves_the_other_in_turn() -> None:
    """Ada had not passed in climb 1 but played a triple on Ben's pair: Ben's lead of a 2 does not
    beat it.
    """
    amendment = amend(climbs(), 3, lay(A, "6 6 6"), Told())
    assert amendment.differences[0].before[0] == climbs().moves[3].event
    assert amendment.misfit is not None
    assert (amendment.misfit.step, amendment.misfit.action) == (6, lay(B, "2"))
    assert isinstance(amendment.misfit.why, Refusal)
    assert amendment.misfit.why.clauses == ("climb.beat",)
    assert amendment.event.rest[2].action["type"] == Pass.__struct_config__.tag


def test_refills_find_their_seats_again_where_more_cards_are_drawn() -> None:
    """Round 2 begins with Ben, and Ada's E3 was seen when she drew it. Had Ben planted in place of
    his draw, he draws one as well, and before her: the E3 stays hers.
    """
    session = garden()
    session = amended(session, amend(session, 13, Plant(A, "E2", "b3"), Told(["E3"])))
    assert session.moves[16].event == HandRefilled(A, ("E3",))
    amendment = amend(session, 11, Plant(B, "V2", "b2"), Told())
    refills = [e for e in amendment.differences[1].after if isinstance(e, HandRefilled)]
    assert refills == [HandRefilled(B, (None, None)), HandRefilled(A, ("E3",))]


def test_a_card_that_was_seen_and_is_no_longer_drawn_waits_for_somebody_to_say() -> None:
    """Had Ada drawn and not lit b3, she would hold five after planting and refill nothing."""
    session = garden()
    session = amended(session, amend(session, 13, Plant(A, "E2", "b3"), Told(["E3"])))
    amendment = amend(session, 12, Draw(A), Told())
    misfit = amendment.misfit
    assert misfit is not None
    assert (misfit.step, misfit.action) == (13, Plant(A, "E2", "b3"))
    assert "nothing was drawn that could be E3" in str(misfit.why)
    session = amended(session, amendment)
    session = on(session, act(session, misfit.action, Told()))
    session = amended(session, carry_on(session, skip=1))
    assert session.unsettled == ()
    assert session.state.moths[1] == ("E2",)
