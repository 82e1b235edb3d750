"""Whom the service believes who asks: the one proxy that it was told of."""

from http.client import HTTPConnection
from threading import Thread

import pytest
from flask import Flask, request

from service.cli.serve import _behind
from service.serving import Serving

SAID = {"X-Forwarded-For": "10.0.0.9", "X-Forwarded-Proto": "https"}


@pytest.mark.parametrize(
    ("proxy", "found"),
    [
        ("127.0.0.1", "10.0.0.9 https"),
        ("10.0.0.7", "127.0.0.1 http"),
        (None, "127.0.0.1 http"),
    ],
)
def test_what_a_proxy_says_is_believed_of_the_one_that_was_named(
    proxy: str | None, found: str
) -> None:
    app = Flask(__name__)
    app.add_url_rule("/", "who", lambda: f"{request.remote_addr} {request.scheme}")
    serving = Serving(app, (), host="127.0.0.1", port=0, threads=1, **_behind(proxy))
    port = int(serving.server.effective_port)
    thread = Thread(target=serving.run, args=(5,))
    thread.start()
    asks = HTTPConnection("127.0.0.1", port, timeout=60)
    asks.request("GET", "/", headers=SAID)
    said = asks.getresponse().read().decode()
    asks.close()
    serving.stop()
    thread.join()
    assert said == found
