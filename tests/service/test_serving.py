"""The real process: it starts with what is set, and stops without dropping anybody."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from flask import Flask, request

from domain.errors import Invalid
from domain.session.events import FeedbackGiven
from service import logs
from service.accounts import Accounts
from service.keys import secret_key
from service.store import Playtests
from service.web.table.feedback import token
from service.wsgi import Behind, make
from tests.service.killing import MOTHLOG, ROOT, wait_for

OPEN = {"game": "lantern-moths", "mode": "digital", "players": [{"name": "Ada"}, {"name": "Ben"}]}
TYPO = "MOTHLOG_" + "THREDS"
DEPLOY = ROOT / "docs" / "deploy"


class Running:
    """A server in a process of its own."""

    def __init__(self, process: subprocess.Popen[bytes], port: int, log: Path) -> None:
        self.process, self.port, self._log = process, port, log

    def ask(self, path: str, body: Any = None) -> tuple[int, Any]:
        """Ask for JSON; return status and answer."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60)
        sent = None if body is None else json.dumps(body)
        headers = {"Content-Type": "application/json"} if sent else {}
        connection.request("POST" if sent else "GET", path, sent, headers)
        answer = connection.getresponse()
        said = answer.status, json.loads(answer.read())
        connection.close()
        return said

    def lines(self) -> list[dict[str, Any]]:
        """Read what it has logged, without what it printed."""
        said = self._log.read_text().splitlines()
        return [json.loads(line) for line in said if line.startswith("{")]

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Send a signal, wait, return the exit code."""
        self.process.send_signal(number)
        return self.process.wait(60)


@contextmanager
def running(folder: Path, command: list[str], port: int, **environ: str) -> Iterator[Running]:
    """Start a server and wait until it is ready."""
    log = folder / "log"
    with log.open("wb") as errors:
        process = subprocess.Popen(
            command, cwd=ROOT, stdout=errors, stderr=errors, env={**os.environ, **environ}
        )
    one = Running(process, port, log)

    def ready() -> bool:
        try:
            return one.ask("/readyz")[0] == 200
        except OSError:
            return False

    try:
        wait_for(ready, process)
        yield one
    finally:
        process.kill()
        process.wait()


def free_port() -> int:
    """Return a port that nobody listens at."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


