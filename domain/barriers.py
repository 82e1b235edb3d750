"""Why something cannot be done: refusals of what somebody could try, gathered for a reader."""

from collections.abc import Callable, Container, Iterable, Sequence
from typing import Any, NamedTuple

from domain.errors import DomainError, Refusal
from domain.words import Card, Part, Sentence


class Barrier(NamedTuple):
    """What cannot be done, why, as the game words its refusals, and the clauses that forbid it."""

    tried: Sentence
    reason: str
    clauses: tuple[str, ...]


NEXT = "; "
"""Stands between things that are tried and fail for the same reason."""


def refusal_of(check: Callable[[Any, Any], None], state: Any, action: Any) -> Refusal | None:
    """Return how an action is refused, or ``None`` if it is legal."""
    try:
        check(state, action)
    except Refusal as refusal:
        return refusal
    return None


def barrier(tried: Sentence, refusal: Refusal) -> Barrier:
    """Say what a refusal forbids."""
    return Barrier(tried, refusal.reason, refusal.clauses)


def gathered(barriers: Iterable[Barrier]) -> list[Barrier]:
    """Gather what fails for the same reason, in the order in which the reasons first come.

    >>> no = ("b2 is face down", ("turn.flip",))
    >>> [b.tried for b in gathered([Barrier(("Plant E2",), *no), Barrier(("Light b2",), *no)])]
    [('Plant E2', '; ', 'light b2')]
    """
    found: dict[tuple[str, tuple[str, ...]], Sentence] = {}
    for tried, reason, clauses in barriers:
        before = found.get((reason, clauses))
        found[reason, clauses] = tried if before is None else (*before, NEXT, *_going_on(tried))
    return [Barrier(tried, *why) for why, tried in found.items()]


def _going_on(tried: Sentence) -> Sentence:
    first, *rest = tried
    return (first[0].lower() + first[1:], *rest) if isinstance(first, str) else tried


def listed(parts: Sequence[Part]) -> Sentence:
    """Set commas between parts.

    >>> listed(["E1", "E2"])
    ('E1', ', ', 'E2')
    """
    return tuple(one for at, part in enumerate(parts) for one in ((", ", part) if at else (part,)))


def cards(names: Iterable[str]) -> Sentence:
    """List cards."""
    return listed([Card(name) for name in names])


def each(refusals: Iterable[tuple[str, Refusal]]) -> dict[tuple[str, tuple[str, ...]], list[str]]:
    """Gather things that are refused for reasons that differ only in beginning with their names;
    where there are several, "each" stands for the name.

    >>> a3, b3 = (Refusal("plant", f"{tile} is full", ["full"], "") for tile in ("a3", "b3"))
    >>> each([("a3", a3), ("b3", b3)])
    {('each is full', ('full',)): ['a3', 'b3']}
    >>> each([("a3", a3)])
    {('a3 is full', ('full',)): ['a3']}
    """
    found: dict[tuple[str, tuple[str, ...]], list[tuple[str, str]]] = {}
    for name, refusal in refusals:
        reason = refusal.reason
        if reason.startswith(f"{name} "):
            reason = f"each{reason.removeprefix(name)}"
        found.setdefault((reason, refusal.clauses), []).append((name, refusal.reason))
    return {
        (reason if len(named) > 1 else named[0][1], clauses): [name for name, _ in named]
        for (reason, clauses), named in found.items()
    }


def check_question(seat: int, seats: int, about: str, known: Container[str]) -> None:
    """Let a question pass that can be asked at this table.

    :param known: the names of its places and cards.
    :raises DomainError: there is no such seat, or no such place or card.
    """
    if seat not in range(seats):
        raise DomainError(f"there is no seat {seat}, expected 0 to {seats - 1}")
    if about not in known:
        raise DomainError(f"there is no place and no card {about!r}")
