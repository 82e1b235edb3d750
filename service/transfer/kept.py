"""The files of a data folder that a backup holds beside the events, and how they come back."""

import re
import sqlite3
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from pathlib import Path, PurePosixPath

FOLDERS = ("editions", "simulations", "evaluations", "experiments", "tunings")
FILES = ("bots.toml", "queries.json", "pseudonyms.key", "accounts.sqlite")
LEFT_OUT = {
    "events.sqlite": "its events are the backup",
    "statistics.duckdb": "made again from the events",
    "statistics-2.duckdb": "made again from the events",
    "published": "made again from the statistics",
    "secret.key": "signs cookies: where a backup is restored, everybody signs in anew",
}
"""What else lies in a data folder, and why it stays there."""

DATABASES = ("accounts.sqlite",)
PARTIAL = re.compile(r"\.(tmp|part|[0-9a-f]{8})$")
"""Ends the names of files that are still written."""


def files_of(data: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the path within the folder and the content of every file that a backup holds."""
    found = [data / name for name in FILES]
    for folder in FOLDERS:
        found += sorted((data / folder).rglob("*"))
    for path in found:
        if not path.is_file() or path.is_symlink() or PARTIAL.search(path.name):
            continue
        with suppress(FileNotFoundError):  # it was replaced or forgotten just now
            name = path.relative_to(data).as_posix()
            yield name, _database(path) if name in DATABASES else path.read_bytes()


def allowed(name: str) -> bool:
    """Whether a path may be written into a data folder.

    >>> [allowed(n) for n in ("editions/nocturnis/a.toml", "bots.toml", "../x", "secret.key")]
    [True, True, False, False]
    >>> allowed("editions/nocturnis/\\0")
    False
    """
    parts = PurePosixPath(name).parts
    inside = len(parts) > 1 and parts[0] in FOLDERS and ".." not in parts
    return (inside or name in FILES) and not {"\\", "\0"} & {*name}


def in_the_way(data: Path, files: Mapping[str, bytes]) -> list[str]:
    """List the files that a data folder holds already with other content."""
    found = []
    for name, content in files.items():
        path = data / name
        if path.is_symlink() or (path.exists() and path.read_bytes() != content):
            found.append(name)
    return found


def are_there(data: Path, files: Mapping[str, bytes]) -> bool:
    """Whether a data folder holds these files; accounts may have been read since, and are not
    compared byte by byte.
    """
    return all(
        (data / name).is_file() and (name in DATABASES or (data / name).read_bytes() == content)
        for name, content in files.items()
    )


def put(data: Path, name: str, content: bytes) -> None:
    """Write a file whole or not at all, readable by nobody else."""
    path = data / name
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".part", delete=False) as file:
        file.write(content)
    Path(file.name).replace(path)


def _database(path: Path) -> bytes:
    """Return a database as it stands between two transactions."""
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(":memory:")) as copy:
        source.backup(copy)
        return copy.serialize()
