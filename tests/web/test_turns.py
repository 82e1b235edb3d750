"""Pages of live play are drawn in turns, and moves wait for none of them."""

import re
from threading import Thread

import msgspec
from flask import Flask
from werkzeug.test import TestResponse

from service.web.turns import drawing
from tests.web.conftest import Tables


def test_a_move_is_answered_while_pages_wait_to_be_drawn(app: Flask, tables: Tables) -> None:
    session = tables.open("Ada", "Ben")
    client, path = app.test_client(), f"/sessions/{session.id}/play"
    token = re.search(r'name="csrf_token" value="([^"]+)"', client.get(path).text)
    assert token is not None
    form = {"csrf_token": token[1], "seat": "0"}
    for to in ("here", "window"):
        assert client.post(f"{path}/{to}", data=form).status_code == 303
    action = session.game.legal_actions(session.state, 0)[0]
    form |= {"action": msgspec.json.encode(action).decode(), "version": str(session.version)}
    waiting = list[TestResponse]()
    with drawing:
        page = Thread(target=lambda: waiting.append(client.get(f"{path}?seat=0")))
        page.start()
        assert app.test_client().get(f"{path}/version").json == {"version": session.version}
        assert client.post(f"{path}/act", data=form).status_code == 303
        assert waiting == []
    page.join()
    assert waiting[0].status_code == 200
