"""What holds in every game of Nocturnis, whoever plays it and however badly."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from domain.games import NOCTURNIS as GAME
from domain.games.nocturnis.actions import Mark
from domain.games.nocturnis.events import (
    CardsDiscarded,
    DisplayRestocked,
    ExchangeBegun,
    HabitatMarked,
    HabitatRevealed,
    LureDeclined,
    MothDrawn,
    MothLured,
    MothTaken,
    NightEnded,
    RoundSatOut,
    WentOut,
)
from domain.games.nocturnis.state import DiscardCards, DrawCards, MayLure, Release
from tests.domain.nocturnis.build import rules
from tests.domain.nocturnis.reference import Paper, Tally, drawn, squares
from tests.domain.nocturnis.tables import Table, anybody, few, steps, tables, turns

modest = settings(max_examples=30, derandomize=True)


@modest
@given(anybody)
def test_no_card_is_ever_lost_or_made(table: Table) -> None:
    for _, _, after in steps(table):
        found = Counter(after.display) + Counter(after.discards) + after.stack.counts()
        for hand in after.hands:
            assert not hand.unknown
            found += hand.counts()
        for tasks in after.tasks:
            for task in tasks:
                if isinstance(task, Release):
                    found += Counter(task.cards)
        assert found == Counter(after.rules.components.deck)
        habitats = Counter(after.habitat_discards) + after.habitats.counts()
        assert habitats + Counter([after.habitat]) == Counter(after.rules.components.habitats)
        for hand, shown in zip(after.hands, after.shown, strict=True):
            assert shown.counts() <= hand.counts()


@modest
@given(anybody)
def test_marks_lures_and_points_are_those_of_the_rulebook(table: Table) -> None:
    """The reference hears the events alone. It checks each shape's form and place, each moth's
    symbols and cross, each skipped shape, and adds the points up by itself.
    """
    tally, end = Tally(table.edition, table.sides), None
    for _, event, after in steps(table):
        tally.tell(event)
        end = after
    assert end is not None
    result = GAME.outcome(end)
    for seat, found in enumerate(result.scores):
        assert {name: getattr(found, name) for name in found.__struct_fields__} == tally.score(seat)
    best = max((s.total, s.lures) for s in result.scores)
    assert result.winners == tuple(
        seat for seat, s in enumerate(result.scores) if (s.total, s.lures) == best
    )


@modest
@given(few)
def test_the_marks_on_offer_are_those_of_the_rulebook(table: Table) -> None:
    papers = [Paper(getattr(table.edition, side).value) for side in table.sides]
    forms = {row.name: drawn(row.drawing) for row in table.edition.shapes.value}
    for nth, (_, _, after) in enumerate(turns(table)):
        for seat in range(table.seats) if nth % 3 == 0 else ():
            actions = [a for a in GAME.legal_actions(after, seat) if isinstance(a, Mark)]
            if (due := after.due_shape(seat)) is None:
                assert actions == []
                continue
            sheet, marked = after.sheet(seat), after.gardens[seat].marked
            taken = squares(name for at, name in enumerate(sheet.names) if marked >> at & 1)
            assert {squares(a.squares) for a in actions} == papers[seat].places(forms[due], taken)


@modest
@given(anybody)
def test_no_square_is_marked_twice_and_every_shape_hangs_together(table: Table) -> None:
    for _, _, after in turns(table):
        for garden in after.gardens:
            assert sum(shape.bit_count() for shape in garden.shapes) == garden.marked.bit_count()
            assert len({one.shape for one in garden.lured}) == len(garden.lured)
            assert len(set(garden.bonuses)) == len(garden.bonuses)


@modest
@given(anybody)
def test_a_moth_has_its_symbols_within_one_shape_of_the_same_round(table: Table) -> None:
    """Each shape is asked about once at most, in the round in which it was marked."""
    papers = [Paper(getattr(table.edition, side).value) for side in table.sides]
    cards = {row.key: row for row in table.edition.cards.value}
    born: dict[tuple[int, int], int] = {}
    answered: set[tuple[int, int]] = set()
    for before, event, after in steps(table):
        if not isinstance(event, HabitatMarked | MothLured | LureDeclined):
            continue
        seat, shapes = event.seat, after.gardens[event.seat].shapes
        if isinstance(event, HabitatMarked):
            born[seat, len(shapes) - 1] = after.round
            continue
        task = before.top(seat)
        assert isinstance(task, MayLure)
        assert (seat, task.shape) not in answered
        answered.add((seat, task.shape))
        assert born[seat, task.shape] == before.round
        if isinstance(event, MothLured):
            names = before.sheet(seat).names
            there = squares(name for at, name in enumerate(names) if shapes[task.shape] >> at & 1)
            needed = Counter(s for card in event.cards for s in cards[card].symbols.split())
            assert needed <= papers[seat].symbols(there)
            last = after.gardens[seat].lured[-1]
            assert (last.cards, last.shape) == (event.cards, task.shape)


@modest
@given(anybody)
def test_hands_keep_to_the_limit_but_for_what_rulings_allow(table: Table) -> None:
    for _, _, after in turns(table):
        if table.effect_draw_limit == "hand_limit":
            limit = after.rules.components.hand_limit
            assert all(len(hand) <= limit for hand in after.hands)
        assert len(after.display) <= after.rules.components.display
        assert all(n <= after.rules.components.exchanges for n in after.exchanges)


@modest
@given(anybody)
def test_one_seat_takes_cards_at_a_time(table: Table) -> None:
    """From the first card of a draw or exchange to its last no other seat takes one."""
    for before, event, _ in steps(table):
        if not isinstance(event, MothDrawn | MothTaken | ExchangeBegun | CardsDiscarded):
            continue
        if before.queue:
            assert event.seat == before.queue[0]
        else:
            assert not any(
                isinstance(task, DrawCards | DiscardCards)
                for tasks in before.tasks
                for task in tasks
            )


@modest
@given(anybody)
def test_every_seat_acts_once_a_round_or_cannot(table: Table) -> None:
    """A round ends with each seat having marked, drawn, sat it out or gone out."""
    acted: set[int] = set()
    out: set[int] = set()
    for before, event, _ in steps(table):
        match event:
            case HabitatRevealed():
                assert acted | out == set(range(table.seats))
                acted = set()
            case HabitatMarked(seat) | MothDrawn(seat) | MothTaken(seat):
                if before.top(seat) is None:
                    assert seat not in acted | out
                    acted.add(seat)
            case RoundSatOut(seat):
                assert table.out_when == "any_card"
                acted.add(seat)
            case WentOut(seat):
                assert seat not in acted | out
                assert not before.within_action
                out.add(seat)
            case NightEnded():
                assert out == set(range(table.seats))


@modest
@given(anybody)
def test_the_display_is_as_full_as_cards_allow_after_every_taking(table: Table) -> None:
    for before, events, _ in turns(table):
        state = before
        taken = False
        for event in events:
            state = GAME.evolve(state, event)
            taken = taken or isinstance(event, MothTaken)
            if isinstance(event, DisplayRestocked):
                full = len(state.display) == state.rules.components.display
                assert full or not len(state.stack)
        if taken and not any(isinstance(event, DisplayRestocked) for event in events):
            assert len(state.display) < state.rules.components.display


@modest
@given(tables(st.just(8)))
def test_games_of_eight_end_with_everybody_out(table: Table) -> None:
    *_, (_, events, end) = turns(table)
    assert isinstance(events[-1], NightEnded)
    assert end.out == (True,) * 8
    assert len(GAME.outcome(end).scores) == 8


@modest
@given(few)
def test_a_game_is_no_longer_than_its_squares_and_cards(table: Table) -> None:
    """A round costs a seat a square or fills its hand; lures empty it, one a shape at most."""
    draws = marks = lures = exchanges = 0
    for _, event, _ in steps(table):
        draws += isinstance(event, MothDrawn | MothTaken)
        marks += isinstance(event, HabitatMarked)
        lures += isinstance(event, MothLured) and len(event.cards)
        exchanges += isinstance(event, ExchangeBegun)
        end = event
    assert isinstance(end, NightEnded)
    sheets = rules(table.seats, table.edition, table.sides).components.sheets
    free = sum(
        len(sheets[side].names) - sheets[side].ground.empty.bit_count() for side in table.sides
    )
    assert lures <= 2 * marks
    assert marks <= free
    assert exchanges <= table.seats * table.edition.exchanges.value
    opening = table.seats * table.edition.opening_hand.value
    held = len(rules(1, table.edition).components.deck)
    assert opening + draws - lures - 2 * exchanges <= held
