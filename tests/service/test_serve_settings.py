"""The real process does what is set, holds many at once, and ends who listens when it stops."""

import re
import signal
import socket
from contextlib import ExitStack
from datetime import UTC, datetime
from errno import EADDRINUSE
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from service.accounts import Accounts
from service.folded import MB
from service.wiring import build
from tests.fresh import fresh
from tests.service.command_line import Mothlog
from tests.service.killing import wait_for
from tests.service.test_serving import OPEN, Running, serving

ADDRESS = "10.0.0.9"


def form(one: Running, path: str, method: str = "GET", body: str = "", cookie: str = "") -> Any:
    """Ask through a proxy for a name; return status, page and cookie."""
    connection = HTTPConnection("127.0.0.1", one.port, timeout=60)
    headers = {"Host": "moths.example", "X-Forwarded-For": ADDRESS, "X-Forwarded-Proto": "https"}
    headers |= {"Referer": "https://moths.example/sign-in", "Cookie": cookie}
    headers |= {"Content-Type": "application/x-www-form-urlencoded"}
    connection.request(method, path, body, headers)
    answer = connection.getresponse()
    said = answer.status, answer.read().decode(), str(answer.headers["Set-Cookie"])
    connection.close()
    return said


def test_names_https_proxy_folder_and_log_are_as_they_are_set(tmp_path: Path) -> None:
    data = fresh(tmp_path / "data")
    accounts = Accounts(data, lambda: datetime.now(UTC), lambda _: None)
    accounts.add("Ada", "designer", "a long enough one", "setup")
    environ = {"NAMES": "garden.example moths.example", "HTTPS": "1", "PROXY": "127.0.0.1"}
    set_ = {f"MOTHLOG_{name}": value for name, value in (environ | {"LOG": "events"}).items()}
    with serving(tmp_path, **set_) as one:
        status, page, cookie = form(one, "/sign-in")
        assert status == 200
        assert "; Secure" in cookie
        proof = re.search(r'name="csrf_token" value="([^"]+)"', page)
        assert proof is not None
        typed = f"csrf_token={proof[1]}&name=Ada&password=a+wrong+one+though"
        assert form(one, "/sign-in", "POST", typed, cookie.partition(";")[0])[0] == 401
        assert one.stop() == 0
        events = [line["event"] for line in one.lines()]
    assert accounts.entries(1)[0].where == ADDRESS
    accounts.close()
    assert events[0] == "serving"
    assert "request" not in events


def test_port_and_threads_are_as_they_are_set(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[tuple[int, int]] = []

    def taken(*_: Any, port: int, threads: int, **__: Any) -> None:
        made.append((port, threads))
        raise OSError(EADDRINUSE, "Address already in use")

    monkeypatch.setattr("service.cli.serve.Serving", taken)
    monkeypatch.setenv("MOTHLOG_PORT", "4711")
    monkeypatch.setenv("MOTHLOG_THREADS", "9")
    ran = Mothlog(tmp_path, capsys)("serve")
    assert "cannot listen on 127.0.0.1:4711: Address already in use" in ran.err
    Mothlog(tmp_path, capsys)("serve", "--port", "4712", "--threads", "8")
    assert made == [(4711, 9), (4712, 8)]


def listening(one: Running, session: str) -> tuple[socket.socket, str]:
    """Open the event stream of a session; return it with the status of the answer."""
    stream = socket.create_connection(("127.0.0.1", one.port), timeout=20)
    stream.sendall(f"GET /sessions/{session}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    return stream, stream.recv(12).decode()[-3:]


def test_many_listen_and_the_others_are_answered_and_at_a_stop_listening_ends(
    tmp_path: Path,
) -> None:
    """Of six threads two listen; the other four are for those who ask."""
    with serving(tmp_path, MOTHLOG_THREADS="6") as one, ExitStack() as left:
        session = one.ask("/api/sessions", OPEN)[1]["session"]["id"]
        streams = [listening(one, session) for _ in range(8)]
        for stream, _ in streams:
            left.enter_context(stream)
        assert [status for _, status in streams] == ["200"] * 2 + ["503"] * 6
        assert one.ask("/healthz")[0] == 200
        assert one.stop() == 0
        assert one.lines()[-1]["all_answered"] is True


def test_a_second_signal_does_not_wait(tmp_path: Path) -> None:
    with serving(tmp_path, MOTHLOG_STOP_SECONDS="600") as one, socket.socket() as stuck:
        stuck.connect(("127.0.0.1", one.port))
        stuck.sendall(b"GET /healthz HTTP/1.1\r\n")
        wait_for(lambda: one.ask("/healthz")[0] == 200)
        one.process.send_signal(signal.SIGTERM)
        wait_for(lambda: any("stopping" in line.values() for line in one.lines()), one.process)
        assert one.stop() == 1


def test_the_log_is_told_what_is_set(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[Any] = []
    monkeypatch.setattr("service.logs.begin", lambda *how: begun.append(how))
    monkeypatch.setenv("MOTHLOG_LOG", "events")
    for debug in ("1", "0"):
        monkeypatch.setenv("MOTHLOG_DEBUG", debug)
        Mothlog(tmp_path, capsys)("serve", "--host", "no such host")
    assert begun == [("events", True), ("events", False)]


def test_so_much_memory_is_for_folded_sessions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MOTHLOG_KEPT_MB", "3")
    services = build(fresh(tmp_path))
    assert services.recorder.folded._kept.maxsize == 3 * MB
    services.close()


def test_a_fault_of_the_program_shows_where_for_whoever_looks_for_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("nothing is by nothing")

    monkeypatch.setattr("service.cli.config.found", broken)
    monkeypatch.setenv("MOTHLOG_DEBUG", "0")
    ran = Mothlog(tmp_path, capsys)("config")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.count("\n") == 1
    assert "a fault of this program, ZeroDivisionError: nothing is by nothing" in ran.err
    monkeypatch.setenv("MOTHLOG_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        Mothlog(tmp_path, capsys)("config")
