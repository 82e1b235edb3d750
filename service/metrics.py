"""Counts of what the service does, for Prometheus. No label is a session, a name or an address."""

import sqlite3
import time
from collections.abc import Callable, Iterator

from flask import Flask, Response, g, request
from prometheus_client import (
    CollectorRegistry,
    Counter,
    GCCollector,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from analytics.warehouse import DuckDBError, WarehouseError
from service.lag import lag_of
from service.store import StoreError
from service.wiring import Services

EXTENSION = "mothlog-metrics"
LISTENERS = "mothlog-listeners"
"""Where an application keeps a function that counts who listens to live sessions."""

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
SIGN_IN = "sign_in.submit"


class Metrics:
    """The counters of one application."""

    def __init__(self, app: Flask, services: Services) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "mothlog_requests",
            "Answered requests",
            ("endpoint", "method", "status"),
            registry=self.registry,
        )
        self.seconds = Histogram(
            "mothlog_request_seconds",
            "How long answers took",
            ("endpoint",),
            buckets=SECONDS,
            registry=self.registry,
        )
        self.conflicts = Counter(
            "mothlog_conflicts", "Requests that others came before", registry=self.registry
        )
        self.failures = Counter(
            "mothlog_sign_in_failures", "Sign-ins that were refused", registry=self.registry
        )
        for collector in (ProcessCollector, PlatformCollector, GCCollector):
            collector(registry=self.registry)
        self.registry.register(_Standing(services, app))

    def text(self) -> bytes:
        """Return everything in the format that Prometheus reads."""
        return generate_latest(self.registry)

    def count(self, response: Response, seconds: float) -> None:
        """Count an answer."""
        endpoint = request.endpoint or "none"
        method = request.method if request.url_rule else "none"
        self.requests.labels(endpoint, method, str(response.status_code)).inc()
        self.seconds.labels(endpoint).observe(seconds)
        if response.status_code == 409:
            self.conflicts.inc()
        if endpoint == SIGN_IN and response.status_code >= 400:
            self.failures.inc()


class _Standing(Collector):
    """Reads at each look how far the store and the statistics are, and who listens."""

    def __init__(self, services: Services, app: Flask) -> None:
        self._services, self._app = services, app

    def describe(self) -> list[Metric]:
        """Name nothing beforehand: the store is not read when the application is built."""
        return []

    def collect(self) -> Iterator[Metric]:
        """Yield the numbers of now."""
        listeners = self._app.extensions.get(LISTENERS)
        yield GaugeMetricFamily(
            "mothlog_listeners",
            "Event streams that are open",
            value=listeners() if listeners else 0,
        )
        try:
            lag = lag_of(self._services)
        except (StoreError, sqlite3.Error, WarehouseError, DuckDBError):
            return  # /readyz says so
        yield CounterMetricFamily("mothlog_events_stored", "Events in the store", value=lag.stored)
        yield GaugeMetricFamily(
            "mothlog_projection_lag_events", "Events that the statistics miss", value=lag.events
        )
        yield GaugeMetricFamily(
            "mothlog_projection_lag_seconds",
            "Seconds since the statistics missed nothing",
            value=lag.seconds,
        )


def install(app: Flask, services: Services, clock: Callable[[], float] = time.perf_counter) -> None:
    """Count every answer of an application."""
    metrics = app.extensions[EXTENSION] = Metrics(app, services)

    def arrived() -> None:
        g.counted_from = clock()

    def answered(response: Response) -> Response:
        metrics.count(response, clock() - g.get("counted_from", clock()))
        return response

    app.before_request(arrived)
    app.after_request(answered)
