"""Recorded sessions under other rulings, each change worked out by hand."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

import pytest

from analytics.counterfactual import Divergence, Followed, Illegal, follow, follow_all, summed
from analytics.counterfactual.many import Stored
from domain.chance import Observed, Told
from domain.errors import Invalid, SessionError
from domain.games import GAMES, LANTERN_MOTHS
from domain.games.lantern_moths.actions import Draw, Flip, Light, Plant
from domain.options import values_of
from domain.session import Session
from domain.session.commands import Table, act, open_session
from domain.session.events import Player
from service.demo import lines
from tests.domain.lantern_moths.build import edition
from tests.domain.session.tables import on

A, B = 0, 1
GHOSTS = "G2 G2 G2 G2 G2"


def box(deck: int, dusk: int = 6) -> Any:
    """Return an edition of B1, R1, E1, V1 and Ghosts that leaves a deck of so many cards."""
    return edition(copies={1: 1}, ghosts=6 + deck, dusk=dusk)


def logged(
    deck: int, hands: Sequence[str], *actions: Any, dusk: int = 6, **options: str
) -> Session:
    """Log a whole game: grey in the middle, and with each action what was seen, after it."""
    table = Table(
        game=LANTERN_MOTHS,
        rules="v4",
        edition=box(deck, dusk),
        players=(Player("Ada"), Player("Ben")),
        options=options,
        mode="table",
    )
    seen = [None if card == "?" else card for hand in hands for card in hand.split()]
    session = on(None, open_session(table, Observed(["X", *seen])))
    for action, *told in actions:
        session = on(session, act(session, action, Told(told)))
    assert session.status == "finished"
    return session


def test_a_flip_cornerwise_is_illegal_where_tiles_must_lie_beside() -> None:
    """Step 1 is the flip. Drawing the deck's only card ends the game with round 1."""
    session = logged(
        *(1, (GHOSTS, "B1 R1 E1 V1 G2")),
        *([Flip(A, "a1"), "E"], [Draw(A), "G2"], [Light(B, "b2")], [Plant(B, "E1", "b2")]),
        flip_adjacency="diagonal",
    )
    found = follow(session, {"flip_adjacency": "orthogonal"})
    clauses = ("turn.flip.adjacent",)
    reason = "no face-up tile lies next to a1"
    assert found.illegal == (Illegal(step=1, clauses=clauses, action="Flip a1", reason=reason),)
    assert found.divergence == Divergence(
        step=1, clauses=clauses, recorded="Flip a1", instead=f"not allowed: {reason}"
    )
    assert found.stop is None
    assert not found.outcome_changed  # it counts for nothing beside an illegal play


def test_where_corners_count_a_seat_could_flip_more_and_nothing_else_changes() -> None:
    """Four decisions; beside one face-up tile in the middle lie four, cornerwise eight."""
    session = logged(
        *(1, (GHOSTS, "B1 R1 E1 V1 G2")),
        *([Plant(A, "G2", "b2")], [Draw(A), "G2"], [Light(B, "b2")], [Plant(B, "E1", "b2")]),
    )
    found = follow(session, {"flip_adjacency": "diagonal"})
    assert (found.divergence, found.stop, found.illegal) == (None, None, ())
    assert (found.decisions, found.wider, found.narrower, found.first_choice) == (4, 4, 0, 0)


def taken_in_the_next_round(*hands: str, **options: str) -> Session:
    """Ada plants a Ghost in round 1; in round 2 Ben lights its tile and takes it at step 10."""
    return logged(
        *(4, hands),
        *([Plant(A, "G2", "b2")], [Draw(A), "G2"], [Flip(B, "a2"), "E"], [Flip(B, "c2"), "R"]),
        *([Light(B, "b2")], [Draw(B), "G2"], [Draw(A), "G2"], [Draw(A), "G2"]),
        **options,
    )


def test_a_ghost_that_blocks_while_it_lies_there_keeps_its_tile() -> None:
    """Ben takes 2 points and wins; without them both have nothing at all and share the win."""
    found = follow(
        taken_in_the_next_round(GHOSTS, "B1 R1 E1 V1 G2"), {"ghost_blocks": "while_present"}
    )
    assert found.divergence == Divergence(
        step=10,
        clauses=("end.ghost",),
        recorded="Ben takes G2 from b2",
        instead="b2 keeps its moths: a Ghost blocks Ben",
    )
    assert found.after is not None
    assert (found.before.winners, found.before.scores) == ((B,), (0, 2))
    assert (found.after.winners, found.after.scores) == ((A, B), (0, 0))
    assert found.winners_changed
    assert not found.end_changed


def test_hands_that_nobody_saw_are_followed_as_far_as_they_are_known() -> None:
    found = follow(
        taken_in_the_next_round("? ? ? ? ?", "? ? ? ? ?"), {"ghost_blocks": "while_present"}
    )
    assert found.divergence is not None
    assert found.divergence.step == 10
    assert found.winners_changed


