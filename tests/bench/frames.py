"""Steps of a session as a browser gets them: one by one from a served application, and all at
once.
"""

import argparse
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http import HTTPStatus
from http.client import HTTPConnection
from random import Random
from statistics import quantiles
from typing import Any

import msgspec
import waitress
from flask import Flask
from msgspec.structs import replace

from domain.edition import EditionBase
from domain.game import Game
from domain.games import find
from domain.session import Session
from domain.session.commands import Table
from domain.session.events import Player
from service import seeds, settings
from service.bots import play_bots
from service.web.app import create_app
from service.web.frames import draw
from service.web.knowledge import EVERYTHING
from service.web.playback import Playback
from service.wiring import Services, build
from tests.bench.common import FigureRow, folder, seconds

CLIENTS = 8
STEPS = 200


def figures(arguments: argparse.Namespace) -> Iterator[FigureRow]:
    """Yield how long a step takes to arrive, and all frames of a session to be made."""
    with folder() as data:
        services = build(data, rng=Random(1))
        app = create_app(services)
        try:
            moths, nocturnis = moths_of(services), nocturnis_of(services)
            with served(app) as port:
                waits, echoes = stepped(port, moths)
            yield (
                f"any of {moths.last_step + 1} steps as a fragment, 95th percentile, "
                f"{CLIENTS} clients at once",
                quantiles(waits, n=20)[-1] * 1000,
                "ms",
                20,
                quantiles(echoes, n=20)[-1] * 1000,
                "a file of the same server",
                True,
            )
            for session in (moths, nocturnis):
                yield whole(app, services, session, arguments.rounds)
        finally:
            services.close()


def whole(app: Flask, services: Services, session: Session, rounds: int) -> FigureRow:
    """Measure a session's frames from its stored events to JSON: read, folded, told and drawn, with
    nothing of the session kept; the templates are compiled.
    """

    def told() -> Playback:
        return Playback(services.store.load(session.id), EVERYTHING)

    with app.test_request_context("/"):
        bare = min(seconds(told) for _ in range(rounds))
        took = min(seconds(lambda: msgspec.json.encode(draw(told()))) for _ in range(rounds + 1))
    return (
        f"all {session.last_step + 1} frames of a session of {session.game.title}, "
        f"{len(session.players)} seats",
        took * 1000,
        "ms",
        150,
        bare * 1000,
        "loaded, folded and told only",
        True,
    )


def moths_of(services: Services) -> Session:
    """Record 200 steps of Lantern Moths with three times as many cards."""
    game = find("lantern-moths")
    edition: Any = seeds.edition(game)
    many = {value: 3 * copies for value, copies in edition.copies.value.items()}
    edition = replace(edition, copies=replace(edition.copies, value=many))
    recorder, rng = services.recorder, Random(1)
    session = recorder.open(table(game, edition, 4)).session
    while session.last_step < STEPS:
        action = rng.choice(session.game.legal_actions(session.state))
        session = recorder.act(session.id, action).session
    return recorder.abandon(session.id).session


def nocturnis_of(services: Services) -> Session:
    """Record a whole session of Nocturnis with three seats, which has about 200 steps."""
    game = find("nocturnis")
    session = services.recorder.open(table(game, seeds.edition(game), 3)).session
    return play_bots(services.recorder, session, Random(0))


def table(game: Game, edition: EditionBase, seats: int) -> Table:
    """Return a table of random bots."""
    players = tuple(Player(f"Random {nth}", "random") for nth in range(seats))
    return Table(game=game, rules=seeds.rulebook(game).version, edition=edition, players=players)


@contextmanager
def served(app: Flask) -> Iterator[int]:
    """Serve the application as ``mothlog serve`` does; lend its port."""
    server = waitress.create_server(
        app, host="127.0.0.1", port=0, threads=int(settings.default("MOTHLOG_THREADS"))
    )
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield server.effective_port
    finally:
        server.close()
        thread.join(1)


def stepped(port: int, session: Session) -> tuple[list[float], list[float]]:
    """Return how long each step took to arrive at each client, and a file beside it, in s."""
    steps = [f"/sessions/{session.id}/steps/{step}" for step in range(session.last_step + 1)]

    def client(paths: list[str]) -> list[float]:
        connection, waits = HTTPConnection("127.0.0.1", port), []
        for path in paths:
            began = time.perf_counter()
            connection.request("GET", path)
            answer = connection.getresponse()
            answer.read()
            waits.append(time.perf_counter() - began)
            assert answer.status == HTTPStatus.OK
        connection.close()
        return waits

    def at_once(paths: list[str]) -> list[float]:
        orders = [Random(nth).sample(paths, len(paths)) for nth in range(CLIENTS)]
        with ThreadPoolExecutor(CLIENTS) as threads:
            return [wait for waits in threads.map(client, orders) for wait in waits]

    return at_once(steps), at_once(["/static/icon.svg"] * len(steps))
