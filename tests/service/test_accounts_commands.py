"""``mothlog people``, ``mothlog audit``, and when ``mothlog serve`` refuses to be reached."""

import io
from pathlib import Path

import pytest

from tests.service.command_line import Mothlog

GOOD = "a long enough one"


@pytest.fixture
def mothlog(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Mothlog:
    return Mothlog(tmp_path, capsys)


def type_in(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """Let standard input hold a text."""
    monkeypatch.setattr("sys.stdin", io.StringIO(text))


def test_people_come_change_and_go(mothlog: Mothlog, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "everything is open" in mothlog("people", "list").out
    for name, role in (("Ada", "designer"), ("Ben", "watcher")):
        type_in(monkeypatch, f"{GOOD}\n")
        ran = mothlog("people", "add", name, "--role", role)
        assert ran.code == 0, ran.err
        assert ("everybody has to sign in" in ran.out) == (name == "Ada")
    assert mothlog("people", "role", "ben", "player").code == 0
    listed = mothlog("people", "list", "--json").json
    assert [(p["name"], p["role"]) for p in listed] == [("Ada", "designer"), ("Ben", "player")]
    type_in(monkeypatch, "another good one\n")
    assert mothlog("people", "password", "Ben").code == 0
    assert mothlog("people", "remove", "Ben").code == 0
    assert mothlog("people", "list").out == "designer  Ada\n"
    done = [(e["what"], e["who"], e["about"]) for e in mothlog("audit", "--json").json]
    assert done == [
        ("person removed", "command line", "Ben"),
        ("password changed", "command line", "Ben"),
        ("role changed to player", "command line", "Ben"),
        ("person added as watcher", "command line", "Ben"),
        ("person added as designer", "command line", "Ada"),
    ]
    assert len(mothlog("audit", "--limit", "2").out.splitlines()) == 2


@pytest.mark.parametrize(
    ("arguments", "typed", "code", "said"),
    [
        (["people", "add", "Cleo", "--role", "player"], "", 1, "nothing found on standard input"),
        (["people", "add", "Cleo", "--role", "player"], "short\n", 1, "5 characters found"),
        (["people", "add", "ADA", "--role", "player"], f"{GOOD}\n", 1, "already, choose another"),
        (["people", "add", "Cleo", "--role", "king"], f"{GOOD}\n", 2, "'king'"),
        (["people", "remove", "Cleo"], "", 1, "nobody with an account is called 'Cleo'"),
        (["people", "remove", "Ada"], "", 1, "the last designer"),
        (["people", "role", "Ada", "player"], "", 1, "the last designer"),
    ],
)
def test_what_cannot_be_done_ends_in_one_line(
    mothlog: Mothlog,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    typed: str,
    code: int,
    said: str,
) -> None:
    type_in(monkeypatch, f"{GOOD}\n")
    mothlog("people", "add", "Ada", "--role", "designer")
    type_in(monkeypatch, typed)
    ran = mothlog(*arguments)
    assert ran.code == code
    assert said in ran.err
    assert GOOD not in ran.err
    assert len(mothlog("people", "list").out.splitlines()) == 1


def test_a_file_that_is_no_database_is_named(mothlog: Mothlog) -> None:
    (mothlog.data / "accounts.sqlite").write_bytes(b"no database at all, and long enough" * 9)
    ran = mothlog("people", "list")
    assert ran.code == 1
    assert "accounts.sqlite in the data folder cannot be used" in ran.err


@pytest.fixture
def deaf(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing listen, whatever is refused before."""

    def listen(*_: object, **__: object) -> None:
        raise OSError("deaf")

    monkeypatch.setattr("service.cli.serve.Serving", listen)


@pytest.mark.usefixtures("deaf")
@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.7"])
def test_without_accounts_nobody_else_is_served(mothlog: Mothlog, host: str) -> None:
    ran = mothlog("serve", "--host", host, "--port", "0", "--name", "moths.example")
    assert ran.code == 1
    assert "is not a loopback address, and without accounts everything is open" in ran.err
    assert "mothlog people add NAME --role designer" in ran.err


@pytest.mark.usefixtures("deaf")
@pytest.mark.parametrize("said", ["--name=moths.example", "--https", "--proxy=127.0.0.1"])
def test_without_accounts_nobody_is_let_in_through_a_proxy(mothlog: Mothlog, said: str) -> None:
    ran = mothlog("serve", "--port", "0", said)
    assert ran.code == 1
    assert "without accounts everything is open to them" in ran.err


@pytest.mark.usefixtures("deaf")
def test_a_player_alone_opens_no_way_to_others(
    mothlog: Mothlog, monkeypatch: pytest.MonkeyPatch
) -> None:
    type_in(monkeypatch, f"{GOOD}\n")
    assert mothlog("people", "add", "Pia", "--role", "player").code == 0
    ran = mothlog("serve", "--host", "192.0.2.7", "--port", "0")
    assert "is not a loopback address, and without accounts everything is open" in ran.err


@pytest.mark.usefixtures("deaf")
def test_every_address_needs_a_name(mothlog: Mothlog, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, f"{GOOD}\n")
    mothlog("people", "add", "Ada", "--role", "designer")
    ran = mothlog("serve", "--host", "0.0.0.0", "--port", "0")
    assert ran.code == 1
    assert "with --name" in ran.err
    assert "no address here" in mothlog("serve", "--host", "no such host", "--port", "0").err


def test_the_terminal_is_never_told_a_password_by_an_argument(mothlog: Mothlog) -> None:
    assert "password" not in mothlog("people", "add", "--help").out.split("Options:")[1].lower()
