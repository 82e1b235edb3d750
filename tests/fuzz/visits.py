"""Visits: requests one after the other from one browser or program, written as JSON.

A request is ``{"path", "do", "query", "form" or "json", "headers", "as"}``. ``@version``,
``@action`` and ``@seat`` in it stand for a session's as they are when it is sent, so that deep
places stay in reach however far the session has come.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any
from urllib.parse import quote, urlencode
from uuid import UUID

import msgspec
from flask.testing import FlaskClient

from service.store import NoSuchSession
from tests.fuzz.world import World

LEFT_OUT = ("/static/", ".png", ".html")
"""Files, and what takes a second to draw: other tests have them."""

MOST = 12  # requests of a visit
METHODS = ("GET", "POST", "DELETE", "HEAD", "PUT", "OPTIONS")

Browsers = Callable[[str], tuple[FlaskClient, Mapping[str, str]]]
"""Lends whoever is named a browser, and headers that it sends each time."""


def dumped(visits: Iterable[Any]) -> tuple[bytes, ...]:
    """Write visits as inputs, each once."""
    return tuple(dict.fromkeys(json.dumps(each).encode() for each in visits))


def visiting(
    world: World, browsers: Browsers | None = None, *, do: str = "POST"
) -> Callable[[bytes], bool]:
    """Return what makes a visit; an input that is none is sent as the body of a request.

    :param browsers: without them it is the world's own one.
    :param do: the method of a request that names none.
    """
    lend: Browsers = browsers or (lambda _: (world.client, {}))

    def attempt(raw: bytes) -> bool:
        try:
            told = json.loads(raw)
        except (ValueError, RecursionError):
            told = None
        visit = told if isinstance(told, list) else [told]
        accepted = False
        lent: dict[str, tuple[FlaskClient, Mapping[str, str]]] = {}
        for asked in visit[:MOST]:
            known = asked if isinstance(asked, dict) else {"path": "/api/sessions", "raw": raw}
            who = known.get("as")
            who = who if isinstance(who, str) else ""
            if who not in lent:
                lent[who] = lend(who)
            accepted |= _sent(world, *lent[who], known, do)
        return accepted

    return attempt


def _sent(
    world: World, client: FlaskClient, always: Mapping[str, str], asked: Mapping[str, Any], do: str
) -> bool:
    """Send a request; say whether it was answered as it wished."""
    address = quote(texted(asked.get("path", "")), safe="/~:@", errors="replace")
    if address[:1] != "/" or address[:2] == "//" or any(part in address for part in LEFT_OUT):
        return False
    asked = _filled(world, asked)
    method = asked.get("do", do)
    sent: dict[str, Any] = {"method": method if method in METHODS else do}
    form, query, headers = asked.get("form"), asked.get("query"), asked.get("headers")
    if isinstance(query, dict):
        pairs = [(texted(k), each) for k, v in query.items() for each in _listed(v)]
        sent["query_string"] = urlencode(pairs, errors="replace")
    if isinstance(form, dict):
        sent["data"] = {texted(k): _listed(v) for k, v in form.items()}
    elif "raw" in asked or "json" in asked:
        body = json.dumps(asked.get("json")).encode("utf-8", "replace")
        sent["data"] = asked.get("raw", body)
        sent["content_type"] = "application/json"
    told = headers if isinstance(headers, dict) else {}
    lines = {_line(k) or "X": _line(v) for k, v in told.items()}
    with client.open(address, headers=lines | dict(always), buffered=False, **sent) as answer:
        assert answer.status_code < 500, f"{answer.status_code} from {address}"
        if answer.mimetype == "text/event-stream":
            assert next(iter(answer.response)), "a stream that begins with nothing"
        else:
            assert b"Traceback (most recent" not in answer.data
        return answer.status_code < 400


def texted(value: Any) -> str:
    """Write a value as a form or an address has it."""
    text = value if isinstance(value, str) else json.dumps(value)
    return text.encode("utf-8", "replace").decode()


def _listed(value: Any) -> list[str]:
    return [texted(each) for each in value] if isinstance(value, list) else [texted(value)]


def _line(value: Any) -> str:
    """Write a value as one line of a header; servers let no others in."""
    return (
        "".join(c for c in texted(value) if c.isprintable())
        .encode("latin-1", "replace")
        .decode("latin-1")
    )


def _filled(world: World, asked: Mapping[str, Any]) -> Mapping[str, Any]:
    """Put in what stands for something of the session that the address names."""
    if '"@' not in json.dumps(asked, default=repr):
        return asked
    try:
        session = world.services.store.load(UUID(texted(asked["path"]).split("/sessions/")[1][:36]))
    except (IndexError, ValueError, NoSuchSession):
        return asked
    legal = session.game.legal_actions(session.state)[:1] if session.status == "live" else ()
    action = msgspec.json.encode(legal[0]).decode() if legal else "{}"
    seat = legal[0].seat if legal else 0
    known = {"@version": session.version, "@action": action, "@seat": seat}
    known["@act"] = json.loads(action)

    def put(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: put(each) for key, each in value.items()}
        if isinstance(value, list):
            return [put(each) for each in value]
        return known.get(value, value) if isinstance(value, str) else value

    return {key: put(value) if key != "path" else value for key, value in asked.items()}
