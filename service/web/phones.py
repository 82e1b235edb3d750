"""What players' phones may reach: the page on which each one answers, and nothing else."""

import ipaddress
import socket
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import segno
from flask import Flask, current_app
from markupsafe import Markup

Environ = dict[str, Any]
Wsgi = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]

OPEN = ("/feedback/", "/static/")
"""Paths that a phone may ask for; a link to the first is signed for one seat of one session."""
SETTING = "PHONES"
CLOSED = b"Only a player's own link leads somewhere here. Ask for it again at the table.\n"


class Reach(NamedTuple):
    """Where phones find this machine."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"http://{self.host}:{self.port}"


def phones_only(app: Wsgi) -> Wsgi:
    """Return the application as phones see it: every other path is answered with 404."""

    def answer(environ: Environ, start: Callable[..., Any]) -> Iterable[bytes]:
        path = str(environ.get("PATH_INFO", ""))
        inside = path.startswith(OPEN) and ".." not in path and "//" not in path
        if inside and not environ.get("SCRIPT_NAME"):
            return app(environ, start)
        start("404 Not Found", [("Content-Type", "text/plain; charset=utf-8")])
        return [CLOSED]

    return answer


def install(app: Flask) -> None:
    """Offer a link as a code to templates."""
    app.jinja_env.globals["phone_code"] = code


def open_to(app: Flask, reach: Reach) -> None:
    """Let phones ask for their pages by this address, and lead them to it."""
    app.config["TRUSTED_HOSTS"] = [*app.config["TRUSTED_HOSTS"], reach.host]
    app.config[SETTING] = str(reach)


def address() -> str:
    """Return the address that leads phones here, without a slash; empty where none does."""
    return str(current_app.config.get(SETTING, ""))


def code(link: str) -> Markup:
    """Draw a link as a QR code for a phone's camera; nothing where phones cannot come."""
    if not address():
        return Markup()
    drawn = segno.make(link, error="m", micro=False)
    return Markup(drawn.svg_inline(border=4, omitsize=True, light="#fff", svgclass="qr"))


def own_address() -> str | None:
    """Return this machine's address in the network that it is in, or nothing.

    Nothing is sent: the system says which of its addresses it would send from.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(("192.0.2.1", 9))  # an address for documentation (RFC 5737)
            found = str(asked.getsockname()[0])
        except OSError:
            return None
    return None if ipaddress.ip_address(found).is_loopback else found
