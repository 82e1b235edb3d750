"""Findings that were worked out lately."""

from threading import Lock

from cachetools import FIFOCache

from analytics.findings import Finding

Key = tuple[int, bytes, str]
"""The position in the store that the statistics had reached, the filters, the report's id."""


class Answered:
    """Findings that were worked out lately, for readers who come back before anything changed."""

    MOST = 600  # findings of about 10 KB

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept = FIFOCache[Key, Finding](self.MOST)

    def get(self, key: Key) -> Finding | None:
        """Return what was found, if it is still here."""
        with self._lock:
            return self._kept.get(key)

    def keep(self, key: Key, finding: Finding) -> None:
        """Keep what was found, and forget what was found longest ago."""
        with self._lock:
            self._kept[key] = finding

    def forget(self) -> None:
        """Keep nothing."""
        with self._lock:
            self._kept.clear()
