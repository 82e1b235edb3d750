"""What follows from the rules though no rule says it; the designer may want to know.

These hold for the edition in seeds/. An edition of one's own may differ.
"""

from fractions import Fraction

from hypothesis import given, settings

from domain.games import LANTERN_MOTHS as GAME
from domain.games.lantern_moths.actions import Draw
from domain.games.lantern_moths.events import DuskPlaced, StartPassed
from domain.games.lantern_moths.legal import wicks_left
from tests.domain.lantern_moths.build import A, B, C, D, deal, go
from tests.domain.lantern_moths.options.test_options import QUESTIONS
from tests.domain.lantern_moths.test_properties import Table, played, tables

DEFAULTS = {name: first for name, (first, _) in QUESTIONS.items()}
modest = settings(max_examples=150, derandomize=True)


@modest
@given(tables)
def test_nothing_ever_reaches_the_discard_pile(table: Table) -> None:
    for _, _, after in played(table):
        assert after.discard == ()
        assert Draw(after.turn_seat or A, "discard") not in GAME.legal_actions(after)


@modest
@given(tables)
def test_nobody_ever_has_two_wicks_lit(table: Table) -> None:
    """One Light a turn, one turn a round, and all wicks go back when it ends."""
    for _, _, after in played(table):
        for seat in range(table.seats):
            assert 3 - wicks_left(after, seat) == sum(seat in there for there in after.wicks) <= 1


@modest
@given(tables)
def test_the_deck_never_runs_out_before_the_fourth_dusk_card(table: Table) -> None:
    for _, event, after in played(table):
        if len(after.deck) == 0:
            assert len(after.dusk) >= 4
        if isinstance(event, StartPassed) and after.rounds_done == 2:
            assert len(after.deck) >= 12
    if after.ending == "deck_out":
        assert table.options["fourth_dusk_in_refill"] == "one_more_round"


def test_two_rounds_leave_twelve_cards_at_least() -> None:
    """Four players draw or plant twice each: 48 - 4 x 5 - 2 rounds x 4 turns x 2 cards = 12."""
    state = deal(*["B1 R1 E1 V1 G2"] * 4).state
    for seat in (A, B, C, D, B, C, D, A):
        state = go(state, Draw(seat), Draw(seat))
    assert state.round == 3
    assert len(state.deck) - 6 == 48 - 20 - 16 == 12


def test_a_ghost_that_blocks_while_present_is_never_taken() -> None:
    for seed in range(40):
        options = {**DEFAULTS, "ghost_blocks": "while_present"}
        *_, (_, _, end) = played(Table(2 + seed % 3, options, seed, (1, 1, 1, 1)))
        assert [score.ghosts for score in GAME.outcome(end).scores] == [0] * end.rules.seats


def test_the_fourth_dusk_card_mostly_comes_in_a_refill() -> None:
    """With players who choose at random: question 3 is the normal case."""
    in_refill = 0
    for seed in range(200):
        for before, event, after in played(Table(2 + seed % 3, DEFAULTS, seed, (1, 1, 1, 1))):
            if isinstance(event, DuskPlaced) and len(after.dusk) == 4:
                in_refill += not before.in_turns
    assert Fraction(in_refill, 200) > Fraction(7, 10)
