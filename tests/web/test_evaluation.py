"""Chances to win beside the replay and hints at the table: for whom they are, and for whom not."""

from collections.abc import Sequence
from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient
from msgspec.structs import replace

from analytics.bots.evaluating import EVALUATOR, Evaluation
from analytics.bots.hints import Hint
from analytics.swings import Stand, steps_of
from domain.games import GAMES
from domain.session import Session
from service.evaluating import Evaluated, Gap, Hints, Kept
from service.evaluating.hints import Busy
from service.wiring import Services
from tests.web.conftest import Tables
from tests.web.reading import Element, get, read, submit

AT = datetime(2026, 11, 30, tzinfo=UTC)
TURNS = (3, 5)  # of the evaluated steps, those at which the chances turn over


def kept(services: Services, session: Session, view: str = "all", gap: int = 0) -> list[int]:
    """Keep made-up chances that turn over twice; return the steps of the actions that did it."""
    steps = steps_of(session)
    chances = [
        (0.9, 0.1) if TURNS[0] <= nth < TURNS[1] else (0.2, 0.8) for nth in range(len(steps))
    ]
    stands = [Stand(step, Evaluation(c, 200)) for step, c in zip(steps, chances, strict=True)]
    gaps = (Gap(gap, session.last_step, "too little is known"),) if gap else ()
    known = tuple(stand for stand in stands if not gap or stand.step < gap)
    found = Evaluated(session.id.hex, session.version, view, EVALUATOR, 200, AT, known, gaps)
    Kept(services.data).keep(found)
    return [steps[nth - 1] + 1 for nth in TURNS]


def lines(client: FlaskClient, session: Session, query: str = "") -> Any:
    """Fetch the lines."""
    return client.get(f"/sessions/{session.id}/lines.json?{query}").get_json()


def chance(found: Any) -> Any:
    """Return the line of chances."""
    return next(one for one in found["lines"] if one["name"] == "chance")


def marks(page: Element) -> list[int]:
    """Return the steps of turning points above the track."""
    return [int(mark.attrs["data-step"]) for mark in page.find("a", class_="m-turning")]


@pytest.mark.parametrize(
    "change",
    [
        {"stands": (Stand(9_999, Evaluation((0.5, 0.5), 200)),)},
        {"stands": (Stand(2, Evaluation((0.5, 0.5), 9)), Stand(1, Evaluation((0.5, 0.5), 9)))},
        {"stands": (Stand(1, Evaluation((0.5, 0.3, 0.2), 200)),)},
        {"stands": (Stand(1, Evaluation((1.5, -0.5), 200)),)},
        {"stands": (Stand(1, Evaluation((0.5, 0.5), -1)),)},
        {"stands": (Stand(1, Evaluation((0.5, 0.5), 9, 1e300)),)},
        {"games": 0},
        {"gaps": (Gap(1, 10**12, "x"),)},
    ],
)
def test_a_kept_file_that_cannot_be_of_its_session_is_none(
    client: FlaskClient, tables: Tables, services: Services, change: dict[str, Any]
) -> None:
    session = tables.finished(2)
    kept(services, session)
    found = Kept(services.data).find(session, "all")
    assert found is not None
    Kept(services.data).keep(replace(found, **change))
    assert Kept(services.data).find(session, "all") is None
    assert client.get(f"/api/sessions/{session.id}/evaluation?view=all").json["state"] == "none"


def test_chances_are_a_line_with_ranges_and_turning_points_are_marks(
    client: FlaskClient, tables: Tables, services: Services
) -> None:
    session = tables.finished(2)
    turns = kept(services, session)
    found = lines(client, session)
    line = chance(found)
    assert line["unit"] == "% chance"
    assert {len(t["y"]) for t in line["figure"]["data"]} == {session.last_step + 1}
    assert line["figure"]["data"][0]["y"][0] == 20
    low, high = found["chance"]["ranges"][0][0]
    assert low < 20 < high
    assert "200 games played on after each action" in line["about"]
    page = get(client, f"/sessions/{session.id}")
    assert sorted(marks(page)) == turns
    part = client.get(f"/sessions/{session.id}/evaluation").text
    assert all(f'data-step="{step}"' in part for step in turns)
    assert "20 → 90" in part
    # Wilson of 180 of 200: (0.9 + 0.0096 ± sqrt(0.0192 · (0.09 + 0.0048))) / 1.0192
    assert "(85 to 93)" in part
    assert "before 15 to 26, after 85 to 93" in part


