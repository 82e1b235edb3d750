"""Queries read a copy that keeps up; what is asked and saved is kept; examples run."""

import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from threading import Thread

import pytest

from analytics.sandbox import Refused
from analytics.sandbox.picture import picture
from domain.errors import Invalid
from domain.games import GAMES
from service import asking, demo
from service.examples import examples
from service.queries import PAST, SAVED, NoSuchQuery, Past, Plot, Queries, Saved
from service.wiring import Services, build
from tests.service.support import Clock, table

AT = datetime(2026, 5, 1, tzinfo=UTC)
COUNT = "SELECT count(*) FROM sessions"


def saved(name: str = "Mine", sql: str = "SELECT 1", game: str = "") -> Saved:
    """Make a query to save."""
    return Saved("", name, "What it says", sql, game, Plot("bar", "a", "b"), AT)


def opened(services: Services) -> None:
    """Open a session."""
    services.recorder.open(table("Ada", "Ben"))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Services]:
    """The demo sessions of every game."""
    made = build(tmp_path_factory.mktemp("played"), Clock(), Random(7))
    demo.record(made.store)
    made.projector.catch_up()
    yield made
    made.close()


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.id)
def test_every_example_runs_and_is_drawn_as_it_says(played: Services, example: object) -> None:
    result = played.asking.ask(example.sql).result  # type: ignore[attr-defined]
    assert result.rows
    plot: Plot = example.plot  # type: ignore[attr-defined]
    if plot.kind:
        names = [column.name for column in result.columns]
        assert picture(names, result.cells, plot.kind, plot.x, plot.y, plot.series)["data"]


def test_every_game_has_examples_with_names_and_descriptions() -> None:
    assert {example.game for example in examples()} == {*GAMES, ""}
    assert all(example.name and example.description for example in examples())


