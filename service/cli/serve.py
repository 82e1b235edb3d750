"""The command that serves the pages."""

import ipaddress
import os
import socket
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from threading import Thread
from typing import Any

import click

from service import logs, settings
from service.cli.work import Work
from service.evenly import answer_evenly
from service.live import SPARE
from service.serving import Serving
from service.web.app import LOOPBACK, create_app
from service.web.phones import SETTING, Reach, open_to, own_address, phones_only

PHONES = 8  # threads that answer players' phones
CONNECTIONS = 100  # that are open beside those that threads are for
EACH = 3  # for a thread: who listens keeps another connection or two for pages
FOUND = "found"  # what --phones says without an address


@click.command()
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="Where to listen: a loopback address or, once a designer has an account, any.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    envvar="MOTHLOG_PORT",
    default=settings.default("MOTHLOG_PORT"),
    show_default=True,
)
@click.option(
    "--threads",
    type=click.IntRange(1, 1000),
    envvar="MOTHLOG_THREADS",
    default=settings.default("MOTHLOG_THREADS"),
    show_default=True,
    help="Requests that are answered at the same time.",
)
@click.option(
    "--phones",
    metavar="[ADDRESS[:PORT]]",
    is_flag=False,
    flag_value=FOUND,
    help="Let players' phones reach the page of their own answers, and nothing else, at this "
    "machine's address in the local network; without ADDRESS the one that is found, without PORT "
    "the next one.",
)
@click.option(
    "--name",
    "names",
    metavar="HOST",
    envvar="MOTHLOG_NAMES",
    multiple=True,
    help="A name by which browsers find the service, such as moths.example; repeatable.",
)
@click.option(
    "--https",
    is_flag=True,
    envvar="MOTHLOG_HTTPS",
    help="Browsers come by https, through a proxy: cookies go no other way.",
)
@click.option(
    "--proxy",
    metavar="ADDRESS",
    envvar="MOTHLOG_PROXY",
    help="The proxy's address: its X-Forwarded-For and -Proto are believed, nobody else's.",
)
@click.pass_obj
def serve(
    work: Work,
    host: str,
    port: int,
    threads: int,
    phones: str | None,
    names: tuple[str, ...],
    https: bool,
    proxy: str | None,
) -> None:
    """Serve the pages until interrupted; what is being answered then is answered still."""
    logs.begin(settings.value("MOTHLOG_LOG"), settings.value("MOTHLOG_DEBUG"))
    click.get_current_context().call_on_close(logs.end)
    settings.check(os.environ)
    address = _address(work, host, names)
    _check_closed(work, https or proxy is not None or bool({*names} - {*LOOPBACK}))
    app = create_app(work.services, (*LOOPBACK, host, *names), https=https)
    work.services.bell.most = max(threads - SPARE, 0)
    leaving: list[Callable[[], None]] = [
        partial(logs.event, "stopping"),
        work.services.bell.close,
    ]
    try:
        serving = Serving(
            app,
            leaving,
            host=address,
            port=port,
            threads=threads,
            connection_limit=EACH * threads + CONNECTIONS,
            **_behind(proxy),
        )
    except OSError as error:
        raise click.ClickException(f"cannot listen on {host}:{port}: {error.strerror}") from error
    with ExitStack() as listening:
        listening.callback(serving.close)
        port = int(serving.server.effective_port)
        seconds = settings.value("MOTHLOG_STOP_SECONDS")
        beside = _phones(app, phones, port + 1, seconds) if phones else None
        if beside is not None:
            listening.callback(beside.serving.close)
            beside.start()
            leaving.append(beside.serving.stop)
        work.services.projector.start()
        answer_evenly()
        folder = work.folder.resolve()
        click.echo(f"mothlog serves {folder} on http://{host}:{port}")
        logs.event("serving", data=str(folder), port=port, threads=threads)
        if phones:
            click.echo(f"Players' phones answer at {app.config[SETTING]}, by a session's links")
        whole = serving.run(seconds)
        whole = whole and (beside is None or beside.ended())
        logs.event("stopped serving", all_answered=whole)


class Beside(Thread):
    """Players' phones, answered in a thread of its own until it is told to stop."""

    def __init__(self, serving: Serving, seconds: float) -> None:
        super().__init__(name="phones", daemon=True)
        self.serving, self._seconds, self._whole = serving, seconds, False

    def run(self) -> None:
        """Serve; the last answers may take so many seconds."""
        self._whole = self.serving.run(self._seconds)

    def ended(self) -> bool:
        """Wait for the last answers; return whether all were given."""
        self.join()
        return self._whole


def _phones(app: Any, asked: str, port: int, seconds: float) -> Beside:
    """Listen beside the service for players' phones.

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
    open_to(app, Reach(host, heard.getsockname()[1]))
    return Beside(Serving(phones_only(app), (), sockets=[heard], threads=PHONES), seconds)


def _behind(proxy: str | None) -> dict[str, Any]:
    """Return what waitress has to know of a proxy.

    Headers of one that is not believed stay: they tell that somebody else asks through it.
    """
    how: dict[str, Any] = {"clear_untrusted_proxy_headers": False}
    if proxy is None:
        return how
    headers = {"x-forwarded-for", "x-forwarded-proto"}
    return how | {"trusted_proxy": proxy, "trusted_proxy_headers": headers}


def _address(work: Work, host: str, names: tuple[str, ...]) -> str:
    """Return the address to listen at.

    :raises ClickException: others could reach it and nobody has to sign in, or nothing says by
        which name they find it.
    """
    infos = _infos(host)
    addresses = [ipaddress.ip_address(info[4][0]) for info in infos]
    if not all(address.is_loopback for address in addresses):
        if work.services.accounts.is_open():
            raise click.ClickException(
                f"{host} is not a loopback address, and without accounts everything is open to "
                "whoever reaches the service: make one first, "
                "with `mothlog people add NAME --role designer`"
            )
        if any(address.is_unspecified for address in addresses) and not names:
            raise click.ClickException(
                f"{host} stands for every address of this machine: say by which name browsers "
                "find the service, with --name"
            )
        return host
    found = [str(info[4][0]) for info in infos if info[0] == socket.AF_INET]
    if not found:
        raise click.ClickException(f"{host} has no IPv4 address, expected one such as 127.0.0.1")
    return found[0]


def _check_closed(work: Work, others: bool) -> None:
    """Let a start on a loopback address pass, if nobody else comes or everybody signs in.

    :param others: options say that others come, through a proxy on this machine.
    :raises ClickException: they would find everything open.
    """
    if others and work.services.accounts.is_open():
        raise click.ClickException(
            "--name, --https and --proxy are for others who come through a proxy, and without "
            "accounts everything is open to them: make one first, "
            "with `mothlog people add NAME --role designer`"
        )


def _infos(host: str) -> list[Any]:
    """Look an address up.

    :raises ClickException: there is none of that name.
    """
    try:
        return socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except OSError:
        raise click.ClickException(f"--host: {host!r} is no address here") from None
