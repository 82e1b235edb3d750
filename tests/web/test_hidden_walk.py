"""Every page and every answer of a live session, whatever is registered: as a stranger, as a
device that is passed round and as a seat with a window, no hidden card is in it.
"""

import os
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.routing import AnyConverter, Rule

from analytics.catalogue import catalogue
from domain.game import Game
from domain.games import find
from service.web.boards import SHOWN
from service.web.pages import live
from tests.web.hiding import HIDING, ID, clients_of, others, recorded, without_lots
from tests.web.reading import get, read, submit

VIEWS = ("", "all", "public", "0", "1", "0-now", "1-now")
DRAWN = ("png",)  # slow to draw, from the same picture as SVG: at the last step
FUTURES = ("seat=0&taken=1", "seat=0&hide=1")
EVERYTHING = "MOTHLOG_FUZZ" in os.environ
LAST = 14

Pair = list[FlaskClient]


@pytest.fixture(autouse=True)
def short_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    """Streams of events tell what they have to tell at once, and end."""
    monkeypatch.setattr(live, "LASTS", 0.0)


@pytest.fixture(params=HIDING)
def game(request: pytest.FixtureRequest) -> Game:
    """Each game in turn."""
    return find(request.param)


@pytest.fixture
def pair(tmp_path: Path, game: Game) -> Iterator[Pair]:
    """Two devices whose sessions differ in what no stranger may see."""
    events = recorded(game, LAST)
    with clients_of(tmp_path, events, others(events)) as clients:
        yield clients


@pytest.fixture
def beside(tmp_path: Path, game: Game) -> Iterator[Pair]:
    """Two devices whose sessions differ in what the first seat may not see."""
    events = recorded(game, LAST)
    with clients_of(tmp_path, events, others(events, seats=(1, 2))) as clients:
        yield clients


