"""One store held against another, event by event, and copied into it."""

from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from itertools import zip_longest
from typing import NamedTuple

from service.store.bulk import Position, Row, checked
from service.store.playtests import Playtests

BATCH = 10_000  # events read at once

Report = Callable[[int], None]
"""Told the number of events that have been gone through."""


class Differs(Exception):
    """Two stores do not begin with the same events; says where they part."""


class Held(NamedTuple):
    """How far two stores are the same.

    :ivar same: events that both hold, in the same order.
    :ivar position: that of the last of them in the first store.
    :ivar more: events that only the first one holds, behind these.
    :ivar digest: SHA-256 of the events that both hold.
    """

    same: int
    position: int
    more: int
    digest: str


def log_of(store: Playtests, after: int = 0) -> Iterator[Position]:
    """Yield every stored event behind a position, in the order of storing.

    :raises StoreError: a row is none of an event.
    """
    while rows := store.bulk.select_rows(after, BATCH):
        for row in rows:
            checked(row[1:])
            yield row
        after = rows[-1][0]


def hold(first: Playtests, second: Playtests, report: Report = lambda done: None) -> Held:
    """Compare two stores: id, version, name and JSON of every event, and their order.

    :raises Differs: an event of the second one is another in the first, or is not there.
    """
    digest, same, position, more = sha256(), 0, 0, 0
    for here, there in zip_longest(log_of(first), log_of(second)):
        if there is None:
            more += 1
            continue
        if here is None or content(here[1:]) != content(there[1:]):
            raise Differs(
                f"event {same + 1}: version {there[2]} of session {there[1]} in the copy, "
                + (f"version {here[2]} of session {here[1]} in the source" if here else "the end")
            )
        digest.update(content(here[1:]))
        same, position = same + 1, here[0]
        if same % BATCH == 0:
            report(same)
    return Held(same, position, more, digest.hexdigest())


def carry_on(source: Playtests, target: Playtests, report: Report = lambda done: None) -> Held:
    """Copy what a store lacks of another into it, in one transaction, and compare them then.

    :param target: an empty store, or one that holds the beginning of the source.
    :raises Differs: it holds something else, and is left as it is.
    """
    before = hold(source, target)
    if before.more:
        target.append_encoded(_told(log_of(source, before.position), before.same, report))
    return hold(source, target)


def content(row: Row) -> bytes:
    """Return an event as bytes that no other event has, whichever database it was read from.

    >>> content(("00", 1, "a:1", b"{}"))
    b'00 1 3 a:1 {}'
    """
    id_, version, name, state = row
    return f"{id_} {version} {len(name)} {name} ".encode() + as_bytes(state)


def as_bytes(state: bytes | str) -> bytes:
    """Return an event's JSON; SQLite gives text back where text was put in by hand."""
    return state.encode() if isinstance(state, str) else state


def _told(log: Iterable[Position], done: int, report: Report) -> Iterator[Row]:
    for number, (_, id_, version, name, state) in enumerate(log, done + 1):
        yield id_, version, name, as_bytes(state)
        if number % BATCH == 0:
            report(number)
