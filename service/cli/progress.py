"""How far something has come: a bar in a terminal, else a line from time to time."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta

import click
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

EVERY = 10.0  # seconds between lines


@contextmanager
def progress(name: str, total: int, what: str = "games") -> Iterator[Callable[[int], None]]:
    """Lend a function that is told how many are done, and shows it on standard error.

    What was done at the first call counts neither for the rate nor for the time left.
    """
    if sys.stderr.isatty():
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
        with Progress(
            *columns, Rate(what), TimeRemainingColumn(), console=Console(stderr=True)
        ) as bar:
            task = bar.add_task(name, total=total)
            yield lambda done: bar.update(task, completed=done)
    else:
        yield Lines(total, what).tell


class Rate(ProgressColumn):
    """So many a second."""

    def __init__(self, what: str) -> None:
        super().__init__()
        self._what = what

    def render(self, task: Task) -> Text:
        """Return the rate of the last while, once there is one."""
        return Text(f"{task.speed:,.4g} {self._what}/s" if task.speed else "")


class Lines:
    """Writes a line every ten seconds."""

    def __init__(self, total: int, what: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._total, self._what, self._clock = total, what, clock
        self._first: int | None = None
        self._began = self._told = clock()

    def tell(self, done: int) -> None:
        """Take how many are done, and say so unless it was said just now."""
        now = self._clock()
        if self._first is None:
            self._first, self._began = done, now
        if now - self._told < EVERY or done == self._first:
            return
        self._told = now
        rate = (done - self._first) / (now - self._began)
        left = timedelta(seconds=round((self._total - done) / rate))
        said = f"{done:,} of {self._total:,} {self._what}, {rate:,.4g} {self._what}/s, {left} left"
        click.echo(said, err=True)
