"""No page shows anybody a way that is closed to them: every link and form of every page is asked.

Pages are drawn by the service as it is; what they lead to is asked of one whose views do nothing,
so that an answer is the guard's alone and nothing changes.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from domain.session import Session
from domain.session.commands import Table
from domain.session.consent import ask_take_back
from domain.session.events import Player
from service import seeds
from service.web.app import create_app
from service.wiring import Services
from tests.web.conftest import GAME, Tables
from tests.web.reading import Element, fields, read
from tests.web.signed import NAMES, browser, with_people

MOST = 150  # pages of one walk
LOOKS_ALIKE = ("step", "card", "tile", "place", "clause", "slug", "report", "row_key", "other")
"""Arguments of which one stands for all."""
NO_PAGES = ("static", "plotly", "frames.film", "replay.data", "share.file", "share.picture")


class World(NamedTuple):
    """A service with a session of each kind, and the same whose views do nothing."""

    app: Flask
    probe: Flask
    services: Services
    live: Session
    own: Session
    table: Session
    finished: Session


class Way(NamedTuple):
    """Something on a page that leads on: where, how, with which fields."""

    method: str
    path: str
    form: tuple[tuple[str, str], ...] = ()


@pytest.fixture
def world(services: Services, tables: Tables) -> World:
    with_people(services)
    app, probe = create_app(services), create_app(services)
    for one in (app, probe):
        one.config["WTF_CSRF_ENABLED"] = False
    for endpoint in probe.view_functions:
        probe.view_functions[endpoint] = lambda **_: "let in"
    live, own, finished = tables.open("Ada", "Ben"), tables.open("Ida", "Noor"), tables.finished(2)
    action = GAME.legal_actions(live.state)[0]
    for one in (live, own):
        services.recorder.act(one.id, action)
    services.recorder.run(live.id, lambda s: ask_take_back(s, 0, 0))
    services.recorder.add_note(finished.id, 2, "a note")
    services.accounts.set_host(own.id, services.accounts.named(NAMES["player"]))
    logged = Table(
        game=GAME, rules=seeds.rulebook(GAME).version, edition=seeds.edition(GAME),
        players=(Player("Eva"), Player("Finn")), mode="table",
    )  # fmt: skip
    table = services.recorder.open(logged).session
    return World(app, probe, services, live, own, table, finished)


def role(name: str) -> Callable[[World], FlaskClient]:
    """Return how somebody of a role comes."""
    return lambda world: browser(world.app, name)  # type: ignore[arg-type]


def host(world: World) -> FlaskClient:
    """A player at the device that is passed round in their own session."""
    client = browser(world.app, "player")
    assert client.post(f"/sessions/{world.own.id}/play/here").status_code == 303
    seat = world.own.game.to_act(world.services.store.load(world.own.id).state)[0]
    client.post(f"/sessions/{world.own.id}/play/open", data={"seat": seat})
    return client


def by_link(world: World, seat: int | None, client: FlaskClient | None = None) -> FlaskClient:
    """Somebody with a link to a seat of the live session, or to watch it."""
    accounts, client = world.services.accounts, client or world.app.test_client()
    made = (
        accounts.invite_watcher(world.live.id, "Dora")
        if seat is None
        else accounts.invite_seat(world.live.id, seat, "Dora")
    )
    assert client.post(f"/join/{made.secret}").status_code == 303
    return client


COMERS: dict[str, Callable[[World], FlaskClient]] = {
    "designer": role("designer"),
    "recorder": role("recorder"),
    "player": role("player"),
    "a player who hosts": host,
    "watcher": role("watcher"),
    "the seat to act": lambda world: by_link(world, 0),
    "the seat that waits": lambda world: by_link(world, 1),
    "a watcher with a seat": lambda world: by_link(world, 1, browser(world.app, "watcher")),
    "a player with a seat": lambda world: by_link(world, 0, browser(world.app, "player")),
    "whoever watches": lambda world: by_link(world, None),
    "nobody": lambda world: world.app.test_client(),
}


def ways(page: Element) -> Iterator[Way]:
    """Yield every link and every form of a page, each button's own address too."""
    for link in page.find("a"):
        if (href := link.attrs.get("href", "")).startswith("/"):
            yield Way("GET", href.partition("#")[0])
    for form in page.find("form"):
        method, action = form.attrs.get("method", "get").upper(), form.attrs.get("action", "")
        sent = tuple(sorted(fields(form).items())) if method == "POST" else ()
        targets = {b.attrs["formaction"] for b in form.find("button") if "formaction" in b.attrs}
        for to in ({action} if action.startswith("/") else set()) | targets:
            yield Way(method, to, sent)
    for element in page.find():
        for name in ("data-watch", "data-follow", "data-events", "data-version", "data-frames"):
            if (href := element.attrs.get(name, "")).startswith("/"):
                yield Way("GET", href)


def alike(world: World, way: Way) -> tuple[object, ...]:
    """Return what is the same of ways of which one stands for all."""
    parts = urlsplit(way.path)
    endpoint, named = world.app.url_map.bind("localhost").match(parts.path, way.method)
    kept = {k: str(v) for k, v in named.items() if k not in LOOKS_ALIKE}
    query = {k: v for k, v in parse_qs(parts.query).items() if k in ("seat", "hide", "mode")}
    return way.method, endpoint, repr(sorted(kept.items())), repr(sorted(query.items()))


def is_shut(answer: TestResponse, asked: str) -> bool:
    """Whether an answer refuses its asker, or asks who that is where something else was asked."""
    led_to = answer.request.path + answer.headers.get("Location", "")
    asks = "/sign-in" in led_to and not asked.startswith("/sign-in")
    return answer.status_code in (401, 403) or asks


def starts(world: World) -> list[str]:
    """Return where a walk begins: the list, and every session's own pages."""
    found = ["/", "/sign-in"]
    for session in (world.live, world.own, world.table, world.finished):
        home = f"/sessions/{session.id}"
        found += [f"{home}/play", f"{home}/play?seat=0", f"{home}/play?seat=1", home]
        found += [f"{home}/table", f"{home}?hide=1&step=1", f"{home}/invite"]
    return found


@pytest.mark.parametrize("who", COMERS)
def test_no_page_shows_a_way_that_is_closed_to_its_reader(world: World, who: str) -> None:
    client = COMERS[who](world)
    asker = world.probe.test_client()
    seen: set[tuple[object, ...]] = set()
    waiting, drawn, shut = [("", path) for path in starts(world)], 0, []
    asked: set[tuple[object, ...]] = set()
    while waiting and drawn < MOST:
        came_from, path = waiting.pop(0)
        answer = client.get(path, follow_redirects=True)
        if came_from and is_shut(answer, path):
            shut.append((came_from, "GET", path))
        if answer.status_code != 200 or answer.mimetype != "text/html":
            continue
        drawn += 1
        if cookie := client.get_cookie("session"):
            asker.set_cookie("session", cookie.value)
        for way in ways(read(answer)):
            key = alike(world, way)
            if key in seen:
                continue
            seen.add(key)
            told = asker.open(way.path, method=way.method, data=dict(way.form) or None)
            if is_shut(told, way.path):
                shut.append((path, way.method, way.path))
            elif way.method == "GET" and key not in asked and key[1] not in NO_PAGES:
                asked.add(key)
                waiting.append((path, way.path))
    assert drawn > 0
    assert not waiting  # the walk came to its end
    assert not shut, "\n".join(map(str, shut))
