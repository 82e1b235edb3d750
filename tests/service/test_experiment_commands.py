"""The commands that compare two sides and decide recorded sessions again."""

from pathlib import Path

import pytest

from analytics.experiments import Question, asked, find
from service.experiments import edition_of, running
from service.experiments.kept import MOST, Kept
from service.simulating import Stopped
from service.wiring import Services, build
from tests.service.command_line import Mothlog

QUICK = ("--games", "12", "--workers", "1")


def test_a_ready_made_question_is_answered_in_words_and_numbers(command: Mothlog) -> None:
    ran = command("experiment", "ghost-blocks", *QUICK)
    assert ran.code == 0
    assert "For how long does a Ghost stop the wicks on its tile?" in ran.out
    assert "Points a seat" in ran.out
    assert "Holm’s correction" in ran.out
    assert "12 with planted round, 12 with while present; seed experiment" in ran.out


def test_an_answer_is_kept_and_given_again(
    command: Mothlog, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = command("experiment", "lantern-moths", "ghost_blocks", *QUICK, "--json").json
    monkeypatch.setattr(running, "run", None)
    assert command("experiment", "ghost_blocks", *QUICK, "--json").json == first
    assert first["apart"] == ["ghost_blocks"]
    assert [side["label"] for side in first["sides"]] == ["planted_round", "while_present"]
    assert command("experiment", "ghost_blocks", *QUICK, "--again").code == 1


def test_every_ready_made_question_is_listed(command: Mothlog) -> None:
    listed = command("experiment", "--list", "--json").json["questions"]
    assert len(listed) == 13
    assert listed[0]["question"] == "flip_adjacency"
    plain = command("experiment", "--list").out
    assert all(question["question"] in plain for question in listed)


def test_stored_games_are_tagged_and_stand_in_the_statistics(command: Mothlog) -> None:
    found = command("experiment", "ghost_in_sets", *QUICK, "--record", "--json").json
    assert found["stored"]
    listed = command("sessions", "--limit", "50", "--json").json["sessions"]
    assert len(listed) == 24
    tags = {tuple(session["tags"]) for session in listed}
    assert tags == {("experiment", found["key"], label) for label in ("no", "any_colour")}
    points = next(each for each in found["compared"] if each["key"] == "points")
    ids = {session["id"] for session in listed}
    for pair in points["behind"]:
        assert {pair["one"], pair["other"]} <= {id_.replace("-", "") for id_ in ids}


def test_an_own_question_compares_one_side_with_the_default(command: Mothlog) -> None:
    ran = command("experiment", "lantern-moths", "--side", "ghost_on_full_tile=yes", *QUICK)
    assert ran.code == 0
    assert "no and yes: what differs?" in ran.out


def test_people_are_compared_with_bots(command: Mothlog) -> None:
    command("demo")
    sides = ("--side", "bots=random", "--side", "by=people")
    found = command("experiment", "lantern-moths", *sides, *QUICK, "--json").json
    assert [side["recorded"] for side in found["sides"]] == [False, True]
    assert found["sides"][1]["games"] > 10
    assert found["question"]["arms"][1]["recorded"]["seats"] == [3]
    assert found["apart"] == ["who"]


def test_an_interrupted_experiment_goes_on_where_it_stood(tmp_path: Path) -> None:
    services = build(tmp_path)
    question = _asked(services, games=30)
    told: list[int] = []
    with pytest.raises(Stopped, match="stopped: 10 of 30 games a side are kept"):
        running.answer_of(services, question, report=told.append, stop=lambda: len(told) > 1)
    half = next((tmp_path / "experiments").glob("*.half"))
    with half.open("ab") as file:
        file.write(b"[10,20,[[[[8.0,")  # the end came while a line was written
    resumed = running.answer_of(services, question, report=told.append)
    assert told[:3] == [0, 10, 10]
    whole = running.answer_of(build(tmp_path / "other"), question)
    assert resumed.compared == whole.compared
    assert not list((tmp_path / "experiments").glob("*.half"))
    services.close()


def test_games_that_were_stored_before_the_end_are_not_stored_twice(
    tmp_path: Path,
) -> None:
    """The chunk was stored, and the end came before it was written down."""
    services = build(tmp_path)
    question, told = _asked(services, games=20), list[int]()
    with pytest.raises(Stopped):
        running.answer_of(
            services, question, store=True, report=told.append, stop=lambda: len(told) > 1
        )
    half = next((tmp_path / "experiments").glob("*.half"))
    half.write_bytes(half.read_bytes().splitlines(keepends=True)[0])
    assert len(services.store.session_ids()) == 20
    found = running.answer_of(services, question, store=True)
    assert len(services.store.session_ids()) == 40
    assert found.stored
    services.close()


def _asked(services: Services, games: int) -> Question:
    ready = find("ghost_blocks")
    assert ready is not None
    return asked(ready, edition_of(services, ready.game), games=games)


def test_no_more_answers_are_kept_than_may_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.experiments.kept.MOST", 2)
    assert MOST == 200
    services = build(tmp_path)
    kept = Kept(tmp_path)
    for games in (12, 13, 14):
        running.answer_of(services, _asked(services, games))
    assert [answer.question.games for answer in kept.answers()] == [14, 13]
    damaged = next((tmp_path / "experiments").glob("*.json"))
    damaged.write_bytes(b"{")
    assert len(kept.answers()) == 1
    services.close()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "expected a question (--list names them), or a game and --side"),
        (("nothing",), "no question 'nothing', expected one of: flip_adjacency"),
        (("lantern-moths",), "expected a question (--list names them) or --side"),
        (("chess", "ghost_blocks"), "there is no game 'chess'"),
        (("lantern-moths", "token_supply"), "no question 'token_supply'"),
        (("ghost_blocks", "--seats", "9"), "9 seats, expected 2 to 4"),
        (("ghost_blocks", "--bots", "clever"), "there is no bot 'clever'"),
        (("lantern-moths", "--side", "ghosts"), "'ghosts' found, expected NAME=VALUE"),
        (("lantern-moths", "--side", "x=y"), "there is no option 'x'"),
        (("lantern-moths", "--side", "by=people,ghost_blocks=x"), "as they were played"),
        (("lantern-moths", "--side", "default"), "two sides are the same"),
        (("lantern-moths", "--side", "edition=none-such"), "none-such"),
    ],
)
def test_what_cannot_be_asked_is_said_in_one_line(
    command: Mothlog, arguments: tuple[str, ...], said: str
) -> None:
    ran = command("experiment", *arguments)
    assert ran.code in (1, 2)
    assert said in ran.err
    assert ran.err.count("\n") == 1


def test_recorded_sessions_are_decided_again(command: Mothlog) -> None:
    command("demo")
    asked = ("counterfactual", "lantern-moths", "--option", "ghost_blocks=while_present")
    found = command(*asked, "--workers", "1", "--json").json
    assert found["sessions"] > 30
    assert found["filters"]["played_by"] == "people"
    assert found["basis"]["counted"] == found["sessions"]
    assert found["clauses"]["end.ghost"] == found["shares"][0]["count"]
    assert all(each["divergence"] for each in found["otherwise"])
    plain = command(*asked, "--workers", "1")
    assert "would go otherwise" in plain.out
    assert "a Ghost blocks" in plain.out
    for left in found["basis"]["left_out"]:
        assert f"left out: {left['count']:,} {left['reason']}" in plain.out
    few = command(*asked, "--by", "mixed", "--json").json
    assert few["sessions"] < found["sessions"]


def test_a_ruling_that_the_game_has_not_is_refused(command: Mothlog) -> None:
    ran = command("counterfactual", "lantern-moths", "--option", "ghost_blocks=never")
    assert ran.code == 2
    assert "option ghost_blocks: 'never' found, expected one of" in ran.err
    assert command("counterfactual", "lantern-moths").code == 2
