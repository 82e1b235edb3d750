"""What holds in every game of Lepidoptery, whoever plays it and however badly."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from domain.chance import Shuffled
from domain.events import Event
from domain.games import LEPIDOPTERY as GAME
from domain.games.lepidoptery.actions import Pass, Play
from domain.games.lepidoptery.edition import Edition
from domain.games.lepidoptery.events import (
    ColumnsCleared,
    CombinationPlayed,
    GameWon,
    HandReplenished,
    Passed,
)
from domain.games.lepidoptery.state import State
from tests.domain.lepidoptery.build import COLUMNS, PRINTED, A, B, edition, kinds, position, rules
from tests.domain.lepidoptery.reference import Table as Reference

modest = settings(max_examples=80, derandomize=True)
SUPPLIES = ("unlimited", "limited")
BOXES: tuple[Edition, ...] = (
    edition(),
    edition(heights=(3, 7, 5, 9, 8)),
    edition(heights=(1, 2, 3, 4, 20)),
    edition(copies=dict.fromkeys(range(1, 11), 2), hand=7),
    edition(columns=("pair", "single", "run2", "triple", "run3"), tokens=25),
)


@dataclass(frozen=True)
class Table:
    """A way to play: edition, answer, seed, and how much passing and low cards are liked."""

    box: int
    supply: str
    seed: int
    passing: int
    shortness: int


tables = st.builds(
    Table,
    box=st.integers(0, len(BOXES) - 1),
    supply=st.sampled_from(SUPPLIES),
    seed=st.integers(0, 2**32),
    passing=st.integers(0, 40),
    shortness=st.integers(0, 2),
)


def turns(table: Table) -> Iterator[tuple[State, list[Event], State]]:
    """Yield every choice's events with the positions before and after, the set-up first."""
    rng = Random(table.seed)
    chance = Shuffled(rng)
    box = rules(BOXES[table.box], token_supply=table.supply)
    before, run = GAME.blank(box), GAME.set_up(box, table.seed % 2, chance)
    while True:
        yield before, run.events, run.state
        before = run.state
        legal = GAME.legal_actions(before)
        if not legal:
            return
        weights = [_liking(table, action) for action in legal]
        action = rng.choices(legal, weights)[0] if sum(weights) else legal[0]
        run = GAME.play(before, action, chance)


def _liking(table: Table, action: Play | Pass) -> int:
    if isinstance(action, Pass):
        return table.passing
    return len(action.ranks) ** table.shortness


@modest
@given(tables)
def test_no_card_is_ever_lost_or_made_or_changes_hands(table: Table) -> None:
    for _, _, after in turns(table):
        for seat in (A, B):
            piles = (after.hands[seat], after.decks[seat], after.spent[seat])
            assert not any(pile.unknown for pile in piles)
            found = sum((pile.counts() for pile in piles), Counter[str]())
            assert found == Counter(after.rules.components.deck)
            lying = Counter(
                str(rank) for there in after.area if there.seat == seat for rank in there.cards
            )
            assert lying <= after.spent[seat].counts()


@modest
@given(tables)
def test_at_most_one_column_is_full_when_a_turn_begins(table: Table) -> None:
    for _, _, after in turns(table):
        heights = after.rules.components.heights
        lengths = [len(there) for there in after.columns]
        assert all(n <= height for n, height in zip(lengths, heights, strict=True))
        if not after.ended:
            assert sum(n == height for n, height in zip(lengths, heights, strict=True)) <= 1


@modest
@given(tables)
def test_there_is_always_exactly_one_winner_by_a_row_or_by_shedding_out(table: Table) -> None:
    *_, (before, events, end) = turns(table)
    assert kinds(events) == ["CombinationPlayed", "GameWon"]
    result = GAME.outcome(end)
    assert result.winners == (before.turn,) == (end.winner,)
    shed = not len(end.hands[before.turn]) and not len(end.decks[before.turn])
    row = Reference(end).four_in_a_row(before.turn)
    assert (result.shed, bool(result.lines)) == (shed, row)
    assert result.ended_by == {(True, True): "both", (True, False): "shed_out"}.get(
        (shed, row), "line"
    )
    for line in result.lines:
        assert len(line.cells) >= 4


@modest
@given(tables)
def test_nobody_has_four_in_a_row_while_the_game_goes_on(table: Table) -> None:
    for _, _, after in turns(table):
        if not after.ended:
            there = Reference(after)
            assert not any(there.four_in_a_row(seat) for seat in (A, B))


@modest
@given(tables)
def test_a_game_is_no_longer_than_three_choices_a_card(table: Table) -> None:
    """A play takes a real card, 2 x 38 = 76 at most; before each come two passes at most: 228."""
    table = Table(table.box, "unlimited", table.seed, table.passing, table.shortness)
    choices, passed, end = 0, 0, None
    for _, events, after in turns(table):
        end = after
        choices += isinstance(events[0], CombinationPlayed | Passed)
        passed = passed + 1 if isinstance(events[0], Passed) else 0
        assert passed <= 2
    assert end is not None
    assert choices <= 3 * 2 * len(end.rules.components.deck)
    assert choices == sum(end.plays) + sum(end.passes)
    if end.rules.components.deck == rules().components.deck:
        assert choices <= 228 == 3 * 2 * PRINTED.total()


@modest
@given(tables)
def test_whoever_passes_may_lead_any_type_the_next_time(table: Table) -> None:
    """With the Joker up, the marker clear and a card in hand there is something to play."""
    for _, events, after in turns(table):
        if not isinstance(events[0], Passed) or table.supply == "limited":
            continue
        seat = events[0].seat
        assert after.jokers[seat]
        assert after.markers[seat] == "pass"
        view = replace(after, turn=seat)
        assert any(isinstance(action, Play) for action in GAME.legal_actions(view))


