"""Pictures that were drawn lately, so that a page full of them draws each once."""

from collections.abc import Callable, Hashable
from threading import Lock

from cachetools import LRUCache


class Pictures:
    """The pictures used last, by what they show; safe between threads."""

    MOST = 16_000_000  # bytes; a PNG of the usual width has 0.1 to 0.3 MB

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept = LRUCache[Hashable, bytes](
            self.MOST, getsizeof=lambda png: min(len(png), self.MOST)
        )

    def get(self, key: Hashable, draw: Callable[[], bytes]) -> bytes:
        """Return the picture of a key, drawn if it is not here."""
        with self._lock:
            found = self._kept.get(key)
        if found is None:
            found = draw()
            with self._lock:
                self._kept[key] = found
        return found
