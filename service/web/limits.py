"""How often something may be asked: sign-ins that fail, and writes. Counted in memory."""

import math
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

from flask import Flask, Response, current_app, make_response, request
from flask.typing import ResponseReturnValue
from flask_limiter import Limiter, RateLimitExceeded
from limits import RateLimitItem, parse

from service.web.callers import caller, where
from service.web.context import services
from service.web.errors import answer

WRITES = parse("6000 per minute")
"""Of one person, token, link or address: 100 in a second, for sixty tables at once."""

FAILED_PAIR = parse("5 per 5 minutes")
FAILED_ADDRESS = parse("20 per 5 minutes")
FAILED_NAME = parse("50 per hour")
"""Sign-ins that failed: for a name from one address, from one address, for a name from anywhere."""

AT_ONCE = 2  # passwords that are tried at the same time: each takes 64 MB and its share of a core
WAITING = 12  # requests that may be at it; each keeps a thread
BUSY = 5  # seconds after which whoever finds no room may try again

_LIMITER = "mothlog-limiter"
_TURNS = "mothlog-turns"


class TooOften(Exception):
    """Something was asked again too soon.

    :ivar wait: seconds until it may be asked again.
    """

    def __init__(self, wait: int) -> None:
        self.wait = wait
        super().__init__(f"too often: wait {_spoken(wait)} and try again")


def install(app: Flask) -> None:
    """Limit writes, where accounts are asked for at all."""
    limiter = Limiter(
        key_func=_who,
        app=app,
        storage_uri="memory://",
        application_limits=[str(WRITES)],
        application_limits_exempt_when=_is_free,
    )
    app.extensions[_LIMITER] = limiter
    app.extensions[_TURNS] = BoundedSemaphore(WAITING), BoundedSemaphore(AT_ONCE)
    app.register_error_handler(RateLimitExceeded, _exceeded)
    app.register_error_handler(TooOften, _too_often)


@contextmanager
def trying(name: str) -> Iterator[None]:
    """Let a try to sign in pass, a few at a time; whether it failed is counted within.

    :raises TooOften: too many have failed, or are at it; says how long to wait.
    """
    room, turn = current_app.extensions[_TURNS]
    if not room.acquire(blocking=False):
        raise TooOften(BUSY)
    try:
        with turn:
            _check(name)
            yield
    finally:
        room.release()


def _check(name: str) -> None:
    limiter: Limiter = current_app.extensions[_LIMITER]
    waits = [
        math.ceil(limiter.limiter.get_window_stats(item, *key).reset_time - time.time())
        for item, key in _failures(name)
        if not limiter.limiter.test(item, *key)
    ]
    if waits:
        raise TooOften(max(1, *waits))


def count_failure(name: str) -> None:
    """Count a sign-in that failed."""
    limiter: Limiter = current_app.extensions[_LIMITER]
    for item, key in _failures(name):
        limiter.limiter.hit(item, *key)


def _failures(name: str) -> Iterable[tuple[RateLimitItem, tuple[str, ...]]]:
    name = name.strip().casefold()[:80]
    yield FAILED_PAIR, ("pair", name, where())
    yield FAILED_ADDRESS, ("address", where())
    yield FAILED_NAME, ("name", name)


def _who() -> str:
    """Return whose writes are counted together."""
    who = caller()
    if who is not None and who.token is not None:
        return f"token {who.token.id}"
    if who is not None and who.person is not None:
        return f"person {who.person.id}"
    if who is not None and who.links:
        return f"link {who.links[0].id}"
    return f"address {where()}"


def _is_free() -> bool:
    return request.method in ("GET", "HEAD", "OPTIONS") or services().accounts.is_open()


def _exceeded(_: RateLimitExceeded) -> ResponseReturnValue:
    return _refused(TooOften(60))


def _too_often(error: TooOften) -> ResponseReturnValue:
    return _refused(error)


def _refused(error: TooOften) -> Response:
    response = make_response(answer(429, f"{error}."))
    response.headers["Retry-After"] = str(error.wait)
    return response


def _spoken(seconds: int) -> str:
    """Say how long that is.

    >>> _spoken(1), _spoken(50), _spoken(61)
    ('1 second', '50 seconds', '2 minutes')
    """
    amount, unit = (seconds, "second") if seconds <= 60 else (math.ceil(seconds / 60), "minute")
    return f"{amount} {unit}{'s' if amount != 1 else ''}"
