"""Hidden stays hidden: other hidden cards change no byte that a stranger can fetch."""

import re
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

import msgspec
import pytest
from flask.testing import FlaskClient

from domain.chance import Shuffled
from domain.events import Event, Recorded
from domain.games.lantern_moths.events import CardDrawn, GameSetUp, HandRefilled, MothPlanted
from domain.session import fold
from domain.session.commands import Table, act, open_session
from domain.session.events import Player, SessionAbandoned
from service import seeds
from service.web.app import create_app
from service.wiring import build
from tests.web.conftest import GAME
from tests.web.reading import get, read, submit

ID = UUID("01980000-0000-7000-8000-000000000001")
AT = datetime(2026, 11, 12, 20, tzinfo=UTC)
SWAP = str.maketrans("ERBV", "RVEB")  # every colour has the same cards, so any other will do


def recorded(steps: int) -> list[Event]:
    """A session in which nobody plants, so that every hand stays hidden."""
    rng = Random(3)
    table = Table(
        game=GAME,
        rules="v4",
        edition=seeds.edition(GAME),
        players=(Player("Ada"), Player("Ben"), Player("Cleo")),
    )
    chance = Shuffled(rng)
    events = open_session(table, chance)

    def session() -> Any:
        return fold(Recorded(ID, n, AT, event) for n, event in enumerate(events, 1))

    for _ in range(steps):
        now = session()
        legal = [a for a in GAME.legal_actions(now.state) if type(a).__name__ != "Plant"]
        events += act(now, rng.choice(legal), chance)
    return events


def other(event: Event) -> Event:
    """The same event with other cards where nobody but one seat saw them."""
    match event:
        case GameSetUp(hands=hands):
            swapped = tuple(tuple(c and c.translate(SWAP) for c in hand) for hand in hands)
            return msgspec.structs.replace(event, hands=swapped)
        case CardDrawn(card=str(card)):
            return msgspec.structs.replace(event, card=card.translate(SWAP))
        case HandRefilled(cards=cards):
            return msgspec.structs.replace(
                event, cards=tuple(c and c.translate(SWAP) for c in cards)
            )
    assert not isinstance(event, MothPlanted)
    return event


def client_of(path: Path, events: list[Event]) -> FlaskClient:
    services = build(path)
    services.store.append(ID, 0, events, AT)
    app = create_app(services)
    client = app.test_client()
    client.services = services  # type: ignore[attr-defined]
    return client


@pytest.fixture
def pair(tmp_path: Path) -> Any:
    """Two devices that look at the same session but for its hidden cards."""
    events = recorded(14)
    swapped = [other(event) for event in events]
    assert swapped != events
    clients = client_of(tmp_path / "a", events), client_of(tmp_path / "b", swapped)
    yield clients
    for client in clients:
        client.services.close()  # type: ignore[attr-defined]


def body(client: FlaskClient, path: str) -> str:
    """An answer without what is drawn by lot for each form."""
    text = client.get(path).get_data(as_text=True)
    return re.sub(r'name="(csrf_token|key)" value="[^"]*"', "", text)


def paths(last: int) -> list[str]:
    home = f"/sessions/{ID}"
    views = ["", *(f"?view={view}" for view in ("all", "public", 0, 1, 2))]
    found = ["/", "/?q=Ada", f"{home}/play", "/statistics/lantern-moths"]
    found += [f"{home}{view}" for view in views] + [f"{home}.json{view}" for view in views]
    for step in range(last + 1):
        found += [f"{home}/steps/{step}{view}" for view in views]
        found += [f"{home}?step={step}&hide=1&taken=1", f"{home}.json?step={step}&view=all"]
    return found


def test_a_stranger_sees_nothing_of_a_live_session_that_the_table_does_not_show(pair: Any) -> None:
    one, two = pair
    last = one.services.store.load(ID).last_step
    assert last > 14
    for path in paths(last):
        assert body(one, path) == body(two, path), path


def test_the_page_between_two_players_shows_no_hand(pair: Any) -> None:
    texts = []
    for client in pair:
        page = get(client, f"/sessions/{ID}/play")
        page = read(submit(client, page, "/play/here"))
        assert page.one("h1").text.startswith("Pass to")
        texts.append(body(client, f"/sessions/{ID}/play"))
    assert texts[0] == texts[1]


def test_the_open_hand_shows_the_acting_seats_cards_and_no_others(pair: Any) -> None:
    client = pair[0]
    page = read(submit(client, get(client, f"/sessions/{ID}/play"), "/play/here"))
    page = read(submit(client, page, "/play/open"))
    session = client.services.store.load(ID)
    (seat,) = session.game.to_act(session.state)
    cards = [i.attrs["value"] for i in page.find("input", name="card") if i.attrs["value"]]
    assert tuple(cards) == session.state.hands[seat].known
    for other_seat, section in enumerate(page.one("section", class_="seats").find("section")):
        if other_seat != seat:
            assert not section.one(class_="hand").find(class_="key")


def test_hands_open_to_everybody_once_the_session_has_stopped(tmp_path: Path) -> None:
    events = recorded(6)
    one = client_of(tmp_path / "a", [*events, SessionAbandoned("enough")])
    two = client_of(tmp_path / "b", [*map(other, events), SessionAbandoned("enough")])
    try:
        home = f"/sessions/{ID}"
        assert body(one, home) != body(two, home)
        assert body(one, f"{home}?view=public") == body(two, f"{home}?view=public")
    finally:
        one.services.close()  # type: ignore[attr-defined]
        two.services.close()  # type: ignore[attr-defined]


def test_a_seats_view_changes_with_its_own_cards_only(tmp_path: Path) -> None:
    events = recorded(6)
    mine = [_only_others(event) for event in events]
    one = client_of(tmp_path / "a", [*events, SessionAbandoned("enough")])
    two = client_of(tmp_path / "b", [*mine, SessionAbandoned("enough")])
    try:
        for path in (f"/sessions/{ID}?view=0", f"/sessions/{ID}.json?view=0"):
            assert body(one, path) == body(two, path)
        assert body(one, f"/sessions/{ID}?view=1") != body(two, f"/sessions/{ID}?view=1")
    finally:
        one.services.close()  # type: ignore[attr-defined]
        two.services.close()  # type: ignore[attr-defined]


def _only_others(event: Event) -> Event:
    changed = other(event)
    match event, changed:
        case GameSetUp(hands=hands), GameSetUp(hands=swapped):
            return msgspec.structs.replace(event, hands=(hands[0], *swapped[1:]))
        case ((CardDrawn(seat=0) | HandRefilled(seat=0)), _):
            return event
    return changed
