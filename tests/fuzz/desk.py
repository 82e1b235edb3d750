"""A data folder and files on which commands run, as in a shell and away from everything else."""

import io
import os
import socket
import sqlite3
from collections.abc import Callable
from contextlib import ExitStack, chdir, closing, redirect_stderr, redirect_stdout
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

from service import cli
from service.store import Playtests
from service.transfer.backup import back_up
from service.transfer.exporting import export_of
from service.transfer.shelf import Shelf
from tests.fresh import fresh
from tests.fuzz.targets import BOTS, NOW
from tests.fuzz.world import World

DEEP = "a/b/c/d/e/f/g/h/i/j/k/l"
"""Where commands run: a path of ten steps up leads nowhere else."""

WORK = (
    *("cli.serve.Serving", "cli.serve.logs.begin", "cli.play.demo_sessions.record"),
    *("cli.simulate.record", "cli.simulate.Cluster", "cli.tournament.play", "cli.trial.try_out"),
    *("cli.experiment.answer_of", "cli.evaluate.evaluated", "cli.tune.Searched"),
    *("cli.branch.play_bots", "asking.Asking.ask"),
)
"""What takes long, opens ports or starts processes, and is left out."""


class Desk:
    """A data folder on which commands run one after the other, and files for them to read."""

    def __init__(self, world: World) -> None:
        top = world.services.data / "desk"
        self.data, self.here = fresh(top / "data"), top / DEEP
        self.here.mkdir(parents=True)
        with (
            closing(sqlite3.connect(world.services.data / "events.sqlite")) as source,
            closing(sqlite3.connect(self.data / "events.sqlite")) as copy,
        ):
            source.backup(copy)
        (self.data / "bots.toml").write_bytes(BOTS)
        self.store = Playtests(self.data, "sqlite")
        world.closing.append(self.store.close)
        world.beside.append(self.store)
        self.id = str(world.demo[0].id)
        told = export_of(world.demo[0], "text", Shelf(world.services.data))
        box = Path("seeds/nocturnis/edition.toml").read_text("utf-8")
        sheet = next(Path("tests/fixtures/malformed").glob("*.csv")).read_bytes()
        (self.here / "evening.txt").write_text(told, "utf-8")
        (self.here / "saturday.csv").write_bytes(sheet)
        (self.here / "box.toml").write_text(box.replace('name = "', 'name = "My '), "utf-8")
        (self.here / "question.sql").write_text("SELECT 1", "utf-8")
        back_up(self.data, "sqlite", self.here / "whole.sqlite", NOW)

    def run(self, *words: str, **environ: str) -> tuple[int, str]:
        """Run a command as a shell would; return its exit code and all that it printed."""
        raw = io.BytesIO(), io.BytesIO()
        out = io.TextIOWrapper(raw[0], "utf-8", write_through=True)
        err = io.TextIOWrapper(raw[1], "utf-8", "backslashreplace", write_through=True)
        with ExitStack() as left:
            for name in WORK:
                left.enter_context(patch(f"service.{name}", side_effect=OSError("left out here")))
            numeric = partial(_numeric, socket.getaddrinfo)
            left.enter_context(patch("socket.getaddrinfo", numeric))
            usual = {"MOTHLOG_DATA": str(self.data), "MOTHLOG_DEBUG": "1"}
            left.enter_context(patch.dict(os.environ, usual | environ))
            left.enter_context(patch("sys.stdin", io.StringIO("a long enough one\n")))
            left.enter_context(chdir(self.here))
            left.enter_context(redirect_stdout(out))
            left.enter_context(redirect_stderr(err))
            code = cli.run([*words])
        said = b"".join(printed.getvalue() for printed in raw)
        return code, said.decode("utf-8", "replace")


def desk_of(world: World) -> Desk:
    """Return a world's desk; it is laid out at its first use."""
    if world.desk is None:
        world.desk = Desk(world)
    assert isinstance(world.desk, Desk)
    return world.desk


def _numeric(look_up: Callable[..., Any], host: Any, port: Any, *more: Any, **how: Any) -> Any:
    """Look up addresses only: names lead out of this machine."""
    return look_up(host, port, *more, **how | {"flags": socket.AI_NUMERICHOST})


def judged(code: int, printed: str) -> bool:
    """Hold what a command did to what each one promises; say whether it was done."""
    assert code in (0, 1, 2), f"exit code {code}"
    assert "a fault of this program" not in printed, printed[-1500:]
    assert "Traceback (most recent" not in printed, printed[-1500:]
    assert code == 0 or printed.strip(), "failed without a word"
    return code == 0
