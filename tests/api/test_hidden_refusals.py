"""What a program is told back of a live session: nothing of it follows a hidden card."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from flask.testing import FlaskClient
from msgspec.structs import replace

from domain.games import find
from domain.session.commands import abandon
from domain.session.events import AttemptRefused, SessionOpened
from tests.api.asking import LANTERN, Api
from tests.web.hiding import AT, HIDING, ID, client_of, clients_of, others, recorded

PATH = f"/sessions/{ID}"
REASON = "the hand holds E1 and E2"


@pytest.fixture(params=HIDING)
def pair(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[list[FlaskClient]]:
    """Programs of two worlds that differ in hidden cards alone."""
    events = recorded(find(request.param), 14)
    with clients_of(tmp_path, events, others(events)) as clients:
        yield clients


def refused(client: FlaskClient, play: dict[str, Any]) -> dict[str, Any]:
    """Return the refusal of what a program would play."""
    error: dict[str, Any] = Api(client).error(f"{PATH}/actions", {"actions": [play]}, 422)
    return error


def test_what_a_refusal_names_follows_no_hidden_card(pair: list[FlaskClient]) -> None:
    worlds = [client.services.store.load(ID) for client in pair]  # type: ignore[attr-defined]
    game, state = worlds[0].game, worlds[0].state
    seat = game.to_act(state)[0]
    held = {action for world in worlds for action in game.legal_actions(world.state, seat)}
    known = game.legal_actions(game.observe(state, None), seat)
    tried = [{"action": msgspec.to_builtins(a)} for a in known if a not in held][:3]
    assert tried
    for play in tried:
        first, second = (refused(client, play) for client in pair)
        assert first == second
        assert len(first["nearest"]) > 1


def test_what_cannot_be_read_is_told_as_everybody_sees_the_table(pair: list[FlaskClient]) -> None:
    game, state = (lambda s: (s.game, s.state))(pair[0].services.store.load(ID))  # type: ignore[attr-defined]
    known = game.legal_actions(game.observe(state, None))
    written = sorted({game.notation.write(state, action) for action in known})
    for text in ("?", *(f"{one} zz" for one in written[:: max(len(written) // 8, 1)])):
        first, second = (refused(client, {"notation": text}) for client in pair)
        assert first == second
        assert first["code"] == "misread"


def test_a_session_that_is_opened_is_told_back_without_hands(api: Api) -> None:
    opened = api.post("/sessions", LANTERN | {"mode": "digital"})
    assert opened["events"][1]["data"]["hands"] == [[None] * 5, [None] * 5]


def told(client: FlaskClient) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = Api(client).get(f"{PATH}/events")["events"]
    return events


def test_no_seed_is_told_while_a_session_goes_on(tmp_path: Path) -> None:
    first, *more = recorded(find("lantern_moths"), 3)
    assert isinstance(first, SessionOpened)
    client = client_of(tmp_path, [replace(first, seed="all the cards"), *more])
    services = client.services  # type: ignore[attr-defined]
    assert "seed" not in told(client)[0]["data"]
    over = abandon(services.store.load(ID))
    services.store.append(ID, len(more) + 1, over, AT)
    assert told(client)[0]["data"]["seed"] == "all the cards"
    services.close()


def test_what_was_tried_and_refused_is_told_to_nobody(tmp_path: Path) -> None:
    tried = {"type": "plant", "seat": 0, "card": "E1", "tile": "b2"}
    no = AttemptRefused(1, 0, ("turn.plant.colour",), REASON, tried)
    client = client_of(tmp_path, [*recorded(find("lantern_moths"), 3), no])
    assert told(client)[-1]["data"] == {"step": 1, "seat": 0, "clauses": ["turn.plant.colour"]}
    client.services.close()  # type: ignore[attr-defined]
