"""What ``mothlog serve --phones`` refuses before it serves anything."""

import socket
from pathlib import Path

import pytest

from tests.service.command_line import Mothlog


@pytest.fixture
def mothlog(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Mothlog:
    return Mothlog(tmp_path, capsys)


def refused(mothlog: Mothlog, asked: str) -> str:
    ran = mothlog("serve", "--port", "0", "--phones", asked)
    assert (ran.code, ran.out, len(ran.err.splitlines())) == (1, "", 1)
    return ran.err


@pytest.mark.parametrize("asked", ["192.0.2.77", "203.0.113.9:8766"])
def test_an_address_of_another_machine_is_refused(mothlog: Mothlog, asked: str) -> None:
    assert f"cannot listen on {asked.partition(':')[0]}" in refused(mothlog, asked)


@pytest.mark.parametrize("asked", [":8766", "127.0.0.1:far", "127.0.0.1:99999"])
def test_what_is_no_address_is_refused(mothlog: Mothlog, asked: str) -> None:
    assert "expected an address such as 192.168.1.5" in refused(mothlog, asked)


def test_a_port_that_is_taken_is_named(mothlog: Mothlog) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert "cannot listen" in refused(mothlog, f"127.0.0.1:{port}")
