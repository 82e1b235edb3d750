"""What lies at each spot of a table, by the names that games give their areas."""

from collections import Counter
from typing import Any

from domain.games.lantern_moths.state import face_name
from domain.games.lepidoptery.combinations import TITLE
from domain.games.lepidoptery.lines import cell
from domain.games.nocturnis.state import Release
from domain.piles import Pile
from domain.words import Moved, Spot
from tests.contract.case import Lying

TILES = [column + row for row in "321" for column in "abc"]


def inside(pile: Pile) -> Counter[str | None]:
    """Count a pile's cards by name."""
    found: Counter[str | None] = Counter(pile.known)
    if pile.unknown:
        found[None] = pile.unknown
    return found


def lantern_moths(state: Any) -> Lying:
    """Say what lies where; face-down tiles are counted together, their faces being unknown."""
    there: Lying = {
        Spot("deck"): inside(state.deck),
        Spot("discard pile"): Counter(state.discard),
        Spot("set aside"): Counter({"D": state.dusk_aside}),
        Spot("Dusk row"): Counter({"D": len(state.dusk)}),
    }
    wicks = state.rules.components.wicks
    for seat in range(state.rules.seats):
        lit = sum(seat in beside for beside in state.wicks)
        there[Spot("hand", seat=seat)] = inside(state.hands[seat])
        there[Spot("lantern", seat=seat)] = inside(state.lanterns[seat])
        there[Spot("wicks", seat=seat)] = Counter({"wick": wicks - lit})
    for tile, face, moths, beside in zip(TILES, state.faces, state.moths, state.wicks, strict=True):
        up = [f"{face_name(state, face)} tile"] if face else []
        there[Spot("board", tile)] = Counter([*up, *moths])
        there[Spot("face-down", tile)] = Counter({None: 0 if face else 1})
        there[Spot("beside", tile)] = Counter({"wick": len(beside)})
    return there


def lepidoptery(state: Any) -> Lying:
    """Say what lies where; the Joker lies before its seat, never in the play area."""
    area = Counter(str(rank) for laid in state.area for rank in laid.cards)
    there: Lying = {Spot("play area"): Counter(area)}
    for seat in range(2):
        mine = Counter(str(c) for laid in state.area if laid.seat == seat for c in laid.cards)
        gone = inside(state.spent[seat])
        gone.subtract(mine)
        marker, up = state.markers[seat], state.jokers[seat]
        there |= {
            Spot("hand", seat=seat): inside(state.hands[seat]),
            Spot("deck", seat=seat): inside(state.decks[seat]),
            Spot("discards", seat=seat): gone,
            Spot("supply", seat=seat): Counter({"token": state.tokens_left(seat)}),
            Spot(f"Joker face {'up' if up else 'down'}", seat=seat): Counter({"Joker": 1}),
        }
        if marker is not None:
            slot = Spot("previous combination", TITLE.get(marker, marker), seat)
            there[slot] = Counter({"marker": 1})
    for column, tokens in enumerate(state.columns):
        for row in range(len(tokens)):
            there[Spot("board", cell(column, row))] = Counter({"token": 1})
    return there


def nocturnis(state: Any) -> Lying:
    """Say what lies where; what is pencilled counts like what lies."""
    components = state.rules.components
    there: Lying = {
        Spot("stack"): inside(state.stack),
        Spot("display"): Counter(state.display),
        Spot("discard pile"): Counter(state.discards),
        Spot("habitat stack"): inside(state.habitats),
        Spot("habitat"): Counter([state.habitat] if state.habitat else []),
        Spot("habitat discards"): Counter(state.habitat_discards),
    }
    for seat in range(state.rules.seats):
        sheet, garden = state.sheet(seat), state.gardens[seat]
        waiting = [task for task in state.tasks[seat] if isinstance(task, Release)]
        there[Spot("hand", seat=seat)] = inside(state.hands[seat])
        there[Spot("lured", seat=seat)] = Counter(card for task in waiting for card in task.cards)
        there[Spot("exchanges", seat=seat)] = Counter({"cross": state.exchanges[seat]})
        for number, name in enumerate(sheet.names):
            if garden.marked >> number & 1:
                there[Spot("sheet", name, seat)] = Counter({"mark": 1})
        for one in garden.lured:
            species = components.species[components.moth_of[one.cards[0]].species].name
            there.setdefault(Spot("crosses", species, seat), Counter())["cross"] += 1
    return there


def change(before: Lying, after: Lying) -> dict[Spot, Counter[str | None]]:
    """Return by how much every spot's things have become more, or fewer."""
    changed = {}
    for spot in {*before, *after}:
        more = Counter(after.get(spot, ()))
        more.subtract(before.get(spot, Counter()))
        if any(more.values()):
            changed[spot] = more
    return changed


def told_change(moved: tuple[Moved, ...]) -> dict[Spot, Counter[str | None]]:
    """Return by how much every spot's things become more, or fewer, by what was told."""
    changed: dict[Spot, Counter[str | None]] = {}
    for what, origin, target, count in moved:
        assert origin or target
        assert origin != target
        assert count > 0
        if target:
            changed.setdefault(target, Counter())[what] += count
        if origin:
            changed.setdefault(origin, Counter())[what] -= count
    return changed


def numbers(changed: dict[Spot, Counter[str | None]]) -> dict[Spot, int]:
    """Return by how many things each spot changed, whatever they are."""
    found = {spot: sum(things.values()) for spot, things in changed.items()}
    return {spot: number for spot, number in found.items() if number}