def test_an_answer_knows_what_was_stored_and_says_how_far_behind_it_is(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert services.asking.ask(COUNT).result.cells == [[0]]
    opened(services)
    late = services.asking.ask(COUNT)
    assert late.result.cells == [[0]]
    assert late.as_of == "as of version 0, 1 s behind"
    monkeypatch.setattr(asking, "FRESH", 0)
    monkeypatch.setattr(asking, "SPARING", 0)
    now = services.asking.ask(COUNT)
    assert now.result.cells == [[1]]
    assert now.as_of == f"as of version {services.store.last_position()}"


def test_a_copy_is_made_only_when_something_has_changed(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asking, "FRESH", 0)
    monkeypatch.setattr(asking, "SPARING", 0)
    made = services.asking.copy().stat()
    assert services.asking.copy().stat().st_ino == made.st_ino
    opened(services)
    assert services.asking.copy().stat().st_ino != made.st_ino


def test_recording_and_projecting_go_on_while_queries_run(services: Services) -> None:
    def ask() -> None:
        counts.extend(services.asking.ask(COUNT).result.cells[0][0] for _ in range(3))

    counts: list[int] = []
    threads = [Thread(target=ask) for _ in range(2)]
    for thread in threads:
        thread.start()
    for _ in range(5):
        opened(services)
        services.projector.catch_up()
    for thread in threads:
        thread.join()
    assert len(counts) == 6
    assert all(0 <= count <= 5 for count in counts)
    ((found,),) = services.projector.warehouse.cursor().execute(COUNT).fetchall()
    assert found == 5


def test_a_rebuild_and_a_lost_copy_are_both_got_over(services: Services) -> None:
    opened(services)
    file = services.asking.copy()
    services.projector.rebuild()
    assert services.asking.ask(COUNT).result.cells == [[1]]
    file.unlink()
    assert services.asking.ask(COUNT).result.cells == [[1]]


def test_a_second_process_reads_a_copy_of_its_own(services: Services) -> None:
    opened(services)
    copy = services.asking.copy()
    command = [sys.executable, "-c", "from service.cli import main; main()"]
    command += ["--data", str(services.data), "query", COUNT, "--format", "csv"]
    beside = subprocess.run(command, capture_output=True, text=True, check=True)
    assert beside.stdout == "count_star()\n1\n"
    assert {path.name for path in copy.parent.iterdir()} == {copy.name, "statistics-2.duckdb"}


def test_a_card_is_counted_once_while_nothing_changes(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert services.asking.card("SELECT random()", patient=False) is None
    first, second = (services.asking.card("SELECT random()") for _ in range(2))
    assert first is not None
    assert second is not None
    assert first.result.cells == second.result.cells


def test_saved_queries_are_found_by_name_and_replaced_by_it(tmp_path: Path) -> None:
    queries = Queries(tmp_path)
    first = queries.save(saved())
    second = queries.save(saved("Other", game="nocturnis"))
    again = queries.save(saved(sql="SELECT 2"))
    assert again.id == first.id
    assert queries.find("Mine").sql == "SELECT 2"
    assert queries.find(second.id).game == "nocturnis"
    assert [each.name for each in queries.read().saved] == ["Mine", "Other"]
    queries.remove(first.id)
    with pytest.raises(NoSuchQuery, match="no saved query 'Mine'"):
        queries.find("Mine")
    assert queries.read().past[0].sql == "SELECT 2"


def test_the_history_is_bounded_and_names_each_query_once(tmp_path: Path) -> None:
    queries = Queries(tmp_path)
    for n in range(PAST + 5):
        queries.remember(f"SELECT {n}", "1 row", AT)
    queries.remember("SELECT 50", "2 rows", AT)
    queries.remember("x" * 30_000, "too long to keep", AT)
    past = queries.read().past
    assert len(past) == PAST
    assert [(p.sql, p.outcome) for p in past[:2]] == [
        ("SELECT 50", "2 rows"),
        ("SELECT 104", "1 row"),
    ]
    assert queries.past(past[3].id) == past[3]
    queries.forget()
    assert queries.read().past == ()


@pytest.mark.parametrize(
    ("one", "said"),
    [
        (saved(""), "no name"),
        (saved("x" * 81), "the name has 81 characters, expected at most 80"),
        (saved("a\nb"), "cannot be printed"),
        (saved(sql="  "), "no query to save"),
    ],
)
def test_what_cannot_be_saved_says_why(tmp_path: Path, one: Saved, said: str) -> None:
    with pytest.raises(Invalid, match=said):
        Queries(tmp_path).save(one)
    assert not [*tmp_path.iterdir()]


def test_there_is_room_for_so_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert SAVED > 100
    monkeypatch.setattr("service.queries.SAVED", 1)
    queries = Queries(tmp_path)
    queries.save(saved())
    queries.save(saved(sql="SELECT 2"))
    with pytest.raises(Invalid, match="saved already"):
        queries.save(saved("Other"))


def test_a_damaged_file_is_told_of_and_never_written_over(tmp_path: Path) -> None:
    (tmp_path / "queries.json").write_text('{"saved": [')
    with pytest.raises(Invalid, match=r"queries.json in the data folder is damaged"):
        Queries(tmp_path).save(saved())
    assert (tmp_path / "queries.json").read_text() == '{"saved": ['


def test_the_file_is_its_owners_and_nothing_lies_beside_it(tmp_path: Path) -> None:
    Queries(tmp_path).remember("SELECT 1", "1 row", AT)
    (file,) = tmp_path.iterdir()
    assert file.stat().st_mode & 0o077 == 0
    assert isinstance(Queries(tmp_path).read().past[0], Past)


def test_a_report_that_is_refused_is_not_run_again_while_nothing_changes(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(services)
    ran: list[str] = []
    run = services.asking._sandbox.run

    def counted(copy: Path, sql: str, *more: object) -> object:
        ran.append(sql)
        return run(copy, sql, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(services.asking._sandbox, "run", counted)
    for patient in (True, True, False):
        with pytest.raises(Refused, match="no_such_table"):
            services.asking.card("FROM no_such_table", patient)
    assert ran == ["FROM no_such_table"]
    assert services.asking.card("FROM no_such_other_table", patient=False) is None
