"""What a seat may see of a position and of an event; ``None`` is somebody who is not seated."""

from msgspec.structs import replace

from domain.events import Event
from domain.games.lepidoptery.events import GameSetUp, HandReplenished
from domain.games.lepidoptery.state import State


def observe(state: State, seat: int | None) -> State:
    """Return the position as the seat sees it: the other hand and both decks become counts.

    Which cards a seat's own deck still holds follows from the deck list.
    """
    return replace(
        state,
        hands=tuple(p if s == seat else p.hidden() for s, p in enumerate(state.hands)),
        decks=tuple(deck.hidden() for deck in state.decks),
    )


def redact(event: Event, seat: int | None) -> Event:
    """Return the event as the seat sees it: cards that the other drew become ``None``."""
    match event:
        case GameSetUp(start, hands):
            mine = enumerate(hands)
            return GameSetUp(start, tuple(h if s == seat else (None,) * len(h) for s, h in mine))
        case HandReplenished(drawer, cards) if drawer != seat:
            return HandReplenished(drawer, (None,) * len(cards))
    return event
