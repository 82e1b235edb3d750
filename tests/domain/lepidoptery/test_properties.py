"""What holds in every position of Lepidoptery, however it came about."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from domain.events import Event
from domain.games import LEPIDOPTERY as GAME
from domain.games.lepidoptery.actions import Pass
from domain.games.lepidoptery.events import (
    ColumnsCleared,
    CombinationPlayed,
    GameWon,
)
from domain.games.lepidoptery.state import State
from tests.domain.lepidoptery.build import A, B
from tests.domain.lepidoptery.games import Table, modest, tables, turns
from tests.domain.lepidoptery.reference import Table as Reference


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
