"""Live play: what the devices at a table send, one request after the other."""

from collections.abc import Iterator
from typing import Any

from tests.fuzz.targets import Target
from tests.fuzz.visits import dumped, visiting
from tests.fuzz.world import World


def played(world: World) -> Iterator[Target]:
    """Yield what is sent while a session is played; each visit is a device of its own."""
    attempt = visiting(world, lambda _: (world.app.test_client(), {}))
    yield Target("live play", lambda: dumped(_visits(world)), attempt, 6_000)


def _visits(world: World) -> Iterator[Any]:
    for session in world.live:
        base = f"/sessions/{session.id}"
        here = {"path": f"{base}/play/here", "form": {}}
        seat = {"seat": "@seat"}
        lie_open = {"path": f"{base}/play/open", "form": seat}
        window = {"path": f"{base}/play/window", "form": seat}
        act = {"action": "@action", "version": "@version", "key": "one"}
        acts = {"path": f"{base}/play/act", "form": act}
        back = {"path": f"{base}/play/take-back", "form": {"version": "@version", "key": "two"}}
        says = {"agrees": "yes", "version": "@version", "key": "three"} | seat
        answers = {"path": f"{base}/play/answer", "form": says}
        look = {"path": f"{base}/play", "do": "GET", "query": seat}
        yield [here, lie_open, look, acts, look]
        yield [here, window, acts | {"query": seat}, look]
        yield [here, lie_open, acts, acts, back, {"path": f"{base}/play/cover", "form": {}}]
        yield [here, window, acts | {"query": seat}, back | {"query": seat}, answers]
        yield [here, lie_open, {"path": f"{base}/play/hint", "form": {}}]
        yield {"path": f"{base}/play/version", "do": "GET"}
        for known in ("@version", "1", ""):
            heard = {"Last-Event-ID": known, "Accept": "text/event-stream"}
            yield {"path": f"{base}/events", "do": "GET", "headers": heard}
        for headers in (
            {"Accept": "application/json", "If-None-Match": '"3"'},
            {"Idempotency-Key": "one", "Accept-Language": "de"},
            {"Range": "bytes=0-3", "Sec-Fetch-Mode": "cors", "Cookie": "session=x"},
        ):
            body = {"actions": [{"action": "@act"}], "version": "@version"}
            told = {"path": f"/api{base}/actions", "json": body, "headers": headers}
            yield [told, {"path": f"/api{base}", "do": "GET", "headers": headers}]
