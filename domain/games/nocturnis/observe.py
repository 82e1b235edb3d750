"""What a seat may see of a position and of an event; ``None`` is somebody who is not seated."""

from msgspec.structs import replace

from domain.events import Event
from domain.games.nocturnis.events import GameSetUp, MothDrawn
from domain.games.nocturnis.state import State
from domain.piles import Pile


def observe(state: State, seat: int | None) -> State:
    """Return the position as the seat sees it: of other hands it knows the cards that were taken
    from the display before everybody's eyes; both stacks become counts. Sheets are open.
    """
    return replace(
        state,
        hands=tuple(
            hand if s == seat else Pile(state.shown[s].known, len(hand) - len(state.shown[s]))
            for s, hand in enumerate(state.hands)
        ),
        stack=state.stack.hidden(),
        habitats=state.habitats.hidden(),
    )


def redact(event: Event, seat: int | None) -> Event:
    """Return the event as the seat sees it: cards that others drew unseen become ``None``."""
    match event:
        case GameSetUp(display, hands, habitat):
            mine = enumerate(hands)
            shown = tuple(h if s == seat else (None,) * len(h) for s, h in mine)
            return GameSetUp(display, shown, habitat)
        case MothDrawn(drawer, _) if drawer != seat:
            return MothDrawn(drawer, None)
    return event
