"""Pages answer programs that ask for JSON in the shape of the API's errors."""

import json

from flask import Flask
from flask.testing import FlaskClient

from tests.api.asking import Api, draw

JSON = {"Accept": "application/json"}


def test_a_refused_or_overtaken_move_answers_json_where_that_is_asked_for(
    app: Flask, client: FlaskClient, api: Api
) -> None:
    app.config["WTF_CSRF_ENABLED"] = False
    path = api.digital()
    client.post(f"{path}/play/here")
    client.post(f"{path}/play/open", data={"seat": "0"})
    away = {"version": "2", "action": json.dumps({"type": "light", "seat": 0, "tile": "a1"})}
    refused = client.post(f"{path}/play/act", data=away, headers=JSON)
    assert refused.status_code == 422
    assert refused.get_json()["error"]["code"] == "refused"
    assert refused.get_json()["error"]["clauses"]
    assert client.post(f"{path}/play/act", data=away).mimetype == "text/html"
    api.act(path, draw())
    for where in ("act", "take-back"):
        late = {"version": "2", "action": json.dumps(draw()["action"])}
        answer = client.post(f"{path}/play/{where}", data=late, headers=JSON)
        assert answer.status_code == 409
        assert answer.get_json()["error"]["code"] == "conflict"
