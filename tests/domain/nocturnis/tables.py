"""Random tables of Nocturnis, played to their end."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from hypothesis import strategies as st

from domain.chance import Shuffled
from domain.events import Event
from domain.games import NOCTURNIS as GAME
from domain.games.nocturnis.edition import Edition
from domain.games.nocturnis.state import State
from tests.domain.nocturnis.build import edition, rows, rules

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
