"""What a seat can do in Lantern Moths, what not, and what pressing a tile means."""

from collections.abc import Sequence

from domain.errors import Refusal
from domain.games.lantern_moths import GAME
from domain.games.lantern_moths.actions import Action, Draw, Flip, Light, Plant
from domain.games.lantern_moths.edition import GARDEN
from domain.games.lantern_moths.legal import check
from domain.games.lantern_moths.state import PLACE, State
from service.web.boards import Choice, Group, Refused


def choices(state: State) -> list[Group]:
    """List the seat's actions by kind."""
    seat = state.turn_seat
    if seat is None:
        return []
    legal = GAME.legal_actions(state)
    groups: dict[type, Group] = {
        Draw: Group("Draw", "draw"),
        Plant: Group("Plant", "plant"),
        Light: Group("Light", "flame"),
        Flip: Group("Flip", "flip"),
    }
    for action in legal:
        groups[type(action)].choices.append(_choice(state, action))
    for kind, refused in _refused(state, seat).items():
        groups[kind].refused.extend(refused)
    return list(groups.values())


def press(state: State, card: str, place: str) -> Action:
    """Pressing a tile plants the chosen card; without one it flips or lights the tile.

    :raises Refusal: no seat has to choose.
    """
    seat = state.turn_seat
    if seat is None:
        raise Refusal(f"press {place}", "the game is over", ("night.fourth",), state.position())
    if card:
        return Plant(seat, card, place)
    if place in PLACE and state.faces[PLACE[place]] is None:
        return Flip(seat, place)
    return Light(seat, place)


def _choice(state: State, action: Action) -> Choice:
    words = GAME.tell_action(state, action)
    match action:
        case Draw(_, source):
            deck = source == "deck"
            short = "Draw from the deck" if deck else f"Draw {state.discard[-1]} from the discard"
            return Choice(action, words, short, key="d" if deck else "g")
        case Plant(_, card, tile):
            return Choice(action, words, tile, card, tile)
        case Light(_, tile) | Flip(_, tile):
            return Choice(action, words, tile, "", tile)


def _refused(state: State, seat: int) -> dict[type, list[Refused]]:
    """Say what of each kind is refused, where a player might want it."""
    faces = state.faces
    up = [GARDEN[at] for at, face in enumerate(faces) if face]
    wanted: dict[type, list[Action]] = {
        Draw: [Draw(seat, "deck"), *([Draw(seat, "discard")] if state.discard else [])],
        Light: [Light(seat, tile) for tile in up],
        Flip: [Flip(seat, GARDEN[at]) for at, face in enumerate(faces) if not face],
        Plant: [
            Plant(seat, card, tile)
            for tile in up
            for card in dict.fromkeys(state.hands[seat].known)
            if state.accepts(card, PLACE[tile])
        ],
    }
    return {kind: _by_reason(state, actions) for kind, actions in wanted.items()}


def _by_reason(state: State, actions: Sequence[Action]) -> list[Refused]:
    found: dict[tuple[str, str], list[str]] = {}
    for action in actions:
        try:
            check(state, action)
        except Refusal as refusal:
            tile = getattr(action, "tile", "")
            reason = refusal.reason.removeprefix(f"{tile} ").replace(
                f" next to {tile}", " beside it"
            )
            places = found.setdefault((reason, refusal.clauses[0]), [])
            if tile and tile not in places:
                places.append(tile)
    return [Refused(tuple(places), why, clause) for (why, clause), places in found.items()]
