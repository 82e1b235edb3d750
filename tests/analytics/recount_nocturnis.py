"""What Nocturnis' tables should hold, counted from its events alone."""

from collections.abc import Callable, Iterator

from domain.session import Session
from tests.analytics.nocturnal import Night, Seen, at_end, seen, squares, ways
from tests.analytics.recount import Row

Recount = Callable[[int, Session], Iterator[Row]]


def named(s: Session, *names: str) -> Iterator[Seen]:
    """Yield the steps with events of these names."""
    return (at for at in seen(s) if at.name in names)


def where(number: int, at: Seen) -> Row:
    """Return what most rows begin with."""
    return number, at.step, at.event.seat, at.night.round


def rounds(number: int, s: Session) -> Iterator[Row]:
    """One row a seat still in."""
    for at in named(s, "game_set_up", "habitat_revealed"):
        night, shape = at.night, at.event.habitat
        for seat in range(len(s.players)):
            if not night.out[seat]:
                hand = at.event.hands[seat] if at.step == 0 else night.hands[seat]
                drawing = night.box.shapes[shape]
                fits = ways(night.lines(seat), drawing, night.marked(seat))
                row = (number, at.step, seat, night.round + 1, shape, night.box.size(shape))
                yield (*row, fits, len(hand))


def marks(number: int, s: Session) -> Iterator[Row]:
    """One row a shape."""
    for at in named(s, "habitat_marked"):
        kind, *rest = at.night.top(at.event.seat)
        why, shape = rest if kind == "shape" else ("habitat", at.night.habitat)
        nth = len(at.night.shapes[at.event.seat]) + 1
        yield (*where(number, at), nth, shape, why, list(at.event.squares))


def draws(number: int, s: Session) -> Iterator[Row]:
    """One row a card."""
    for at in named(s, "moth_drawn", "moth_taken"):
        kind, *rest = at.night.top(at.event.seat)
        source = "stack" if at.name == "moth_drawn" else "display"
        why = rest[0] if kind == "draw" else "action"
        hand = len(at.night.hands[at.event.seat])
        yield (*where(number, at), source, why, at.event.card, hand)


def stops(number: int, s: Session) -> Iterator[Row]:
    """One row a draw that was left."""
    for at in named(s, "drawing_stopped"):
        _, why, left, _ = at.night.top(at.event.seat)
        yield (*where(number, at), why, left)


def lures(number: int, s: Session) -> Iterator[Row]:
    """One row a moth."""
    for at in named(s, "moth_lured"):
        box, seat = at.night.box, at.event.seat
        species, _, points, effect = box.moth(at.event.cards)
        before = [box.moth(cards)[0] for cards in at.night.lured[seat]].count(species)
        row = (at.night.top(seat)[1], list(at.event.cards), species, before + 1, points)
        yield (*where(number, at), *row, *box.worth(effect))


def declines(number: int, s: Session) -> Iterator[Row]:
    """One row a shape that lured nothing."""
    for at in named(s, "lure_declined"):
        seat, night = at.event.seat, at.night
        row = (night.top(seat)[1], len(night.hands[seat]), night.lurable(seat))
        yield (*where(number, at), *row)


def bonuses(number: int, s: Session) -> Iterator[Row]:
    """One row a bonus square."""
    for at in named(s, "bonus_taken"):
        box = at.night.box
        yield (*where(number, at), at.event.square, *box.worth(box.bonuses[at.event.square]))


def skips(number: int, s: Session) -> Iterator[Row]:
    """One row a shape that fitted nowhere."""
    for at in named(s, "extra_shape_skipped"):
        _, why, shape = at.night.top(at.event.seat)
        yield (*where(number, at), shape, why)


def exchanges(number: int, s: Session) -> Iterator[Row]:
    """One row an exchange."""
    for at in named(s, "exchange_begun"):
        seat, night = at.event.seat, at.night
        moment = "after" if night.acted[seat] else "before"
        moment = "within" if night.begun[seat] else moment
        row = (night.exchanged[seat] + 1, at.event.refresh, moment, len(night.hands[seat]))
        yield (*where(number, at), *row)


def outs(number: int, s: Session) -> Iterator[Row]:
    """One row a seat that could do nothing."""
    for at in named(s, "went_out", "round_sat_out"):
        seat = at.event.seat
        row = (at.name == "went_out", len(at.night.hands[seat]), at.night.free(seat))
        yield (*where(number, at), *row)


def seats(number: int, s: Session) -> Iterator[Row]:
    """One row a seat: its points counted from its lures."""
    night = at_end(s)
    for seat in range(len(s.players)):
        yield number, seat, night.sides[seat], *parts(night, seat), len(night.lured[seat])


