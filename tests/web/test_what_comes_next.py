"""With "Hide what comes next" on, nothing later changes a byte of what can be fetched."""

from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from random import Random

import pytest
from flask.testing import FlaskClient

from domain.chance import Shuffled
from domain.events import Event, Recorded
from domain.games import find
from domain.session import Session, fold
from domain.session.commands import act, close, open_session
from domain.session.events import NoteAdded, SessionAbandoned, TakenBack
from domain.session.session import is_move
from tests.web.hiding import AT, ID, client_of, table_of
from tests.web.reading import get
from tests.web.test_hidden import body

ALIKE = {"lantern_moths": 60, "lepidoptery": 34, "nocturnis": 40}  # events


def session_of(events: list[Event]) -> Session:
    session = fold(Recorded(ID, n, AT, event) for n, event in enumerate(events, 1))
    assert session is not None
    return session


def played(events: list[Event], seed: int, until: int = 10_000) -> list[Event]:
    """Go on by lot to the game's end, or until there are so many events."""
    rng = Random(seed)
    chance = Shuffled(rng)
    while len(events) < until and (now := session_of(events)).status == "live":
        events = events + act(now, rng.choice(now.game.legal_actions(now.state)), chance)
    return events


@pytest.fixture(scope="module", params=ALIKE)
def logs(request: pytest.FixtureRequest) -> tuple[list[Event], list[Event], int]:
    """Two sessions that differ only later, and the last step that they have in common."""
    table = table_of(find(request.param))
    alike = played(open_session(table, Shuffled(Random(3))), 4, ALIKE[request.param])
    one = played(alike, 5)
    one += close(session_of(one))
    step = session_of(alike).last_step
    two = played(alike, 6, len(alike) + 1)
    two += [TakenBack(step), NoteAdded(step, "Everything changes from here")]
    two = played(two, 6, len(alike) + 30)
    two += [SessionAbandoned("the last bus went")]
    same = takewhile(lambda pair: pair[0] == pair[1], zip(one, two, strict=False))
    return one, two, sum(is_move(event) for event, _ in same) - 1


@pytest.fixture
def pair(
    tmp_path: Path, logs: tuple[list[Event], list[Event], int]
) -> Iterator[tuple[FlaskClient, FlaskClient]]:
    """A device for each of them."""
    clients = client_of(tmp_path / "a", logs[0]), client_of(tmp_path / "b", logs[1])
    yield clients
    for client in clients:
        client.services.close()  # type: ignore[attr-defined]


@pytest.mark.parametrize("view", ["", "&view=all", "&view=public", "&view=0", "&view=1"])
def test_no_byte_depends_on_what_comes_later(
    pair: tuple[FlaskClient, FlaskClient], logs: tuple[list[Event], list[Event], int], view: str
) -> None:
    one, two = pair
    last = logs[2]
    assert last > 25
    for step in range(0, last, 3):
        for path in (f"?step={step}&", f"/steps/{step}?"):
            address = f"/sessions/{ID}{path}hide=1&taken=1{view}"
            assert body(one, address) == body(two, address), address
    shown = f"/sessions/{ID}?step={last - 1}"
    assert body(one, shown) != body(two, shown)


def test_everything_is_shut_and_the_public_view_stands_in_for_it(
    pair: tuple[FlaskClient, FlaskClient],
) -> None:
    client = pair[0]
    home = f"/sessions/{ID}?step=20&hide=1"
    page = get(client, home)
    (current,) = page.one("span", aria_label="How much is known").find("a", aria_current="true")
    assert current.text == "Public"
    assert [way.text for way in page.find("span", class_="shut")] == ["Now", "Everything"]
    state = client.services.store.load(ID).state_at(20)  # type: ignore[attr-defined]
    taken = [card for pile in getattr(state, "shown", ()) for card in pile.known]
    assert sorted(k.text for k in page.one(id="part-seats").find(class_="key")) == sorted(taken)
    # Shown again, the reader has the view back from before.
    shown = get(client, page.one("a", id="hide").attrs["href"])
    known = shown.one("span", aria_label="How much is known")
    assert known.one("a", aria_current="true").text == "Everything"
    # A seat's own view was never a secret from the seat, and stays.
    seat = get(client, f"{home}&view=1")
    chosen = seat.one("span", class_="seats-seg").one("a", aria_current="true")
    assert chosen.text.startswith("B Ben")


def test_a_rounds_header_counts_and_tells_no_more_than_is_shown(
    pair: tuple[FlaskClient, FlaskClient],
) -> None:
    page = get(pair[0], f"/sessions/{ID}?step=14&hide=1")
    last = page.one("ol", class_="rounds").find("details")[-1]
    rows = [row for row in last.find("a", class_="ev") if "data-step" in row.attrs]
    assert last.one(class_="ct").text.split()[0] == str(len(rows))
    assert "takes" not in last.one(class_="sm").text or "takes" in " ".join(r.text for r in rows)
