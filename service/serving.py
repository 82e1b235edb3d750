"""Waitress, ended gracefully: whoever has asked is answered, and nobody else is let in."""

import signal
import time
from collections.abc import Callable, Iterator, Sequence
from threading import current_thread, main_thread
from types import FrameType
from typing import Any

import waitress
from waitress import wasyncore
from waitress.channel import HTTPChannel

TURN = 1.0  # seconds between looks at whether to stop; a signal does not wait for them
DRAINING = 0.05
LARGEST_BODY = 1 << 20
"""Bytes of a request that are read at all; the application refuses a quarter of it with a page."""
ROOM = 16
"""Connections that can always be accepted: others that ask for nothing are closed for them."""
SIGNALS = (signal.SIGTERM, signal.SIGINT)


class Serving:
    """One server with threads and its loop.

    :param leaving: each is called once when it stops, before the last answers are waited for:
        they tell whoever listens for more.
    :raises OSError: the address cannot be listened at.
    """

    def __init__(self, app: Any, leaving: Sequence[Callable[[], None]], **how: Any) -> None:
        self._map: dict[int, Any] = {}
        self._leaving = leaving
        self._stopping = False
        self.server = waitress.create_server(
            app,
            map=self._map,
            asyncore_use_poll=True,
            max_request_body_size=LARGEST_BODY,
            **how,
        )

    def run(self, seconds: float) -> bool:
        """Serve until SIGTERM, SIGINT or :meth:`stop`; a second signal does not wait for anything.

        :param seconds: how long the last answers may take.
        :return: whether all were given.
        """
        before = self._listen_to_signals()
        try:
            while not self._stopping:
                wasyncore.loop(TURN, use_poll=True, map=self._map, count=1)
                self._make_room()
            return self._drain(seconds)
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
            self.close()

    def close(self) -> None:
        """Close everything at once."""
        self.server.task_dispatcher.shutdown(timeout=DRAINING)
        wasyncore.close_all(self._map)

    def stop(self, *_: Any) -> None:
        """Let no more requests in, and end once those that run have ended."""
        if self._stopping:
            raise KeyboardInterrupt
        self._stopping = True
        self._wake()

    def _listen_to_signals(self) -> dict[signal.Signals, Any]:
        def caught(_number: int, _frame: FrameType | None) -> None:
            self.stop()

        if current_thread() is not main_thread():
            return {}
        return {number: signal.signal(number, caught) for number in SIGNALS}

    def _drain(self, seconds: float) -> bool:
        for listening in [one for one in self._map.values() if hasattr(one, "accept_connections")]:
            listening.del_channel(self._map)
            listening.socket.close()
        for leave in self._leaving:
            leave()
        until = time.monotonic() + seconds
        while self._busy():
            if time.monotonic() > until:
                return False
            wasyncore.loop(DRAINING, use_poll=True, map=self._map, count=1)
        return True

    def _make_room(self) -> None:
        """Close what has been silent longest where soon no connection more would be accepted.

        Whoever asks slowly, or keeps connections and asks for nothing, keeps nobody else out.
        """
        over = len(self._map) + ROOM - self.server.adj.connection_limit
        if over <= 0:
            return
        silent = [one for one in self._channels() if not one.requests and not one.will_close]
        for channel in sorted(silent, key=lambda one: one.last_activity)[:over]:
            channel.will_close = True

    def _busy(self) -> bool:
        """Whether a request is read, answered or sent; a connection without one is closed."""
        busy = False
        for channel in self._channels():
            if channel.requests or channel.request is not None or channel.total_outbufs_len:
                busy = True
            else:
                channel.close_when_flushed = True
        return busy

    def _channels(self) -> Iterator[HTTPChannel]:
        return (one for one in list(self._map.values()) if isinstance(one, HTTPChannel))

    def _wake(self) -> None:
        for one in list(self._map.values()):
            if hasattr(one, "pull_trigger"):
                one.pull_trigger()
                break
