"""Reading what a form sends."""

from collections.abc import Mapping
from hashlib import sha256

from flask import abort

LONGEST_KEY = 100  # characters


def key(form: Mapping[str, str]) -> str | None:
    """Return the form's idempotency key, or ``None`` without one.

    What the form says is part of the key: a page may be sent again from the browser's history with
    other words in it, and those must not be taken for the first ones.
    """
    given = form.get("key", "")
    if len(given) > LONGEST_KEY:
        abort(400, f"The form's key has {len(given)} characters, expected at most {LONGEST_KEY}.")
    if not given:
        return None
    said = sorted((k, v) for k, v in form.items() if k not in ("key", "csrf_token"))
    return f"{given}-{sha256(repr(said).encode()).hexdigest()[:16]}"


def version(form: Mapping[str, str]) -> int:
    """Return the version of the session that the form was made for."""
    given = form.get("version", "")
    if not given.isdecimal() or len(given) > 9:
        abort(400, "The form does not say which version of the session it was made for.")
    return int(given)


def step(text: str) -> int:
    """Return the step that an address or a form names."""
    if not text.isdecimal() or not text.isascii() or len(text) > 9:
        abort(400, f"A step is a number from 0, not {text[:40]!r}.")
    return int(text)


def local_path(path: str) -> str:
    """Return a path on this server, or nothing if it leads elsewhere.

    >>> local_path("/sessions?x=1"), local_path("//evil.example"), local_path("https://evil")
    ('/sessions?x=1', '', '')
    """
    plain = path.startswith("/") and path[1:2] not in ("/", "\\") and path.isprintable()
    return path if plain and "\\" not in path else ""
