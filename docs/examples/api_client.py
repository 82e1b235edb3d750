"""Log a session from a program: a small client of mothlog's API that needs nothing but Python.

Run it beside ``mothlog serve``::

    python docs/examples/api_client.py http://127.0.0.1:8765

A prototype that shuffles its own cards opens a session of mode ``table`` and tells what was seen.
"""

import json
import sys
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen
from uuid import uuid4


class Refused(Exception):
    """What the service answered instead of recording; ``error`` has ``code``, ``message`` …"""

    def __init__(self, status: int, error: dict[str, Any]) -> None:
        self.status, self.error = status, error
        super().__init__(f"{status} {error['code']}: {error['message']}")


class Log:
    """One session that is logged as it is played."""

    def __init__(self, service: str, **opening: Any) -> None:
        self.service = service.rstrip("/")
        session = self.post("/api/sessions", opening)["session"]
        self.path, self.version = f"/api/sessions/{session['id']}", session["version"]

    def act(self, *actions: str | dict[str, Any]) -> dict[str, Any]:
        """Record actions, all or none: as notation (``"d = B3"``) or as data."""
        named = [{"notation" if isinstance(a, str) else "action": a} for a in actions]
        body = {"actions": named, "expected_version": self.version}
        written = self.post(f"{self.path}/actions", body)
        self.version = written["session"]["version"]
        return written

    def note(self, text: str) -> None:
        """Write a note at the newest step."""
        self.post(f"{self.path}/notes", {"text": text})

    def legal(self) -> list[dict[str, Any]]:
        """List what can be done now."""
        return list(self.ask(f"{self.path}/legal-actions")["actions"])

    def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """Write, and write again if the answer got lost: the key lets it be recorded once."""
        key = uuid4().hex
        for attempt in range(3):
            try:
                return self.ask(path, body, {"Idempotency-Key": key})
            except Refused:
                raise
            except OSError:
                if attempt == 2:
                    raise
        raise AssertionError("the last attempt returns or raises")

    def ask(
        self, path: str, body: dict[str, Any] | None = None, headers: dict[str, str] | None = None
    ) -> dict[str, Any]:
        """Send one request and return what the service answers."""
        data = None if body is None else json.dumps(body).encode()
        kind = {"Content-Type": "application/json"}
        request = Request(self.service + path, data, {**kind, **(headers or {})})
        try:
            with urlopen(request) as answer:
                return dict(json.load(answer))
        except HTTPError as answer:
            raise Refused(answer.code, json.load(answer)["error"]) from None


def main(service: str) -> None:
    """Log the first turns of an evening."""
    log = Log(
        service,
        game="lantern-moths",
        mode="table",
        players=[{"name": "Ada"}, {"name": "Ben"}],
        answers=["B"],  # the middle tile; nobody showed the opening hands
        title="From a prototype",
        tags=["prototype"],
    )
    log.act("d = B3", "B3 b2")
    log.note("Ada plants at once")
    try:
        log.act("la1")
    except Refused as refused:
        near = [action["notation"] for action in refused.error.get("nearest", [])]
        print(f"refused by {', '.join(refused.error['clauses'])}; legal: {', '.join(near)}")
    log.act(log.legal()[0]["action"])
    print(f"logged to version {log.version}: {service}{log.path.removeprefix('/api')}")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8765")
