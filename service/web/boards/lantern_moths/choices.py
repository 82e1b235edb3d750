"""What a seat can do in Lantern Moths, what not, and what pressing a tile means."""

from collections.abc import Sequence
from dataclasses import dataclass

from domain.errors import Refusal
from domain.games.lantern_moths import GAME
from domain.games.lantern_moths.actions import Action, Draw, Flip, Light, Plant
from domain.games.lantern_moths.edition import GARDEN
from domain.games.lantern_moths.legal import check
from domain.games.lantern_moths.state import PLACE, State
from domain.games.lantern_moths.words import face_name
from service.web.boards import Choice, Group, Refused


@dataclass(frozen=True)
class AtPlace(Choice):
    """A choice that pressing a tile makes."""

    place: str = ""


@dataclass(frozen=True)
class OfCard(Refused):
    """What holds for a card wherever it is put."""

    card: str = ""


def choices(state: State) -> list[Group]:
    """List the seat's actions by kind."""
    seat = state.turn_seat
    if seat is None:
        return []
    legal = GAME.legal_actions(state)
    groups: dict[type, Group] = {
        Draw: Group("Draw", "draw"),
        Plant: Group("Plant", "plant", none="No card in the hand"),
        Light: Group("Light", "flame", none="No tile is face up"),
        Flip: Group("Flip", "flip", none="Every tile is face up"),
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
            return AtPlace(action, words, f"on {tile}", card, place=tile)
        case Light(_, tile) | Flip(_, tile):
            return AtPlace(action, words, tile, place=tile)


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
    refused = {kind: _by_reason(state, actions) for kind, actions in wanted.items()}
    refused[Plant] += _unplantable(state, seat)
    return refused


def _unplantable(state: State, seat: int) -> list[OfCard]:
    """Say of each card that can be planted nowhere what it would need."""
    found = []
    for card in dict.fromkeys(state.hands[seat].known):
        takers = [at for at, face in enumerate(state.faces) if face and state.accepts(card, at)]
        if any(state.has_room(card, at) for at in takers):
            continue
        colour = state.rules.components.colour_of.get(card)
        if takers:
            full = _joined([GARDEN[at] for at in takers])
            reason = f"fits nowhere: {full} {'is' if len(takers) == 1 else 'are'} full"
            found.append(OfCard((card,), reason, "turn.plant.full", card))
        else:
            name = face_name(state, colour or "")
            reason = f"fits no open tile: it needs {_a(name)} tile or the grey one"
            found.append(OfCard((card,), reason, "turn.plant.colour", card))
    return found


def _by_reason(state: State, actions: Sequence[Action]) -> list[Refused]:
    found: dict[tuple[str, str], list[str]] = {}
    for action in actions:
        try:
            check(state, action)
        except Refusal as refusal:
            tile = getattr(action, "tile", "")
            places = found.setdefault((_without(refusal.reason, tile), refusal.clauses[0]), [])
            if tile and tile not in places:
                places.append(tile)
    return [
        Refused(tuple(places), why if len(places) < 2 else _of_many(why), clause)
        for (why, clause), places in found.items()
    ]


def _without(reason: str, tile: str) -> str:
    """Take the tile's name out of a reason: it stands before it."""
    reason = reason.removeprefix(f"{tile} ")
    return reason.replace(f" next to {tile}", " beside it").replace(f" at {tile} ", " there ")


def _of_many(reason: str) -> str:
    """Say a reason of several tiles.

    >>> _of_many("is full"), _of_many("no face-up tile lies beside it")
    ('are full', 'no face-up tile lies beside them')
    """
    words = ("are", *reason.split()[1:]) if reason.startswith("is ") else reason.split()
    return " ".join("them" if word == "it" else word for word in words)


def _joined(names: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _a(name: str) -> str:
    return f"{'an' if name[:1] in 'AEIOU' else 'a'} {name}"
