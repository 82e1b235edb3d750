"""Moves that were taken back tell no hidden card either: they stay in log, replay and API."""

from pathlib import Path
from random import Random

import pytest

from domain.chance import Shuffled
from domain.events import Event
from domain.game import Game
from domain.games import find
from domain.session.commands import act, take_back
from tests.web.hiding import HIDING, ID, REVEALING, clients_of, folded, others, recorded
from tests.web.test_hidden_walk import seen, take_window

HOME, API = f"/sessions/{ID}", f"/api/sessions/{ID}"
TOLD = (HOME, f"{HOME}.json", f"{HOME}/frames", f"{HOME}/play", f"{API}/events", f"{API}/state")
VIEWS = ("", "all", "public", "0", "1", "0-now")


def with_take_backs(game: Game) -> list[Event]:
    """A session that goes back twice and on again; no moth is planted or lured in it."""
    rng = Random(4)
    chance = Shuffled(rng)
    events = recorded(game, 9)
    for nth in range(8):
        now = folded(events)
        if nth in (2, 5):
            step = next(s for s in range(now.last_step - 3, -1, -1) if game.to_act(now.state_at(s)))
            events += take_back(now, step)
            now = folded(events)
        legal = [a for a in game.legal_actions(now.state) if type(a).__name__ not in REVEALING]
        events += act(now, rng.choice(legal), chance)
    return events


@pytest.mark.parametrize("name", HIDING)
@pytest.mark.parametrize("seat", [None, 0])
def test_moves_that_were_taken_back_tell_no_hidden_card(
    tmp_path: Path, name: str, seat: int | None
) -> None:
    events = with_take_backs(find(name))
    other = others(events, (0, 1, 2) if seat is None else (1, 2))
    assert other != events
    with clients_of(tmp_path, events, other) as clients:
        for client in clients if seat is not None else ():
            take_window(client, 0)
        for path in (f"{told}?seat=0&taken=1&view={view}" for told in TOLD for view in VIEWS):
            first, second = (seen(client, path) for client in clients)
            assert first == second, path
        if seat is not None:
            assert seen(clients[0], f"{API}/state?view=0")[0] == 200
