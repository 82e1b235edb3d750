"""The greedy bot at Nocturnis: choices with one right answer, and the house edition's scores."""

import tomllib
from hashlib import sha256
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from analytics.bots import find_bot, move
from analytics.bots.greedy.nocturnis import lonely_squares
from analytics.simulation import Plan
from analytics.trial import Trial, summary, try_out
from domain.chance import Shuffled
from domain.edition import content
from domain.games import NOCTURNIS
from domain.games.nocturnis.actions import Draw, Lure, LureNone, Mark, StopDrawing
from domain.games.nocturnis.shapes import Ground
from domain.games.nocturnis.state import DrawCards, Garden, Lured, MayLure
from domain.options import read_options
from domain.piles import Pile
from service import seeds
from tests.service.editions import text_of

GREEDY = find_bot("greedy")


def position(hand: list[str], habitat: str = "Hook", **changes: Any) -> Any:
    """Return a solo game's first position with that hand and habitat."""
    options = read_options(NOCTURNIS.options, {})
    rules = NOCTURNIS.rules(seeds.edition(NOCTURNIS), options, 1)
    state = NOCTURNIS.set_up(rules, 0, Shuffled(Random(3))).state
    return replace(state, hands=(Pile.of(hand),), habitat=habitat, **changes)


def chosen(state: Any) -> Any:
    legal = NOCTURNIS.legal_actions(state, 0)
    return GREEDY.choose(NOCTURNIS, lambda: NOCTURNIS.observe(state, 0), legal, Random(1))


def trial(bot: str, games: int, seats: int = 1, **options: str) -> Trial:
    plan = Plan(
        game="nocturnis",
        rules="v1",
        edition=content(seeds.edition(NOCTURNIS)),
        options=options,
        bots=(bot,) * seats,
        seed="a small trial",
    )
    return summary(try_out(plan, games))


def test_a_full_hand_marks_where_a_moth_comes() -> None:
    state = position(["D2", "D2", "T1", "P1", "R1"])
    mark = chosen(state)
    assert isinstance(mark, Mark)
    after = NOCTURNIS.play(state, mark, Shuffled(Random(1))).state
    assert isinstance(chosen(after), Lure)


def test_with_few_cards_and_nothing_to_lure_it_draws() -> None:
    assert isinstance(chosen(position(["D1"], "Pair")), Draw)


def test_the_dearest_of_several_moths_is_lured() -> None:
    start = position(["D2", "L1", "P1", "R1", "A1"], "Corner of five")
    moths = start.rules.components.moth_of
    compared = 0
    for mark in NOCTURNIS.legal_actions(start, 0):
        state = NOCTURNIS.play(start, mark, Shuffled(Random(1))).state
        legal = NOCTURNIS.legal_actions(state, 0)
        points = {a.cards: moths[a.cards[0]].points for a in legal if isinstance(a, Lure)}
        if len(points) > 1 and max(points.values()) == moths["D2"].points:
            assert chosen(state) == Lure(0, ("D2",))
            compared += 1
    assert compared


def test_a_species_without_a_cross_left_is_not_collected() -> None:
    deck = NOCTURNIS.blank(position([]).rules).rules.components
    crosses = {row.name: row.crosses for row in deck.species}["Duskmantle"]
    lured = tuple(Lured(("D2",), nth, 1) for nth in range(crosses))
    squares = 0b111
    garden = Garden((squares,) * crosses, squares, lured)
    state = position(
        ["R1", "P1"],
        "Pair",
        gardens=(garden,),
        display=("D2", "L1", "D1"),
        acted=(True,),
        tasks=((DrawCards(1),),),
        queue=(0,),
    )
    assert chosen(state) not in (Draw(0, "D2"), Draw(0, "D1"))


def test_a_last_place_in_the_hand_is_not_filled_when_nothing_would_fit() -> None:
    sheet = position([]).sheet(0)
    free = 0b1  # one square in a corner: no habitat fits
    marked = ((1 << len(sheet.symbols)) - 1) & ~free
    state = position(
        ["R1", "P1", "A1", "L1"],
        gardens=(Garden((marked,), marked),),
        acted=(True,),
        tasks=((DrawCards(1, optional=True),),),
        queue=(0,),
    )
    assert chosen(state) == StopDrawing(0)


def test_lonely_squares_have_at_most_one_free_neighbour() -> None:
    ground = Ground(3, 3, 0, (0,) * 9)
    cross = 0b010_111_010
    assert lonely_squares(ground, cross) == 0b101_000_101
    assert lonely_squares(ground, 0) == 0
    assert lonely_squares(ground, 0b000_111_000) == 0b101_000_101


@pytest.mark.parametrize("side", ["front", "back"])
def test_solo_scores_of_the_house_edition_lie_on_both_sides_of_the_stars(side: str) -> None:
    two, three = seeds.edition(NOCTURNIS).stars.value  # type: ignore[attr-defined]
    found = trial("greedy", 60, sheet=side)
    assert found.under(two) >= 0.1
    assert found.over(three) >= 0.1


def test_random_play_lies_far_below() -> None:
    assert trial("random", 20).mean < 15
    assert trial("greedy", 10).mean > 40


def test_three_greedy_players_finish_with_points() -> None:
    found = trial("greedy", 6, seats=3, sheet="front,back,front")
    assert found.scores == 18
    assert found.tenths[1] > 25


@pytest.mark.parametrize("limit", ["2", "9"])
@pytest.mark.parametrize("draws", ["hand_limit", "unlimited"])
def test_it_plays_with_any_size_of_hand(limit: str, draws: str) -> None:
    text = text_of(NOCTURNIS, ("[hand_limit]\nvalue = 5", f"[hand_limit]\nvalue = {limit}"))
    plan = Plan(
        game="nocturnis",
        rules="v1",
        edition=tomllib.loads(text),
        options={"effect_draw_limit": draws, "sheet": "back"},
        bots=("greedy", "greedy"),
        seed="hands",
    )
    assert summary(try_out(plan, 3)).mean > 10


def test_an_asked_lure_without_a_moth_is_declined() -> None:
    start = position(["D1", "D1"], "Pair")
    mark = next(a for a in NOCTURNIS.legal_actions(start, 0) if isinstance(a, Mark))
    state = NOCTURNIS.play(start, mark, Shuffled(Random(1))).state
    assert isinstance(state.top(0), MayLure)
    assert isinstance(chosen(state), LureNone)


@pytest.mark.parametrize(
    ("seats", "seed", "options", "digest"),
    [
        (1, "a", {}, "ebb3803715c9c7d9"),
        (1, "b", {"sheet": "back"}, "3af4ce4083d05db3"),
        (3, "c", {"sheet": "front,back,front"}, "fde5386ed6a8053f"),
        (2, "d", {"effect_draw_limit": "unlimited", "sheet": "back"}, "c8f917745ee772a8"),
    ],
)
def test_its_choices_are_those_by_which_the_house_edition_was_tuned(
    seats: int, seed: str, options: dict[str, str], digest: str
) -> None:
    """Digests of all actions of a game, recorded before its weights had names."""
    given = read_options(NOCTURNIS.options, options)
    rules = NOCTURNIS.rules(seeds.edition(NOCTURNIS), given, seats)
    rng = Random(seed)
    chance, actions = Shuffled(rng), []
    state = NOCTURNIS.set_up(rules, 0, chance).state
    while waiting := NOCTURNIS.to_act(state):
        actions.append(move(NOCTURNIS, state, waiting[0], GREEDY, rng))
        state = NOCTURNIS.play(state, actions[-1], chance).state
    assert sha256(msgspec.json.encode(actions)).hexdigest()[:16] == digest
