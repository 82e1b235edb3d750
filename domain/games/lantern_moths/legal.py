"""Which actions are legal, and why the others are not."""

from domain.errors import Refusal
from domain.games.lantern_moths.actions import Action, Draw, Flip, Light, Plant
from domain.games.lantern_moths.edition import GARDEN, GREY
from domain.games.lantern_moths.state import PLACE, TILE_LIMIT, State, layout


def legal_actions(state: State, only: int | None = None) -> list[Action]:
    """List every legal action of the seat that has to choose, in a fixed order; none if ``only``
    is another seat.

    Where the hand is unknown, every card that it could hold counts as held.
    """
    seat = state.chooser
    if seat is None or only not in (None, seat):
        return []
    actions: list[Action] = []
    if len(state.deck):
        actions.append(Draw(seat, "deck"))
    if state.discard:
        actions.append(Draw(seat, "discard"))
    face_up, flippable = layout(state.faces, state.rules.options.flip_adjacency)
    actions += _plants(state, seat, face_up)
    if not state.lit and wicks_left(state, seat):
        actions += [Light(seat, GARDEN[p]) for p in face_up if seat not in state.wicks[p]]
    actions += [Flip(seat, GARDEN[p]) for p in flippable]
    return actions


def _plants(state: State, seat: int, face_up: tuple[int, ...]) -> list[Action]:
    """List the Plant actions: per card, the tiles with room that its colour may lie on."""
    room: dict[str | None, list[str]] = {}
    for place in face_up:
        if len(state.moths[place]) < TILE_LIMIT:
            room.setdefault(state.faces[place], []).append(GARDEN[place])
    components, anywhere = state.rules.components, room.get(GREY, [])
    actions: list[Action] = []
    for card in state.holdable(seat):
        if card == components.ghost:
            tiles = [GARDEN[place] for place in face_up if state.has_room(card, place)]
        else:
            own = room.get(components.colour_of[card])
            tiles = own + anywhere if own else anywhere
        actions += [Plant(seat, card, tile) for tile in tiles]
    return actions


def count_legal(state: State, only: int | None = None) -> int:
    """Count the legal actions without making them, in less than half the time: statistics need
    the number at every action of every session.
    """
    seat = state.chooser
    if seat is None or only not in (None, seat):
        return 0
    rules, faces, moths = state.rules, state.faces, state.moths
    face_up, flippable = layout(faces, rules.options.flip_adjacency)
    room: dict[str | None, int] = {}
    for place in face_up:
        if len(moths[place]) < TILE_LIMIT:
            face = faces[place]
            room[face] = room.get(face, 0) + 1
    colour_of, ghost, anywhere = (
        rules.components.colour_of,
        rules.components.ghost,
        room.get(GREY, 0),
    )
    deck, hand = state.deck, state.hands[seat]
    count = bool(deck.known or deck.unknown) + bool(state.discard) + len(flippable)
    for card in state.holdable(seat) if hand.unknown else set(hand.known):
        if card != ghost:
            count += room.get(colour_of[card], 0) + anywhere
        elif rules.options.ghost_on_full_tile == "yes":
            count += len(face_up)
        else:
            count += sum(room.values())
    if not state.lit:
        mine = sum([seat in there for there in state.wicks])
        if mine < rules.components.wicks:
            # Against the rules a wick may burn beside a face-down tile.
            lit = sum([seat in state.wicks[place] for place in face_up]) if mine else 0
            count += len(face_up) - lit
    return count


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


def check_possible(state: State, action: Action) -> None:
    """Let an action pass that can be done with what lies on the table, legal or not.

    :raises Refusal: the game is over, or there is no such card, tile or wick.
    """
    reason, *clauses = _impossible(state, action)
    if reason:
        raise Refusal(in_words(action), reason, clauses, state.position())


def _impossible(state: State, action: Action) -> tuple[str, ...]:
    if state.chooser is None:
        return _nobody_chooses(state)
    if action.seat not in range(state.rules.seats):
        return f"there is no seat {action.seat}", "setup.players"
    if isinstance(action, Draw):
        return _draw_reason(state, action)
    if action.tile not in PLACE:
        return f"there is no tile {action.tile!r}", "setup.garden"
    place = PLACE[action.tile]
    match action:
        case Plant(seat, card, _) if card not in state.holdable(seat):
            return f"{card} is not in the hand", "turn.plant.hand"
        case Light(seat, tile) if seat in state.wicks[place]:
            return f"a wick of this seat burns at {tile} already", "turn.light.one-each"
        case Light(seat, _) if not wicks_left(state, seat):
            return "no unlit wick is left", "turn.light.unlit"
        case Flip(_, tile) if state.faces[place]:
            return f"{tile} is face up already", "turn.flip.face-down"
    return ("",)


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
