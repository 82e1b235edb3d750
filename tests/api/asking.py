"""Asking the API in few words."""

from random import Random
from typing import Any

from flask.testing import FlaskClient

from domain.chance import Shuffled
from domain.game import Game
from service import seeds

LANTERN = {"game": "lantern-moths", "players": [{"name": "Ada"}, {"name": "Ben"}]}
MIDDLE = "B"  # the face of the middle tile


class Api:
    """Sends and reads JSON, and checks the status."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client

    def get(self, path: str, status: int = 200, **headers: str) -> Any:
        """Read something."""
        answer = self.client.get(f"/api{path}", headers=_headers(headers))
        assert answer.status_code == status, answer.text
        return answer.get_json()

    def post(self, path: str, body: Any, status: int = 201, **headers: str) -> Any:
        """Write something."""
        answer = self.client.post(f"/api{path}", json=body, headers=_headers(headers))
        assert answer.status_code == status, answer.text
        return answer.get_json()

    def error(self, path: str, body: Any, status: int, **headers: str) -> Any:
        """Write something that is refused; return the error."""
        return self.post(path, body, status, **headers)["error"]

    def digital(self, *bots: str, **more: Any) -> str:
        """Open a session that mothlog deals; return its path."""
        players = [*LANTERN["players"], *({"name": b, "bot": b} for b in bots)]
        body = LANTERN | {"mode": "digital", "players": players} | more
        return f"/sessions/{self.post('/sessions', body)['session']['id']}"

    def table(self, *answers: str | None, **more: Any) -> str:
        """Open a session that is logged at a table; return its path."""
        body = LANTERN | {"mode": "table", "answers": [MIDDLE, *answers]} | more
        return f"/sessions/{self.post('/sessions', body)['session']['id']}"

    def act(self, path: str, *actions: Any, status: int = 201, **more: Any) -> Any:
        """Carry out actions."""
        plays = [a if "action" in a or "notation" in a else {"action": a} for a in actions]
        return self.post(f"{path}/actions", {"actions": plays} | more, status)


def seen_at_set_up(game: Game, seats: int) -> list[str | None]:
    """Return what a table sees that turns every card up while it sets a game up."""
    rules = game.rules(seeds.edition(game), game.options(), seats)
    run = game.set_up(rules, 0, Shuffled(Random(2)))
    return [answer for event in run.events for answer in game.answers(event)]


def draw(seat: int = 0, **more: Any) -> dict[str, Any]:
    """Draw from the deck."""
    return {"action": {"type": "draw", "seat": seat}} | more


def _headers(named: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in named.items()}
