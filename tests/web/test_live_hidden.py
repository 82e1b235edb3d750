"""Whoever has every link to a session but one seat's learns nothing of that seat's hand.

Two worlds differ in nothing but cards that the holder may not see: every address, event, error and
refusal has to be the same in both, to the byte.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from flask.testing import FlaskClient

from domain.games import find
from service.wiring import Services
from tests.web.hiding import HIDING, ID, clients_of, others, recorded, without_lots
from tests.web.signed import with_people
from tests.web.test_hidden_walk import LAST, compare, seen, short_streams

__all__ = ["short_streams"]

ALL = (0, 1, 2)
EVERY_OTHER = "whoever has every other link"
HOLDERS: dict[str, tuple[Sequence[str], Sequence[int]]] = {
    "a stranger": ((), ALL),
    "whoever watches": (("watch",), ALL),
    "whoever had a link to the seat": (("revoked",), ALL),
    EVERY_OTHER: (("revoked", "watch", "others"), (0,)),
}
"""Which links somebody has, and the seats whose cards they may not see."""


def let_in(client: FlaskClient, links: Sequence[str]) -> None:
    """Make accounts and links, and use the links on a device."""
    services: Services = client.services  # type: ignore[attr-defined]
    client.application.config["WTF_CSRF_ENABLED"] = False
    with_people(services)
    accounts, seats = services.accounts, len(services.store.load(ID).players)
    made = []
    if "watch" in links:
        made.append(accounts.invite_watcher(ID, "Dora"))
    if "others" in links:
        made += [accounts.invite_seat(ID, seat, "Dora") for seat in range(1, seats)]
    if "revoked" in links:
        made.append(accounts.invite_seat(ID, 0, "Dora"))
    for one in made:
        assert client.post(f"/join/{one.secret}").status_code == 303
    if "revoked" in links:
        accounts.revoke(made[-1].invitation.id, "Dora")


def tries(client: FlaskClient, actions: Sequence[Any]) -> list[tuple[int, str]]:
    """Try everything that the seat could do, in its name, over pages and API."""
    answers = []
    for action in actions:
        whole = msgspec.json.encode(action).decode()
        version = client.services.store.load(ID).version  # type: ignore[attr-defined]
        form = {"seat": "0", "version": version, "action": whole}
        body = {"version": version, "actions": [msgspec.json.decode(whole)]}
        for to in ("act", "take-back", "answer", "hint", "open", "window", "here"):
            answers.append(client.post(f"/sessions/{ID}/play/{to}", data=form))
            answers.append(client.post(f"/sessions/{ID}/play/{to}?seat=1", data=form))
        answers.append(client.post(f"/api/sessions/{ID}/actions", json=body))
        answers.append(client.post(f"/api/sessions/{ID}/take-back", json={"seat": 0}))
        yes = {"seat": 0, "agrees": True}
        answers.append(client.post(f"/api/sessions/{ID}/take-back/answers", json=yes))
    return [(answer.status_code, without_lots(answer.text)) for answer in answers]


@pytest.mark.parametrize(
    ("holder", "name"), [*zip(HOLDERS, HIDING, strict=False), *((EVERY_OTHER, n) for n in HIDING)]
)
def test_every_link_but_a_seats_tells_nothing_of_its_hand(
    tmp_path: Path, name: str, holder: str
) -> None:
    game = find(name)
    links, hidden = HOLDERS[holder]
    events = recorded(game, LAST)
    with clients_of(tmp_path, events, others(events, seats=hidden)) as (one, two):
        for client in (one, two):
            let_in(client, links)
        assert 302 in compare(one, two)
        worlds = [client.services.store.load(ID) for client in (one, two)]  # type: ignore[attr-defined]
        for seat in range(1, len(worlds[0].players)) if "others" in links else ():
            own = [seen(client, f"/sessions/{ID}/play?seat={seat}") for client in (one, two)]
            assert own[0] == own[1]
            assert own[0][0] == 200
        actions = [a for w in worlds for a in game.legal_actions(w.state, 0)[:5]]
        first, second = tries(one, actions), tries(two, actions)
        assert first == second
        assert {status for status, _ in first} <= {400, 401, 404, 405}
        hands = [hand_of(client) for client in (one, two)]
        assert hands[0] != hands[1]  # the worlds do differ, for whoever has that seat's link


def hand_of(client: FlaskClient) -> str:
    """Return the table as the seat's own link shows it."""
    services: Services = client.services  # type: ignore[attr-defined]
    device = client.application.test_client()
    link = services.accounts.invite_seat(ID, 0, "Dora")
    assert device.post(f"/join/{link.secret}").status_code == 303
    answer = device.get(f"/sessions/{ID}/play?seat=0")
    assert answer.status_code == 200
    return without_lots(answer.text)
