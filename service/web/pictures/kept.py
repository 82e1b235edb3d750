"""Pictures that were drawn lately, so that a page full of them draws each once."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock


class Pictures:
    """The pictures used last, by what they show; safe between threads."""

    MOST = 16_000_000  # bytes; a PNG of the usual width has 0.1 to 0.3 MB

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._size = 0

    def get(self, key: Hashable, draw: Callable[[], bytes]) -> bytes:
        """Return the picture of a key, drawn if it is not here."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        made = draw()
        with self._lock:
            self._size += len(made) - len(self._kept.get(key, b""))
            self._kept[key] = made
            while self._size > self.MOST and len(self._kept) > 1:
                self._size -= len(self._kept.popitem(last=False)[1])
        return made
