"""Settings: one table for what is read, what is shown, and what is written down."""

import inspect
import json
import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from eventsourcing.application import Application
from eventsourcing.persistence import InfrastructureFactory
from eventsourcing.postgres import PostgresFactory
from eventsourcing.sqlite import SQLiteFactory

from domain.errors import Invalid
from service import settings
from service.cli import run
from service.settings import BY_NAME, MASKED, SETTINGS, found, unknown, unknown_said, value
from service.store import choosing
from service.wiring import data_folder
from tests.service.command_line import Mothlog
from tests.tools.make_settings_docs import TARGET, text

ROOT = Path(__file__).parents[2]


def test_the_page_has_the_table() -> None:
    page = (ROOT / TARGET).read_text("utf-8")
    assert page == text(page)


def test_every_variable_in_the_code_is_in_the_table_and_the_other_way_round() -> None:
    sources = [p for top in ("domain", "analytics", "service") for p in (ROOT / top).rglob("*.py")]
    sources += [p for p in (ROOT / "tests").rglob("*.py") if p != Path(__file__)]
    sources = [p for p in sources if "fuzz" not in p.parts]  # they try names that are none
    table = ROOT / "service" / "settings.py"
    said = {
        n for p in sources if p != table for n in re.findall(r"MOTHLOG_[A-Z_]*[A-Z]", p.read_text())
    }
    assert said == {name for name in BY_NAME if name.startswith("MOTHLOG_")}


def test_every_variable_of_the_event_stores_library_is_listed_fixed_or_of_no_use_here() -> None:
    owners = (Application, InfrastructureFactory, PostgresFactory, SQLiteFactory)
    names = {v for owner in owners for k, v in inspect.getmembers(owner) if k.isupper()}
    assert {"POSTGRES_SCHEMA", "CREATE_TABLE", "DEEPCOPY_FROM_AGGREGATE_CACHE"} <= names
    topics = {name for name in names if name.endswith("_TOPIC")} - BY_NAME.keys()  # ours are used
    listed = {setting.name for setting in SETTINGS if setting.area == "store"}
    assert names - topics == listed | settings.FIXED.keys() | choosing.FIXED.keys()
    assert f"{choosing.APPLICATION.upper()}_" == settings.FIRST


def test_a_name_with_the_stores_prefix_goes_before_the_one_without() -> None:
    environ = {"POSTGRES_PORT": "5555", "PLAYTESTS_POSTGRES_PORT": "6666"}
    assert value("POSTGRES_PORT", environ) == 6666
    rows = {row.setting.name: row.shown for row in found(environ, {})}
    assert rows["POSTGRES_PORT"] == "6666"


def test_every_default_is_a_value() -> None:
    assert all(
        value(one.name, {}) is not None for one in SETTINGS if one.default or one.read is str
    )


@pytest.mark.parametrize(
    ("environ", "read"),
    [
        ({}, 64),
        ({"MOTHLOG_THREADS": ""}, 64),
        ({"MOTHLOG_THREADS": " 40 "}, 40),
    ],
)
def test_an_empty_variable_counts_as_not_set(environ: Mapping[str, str], read: int) -> None:
    assert value("MOTHLOG_THREADS", environ) == read


@pytest.mark.parametrize("said", ["0", "1001", "many", "-8", "8.5", "٨", "9" * 40, f"{64:012}0"])
def test_a_value_that_cannot_be_says_what_was_expected(said: str) -> None:
    with pytest.raises(Invalid, match=r"MOTHLOG_THREADS is .*whole number from 1 to 1000"):
        value("MOTHLOG_THREADS", {"MOTHLOG_THREADS": said})


def test_every_setting_is_looked_at_before_anything_starts() -> None:
    settings.check({"MOTHLOG_LOG": "events", "POSTGRES_PORT": "5555"})
    for name in ("MOTHLOG_LOG", "POSTGRES_PORT", "MOTHLOG_FUZZ"):
        with pytest.raises(Invalid, match=f"{name} is 'loud', expected"):
            settings.check({name: "loud"})


