"""What comes over HTTP: addresses, forms, and bodies of the API, in JSON and mangled."""

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any
from urllib.parse import quote

import msgspec

from domain.session.events import in_json
from tests.api.asking import LANTERN
from tests.fuzz.targets import Target
from tests.fuzz.world import World
from tests.web.reading import fields, read

ENDLESS = ("/events", "/static/", "/export", "/steps/<int:step>.")
"""Streams, files, and pictures, which take long: other tests have them."""

BUSY = ("/experiments", "/evaluation", "/hint", "/counterfactual", "/lines", "/metrics")
"""These begin work in the background that goes on after the answer."""

UNSAVED = ("/sql", "/sql/download", "/sql/forget")

ACCOUNTS = ("/people", "/account", "/sign", "/join", "/feedback")


def pages(world: World) -> list[Target]:
    """List what takes requests."""
    return [
        Target("addresses", _dumped(_addresses(world)), _sender(world, reads=True), 4_000),
        Target("forms", _dumped(_forms(world)), _sender(world), 5_000),
        Target("API bodies", _dumped(_bodies(world)), _sender(world), 12_500),
    ]


def _dumped(requests: Iterator[dict[str, Any]]) -> tuple[bytes, ...]:
    return tuple(dict.fromkeys(json.dumps(each).encode() for each in requests))


def _sender(world: World, *, reads: bool = False) -> Callable[[bytes], bool]:
    """Send a request; an input that is none is sent as the body of one."""

    def attempt(raw: bytes) -> bool:
        try:
            asked = json.loads(raw)
            path, query = asked["path"], asked.get("query", {})
            address = quote(_texted(path), safe="/~:@", errors="replace")
            pairs = {_texted(k): _texted(v) for k, v in dict(query).items()}
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            asked, address, pairs = {}, "/api/sessions", {}
        return _sent(world, address, pairs, asked, raw, reads)

    return attempt


def _sent(
    world: World, address: str, query: dict[str, str], asked: Any, raw: bytes, reads: bool
) -> bool:
    if not address.startswith("/") or any(part in address for part in (*ENDLESS[:3], *BUSY)):
        return False
    sent: dict[str, Any] = {}
    form, body = asked.get("form"), asked.get("json", asked if not asked else None)
    if isinstance(form, dict):
        sent["data"] = {_texted(k): _texted(v) for k, v in form.items()}
    elif not reads:
        sent["data"] = raw if body is None else json.dumps(body).encode("utf-8", "replace")
        sent["content_type"] = "application/json"
    ask = world.client.get if reads else world.client.post
    with ask(address, query_string=query, **sent) as answer:
        assert answer.status_code < 500, f"{answer.status_code} from {address}"
        assert b"Traceback (most recent" not in answer.data
        return answer.status_code < 400


def _texted(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value)
    return text.encode("utf-8", "replace").decode()


def _addresses(world: World) -> Iterator[dict[str, Any]]:
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
        if any(part in rule.rule for part in (*ENDLESS, *BUSY, *ACCOUNTS)):
            continue
        for session in (*world.live, *world.demo[::4]):
            path = rule.rule
            for argument in rule.arguments:
                value = filled.get(argument, "x")
                value = str(session.id) if argument == "session_id" else value
                path = "".join(_replaced(path, argument, value))
            yield {"path": path, "query": query}
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


def _forms(world: World) -> Iterator[dict[str, Any]]:
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


def _bodies(world: World) -> Iterator[dict[str, Any]]:
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
        yield {"path": f"{base}/take-back", "json": {"step": 0}}
        yield {"path": f"{base}/feedback", "json": {"seat": 0, "fun": 4, "length": "right"}}
        yield {"path": f"{base}/branches", "json": {"step": 0, "title": "What if?"}}
        yield {"path": f"{base}/guesses", "json": {"step": 0, "seat": 0, "action": {}}}
        yield {"path": f"{base}/carry-on", "json": {"skip": 1}}
