"""Steps of a session rendered as pages."""

import argparse
import time
from collections.abc import Iterator
from statistics import quantiles

from service import demo
from service.web.app import create_app
from service.wiring import Services, build
from tests.bench.common import FigureRow, folder


def figures(arguments: argparse.Namespace) -> Iterator[FigureRow]:
    """Yield the 95th percentile over every step of the longest demo session."""
    with folder() as data:
        services = build(data)
        demo.record(services.store)
        sessions = [services.store.load(i) for i in services.store.session_ids()]
        longest = max(sessions, key=lambda s: s.last_step if s.status == "closed" else 0)
        client = create_app(services).test_client()
        pages, folds = [], []
        for step in range(longest.last_step + 1):
            began = time.perf_counter()
            answer = client.get(f"/sessions/{longest.id}?step={step}")
            pages.append(time.perf_counter() - began)
            assert answer.status_code == 200
            began = time.perf_counter()
            services.store.load(longest.id).state_at(step)
            folds.append(time.perf_counter() - began)
        services.close()
    yield (
        f"any of {len(pages)} steps as a whole page, 95th percentile",
        quantiles(pages, n=20)[-1] * 1000,
        "ms",
        50,
        quantiles(folds, n=20)[-1] * 1000,
        "load and fold only",
        True,
    )


def freshness(arguments: argparse.Namespace) -> Iterator[FigureRow]:
    """Yield how long a move takes from its answer until the statistics count it."""
    with folder() as data:
        services = build(data)
        demo.record(services.store)
        services.projector.catch_up()
        services.projector.start()
        live = next(
            session
            for session_id in services.store.session_ids()
            if (session := services.store.load(session_id)).status == "live"
        )
        waits, appends = [], []
        for _ in range(10):
            action = live.game.legal_actions(live.state)[0]
            began = time.perf_counter()
            live = services.recorder.act(live.id, action).session
            stored = time.perf_counter()
            appends.append(stored - began)
            while _counted(services, live.id.hex) < live.last_step:
                time.sleep(0.001)
            waits.append(time.perf_counter() - stored)
        services.close()
    yield (
        "from a move's answer to its place in the statistics, slowest of 10",
        max(waits) * 1000,
        "ms",
        2000,
        max(appends) * 1000,
        "the move's own answer",
        True,
    )


def _counted(services: Services, session_id: str) -> int:
    query = "SELECT steps FROM sessions WHERE id = $1::UUID"
    row = services.projector.warehouse.cursor().execute(query, [session_id]).fetchone()
    return row[0] if row else -1
