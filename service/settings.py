"""Every environment variable that mothlog reads: name, meaning, default, kind. No other is read."""

import logging
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Literal

from domain.errors import Invalid

PREFIX = "MOTHLOG_"
OFF = ("", "0", "no", "off", "false")
MASKED = "(set, not shown)"
LONGEST = 12  # digits of a number

log = logging.getLogger("mothlog.settings")

Area = Literal["service", "store", "tests"]


def text(said: str) -> str:
    """Take a text as it is."""
    return said


def flag(said: str) -> bool:
    """Read a switch: off where it says so or is empty, on where it says anything else."""
    return said.strip().lower() not in OFF


def between(low: int, high: int) -> Callable[[str], int]:
    """Return a reader of whole numbers in a range."""

    def read(said: str) -> int:
        number = said.strip()
        digits = number.isascii() and number.isdecimal() and len(number) <= LONGEST
        if not (digits and low <= int(number) <= high):
            raise ValueError(f"expected a whole number from {low} to {high}")
        return int(number)

    return read


def one_of(*words: str) -> Callable[[str], str]:
    """Return a reader of one of some words."""

    def read(said: str) -> str:
        if said.strip().lower() not in words:
            raise ValueError(f"expected one of: {', '.join(words)}")
        return said.strip().lower()

    return read


@dataclass(frozen=True)
class Setting:
    """A variable.

    :ivar default: what counts where it is not set, as one would write it.
    :ivar read: makes a value of a text; ValueError says what was expected.
    :ivar option: the option of the command line that goes before it.
    :ivar secret: its value is never shown.
    """

    name: str
    meaning: str
    default: str = ""
    read: Callable[[str], Any] = text
    area: Area = "service"
    option: str = ""
    secret: bool = False


@dataclass(frozen=True)
class Found:
    """What a setting is now.

    :ivar shown: its value as text, masked where it is secret.
    :ivar origin: ``option``, ``environment`` or ``default``.
    :ivar problem: what is wrong with it, if anything.
    """

    setting: Setting
    shown: str
    origin: Literal["option", "environment", "default"]
    problem: str = ""


SETTINGS = (
    Setting(
        "MOTHLOG_DATA",
        "The folder that holds everything; without it the user's data folder.",
        option="--data",
    ),
    Setting("MOTHLOG_PORT", "Where `serve` listens; 0: any free port.", "8765",
            between(0, 65535), option="--port"),
    Setting("MOTHLOG_THREADS", "Requests that one process answers at the same time.", "64",
            between(1, 1000), option="--threads"),
    Setting("MOTHLOG_NAMES", "Names by which browsers find the service, beside `localhost`, with "
            "spaces between them.", option="--name"),
    Setting("MOTHLOG_HTTPS", "Browsers come by https, through a proxy.", "", flag,
            option="--https"),
    Setting("MOTHLOG_LOG", "`requests`: a line of JSON for each request and event on standard "
            "error; `events`: without those of requests; `off`: nothing.", "requests",
            one_of("requests", "events", "off")),
    Setting("MOTHLOG_KEPT_MB", "Memory for sessions that are kept folded, in MB.", "128",
            between(1, 65536)),
    Setting("MOTHLOG_METRICS", "Who may read `/metrics`: `loopback` (this machine, and designers) "
            "or `off`.", "loopback", one_of("loopback", "off")),
    Setting("MOTHLOG_STOP_SECONDS", "How long running requests may take to end at a stop.", "20",
            between(0, 600)),
    Setting("MOTHLOG_LAG_SECONDS", "`/readyz` answers 503 while the statistics are further behind "
            "than this.", "30", between(1, 86400)),
    Setting("MOTHLOG_DEBUG", "Show the traceback of a fault of the program.", "", flag),
    Setting("PERSISTENCE_MODULE", "Which database holds the events: `eventsourcing.sqlite` or "
            "`eventsourcing.postgres`.", "eventsourcing.sqlite",
            one_of("eventsourcing.sqlite", "eventsourcing.postgres"), "store"),
    Setting("SQLITE_LOCK_TIMEOUT", "Seconds that a writer waits for another.", "30",
            between(0, 3600), "store"),
    Setting("POSTGRES_DBNAME", "Name of the PostgreSQL database.", area="store"),
    Setting("POSTGRES_HOST", "Its machine, or the folder of its socket.", area="store"),
    Setting("POSTGRES_PORT", "Its port.", "5432", between(1, 65535), "store"),
    Setting("POSTGRES_USER", "Who signs in there.", area="store"),
    Setting("POSTGRES_PASSWORD", "With which password.", area="store", secret=True),
    Setting("POSTGRES_LOCK_TIMEOUT", "Seconds that a writer waits for another.", "30",
            between(0, 3600), "store"),
    Setting("POSTGRES_CONNECT_TIMEOUT", "Seconds that a thread waits for a connection.", "10",
            between(0, 3600), "store"),
    Setting("POSTGRES_PRE_PING", "Try each connection before it is used.", "yes", flag, "store"),
    Setting("MOTHLOG_FUZZ", "Examples that `make fuzz` tries.", "0", between(0, 10**9), "tests"),
    Setting("MOTHLOG_CHROMIUM", "The browser of the tests.", area="tests"),
)  # fmt: skip

