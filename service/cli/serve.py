"""The command that serves the pages."""

import ipaddress
import socket
from contextlib import ExitStack
from threading import Thread
from typing import Any

import click
import waitress

from service.cli.work import Work
from service.web.app import LOOPBACK, create_app
from service.web.phones import SETTING, Reach, open_to, own_address, phones_only

THREADS = 8
FOUND = "found"  # what --phones says without an address


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="A loopback address.")
@click.option("--port", type=click.IntRange(0, 65535), default=8765, show_default=True)
@click.option(
    "--phones",
    metavar="[ADDRESS[:PORT]]",
    is_flag=False,
    flag_value=FOUND,
    help="Let players' phones reach the page of their own answers, and nothing else, at this "
    "machine's address in the local network; without ADDRESS the one that is found, without PORT "
    "the next one.",
)
@click.pass_obj
def serve(work: Work, host: str, port: int, phones: str | None) -> None:
    """Serve the pages until interrupted."""
    address = _loopback(host)
    app = create_app(work.services, (*LOOPBACK, host))
    try:
        server = waitress.create_server(app, host=address, port=port, threads=THREADS)
    except OSError as error:
        raise click.ClickException(f"cannot listen on {host}:{port}: {error.strerror}") from error
    with ExitStack() as listening:
        listening.callback(server.close)
        if phones:
            beside = _phones(app, phones, int(server.effective_port) + 1)
            listening.callback(beside.close)
        work.services.projector.start()
        folder = work.folder.resolve()
        click.echo(f"mothlog serves {folder} on http://{host}:{server.effective_port}")
        if phones:
            click.echo(f"Players' phones answer at {app.config[SETTING]}, by a session's links")
        server.run()


def _phones(app: Any, asked: str, port: int) -> Any:
    """Listen beside the service for players' phones, in a thread of its own.

    :raises ClickException: there is no such address here, or the port is taken.
    """
    host, _, own = ((own_address() or "") if asked == FOUND else asked).partition(":")
    if not host or (own and not (own.isascii() and own.isdecimal() and int(own) < 65536)):
        found = "this machine is in no network" if asked == FOUND else f"{asked!r} found"
        raise click.ClickException(f"--phones: {found}, expected an address such as 192.168.1.5")
    heard = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    heard.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        heard.bind((host, int(own or port)))
    except OSError as error:
        heard.close()
        raise click.ClickException(f"cannot listen on {host}: {error.strerror}") from error
    server = waitress.create_server(phones_only(app), sockets=[heard], threads=THREADS)
    open_to(app, Reach(host, heard.getsockname()[1]))
    Thread(target=server.run, name="phones", daemon=True).start()
    return server


def _loopback(host: str) -> str:
    """Return the IPv4 loopback address of a host name.

    :raises ClickException: it has none, or leads elsewhere too.
    """
    try:
        infos = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except OSError:
        infos = []
    if not infos or not all(ipaddress.ip_address(info[4][0]).is_loopback for info in infos):
        raise click.ClickException(
            f"{host} is not a loopback address: without accounts everything is open to whoever "
            "reaches the service, so it serves this machine only"
        )
    found = [str(info[4][0]) for info in infos if info[0] == socket.AF_INET]
    if not found:
        raise click.ClickException(f"{host} has no IPv4 address, expected one such as 127.0.0.1")
    return found[0]
