"""Two sessions side by side: which steps stand together, what differs, and whose knowledge."""

from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient

from domain.games import LEPIDOPTERY
from domain.session import Session
from domain.session.events import Player
from service.bots import play_bots
from service.branching import Asked, open_branch
from service.web.beside import Beside, Pair, track
from service.web.knowledge import EVERYTHING
from service.web.playback import Playback
from service.wiring import Services
from tests.web.conftest import Tables
from tests.web.reading import Element, get


def branched(services: Services, session: Session, step: int, **asked: Any) -> Session:
    """Open a branch and let its bots play to the end."""
    made = open_branch(services.recorder, session, Asked(step, **asked), None).session
    return play_bots(services.recorder, made, Random(5))


def shown(client: FlaskClient, one: Session, other: Session, query: str = "") -> Element:
    return get(client, f"/compare?a={one.id}&b={other.id}{query}")


def steps(page: Element) -> list[str]:
    """Return the step that each side stands at."""
    return [
        side.one("header").one(class_="push").text.split()[1]
        for side in page.find("section", class_="side")
    ]


def test_a_branch_stands_behind_its_original_at_the_step_it_left_it(
    client: FlaskClient, each: Tables, services: Services
) -> None:
    session = each.finished(2, "Thursday")
    made = branched(services, session, 12)
    branch = made.opened.branch
    assert branch is not None
    for one, other in ((session, made), (made, session)):
        page = shown(client, one, other)
        labels = [s.attrs["aria-label"] for s in page.find("section", class_="side")]
        assert labels == ["Original", "Branch"]
        assert steps(page) == [str(branch.step)] * 2
        assert "The tables look the same here." in page.one(id="part-differs").text


def test_by_step_the_shorter_one_waits_at_its_end(
    client: FlaskClient, tables: Tables, services: Services
) -> None:
    session = tables.finished(2)
    made = branched(services, session, 12)
    longest = max(session.last_step, made.last_step)
    page = shown(client, session, made, f"&step={longest}")
    assert steps(page) == [str(session.last_step), str(made.last_step)]
    assert page.one("input", type="range").attrs["max"] == str(longest)


def films(session: Session, made: Session) -> tuple[Playback, Playback]:
    return Playback(session, EVERYTHING), Playback(made, EVERYTHING)


def test_by_round_each_round_begins_in_both_at_once(each: Tables, services: Services) -> None:
    """Every step of both stands on the track, in order, beside one of the same round, unless the
    other session never had that round.
    """
    session = each.finished(2)
    one, other = films(session, branched(services, session, 12))
    common = track(one, other, "round")
    assert common.pairs[0] == Pair(0, 0)
    for side, film in ((0, one), (1, other)):
        assert [*dict.fromkeys(pair[side] for pair in common.pairs)] == [*range(film.last + 1)]
    rounds = {row.round for row in one.rows} & {row.round for row in other.rows}
    for mine, theirs in common.pairs[1:]:
        if {one.rows[mine].round, other.rows[theirs].round} <= rounds:
            assert one.rows[mine].round == other.rows[theirs].round
    assert common.stops[0] == 0
    assert common.stops[-1] == common.last


def test_what_parts_them_is_told(client: FlaskClient, tables: Tables, services: Services) -> None:
    session = tables.finished(2)
    made = branched(services, session, 12)
    parted = next(
        step
        for step, (a, b) in enumerate(zip(session.moves, made.moves, strict=False))
        if a.event != b.event
    )
    before = shown(client, session, made, f"&step={parted - 1}").one(id="part-differs").text
    assert f"The same up to here. They part at step {parted} ." in before
    page = shown(client, session, made, f"&step={parted}")
    differs = page.one(id="part-differs")
    assert f"They part at step {parted} : Original" in differs.text
    assert differs.find("a", data_to=str(parted))


def test_two_sessions_that_are_alike_say_so(
    client: FlaskClient, tables: Tables, services: Services
) -> None:
    """A branch in which nobody has done anything yet is the original up to its step."""
    session = tables.finished(2)
    film = Playback(session, EVERYTHING)
    both = Beside(film, film, track(film, film, "step"), 9)
    assert both.parted is None
    assert both.differing == []
    assert {gap.said for gap in both.gaps} == {"the same"}


def test_scores_and_places_that_differ_are_said_in_words(
    tables: Tables, services: Services
) -> None:
    session = tables.finished(2)
    one, other = films(session, branched(services, session, 12))
    common = track(one, other, "step")
    both = Beside(one, other, common, common.last, ("original", "branch"))
    for gap in both.gaps:
        here, there = gap.one, gap.other
        which = "original" if here > there else "branch"
        said = "the same" if here == there else f"{abs(here - there)} more in the {which}"
        assert gap.said == said
    assert both.unit == "points"
    garden = {d.place: (d.one, d.other) for d in both.differing}
    places = ("a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1")
    mine, theirs = one.states[-1], other.states[-1]
    for at, place in enumerate(places):
        same = (mine.faces[at], sorted(mine.moths[at]), mine.wicks[at]) == (
            theirs.faces[at], sorted(theirs.moths[at]), theirs.wicks[at],
        )  # fmt: skip
        assert (place in garden) != same