def test_a_fourth_moth_is_illegal_on_a_full_tile_also_if_it_is_a_ghost() -> None:
    session = logged(
        *(1, (GHOSTS, "G2 G2 B1 R1 E1")),
        *([Plant(A, "G2", "b2")], [Plant(A, "G2", "b2")], [Plant(B, "G2", "b2")]),
        [Plant(B, "G2", "b2"), "V1"],
        ghost_on_full_tile="yes",
    )
    found = follow(session, {"ghost_on_full_tile": "no"})
    assert found.illegal == (
        Illegal(step=4, clauses=("turn.plant.full",), action="Plant G2 on b2", reason="b2 is full"),
    )


def test_three_ghosts_are_worth_four_points_more_where_they_stand_for_any_colour() -> None:
    """Ben takes three Ghosts at step 12: 3 x 2 points, and 4 more for a set."""
    session = logged(
        *(4, (GHOSTS, "G2 B1 R1 E1 V1")),
        *([Plant(A, "G2", "b2")], [Plant(A, "G2", "b2")], [Plant(B, "G2", "b2")]),
        [Flip(B, "c2"), "E", "G2", "G2", "G2"],  # the face, then both refills
        *([Light(B, "b2")], [Draw(B), "G2"], [Flip(A, "b3"), "R"], [Flip(A, "b1"), "V"]),
    )
    found = follow(session, {"ghost_in_sets": "any_colour"})
    assert found.divergence == Divergence(
        step=12, clauses=("score.set",), recorded="points 0, 6", instead="points 0, 10"
    )
    assert found.scores_changed
    assert not found.winners_changed


def into_the_night(
    deck: int, dusk: int, *refill: str, last: Sequence[Any] = (), **options: str
) -> Session:
    """Nothing is planted or drawn in rounds 1 and 2. In round 3 Ada plants two, Ben one, and both
    refill.

    :param last: what is done in round 4.
    """
    flips = ("a2", "c2", "b3", "b1", "a3", "c3", "a1", "c1")
    seats = (A, A, B, B, B, B, A, A)
    flipped = [[Flip(s, t), f] for s, t, f in zip(seats, flips, "BBRREEVV", strict=True)]
    return logged(
        *(deck, (GHOSTS, "G2 B1 R1 E1 V1")),
        *flipped,
        *([Plant(A, "G2", "b2")], [Plant(A, "G2", "b2")], [Light(B, "b2")]),
        [Plant(B, "G2", "a2"), *refill],
        *last,
        dusk=dusk,
        **options,
    )


def test_a_dusk_card_that_is_not_replaced_leaves_a_card_in_the_deck() -> None:
    """Steps: 8 flips and 2 ends of rounds, Dusk in at 11, four actions to 15, b2 kept at 16, wicks
    back at 17, so that the Dusk card is step 18.

    Ada draws Dusk and two Ghosts, Ben one: the deck of three is empty. Not replaced, the Dusk card
    is the first of Ada's two, one Ghost is left, and the game goes on.
    """
    session = into_the_night(3, 1, "D", "G2", "G2", "G2")
    found = follow(session, {"dusk_in_refill": "not_replaced"})
    assert found.divergence == Divergence(
        step=18,
        clauses=("night.dusk.refill",),
        recorded="Ada draws Dusk 1 while refilling (replaced: yes)",
        instead="Ada draws Dusk 1 while refilling (replaced: no)",
    )
    assert found.stop is not None
    assert (found.stop.step, found.stop.why) == (session.last_step, "goes_on")
    assert found.after is None


def test_the_game_goes_on_for_a_round_that_nobody_played() -> None:
    """The fourth Dusk card comes in Ada's refill; a Ghost is left in the deck."""
    session = into_the_night(4, 4, "D", "D", "D", "D", "G2", "G2", "G2")
    found = follow(session, {"fourth_dusk_in_refill": "one_more_round"})
    assert found.divergence is not None
    assert found.divergence.step == session.last_step
    assert found.divergence.instead == ""
    assert found.stop is not None
    after = f"cannot be followed after step {session.last_step}"
    assert found.stop.said == f"{after} since the game goes on, and nobody chose"


def test_a_game_that_went_on_for_a_round_ends_before_it() -> None:
    """Under ends_now round 3 is the last, and what was done in round 4 is not needed."""
    session = into_the_night(
        *(4, 4, "D", "D", "D", "D", "G2", "G2", "G2"),
        last=([Light(B, "b2")], [Draw(B), "G2"], [Light(A, "a2")], [Plant(A, "G2", "a2")]),
        fourth_dusk_in_refill="one_more_round",
    )
    found = follow(session, {"fourth_dusk_in_refill": "ends_now"})
    assert found.stop is None
    assert found.after is not None
    assert (found.before.rounds, found.after.rounds) == (4, 3)
    assert found.before.scores == (0, 4)  # Ben takes two Ghosts from b2 in round 4
    assert found.after.scores == (0, 0)
    assert found.winners_changed
    assert found.end_changed


