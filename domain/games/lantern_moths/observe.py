"""What a seat may see of a position and of an event; ``None`` is somebody who is not seated."""

from msgspec.structs import replace

from domain.events import Event
from domain.games.lantern_moths.edition import DUSK
from domain.games.lantern_moths.events import CardDrawn, GameSetUp, HandRefilled
from domain.games.lantern_moths.state import State
from domain.piles import Pile


def observe(state: State, seat: int | None) -> State:
    """Return the position as the seat sees it: other hands, other lanterns, the deck's cards and
    the faces of face-down tiles become counts. After the end the lanterns are open to all.
    """
    dusk = state.deck.known.count(DUSK)
    lanterns = state.lanterns
    if not state.ended:
        lanterns = tuple(p if s == seat else p.hidden() for s, p in enumerate(lanterns))
    return replace(
        state,
        hands=tuple(p if s == seat else p.hidden() for s, p in enumerate(state.hands)),
        lanterns=lanterns,
        deck=Pile((DUSK,) * dusk, len(state.deck) - dusk),
        faces_left=state.faces_left.hidden(),
    )


def redact(event: Event, seat: int | None) -> Event:
    """Return the event as the seat sees it: cards that others drew unseen become ``None``."""
    match event:
        case GameSetUp(start, middle, hands):
            mine = enumerate(hands)
            return GameSetUp(
                start, middle, tuple(h if s == seat else (None,) * len(h) for s, h in mine)
            )
        case CardDrawn(drawer, _, "deck") if drawer != seat:
            return CardDrawn(drawer, None)
        case HandRefilled(drawer, cards) if drawer != seat:
            return HandRefilled(drawer, (None,) * len(cards))
    return event