def test_seats_are_the_same_seats_whoever_sits_there_and_the_past_is_theirs_who_had_it(
    client: FlaskClient, each: Tables, services: Services
) -> None:
    """A branch with other names lies at its step as its original, told with the original's."""
    session = each.finished(2, "Thursday")
    others = tuple(Player(f"Guest {seat}", "random") for seat in "AB")
    made = branched(services, session, 12, players=others)
    branch = made.opened.branch
    assert branch is not None
    for step in range(branch.step + 1):
        page = shown(client, session, made, f"&step={step}")
        assert "The tables look the same here." in page.one(id="part-differs").text
        told = [side.one(class_="say").text for side in page.find("section", class_="side")]
        assert told[0] == told[1]
    last = shown(client, session, made, f"&step={max(session.last_step, made.last_step)}")
    assert "Guest" in last.find("section", class_="side")[1].text
    one, other = films(session, made)
    common = track(one, other, "step")
    both = Beside(one, other, common, common.last)
    said = {name for d in both.differing for name in (d.place, d.one, d.other)}
    assert not [each for each in said if "bot " in each or "Guest" in each]


def test_one_dock_leads_both_by_links(
    client: FlaskClient, each: Tables, services: Services
) -> None:
    session = each.finished(2)
    made = branched(services, session, 12)
    for by in ("step", "round"):
        page, seen = shown(client, session, made, f"&by={by}&step=0"), 1
        while "href" in (on := page.one("a", data_go="round-on")).attrs:
            page, seen = get(client, on.attrs["href"]), seen + 1
        assert steps(page) == [str(session.last_step), str(made.last_step)]
        assert seen > 2
        assert "href" not in page.one("a", data_go="on").attrs
        back = get(client, page.one("a", data_go="first").attrs["href"])
        assert steps(back) == ["0", "0"]


def test_switching_how_they_are_laid_keeps_the_step(
    client: FlaskClient, tables: Tables, services: Services
) -> None:
    session = tables.finished(2)
    made = branched(services, session, 12)
    page = shown(client, session, made, "&step=30")
    other = get(client, page.one("a", data_by="round").attrs["href"])
    assert steps(other)[0] == "30"


def test_a_session_that_is_played_shows_what_everybody_sees(
    client: FlaskClient, tables: Tables, services: Services
) -> None:
    """No card of a hand of the live one is on the page, in any view."""
    session = tables.finished(2)
    live = tables.open("Ada", "Ben")
    film = Playback(live, EVERYTHING)
    hands = {card for hand in film.states[0].hands for card in hand.known}
    for view in ("all", "0", "public"):
        page = shown(client, session, live, f"&view={view}&step=0")
        side = page.find("section", class_="side")[1]
        told = {key.text.rpartition(" ")[2] for key in side.find(class_="key")}
        assert not told & hands
        assert "what everybody sees" in page.one(class_="head").text


def test_a_view_is_a_seats_of_both(client: FlaskClient, tables: Tables, services: Services) -> None:
    session = tables.finished(3)
    made = branched(services, session, 12)
    page = shown(client, session, made, "&view=1&step=0")
    for side in page.find("section", class_="side"):
        own = [row for row in side.find(class_="st") if row.find(class_="key")]
        assert len(own) == 1
    assert page.one("a", data_view="1").attrs["aria-current"] == "true"


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("a={a}&b={a}", "this is one twice"),
        ("a={a}", "names no session as &#39;b&#39;"),
        ("a={a}&b={b}&by=day", "by step or by round, not by &#39;day&#39;"),
        ("a={a}&b={b}&view=7", "There is no view"),
        ("a={a}&b={b}&step=x", "A step is a number from 0"),
    ],
)
def test_what_cannot_be_laid_side_by_side_is_said(
    client: FlaskClient, tables: Tables, query: str, said: str
) -> None:
    one, other = tables.finished(2), tables.finished(2)
    for path in ("/compare", "/compare/part"):
        answer = client.get(f"{path}?{query.format(a=one.id, b=other.id)}")
        assert answer.status_code == 400
        assert said in answer.text


def test_sessions_of_two_games_are_not_compared(client: FlaskClient, services: Services) -> None:
    one, other = Tables(services).finished(2), Tables(services, LEPIDOPTERY).finished(2)
    answer = client.get(f"/compare?a={one.id}&b={other.id}")
    assert answer.status_code == 400
    assert "Sessions of one game are laid side by side" in answer.text


def test_to_choose_the_other_one_its_branches_come_first(
    client: FlaskClient, tables: Tables, services: Services
) -> None:
    session = tables.finished(2, "Thursday")
    made = branched(services, session, 12, title="Ada turns")
    other = tables.finished(2, "Friday")
    page = get(client, f"/sessions/{session.id}/compare?step=12")
    titles = [each.text for each in page.find("h2")]
    assert titles == ["Its branches", "Ada turns", "Others of the same game", "Friday"]
    back = get(client, f"/sessions/{made.id}/compare?step=12")
    assert [each.text for each in back.find("h2")][:2] == [
        "Its original and its branches", "Thursday",
    ]  # fmt: skip
    link = page.one("a", href=f"/compare?a={session.id}&b={other.id}&step=12")
    assert steps(get(client, link.attrs["href"])) == ["12", "12"]
