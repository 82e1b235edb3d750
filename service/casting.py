"""The bots of a data folder: those that come with mothlog, and those of its file."""

from pathlib import Path
from typing import NamedTuple

from analytics.bots import Cast, cast_of
from analytics.bots.cast import InvalidCast
from domain.errors import Invalid
from service.checked import Unreadable, placed, read

FILE = "bots.toml"
MOST_SAID = 10  # errors of the file in one message


class Casting(NamedTuple):
    """The bots that there are. ``fault`` says why those of the file are not among them."""

    cast: Cast
    fault: str = ""


def cast_in(data: Path) -> Cast:
    """Return the bots of a data folder.

    :raises Invalid: its file has errors; each with file and line.
    """
    path = data / FILE
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        return cast_of()
    except OSError as error:
        raise Invalid(f"{path} cannot be read: {error.strerror}") from None
    lines: dict[str, int] = {}
    try:
        text, _, lines = read(raw)
        return cast_of(text)
    except Unreadable as error:
        faults = [error.fault]
    except InvalidCast as error:
        faults = [*placed(error.problems, lines)]
    said = [fault.at(str(path)) for fault in faults[:MOST_SAID]]
    if more := len(faults) - len(said):
        said.append(f"and {more:,} more")
    raise Invalid("; ".join(said))


def casting(data: Path) -> Casting:
    """Return the bots of a data folder, without those of its file where that has errors."""
    try:
        return Casting(cast_in(data))
    except Invalid as error:
        return Casting(cast_of(), str(error))
