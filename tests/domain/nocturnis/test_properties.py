"""What holds in every game of Nocturnis, whoever plays it and however badly."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from domain.chance import Shuffled
from domain.events import Event
from domain.games import NOCTURNIS as GAME
from domain.games.nocturnis.actions import Draw, LureNone, Mark, StopDrawing
from domain.games.nocturnis.edition import Edition
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
from domain.games.nocturnis.state import DiscardCards, DrawCards, MayLure, Release, State
from tests.domain.nocturnis.build import edition, rows, rules
from tests.domain.nocturnis.reference import Paper, Tally, drawn, squares

modest = settings(max_examples=30, derandomize=True)

WIDE = """
m f d m f d m
d m f D m f d
f d # f D m f
m F d m f # m
d m f d M f d
f d m F d m f
"""
BOXES: tuple[Edition, ...] = (
    edition(),
    edition(
        back=WIDE,
        bonuses={
            "d5": "draw 3",
            "e4": "shape Domino",
            "b3": "shape Corner",
            "e2": "2 points",
            "d1": "shape Dot",
        },
        cards=rows("cards", {"key": "L1", "copies": 18, "effect": "shape Domino"}),
    ),
    edition(exchanges=9, hand_limit=3, display=1, cards=rows("cards", {"key": "L2", "points": 9})),
)


@dataclass(frozen=True)
class Table:
    """A way to play: box, rulings, seats, seed, and how much marking and luring are liked."""

    box: int
    seats: int
    sides: tuple[str, ...]
    first_round: str
    out_when: str
    effect_draw_limit: str
    reshuffle: str
    seed: int
    marking: int
    luring: int

    @property
    def edition(self) -> Edition:
        """The box on the table."""
        return BOXES[self.box]


def tables(seats: st.SearchStrategy[int]) -> st.SearchStrategy[Table]:
    """Draw tables of these numbers of seats."""
    return seats.flatmap(
        lambda number: st.builds(
            Table,
            box=st.integers(0, len(BOXES) - 1),
            seats=st.just(number),
            sides=st.tuples(*[st.sampled_from(["front", "back"])] * number),
            first_round=st.sampled_from(["free", "must_mark"]),
            out_when=st.sampled_from(["this_card", "any_card"]),
            effect_draw_limit=st.sampled_from(["hand_limit", "unlimited"]),
            reshuffle=st.sampled_from(["when_needed", "when_emptied"]),
            seed=st.integers(0, 2**32),
            marking=st.integers(0, 9),
            luring=st.integers(1, 30),
        )
    )


anybody = tables(st.sampled_from([1, 2, 3, 8]))
few = tables(st.integers(1, 2))


def turns(table: Table) -> Iterator[tuple[State, list[Event], State]]:
    """Yield every choice's events with the positions before and after, the set-up first."""
    rng = Random(table.seed)
    chance = Shuffled(rng)
    box = rules(
        table.seats,
        table.edition,
        table.sides,
        first_round=table.first_round,
        out_when=table.out_when,
        effect_draw_limit=table.effect_draw_limit,
        reshuffle=table.reshuffle,
    )
    before, run = GAME.blank(box), GAME.set_up(box, 0, chance)
    while True:
        yield before, run.events, run.state
        before = run.state
        seats = [seat for seat in range(table.seats) if GAME.count_legal(before, seat)]
        if not seats:
            assert before.ended
            return
        legal = GAME.legal_actions(before, rng.choice(seats))
        kinds = sorted({action.__struct_config__.tag for action in legal})
        liked = rng.choices(kinds, [_liking(table, kind) for kind in kinds])[0]
        action = rng.choice([a for a in legal if a.__struct_config__.tag == liked])
        run = GAME.play(before, action, chance)


def _liking(table: Table, kind: str) -> int:
    return {"mark": table.marking + 1, "lure": table.luring, "draw": 4}.get(kind, 1)


def steps(table: Table) -> Iterator[tuple[State, Event, State]]:
    """Yield every event with the positions before and after."""
    for before, events, _ in turns(table):
        state = before
        for event in events:
            after = GAME.evolve(state, event)
            yield state, event, after
            state = after


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


@modest
@given(anybody)
def test_the_position_at_every_step_is_the_fold_of_the_events_before_it(table: Table) -> None:
    state: State | None = None
    for before, events, after in turns(table):
        state = before if state is None else state
        for event in events:
            state = GAME.evolve(state, event)
        assert state == after


@modest
@given(anybody, st.sampled_from([0, None]))
def test_a_seats_own_log_leads_to_what_it_sees(table: Table, seat: int | None) -> None:
    own: State | None = None
    for before, events, after in turns(table):
        own = GAME.observe(before, seat) if own is None else own
        for event in events:
            own = GAME.evolve(own, GAME.redact(event, seat))
        assert GAME.observe(own, seat) == GAME.observe(after, seat)


@modest
@given(anybody)
def test_what_is_unseen_is_what_hands_and_stack_hide(table: Table) -> None:
    for _, _, after in turns(table):
        view = GAME.observe(after, None)
        hidden = after.stack.counts()
        for hand, shown in zip(after.hands, after.shown, strict=True):
            hidden += hand.counts() - shown.counts()
        assert Counter(view.unseen()) == hidden
        assert Counter(view.unseen_habitats()) == after.habitats.counts()


@modest
@given(anybody)
def test_whom_the_game_waits_for_has_something_to_choose(table: Table) -> None:
    for _, _, after in turns(table):
        waiting = GAME.to_act(after)
        assert bool(waiting) != after.ended
        for seat in range(table.seats):
            legal = GAME.legal_actions(after, seat)
            assert len(legal) == GAME.count_legal(after, seat)
            assert all(action.seat == seat for action in legal)
            forced = any(
                isinstance(a, Mark | Draw | LureNone | StopDrawing)
                or a.__struct_config__.tag in ("take_bonus", "discard")
                for a in legal
            )
            assert forced == (seat in waiting)
        every = [a for seat in range(table.seats) for a in GAME.legal_actions(after, seat)]
        assert GAME.legal_actions(after) == every