def serving(folder: Path, *options: str, **environ: str) -> Any:
    """Start ``mothlog serve`` on a folder."""
    port = free_port()
    command = [*MOTHLOG, "--data", str(folder / "data"), "serve", *options]
    return running(folder, command, port, MOTHLOG_PORT=str(port), **environ)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_whoever_has_asked_is_answered_before_it_stops(tmp_path: Path, number: int) -> None:
    with serving(tmp_path, **{TYPO: "9"}) as one, socket.socket() as late:
        assert one.ask("/api/sessions", OPEN)[0] == 201
        body = json.dumps(OPEN | {"players": [{"name": "Late"}, {"name": "Ben"}]}).encode()
        late.connect(("127.0.0.1", one.port))
        head = (
            f"POST /api/sessions HTTP/1.1\r\nHost: 127.0.0.1:{one.port}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        late.sendall(head.encode() + body[:20])
        wait_for(lambda: one.ask("/healthz")[0] == 200)  # what was sent before is read by now
        one.process.send_signal(number)
        wait_for(lambda: any("stopping" in line.values() for line in one.lines()), one.process)
        with pytest.raises(ConnectionRefusedError):  # nobody else is let in
            one.ask("/healthz")
        late.sendall(body[20:])
        answer = late.recv(100_000)
        assert answer.startswith(b"HTTP/1.1 201")
        assert one.process.wait(60) == 0
        events = [line["event"] for line in one.lines()]
    assert events[0] == f"{TYPO} is no setting, did you mean MOTHLOG_THREADS?"
    assert events[-1] == "stopped serving"
    assert one.lines()[-1]["all_answered"] is True
    store = Playtests(tmp_path / "data")
    names = [store.load(id_).names[0] for id_ in store.session_ids()]
    store.close()
    assert names == ["Ada", "Late"]


def test_what_a_phone_has_begun_to_send_is_stored_before_it_stops(tmp_path: Path) -> None:
    port = free_port()
    with serving(tmp_path, "--phones", f"127.0.0.1:{port}") as one, socket.socket() as phone:
        id_ = UUID(one.ask("/api/sessions", OPEN)[1]["session"]["id"])
        path = f"/feedback/{token(secret_key(tmp_path / 'data' / 'secret.key'), id_, 0)}"
        host = f"Host: 127.0.0.1:{port}\r\n"
        page = HTTPConnection("127.0.0.1", port, timeout=60)
        page.request("GET", path)
        shown = page.getresponse()
        cookie = str(shown.headers["Set-Cookie"]).partition(";")[0]
        proof = re.search(r'name="csrf_token" value="([^"]+)"', shown.read().decode())
        assert proof is not None
        body = f"csrf_token={proof[1]}&fun=5&text=More+moths".encode()
        phone.connect(("127.0.0.1", port))
        head = (
            f"POST {path} HTTP/1.1\r\n{host}Cookie: {cookie}\r\nContent-Length: {len(body)}\r\n"
            "Content-Type: application/x-www-form-urlencoded\r\n\r\n"
        )
        phone.sendall(head.encode() + body[:-5])
        page.request("GET", path)  # once this is answered, what was sent before is read
        assert page.getresponse().read()
        page.close()
        one.process.send_signal(signal.SIGTERM)

        def shut() -> bool:
            with socket.socket() as other:
                return other.connect_ex(("127.0.0.1", port)) != 0

        wait_for(shut)
        assert one.process.poll() is None
        phone.sendall(body[-5:])
        assert phone.recv(100_000).startswith(b"HTTP/1.1 303")
        assert one.process.wait(60) == 0
        assert one.lines()[-1]["all_answered"] is True
    store = Playtests(tmp_path / "data")
    assert store.load(id_).feedback == {0: FeedbackGiven(0, fun=5, text="More moths")}
    store.close()


def test_who_never_finishes_asking_is_not_waited_for_for_ever(tmp_path: Path) -> None:
    with serving(tmp_path, MOTHLOG_STOP_SECONDS="0") as one, socket.socket() as stuck:
        stuck.connect(("127.0.0.1", one.port))
        stuck.sendall(b"GET /healthz HTTP/1.1\r\n")
        wait_for(lambda: one.ask("/healthz")[0] == 200)
        assert one.stop() == 0
        assert one.lines()[-1]["all_answered"] is False


def test_who_asks_slowly_or_too_much_keeps_nobody_out(tmp_path: Path) -> None:
    with serving(tmp_path, MOTHLOG_THREADS="8") as one, ExitStack() as open_:
        for _ in range(130):  # of 108 that may be open
            slow = open_.enter_context(socket.create_connection(("127.0.0.1", one.port)))
            slow.sendall(b"POST /sign-in HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
        assert one.ask("/healthz")[0] == 200
        large = b"POST /sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500000000\r\n\r\n"
        body = open_.enter_context(socket.create_connection(("127.0.0.1", one.port)))
        body.settimeout(60)
        body.sendall(large)
        assert body.recv(12) == b"HTTP/1.1 413"  # before any of it is sent


def test_numbers_are_not_told_through_a_proxy_that_nothing_names(tmp_path: Path) -> None:
    with serving(tmp_path) as one:
        for more, said in ((b"", b"200"), (b"X-Forwarded-For: 10.0.0.9\r\n", b"404")):
            with socket.create_connection(("127.0.0.1", one.port)) as asks:
                asks.settimeout(60)
                asks.sendall(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n" + more + b"\r\n")
                assert asks.recv(12) == b"HTTP/1.1 " + said


@pytest.mark.parametrize(
    ("environ", "said"),
    [
        ({"MOTHLOG_THREADS": "none"}, "none"),
        ({"MOTHLOG_LOG": "loud"}, "MOTHLOG_LOG is 'loud', expected one of: requests, events, off"),
        ({"POSTGRES_PORT": "x"}, "POSTGRES_PORT is 'x', expected a whole number"),
    ],
)
def test_it_does_not_start_with_a_setting_that_cannot_be(
    tmp_path: Path, environ: dict[str, str], said: str
) -> None:
    ran = subprocess.run(
        [*MOTHLOG, "--data", str(tmp_path), "serve", "--port", "0"],
        cwd=ROOT, env={**os.environ, **environ}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode in (1, 2)
    assert said in ran.stderr
    assert "Traceback" not in ran.stderr


def test_gunicorn_serves_it_and_stops_it(tmp_path: Path) -> None:
    port = free_port()
    command = [sys.executable, "-m", "gunicorn", "service.wsgi:app", "--worker-class", "gthread"]
    command += ["--threads", "4", "--bind", f"127.0.0.1:{port}", "--log-level", "critical"]
    command += ["--no-control-socket"] if "no-control-socket" in gunicorn_help() else []
    with running(tmp_path, command, port, MOTHLOG_DATA=str(tmp_path / "data")) as one:
        assert one.ask("/api/sessions", OPEN)[0] == 201
        wait_for(lambda: one.ask("/readyz")[1]["lag_events"] == 0)
        assert one.stop() == 0
    store = Playtests(tmp_path / "data")
    assert len(store.session_ids()) == 1
    store.close()


@pytest.mark.parametrize(
    ("sender", "found"), [("127.0.0.1", "10.0.0.9 https"), ("10.0.0.7", "10.0.0.7 http")]
)
def test_one_proxy_is_believed_and_no_more_than_the_last_that_it_says(
    sender: str, found: str
) -> None:
    app = Flask(__name__)
    app.add_url_rule("/", "who", lambda: f"{request.remote_addr} {request.scheme}")
    app.wsgi_app = Behind(app.wsgi_app, "127.0.0.1")  # type: ignore[assignment, method-assign]
    said = {"X-Forwarded-For": "10.9.9.9, 10.0.0.9", "X-Forwarded-Proto": "https"}
    asked = app.test_client().get("/", headers=said, environ_base={"REMOTE_ADDR": sender})
    assert asked.text == found


def test_gunicorn_is_told_by_the_proxy_that_is_named_who_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("DATA", str(tmp_path)), ("LOG", "off"), ("PROXY", "127.0.0.1")):
        monkeypatch.setenv(f"MOTHLOG_{name}", value)
    accounts = Accounts(tmp_path, lambda: datetime.now(UTC), lambda _: None)
    accounts.add("Ada", "designer", "a long enough one", "setup")
    with monkeypatch.context() as patched:
        closing: list[Callable[[], None]] = []
        patched.setattr("atexit.register", closing.append)
        app = make.__wrapped__()
    app.config["WTF_CSRF_ENABLED"] = False
    form = {"name": "Ada", "password": "a wrong one, though"}
    said = {"X-Forwarded-For": "10.0.0.9"}
    assert app.test_client().post("/sign-in", data=form, headers=said).status_code == 401
    assert accounts.entries(1)[0].where == "10.0.0.9"
    for close in (*closing, accounts.close, logs.end):
        close()


@pytest.mark.parametrize("name", ["NAMES", "HTTPS", "PROXY"])
def test_gunicorn_is_not_for_others_until_there_are_accounts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv("MOTHLOG_DATA", str(tmp_path))
    monkeypatch.setenv(f"MOTHLOG_{name}", "1" if name == "HTTPS" else "127.0.0.1")
    monkeypatch.setenv("MOTHLOG_LOG", "off")
    with pytest.raises(Invalid, match="mothlog people add"):
        make.__wrapped__()
    logs.end()


@pytest.mark.parametrize("database", ["postgres"], indirect=True)
@pytest.mark.usefixtures("database")
def test_a_second_process_records_beside_it_with_statistics_of_its_own(tmp_path: Path) -> None:
    with serving(tmp_path) as one:
        one.ask("/api/sessions", OPEN)
        other = tmp_path / "other"
        other.mkdir()
        command = [*MOTHLOG, "--data", str(tmp_path / "data"), "serve"]
        port = free_port()
        with running(other, command, port, MOTHLOG_PORT=str(port)) as two:
            status, opened = two.ask("/api/sessions", OPEN)
            assert status == 201
            note = f"/api/sessions/{opened['session']['id']}/notes"
            versions = [each.ask(note, {"text": "x"})[1]["session"]["version"]
                        for each in (one, two, one)]  # fmt: skip
            assert versions == [3, 4, 5]
            for each in (one, two):
                wait_for(lambda: each.ask("/readyz")[1]["lag_events"] == 0)  # noqa: B023
            found = {path.name for path in (tmp_path / "data").glob("*.duckdb")}
            assert found == {"statistics.duckdb", "statistics-2.duckdb"}


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd-analyze here")
def test_the_unit_is_one(tmp_path: Path) -> None:
    unit = (DEPLOY / "mothlog.service").read_text()
    command = re.search(r"^ExecStart=(\S+) (.*)$", unit, re.M)
    assert command is not None
    assert command[2] == "serve"
    (tmp_path / "mothlog.service").write_text(unit.replace(command[1], sys.executable))
    ran = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(tmp_path / "mothlog.service")],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "mothlog.service" not in ran.stderr
    assert ran.returncode == 0


def test_the_dockerfile_names_what_is_there() -> None:
    text = (DEPLOY / "Dockerfile").read_text().replace("\\\n", " ")
    steps = [line.split(" ", 1) for line in text.splitlines() if line and line[0] != "#"]
    assert [step for step, _ in steps if step == "FROM"] == ["FROM", "FROM"]
    known = {"FROM", "WORKDIR", "COPY", "RUN", "USER", "ENV", "VOLUME", "EXPOSE", "HEALTHCHECK"}
    assert {step for step, _ in steps} <= known | {"ARG", "STOPSIGNAL", "ENTRYPOINT", "CMD"}
    sent = (DEPLOY / "Dockerfile.dockerignore").read_text().splitlines()
    named = re.findall(r"requirements\S*\.lock", text)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    needed = {*named, *wheel, "pyproject.toml", project["project"]["readme"]}
    assert needed | {*project["project"]["license-files"]} == {
        line[1:] for line in sent if line[0] == "!"
    }
    assert all((ROOT / name).exists() for name in needed)
    assert re.findall(r"^CMD (\[.*\])$", text, re.M) == ['["serve", "--host", "0.0.0.0"]']


def gunicorn_help() -> str:
    """Return gunicorn's help."""
    command = [sys.executable, "-m", "gunicorn", "--help"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout
