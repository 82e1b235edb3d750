"""Counts of legal actions and of what can follow, by hand and by trying every handful of cards.

Where cards are drawn, the lowest one of the deck comes.
"""

from collections import Counter
from dataclasses import dataclass
from random import Random

import pytest

from domain.chance import Candidates, Shuffled
from domain.games import LEPIDOPTERY as GAME
from domain.games.lepidoptery.actions import Pass, Play
from domain.games.lepidoptery.state import State
from domain.piles import Pile
from tests.domain.lepidoptery.build import LOW, A, B, choices, deal, go, lay, position, rules
from tests.domain.lepidoptery.reference import TYPES, Choice, Table, possible, tree


class Lowest:
    """Draws the lowest card of a pile that is known throughout."""

    def draw(self, pile: Pile, question: str, candidates: Candidates) -> str | None:
        assert not pile.unknown
        return min(pile.known, key=int)


@dataclass(frozen=True)
class Case:
    """A position and the number of ways in which its next one, two and three choices can go."""

    state: State
    ways: tuple[int, ...]


LEAD = position(("7", "8"), decks=("2", "3"))
FOLLOW = position(
    ("4 5 5 5 6 9 10", "3 3 8"),
    "B 5 5",
    decks=("2 7", "6 6"),
    markers=("run2", "pair"),
)
CROWDED = position(
    ("7 7 7 8 8", "9 9"),
    "B 3",
    board={"run3": "ABABAB", "run2": "BABAB", "single": "ABB", "pair": "ABA", "triple": "AABAA"},
    decks=("1 2", "4"),
    markers=("single", "single"),
    jokers=(False, True),
)
STUCK = position(
    ("7", "8 8"), decks=("2 3", "9"), markers=("single", "pair"), jokers=(False, False)
)
OPENING = deal(LOW, "5 5 5 6 6 6 7 7 7 8 8 8").state


def following(state: State, depth: int) -> int:
    """Count the ways in which the game lets the next ``depth`` choices go."""
    actions = GAME.legal_actions(state)
    if depth == 1:
        return len(actions)
    return sum(following(GAME.play(state, action, Lowest()).state, depth - 1) for action in actions)


def test_leading_with_a_single_card() -> None:
    """A 7 with the Joker: 7, 7-7, 6-7, 7-8. Leading, A may not pass: 4.

    Then B holds an 8 and a Joker and may pass, always one way. On A's 7: 8, 8-8, 7*-8 (as low
    with more cards), 8-9: 4 + 1 = 5. On 7-7, on 7-8: 8, 8-8, 8-9; 7*-8 is as low and no longer:
    3 + 1 = 4 each. On 6-7: 8, 8-8, 7*-8, 8-9: 5. Together 5 + 4 + 5 + 4 = 18.
    """
    assert sorted(choices(LEAD)) == ["6* 7", "7", "7 8*", "7* 7"]
    after = {text: len(choices(go(LEAD, lay(A, text)))) for text in choices(LEAD)}
    assert after == {"7": 5, "7* 7": 4, "7 8*": 4, "6* 7": 5}
    assert following(LEAD, 2) == 18


def test_following_a_pair_after_a_run_of_two() -> None:
    """To beat 5-5 from 4 5 5 5 6 9 10 with the Joker, and not with a run of 2.

    Singles above 5: 6, 9, 10 (3). Pairs above 5: each of them with the Joker (3). Triples: 5-5-5
    with three real cards, or with two and the Joker (2). Runs of 3 from 5 up: 5-6-7* and 8*-9-10
    (2). The pass: 1. Together 11.
    """
    assert Counter(len(text.split()) for text in choices(FOLLOW) if text != "pass") == {
        1: 3,
        2: 3,
        3: 4,
    }
    assert len(choices(FOLLOW)) == 3 + 3 + 2 + 2 + 1 == 11


def test_a_crowded_board() -> None:
    """On B's 3, from 7 7 7 8 8 without Joker: no single again, and the runs of 3 are full.

    7-8, 7-7, 8-8, 7-7-7 and the pass: 5. Columns b and e have one space left and take a token.
    """
    assert sorted(choices(CROWDED)) == ["7 7", "7 7 7", "7 8", "8 8", "pass"]


def test_a_leader_who_is_stuck() -> None:
    """A's last was a single, the 7 is alone and the Joker used: the pass is all.

    It turns A's Joker up, and both draw all they can: A 2 3 7, B 8 8 9. B, whose Joker is down
    and whose last was a pair, leads 8, 9 or 8-9 and may not pass: 3.
    """
    assert choices(STUCK) == ["pass"]
    assert following(STUCK, 1) == 1
    assert following(STUCK, 2) == 3


