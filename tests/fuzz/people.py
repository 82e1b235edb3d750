"""Accounts, links and rights: what everybody from a designer to a stranger sends."""

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from flask.testing import FlaskClient

from service.accounts.kinds import ROLES, SCOPES
from service.web.limits import _LIMITER
from service.web.table.feedback import token
from tests.fuzz.pages import addresses, bodies, forms
from tests.fuzz.targets import Target
from tests.fuzz.visits import dumped, visiting
from tests.fuzz.world import World
from tests.web.signed import NAMES, PASSWORD, browser, with_people

SOME = 8  # requests of each kind and caller that are changed

MAY = {"designer", "recorder", "player", "record", "everything"}
"""Who may store something: nobody else, neither a watcher nor a program that reads."""

KEYS = (b"/join/", b"/feedback/", b"/sign-in")
"""Where a link itself is the right, or somebody else may come in."""

TABLES = ("people", "tokens", "invitations", "hosts")


class Guarded:
    """A second world, with an account of each role, tokens, and links to a session."""

    def __init__(self, beside: World) -> None:
        self.world = made = World(Path(beside.services.data, "guarded"))
        beside.closing.append(made.close)
        beside.beside.append(made.services.store)
        self.open = [*addresses(made), *forms(made), *bodies(made)]
        with_people(made.services)
        accounts = made.services.accounts
        designer = accounts.named(NAMES["designer"])
        self.tokens = {scope: accounts.make_token(designer, "t", scope)[1] for scope in SCOPES}
        self.session = next(s for s in made.live if s.opened.mode == "digital")
        seat, watch = accounts.invite_seat, accounts.invite_watcher
        self.seats = [seat(self.session.id, n, "Dora").secret for n in (0, 1)]
        self.watch = watch(self.session.id, "Dora").secret
        self.person = accounts.invite_person("player", "Dora").secret
        self.file = made.services.data / "accounts.sqlite"
        self.before = self.rows()
        self.lent: set[str] = set()

    def lend(self, who: str) -> tuple[FlaskClient, Mapping[str, str]]:
        """Lend a browser in which somebody is signed in, or a program with a token."""
        self.lent.add(who)
        if who in SCOPES:
            return self.world.app.test_client(), {"Authorization": f"Bearer {self.tokens[who]}"}
        role = next((role for role in ROLES if role == who), None)
        return browser(self.world.app, role), {}

    def rows(self) -> list[list[tuple[Any, ...]]]:
        """Return everything about accounts but the audit log."""
        with closing(sqlite3.connect(self.file)) as db:
            return [db.execute(f"SELECT * FROM {table}").fetchall() for table in TABLES]

    def restore(self) -> None:
        """Put the accounts back as they were at first."""
        with closing(sqlite3.connect(self.file)) as db, db:
            for table, rows in zip(TABLES, self.before, strict=True):
                db.execute(f"DELETE FROM {table}")
                for row in rows:
                    marks = ",".join("?" * len(row))
                    db.execute(f"INSERT INTO {table} VALUES ({marks})", row)

    def visiting(self) -> Callable[[bytes], bool]:
        """Return what makes a visit, and holds stores and accounts to what is promised."""
        visit, store = visiting(self.world, self.lend), self.world.services.store

        def attempt(raw: bytes) -> bool:
            self.world.app.extensions[_LIMITER].reset()
            self.lent.clear()
            at = store.last_position()
            accepted = visit(raw)
            if not MAY & self.lent and not any(key in raw for key in KEYS):
                assert store.last_position() == at, "somebody stored what they may only look at"
            rows = self.rows()
            if _settled(rows) != _settled(self.before):
                assert accepted, "refused, and yet accounts changed"
                self.restore()
            return accepted

        return attempt


def _settled(rows: list[list[tuple[Any, ...]]]) -> list[list[tuple[Any, ...]]]:
    """Leave out when a token was used last."""
    people, tokens, *others = rows
    return [people, [row[:-1] for row in tokens], *others]


