"""Which actions are legal, and why the others are not."""

from domain.errors import Refusal
from domain.games.lantern_moths.actions import Action, Draw, Flip, Light, Plant
from domain.games.lantern_moths.edition import GARDEN, GREY
from domain.games.lantern_moths.state import PLACE, TILE_LIMIT, State

PLACES = range(len(GARDEN))


def legal_actions(state: State) -> list[Action]:
    """List every legal action of the seat that has to choose, in a fixed order.

    Where the hand is unknown, every card that it could hold counts as held.
    """
    seat = state.chooser
    if seat is None:
        return []
    actions: list[Action] = []
    if len(state.deck):
        actions.append(Draw(seat, "deck"))
    if state.discard:
        actions.append(Draw(seat, "discard"))
    actions += _plants(state, seat)
    faces, wicks = state.faces, state.wicks
    if not state.lit and wicks_left(state, seat):
        actions += [Light(seat, GARDEN[p]) for p in PLACES if faces[p] and seat not in wicks[p]]
    if None in faces:
        actions += [Flip(seat, GARDEN[p]) for p in PLACES if faces[p] is None and state.can_flip(p)]
    return actions


def _plants(state: State, seat: int) -> list[Action]:
    """List the Plant actions: per card, the tiles with room that its colour may lie on."""
    faces, moths = state.faces, state.moths
    room: dict[str, list[str]] = {GREY: []}
    for place in PLACES:
        face = faces[place]
        if face and len(moths[place]) < TILE_LIMIT:
            room.setdefault(face, []).append(GARDEN[place])
    components, anywhere = state.rules.components, room[GREY]
    actions: list[Action] = []
    for card in state.holdable(seat):
        if card == components.ghost:
            tiles = [GARDEN[p] for p in PLACES if faces[p] and state.has_room(card, p)]
        else:
            own = room.get(components.colour_of[card])
            tiles = own + anywhere if own else anywhere
        actions += [Plant(seat, card, tile) for tile in tiles]
    return actions


def can_act(state: State) -> bool:
    """Whether the seat in turn has any legal action (turn.forfeit)."""
    return bool(len(state.deck) or legal_actions(state))


def wicks_left(state: State, seat: int) -> int:
    """Count the seat's unlit wicks."""
    return state.rules.components.wicks - sum([seat in there for there in state.wicks])


def check(state: State, action: Action) -> None:
    """Let a legal action pass.

    :raises Refusal: names the action, the clause that forbids it and the position.
    """
    reason, *clauses = _reason(state, action)
    if reason:
        raise Refusal(in_words(action), reason, clauses, state.position())


def in_words(action: Action) -> str:
    """Say an action as a verb phrase.

    >>> in_words(Plant(0, "E2", "b2"))
    'plant E2 on b2'
    """
    match action:
        case Draw(_, source):
            return f"draw from the {'deck' if source == 'deck' else 'discard pile'}"
        case Plant(_, card, tile):
            return f"plant {card} on {tile}"
        case Light(_, tile):
            return f"light {tile}"
        case Flip(_, tile):
            return f"flip {tile}"


def _reason(state: State, action: Action) -> tuple[str, ...]:
    """Return why the action is refused and the clauses, or a tuple of one empty text."""
    seat = state.chooser
    if seat is None:
        return _nobody_chooses(state)
    if action.seat != seat:
        return f"it is the turn of seat {'ABCD'[seat]}", "turn.order"
    if isinstance(action, Draw):
        return _draw_reason(state, action)
    if action.tile not in PLACE:
        expected = ", ".join(GARDEN)
        return f"there is no tile {action.tile!r}, expected one of {expected}", "setup.garden"
    match action:
        case Plant():
            return _plant_reason(state, action, PLACE[action.tile])
        case Light():
            return _light_reason(state, action, PLACE[action.tile])
        case Flip():
            return _flip_reason(state, PLACE[action.tile])


def _nobody_chooses(state: State) -> tuple[str, ...]:
    if state.night_over:
        ending = "night.deck-out" if state.ending == "deck_out" else "night.fourth"
        return "the game is over", ending
    if state.drawing:
        return "a Dusk card is still to be replaced", "night.dusk"
    return "nobody chooses at the end of a round", "end.round"


def _draw_reason(state: State, action: Draw) -> tuple[str, ...]:
    if action.source == "deck":
        return ("",) if len(state.deck) else ("the deck is empty", "turn.draw.empty")
    if state.discard:
        return ("",)
    return "the discard pile is empty", "turn.draw.empty", "turn.draw.discard"


def _plant_reason(state: State, action: Plant, place: int) -> tuple[str, ...]:
    card, tile = action.card, action.tile
    if card not in state.holdable(action.seat):
        return f"{card} is not in the hand", "turn.plant.hand"
    if state.faces[place] is None:
        return f"{tile} is face down", "turn.plant.face-up"
    if not state.accepts(card, place):
        return f"{tile} takes {state.faces[place]}, not {card[0]}", "turn.plant.colour"
    if not state.has_room(card, place):
        return f"{tile} is full", "turn.plant.full"
    return ("",)


def _light_reason(state: State, action: Light, place: int) -> tuple[str, ...]:
    tile = action.tile
    if state.lit:
        return "a wick was lit this turn already", "turn.light.once"
    if not wicks_left(state, action.seat):
        return "no unlit wick is left", "turn.light.unlit"
    if state.faces[place] is None:
        return f"{tile} is face down", "turn.light.face-up"
    if action.seat in state.wicks[place]:
        return f"a wick of this seat burns at {tile} already", "turn.light.one-each"
    return ("",)


def _flip_reason(state: State, place: int) -> tuple[str, ...]:
    if state.faces[place]:
        return f"{GARDEN[place]} is face up already", "turn.flip.face-down"
    if not state.can_flip(place):
        return f"no face-up tile lies next to {GARDEN[place]}", "turn.flip.adjacent"
    return ("",)