def test_turning_points_stand_largest_first_or_by_step(
    client: FlaskClient, tables: Tables, services: Services
) -> None:
    session = tables.finished(2)
    steps = steps_of(session)
    shares = [0.3 if nth >= 9 else 0.9 if nth >= 3 else 0.5 for nth in range(len(steps))]
    stands = tuple(
        Stand(k, Evaluation((s, 1 - s), 200)) for k, s in zip(steps, shares, strict=True)
    )
    found = Evaluated(session.id.hex, session.version, "all", EVALUATOR, 200, AT, stands)
    Kept(services.data).keep(found)
    small, large = steps[2] + 1, steps[8] + 1
    for query, order in (("", [large, small]), ("?order=step", [small, large])):
        part = get(client, f"/sessions/{session.id}/evaluation{query}")
        listed = [a.attrs["data-step"] for a in part.find("a", class_="ev")]
        assert listed == [str(step) for step in order]
        assert part.one("a", aria_current="true").attrs["data-order"] == query[-4:]


def test_what_a_view_knew_has_chances_of_its_own(
    client: FlaskClient, tables: Tables, services: Services
) -> None:
    session = tables.finished(2)
    kept(services, session, view="1")
    assert lines(client, session)["chance"]["state"] == "none"
    assert "from what bot 1 saw then" in chance(lines(client, session, "view=1"))["about"]
    assert lines(client, session, "view=1-now")["chance"]["state"] == "ready"
    assert lines(client, session, "view=0")["chance"]["state"] == "none"


def test_while_what_comes_next_is_hidden_nothing_of_it_is_told(
    client: FlaskClient, tables: Tables, services: Services
) -> None:
    session = tables.finished(2)
    first, second = kept(services, session, view="0")
    assert lines(client, session, f"view=all&hide=1&step={first}")["chance"] is None
    steps = steps_of(session)
    cut = steps[steps.index(first - 1) + 1]
    hidden = f"view=0&hide=1&step={cut}"
    line = chance(lines(client, session, hidden))
    assert {len(t["y"]) for t in line["figure"]["data"]} == {cut + 1}
    assert marks(get(client, f"/sessions/{session.id}?{hidden}")) == [first]
    part = client.get(f"/sessions/{session.id}/evaluation?{hidden}").text
    assert f'data-step="{first}"' in part
    assert f'data-step="{second}"' not in part
    assert (
        f"step={second}"
        not in client.get(f"/sessions/{session.id}/lines?line=chance&{hidden}").text
    )


def test_steps_without_a_value_say_why(
    client: FlaskClient, tables: Tables, services: Services
) -> None:
    session = tables.finished(2)
    kept(services, session, gap=30)
    line = chance(lines(client, session))
    assert line["figure"]["data"][0]["y"][29] is not None
    assert set(line["figure"]["data"][0]["y"][30:]) == {None}
    assert f"No value at step 30 to {session.last_step}: too little is known." in line["about"]
    table = client.get(f"/sessions/{session.id}/lines?line=chance").text
    assert "too little is known" in table


def test_a_session_that_goes_on_has_no_chances_for_anybody(
    client: FlaskClient, tables: Tables
) -> None:
    session = tables.open("Ada", "Ben")
    page = get(client, f"/sessions/{session.id}/play")
    submit(client, page, "/play/here")
    home = f"/sessions/{session.id}"
    for view in ("all", "public", "0", "1"):
        assert lines(client, session, f"view={view}")["chance"] is None
        assert client.get(f"{home}/evaluation?view={view}").status_code == 404
        assert client.get(f"{home}/lines?line=chance&view={view}").status_code == 404
        assert client.get(f"/api{home}/evaluation?view={view}").status_code == 403
    started = client.post(f"/api{home}/evaluation", json={})
    assert started.status_code == 403
    form = get(client, f"{home}/play")
    token = form.find("input", name="csrf_token")[0].attrs["value"]
    answer = client.post(f"{home}/evaluation", data={"csrf_token": token, "view": "all"})
    assert answer.status_code == 422


