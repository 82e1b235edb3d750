"""Simulations on a Dask cluster of separate processes on this machine."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from distributed import Client

from analytics.farm.cluster import fingerprint
from service.cli import run
from tests.service.command_line import Mothlog
from tests.service.killing import ROOT, games, let_on, running, stored, undisturbed, wait_for

COUNT, SEED = 250, "cluster"
ASKED = ["simulate", "lantern-moths", "--players", "2", "--seed", SEED, "--games", str(COUNT)]
LOCAL = ["--host", "127.0.0.1", "--no-dashboard", "--dashboard-address", "127.0.0.1:0"]


class Cluster:
    """A scheduler and its workers, a process each, without pages; what they are is thrown away.

    :ivar address: where the scheduler listens.
    """

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self._folder, self._stack = folder, stack
        self.workers: list[subprocess.Popen[bytes]] = []
        told = folder / "scheduler.json"
        self.scheduler = self._begin("scheduler", "--port", "0", "--scheduler-file", str(told))
        wait_for(lambda: told.exists() and told.read_text().endswith("}"))  # all is written
        self._told = told
        self.address: str = json.loads(told.read_text())["address"]

    def known(self) -> list[str]:
        """Return the workers that the scheduler knows."""
        with Client(self.address, set_as_default=False) as client:
            return list(client.nthreads())

    def add(self, *arguments: str) -> None:
        """Begin a worker."""
        told = ["--scheduler-file", str(self._told), "--local-directory", str(self._folder)]
        one = ["--nthreads", "1", "--no-nanny", "--memory-limit", "0"]
        self.workers.append(self._begin("worker", *told, *one, *arguments))

    def _begin(self, *arguments: str) -> subprocess.Popen[bytes]:
        name, *others = arguments
        command = [sys.executable, "-m", f"distributed.cli.dask_{name}", *LOCAL]
        process = subprocess.Popen(
            [*command, *others],
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._stack.callback(process.wait)
        self._stack.callback(process.kill)
        return process


@contextmanager
def clusters(folder: Path) -> Iterator[Cluster]:
    """Lend a cluster."""
    with ExitStack() as stack:
        yield Cluster(folder, stack)


def test_a_killed_worker_of_a_cluster_loses_and_doubles_no_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "data"
    with clusters(tmp_path) as cluster:
        for _ in range(3):
            cluster.add()
        wait_for(lambda: len(cluster.known()) == 3)
        with running(data, *ASKED, "--cluster", cluster.address) as simulating:
            wait_for(lambda: stored(data) > 0, simulating)
            assert stored(data) < COUNT
            let_on(simulating)
            cluster.workers[0].kill()
            out, err = simulating.communicate()
        assert (simulating.returncode, err) == (0, "")
        assert len(cluster.known()) == 2
    assert f"{COUNT} games" in out
    assert games(data) == undisturbed(tmp_path / "undisturbed", COUNT, SEED)
    assert run(["--data", str(data), "verify"]) == 0
    assert run(["--data", str(data), "rebuild"]) == 0
    capsys.readouterr()


def test_a_cluster_that_ends_leaves_what_is_stored_and_it_goes_on_here(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with clusters(tmp_path) as cluster:
        cluster.add()
        wait_for(cluster.known)
        with running(data, *ASKED, "--cluster", cluster.address) as simulating:
            wait_for(lambda: stored(data) > 0, simulating)
            cluster.scheduler.kill()
            _, err = simulating.communicate()
    assert simulating.returncode == 1
    assert re.search(r"the cluster (at \S+ )?is gone", err.splitlines()[-1])
    assert 0 < stored(data) < COUNT
    assert run(["--data", str(data), "simulate", "--resume"]) == 0
    assert games(data) == undisturbed(tmp_path / "undisturbed", COUNT, SEED)


def test_a_cluster_without_workers_is_named_and_leaves_no_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mothlog = Mothlog(tmp_path / "data", capsys)
    with clusters(tmp_path) as cluster:
        ran = mothlog(*ASKED, "--cluster", cluster.address)
    assert (ran.code, ran.err) == (
        1,
        f"mothlog: the cluster at {cluster.address} has no workers\n",
    )
    assert not (mothlog.data / "simulations").exists()


@pytest.mark.parametrize("address", ["here", "tcp://127.0.0.1", "127.0.0.1:8786"])
def test_what_is_no_address_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], address: str
) -> None:
    ran = Mothlog(tmp_path, capsys)(*ASKED, "--cluster", address)
    assert ran.code == 1
    assert f"'{address}' is no address of a cluster, expected tcp://HOST:PORT" in ran.err


def test_without_dask_the_extra_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    ran = Mothlog(tmp_path, capsys)(*ASKED, "--cluster", "tcp://127.0.0.1:8786")
    assert ran.code == 1
    assert "install mothlog with its extra, mothlog[dask]" in ran.err


def test_workers_with_another_mothlog_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    mothlog = Mothlog(tmp_path / "data", capsys)
    with clusters(tmp_path) as cluster:
        cluster.add()
        wait_for(cluster.known)
        fingerprint.cache_clear()
        monkeypatch.setattr("analytics.farm.cluster.version", lambda package: "0.0.9")
        ran = mothlog(*ASKED, "--cluster", cluster.address)
        fingerprint.cache_clear()
    assert ran.code == 1
    assert "expected 0.0.9 (" in ran.err
    assert "its games might differ" in ran.err
    assert not (mothlog.data / "simulations").exists()
