"""Imagined worlds: whole, possible, and made from what the seat knows alone."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from domain.chance import Shuffled
from domain.games import GAMES, LANTERN_MOTHS, LEPIDOPTERY
from domain.imagining import Unimaginable, dealt
from domain.options import read_options
from domain.piles import Pile
from service import seeds
from tests.contract.plays import CASES, Play

HEAPS = {
    "lantern_moths": ("hands", "lanterns", "deck", "faces_left"),
    "lepidoptery": ("hands", "decks"),
    "nocturnis": ("hands", "stack", "habitats"),
}


def piles(state: Any, heaps: tuple[str, ...]) -> list[Pile]:
    found = []
    for heap in heaps:
        here = getattr(state, heap)
        found += [here] if isinstance(here, Pile) else here
    return found


def test_an_imagined_world_holds_the_same_cards_and_looks_the_same(play: Play) -> None:
    game, heaps, rng = play.game, HEAPS[play.game.name], Random(5)
    for turn in play.turns[::4]:
        for seat in play.seats():
            seen = game.observe(turn.after, seat)
            world = game.imagine(seen, rng)
            assert game.observe(world, seat) == seen
            now, then = piles(world, heaps), piles(turn.after, heaps)
            assert not any(pile.unknown for pile in now)
            assert list(map(len, now)) == list(map(len, then))
            if game.name != "lepidoptery":  # there a pile's cards are one seat's own
                assert sum((p.counts() for p in now), Counter()) == sum(
                    (p.counts() for p in then), Counter()
                )


def test_what_is_known_throughout_is_imagined_as_it_is(play: Play) -> None:
    for turn in play.turns[::8]:
        assert play.game.imagine(turn.after, Random(1)) == turn.after


def test_hidden_cards_do_not_reach_an_imagined_world(play: Play) -> None:
    game = play.game
    for turn in play.turns[::6]:
        for seat in range(play.rules.seats):
            world = game.imagine(game.observe(turn.after, seat), Random(3))
            for other in list(CASES[game.name].swaps(turn.after, seat))[:3]:
                assert game.imagine(game.observe(other, seat), Random(3)) == world


def test_a_game_goes_on_from_an_imagined_world_to_its_end(play: Play) -> None:
    game, rng = play.game, Random(8)
    middle = play.turns[len(play.turns) // 2].after
    state = game.imagine(game.observe(middle, 0), rng)
    while seated := game.to_act(state):
        legal = game.legal_actions(state, seated[0])
        state = game.play(state, legal[int(rng.random() * len(legal))], Shuffled(rng)).state
    assert game.outcome(state) is not None


def test_in_lepidoptery_each_seat_keeps_its_own_cards() -> None:
    rules = LEPIDOPTERY.rules(seeds.edition(LEPIDOPTERY), read_options(LEPIDOPTERY.options, {}), 2)
    state = LEPIDOPTERY.set_up(rules, 0, Shuffled(Random(1))).state
    world = LEPIDOPTERY.imagine(LEPIDOPTERY.observe(state, 0), Random(2))
    for seat in (0, 1):
        cards = world.hands[seat].counts() + world.decks[seat].counts()
        assert cards == Counter(rules.components.deck)


def test_dusk_cards_are_imagined_in_the_deck_alone() -> None:
    game = LANTERN_MOTHS
    rules = game.rules(seeds.edition(game), read_options(game.options, {}), 2)
    rng, seen = Random(4), 0
    state = game.set_up(rules, 0, Shuffled(rng)).state
    while seated := game.to_act(state):
        for seat in (0, 1):
            blind = game.observe(state, seat)
            blind = type(blind)(
                **{f: getattr(blind, f) for f in blind.__struct_fields__}
                | {"deck": blind.deck.hidden()}
            )
            world = game.imagine(blind, rng)
            assert not any("D" in hand.known for hand in (*world.hands, *world.lanterns))
            assert world.deck.known.count("D") == state.deck.known.count("D")
            seen += world.deck.known.count("D")
        state = game.play(
            state, rng.choice(game.legal_actions(state, seated[0])), Shuffled(rng)
        ).state
    assert seen


def test_every_card_is_as_likely_in_every_place() -> None:
    """Six unknown places and six cards: each one lies in the hand of two in 2 of 6 worlds."""
    rng, hits, tries = Random(11), Counter[str](), 3000
    for _ in range(tries):
        hand, deck = dealt([Pile((), 2), Pile((), 4)], list("abcdef"), rng)
        assert sorted(hand.known + deck.known) == list("abcdef")
        hits.update(hand.known)
    for card in "abcdef":  # six standard deviations of a share of 1/3: sqrt(3000 * 2/9) = 25.8
        assert abs(hits[card] - 1000) < 155


def test_more_unknown_cards_than_are_left_are_refused() -> None:
    with pytest.raises(Unimaginable, match="3 unknown cards lie about, and only 2 are left"):
        dealt([Pile((), 3)], ["a", "b"], Random(1))


def test_every_game_can_be_imagined() -> None:
    assert set(HEAPS) == set(GAMES)
