"""What may be read of the statistics does not depend on cards that are hidden."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import duckdb
import pytest
from flask.testing import FlaskClient

from analytics.catalogue import PUBLIC, catalogue
from analytics.dataset import write
from domain.games import find
from domain.games.lantern_moths.events import CardDrawn
from domain.session.commands import abandon
from domain.session.events import FeelingNoted
from tests.web.hiding import AT, HIDING, ID, clients_of, others, recorded

KEY = b"k" * 32


@pytest.fixture(params=HIDING)
def pair(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[list[FlaskClient]]:
    """Two stores of one live session each, which differ in hidden cards alone."""
    events = recorded(find(request.param), 30)
    with clients_of(tmp_path, events, others(events)) as clients:
        yield clients


def dump(database: duckdb.DuckDBPyConnection) -> dict[str, Any]:
    """Every row of every table and view, and what DuckDB says of each column."""
    told: dict[str, Any] = {}
    for table in catalogue(database):
        told[table.name] = database.execute(f"FROM {table.name} ORDER BY ALL").fetchall()
        if not table.view:
            said = f"SELECT column_name, stats FROM pragma_storage_info('{table.name}')"
            told[f"{table.name}: stored"] = database.execute(said).fetchall()
    return told


def copy_of(client: FlaskClient) -> dict[str, Any]:
    """The published copy of a store's statistics."""
    copy = client.services.asking.copy()  # type: ignore[attr-defined]
    with duckdb.connect(str(copy), read_only=True) as database:
        return dump(database)


def test_two_live_sessions_that_differ_in_hidden_cards_give_the_same_copy(
    pair: list[FlaskClient],
) -> None:
    one, two = (copy_of(client) for client in pair)
    assert one == two
    assert all(one[name] for name in PUBLIC)
    assert one["decisions"] == []


def test_the_statistics_themselves_hold_what_the_copy_leaves_out(pair: list[FlaskClient]) -> None:
    left = copy_of(pair[0])
    kept = dump(pair[0].services.projector.warehouse.cursor())  # type: ignore[attr-defined]
    more = {name for name in kept if len(kept[name]) > len(left[name])}
    assert {"decisions", "events", "standings"} <= more
    assert not {*PUBLIC} & more


def test_two_live_sessions_that_differ_in_hidden_cards_give_the_same_data_set(
    pair: list[FlaskClient], tmp_path: Path
) -> None:
    found = []
    for nth, client in enumerate(pair):
        client.services.projector.catch_up()  # type: ignore[attr-defined]
        folder = tmp_path / f"set{nth}"
        write(client.services.projector.warehouse, folder, KEY, AT)  # type: ignore[attr-defined]
        files = sorted(path for path in folder.rglob("*") if path.is_file())
        found.append({path.relative_to(folder).as_posix(): path.read_bytes() for path in files})
    assert found[0] == found[1]
    assert {path.split("/")[0] for path in found[0] if path.endswith("parquet")} == {*PUBLIC}


def test_a_session_that_has_ended_is_in_the_copy_whole(pair: list[FlaskClient]) -> None:
    services = pair[0].services  # type: ignore[attr-defined]
    version = services.store.load(ID).version
    services.store.append(ID, version, abandon(services.store.load(ID)), AT)
    told = copy_of(pair[0])
    assert all(told[name] for name in (*PUBLIC, "decisions", "events"))


def test_beside_a_session_that_has_ended_nothing_is_left_of_one_that_is_played(
    pair: list[FlaskClient],
) -> None:
    """Its rows stay in every table, so what DuckDB says of a column could tell of others' cards."""
    over, told = UUID(int=ID.int + 1), []
    log = [entry.event for entry in pair[0].services.store.load(ID).log]  # type: ignore[attr-defined]
    for client in pair:
        store = client.services.store  # type: ignore[attr-defined]
        store.append(over, 0, log, AT)
        store.append(over, len(log), abandon(store.load(over)), AT)
        told.append(copy_of(client))
    assert told[0] == told[1]
    assert all(told[0][name] for name in ("decisions", "events", "standings"))


def test_the_copy_has_no_fingerprint_of_a_card_that_was_drawn_last(tmp_path: Path) -> None:
    events = recorded(find("lantern_moths"), 14)
    last = max(n for n, event in enumerate(events) if isinstance(event, CardDrawn))
    worlds = [log[: last + 1] for log in (events, others(events))]
    assert worlds[0][-1] != worlds[1][-1]
    with clients_of(tmp_path, *worlds) as clients:
        one, two = (copy_of(client) for client in clients)
    assert one == two
    assert one["damaged"] == []


def test_the_copy_does_not_say_what_was_found_in_a_damaged_session(tmp_path: Path) -> None:
    events = recorded(find("lantern_moths"), 5)
    worlds = ([*events, CardDrawn(0, card)] for card in ("Z8", "Z9"))
    with clients_of(tmp_path, *worlds) as clients:
        one, two = (copy_of(client) for client in clients)
    assert one == two
    assert len(one["damaged"]) == 1


def test_offers_and_choices_are_counted_when_a_session_has_ended(pair: list[FlaskClient]) -> None:
    services = pair[0].services  # type: ignore[attr-defined]

    def counted() -> tuple[int, list[int | None]]:
        services.projector.catch_up()
        cursor = services.projector.warehouse.cursor()
        ((offers,),) = cursor.execute("SELECT count(*) FROM offers").fetchall()
        return offers, [n for (n,) in cursor.execute("SELECT legal_count FROM feelings").fetchall()]

    session = services.store.load(ID)
    seat = session.actions[-1][1].seat
    step = session.actions[-1][0] - 1
    felt = FeelingNoted(step, seat, "tense")
    services.store.append(ID, session.version, [felt], AT)
    assert counted() == (0, [None])
    services.store.append(ID, session.version + 1, abandon(services.store.load(ID)), AT)
    offers, choices = counted()
    assert offers > 0
    assert choices == [session.game.count_legal(session.state_at(step), seat)]
