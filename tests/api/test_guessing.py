"""Guesses over the API: recorded where a seat chose, listed beside what it chose, counted."""

from typing import Any

from tests.api.asking import LANTERN, Api, draw

OTHER = {"type": "draw", "seat": 0, "source": "deck"}


def played(api: Api) -> tuple[str, dict[str, Any]]:
    """Log a table on which the first seat flipped a tile; return its path and the action."""
    path = api.table()
    legal = api.get(f"{path}/legal-actions?seat=0&limit=100")["actions"]
    chosen = next(one["action"] for one in legal if one["action"]["type"] == "flip")
    api.act(path, {"action": chosen, "answers": ["R"]})
    return path, chosen


def test_guesses_are_recorded_once_and_counted_against_what_was_done(api: Api) -> None:
    path, chosen = played(api)
    written = api.post(f"{path}/guesses", {"step": 0, "action": chosen, "author": "Ada"})
    (event,) = written["events"]
    assert event["name"] == "session.decision_guessed:1"
    assert event["data"] == {"step": 0, "seat": 0, "action": chosen, "author": "Ada"}
    for _ in range(2):
        said = {"step": 0, "action": OTHER}
        again = api.post(f"{path}/guesses", said, Idempotency_Key="one")
    assert again["repeated"]
    told = api.get(f"{path}/guesses")
    assert (told["same"], told["n"]) == (1, 2)
    first, second = told["guesses"]
    assert (first["author"], first["same"], first["kind"]) == ("Ada", True, chosen["type"])
    assert (second["author"], second["same"], second["action"]) == ("", False, OTHER)
    assert second["chosen"] == chosen
    assert second["sentence"] == "Draw from the deck"


def test_a_guess_that_nobody_could_have_made_is_refused_and_nothing_stored(api: Api) -> None:
    path, _ = played(api)
    before = api.get(path)["version"]
    for wrong, status in (
        ({"step": 0, "action": OTHER | {"seat": 1}}, 422),
        ({"step": 0, "action": OTHER | {"seat": 9}}, 422),
        ({"step": 0, "action": {"type": "plant", "seat": 0, "card": "Z9", "tile": "b2"}}, 422),
        ({"step": 1, "action": OTHER}, 422),
        ({"step": 99, "action": OTHER}, 422),
        ({"step": 0, "action": {"type": "dance"}}, 400),
        ({"action": OTHER}, 400),
    ):
        assert api.error(f"{path}/guesses", wrong, status)["message"]
    assert api.get(path)["version"] == before


def test_a_guess_at_what_was_taken_back_is_not_counted(api: Api) -> None:
    path, chosen = played(api)
    api.post(f"{path}/guesses", {"step": 0, "action": chosen})
    api.post(f"{path}/take-back", {"step": 0})
    assert api.get(f"{path}/guesses")["n"] == 0
    api.act(path, draw())
    assert [one["same"] for one in api.get(f"{path}/guesses")["guesses"]] == [False]


def test_nobody_guesses_while_people_play_digitally(api: Api) -> None:
    path = api.digital()
    assert api.error(f"{path}/guesses", {"step": 0, "action": OTHER}, 403)["code"] == "forbidden"
    assert api.client.get(f"/api{path}/guesses").status_code == 403


def test_events_tell_the_card_of_a_guess_to_its_seat_and_where_everything_is_open(
    api: Api,
) -> None:
    bots = [{"name": name, "bot": "random"} for name in ("Ida", "Noor")]
    opened = api.post("/sessions", LANTERN | {"players": bots, "mode": "digital"})
    path = f"/sessions/{opened['session']['id']}"
    legal = api.get(f"{path}/legal-actions?step=0&limit=100")["actions"][-1]["action"]
    api.post(f"{path}/guesses", {"step": 0, "action": legal})

    def told(view: str) -> dict[str, Any]:
        events: dict[str, Any] = api.get(f"{path}/events?view={view}&limit=500")
        data: dict[str, Any] = events["events"][-1]["data"]["action"]
        return data

    assert told("all") == told("0") == legal
    assert told("public") == told("1") == {"type": legal["type"], "seat": 0}
