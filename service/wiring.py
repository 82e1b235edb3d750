"""The only place that builds a store, a clock, a warehouse and what runs on them."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property, partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import platformdirs

from analytics.answered import Answered
from analytics.bots import Cast
from service import settings
from service.asking import Asking
from service.casting import Casting, casting
from service.folded import MB, Folded
from service.live import Bell
from service.projector import Projector
from service.recorder import Recorder
from service.store import Playtests

if TYPE_CHECKING:
    from service.accounts import Accounts


@dataclass(frozen=True)
class Services:
    """Everything that the command line and the web pages work with."""

    data: Path
    store: Playtests
    recorder: Recorder
    projector: Projector
    asking: Asking
    bell: Bell
    now: Callable[[], datetime]
    answered: Answered = field(default_factory=Answered)

    @property
    def casting(self) -> Casting:
        """The bots of the data folder as its file stands now."""
        return casting(self.data)

    @property
    def cast(self) -> Cast:
        """The bots of the data folder; without those of its file where that has errors."""
        return self.casting.cast

    @cached_property
    def accounts(self) -> "Accounts":
        """Who may do what; imported at its first use, as most commands need no database of it."""
        from service.accounts.accounts import Accounts, end_of

        return Accounts(self.data, self.now, partial(end_of, self.store.load))

    def close(self) -> None:
        """Stop following the store and close all files."""
        if "accounts" in vars(self):
            self.accounts.close()
        self.bell.close()
        self.projector.close()
        self.store.close()


def data_folder(given: str | None) -> Path:
    """Return the one folder that mothlog keeps things in: given, ``MOTHLOG_DATA`` or the user's."""
    chosen = given or settings.value("MOTHLOG_DATA")
    return Path(chosen) if chosen else platformdirs.user_data_path("mothlog")


def now() -> datetime:
    """Read the clock."""
    return datetime.now(UTC)


def build(
    data: Path,
    now: Callable[[], datetime] = now,
    rng: Random | None = None,
) -> Services:
    """Open the data folder, creating what is missing.

    :raises OSError: the folder cannot be used.
    """
    store = Playtests(data)
    projector = Projector(store, data)
    bell = Bell(store)

    def stored() -> None:
        bell.ring()
        projector.wake()

    folded = Folded(store, settings.value("MOTHLOG_KEPT_MB") * MB)
    recorder = Recorder(store, now, rng, stored=stored, folded=folded)
    return Services(data, store, recorder, projector, Asking(store, projector, data), bell, now)
