"""A file's bytes as numbered lines, or what is wrong with them."""

from pathlib import Path
from stat import S_ISREG

from domain.session.reading import Faulty

LARGEST = 64 * 1024 * 1024  # bytes of a file
MOST_LINES = 1_000_000
WIDEST = 1024 * 1024  # characters in a line: an edition stands in one

Lines = list[tuple[int, str]]


def read_bytes(path: Path) -> bytes:
    """Return the whole file.

    :raises Faulty: it is larger than 64 MB, no ordinary file, or cannot be read.
    """
    try:
        if not S_ISREG(path.stat().st_mode):  # a pipe that nobody writes to would never end
            raise Faulty(None, f"{_kind(path)}, expected an ordinary file")
        with path.open("rb") as file:
            raw = file.read(LARGEST + 1)
    except OSError as error:
        raise Faulty(None, error.strerror or "it cannot be read") from None
    if len(raw) > LARGEST:
        raise Faulty(None, f"more than {LARGEST // 1024 // 1024} MB, expected a smaller file")
    return raw


def _kind(path: Path) -> str:
    return "a directory" if path.is_dir() else "a pipe" if path.is_fifo() else "a device"


def lines_of(raw: bytes) -> Lines:
    """Return the lines with their numbers; each may end with a carriage return and a line feed.

    :raises Faulty: the first line that is no text in UTF-8, or too long; or there is none, or there
        are too many.
    """
    if raw.count(b"\n") > MOST_LINES:
        raise Faulty(None, f"more than {MOST_LINES:,} lines, expected a smaller file")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        found = f"the byte 0x{raw[error.start]:02x}, expected text in UTF-8"
        raise Faulty(line, found) from None
    if not text.strip():
        raise Faulty(None, "the file is empty")
    lines = [(nth, line.removesuffix("\r")) for nth, line in enumerate(text.split("\n"), 1)]
    for nth, row in lines:
        if "\0" in row:
            raise Faulty(nth, "a NUL character, expected text")
        if "\r" in row:
            raise Faulty(nth, "a carriage return within the line, expected one line a row")
        if len(row) > WIDEST:
            raise Faulty(nth, f"{len(row)} characters, expected at most {WIDEST}")
    return lines
