"""How each game is logged by taps: a module ``table_pad`` beside its board, a template and a style
sheet under its name.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, NamedTuple, Protocol

from domain.game import Game


class Due(NamedTuple):
    """What must be beaten or done next: words, the thing itself, whose it is, by which clause."""

    label: str
    value: str = ""
    by: str = ""
    clause: str = ""


class Fact(NamedTuple):
    """A count that lies before a seat: unseen cards, a deck."""

    label: str
    value: str


@dataclass(frozen=True)
class Ask:
    """Something of the set-up that can be told: its header in notation and what it can be.

    ``choices`` are values with their words; ``count`` of them are told. ``needed``: everybody sees
    it, so that the log cannot begin without.
    """

    key: str
    label: str
    choices: tuple[tuple[str, str], ...]
    count: int = 1
    needed: bool = False


class TablePad(Protocol):
    """What the table page needs to know about one game.

    The template ``boards/<game>_table.html`` draws what ``lay_out`` returns with its macro ``pad``,
    whose fields make a line of text as :func:`service.web.table.entry.composed` says.
    """

    hint: str
    """Examples of lines, for the empty field."""
    keys: Sequence[tuple[str, str]]
    """Keys of the pad, and what each does."""

    def lay_out(self, state: Any, seat: int) -> Any:
        """Lay out what can be tapped for a seat."""
        ...

    def due(self, state: Any, seat: int, names: Sequence[str]) -> Due:
        """Say what must be beaten or done next by a seat."""
        ...

    def said(self, state: Any, action: Any) -> tuple[str, str]:
        """Say what an action lays and what comes of it; empty where its line and words say so."""
        ...

    def facts(self, state: Any, seat: int) -> Sequence[Fact]:
        """Count what lies before a seat."""
        ...

    def stock(self, state: Any) -> Sequence[Fact]:
        """Count what lies before everybody."""
        ...

    def badge(self, state: Any, seat: int) -> tuple[str, bool]:
        """Name something of a seat that is either ready or used, or nothing."""
        ...

    def asks(self, rules: Any) -> Sequence[Ask]:
        """List what everybody sees of the set-up."""
        ...


def pad_of(game: Game) -> TablePad:
    """Return a game's pad: the ``PAD`` of its module ``table_pad``."""
    pad: TablePad = import_module(f"service.web.boards.{game.name}.table_pad").PAD
    return pad


def template_of(game: Game) -> str:
    """Return the template that draws a game's pad."""
    return f"boards/{game.name}_table.html"


def told(game: Game, rules: Any, form: Mapping[str, Any]) -> dict[str, str]:
    """Return the headers of a set-up that a form tells; several fields are one header."""
    headers = {}
    for key in game.notation.set_up_keys(rules):
        name = field(key)
        parts = [form.get(name, ""), *(form.get(f"{name}-{nth}", "") for nth in range(20))]
        if said := " ".join(part.strip() for part in parts if part.strip()):
            headers[key] = said
    return headers


def field(key: str) -> str:
    """Name the field of a header.

    >>> field("Hand A")
    'set-up-hand-a'
    """
    return f"set-up-{key.lower().replace(' ', '-')}"
