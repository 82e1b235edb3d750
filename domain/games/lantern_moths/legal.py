"""Which actions are legal, and why the others are not."""

from collections.abc import Iterable, Sequence

from domain.errors import Refusal
from domain.games.lantern_moths.actions import Action, Draw, Flip, Light, Plant
from domain.games.lantern_moths.choices import DRAW_DECK, DRAW_DISCARD, FLIPS, LIGHTS, PLANTS
from domain.games.lantern_moths.edition import GARDEN, GREY
from domain.games.lantern_moths.state import (
    EVERY_PLACE,
    PLACE,
    TILE_LIMIT,
    TWO_BITS,
    Layout,
    Rules,
    State,
    layout,
)


def legal_actions(state: State, only: int | None = None) -> list[Action]:
    """List every legal action of the seat that has to choose, in a fixed order; none if ``only``
    is another seat.

    Where the hand is unknown, every card that it could hold counts as held.
    """
    seat = state.chooser
    if seat is None or (only is not None and only != seat):
        return []
    rules, deck, hand = state.rules, state.deck, state.hands[seat]
    garden = layout(state.faces, rules.options.flip_adjacency)
    return listed(
        rules,
        seat,
        state.holdable(seat) if hand.unknown else hand.known,
        bool(deck.known or deck.unknown),
        bool(state.discard),
        garden,
        room_at(state.moths, garden.shown),
        0 if state.lit else _lightable(state, seat, garden.face_up),
    )


def listed(
    rules: Rules,
    seat: int,
    hand: Iterable[str],
    deck: bool,
    discard: bool,
    garden: Layout,
    room: int,
    lightable: int,
) -> list[Action]:
    """List the legal actions of a seat.

    :param hand: the cards, sorted.
    :param deck: whether it holds a card; ``discard`` likewise.
    :param room: the places with room for a moth, in two halves of bits.
    :param lightable: the places where the seat may light a wick.
    """
    actions: list[Action] = []
    if deck:
        actions.append(DRAW_DECK[seat])
    if discard:
        actions.append(DRAW_DISCARD[seat])
    face_up, open_to, flippable = garden.face_up, garden.open_to, garden.flippable
    anywhere, ghost, plants = open_to[GREY], rules.components.ghost, PLANTS[seat]
    before = None
    for card in hand:
        if card != before:
            before = card
            if card != ghost:
                places = open_to.get(card[0], anywhere) & room
            elif rules.options.ghost_on_full_tile == "yes":
                places = face_up
            else:
                places = face_up & room
            if places:
                actions += plants[card][places]
    if lightable:
        actions += LIGHTS[seat][lightable]
    if flippable:
        actions += FLIPS[seat][flippable]
    return actions


def room_at(moths: Sequence[Sequence[str]], shown: Iterable[int]) -> int:
    """Return the places with room (turn.plant.full) among these, in two halves of bits."""
    room = EVERY_PLACE
    for place in shown:
        if len(moths[place]) >= TILE_LIMIT:
            room ^= TWO_BITS[place]
    return room


def _lightable(state: State, seat: int, face_up: int) -> int:
    """Return the face-up places without a wick of the seat; none where no wick is left."""
    left, wicks = state.rules.components.wicks, state.wicks
    if any(wicks):
        for place, seats in enumerate(wicks):
            if seat in seats:
                left -= 1
                face_up &= ~TWO_BITS[place]
    return face_up if left > 0 else 0


def count_legal(state: State, only: int | None = None) -> int:
    """Count the legal actions without listing them: statistics need the number at every action
    of every session.
    """
    seat = state.chooser
    if seat is None or (only is not None and only != seat):
        return 0
    rules, deck, hand = state.rules, state.deck, state.hands[seat]
    garden = layout(state.faces, rules.options.flip_adjacency)
    face_up, open_to, flippable = garden.face_up, garden.open_to, garden.flippable
    room, anywhere = room_at(state.moths, garden.shown), open_to[GREY]
    count = bool(deck.known or deck.unknown) + bool(state.discard) + flippable.bit_count()
    for card in state.holdable(seat) if hand.unknown else set(hand.known):
        if card != rules.components.ghost:
            count += (open_to.get(card[0], anywhere) & room).bit_count()
        elif rules.options.ghost_on_full_tile == "yes":
            count += face_up.bit_count()
        else:
            count += (face_up & room).bit_count()
    if not state.lit:
        count += _lightable(state, seat, face_up).bit_count()
    return count


def can_act(state: State) -> bool:
    """Whether the seat in turn has any legal action (turn.forfeit)."""
    deck = state.deck
    return bool(deck.known or deck.unknown or legal_actions(state))


def wicks_left(state: State, seat: int) -> int:
    """Count the seat's unlit wicks."""
    wicks = state.rules.components.wicks
    return wicks - sum([seat in there for there in state.wicks]) if any(state.wicks) else wicks


def check(state: State, action: Action) -> None:
    """Let a legal action pass.

    :raises Refusal: names the action, the clause that forbids it and the position.
    """
    if found := _reason(state, action):
        reason, *clauses = found
        raise Refusal(in_words(action), reason, clauses, state.position())


def check_possible(state: State, action: Action) -> None:
    """Let an action pass that can be done with what lies on the table, legal or not.

    :raises Refusal: the game is over, or there is no such card, tile or wick.
    """
    if found := _impossible(state, action):
        reason, *clauses = found
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
    return ()


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
    """Return why the action is refused and the clauses, or nothing."""
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
    place = PLACE[action.tile]
    if isinstance(action, Plant):
        return _plant_reason(state, action, place)
    if isinstance(action, Light):
        return _light_reason(state, action, place)
    return _flip_reason(state, place)


def _nobody_chooses(state: State) -> tuple[str, ...]:
    if state.night_over:
        ending = "night.deck-out" if state.ending == "deck_out" else "night.fourth"
        return "the game is over", ending
    if state.drawing:
        return "a Dusk card is still to be replaced", "night.dusk"
    return "nobody chooses at the end of a round", "end.round"


def _draw_reason(state: State, action: Draw) -> tuple[str, ...]:
    if action.source == "deck":
        return () if len(state.deck) else ("the deck is empty", "turn.draw.empty")
    if state.discard:
        return ()
    return "the discard pile is empty", "turn.draw.empty", "turn.draw.discard"


def _plant_reason(state: State, action: Plant, place: int) -> tuple[str, ...]:
    card, tile, hand = action.card, action.tile, state.hands[action.seat]
    if card not in (state.holdable(action.seat) if hand.unknown else hand.known):
        return f"{card} is not in the hand", "turn.plant.hand"
    if state.faces[place] is None:
        return f"{tile} is face down", "turn.plant.face-up"
    if not state.accepts(card, place):
        return f"{tile} takes {state.faces[place]}, not {card[0]}", "turn.plant.colour"
    if not state.has_room(card, place):
        return f"{tile} is full", "turn.plant.full"
    return ()


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
    return ()


def _flip_reason(state: State, place: int) -> tuple[str, ...]:
    if state.faces[place]:
        return f"{GARDEN[place]} is face up already", "turn.flip.face-down"
    if not state.can_flip(place):
        return f"no face-up tile lies next to {GARDEN[place]}", "turn.flip.adjacent"
    return ()