def test_without_scripts_they_are_asked_for_on_a_page(
    client: FlaskClient, tables: Tables, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(
        "service.evaluating.Background.start", lambda self, _, *how: asked.append(how)
    )
    session = tables.finished(2)
    page = get(client, f"/sessions/{session.id}/lines?line=chance&view=1")
    answer = submit(client, page, "/evaluation", follow=False)
    assert asked == [(1, "address 127.0.0.1")]
    assert answer.headers["Location"].endswith("lines?line=chance&view=1")
    kept(services, session)
    shown = client.get(f"/sessions/{session.id}/lines?line=chance").text
    assert "Turning points" in shown
    assert "Chance to win by step" in shown


def test_the_api_tells_what_is_kept(
    client: FlaskClient, tables: Tables, services: Services
) -> None:
    session = tables.finished(2)
    turns = kept(services, session)
    told = client.get(f"/api/sessions/{session.id}/evaluation").get_json()
    assert told["state"] == "evaluated"
    assert [row["step"] for row in told["steps"]] == steps_of(session)
    assert sorted(row["first"] for row in told["turning_points"]) == turns
    assert client.post(f"/api/sessions/{session.id}/evaluation", json={}).status_code == 202
    other = client.get(f"/api/sessions/{session.id}/evaluation?view=public").get_json()
    assert other["state"] == "none"


# --- hints -----------------------------------------------------------------------------


class Asked:
    """Stands in for the process that searches, and keeps what it was asked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, busy: bool = False) -> None:
        self.views: list[Any] = []
        self.seeds: list[str] = []
        self.games = 50
        self.busy = busy
        monkeypatch.setattr(Hints, "ask", lambda hints, *asked: self.answer(*asked))

    def answer(self, game: str, rules: str, view: Any, seat: int, seed: str) -> Sequence[Hint]:
        """Name the first legal actions."""
        if self.busy:
            raise Busy("several hints are on the way")
        self.views.append(view)
        self.seeds.append(seed)
        legal = GAMES[game].legal_actions(view, seat)[:3]
        return [Hint(action, self.games, 100, 0.4) for action in legal]


def seated(client: FlaskClient, tables: Tables) -> tuple[Session, Element]:
    """Open a session beside a bot, and the play page of the one person."""
    names = ("Ada", "bot 1")[: tables.game.seats[-1]]
    session = tables.open(*names)
    home = f"/sessions/{session.id}/play"
    submit(client, get(client, home), "/play/here")
    rng = Random(2)
    session = tables.services.store.load(session.id)
    while session.status == "live" and 0 not in session.game.to_act(session.state):
        action = rng.choice(session.game.legal_actions(session.state))
        session = tables.services.recorder.act(session.id, action, version=session.version).session
    return session, get(client, home)


def test_a_hint_rests_on_what_the_seat_sees_and_records_nothing(
    client: FlaskClient, each: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Asked(monkeypatch)
    session, page = seated(client, each)
    answer = submit(client, page, "/play/hint")
    assert answer.status_code == 200
    assert asked.views == [session.game.observe(session.state, 0)]
    assert "Tried in 50 of 100 games" in answer.text
    assert each.services.store.load(session.id).version == session.version


def test_what_was_hardly_tried_has_no_chance_and_the_other_a_range(
    client: FlaskClient, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Asked(monkeypatch)
    _, page = seated(client, tables)
    # Wilson of 20 of 50: (0.4 + 0.0384 ± sqrt(0.0768 · (0.24 + 0.0192))) / 1.0768
    assert "chance 40 % (28 to 54)" in submit(client, page, "/play/hint").text
    asked.games = 19
    few = submit(client, page, "/play/hint").text
    assert "Hardly tried, in 19 of 100 games" in few
    assert "chance" not in few
    assert len({*asked.seeds}) == 1  # the same position, asked again


def test_a_hint_can_be_taken(
    client: FlaskClient, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    Asked(monkeypatch)
    session, page = seated(client, tables)
    shown = read(submit(client, page, "/play/hint"))
    chosen = shown.find("button", name="action")[0].attrs["value"]
    submit(client, shown, "/play/act", action=chosen)
    assert tables.services.store.load(session.id).version > session.version


def test_nobody_else_gets_a_hint(
    client: FlaskClient, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Asked(monkeypatch)
    session, page = seated(client, tables)
    stranger = client.application.test_client()
    there = get(stranger, f"/sessions/{session.id}/play")
    token = there.find("input", name="csrf_token")[0].attrs["value"]
    answer = stranger.post(f"/sessions/{session.id}/play/hint", data={"csrf_token": token})
    assert answer.status_code == 400
    own = page.find("input", name="csrf_token")[0].attrs["value"]
    ended = tables.finished(2)
    answer = client.post(f"/sessions/{ended.id}/play/hint", data={"csrf_token": own})
    assert answer.status_code == 422
    assert asked.views == []


def test_when_many_ask_one_is_told_so(
    client: FlaskClient, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    Asked(monkeypatch, busy=True)
    _, page = seated(client, tables)
    answer = submit(client, page, "/play/hint")
    assert answer.status_code == 422
    assert "Several hints are on the way" in answer.text


def test_blind_mode_offers_no_hint(client: FlaskClient, tables: Tables) -> None:
    session = tables.finished(2)
    page = client.get(f"/sessions/{session.id}/blind?seat=all&step=0", follow_redirects=True)
    assert page.status_code == 200
    assert "play/hint" not in page.text
    assert "hance to win" not in page.text
