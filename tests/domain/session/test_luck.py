"""The same luck: cards come in the order in which they came in the original."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.chance import Chance, Observed, Question, Shuffled
from domain.game import Game
from domain.games import GAMES, find
from domain.games.lantern_moths.actions import Draw, Flip, Light
from domain.games.lantern_moths.edition import GARDEN
from domain.piles import Pile
from domain.session import Session
from domain.session.branch import branch
from domain.session.commands import abandon, act, take_back
from domain.session.luck import Heap, SameOrder, order_of
from tests.domain.session.branches import Taking, events_of, opened, played, repeated
from tests.domain.session.tables import do, on, open_table

LANTERN = find("lantern-moths")
TOP = Question("the top card", "a stack")
DEALT = ["X", "B1", "B1", "B1", "B1", "B1", "E1", "E1", "E1", "E1", "E1"]


def nothing() -> list[str]:
    raise AssertionError("candidates were asked for without need")


def left(session: Session) -> Session:
    """Let the players stop, so that a branch shows nobody's cards."""
    return on(session, abandon(session))


def drawn(order: tuple[str, ...], pile: Pile, *rest: str) -> list[str | None]:
    """Draw a stack empty whose order is known as far as this."""
    session = open_table(LANTERN, Observed(DEALT), mode="digital")
    luck = SameOrder({Heap("a stack", "", 0): order}, session, Taking(*rest))
    came = []
    while len(pile):
        came.append(luck.draw(pile, TOP, nothing))
        pile = pile.without(came[-1])
    return came


def test_cards_come_in_the_order_in_which_they_came_before() -> None:
    assert drawn(("V3", "B1", "R2"), Pile.of(["B1", "R2", "V3"])) == ["V3", "B1", "R2"]


def test_a_card_that_is_no_longer_there_is_passed_over() -> None:
    """Of two B1 in the order the stack holds one."""
    assert drawn(("B1", "V3", "B1", "R2"), Pile.of(["B1", "R2"])) == ["B1", "R2"]


def test_the_rest_is_shuffled_once_the_order_is_used_up() -> None:
    assert drawn(("V3",), Pile.of(["B1", "R2", "V3"]), "R2", "B1") == ["V3", "R2", "B1"]


def test_a_stack_that_is_shuffled_anew_is_another_one() -> None:
    """Two cards are drawn from five; then the stack holds four, so that cards were put into it."""
    session = open_table(LANTERN, Observed(DEALT), mode="digital")
    order = {Heap("a stack", "", 0): ("V3", "V2", "R1"), Heap("a stack", "", 1): ("B1", "D")}
    luck = SameOrder(order, session, Taking("E1"))
    five = Pile.of(["B1", "E1", "R1", "V2", "V3"])
    assert luck.draw(five, TOP, nothing) == "V3"
    assert luck.draw(five.without("V3"), TOP, nothing) == "V2"
    four = Pile.of(["B1", "D", "E1", "R1"])
    assert luck.draw(four, TOP, nothing) == "B1"
    assert luck.draw(four.without("B1"), TOP, nothing) == "D"
    assert luck.draw(Pile.of(["E1", "R1"]), TOP, nothing) == "E1"


def test_who_draws_first_gets_the_card_that_came_first() -> None:
    """Ada drew V3, then R2. Where she lights a wick and flips a tile, Ben draws V3."""
    session = do(
        open_table(LANTERN, Observed(DEALT), mode="digital"), (Draw(0), "V3"), (Draw(0), "R2")
    )
    assert order_of(session)[Heap("deck", "", 0)] == (*DEALT[1:], "V3", "R2")
    other = opened(branch(left(session), 0, chance="same"))
    luck = SameOrder(order_of(session), other, Taking("R"))
    other = on(other, act(other, Light(0, "b2"), luck))
    other = on(other, act(other, Flip(0, "b3"), luck))
    other = on(other, act(other, Draw(1), SameOrder(order_of(session), other, Taking())))
    assert events_of(other)[-1].card == "V3"  # type: ignore[attr-defined]


def test_a_tile_keeps_its_face_and_no_other_place_shows_it() -> None:
    """b3 was red, and there are two red tiles: once the other one shows, red lies only at b3."""
    table = open_table(LANTERN, Observed(DEALT), mode="digital")
    session = do(table, (Flip(0, "b3"), "R"), Light(0, "b2"))
    assert order_of(session)[Heap("tiles", "b3", 0)] == ("R",)
    other = opened(branch(left(session), 0, chance="same"))
    rest = Taking("R", "E")
    for action in (Flip(0, "c2"), Light(0, "b2"), Flip(1, "a2"), Flip(1, "b3")):
        luck = SameOrder(order_of(session), other, rest)
        other = on(other, act(other, action, luck))
    faces = [pile.counts()["R"] for _, pile in rest.asked]
    assert faces == [1, 0]
    assert other.state.faces[GARDEN.index("b3")] == "R"


def test_a_card_that_nobody_saw_ends_what_is_known_of_its_stack() -> None:
    session = do(open_table(LANTERN, Observed(DEALT)), (Draw(0), None), (Draw(0), "V3"))
    assert order_of(session)[Heap("deck", "", 0)] == tuple(DEALT[1:])


def test_what_was_taken_back_has_no_say() -> None:
    table = open_table(LANTERN, Observed(DEALT), mode="digital")
    once = do(table, (Draw(0), "V3"))
    again = do(on(once, take_back(once, 0)), (Draw(0), "R2"))
    assert order_of(again)[Heap("deck", "", 0)] == (*DEALT[1:], "R2")


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
@settings(max_examples=20)
@given(seed=st.integers(0, 10**6), part=st.floats(0, 1))
def test_who_repeats_everything_gets_every_event_again(game: Game, seed: int, part: float) -> None:
    rng = Random(seed)
    seats = rng.choice([n for n in game.seats if n <= 4])
    original = played(game, seats, seed)
    step = int(part * original.last_step)
    other = opened(branch(original, step, chance="same"))
    again = repeated(other, original, Taking())
    assert events_of(again) == events_of(original)


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_question_names_the_stack_of_its_card(game: Game) -> None:
    class Asked:
        def __init__(self, chance: Chance) -> None:
            self.chance = chance

        def draw(self, pile, question, candidates):  # type: ignore[no-untyped-def]
            assert isinstance(question, Question)
            assert question.stack
            return self.chance.draw(pile, question, candidates)

    for seed in range(3):
        played(game, game.seats[-1], seed, Asked(Shuffled(Random(seed))))
