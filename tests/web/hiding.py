"""Sessions that differ in nothing but the cards that somebody may not see."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

import msgspec
from flask.testing import FlaskClient

from domain.chance import Shuffled
from domain.events import Event, Recorded
from domain.game import Game
from domain.games.lantern_moths import events as lantern_moths
from domain.games.lepidoptery import events as lepidoptery
from domain.games.nocturnis import events as nocturnis
from domain.session import fold
from domain.session.commands import Table, act, open_session
from domain.session.events import Player
from service import seeds
from service.web.app import create_app
from service.wiring import build
from tests.fresh import fresh

ID = UUID("01980000-0000-7000-8000-000000000001")
AT = datetime(2026, 11, 12, 20, tzinfo=UTC)
NAMES = ("Ada", "Ben", "Cleo")
HIDING = ("lantern_moths", "lepidoptery", "nocturnis")
"""The games whose hidden cards :func:`others` can exchange."""

REVEALING = ("Plant", "Lure", "Exchange")
"""Actions by which cards of a hand come to light."""

COLOURS = str.maketrans("ERBV", "RVEB")  # every colour has the same cards, so any other will do


def table_of(game: Game) -> Table:
    """A table of people, three where the game seats them."""
    names = NAMES[: game.seats[-1]]
    rules, edition = seeds.rulebook(game).version, seeds.edition(game)
    return Table(game=game, rules=rules, edition=edition, players=tuple(map(Player, names)))


def folded(events: Sequence[Event]) -> Any:
    """The session that these events are."""
    return fold(Recorded(ID, n, AT, event) for n, event in enumerate(events, 1))


def recorded(game: Game, steps: int) -> list[Event]:
    """A session of this many choices; no moth is planted or lured, so that no hand shows."""
    rng = Random(3)
    chance = Shuffled(rng)
    events = open_session(table_of(game), chance)
    for _ in range(steps):
        now = folded(events)
        legal = [a for a in game.legal_actions(now.state) if type(a).__name__ not in REVEALING]
        events += act(now, rng.choice(legal), chance)
    return events


def others(events: Sequence[Event], seats: Sequence[int] = (0, 1, 2)) -> list[Event]:
    """The same events with other cards, of these seats, where nobody else saw them."""
    state = folded(events).state
    if hasattr(state, "shown"):
        stack = list(state.stack.known)
        kept = {
            seat: (state.hands[seat].counts() - state.shown[seat].counts(), stack) for seat in seats
        }
    else:
        decks = len(getattr(state, "decks", ()))
        kept = {seat: _unplayed(state, seat) for seat in seats if seat < decks}
    return [_other(event, seats, kept) for event in events]


def _unplayed(state: Any, seat: int) -> tuple[Counter[str], list[str]]:
    """What a seat holds of ranks it never played, and what lies in its deck to be held instead."""
    spent = state.spent[seat].known
    held = Counter(card for card in state.hands[seat].known if card not in spent)
    return held, list(state.decks[seat].known)


def _other(
    event: Event, seats: Sequence[int], kept: dict[int, tuple[Counter[str], list[str]]]
) -> Event:
    replace = msgspec.structs.replace
    match event:
        case lantern_moths.GameSetUp(hands=hands):
            swapped = tuple(_recoloured(h) if s in seats else h for s, h in enumerate(hands))
            return replace(event, hands=swapped)
        case lantern_moths.CardDrawn(seat=seat, card=str(card)) if seat in seats:
            return replace(event, card=card.translate(COLOURS))
        case lantern_moths.HandRefilled(seat=seat, cards=cards) if seat in seats:
            return replace(event, cards=_recoloured(cards))
        case lepidoptery.GameSetUp(hands=hands) | nocturnis.GameSetUp(hands=hands):
            swapped = tuple(_exchanged(h, kept[s]) if s in kept else h for s, h in enumerate(hands))
            return replace(event, hands=swapped)
        case lepidoptery.HandReplenished(seat=seat, cards=cards) if seat in seats:
            return replace(event, cards=_exchanged(cards, kept[seat]))
        case nocturnis.MothDrawn(seat=seat, card=card) if seat in seats:
            return replace(event, card=_exchanged([card], kept[seat])[0])
    assert not isinstance(event, lantern_moths.MothPlanted)
    return event


def _recoloured(cards: Sequence[str | None]) -> tuple[str | None, ...]:
    return tuple(card and card.translate(COLOURS) for card in cards)


def _exchanged(
    cards: Sequence[str | None], kept: tuple[Counter[str], list[str]]
) -> tuple[str | None, ...]:
    """Exchange cards that are never played for others from the deck."""
    unplayed, deck = kept
    drawn: list[str | None] = []
    for card in cards:
        other = next((c for c in deck if c != card), None)
        if card and unplayed[card] and other:
            unplayed[card] -= 1
            deck.remove(other)
            card = other
        drawn.append(card)
    return tuple(drawn)


def client_of(path: Path, events: Sequence[Event]) -> FlaskClient:
    """A device that looks at these events; whoever asks for it closes its ``services``."""
    services = build(fresh(path))
    services.store.append(ID, 0, events, AT)
    client = create_app(services).test_client()
    client.services = services  # type: ignore[attr-defined]
    return client


@contextmanager
def clients_of(path: Path, *worlds: Sequence[Event]) -> Iterator[list[FlaskClient]]:
    """Lend a device for each of these worlds."""
    clients = [client_of(path / str(nth), events) for nth, events in enumerate(worlds)]
    try:
        yield clients
    finally:
        for client in clients:
            client.services.close()  # type: ignore[attr-defined]


def without_lots(text: str) -> str:
    """An answer without what is drawn by lot for each form."""
    return re.sub(r'name="(csrf_token|key)" value="[^"]*"', "", text)
