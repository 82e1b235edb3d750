"""The command that serves the pages."""

import ipaddress
import socket

import click
import waitress

from service.cli.work import Work
from service.web.app import LOOPBACK, create_app

THREADS = 8


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="A loopback address.")
@click.option("--port", type=click.IntRange(0, 65535), default=8765, show_default=True)
@click.pass_obj
def serve(work: Work, host: str, port: int) -> None:
    """Serve the pages until interrupted."""
    address = _loopback(host)
    app = create_app(work.services, (*LOOPBACK, host))
    try:
        server = waitress.create_server(app, host=address, port=port, threads=THREADS)
    except OSError as error:
        raise click.ClickException(f"cannot listen on {host}:{port}: {error.strerror}") from error
    work.services.projector.start()
    click.echo(f"mothlog serves {work.folder.resolve()} on http://{host}:{server.effective_port}")
    try:
        server.run()
    finally:
        server.close()


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
