"""axe-core finds nothing on any page: WCAG 2.1 A and AA and what it calls best practice, by night
and by day, on a phone and on a desk.
"""

import os
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, NamedTuple

import pytest
from axe_playwright_python.sync_playwright import Axe
from flask import Flask
from playwright.sync_api import Browser, Page

from domain.games import GAMES
from domain.session import Session
from service import demo
from service.branching import Asked, open_branch
from service.editions import shipped
from service.queries import Plot, Queries, Saved
from service.web.app import create_app
from service.web.experimenting import SIZES as SIZES_ASKED
from service.web.table.feedback import token
from service.wiring import Services, build
from tests.browser.conftest import PATIENCE
from tests.served import served as served_at

Values = dict[str, Any]
"""Arguments of a page's address and of its query."""

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]
NO_PAGES = ("static", "plotly", "live.events")

EVERYTHING = {"runOnly": {"type": "tag", "values": TAGS}, "resultTypes": ["violations"]}
COLOURS = {"runOnly": ["color-contrast"], "resultTypes": ["violations"]}
EVERY = bool(os.environ.get("MOTHLOG_FUZZ"))
LOOKS: tuple[tuple[int, int, str, Values], ...] = (
    (1440, 900, "light", COLOURS),
    (390, 844, "dark", EVERYTHING),
)
"""A desk by day and a phone by night. Colours are the same at both widths and all that a theme
changes; MOTHLOG_FUZZ looks for everything at both in both.
"""
if EVERY:
    BOTH = ((1440, 900), (390, 844))
    LOOKS = tuple((*size, theme, EVERYTHING) for size in BOTH for theme in ("light", "dark"))
SHORTER = "document.querySelectorAll('tbody > tr:nth-child(n+9)').forEach((row) => row.remove())"
"""Leaves eight rows of each table, as hundreds are made alike; MOTHLOG_FUZZ looks at all."""

RULING = "ghost_blocks=while_present"
GAME = "lantern_moths"
NAMED = ("seat-wins", "friction", "own-games")
COUNTED = "SELECT game, count(*) AS games FROM sessions GROUP BY ALL"
EARLY, LATE = 5, 20  # steps that every session of these has


