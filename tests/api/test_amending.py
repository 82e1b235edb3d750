"""Take-backs and amendments over the API."""

from tests.api.asking import Api, draw


def test_going_back_keeps_the_log(api: Api) -> None:
    path = api.table()
    api.act(path, draw(), draw())
    assert api.post(f"{path}/take-back", {})["session"]["steps"] == 1
    assert api.post(f"{path}/take-back", {"step": 0})["session"]["steps"] == 0
    events = api.get(f"{path}/events")["events"]
    assert [e["step"] for e in events if e["name"].endswith("card_drawn:1")] == [None, None]
    error = api.error(f"{path}/take-back", {"step": 5}, 422)
    assert error["code"] == "not_possible"


def test_an_amendment_is_tried_before_it_is_recorded(api: Api) -> None:
    path = api.table()
    api.act(path, {"notation": "d = B3"}, {"notation": "B3 b2"})
    body = {"step": 1, "notation": "d = R3", "reason": "it was a ruby", "preview": True}
    tried = api.post(f"{path}/amendments", body, 200)
    assert [(d["step"], d["now"]) for d in tried["differences"]] == [(1, 1)]
    assert tried["misfit"] is None
    assert api.get(path)["version"] == tried["session"]["version"] == 4
    made = api.post(f"{path}/amendments", body | {"preview": False}, Idempotency_Key="a1")
    assert made["session"]["version"] == 5
    assert made["waiting"] == 0
    again = api.post(f"{path}/amendments", body | {"preview": False}, Idempotency_Key="a1")
    assert again["repeated"]
    assert api.get(path)["version"] == 5


def test_what_waits_after_an_amendment_is_carried_out_when_it_fits_again(api: Api) -> None:
    path = api.table(*["B1", "B2", "B3"])
    api.act(path, {"action": {"type": "plant", "seat": 0, "card": "B1", "tile": "b2"}}, draw())
    other = ["R", "R1", "R2", "R3"]
    found = api.post(f"{path}/amendments", {"step": 0, "answers": other})
    assert found["misfit"]["step"] == 1
    assert found["misfit"]["clauses"]
    assert found["waiting"] == 2
    assert api.get(path)["steps"] == 0
    assert api.post(f"{path}/carry-on", {})["waiting"] == 2
    api.post(f"{path}/amendments", {"step": 0, "answers": ["B", "B1"]}, 201)


def test_an_amendment_says_what_it_lacks(api: Api) -> None:
    table, digital = api.table(), api.digital()
    api.act(table, draw())
    one = {"step": 1, "action": draw()["action"]}
    api.act(digital, draw())
    assert api.error(f"{digital}/amendments", one, 422)["code"] == "not_possible"
    assert api.error(f"{table}/amendments", {"step": 1}, 422)["code"] == "invalid"
    assert (
        "expected one of: 1" in api.error(f"{table}/amendments", one | {"step": 9}, 422)["message"]
    )
    assert (
        "told too much"
        in api.error(f"{table}/amendments", one | {"answers": ["E2", "E1"]}, 422)["message"]
    )
    assert api.error(f"{table}/carry-on", {}, 422)["code"] == "not_possible"
