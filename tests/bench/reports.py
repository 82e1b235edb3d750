"""Every report of the catalogue, and the page of all findings, over many simulated sessions."""

import argparse
import csv
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from threading import Event, Thread
from typing import NamedTuple, cast

from analytics import stats
from analytics.filters import Filters
from analytics.warehouse import Cursor
from domain.game import Game
from domain.games import GAMES, LANTERN_MOTHS, LEPIDOPTERY, NOCTURNIS
from domain.session.commands import Table
from domain.session.events import Player
from service import seeds
from service.projector import Projector
from service.store import Playtests
from service.web.app import create_app
from service.wiring import Services, build
from tests.bench.common import FigureRow, folder, plan, record_games, seconds
from tests.bench.repeated import Repeated

REPORT, PAGE = 1.0, 2.0  # seconds
SHARES = {LANTERN_MOTHS: 1, LEPIDOPTERY: 1, NOCTURNIS: 10}
"""One session in so many is made; a game of Nocturnis takes ten times as long."""
MADE, TIMES = "made-up-to", "times.csv"
DISTINCT = 20_000  # sessions of a game that are simulated
PAUSE = 0.05  # seconds between two moves while recording goes on
PASS = "SELECT kind, count(*), avg(legal_count) FROM decisions GROUP BY ALL"


class Timed(NamedTuple):
    """What took how long; the slowest of several."""

    seconds: float
    what: str


def figures(arguments: argparse.Namespace) -> Iterator[FigureRow]:
    """Yield the slowest report and the slowest page, idle and while sessions are recorded.

    The rows are made by the projector from simulated games: ``--sessions`` of each game, a tenth of
    them of Nocturnis, whose games take ten times as long. Of more than ``DISTINCT`` so many are
    simulated, and the projector reads them again and again under other ids. With ``--keep`` the
    rows are made once, and the next run measures the same ones.
    """
    with folder(arguments.keep) as data:
        services = build(data)
        times = -(-arguments.sessions // DISTINCT)
        counts = {game: arguments.sessions // times // share for game, share in SHARES.items()}
        if not (made := data / MADE).exists():
            for game, games in counts.items():
                _fill(services, game, games, arguments.workers)
            made.write_text(f"{services.store.last_position()}")
        services.projector.close()
        repeated = cast(Playtests, Repeated(services.store, int(made.read_text()), times))
        services = replace(services, projector=Projector(repeated, data))
        services.projector.catch_up()
        cursor = services.projector.warehouse.cursor()
        bare = min(seconds(lambda: cursor.execute(PASS).fetchall()) for _ in range(3))
        size = f"{times * sum(counts.values()):,} sessions"
        each = [("when", "what", "seconds")]
        for twice, when in ((1, ""), (2, "while recording goes on")):
            with _recording(services) if when else _idle():
                reports = [*_reports(cursor, arguments.rounds)]
                pages = [*_pages(services, arguments.rounds)]
            each += [
                (when or "idle", timed.what, f"{timed.seconds:.3f}") for timed in reports + pages
            ]
            for timed, target, what in (
                (max(reports), REPORT, "every catalogue report"),
                (max(pages), PAGE, "overview page"),
            ):
                name = f"{what}, {size}{when and ', '}{when}: slowest is {timed.what}"
                yield name, timed.seconds, "s", twice * target, bare, "a pass over decisions", True
        services.close()
        with (data / TIMES).open("w", newline="") as file:
            csv.writer(file).writerows(each)


def _fill(services: Services, game: Game, games: int, workers: int) -> None:
    seats = 2 if game is LEPIDOPTERY else 3
    record_games(services.store, plan(seats, "bench", game), games, workers)


def _reports(cursor: Cursor, rounds: int) -> Iterator[Timed]:
    for game in GAMES:
        for report in stats.catalogue(game):
            one = [report.id]
            best = _best(rounds, lambda: stats.findings(cursor, Filters(game), one))  # noqa: B023
            yield Timed(best, f"{report.id} of {game}")


def _pages(services: Services, rounds: int) -> Iterator[Timed]:
    client = create_app(services).test_client()
    for game in GAMES.values():

        def page(name: str = game.command_name) -> None:
            services.answered.forget()
            assert client.get(f"/statistics/{name}?by=all").status_code == 200

        yield Timed(_best(rounds, page), game.name)


def _best(rounds: int, work: Callable[[], object]) -> float:
    return min(seconds(work) for _ in range(rounds))


@contextmanager
def _idle() -> Iterator[None]:
    yield


@contextmanager
def _recording(services: Services) -> Iterator[None]:
    """Play on at a table in the background, with the projector following."""
    stop = Event()
    services.projector.start()

    def play() -> None:
        while not stop.is_set():
            session = services.recorder.open(_table()).session
            while session.status == "live" and not stop.is_set():
                seat = session.game.to_act(session.state)[0]
                action = session.game.legal_actions(session.state, seat)[0]
                session = services.recorder.act(session.id, action).session
                time.sleep(PAUSE)

    thread = Thread(target=play)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


def _table() -> Table:
    return Table(
        game=LANTERN_MOTHS,
        rules=seeds.rulebook(LANTERN_MOTHS).version,
        edition=seeds.edition(LANTERN_MOTHS),
        players=tuple(Player(name) for name in ("Ada", "Ben", "Cleo")),
    )