def parts(night: Night, seat: int) -> Row:
    """Return a seat's points by part."""
    box = night.box
    moths = [box.moth(cards) for cards in night.lured[seat]]
    came = {name: sum(moth[0] == name for moth in moths) for name in box.species}
    given = [box.worth(moth[3]) for moth in moths]
    extra = [box.worth(box.bonuses[square]) for square in night.taken[seat]]
    every = min(came.values())
    return (
        sum(moth[2] for moth in moths),
        sum(amount for kind, amount in given if kind == "points"),
        sum(amount for kind, amount in extra if kind == "points"),
        box.value["fourth_lure"] * sum(n >= 4 for n in came.values()),
        box.value["every_species"] * (every >= 1) + box.value["every_species_twice"] * (every >= 2),
        -box.value["exchange_cost"] * night.exchanged[seat],
    )


def games(number: int, s: Session) -> Iterator[Row]:
    """One row a session."""
    night = at_end(s)
    two, three = night.box.stars
    stars = None
    if len(s.players) == 1 and all(night.out):
        total = sum(parts(night, 0))
        stars = 1 + (total >= two) + (total > three)
    grids = ["\n".join(night.box.grids[side]) for side in ("front", "back")]
    crosses = [night.box.crosses[name] for name in night.box.species]
    yield (number, *grids, night.box.species, crosses, two, three, stars)


def square_rows(number: int, s: Session) -> Iterator[Row]:
    """One row a square marked, of the view ``noc_squares``."""
    sides = at_end(s).sides
    for at in named(s, "habitat_marked"):
        seat = at.event.seat
        for square in at.event.squares:
            assert square in squares(at.night.lines(seat))
            nth = len(at.night.shapes[seat]) + 1
            yield (*where(number, at), nth, sides[seat], square)


def actions(number: int, s: Session) -> Iterator[Row]:
    """One row a seat and round, of the view ``noc_actions``."""
    rows = {(row[3], row[2]): row for row in rounds(number, s)}
    did: dict[tuple[int, int], tuple[int, str]] = {}
    words = {"habitat_marked": "mark", "moth_drawn": "draw", "moth_taken": "draw"}
    words |= {"went_out": "out", "round_sat_out": "sat out"}
    for at in named(s, *words):
        seat = at.event.seat
        if not at.night.acted[seat] and not at.night.begun[seat]:
            did[at.night.round, seat] = (at.step, words[at.name])
    for (round_, seat), row in rows.items():
        step, action = did.get((round_, seat), (None, None))
        yield number, round_, seat, step, action, *row[4:]


TABLES: dict[str, tuple[tuple[str, ...], Recount]] = {
    "noc_rounds": (
        ("session", "step", "seat", "round", "habitat", "squares", "ways", "hand"),
        rounds,
    ),
    "noc_marks": (("session", "step", "seat", "round", "nth", "shape", "why", "squares"), marks),
    "noc_draws": (("session", "step", "seat", "round", "source", "why", "card", "hand"), draws),
    "noc_stops": (("session", "step", "seat", "round", "why", "cards"), stops),
    "noc_lures": (
        (
            *("session", "step", "seat", "round", "mark", "cards", "species", "nth", "points"),
            *("effect", "amount"),
        ),
        lures,
    ),
    "noc_declines": (("session", "step", "seat", "round", "mark", "hand", "lurable"), declines),
    "noc_bonuses": (("session", "step", "seat", "round", "square", "effect", "amount"), bonuses),
    "noc_skips": (("session", "step", "seat", "round", "shape", "why"), skips),
    "noc_exchanges": (
        ("session", "step", "seat", "round", "nth", "refresh", "moment", "hand"),
        exchanges,
    ),
    "noc_outs": (("session", "step", "seat", "round", "for_good", "hand", "free"), outs),
    "noc_seats": (
        (
            *("session", "seat", "side", "moths", "effects", "bonuses", "fourth"),
            *("every_species", "exchanges", "lures"),
        ),
        seats,
    ),
    "noc_games": (
        ("session", "front", "back", "species", "crosses", "two_stars", "three_stars", "stars"),
        games,
    ),
}
"""For each table its columns and what it should hold for a session."""

VIEWS: dict[str, tuple[tuple[str, ...], Recount]] = {
    "noc_squares": (("session", "step", "seat", "round", "nth", "side", "square"), square_rows),
    "noc_actions": (
        ("session", "round", "seat", "step", "action", "habitat", "squares", "ways", "hand"),
        actions,
    ),
}
