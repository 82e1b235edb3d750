"""What keeps the machine busy, and what counts: experiments, rulings, chances, filters, queries."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from analytics.experiments import ready_made
from domain.games import GAMES
from domain.options import values_of
from service.examples import examples
from tests.fuzz.targets import Target
from tests.fuzz.visits import dumped, visiting
from tests.fuzz.world import World

FILTERS = {
    "by": "people",
    "seats": ["2", "3"],
    "player": ["Ada", "Ben"],
    "prototype": "v4",
    "edition": "house",
    "rules": "prototype v4",
    "mode": ["digital", "table"],
    "include": ["irregular", "branches"],
    "tag": ["demo"],
    "without": ["x"],
    "from": "2026-01-01",
    "to": "2026-12-31",
}
REPORTS = ("overview", "length", "clauses", "friction", "first-lead", "own-fights-for-tiles")


def asked(world: World) -> Iterator[Target]:
    """Yield what asks for work, or for numbers."""
    looks = visiting(world, do="GET")
    for name, good, share in (
        ("experiments and chances", _work, 4_000),
        ("statistics filters", _filters, 3_000),
        ("saved queries", _queries, 1_000),
    ):
        yield Target(name, lambda good=good: dumped(good(world)), looks, share)  # type: ignore[misc]


def _ruling(game: Any) -> str:
    name, values = next(iter(values_of(game.options).items()))
    return f"{name}={values[-1]}"


def _work(world: World) -> Iterator[Any]:
    post = {"do": "POST"}
    for ready in ready_made():
        game = ready.game.command_name
        about = {"path": f"/experiments/about/{game}"}
        form = {"ready": ready.name, "games": "50", "seats": str(ready.game.seats[0])}
        yield [about | post | {"form": form | {"store": "yes"}}, about]
        body = {"game": game, "question": ready.name, "games": 12, "seed": "twelve"}
        yield [
            {"path": "/api/experiments", "json": body} | post,
            {"path": "/api/experiments", "query": {"game": game}},
        ]
    key = "lantern_moths-ghost_blocks-0123456789"
    for path in (f"/experiments/{key}", f"/experiments/{key}/progress.json"):
        yield {"path": path}
    yield {"path": f"/experiments/{key}/cancel", "form": {}} | post
    yield {"path": f"/api/experiments/{key}", "do": "DELETE"}
    for game in GAMES.values():
        name, ruling = game.command_name, _ruling(game)
        option, _, value = ruling.partition("=")
        own = {"a-who": "bot:random", "b-who": "bot:greedy", f"b-{option}": value}
        own |= {"games": "50", "seats": str(game.seats[0]), "seed": "twelve"}
        yield {"path": f"/experiments/about/{name}", "form": own} | post
        yield {"path": f"/experiments/about/{name}", "form": own | {"a-who": "by:all"}} | post
        sides = [{"options": {option: value}}, {"bots": ["random"]}, {"by": "people"}]
        body = {"game": name, "sides": sides[:2], "games": 12, "seats": game.seats[0]}
        yield {"path": "/api/experiments", "json": body} | post
        yield {"path": "/api/experiments", "json": body | {"sides": sides[1:]}} | post
        asked = FILTERS | {"option": ruling}
        yield {"path": f"/experiments/counterfactual/{name}", "query": {"option": ruling}}
        yield {"path": f"/experiments/counterfactual/{name}", "query": asked}
        yield {"path": f"/api/counterfactual/{name}", "query": asked}
    for session in (*world.live, *world.demo[::2]):
        base, ruling = f"/sessions/{session.id}", _ruling(session.game)
        yield {"path": f"{base}/counterfactual", "query": {"option": ruling, "view": "0"}}
        yield {"path": f"/api{base}/counterfactual", "query": {"option": ruling}}
        part = {"path": f"{base}/evaluation", "query": {"view": "0", "step": "3", "hide": "1"}}
        yield [{"path": f"{base}/evaluation", "form": {"view": "0"}} | post, part]
        yield [
            {"path": f"/api{base}/evaluation", "json": {"view": "public"}} | post,
            {"path": f"/api{base}/evaluation", "query": {"view": "public"}},
        ]
        yield {"path": f"{base}/lines.json", "query": {"view": "all", "line": "chance"}}


def _filters(world: World) -> Iterator[Any]:
    for game in GAMES.values():
        name, (option, _, value) = game.command_name, _ruling(game).partition("=")
        query = FILTERS | {f"option-{option}": value}
        for report in REPORTS:
            for path in (f"report/{report}", f"card/{report}", f"{report}/0"):
                yield {"path": f"/statistics/{name}/{path}", "query": query | {"page": "2"}}
            for form in ("json", "csv", "parquet"):
                base = f"/api/statistics/{name}/{report}"
                yield {"path": base, "query": query | {"format": form}}
            yield {"path": f"{base}/moments", "query": query | {"key": "0", "limit": "5"}}
        yield {"path": f"/api/statistics/{name}", "query": query}
    yield {"path": "/", "query": FILTERS | {"q": "Ada", "page": "2", "game": "nocturnis"}}
    yield {"path": "/api/sessions", "query": {"game": "nocturnis", "limit": "5", "after": "3"}}


def _queries(world: World) -> Iterator[Any]:
    """Queries that are saved, changed and removed; none is asked."""
    post, sql = partial(dict, do="POST", path="/sql/save"), [e.sql for e in examples()][:6]
    plot = {"kind": "bar", "x": "game", "y": "sessions", "series": ""}
    for nth, query in enumerate(sql):
        form = {"q": query, "name": f"Fights {nth}", "description": "Why?", "excludes": "bots"}
        yield post(form=form | plot | {"game": "nocturnis" if nth % 2 else ""})
        yield [post(form=form), {"path": "/sql"}, {"path": "/sql/saved/0f/remove", "do": "POST"}]
    yield {"path": "/sql/forget", "do": "POST", "form": {}}
