"""An earlier action set right: what changes is shown first, and the log as it happened stays."""

from flask.testing import FlaskClient

from domain.games import find
from domain.session import Session
from service.wiring import Services
from tests.web.reading import Element, get, read, submit
from tests.web.table_logs import lines, log, now, path, played, set_up_of, table

LANTERN, LEPIDOPTERY, NOCTURNIS = map(find, ("lantern-moths", "lepidoptery", "nocturnis"))


def amending(client: FlaskClient, session: Session, step: int) -> Element:
    return get(client, f"{path(session)}/amend/{step}")


def test_an_action_fifty_steps_ago_is_amended_without_entering_the_rest_again(
    client: FlaskClient, services: Services
) -> None:
    play = played(LANTERN, 2, 5)
    session = table(services, LANTERN, "Ada", "Ben", headers=set_up_of(play))
    texts = lines(play)[:40]
    log(client, session, texts)
    before = now(services, session)
    assert before.last_step > 50
    drawn = next(
        step
        for step, action in before.actions
        if before.game.notation.write(before.state_at(step - 1), action) == "d"
    )
    shown = amending(client, session, drawn)
    card = shown.one("input", name="text").attrs["value"]
    assert card.startswith("d = ")
    shown = read(submit(client, shown, f"/amend/{drawn}", text="d"))
    changed = shown.one(class_="changes")
    assert changed.text.startswith("1 action comes out differently")
    assert now(services, session).version == before.version
    submit(client, shown, f"/amend/{drawn}", text="d", record="1")
    after = now(services, session)
    assert after.last_step == before.last_step
    assert [move.event for at, move in enumerate(after.moves) if at != drawn] == [
        move.event for at, move in enumerate(before.moves) if at != drawn
    ]
    assert after.moves[drawn].event.card is None


def test_the_first_action_that_no_longer_fits_waits_to_be_settled(
    client: FlaskClient, services: Services
) -> None:
    """5 is beaten by 6; with 7 in its place the 6 no longer fits (climb.beat)."""
    session = table(services, LEPIDOPTERY, "Ida", "Noor")
    log(client, session, ["5", "6-6", "8-8-8"])
    shown = read(submit(client, amending(client, session, 1), "/amend/1", text="7"))
    assert "no longer fits" in shown.text
    assert "2 actions would wait" in shown.text
    page = read(submit(client, shown, "/amend/1", text="7", record="1"))
    assert "2 actions wait after the amendment" in page.one(class_="settle").text
    assert "climb.beat" in page.one(class_="settle").text
    assert now(services, session).last_step == 1
    page = log(client, session, ["7-7"])  # in the place of the 6; the rest follows by itself
    stands = now(services, session)
    assert not stands.unsettled
    assert [move.event.ranks for move in stands.moves[1:]] == [(7,), (7, 7), (8, 8, 8)]
    assert not page.find(class_="settle")


def test_what_no_longer_fits_may_stand_as_it_was_played(
    client: FlaskClient, services: Services
) -> None:
    session = table(services, LEPIDOPTERY, "Ida", "Noor")
    log(client, session, ["5", "6-6", "8-8-8"])
    shown = read(submit(client, amending(client, session, 1), "/amend/1", text="7"))
    page = read(submit(client, shown, "/amend/1", text="7", record="1"))
    submit(client, page, "/table/settle", way="irregular")
    stands = now(services, session)
    assert stands.irregular[2].clauses == ("climb.beat",)
    assert stands.last_step == 3
    assert not stands.unsettled


def test_an_amendment_against_the_rules_names_the_clause_and_may_stand(
    client: FlaskClient, services: Services
) -> None:
    session = table(services, LEPIDOPTERY, "Ida", "Noor")
    log(client, session, ["5", "6-6"])
    response = submit(client, amending(client, session, 2), "/amend/2", text="4-4")
    assert response.status_code == 422
    shown = read(response)
    assert "climb.beat" in shown.one(class_="notice").text
    shown = read(submit(client, shown, "/amend/2", text="4-4", way="irregular"))
    submit(client, shown, "/amend/2", text="4-4", way="irregular", record="1")
    assert now(services, session).irregular[2].clauses == ("climb.beat",)


