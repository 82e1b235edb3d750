"""The pages of experiments, and of sessions under other rulings."""

import re
import time
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient
from msgspec.structs import replace

from service import demo
from service.experiments import Kept
from service.web import experimenting
from service.web.pages import experiments
from service.wiring import Services
from tests.web.conftest import Tables


@pytest.fixture(autouse=True)
def small(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let pages ask for few games, and forms come without a token."""
    app.config["WTF_CSRF_ENABLED"] = False
    for module in (experimenting, experiments):
        monkeypatch.setattr(module, "SIZES", (12, 50))


def text(page: str) -> str:
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page)))


def waited(client: FlaskClient, address: str) -> str:
    """Wait for an experiment to end and return its page."""
    for _ in range(600):
        if not client.get(f"{address}/progress.json").json["running"]:
            return client.get(address).text
        time.sleep(0.1)
    raise AssertionError("the experiment does not end")


def test_every_open_question_is_a_card_that_can_be_asked(client: FlaskClient) -> None:
    page = client.get("/experiments", follow_redirects=True).text
    said = text(page)
    assert said.count("Not asked yet") == 7
    assert "For how long does a Ghost stop the wicks on its tile?" in said
    assert page.count('name="ready"') == 7


def test_an_experiment_runs_beside_the_pages_and_its_answer_is_kept(
    client: FlaskClient, services: Services
) -> None:
    form = {"ready": "ghost_blocks", "games": "12", "seats": "3", "store": "yes"}
    sent = client.post("/experiments/about/lantern-moths", data=form)
    assert sent.status_code == 303
    address = sent.location
    first = client.get(address)
    assert "games a side" in text(first.text)
    page = waited(client, address)
    said = text(page)
    assert "12 games with planted round" in said
    assert "the same deal, and the same seat began" in said
    assert "data-figure=" in page
    (kept,) = Kept(services.data).answers()
    assert address.endswith(kept.key)
    assert kept.stored
    listed = text(client.get("/experiments/about/lantern-moths").text)
    assert "12 games a side, 3 seats, greedy bots" in listed
    assert listed.count("Not asked yet") == 6


def test_a_kept_answer_of_no_game_or_without_its_sides_is_none(
    client: FlaskClient, services: Services
) -> None:
    form = {"ready": "ghost_blocks", "games": "12", "seats": "3"}
    address = client.post("/experiments/about/lantern-moths", data=form).location
    waited(client, address)
    (answer,) = Kept(services.data).answers()
    other = replace(answer.question, game="chess")
    for changed in (replace(answer, sides=()), replace(answer, question=other)):
        Kept(services.data).keep(changed)
        assert client.get(address).status_code == 404


def test_the_games_behind_an_answer_can_be_opened(client: FlaskClient, services: Services) -> None:
    form = {"ready": "ghost_in_sets", "games": "12", "store": "yes"}
    page = waited(client, client.post("/experiments/about/lantern-moths", data=form).location)
    services.projector.catch_up()
    lists = re.findall(r'href="(/\?q=[^"]+|/sessions\?q=[^"]+|[^"]*\?q=lantern[^"]+)"', page)
    assert len(lists) == 2
    for address in map(unescape, lists):
        assert client.get(address).text.count(">Replay<") == 12
    pairs = [unescape(a) for a in re.findall(r'href="(/compare\?[^"]+)"', page)]
    assert pairs
    assert client.get(pairs[0]).status_code == 200


def test_an_own_question_is_called_after_what_differs(client: FlaskClient) -> None:
    form = {"games": "12", "seats": "2", "a-who": "bot:random", "b-who": "bot:random"}
    form |= {"b-ghost_on_full_tile": "yes"}
    page = waited(client, client.post("/experiments/about/lantern-moths", data=form).location)
    assert "no and yes: what differs?" in text(page)
    assert "No games behind it" in text(page)
    assert "what differs?" in text(client.get("/experiments/about/lantern-moths").text)


def test_people_are_compared_with_bots_under_the_same_rulings(
    client: FlaskClient, services: Services
) -> None:
    demo.record(services.store)
    form = {"games": "12", "seats": "3", "a-who": "bot:random", "b-who": "by:people"}
    page = waited(client, client.post("/experiments/about/lantern-moths", data=form).location)
    said = text(page)
    assert "random bots and people: what differs?" in said
    assert "no partners with the same deal" in said
    (answer,) = Kept(services.data).answers()
    people = answer.question.arms[1].recorded
    assert people is not None
    assert people.options["ghost_blocks"] == "planted_round"


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"games": "12"}, "two sides are the same, so there is nothing to compare"),
        ({"games": "7", "ready": "ghost_blocks"}, "'7' games a side, expected one of"),
        ({"games": f"{50:09}{'0' * 5000}"}, "games a side, expected one of"),
        ({"seats": f"{3:03}{'0' * 5000}"}, "seats, expected 2 to 4"),
        ({"games": "12", "ready": "nothing"}, "no ready-made question 'nothing'"),
        ({"games": "12", "ready": "ghost_blocks", "seats": "9"}, "'9' seats, expected 2 to 4"),
        ({"games": "12", "b-ghost_blocks": "never"}, "option ghost_blocks: 'never' found"),
        ({"games": "12", "b-edition": "none such"}, "none such"),
        ({"games": "12", "b-who": "bot:clever"}, "no bot 'clever' for Lantern Moths"),
        ({"games": "12", "b-who": "by:ghosts"}, "by='ghosts', expected one of"),
    ],
)
def test_what_cannot_be_asked_says_why_and_starts_nothing(
    client: FlaskClient, services: Services, form: dict[str, str], said: str
) -> None:
    sent = client.post("/experiments/about/lantern-moths", data=form)
    assert sent.status_code == 422
    assert "Nothing was started." in text(sent.text)
    assert said.lower() in text(sent.text).lower()
    assert not (services.data / "experiments").exists()


def test_an_experiment_that_is_not_here_is_not_found(client: FlaskClient) -> None:
    for key in ("lantern_moths-ghost_blocks-0123456789", "..%2f..%2fsecret", "x"):
        assert client.get(f"/experiments/{key}").status_code == 404


def test_a_session_says_what_each_other_ruling_would_have_changed(
    client: FlaskClient, each: Tables
) -> None:
    session = each.finished(2)
    page = client.get(f"/sessions/{session.id}/counterfactual")
    assert page.status_code == 200
    links = re.findall(r'href="([^"]+counterfactual\?option=[^"]+)"', page.text)
    assert links
    for address in map(unescape, links):
        shown = text(client.get(address).text)
        assert "Parts at" in shown
        assert "Recorded:" in shown
    replay = client.get(f"/sessions/{session.id}").text
    assert f"/sessions/{session.id}/counterfactual" in replay


def test_a_session_that_is_played_shows_nothing(client: FlaskClient, tables: Tables) -> None:
    session = tables.open("Ada", "Ben")
    page = client.get(f"/sessions/{session.id}/counterfactual?option=ghost_blocks=while_present")
    assert page.status_code == 404
    assert "The session is live, expected a finished one" in text(page.text)
    assert "/counterfactual" not in client.get(f"/sessions/{session.id}").text


def test_sessions_under_another_ruling_are_summed_up_with_links_to_where_they_part(
    client: FlaskClient, services: Services
) -> None:
    demo.record(services.store)
    address = "/experiments/counterfactual/lantern-moths?option=ghost_blocks=while_present"
    page = client.get(address)
    said = text(page.text)
    assert re.search(r"\d+ sessions of \d+ would go otherwise", said)
    assert "A play would be illegal" in said
    steps = [unescape(a) for a in re.findall(r'class="chip" href="([^"]+step=\d+)"', page.text)]
    assert steps
    assert client.get(steps[0]).status_code == 200
    left = [unescape(a) for a in re.findall(r'href="([^"]+include=abandoned[^"]*)"', page.text)]
    assert re.search(r"\d+ left out: .*\d+\s+abandoned", said)
    assert "option=ghost_blocks%3Dwhile_present" in left[0]
    assert client.get(left[0]).status_code == 200
    assert 'name="option" value="ghost_blocks=while_present"' in page.text
    few = text(client.get(f"{address}&by=bots&seats=4").text)
    assert "No finished session of Lantern Moths fits these filters." in few


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("", "No ruling is asked for, expected option=name=value"),
        ("option=ghost_blocks", "Option='ghost_blocks', expected option=name=value"),
        ("option=x=y", "There is no option 'x', expected one of"),
        ("option=ghost_blocks=y", "Option ghost_blocks: 'y' found, expected one of"),
    ],
)
def test_a_ruling_that_makes_no_sense_says_what_was_expected(
    client: FlaskClient, query: str, said: str
) -> None:
    page = client.get(f"/experiments/counterfactual/lantern-moths?{query}")
    assert page.status_code == 422
    assert said in text(page.text)


def test_no_more_experiments_stand_in_line_than_may(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    with app.app_context():
        line = experiments.background()
    monkeypatch.setattr(type(line.worker), "_run", lambda self: None)
    names = ("ghost_blocks", "ghost_in_sets", "dusk_in_refill", "flip_adjacency")
    for name in (*names, "ghost_on_full_tile"):
        form = {"ready": name, "games": "12"}
        assert client.post("/experiments/about/lantern-moths", data=form).status_code == 303
    again = client.post("/experiments/about/lantern-moths", data={"ready": names[0], "games": "12"})
    assert again.status_code == 303
    form = {"ready": "fourth_dusk_replaced", "games": "12"}
    full = client.post("/experiments/about/lantern-moths", data=form)
    assert full.status_code == 422
    assert "5 experiments of yours are in line" in text(full.text)
    page = text(client.get("/experiments/about/lantern-moths").text)
    assert "On the way" in page
    assert "0 of 12 games a side" in page
    assert "In line behind 4 others" in page
    # Somebody else has a place of their own, behind the one that runs.
    elsewhere = {"REMOTE_ADDR": "127.0.0.2"}
    sent = client.post("/experiments/about/lantern-moths", data=form, environ_overrides=elsewhere)
    assert sent.status_code == 303
    assert "In line behind 1 other" in text(client.get(sent.location).text)
