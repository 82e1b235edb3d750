"""What stands beside the game of a live session tells no hidden card either."""

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from domain.games import find
from domain.session.events import AttemptRefused
from service.web.catalogue import entries
from service.web.table.feedback import token
from tests.web.hiding import HIDING, ID, client_of, clients_of, others, recorded, without_lots


@pytest.mark.parametrize("name", HIDING)
def test_the_page_for_a_players_answers_tells_no_hidden_card(tmp_path: Path, name: str) -> None:
    events = recorded(find(name), 14)
    pages = []
    with clients_of(tmp_path, events, others(events)) as clients:
        for client in clients:
            link = token(client.application.secret_key or "", ID, 0)
            answer = client.get(f"/feedback/{link}")
            assert answer.status_code == 200
            pages.append(without_lots(answer.text).replace(link, ""))
    assert pages[0] == pages[1]


@pytest.mark.parametrize("name", HIDING)
def test_moments_of_a_live_session_are_told_as_everybody_saw_them(
    tmp_path: Path, name: str
) -> None:
    events = recorded(find(name), 14)
    with clients_of(tmp_path, events, others(events)) as (one, two):
        first, second = moments(one), moments(two)
    assert first == second
    assert len(first) > 10


def moments(client: FlaskClient) -> list[tuple[int, str, str, str]]:
    """Tell every step as the moments behind a number are."""
    services = client.services  # type: ignore[attr-defined]
    steps = {(ID.hex, step): [0] for step in range(services.store.load(ID).last_step + 1)}
    with client.application.test_request_context():
        (found,) = entries(services, steps, "card")
    return found.steps


def test_what_was_tried_beside_the_moves_is_told_to_nobody(tmp_path: Path) -> None:
    tried = {"type": "plant", "seat": 0, "card": "E1", "tile": "b2"}
    no = AttemptRefused(1, 0, ("turn.plant.colour",), "E1 is in that hand", tried)
    client = client_of(tmp_path, [*recorded(find("lantern_moths"), 3), no])
    for view in ("", "all", "0"):
        page = client.get(f"/sessions/{ID}?view={view}&step=1").text
        assert "told no" not in page
        assert "in that hand" not in page
    client.services.close()  # type: ignore[attr-defined]
