"""The files of a data folder that a backup holds beside the events, and how they come back."""

import sqlite3
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path, PurePosixPath

FOLDERS = ("editions", "simulations")
FILES = ("bots.toml", "queries.json", "pseudonyms.key", "accounts.sqlite")
"""Left out: what can be made again (statistics, copies of them, answers of experiments), and
``secret.key``, which signs cookies: where a backup is restored, everybody signs in anew."""


def files_of(data: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the path within the folder and the content of every file that a backup holds."""
    found = [data / name for name in FILES]
    for folder in FOLDERS:
        found += sorted((data / folder).rglob("*"))
    for path in found:
        if path.is_file() and not path.is_symlink() and not path.name.endswith((".tmp", ".part")):
            name = path.relative_to(data).as_posix()
            yield name, _database(path) if path.suffix == ".sqlite" else path.read_bytes()


def allowed(name: str) -> bool:
    """Whether a path may be written into a data folder.

    >>> [allowed(n) for n in ("editions/nocturnis/a.toml", "bots.toml", "../x", "secret.key")]
    [True, True, False, False]
    """
    parts = PurePosixPath(name).parts
    inside = len(parts) > 1 and parts[0] in FOLDERS and ".." not in parts
    return (inside or name in FILES) and "\\" not in name


def in_the_way(data: Path, files: Mapping[str, bytes]) -> list[str]:
    """List the files that a data folder holds already with other content."""
    found = []
    for name, content in files.items():
        path = data / name
        if path.is_symlink() or (path.exists() and path.read_bytes() != content):
            found.append(name)
    return found


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
