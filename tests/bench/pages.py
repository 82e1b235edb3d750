"""Steps of a session rendered as pages."""

import argparse
import time
from collections.abc import Iterator
from statistics import quantiles

from service import demo
from service.web.app import create_app
from service.wiring import build
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
