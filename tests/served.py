"""An application that is served on a free port of this machine while somebody looks at it."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any

from flask import Flask
from werkzeug.serving import make_server


@contextmanager
def served(app: Flask) -> Iterator[str]:
    """Serve an application; lend its address."""

    def whole_files(told: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        """Read files before they are sent: werkzeug leaves one open whose reader has gone."""
        answer = app(told, start)
        if not told["PATH_INFO"].startswith("/static/"):
            return answer
        try:
            return [*answer]
        finally:
            if (close := getattr(answer, "close", None)) is not None:
                close()

    server = make_server("127.0.0.1", 0, whole_files, threaded=True)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
