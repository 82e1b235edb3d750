"""A store as if it held many more sessions than were simulated, for the projector to read."""

from typing import Any

from service.store import Playtests, Position

APART = 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835  # odd: no two copies share an id
IDS = 2**128


class Repeated:
    """Has a store's events up to a position ``times`` over, each copy under ids of its own, and
    behind the last one what was recorded since.
    """

    def __init__(self, store: Playtests, end: int, times: int) -> None:
        self._store, self._end, self._times = store, end, times

    @property
    def recorder(self) -> Any:
        """What holds the events of a session; of the copies nobody asks."""
        return self._store.recorder

    def read(self, after: int, limit: int) -> list[Position]:
        """Return up to ``limit`` stored events behind a position, all of one copy."""
        copy = min(after // self._end, self._times - 1)
        before = copy * self._end
        last = copy == self._times - 1
        wanted = limit if last else min(limit, before + self._end - after)
        ids: dict[str, str] = {}
        found = []
        for position, id_, version, name, state in self._store.read(after - before, wanted):
            if position > self._end:
                named = id_
            else:
                named = ids.get(id_) or ids.setdefault(id_, _id(id_, copy))
            found.append((before + position, named, version, name, state))
        return found


def _id(of: str, copy: int) -> str:
    return f"{(int(of, 16) + copy * APART) % IDS:032x}"
