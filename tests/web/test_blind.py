"""Blind mode: each decision is asked before it is shown; nothing that follows is on the page."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from domain.events import Event
from domain.games import find
from domain.session import Session
from domain.session.commands import guess
from service.web.blind import decisions
from service.wiring import Services
from tests.web.conftest import Tables
from tests.web.hiding import ID, clients_of
from tests.web.reading import Element, get, read, submit
from tests.web.test_what_comes_next import logs, session_of

__all__ = ["logs"]

Logs = tuple[list[Event], list[Event], int]
Pair = list[FlaskClient]


@pytest.fixture
def pair(tmp_path: Path, logs: Logs) -> Iterator[Pair]:
    """Two devices whose sessions differ only later."""
    with clients_of(tmp_path, logs[0], logs[1]) as clients:
        yield clients


def blind(session_id: Any, step: int, seat: object = "all", more: str = "") -> str:
    """The address of a decision."""
    return f"/sessions/{session_id}/blind?seat={seat}&step={step}{more}"


def asked(session: Session) -> list[int]:
    """The steps at which a seat had more than one action to choose from."""
    return [
        d.step
        for d in decisions(session).values()
        if session.game.count_legal(session.state_at(d.step), d.seat) > 1
    ]


def plain(client: FlaskClient, path: str) -> tuple[int, str | None, str]:
    """All that an answer tells, but for the tokens of its forms."""
    answer = client.get(path)
    text = re.sub(r'name="csrf_token" value="[^"]*"', "", answer.get_data(as_text=True))
    return answer.status_code, answer.headers.get("Location"), text


def constant(told: list[Event]) -> Callable[[Session], list[Event]]:
    """A command that always answers the same."""
    return lambda _: told


def say_first(client: FlaskClient, path: str) -> Element:
    """Press the first button that is an action; return the page that it leads to."""
    page = get(client, path)
    assert page.one("h1").text.startswith("What would you do as")
    button = next(b for b in page.find("button", name="action") if b.attrs["value"])
    return read(submit(client, page, "/blind", action=button.attrs["value"]))


def test_nothing_that_follows_is_in_any_byte_before_the_answer(pair: Pair, logs: Logs) -> None:
    one, two = pair
    steps = [step for step in asked(session_of(logs[0])) if step < logs[2]]
    assert len(steps) > 8
    for step in steps[::2]:
        for seat in ("all", decisions(session_of(logs[0]))[step].seat):
            path = blind(ID, step, seat)
            assert plain(one, path) == plain(two, path), path
            assert plain(one, path)[0] == 200
    # An answer shows one step more, and no other.
    for step in steps[-6:-1]:
        path = blind(ID, step, more="&show=1")
        assert plain(one, path) == plain(two, path)
    last = steps[-1]
    assert last + 1 <= logs[2]


def test_a_guess_tells_no_more_than_what_was_done(pair: Pair, logs: Logs) -> None:
    step = next(s for s in asked(session_of(logs[0])) if s > logs[2] // 2)
    for client in pair:
        say_first(client, blind(ID, step))
    pages = [plain(client, blind(ID, step))[2] for client in pair]
    assert pages[0] == pages[1]
    assert "Next decision" in pages[0]
    # What was counted so far leads back, and has nothing of what was not answered.
    counted = [plain(c, f"/sessions/{ID}/blind?done=1&step={step + 1}")[2] for c in pair]
    assert counted[0] == counted[1]
    assert "of 1 the same" in counted[0]


def test_each_game_asks_as_the_seat_saw_it_then(each: Tables, client: FlaskClient) -> None:
    session = each.finished(2)
    step = asked(session)[7]
    chosen = decisions(session)[step]
    page = get(client, blind(session.id, step))
    who = session.names[chosen.seat]
    assert page.one("h1").text == f"What would you do as {who} ?"
    state = session.state_at(step)
    legal = session.game.count_legal(state, chosen.seat)
    listed = page.one(class_="acts").find("button", name="action")
    assert len(listed) == legal
    assert not page.find("input", name="version")  # it tells how much is still to come
    other = (chosen.seat + 1) % len(session.players)
    if other != chosen.seat and hasattr(state, "hands"):
        theirs = page.one("section", class_="seats").text
        assert "unseen" in theirs or page.one(class_="seats").find(class_="back")


def test_the_answer_says_yours_and_theirs_the_clauses_and_what_others_guessed(
    each: Tables, client: FlaskClient, services: Services
) -> None:
    session = each.finished(2)
    step = asked(session)[5]
    chosen = decisions(session)[step]
    state = session.state_at(step)
    for nth, action in enumerate(session.game.legal_actions(state, chosen.seat)[:2]):
        told = guess(session, step, chosen.seat, action, f"Reader {nth}")
        services.recorder.run(session.id, constant(told))
    before = client.get(blind(session.id, step)).text
    assert "Reader" not in before
    assert "Guesses here" not in before
    page = say_first(client, blind(session.id, step))
    both = page.one("dl", class_="both").text
    assert both.startswith("You ")
    assert session.names[chosen.seat] in both
    assert both.endswith(("same", "other"))
    name, told = session.names[chosen.seat], page.one("h1").text
    assert told.startswith("The same: ") or (told.startswith("You: ") and f"{name} : " in told)
    others = page.one(class_="options").text
    assert "Reader 0" in others
    assert "of 3" in others
    assert "%" not in page.one("main").text
    cited = session.game.cite(session.state_at(step), session.moves[step + 1].event)
    assert {a.text for a in page.one("section", aria_labelledby="why-done").find("a")} == {*cited}


def test_the_first_answer_counts_and_is_kept_under_a_name(
    tables: Tables, client: FlaskClient, services: Services
) -> None:
    session = tables.finished(2)
    steps = asked(session)
    page = get(client, blind(session.id, steps[0]))
    answer = submit(client, page, "/blind/name", author="  Ida ")
    assert "Guessing as Ida" in read(answer).one("main").text
    say_first(client, blind(session.id, steps[0]))
    # The question's page, sent once more from the browser's history with another answer.
    buttons = [b.attrs["value"] for b in page.find("button", name="action")]
    submit(client, page, "/blind", action=buttons[-1])
    (entry,) = services.store.load(session.id).aside(type(guess_of(services, session)))
    assert entry.event.author == "Ida"  # type: ignore[attr-defined]
    assert get(client, blind(session.id, steps[0])).one("dl", class_="both")
    # Another reader at the same device has an answer of their own.
    submit(client, get(client, blind(session.id, steps[1])), "/blind/name", author="Noor")
    say_first(client, blind(session.id, steps[0]))
    told = client.get(f"/api/sessions/{session.id}/guesses").get_json()
    assert [one["author"] for one in told["guesses"]] == ["Ida", "Noor"]


@pytest.mark.parametrize("name", ["I" * 41, "Ida\x07", "Ida\nNoor"])
def test_a_name_that_no_guess_could_be_kept_under_is_refused_at_once(
    tables: Tables, client: FlaskClient, name: str
) -> None:
    session = tables.finished(2)
    at = blind(session.id, asked(session)[0])
    answer = submit(client, get(client, at), "/blind/name", author=name)
    assert answer.status_code == 422
    assert "Author: " in read(answer).one("main").text
    assert "Say who guesses" in get(client, at).one("main").text


def guess_of(services: Services, session: Session) -> Event:
    """The event that was recorded last."""
    return services.store.load(session.id).log[-1].event


def test_skipping_and_looking_record_nothing_and_the_way_ends_with_counts(
    each: Tables, client: FlaskClient, services: Services
) -> None:
    session = each.finished(2)
    steps = asked(session)
    page = get(client, blind(session.id, 0))
    skip, show = (next(a for a in page.find("a", data_key=key)).attrs["href"] for key in ("k", "v"))
    assert client.get(skip).location in (None, blind(session.id, steps[1]))
    names = tuple(f"{name} : " for name in session.names)
    assert get(client, show).one("h1").text.startswith(names)
    assert services.store.load(session.id).version == session.version
    say_first(client, blind(session.id, steps[-1]))
    over = client.get(blind(session.id, steps[-1] + 1))
    assert over.location == f"/sessions/{session.id}/blind?seat=all&done=1"
    counted = get(client, over.location)
    assert counted.one("h1").text in (
        "Your guesses: 0 of 1 the same", "Your guesses: 1 of 1 the same",
    )  # fmt: skip
    (answer,) = counted.one("ol", class_="answers").find("a")
    assert answer.attrs["href"] == blind(session.id, steps[-1])


def test_a_seats_decisions_alone_are_asked_in_a_game_where_all_act_at_once(
    tables: Tables, client: FlaskClient
) -> None:
    tables.game = find("nocturnis")
    session = tables.finished(3)
    own = [step for step in asked(session) if decisions(session)[step].seat == 1]
    step = 0
    for expected in own[:6]:
        answer = client.get(blind(session.id, step, 1))
        where = answer.location or blind(session.id, step, 1)
        assert where == blind(session.id, expected, 1)
        assert get(client, where).one("h1").text.endswith(f"as {session.names[1]} ?")
        step = expected + 1


def test_an_action_that_is_refused_says_why_and_asks_again(
    tables: Tables, client: FlaskClient, services: Services
) -> None:
    session = tables.finished(2)
    step = asked(session)[0]
    page = get(client, blind(session.id, step))
    form = next(f for f in page.find("form") if f.attrs["action"].endswith("/blind"))
    fields = {i.attrs["name"]: i.attrs.get("value", "") for i in form.find("input", type="hidden")}
    path = f"/sessions/{session.id}/blind"
    answer = client.post(path, data=fields | {"card": "Z9", "place": "b2"})
    assert answer.status_code == 422
    assert "is refused" in read(answer).one(class_="notice").text
    assert client.post(path, data=fields | {"action": "{}"}).status_code == 400
    assert client.post(path, data=fields | {"step": "9999", "action": "{}"}).status_code == 422
    assert client.get(blind(session.id, step, 7)).status_code == 400
    assert services.store.load(session.id).version == session.version


def test_a_session_that_is_played_digitally_takes_no_guess(
    tables: Tables, client: FlaskClient
) -> None:
    session = tables.open("Ada", "Ben")
    answer = client.get(blind(session.id, 0))
    assert answer.status_code == 404
    assert "when it has ended" in answer.text
    assert "blind" not in client.get(f"/sessions/{session.id}?hide=1").text.replace("css/blind", "")


def test_the_replay_folds_guesses_at_their_step_while_nothing_is_hidden(
    each: Tables, client: FlaskClient
) -> None:
    session = each.finished(2)
    step = asked(session)[4]
    say_first(client, blind(session.id, step))
    home = f"/sessions/{session.id}?step={step + 3}"
    page = get(client, home)
    fold = page.one("li", class_="guessed")
    assert fold.text.startswith("1 guess, ")
    before = fold.parent.find("a", class_="ev") if fold.parent else []
    assert str(step + 1) in {a.attrs["data-step"] for a in before}
    assert fold.find("li")
    assert page.one(id="guesses").text.startswith("Guesses")
    hand = decisions(session)[step].seat
    assert get(client, f"{home}&view={hand}").one("li", class_="guessed").find("li")
    assert not get(client, f"{home}&view=public").one("li", class_="guessed").find("li")
    hidden = get(client, f"{home}&hide=1")
    assert not hidden.find("li", class_="guessed")
    assert not hidden.find(id="guesses")
    offer = hidden.one("section", class_="guessing").one("a")
    assert offer.attrs["href"] == blind(session.id, step + 3)
