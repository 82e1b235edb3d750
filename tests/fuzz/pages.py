"""What comes over HTTP: addresses, forms, and bodies of the API, in JSON and mangled."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from domain.session.events import in_json
from tests.api.asking import LANTERN
from tests.fuzz.targets import Target
from tests.fuzz.visits import dumped, visiting
from tests.fuzz.world import World
from tests.web.reading import fields, read

UNSAVED = ("/sql", "/sql/download", "/sql/forget")
"""Forms that start a process each; SQL is a target of its own."""


def pages(world: World) -> Iterator[Target]:
    """Yield what takes requests."""
    looks = visiting(world, do="GET")
    yield Target("addresses", lambda: dumped(addresses(world)), looks, 4_000)
    yield Target("forms", lambda: dumped(forms(world)), visiting(world), 4_000)
    yield Target("API bodies", lambda: dumped(bodies(world)), visiting(world), 9_000)


def addresses(world: World) -> Iterator[dict[str, Any]]:
    """Every page of every kind, with the parameters that its links have."""
    filled = {
        "game": "lantern-moths",
        "report": "overview",
        "step": "1",
        "seat": "0",
        "name": "house",
        "edition": "house",
        "what": "note",
        "form": "svg",
    }
    query = {"step": "1", "view": "0", "seat": "0", "q": "Ada", "game": "nocturnis", "page": "1"}
    query |= {"by": "people", "seats": "2", "from": "2026-09-01", "about": "b2", "limit": "5"}
    query |= {"at": "3", "text": "p2", "after": "1", "option": "ghost_blocks=planted_round"}
    for rule in world.app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()):
            continue
        for session in (*world.live, *world.demo[::4]):
            path = rule.rule
            for argument in rule.arguments:
                value = filled.get(argument, "x")
                value = str(session.id) if argument == "session_id" else value
                path = "".join(_replaced(path, argument, value))
            yield {"path": path, "do": "GET", "query": query}
            if "session_id" not in rule.arguments:
                break


def _replaced(path: str, argument: str, value: str) -> Iterator[str]:
    """Put a value in a rule's place: ``<uuid:session_id>``."""
    for part in path.split("<"):
        head, closed, tail = part.partition(">")
        if closed and head.split(":")[-1] == argument:
            yield value + tail
        elif closed:
            yield f"<{part}"
        else:
            yield part


def forms(world: World) -> Iterator[dict[str, Any]]:
    """Every form of the pages, as it would be sent."""
    shown = ["/sessions/new", "/sessions/new?game=nocturnis", "/sql", "/editions/lantern-moths"]
    for session in (*world.live, *world.demo[::4]):
        base = f"/sessions/{session.id}"
        shown += [f"{base}{page}" for page in ("", "/play", "/table", "/blind", "/branch")]
    for path in shown:
        answer = world.client.get(path, follow_redirects=True)
        if answer.status_code != 200:
            continue
        for form in read(answer).find("form"):
            action = form.attrs.get("action", "")
            if form.attrs.get("method") != "post" or action in UNSAVED:
                continue
            sent = fields(form)
            for button in form.find("button"):
                if "name" in button.attrs:
                    yield _form(action, sent | {button.attrs["name"]: button.attrs["value"]})
            yield _form(action, sent)


def _form(action: str, sent: dict[str, str]) -> dict[str, Any]:
    path, _, _ = action.partition("?")
    return {"path": path, "form": {k: v for k, v in sent.items() if k != "csrf_token"}}


def bodies(world: World) -> Iterator[dict[str, Any]]:
    """A body for every write of the API."""
    yield {"path": "/api/sessions", "json": LANTERN | {"mode": "digital"}}
    yield {"path": "/api/sessions", "json": LANTERN | {"mode": "table", "answers": ["B"]}}
    rng = Random(3)
    for session in world.live:
        base = f"/api/sessions/{session.id}"
        legal = session.game.legal_actions(session.state)
        for action in rng.sample(list(legal), min(4, len(legal))):
            told = msgspec.to_builtins(action)
            play = {"action": told, "answers": ["E", "G2"]}
            line = {"notation": session.game.notation.write(session.state, action)}
            yield {"path": f"{base}/actions", "json": {"actions": [play], "version": 2}}
            yield {"path": f"{base}/actions", "json": {"actions": [line]}}
            yield {"path": f"{base}/attempts", "json": {"action": in_json(action), "said": "x"}}
            yield {"path": f"{base}/amendments", "json": {"step": 1, "action": told}}
        note = {"step": 0, "text": "Why?", "author": "Ida", "tags": ["a"], "marks": ["b2"]}
        yield {"path": f"{base}/notes", "json": note}
        yield {"path": f"{base}/talk", "json": {"step": 0, "kind": "look_up", "seconds": 3.5}}
        yield {"path": f"{base}/feelings", "json": {"step": 0, "seat": 0, "feeling": "fun"}}
        yield {"path": f"{base}/items", "json": {"step": 0, "text": "print it larger"}}
        yield {"path": f"{base}/pause", "json": {"reason": "break"}}
        yield {"path": f"{base}/resume", "json": {}}
        yield {"path": f"{base}/take-back", "json": {"step": 0, "seat": 0}}
        yield {"path": f"{base}/take-back/answers", "json": {"seat": 1, "agrees": True}}
        yield {"path": f"{base}/feedback", "json": {"seat": 0, "fun": 4, "length": "right"}}
        yield {"path": f"{base}/branches", "json": {"step": 0, "title": "What if?"}}
        yield {"path": f"{base}/guesses", "json": {"step": 0, "seat": 0, "action": {}}}
        yield {"path": f"{base}/carry-on", "json": {"skip": 1}}