def test_a_fourth_dusk_card_that_is_not_replaced_costs_a_card_and_changes_no_outcome() -> None:
    """Not replaced, it is one of Ada's two cards: she draws one Ghost, and Ben the next."""
    session = into_the_night(4, 4, "D", "D", "D", "D", "G2", "G2", "G2")
    found = follow(session, {"fourth_dusk_replaced": "no"})
    assert found.divergence is not None
    assert (found.divergence.step, found.divergence.clauses) == (
        21,
        ("night.dusk.no-replacement",),
    )
    assert found.legal
    assert not found.outcome_changed


def test_a_card_that_was_not_drawn_ends_what_can_be_followed() -> None:
    """Replaced, the fourth Dusk card needs one more card than came out of the deck."""
    session = into_the_night(4, 4, "D", "D", "D", "D", "G2", "G2", fourth_dusk_replaced="no")
    found = follow(session, {"fourth_dusk_replaced": "yes"})
    assert found.stop is not None
    assert found.stop.said == (
        "cannot be followed after step 14 since a card is needed that was not drawn"
    )


def test_a_session_that_goes_on_is_not_looked_at() -> None:
    table = Table(
        game=LANTERN_MOTHS, rules="v4", edition=box(1), players=(Player("Ada"), Player("Ben"))
    )
    live = on(None, open_session(table, Observed(["X", *f"{GHOSTS} B1 R1 E1 V1 G2".split()])))
    with pytest.raises(SessionError, match="the session is live, expected a finished one"):
        follow(live, {"ghost_blocks": "while_present"})


def test_a_ruling_that_the_game_has_not_is_refused() -> None:
    session = taken_in_the_next_round(GHOSTS, "B1 R1 E1 V1 G2")
    with pytest.raises(Invalid, match="ghost_blocks: 'never' found, expected one of"):
        follow(session, {"ghost_blocks": "never"})


def demo(game: str) -> list[Stored]:
    """Return the demo sessions of a game as they are stored."""
    stored = groupby(lines(), key=lambda line: line.session)
    each = [(id_, [(e.version, e.name, bytes(e.state)) for e in events]) for id_, events in stored]
    return [(id_, rows) for id_, rows in each if rows[1][1].startswith(f"{game}.")]


@pytest.mark.parametrize("game", GAMES)
def test_no_demo_session_parts_from_itself(game: str) -> None:
    found = [each for chunk in follow_all(demo(game), {}) for each in chunk]
    followed = [each for each in found if isinstance(each, Followed)]
    assert len(followed) > 10
    for each in followed:
        assert (each.divergence, each.illegal, each.stop) == (None, (), None)
        assert (each.wider, each.narrower) == (0, 0)
        assert each.after == each.before


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_ruling_is_followed_to_an_end_or_a_reason_why_not(game: Any) -> None:
    stored = demo(game.name)[:6]
    for name, values in values_of(game.options).items():
        for value in values:
            for each in (one for chunk in follow_all(stored, {name: value}) for one in chunk):
                if isinstance(each, Followed):
                    assert (each.after is None) == (each.stop is not None)
                    assert each.divergence is not None or each.after == each.before


def test_sessions_are_summed_up_with_ranges_and_told_apart() -> None:
    """26 sessions: 13 in which Ben's Ghost stays, 13 in which nothing would change."""
    taken = taken_in_the_next_round(GHOSTS, "B1 R1 E1 V1 G2")
    other = {"ghost_blocks": "while_present"}
    plain = logged(
        *(1, (GHOSTS, "B1 R1 E1 V1 G2")),
        *([Flip(A, "a2"), "E"], [Draw(A), "G2"], [Light(B, "b2")], [Plant(B, "E1", "b2")]),
    )
    summary = summed(other, [follow(each, other) for each in [taken, plain] * 13])
    said = {share.what: share.said for share in summary.shares}
    assert summary.title == "13 sessions of 26 would go otherwise"
    assert said["Something comes out otherwise"] == "13 of 26 (32 to 68%)"
    assert said["Of those: other winners"] == "13 of 26 (32 to 68%)"
    assert said["A play would be illegal"] == "0 of 26 (0 to 13%)"
    assert summary.clauses == {"end.ghost": 13}


def test_workers_find_what_one_process_finds() -> None:
    stored, other = demo("lepidoptery")[:4] * 8, {"token_supply": "limited"}
    alone = [each for chunk in follow_all(stored, other) for each in chunk]
    assert [each for chunk in follow_all(stored, other, 2) for each in chunk] == alone
