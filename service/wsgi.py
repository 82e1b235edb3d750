"""The application for another server with threads: ``gunicorn service.wsgi:app``.

Made when it is asked for, so that importing this module opens nothing.
"""

import atexit
import os
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from domain.errors import Invalid
from service import logs, settings
from service.evenly import answer_evenly
from service.live import SPARE
from service.web.app import LOOPBACK, create_app
from service.web.phones import Environ, Wsgi
from service.wiring import build, data_folder


class Behind:
    """An application that believes one proxy who asks through it, and nobody else.

    :param proxy: its address.
    """

    def __init__(self, app: Wsgi, proxy: str) -> None:
        self._app, self._told, self._proxy = app, ProxyFix(app), proxy

    def __call__(self, environ: Environ, start: Callable[..., Any]) -> Iterable[bytes]:
        """Answer whoever the proxy says asks, or whoever does."""
        told = environ.get("REMOTE_ADDR") == self._proxy
        return (self._told if told else self._app)(environ, start)


@cache
def make() -> Flask:
    """Open the data folder of the environment and build the application on it, once.

    :raises Invalid: a setting is not what is expected, or others may come and there is no account.
    """
    logs.begin(settings.value("MOTHLOG_LOG"), settings.value("MOTHLOG_DEBUG"))
    settings.check(os.environ)
    services = build(data_folder(None))
    names = settings.value("MOTHLOG_NAMES").split()
    https, proxy = settings.value("MOTHLOG_HTTPS"), settings.value("MOTHLOG_PROXY")
    if (names or https or proxy) and services.accounts.is_open():
        services.close()
        raise Invalid(
            "MOTHLOG_NAMES, MOTHLOG_HTTPS and MOTHLOG_PROXY are for others who come through a "
            "proxy, and without accounts everything is open to them: "
            "make one first, with `mothlog people add NAME --role designer`"
        )
    services.bell.most = max(settings.value("MOTHLOG_THREADS") - SPARE, 0)
    atexit.register(services.close)
    app = create_app(services, (*LOOPBACK, *names), https=https)
    if proxy:
        app.wsgi_app = Behind(app.wsgi_app, proxy)  # type: ignore[assignment, method-assign]
    services.projector.start()
    answer_evenly()
    logs.event("serving", data=str(services.data.resolve()))
    return app


def __getattr__(name: str) -> Flask:
    if name != "app":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return make()