def known(last: int, played: str) -> dict[str, list[Any]]:
    """What stands for each argument of an address; of games the one that is played, in
    MOTHLOG_FUZZ those too of which there is no session.
    """
    games = [game.command_name for game in SHOWN.values()] if EVERYTHING else [played]
    return {
        "session_id": [ID],
        "step": [0, last // 2, last],
        "seat": [0, 1],
        "other_id": [ID],
        "other": [ID],
        "game": games,
    }


def pages(client: FlaskClient) -> list[Rule]:
    """Every address of a session that answers GET, and those that need no argument but a game."""
    rules = [r for r in client.application.url_map.iter_rules() if "GET" in (r.methods or ())]
    rules = [r for r in rules if not r.endpoint.startswith("health.")]  # what the machine does
    return [r for r in rules if "session_id" in r.arguments or r.arguments <= {"game"}]


def walk(client: FlaskClient) -> Iterator[str]:
    """Every address with every argument and view."""
    session = client.services.store.load(ID)  # type: ignore[attr-defined]
    last = session.last_step
    values = known(last, session.game.command_name)
    with client.application.test_request_context():
        for rule in pages(client):
            names = sorted(rule.arguments)
            for name, converter in rule._converters.items():
                if isinstance(converter, AnyConverter):
                    values[name] = sorted(converter.items)
            missing = [name for name in names if name not in values]
            assert not missing, f"{rule.rule}: say in known() what {missing} may be"
            for nth, chosen in enumerate(product(*(values[name] for name in names))):
                _, path = rule.build(dict(zip(names, chosen, strict=True))) or ("", "")
                if "session_id" not in names:
                    yield from (path, f"{path}?one={ID}&other={ID}", f"{path}?q=Ada")
                elif set(DRAWN) & set(chosen):
                    if not EVERYTHING and "step" in names and last not in chosen:
                        continue
                    yield from (f"{path}?view={view}" for view in ("all", "1"))
                else:
                    asked = queries(last, "step" in names, nth)
                    yield from (f"{path}?{query}" for query in asked)


def queries(last: int, stepped: bool, nth: int) -> Iterator[str]:
    """Every view at several steps, at one of its own where the address has one; over the steps
    each view has its future open and hidden by turns, in MOTHLOG_FUZZ both at each.
    """
    steps = [""] if stepped else ["", "step=0&", f"step={last // 2}&", f"step={last}&"]
    for (at, step), (which, view) in product(enumerate(steps), enumerate(VIEWS)):
        turn = (nth + at + which) % len(FUTURES)
        for future in FUTURES if EVERYTHING else (FUTURES[turn],):
            yield f"{step}view={view}&{future}"


def seen(client: FlaskClient, path: str) -> tuple[Any, ...]:
    """All that an answer tells."""
    answer = client.get(path)
    kept = [answer.headers.get(name) for name in ("ETag", "Location", "Content-Disposition")]
    if answer.mimetype in ("image/png", "application/zip"):
        return (answer.status_code, *kept, answer.get_data())
    return (answer.status_code, *kept, without_lots(answer.get_data(as_text=True)))


def compare(one: FlaskClient, two: FlaskClient) -> set[int]:
    """Walk two worlds at once; return the statuses that were met."""
    statuses = set()
    for path in walk(one):
        first, second = seen(one, path), seen(two, path)
        assert first == second, path
        assert first[0] < 500, path
        statuses.add(first[0])
    return statuses


def test_a_stranger_walks_everywhere_and_finds_no_hidden_card(pair: Pair) -> None:
    assert 200 in compare(*pair)


def test_a_device_that_is_passed_round_finds_no_hidden_card_between_two_players(
    pair: Pair,
) -> None:
    for client in pair:
        submit(client, get(client, f"/sessions/{ID}/play"), "/play/here")
    assert 200 in compare(*pair)


def test_a_seat_with_a_window_walks_everywhere_and_finds_no_card_hidden_from_it(
    beside: Pair,
) -> None:
    for client in beside:
        take_window(client, 0)
    assert 200 in compare(*beside)


def test_no_table_that_anybody_can_query_tells_a_hidden_card(pair: Pair) -> None:
    one, two = pair
    cursor = one.services.projector.warehouse.cursor()  # type: ignore[attr-defined]
    names = [table.name for table in catalogue(cursor)]
    assert {"sessions", "decisions"} < {*names}
    every = ", ".join(f"(SELECT list(t) FROM {name} t) AS {name}" for name in names)
    told = [asked(client, f"SELECT {every}") for client in (one, two)]
    assert told[0] == told[1]
    assert told[0][0] == 200


def asked(client: FlaskClient, sql: str) -> tuple[int, str]:
    """What the SQL page answers, without the time that it took."""
    token = get(client, "/sql").find("input", name="csrf_token")[0].attrs["value"]
    answer = client.post("/sql/download", data={"csrf_token": token, "q": sql, "format": "json"})
    return answer.status_code, answer.text


def test_a_window_looks_back_as_its_own_seat_then_and_now_and_as_no_other(pair: Pair) -> None:
    one, two = pair
    home = f"/sessions/{ID}"
    for client in pair:
        take_window(client, 0)
    for view in ("0", "0-now"):
        assert seen(one, f"{home}?view={view}") != seen(two, f"{home}?view={view}")
        assert f'data-view="{view}"' in one.get(f"{home}?view={view}").text
    for view in ("", "all", "1", "1-now"):
        assert one.get(f"{home}/frames?view={view}").get_json()["view"] == "public"
    assert one.get(f"{home}/frames?view=0").get_json()["view"] == "0"
    assert 'data-view="1"' not in one.get(f"{home}?view=0").text


def take_window(client: FlaskClient, seat: int) -> None:
    """Take a window of its own for a seat."""
    page = read(submit(client, get(client, f"/sessions/{ID}/play"), "/play/here"))
    form = next(f for f in page.find("form") if "/play/" in f.attrs.get("action", ""))
    token = form.one("input", name="csrf_token").attrs["value"]
    answer = client.post(
        f"/sessions/{ID}/play/window", data={"csrf_token": token, "seat": str(seat)}
    )
    assert answer.status_code == 303