BY_NAME: Mapping[str, Setting] = {setting.name: setting for setting in SETTINGS}


def default(name: str) -> Any:
    """Return what counts where a variable is not set."""
    setting = BY_NAME[name]
    return setting.read(setting.default)


def value(name: str, environ: Mapping[str, str] | None = None) -> Any:
    """Return what a setting is; an empty variable counts as one that is not set.

    :raises Invalid: it holds something else than is expected.
    """
    setting = BY_NAME[name]
    said = (os.environ if environ is None else environ).get(name, "")
    try:
        return setting.read(said or setting.default)
    except ValueError as error:
        raise Invalid(f"{name} is {_shown(setting, said)!r}, {error}") from None


def found(environ: Mapping[str, str], given: Mapping[str, str]) -> list[Found]:
    """Return every setting as it is now.

    :param given: values of options of the command line, by option.
    """
    return [_found(setting, environ, given) for setting in SETTINGS]


def check(environ: Mapping[str, str]) -> None:
    """Write down variables that nobody reads.

    :raises Invalid: some setting is not what is expected.
    """
    for setting in SETTINGS:
        value(setting.name, environ)
    for line in unknown_said(environ):
        log.warning("%s", line)


def unknown(names: Iterable[str]) -> list[tuple[str, str]]:
    """List variables that are named as ours and read by nobody, each with the nearest known name,
    empty where none is near.

    >>> unknown(["MOTHLOG_DATE", "PATH"])
    [('MOTHLOG_DATE', 'MOTHLOG_DATA')]
    """
    strange = sorted(name for name in names if name.startswith(PREFIX) and name not in BY_NAME)
    return [(name, next(iter(get_close_matches(name, BY_NAME, 1)), "")) for name in strange]


def unknown_said(names: Iterable[str]) -> list[str]:
    """Return the same as sentences."""
    return [
        f"{name} is no setting" + (f", did you mean {near}?" if near else "")
        for name, near in unknown(names)
    ]


def _found(setting: Setting, environ: Mapping[str, str], given: Mapping[str, str]) -> Found:
    if setting.option and (said := given.get(setting.option)):
        return Found(setting, said, "option")
    said = environ.get(setting.name, "")
    if not said:
        return Found(setting, setting.default, "default")
    try:
        setting.read(said)
    except ValueError as error:
        return Found(setting, _shown(setting, said), "environment", str(error))
    return Found(setting, _shown(setting, said), "environment")


def _shown(setting: Setting, said: str) -> str:
    return MASKED if setting.secret and said else said
