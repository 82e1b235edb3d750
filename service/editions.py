"""The editions that can be played: those that come with the games, and those added by people."""

import os
import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Literal, NamedTuple
from unicodedata import normalize
from uuid import uuid4

from domain.edition import EditionBase, content_hash
from domain.errors import Invalid
from domain.game import Game
from service import seeds
from service.checked import LARGEST, Checked, Fault, check

__all__ = [
    "LARGEST",
    "Checked",
    "Damaged",
    "Fault",
    "Known",
    "NoSuchEdition",
    "Rejected",
    "Taken",
    "add",
    "check",
    "damaged_in",
    "editions_of",
    "find",
    "shipped",
    "slug_of",
    "text_of",
]

LONGEST_SLUG = 60


class Known(NamedTuple):
    """An edition that can be chosen. ``slug`` names it in addresses and files."""

    name: str
    slug: str
    edition: EditionBase
    source: Literal["shipped", "added"]


class Damaged(NamedTuple):
    """A file among the added editions that is none, or not one of this game any more."""

    path: Path
    faults: tuple[Fault, ...]


class NoSuchEdition(Invalid):
    """No edition has that name, or several do."""


class Taken(Invalid):
    """Another edition has that name already."""


class Rejected(Invalid):
    """A text that is no edition; ``faults`` has every error with its place."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        self.faults = faults
        super().__init__("; ".join(fault.at("edition") for fault in faults))


def shipped(game: Game) -> Known:
    """Return the edition that comes with a game."""
    edition = seeds.edition(game)
    return Known(edition.name, slug_of(edition.name), edition, "shipped")


def editions_of(game: Game, data: Path) -> list[Known]:
    """List a game's editions: the one that comes with it, then those added, by name."""
    added = [found for found in _stored(game, data) if isinstance(found, Known)]
    return [shipped(game), *sorted(added, key=lambda known: (known.name.casefold(), known.slug))]


def damaged_in(game: Game, data: Path) -> list[Damaged]:
    """List the files among a game's added editions that cannot be used."""
    return [found for found in _stored(game, data) if isinstance(found, Damaged)]


def find(game: Game, data: Path, name: str) -> Known:
    """Return the edition with that slug, else the one with that name.

    :raises NoSuchEdition: there is none or more than one; says which there are.
    """
    known = editions_of(game, data)
    for same in (
        lambda one: one.slug == name,
        lambda one: one.name == name,
        lambda one: one.name.casefold() == name.casefold(),
    ):
        found = [one for one in known if same(one)]
        if len(found) == 1:
            return found[0]
        if found:
            slugs = ", ".join(one.slug for one in found)
            raise NoSuchEdition(
                f"{len(found)} editions are called {name!r}, expected one of: {slugs}"
            )
    for file in damaged_in(game, data):
        if file.path.stem == name:
            raise NoSuchEdition("; ".join(fault.at(str(file.path)) for fault in file.faults))
    slugs = ", ".join(one.slug for one in known)
    raise NoSuchEdition(f"there is no edition {name!r} of {game.title}, expected one of: {slugs}")


def add(data: Path, text: str | bytes) -> Known:
    """Keep an edition among those that can be chosen. Adding one a second time changes nothing.

    :raises Rejected: the text has errors.
    :raises Taken: an edition with other content has that name.
    :raises OSError: the data folder cannot be written to.
    """
    checked = check(text)
    game, edition = checked.game, checked.edition
    if game is None or edition is None:
        raise Rejected(checked.faults)
    known = Known(edition.name, slug_of(edition.name), edition, "added")
    own = shipped(game)
    if own.slug == known.slug:
        return _same(own, known)
    path = _folder(game, data) / f"{known.slug}.toml"
    written = text if isinstance(text, bytes) else text.encode()
    if _write(path, written.removeprefix(b"\xef\xbb\xbf")):
        return known
    there = _read(game, path)
    if isinstance(there, Damaged):
        raise Taken(f"{path} is there already and damaged: {there.faults[0]}; remove it first")
    return _same(there, known)


def text_of(data: Path, known: Known) -> str:
    """Return the text that an edition was read from.

    :raises OSError: it is there no more.
    """
    game = known.edition.game
    if known.source == "shipped":
        return seeds.seed(game, "edition.toml").read_text(encoding="utf-8")
    path = data / "editions" / game / f"{known.slug}.toml"
    return path.read_text(encoding="utf-8-sig")


def slug_of(name: str) -> str:
    """Return the name in small plain letters, digits and dashes. A name of which letters are
    lost has some digits of its hash behind it.

    >>> slug_of("Seven Ghosts, 2nd try"), slug_of("Éclipse"), slug_of("蛾の庭")
    ('seven-ghosts-2nd-try', 'eclipse', 'edition-3f61a59c')
    """
    letters = [char for char in normalize("NFKD", name).lower() if char.isalnum()]
    lost = not all(map(str.isascii, letters))
    plain = normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
    if lost or not slug or len(slug) > LONGEST_SLUG:
        digest = sha256(name.encode()).hexdigest()[:8]
        slug = f"{slug[:LONGEST_SLUG].strip('-') or 'edition'}-{digest}"
    return slug


def _same(there: Known, new: Known) -> Known:
    if content_hash(there.edition) == content_hash(new.edition):
        return there
    called = f" ({there.name!r})" if there.name != new.name else ""
    raise Taken(
        f"there is another edition {there.slug}{called} with other content, expected a new name"
    )


def _folder(game: Game, data: Path) -> Path:
    return data / "editions" / game.name


def _stored(game: Game, data: Path) -> Iterator[Known | Damaged]:
    for path in sorted(_folder(game, data).glob("*.toml")):
        yield _read(game, path)


def _read(game: Game, path: Path) -> Known | Damaged:
    try:
        with path.open("rb") as file:
            checked = check(file.read(LARGEST + 1))
    except OSError as error:
        fault = Fault(None, None, "", error.strerror or "nothing", "a file that can be read")
        return Damaged(path, (fault,))
    if checked.edition is None:
        return Damaged(path, checked.faults)
    if checked.game is not game:
        fault = Fault(None, None, "game", repr(checked.edition.game), repr(game.name))
        return Damaged(path, (fault,))
    return Known(checked.edition.name, path.stem, checked.edition, "added")


def _write(path: Path, content: bytes) -> bool:
    """Write a file that is whole or not there, unless there is one; return whether it is new."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".new-{uuid4().hex}")
    try:
        with part.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        path.hardlink_to(part)
    except FileExistsError:
        return False
    finally:
        part.unlink(missing_ok=True)
    return True