def test_each_value_says_where_it_comes_from() -> None:
    environ = {"MOTHLOG_DATA": "there", "MOTHLOG_PORT": "99999", "POSTGRES_PASSWORD": "hunter2"}
    rows = {row.setting.name: row for row in found(environ, {"--data": "here"})}
    assert (rows["MOTHLOG_DATA"].shown, rows["MOTHLOG_DATA"].origin) == ("here", "option")
    assert rows["MOTHLOG_PORT"].origin == "environment"
    assert "expected a whole number from 0 to 65535" in rows["MOTHLOG_PORT"].problem
    assert (rows["MOTHLOG_LOG"].shown, rows["MOTHLOG_LOG"].origin) == ("requests", "default")
    assert rows["POSTGRES_PASSWORD"].shown == MASKED


def test_unknown_variables_are_named_with_the_nearest_known_one() -> None:
    names = ["MOTHLOG_THREAD", "MOTHLOG_QQQQQQQQ", "PATH", "MOTHLOG_PORT"]
    assert unknown(names) == [("MOTHLOG_QQQQQQQQ", ""), ("MOTHLOG_THREAD", "MOTHLOG_THREADS")]
    assert unknown(
        ["mothlog_port", "PERSISTANCE_MODULE", "POSTGRES_POOLSIZE", "HOME", "PGPORT"]
    ) == [
        ("PERSISTANCE_MODULE", "PERSISTENCE_MODULE"),
        ("POSTGRES_POOLSIZE", "POSTGRES_POOL_SIZE"),
        ("mothlog_port", "MOTHLOG_PORT"),
    ]
    assert unknown_said(["PLAYTESTS_SQLITE_DBNAME", "PLAYTESTS_MOTHLOG_PORT"]) == [
        "PLAYTESTS_MOTHLOG_PORT is no setting, did you mean MOTHLOG_PORT?",
        "PLAYTESTS_SQLITE_DBNAME is not read: the file is events.sqlite in the data folder",
    ]


def test_the_command_lists_them_and_shows_no_secret(
    command: Mothlog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("POSTGRES_PASSWORD", "hunter2")
    monkeypatch.setenv("MOTHLOG_PORT", "9000")
    ran = command("config")
    assert (ran.code, ran.err) == (0, "")
    assert "hunter2" not in ran.out
    assert re.search(r"MOTHLOG_PORT +9000 +environment", ran.out)
    assert all(one.name in ran.out for one in SETTINGS)
    assert not command.data.exists()  # nothing is made by looking


def test_the_command_names_the_folder_that_is_used_where_none_is_set(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("MOTHLOG_DATA", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    assert run(["config", "--json"]) == 0
    row = json.loads(capsys.readouterr().out)["settings"][0]
    assert (row["name"], row["from"]) == ("MOTHLOG_DATA", "default")
    assert row["value"].startswith(str(tmp_path))


def test_the_folder_is_given_or_set_or_the_users(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOTHLOG_DATA", "set")
    assert (data_folder("given"), data_folder(None)) == (Path("given"), Path("set"))
    monkeypatch.setenv("MOTHLOG_DATA", "")
    assert data_folder(None).name == "mothlog"


def test_the_command_names_what_is_wrong(command: Mothlog, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOTHLOG_THREDS", "4")
    monkeypatch.setenv("MOTHLOG_PORT", "mine")
    ran = command("config", "--json")
    assert ran.code == 1
    assert ran.json["unknown"] == [{"name": "MOTHLOG_THREDS", "nearest": "MOTHLOG_THREADS"}]
    assert "MOTHLOG_THREDS is no setting, did you mean MOTHLOG_THREADS?" in ran.err
    assert "MOTHLOG_PORT is 'mine', expected a whole number" in ran.err
