"""Lantern Moths logged by taps: a tile, then what was done there; or a draw."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from domain.errors import Refusal
from domain.games.lantern_moths.actions import Action, Light, Plant
from domain.games.lantern_moths.edition import GARDEN
from domain.games.lantern_moths.legal import check
from domain.games.lantern_moths.state import ACTIONS, FOURTH, HAND, PLACE, Rules, State
from domain.games.lantern_moths.words import face_name
from service.web.boards.lantern_moths.wings import moth_name, wing
from service.web.table.pads import Ask, Due, Fact

TWO = "turn.two-actions"


@dataclass(frozen=True)
class Chip:
    """Something that can be tapped: its line, key and name, the tiles where it is refused."""

    what: str
    key: str
    name: str
    wing: str
    barred: str


@dataclass(frozen=True)
class Pad:
    """What can be tapped: on a face-down tile, on a face-up one, and without a tile.

    ``refills``: this action ends the round, so that Dusk may show itself in a seat's refill.
    """

    faces: tuple[Chip, ...]
    light: Chip
    plants: tuple[Chip, ...]
    top: str
    top_wing: str
    refills: tuple[tuple[str, int], ...]
    down: str


class LanternPad:
    """Logs Lantern Moths."""

    hint = "e2b2 · lb2 · fa1e · d · g"
    keys = (
        ("D", "record a draw from the deck"),
        ("G", "record a draw of the top discard"),
        ("L", "light the chosen tile"),
    )

    def lay_out(self, state: State, seat: int) -> Pad:
        """Lay out faces, moths and the light."""
        components = state.rules.components
        refilling = [
            s
            for s in range(state.rules.seats)
            if not state.dusk_aside and (s == seat or len(state.hands[s]) < HAND)
        ]
        last = state.actions_done == ACTIONS - 1 and state.turns_done == state.rules.seats - 1
        return Pad(
            faces=tuple(_face(state, face) for face in dict.fromkeys(components.tiles)),
            light=Chip("l@", "Light", "Light", "", _barred(state, lambda at: Light(seat, at))),
            plants=tuple(_plant(state, seat, card) for card in components.values),
            top=state.discard[-1] if state.discard else "",
            top_wing=wing(state.rules, state.discard[-1]) if state.discard else "",
            refills=tuple((f" {'ABCD'[s]}: D", s) for s in refilling) if last else (),
            down=" ".join(at for at in GARDEN if not state.faces[PLACE[at]]),
        )

    def due(self, state: State, seat: int, names: Sequence[str]) -> Due:
        """Say which action of the turn comes next."""
        nth = min(state.actions_done + 1, ACTIONS)
        return Due("Action", f"{nth} of {ACTIONS}", f"by {names[seat]}", TWO)

    def said(self, state: State, action: Action) -> tuple[str, str]:
        """Leave it to the line and its words."""
        return "", ""

    def facts(self, state: State, seat: int) -> Sequence[Fact]:
        """Count hand and lantern."""
        hand = state.hands[seat]
        held = Fact("unseen" if hand.unknown == len(hand) else "hand", str(len(hand)))
        return held, Fact("moths", str(len(state.lanterns[seat])))

    def stock(self, state: State) -> Sequence[Fact]:
        """Count the deck and the Dusk cards that were placed."""
        dusk = Fact("Dusk", f"{len(state.dusk)} of {FOURTH}")
        return Fact("round", str(state.round)), Fact("deck", str(len(state.deck))), dusk

    def badge(self, state: State, seat: int) -> tuple[str, bool]:
        """Mark who starts the round."""
        return ("starts", True) if state.start == seat else ("", False)

    def asks(self, rules: Rules) -> Sequence[Ask]:
        """Ask for the middle tile."""
        faces = tuple((f, "Grey" if f == "X" else n) for f, n in _faces(rules))
        return (Ask("Middle", "Middle tile", faces, needed=True),)


def _faces(rules: Rules) -> list[tuple[str, str]]:
    names = rules.components.colours
    return [(face, names.get(face, face)) for face in dict.fromkeys(rules.components.tiles)]


def _face(state: State, face: str) -> Chip:
    left = face in state.faces_left.known or face in state.unseen_faces()
    name = face_name(state, face)
    barred = "" if left else " ".join(GARDEN)
    return Chip(f"f@ = {face}", face, name, wing(state.rules, face), barred)


def _plant(state: State, seat: int, card: str) -> Chip:
    barred = _barred(state, lambda at: Plant(seat, card, at))
    design = wing(state.rules, card)
    return Chip(f"{card}@", card, moth_name(state.rules, card), design, barred)


def _barred(state: State, action: Callable[[str], Action]) -> str:
    """Name the tiles at which something is refused."""
    return " ".join(at for at in GARDEN if not _is_legal(state, action(at)))


def _is_legal(state: State, action: Action) -> bool:
    try:
        check(state, action)
    except Refusal:
        return False
    return True


PAD = LanternPad()