def people(world: World) -> Iterator[Target]:
    """Yield what is asked where there are accounts."""

    @cache
    def guarded() -> Guarded:
        return Guarded(world)

    @cache
    def attempt() -> Callable[[bytes], bool]:
        return guarded().visiting()

    for name, good, share in (
        ("accounts", _accounts, 4_000),
        ("links", _links, 4_000),
        ("roles", _roles, 6_000),
    ):
        yield Target(
            name,
            lambda good=good: dumped(good(guarded())),  # type: ignore[misc]
            lambda raw: attempt()(raw),
            share,
        )


def _accounts(made: Guarded) -> Iterator[Any]:
    """Signing in and out, passwords, tokens, people, invitations, the audit log."""
    known = {"name": NAMES["player"], "password": PASSWORD, "next": "/sessions/new"}
    new = {"name": "Zoë", "password": "another long one"}
    yield [{"path": "/sign-in", "form": known}, {"path": "/account", "do": "GET"}]
    yield {"path": "/sign-in", "form": known | {"password": "a wrong one here"}}
    yield [{"path": f"/join/{made.person}", "do": "GET"}, {"path": "/sign-in", "do": "GET"}]
    yield [{"path": f"/join/{made.person}", "form": new}, {"path": "/account", "do": "GET"}]
    for who in ("player", "designer"):
        mine = {"as": who}
        for path, form in (
            ("/account/password", {"old": PASSWORD, "new": "a newer long one"}),
            ("/account/tokens", {"name": "prototype", "scope": "record", "days": "30"}),
            ("/account/tokens/2/revoke", {}),
            ("/account/sign-out-everywhere", {}),
            ("/sign-out", {}),
        ):
            yield [mine | {"path": path, "form": form}, mine | {"path": "/account", "do": "GET"}]
    dora = {"as": "designer"}
    for path, form in (
        ("/people/invitations", {"role": "player", "days": "14"}),
        ("/people/invitations/1/revoke", {}),
        ("/people/3/role", {"role": "watcher"}),
        ("/people/1/role", {"role": "watcher"}),
        ("/people/3/password", {"password": "a newer long one"}),
        ("/people/3/remove", {}),
    ):
        yield [dora | {"path": path, "form": form}, dora | {"path": "/people", "do": "GET"}]
    yield dora | {"path": "/people/audit", "do": "GET", "query": {"before": "3"}}


def _links(made: Guarded) -> Iterator[Any]:
    """A seat's link, one to watch, one to feedback: what their holders and a host do with them."""
    base = f"/sessions/{made.session.id}"
    act = {"action": "@action", "version": "@version", "key": "one", "seat": "@seat"}
    for nth, secret in enumerate((*made.seats, made.watch)):
        seat = {"seat": str(nth)}
        use = {"path": f"/join/{secret}", "form": {}}
        yield [use, {"path": f"{base}/play", "do": "GET", "query": seat}]
        yield [use, {"path": f"{base}/play/act", "query": seat, "form": act | seat}]
        yield [use, {"path": f"{base}/play/take-back", "form": {"version": "@version"} | seat}]
        yield [use, {"path": f"{base}/play/answer", "form": {"agrees": "no"} | act | seat}]
        yield [use, {"path": f"{base}/play/hint", "query": seat, "form": seat}]
        heard = {"Last-Event-ID": "3", "Accept": "text/event-stream"}
        yield [use, {"path": f"{base}/events", "do": "GET", "headers": heard}]
        yield {"path": f"/join/{secret}", "do": "GET"}
    dora = {"as": "designer"}
    yield dora | {"path": f"{base}/invite", "form": {"whom": "1"}}
    yield dora | {"path": f"{base}/invite", "form": {"whom": "watch"}}
    yield [dora | {"path": f"{base}/invite/1/revoke", "form": {}}]
    signed = token(made.world.app.secret_key or "", made.world.live[1].id, 0)
    told = {"fun": "4", "length": "right", "again": "yes", "text": "More dusk."}
    yield [
        {"path": f"/feedback/{signed}", "do": "GET"},
        {"path": f"/feedback/{signed}", "form": told},
    ]


def _roles(made: Guarded) -> Iterator[Any]:
    """Some of all that can be asked, by everybody."""
    for who in ("", *ROLES, *SCOPES):
        rng = Random(who)
        for kind in ("query", "form", "json"):
            known = [asked for asked in made.open if kind in asked]
            for asked in rng.sample(known, min(SOME, len(known))):
                yield asked | {"as": who}