def test_cards_that_showed_themselves_later_are_told_to_the_set_up(
    client: FlaskClient, services: Services
) -> None:
    session = table(services, LEPIDOPTERY, "Ida", "Noor")
    page = log(client, session, ["5"])
    link = page.one(class_="seen").one("a")
    assert "24 cards unseen" in link.text
    shown = get(client, link.attrs["href"])
    sent = {"set__up__hand__a": "5 5 6", "set__up__hand__b": ""}
    shown = read(submit(client, shown, "/amend/0", **sent))
    submit(client, shown, "/amend/0", record="1", **sent)
    hand = now(services, session).state.hands[0]
    assert hand.known == ("5", "6")
    assert hand.unknown == 9


def test_what_is_amended_is_told_in_the_replay_and_the_log_as_it_happened_stays(
    client: FlaskClient, services: Services
) -> None:
    session = table(services, LEPIDOPTERY, "Ida", "Noor")
    log(client, session, ["5", "6-6", "8-8-8"])
    shown = read(submit(client, amending(client, session, 2), "/amend/2", text="7-7"))
    submit(client, shown, "/amend/2", text="7-7", record="1", reason="misheard")
    replay = get(client, f"/sessions/{session.id}?step=3")
    steps = [row.text for row in replay.find("a", class_="ev")]
    assert "Noor plays 7-7" in steps[2]
    assert "amended" in steps[2]
    assert "amended" not in steps[3]
    assert "6-6" not in "".join(steps)
    assert "1 amended" in replay.text
    kept = get(client, f"/sessions/{session.id}?step=3&taken=1").one(class_="gone")
    assert "misheard" in kept.text
    assert "Noor plays 6-6" in kept.text
    assert "8-8-8" not in kept.text


def test_an_irregular_play_is_marked_in_the_replay_at_its_step(
    client: FlaskClient, services: Services
) -> None:
    session = table(services, LEPIDOPTERY, "Ida", "Noor")
    page = log(client, session, ["5-5"])
    submit(client, page, "/table/act", text="4-4-4", way="irregular")
    log(client, session, ["5", "pass"])
    replay = get(client, f"/sessions/{session.id}?step=2")
    assert "irregular, climb.beat" in replay.one(id="part-table").text
    rows = replay.find("a", class_="ev")
    assert ["irregular" in row.text for row in rows[:4]] == [False, False, True, False]
    after = get(client, f"/sessions/{session.id}?step=3")
    assert "irregular" not in after.one(id="part-table").text
    assert after.find("a", class_="m-irregular")


def test_what_happened_beside_the_game_stands_in_the_log_where_it_happened(
    client: FlaskClient, services: Services
) -> None:
    session = table(services, LEPIDOPTERY, "Ida", "Noor")
    page = log(client, session, ["5-5"])
    page = read(submit(client, page, "/table/act", text="4-4-4", way="told-no"))
    page = read(submit(client, page, "/aside/feeling", felt="1 bored"))
    submit(client, page, "/aside/talk", kind="ruling", clause="climb.beat", seconds="70")
    log(client, session, ["6"])
    replay = get(client, f"/sessions/{session.id}?step=2")
    remarks = [remark.text for remark in replay.find(class_="nt")]
    assert any("Noor is told no: Play 4-4-4" in remark for remark in remarks)
    assert any(remark == "Noor : bored" for remark in remarks)
    assert any("A ruling, 1 min 10 s" in remark and "climb.beat" in remark for remark in remarks)


def test_after_a_take_back_and_an_amendment_the_replay_is_the_game_as_it_stands(
    client: FlaskClient, services: Services
) -> None:
    play = played(NOCTURNIS, 2, 3)
    session = table(services, NOCTURNIS, "Ada", "Ben", headers=set_up_of(play))
    page = log(client, session, lines(play)[:14])
    step = page.one("button", name="step").attrs["value"]
    submit(client, page, "/table/take-back", step=step)
    stands = now(services, session)
    first = stands.actions[0]
    line = stands.game.notation.write(stands.state_at(first[0] - 1), first[1])
    shown = amending(client, session, first[0])
    response = submit(client, shown, f"/amend/{first[0]}", text=line, record="1")
    assert response.status_code == 200, read(response).text
    stands = now(services, session)
    replay = get(client, f"/sessions/{session.id}")
    rows = replay.find("a", class_="ev")
    assert len(rows) == stands.last_step + 1
    film = [int(row.attrs["data-step"]) for row in rows]
    assert film == [*range(stands.last_step + 1)]