class Served(NamedTuple):
    """The demo sessions behind an address, and a page's examples by endpoint."""

    app: Flask
    address: str
    examples: dict[str, list[Values]]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The demo sessions, one of each game logged at a table right now, and a saved query."""
    services = build(tmp_path_factory.mktemp("axe"))
    demo.record(services.store)
    tables = {name: _logged_now(services, name) for name in GAMES}
    services.projector.catch_up()
    app = create_app(services)
    experiment = _answered(app)
    with served_at(app) as address:
        yield Served(app, address, _examples(services, app, tables, experiment))
    services.close()


def _answered(app: Flask) -> str:
    """Ask an experiment, and return its key once it is answered."""
    client, asked = app.test_client(), {"ready": "ghost_blocks", "games": str(SIZES_ASKED[0])}
    app.config["WTF_CSRF_ENABLED"] = False
    sent = client.post("/experiments/about/lantern-moths", data=asked | {"seats": "3"})
    app.config["WTF_CSRF_ENABLED"] = True
    assert sent.status_code == 303, sent.text[:300]
    for _ in range(PATIENCE // 100):
        if not client.get(f"{sent.location}/progress.json").get_json()["running"]:
            break
        time.sleep(0.1)
    return sent.location.rpartition("/")[2]


def _all(services: Services) -> list[Session]:
    return [services.store.load(one) for one in services.store.session_ids()]


def _logged_now(services: Services, game: str) -> Session:
    """Log a demo evening on from the middle."""
    evening = next(
        one for one in _all(services) if one.game.name == game and one.opened.mode == "table"
    )
    asked = Asked(LATE, way="table", title="What if, at the table")
    return open_branch(services.recorder, evening, asked, None).session


def _examples(
    services: Services, app: Flask, tables: dict[str, Session], experiment: str
) -> dict[str, list[Values]]:
    """Return arguments for every page that needs some."""
    ended: Values = {}
    played: Values = {}
    evening: Values = {}
    for one in _all(services):
        if one.opened.mode == "table" and one.status != "live":
            evening[one.game.name] = one.id
        elif one.opened.branch is None and one.status == "closed" and len(one.players) < 4:
            ended.setdefault(one.game.name, one.id)
        elif one.status == "live" and one.opened.mode != "table":
            played[one.game.name] = one.id
    branch = next(one for one in _all(services) if one.opened.branch and one.status == "closed")
    assert branch.opened.branch is not None
    slugs = {name: name.replace("_", "-") for name in GAMES}
    signed = token(app.config["SECRET_KEY"], evening["lantern_moths"], 0)
    saved = Queries(services.data).save(
        Saved("", "Games", "", COUNTED, GAME, Plot("bar", "game", "games"), datetime.now(UTC))
    )
    links = [services.accounts.invite_seat(played["nocturnis"], 0, "Ada")]
    links.append(services.accounts.invite_person("player", "Ada"))
    steps = [{"session_id": one, "step": LATE} for one in (*ended.values(), *evening.values())]
    reports = [{"game": slugs["lantern_moths"], "report": one} for one in NAMED]
    asked = [{"session_id": one, "step": EARLY} for one in ended.values()]
    return {
        "new_session.form": [{}, *({"game": slug} for slug in slugs.values())],
        "replay.show": [*steps, {"session_id": branch.id}, {"session_id": played["nocturnis"]}],
        "replay.frame": steps[:1],
        "share.embed": steps,
        "share.file": [{"session_id": ended["lepidoptery"]}],
        "blind.show": [*asked, {**asked[0], "show": 1}, {**asked[0], "done": 1}],
        "branch.form": asked,
        "compare.pick": asked[:1],
        "compare.show": [{"a": branch.opened.branch.session, "b": branch.id, "step": LATE}],
        "compare.part": [{"a": branch.opened.branch.session, "b": branch.id, "step": LATE}],
        "lines.show": [{**one, "line": "hands"} for one in asked]
        + [{**asked[0], "line": "chance"}],
        "evaluation.part": asked[:1],
        "why.show": [
            {**one, "about": about} for one, about in zip(asked, ("b2", "c", "a1"), strict=True)
        ],
        "why.part": [{**asked[0], "about": "b2"}],
        "frames.film": asked[:1],
        "play.table": [{"session_id": one} for one in played.values()],
        "table.show": [{"session_id": one.id} for one in tables.values()],
        "table.line": [{"session_id": tables["lantern_moths"].id, "line": "d"}],
        "amend.show": [{"session_id": one.id, "step": _begun(one)} for one in tables.values()],
        "play.version": [{"session_id": one} for one in played.values()],
        "replay.data": steps[:1],
        "lines.data": asked[:1],
        "share.export": [{**asked[0], "form": "txt"}],
        "share.picture": [{**asked[0], "form": "svg"}],
        "feedback.form": [{"signed": signed}],
        "join.form": [{"secret": one.secret} for one in links],
        "rules.show": [{"game": slug} for slug in slugs.values()],
        "statistics.show": [{"game": slug} for slug in slugs.values()],
        "statistics.moments": [
            {"game": slugs["lantern_moths"], "report": "overview", "row_key": "people:3"}
        ],
        "editions.show": [{"game": slug} for slug in slugs.values()],
        "editions.text": [{"game": "nocturnis", "name": shipped(GAMES["nocturnis"]).slug}],
        "statistics.report": reports,
        "statistics.card": reports[:1],
        "statistics.catalogue": [{"game": slug} for slug in slugs.values()],
        "experiments.about": [{"game": slug} for slug in slugs.values()],
        "experiments.show": [{"key": experiment}],
        "experiments.progress": [{"key": experiment}],
        "counterfactual.about": [{"game": slugs["lantern_moths"], "option": RULING}],
        "invite.show": [{"session_id": ended["lantern_moths"]}],
        "counterfactual.show": [{"session_id": ended["lantern_moths"], "option": RULING}],
        "sql.saved": [{"id_": saved.id}],
    }


def _begun(session: Session) -> int:
    return session.actions[3][0]


def _pages(served: Served) -> Iterator[str]:
    """Yield the address of every page once; what is no whole page of HTML has none.

    :raises AssertionError: a page has no example.
    """
    client = served.app.test_client()
    known = set()
    for rule in served.app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()) or rule.endpoint in NO_PAGES:
            continue
        if rule.endpoint.startswith("api.") and rule.endpoint != "api.index":
            continue  # JSON
        given = served.examples.get(rule.endpoint, [])
        with served.app.test_request_context():
            addresses = [served.app.url_for(rule.endpoint, **values) for values in given]
        if not rule.arguments and not addresses:
            addresses.append(rule.rule)
        assert addresses, f"give an example of {rule.rule} in _examples"
        for address in dict.fromkeys(addresses):
            answer = client.get(address, follow_redirects=True)
            assert answer.status_code == 200, (address, answer.text[:300])
            whole = "<!doctype html" in answer.text[:200].lower()
            led = answer.request.full_path
            if whole and "Content-Disposition" not in answer.headers and led not in known:
                known.add(led)
                yield address


def test_no_page_has_a_violation_in_either_theme_on_a_phone_or_a_desk(
    browser: Browser, served: Served
) -> None:
    context = browser.new_context(base_url=served.address, bypass_csp=True)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    pages = list(_pages(served))
    found = [line for address in pages for line in _violations(page, address)]
    context.close()
    assert not found, "\n".join(dict.fromkeys(found))


def _violations(page: Page, address: str) -> Iterator[str]:
    """Yield what axe finds on a page, a line a place."""
    axe = Axe()
    page.goto(address, wait_until="load")
    if not EVERY:
        page.evaluate(SHORTER)
    for width, height, theme, options in LOOKS:
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
        for violation in axe.run(page, options=options).response["violations"]:
            for node in violation["nodes"]:
                where = f"{address} {width} {theme}"
                yield f"{where}: {violation['id']}: {node['target']}: {node['failureSummary']}"