def test_the_opening_from_three_of_each_of_one_to_four() -> None:
    """Real cards: 4 singles, 4 pairs, 4 triples, 3 runs of 2, 2 runs of 3: 17.

    With the Joker: 4 pairs, 4 triples; in a run of 2 low before 2, 3, 4 (3) or high after 1 to 4
    (4): 7; in a run of 3 low before 2-3, 3-4 (2), within 1-3, 2-4 (2), high after 1-2, 2-3, 3-4
    (3): 7. That is 4 + 4 + 7 + 7 = 22. Nobody passes an opening: 17 + 22 = 39.
    """
    texts = choices(OPENING)
    assert len([text for text in texts if "*" not in text]) == 17
    assert len([text for text in texts if "*" in text]) == 22
    assert len(texts) == 39


CASES = {
    "lead": Case(LEAD, (4, 18, 20)),
    "follow": Case(FOLLOW, (11, 37, 570)),
    "crowded": Case(CROWDED, (5, 28, 82)),
    "stuck": Case(STUCK, (1, 3, 3)),
    "opening": Case(OPENING, (39, 1631)),
}


@pytest.mark.parametrize("name", CASES)
def test_the_tree_of_the_next_choices(name: str) -> None:
    """The numbers come from trying every handful; those of one choice are worked out above."""
    case = CASES[name]
    depths = range(1, len(case.ways) + 1)
    assert not any(Table(case.state).four_in_a_row(seat) for seat in (A, B))
    assert tuple(tree(Table(case.state), depth) for depth in depths) == case.ways
    assert tuple(following(case.state, depth) for depth in depths) == case.ways


def chosen(actions: list[Play | Pass]) -> set[Choice]:
    """Write actions as the reference does."""
    return {"pass" if isinstance(a, Pass) else (a.ranks, a.joker) for a in actions}


@pytest.mark.parametrize("supply", ["unlimited", "limited"])
@pytest.mark.parametrize("seed", range(12))
def test_whole_games_go_as_in_the_reference(seed: int, supply: str) -> None:
    """Every choice, hand, deck, column and the winner, with decks that lie lowest card on top."""
    rng = Random(seed)
    state = GAME.set_up(rules(token_supply=supply), seed % 2, Shuffled(rng)).state
    table = Table(state)
    while not state.ended:
        actions = GAME.legal_actions(state)
        assert len(actions) == len(set(actions)) == GAME.count_legal(state)
        assert chosen(actions) == table.choices()
        action = actions[int(rng.random() * len(actions))]
        state = GAME.play(state, action, Lowest()).state
        table.choose("pass" if isinstance(action, Pass) else (action.ranks, action.joker))
        assert [[int(c) for c in sorted(h.known, key=int)] for h in state.hands] == table.hands
        assert [len(deck) for deck in state.decks] == [len(deck) for deck in table.decks]
        assert [list(there) for there in state.columns] == list(table.board.values())
        assert list(state.jokers) == table.joker
        assert state.winner == table.winner
    assert table.choices() == set()


@pytest.mark.parametrize("seed", range(4))
def test_a_view_allows_what_the_seen_and_unseen_cards_allow(seed: int) -> None:
    """From every position of a game, as somebody without a seat sees it."""
    rng = Random(100 + seed)
    state = GAME.set_up(rules(), A, Shuffled(rng)).state
    while not state.ended:
        view = GAME.observe(state, None)
        table = Table(state)
        held = possible(view, state.turn)
        expected: set[Choice] = set()
        for ranks in filter(table.allows, TYPES):
            if ranks in held:
                expected.add((ranks, None))
            if state.jokers[state.turn] and len(ranks) > 1:
                for at, joker in enumerate(ranks):
                    if ranks[:at] + ranks[at + 1 :] in held:
                        expected.add((ranks, joker))
        actions = GAME.legal_actions(view)
        assert chosen(actions) == {*expected, "pass"}
        assert len(actions) == len(set(actions)) == GAME.count_legal(view)
        actions = GAME.legal_actions(state)
        state = GAME.play(state, actions[int(rng.random() * len(actions))], Lowest()).state


def test_actions_come_in_a_fixed_order_columns_from_the_left_and_the_pass_last() -> None:
    order = [len(action.ranks) for action in GAME.legal_actions(OPENING)]
    assert order == [3] * 9 + [2] * 10 + [1] * 4 + [2] * 8 + [3] * 8
    assert choices(FOLLOW)[-1] == "pass"


def test_the_order_does_not_depend_on_how_the_hand_was_told() -> None:
    one, other = position(("9 4 7 7", ""), "B 3"), position(("7 9 7 4", ""), "B 3")
    assert GAME.legal_actions(one) == GAME.legal_actions(other)