@modest
@given(tables)
def test_the_board_holds_no_more_tokens_than_were_placed(table: Table) -> None:
    placed, cleared = Counter[int](), 0
    for before, events, after in turns(table):
        for event in events:
            if isinstance(event, CombinationPlayed):
                placed[event.seat] += 1
            if isinstance(event, ColumnsCleared):
                assert len(event.columns) == 1
                cleared += 1
        lying = [sum(there.count(seat) for there in after.columns) for seat in (A, B)]
        assert all(lying[seat] <= placed[seat] == after.plays[seat] for seat in (A, B))
        assert after.clears == cleared
        if not cleared:
            assert lying == [placed[A], placed[B]]
        if table.supply == "limited":
            assert max(lying) <= after.rules.components.tokens
        assert [after.tokens_left(s) + lying[s] for s in (A, B)] == (
            [after.rules.components.tokens] * 2
        )
        assert before.clears <= after.clears


@modest
@given(tables)
def test_hands_are_twelve_or_more_after_a_pass_unless_the_deck_is_empty(table: Table) -> None:
    for before, events, after in turns(table):
        if not isinstance(events[0], Passed):
            continue
        hand = after.rules.components.hand
        drawn = {e.seat: len(e.cards) for e in events if isinstance(e, HandReplenished)}
        for seat in (A, B):
            had, deck = len(before.hands[seat]), len(before.decks[seat])
            assert drawn.get(seat, 0) == min(deck, 1 if had >= hand else hand - had)
            assert len(after.hands[seat]) >= hand or not len(after.decks[seat])
        assert [e.seat for e in events[1:]] == sorted(
            drawn, key=lambda seat: seat != events[0].seat
        )


@modest
@given(tables)
def test_each_combination_beats_the_one_below_it_and_differs_from_the_last(table: Table) -> None:
    last: dict[int, str | None] = {A: None, B: None}
    below: tuple[int, ...] | None = None
    for _, events, _ in turns(table):
        match events[0]:
            case Passed(seat):
                below, last[seat] = None, None
            case CombinationPlayed(seat, ranks):
                kind = f"{len(ranks)} {ranks[-1] - ranks[0]}"
                assert kind != last[seat]
                last[seat] = kind
                if below is not None:
                    assert (ranks[0], len(ranks)) > (below[0], len(below))
                below = ranks


@modest
@given(tables)
def test_a_joker_is_used_once_between_two_passes_of_its_player(table: Table) -> None:
    up = [True, True]
    for _, events, after in turns(table):
        match events[0]:
            case Passed(seat):
                up[seat] = True
            case CombinationPlayed(seat, _, joker) if joker is not None:
                assert up[seat]
                up[seat] = False
        assert list(after.jokers) == up


@modest
@given(tables)
def test_the_position_at_every_step_is_the_fold_of_the_events_before_it(table: Table) -> None:
    """The same from the whole game's events, and the events alone are enough."""
    told: list[Event] = []
    positions: list[tuple[int, State]] = []
    for before, events, after in turns(table):
        told += events
        positions.append((len(told), after))
        blank = GAME.blank(before.rules)
    state = blank
    folded = [state := GAME.evolve(state, event) for event in told]
    for step, live in positions:
        assert folded[step - 1] == live
    assert isinstance(told[-1], GameWon)


@modest
@given(tables, st.sampled_from([A, B, None]))
def test_a_seats_own_log_leads_to_what_it_sees(table: Table, seat: int | None) -> None:
    own: State | None = None
    for before, events, after in turns(table):
        own = GAME.observe(before, seat) if own is None else own
        for event in events:
            own = GAME.evolve(own, GAME.redact(event, seat))
        assert GAME.observe(own, seat) == GAME.observe(after, seat)


@modest
@given(tables)
def test_what_is_unseen_of_a_player_is_what_hand_and_deck_hold(table: Table) -> None:
    for _, _, after in turns(table):
        view = GAME.observe(after, None)
        for seat in (A, B):
            hidden = after.hands[seat].counts() + after.decks[seat].counts()
            assert Counter(view.unseen(seat)) == hidden


@modest
@given(tables)
def test_choices_are_those_of_the_rulebook(table: Table) -> None:
    """The reference tries every handful; the code does not."""
    for _, _, after in turns(table):
        expected = Reference(after).choices()
        actions = GAME.legal_actions(after)
        assert {"pass" if isinstance(a, Pass) else (a.ranks, a.joker) for a in actions} == expected
        assert len(actions) == len(expected) == GAME.count_legal(after)


@modest
@given(tables)
def test_a_leader_passes_only_with_an_empty_deck(table: Table) -> None:
    """Both draw to twelve at each pass, and twelve cards can always be led (below)."""
    if BOXES[table.box].hand.value < 12 or table.supply == "limited":
        return
    for before, events, _ in turns(table):
        if isinstance(events[0], Passed) and before.leading:
            assert not len(before.decks[events[0].seat])


@modest
@given(
    st.permutations(sorted(PRINTED.elements())),
    st.sampled_from(COLUMNS),
    st.sampled_from(COLUMNS),
)
def test_twelve_cards_can_always_be_led(deck: list[str], marker: str, full: str) -> None:
    """Two types at most are barred, by the marker and by a full column.

    Where that leaves neither singles nor pairs: twelve cards without neighbouring ranks would lie
    on five ranks at most, so that some rank is there three times. Twelve on ten ranks are a pair.
    """
    state = position(
        (" ".join(deck[:12]), ""),
        board={full: "ABABAB"},
        markers=(marker, None),
        jokers=(False, True),
    )
    assert Pass(A) not in GAME.legal_actions(state)
