"""Every environment variable that mothlog reads: name, meaning, default, kind. No other is read."""

import logging
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Literal

from domain.errors import Invalid

OURS = ("MOTHLOG_", "PERSISTENCE_", "POSTGRES_", "SQLITE_", "PLAYTESTS_")
"""How names begin that nobody else uses here."""

FIRST = "PLAYTESTS_"
"""Before the name of a variable of the event store, it goes before the one without."""

FIXED = {
    "SQLITE_DBNAME": "the file is events.sqlite in the data folder",
    "POSTGRES_ENABLE_DB_FUNCTIONS": "with these functions a reader could miss events",
}
"""Variables of the event store that are not read, and why."""

NEAR = 0.9  # how alike a name of any kind has to be to one of ours to be taken for a slip of it

OFF = ("", "0", "no", "off", "false")
YES, NO = ("y", "yes", "t", "true", "on", "1"), ("n", "no", "f", "false", "off", "0")
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


def switch(said: str) -> bool:
    """Read a switch as the event store's library does."""
    word = said.strip().lower()
    if word not in (*YES, *NO):
        raise ValueError("expected yes or no")
    return word in YES


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
    Setting("MOTHLOG_PROXY", "Address of the proxy that browsers come through: what it says of who "
            "asks is believed.", option="--proxy"),
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
    Setting("POSTGRES_GET_PASSWORD_TOPIC", "Instead of a password, a function that gives it at "
            "each connection: `module:function`.", area="store"),
    Setting("POSTGRES_SCHEMA", "Which schema holds the tables, those of accounts too.", "public",
            area="store"),
    Setting("POSTGRES_POOL_SIZE", "Connections that each process keeps open for events.", "5",
            between(0, 1000), "store"),
    Setting("POSTGRES_MAX_OVERFLOW", "Connections beyond these, while they are needed.", "10",
            between(0, 1000), "store"),
    Setting("POSTGRES_MAX_WAITING", "Threads that may wait for a connection; 0: any number.", "0",
            between(0, 100_000), "store"),
    Setting("POSTGRES_CONN_MAX_AGE", "Seconds after which a connection is made anew.", "3600",
            between(1, 10**7), "store"),
    Setting("POSTGRES_CONNECT_TIMEOUT", "Seconds that a thread waits for a connection.", "10",
            between(1, 3600), "store"),
    Setting("POSTGRES_LOCK_TIMEOUT", "Seconds that a writer waits for another; 0: for ever.", "30",
            between(0, 3600), "store"),
    Setting("POSTGRES_IDLE_IN_TRANSACTION_SESSION_TIMEOUT", "Seconds after which the server ends "
            "a transaction in which nothing happens; 0: never.", "5", between(0, 3600), "store"),
    Setting("POSTGRES_PRE_PING", "Try each connection before it is used.", "yes", switch, "store"),
    Setting("CREATE_TABLE", "Make the table of events where it is missing.", "yes", switch,
            "store"),
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
    said = _said(setting, os.environ if environ is None else environ)
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
    """List variables that are named as ours, or nearly, and read by nobody, each with the nearest
    known name, empty where none is near.

    >>> unknown(["MOTHLOG_DATE", "POSTGRE_HOST", "PLAYTESTS_POSTGRES_HOST", "PATH"])
    [('MOTHLOG_DATE', 'MOTHLOG_DATA'), ('POSTGRE_HOST', 'POSTGRES_HOST')]
    """
    found = []
    for name in sorted(names):
        if name in BY_NAME or (name.startswith(FIRST) and _is_stores(name.removeprefix(FIRST))):
            continue
        ours = name.startswith(OURS)
        plain = name.upper().removeprefix(FIRST)
        near = [] if plain in FIXED else get_close_matches(plain, BY_NAME, 1, 0.6 if ours else NEAR)
        if ours or near:
            found.append((name, next(iter(near), "")))
    return found


def unknown_said(names: Iterable[str]) -> list[str]:
    """Return the same as sentences."""
    said = []
    for name, near in unknown(names):
        why = FIXED.get(name.removeprefix(FIRST))
        told = f"is not read: {why}" if why else "is no setting"
        said.append(f"{name} {told}" + (f", did you mean {near}?" if near else ""))
    return said


def _is_stores(name: str) -> bool:
    return name in BY_NAME and BY_NAME[name].area == "store"


def _said(setting: Setting, environ: Mapping[str, str]) -> str:
    said = environ.get(FIRST + setting.name) if setting.area == "store" else None
    return environ.get(setting.name, "") if said is None else said


def _found(setting: Setting, environ: Mapping[str, str], given: Mapping[str, str]) -> Found:
    if setting.option and (said := given.get(setting.option)):
        return Found(setting, said, "option")
    said = _said(setting, environ)
    if not said:
        return Found(setting, setting.default, "default")
    try:
        setting.read(said)
    except ValueError as error:
        return Found(setting, _shown(setting, said), "environment", str(error))
    return Found(setting, _shown(setting, said), "environment")


def _shown(setting: Setting, said: str) -> str:
    return MASKED if setting.secret and said else said
