"""What a request works with: the services, the session it names, the seats this device plays."""

import ipaddress
from collections.abc import Collection, Mapping
from typing import Any, cast
from uuid import UUID

from flask import current_app, g, has_request_context, request
from flask import session as cookie

from domain.session import Session
from service.recorder import new_id
from service.wiring import Services

EXTENSION = "mothlog"
_KEPT = 40  # sessions that a device remembers to play; the cookie holds 4 KB


def services() -> Services:
    """Return the services of the running application."""
    return cast(Services, current_app.extensions[EXTENSION])


def load(session_id: UUID) -> Session:
    """Rebuild a session.

    :raises NoSuchSession: there is none with that id.
    """
    return services().recorder.folded.get(session_id)


def new_key() -> str:
    """Return an idempotency key for one form."""
    return new_id().hex


def plays_here(session_id: UUID) -> bool:
    """Whether this device is the table at which the session is played."""
    return session_id.hex in _tables()


def play_here(session_id: UUID) -> None:
    """Make this device the table."""
    tables = {k: v for k, v in _tables().items() if k != session_id.hex}
    tables[session_id.hex] = -1
    cookie["tables"] = dict(list(tables.items())[-_KEPT:])


def open_seat(session_id: UUID) -> int | None:
    """Return the seat whose hand lies open on this device."""
    seat = _tables().get(session_id.hex, -1)
    return None if seat < 0 else seat


def open_hand(session_id: UUID, seat: int) -> None:
    """Lay a seat's hand open on this device and close every other."""
    tables = _tables()
    if tables.get(session_id.hex) != seat:
        cookie["tables"] = {**tables, session_id.hex: seat}


def cover(session_id: UUID) -> None:
    """Close the hand that lies open on the device that is passed round."""
    open_hand(session_id, -1)


def has_window(session_id: UUID, seat: int) -> bool:
    """Whether a seat plays in a window of its own on this device."""
    return bool(_windows().get(session_id.hex, 0) >> seat & 1)


def open_window(session_id: UUID, seat: int) -> None:
    """Let a seat play in a window of its own; several can be open beside one another."""
    windows = _windows()
    seats = windows.pop(session_id.hex, 0) | 1 << seat
    cookie["windows"] = dict([*windows.items(), (session_id.hex, seats)][-_KEPT:])


def kept() -> list[UUID]:
    """List the sessions of which this device has anything open."""
    return [UUID(one) for one in {**_tables(), **_windows()}]


def keep_only(hosted: Collection[UUID], seats: Mapping[UUID, int]) -> None:
    """Close everything on this device but what belongs to it.

    :param hosted: the sessions of which it is the table.
    :param seats: the seats, as bits, that have windows here without that, by session.
    """
    own = {session_id.hex for session_id in hosted}
    given = {session_id.hex: bits for session_id, bits in seats.items()}
    tables = {one: seat for one, seat in _tables().items() if one in own}
    tables |= {one: -1 for one in given if one not in own}
    windows = {one: bits for one, bits in _windows().items() if one in own}
    windows |= {one: bits | windows.get(one, 0) for one, bits in given.items()}
    if tables != _tables():
        cookie["tables"] = tables
    if windows != _windows():
        cookie["windows"] = windows


def reads_all() -> bool:
    """Whether this reader may see the log of a real table while it is written."""
    return not has_request_context() or bool(g.get("reads_all", True))


def from_here() -> bool:
    """Whether the request comes from this machine, and not through a proxy on it."""
    if "Forwarded" in request.headers or "X-Forwarded-For" in request.headers:
        return False
    try:
        return ipaddress.ip_address(request.remote_addr or "").is_loopback
    except ValueError:
        return False


def _windows() -> dict[str, int]:
    """Return the seats with a window of their own, as bits, by session."""
    windows: Any = cookie.get("windows")
    return windows if isinstance(windows, dict) else {}


def _tables() -> dict[str, int]:
    tables: Any = cookie.get("tables")
    return tables if isinstance(tables, dict) else {}
