"""A real table logged without scripts: every line answers, and nothing is dealt by the program."""

import pytest
from flask.testing import FlaskClient

from domain.game import Game
from domain.games import find
from domain.session.events import AttemptRefused, FeelingNoted, RulesTalked
from service.wiring import Services
from tests.web.conftest import Tables
from tests.web.reading import get, read, submit
from tests.web.table_logs import lines, log, now, path, played, set_up_of, table

LANTERN, LEPIDOPTERY, NOCTURNIS = map(find, ("lantern-moths", "lepidoptery", "nocturnis"))


def test_a_whole_session_of_each_game_is_logged_line_by_line(
    client: FlaskClient, each: Tables
) -> None:
    game, services = each.game, each.services
    play = played(game, 2, 5)
    session = table(services, game, "Ada", "Ben", headers=set_up_of(play))
    page = log(client, session, lines(play))
    logged = now(services, session)
    assert [move.event for move in logged.moves] == [
        event for turn in play.turns for event in turn.events
    ]
    assert logged.status == "finished"
    assert page.find(class_="outcome")
    assert "Close the session" in page.text


def test_what_nobody_saw_is_not_dealt(client: FlaskClient, services: Services) -> None:
    session = table(services, LEPIDOPTERY, "Ida", "Noor")
    log(client, session, ["4-5-6", "pass"])
    state = now(services, session).state
    assert {pile.known for pile in (*state.hands, *state.decks)} == {()}
    assert {len(h) + len(d) for h, d in zip(state.hands, state.decks, strict=True)} == {38, 35}


def test_a_drawn_moth_is_known_once_it_shows_itself(
    client: FlaskClient, services: Services
) -> None:
    session = table(services, LANTERN, "Ada", "Ben")
    log(client, session, ["d", "e2b2"])
    state = now(services, session).state
    assert len(state.hands[0]) == 5
    assert state.moths[4] == ("E2",)


def test_a_flip_without_its_face_asks_for_it_with_every_face_to_press(
    client: FlaskClient, services: Services
) -> None:
    session = table(services, LANTERN, "Ada", "Ben")
    page = get(client, path(session))
    response = submit(client, page, "/table/act", text="fb1")
    assert response.status_code == 422
    asked = read(response)
    assert "the face of b1" in asked.one(class_="trouble").text
    faces = [
        b.attrs["value"] for b in asked.find("button", name="quick") if "b1" in b.attrs["value"]
    ]
    assert "fb1 = V" in faces
    assert len(faces) == 5
    submit(client, asked, "/table/act", quick="fb1 = V")
    assert now(services, session).state.faces[7] == "V"


def test_the_next_habitat_is_asked_for_before_the_rounds_last_action_counts(
    client: FlaskClient, services: Services
) -> None:
    session = table(services, NOCTURNIS, "Ada")
    page = read(submit(client, get(client, path(session)), "/table/act", text="a1a2b1c1"))
    page = (
        page if page.find(class_="trouble") else read(submit(client, page, "/table/act", text="n"))
    )
    asked = page.one(class_="trouble")
    assert "the next habitat card" in asked.text
    shapes = [button.attrs["value"] for button in asked.find("button", name="quick")]
    assert "n > Tee" in shapes
    assert len(shapes) == len({*session.rules.components.habitats})
    submit(client, page, "/table/act", quick="n > Tee")
    assert now(services, session).state.habitat == "Tee"


def test_a_refused_line_says_why_and_offers_what_happened(
    client: FlaskClient, services: Services
) -> None:
    """climb.beat: 5-5 is beaten by a higher lowest card, or by the same one in more cards."""
    session = table(services, LEPIDOPTERY, "Ida", "Noor")
    page = log(client, session, ["5-5"])
    response = submit(client, page, "/table/act", text="4-4-4")
    assert response.status_code == 422
    page = read(response)
    trouble = page.one(class_="trouble")
    assert "is refused" in trouble.text
    assert "climb.beat" in trouble.text
    assert "They played it anyway" in trouble.text
    assert page.one("input", id="line").attrs["value"] == "4-4-4"
    nearest = [b.attrs["value"] for b in trouble.find("button", name="quick")]
    assert nearest
    before = now(services, session)
    for text in nearest:
        action = LEPIDOPTERY.notation.read(before.state, text).action
        assert action in LEPIDOPTERY.legal_actions(before.state)


def test_what_they_played_anyway_stands_with_its_clause_and_the_game_goes_on(
    client: FlaskClient, services: Services
) -> None:
    session = table(services, LEPIDOPTERY, "Ida", "Noor")
    page = log(client, session, ["5-5"])
    page = read(submit(client, page, "/table/act", text="4-4-4", way="irregular"))
    stands = now(services, session)
    assert stands.irregular[2].clauses == ("climb.beat",)
    assert "irregular, climb.beat" in page.one(class_="acts").text
    assert stands.state.area[-1].ranks == (4, 4, 4)
    log(client, session, ["5"])
    assert now(services, session).last_step == 3


def test_a_flip_against_the_rules_is_asked_for_its_face_too(
    client: FlaskClient, services: Services
) -> None:
    """turn.flip.adjacent: a1 lies cornerwise to the middle tile."""
    session = table(services, LANTERN, "Ada", "Ben")
    page = get(client, path(session))
    response = submit(client, page, "/table/act", text="fa1", way="irregular")
    assert response.status_code == 422
    asked = read(response).one(class_="trouble")
    assert "the face of a1" in asked.text
    violet = next(b for b in asked.find("button") if b.attrs["value"] == "fa1 = V")
    form = read(response).one("form", class_="log")
    sent = {"quick": "fa1 = V"} | {
        name: form.one("input", name=name).attrs["value"]
        for name in ("csrf_token", "key", "version")
    }
    client.post(violet.attrs["formaction"], data=sent)
    stands = now(services, session)
    assert stands.irregular[1].clauses == ("turn.flip.adjacent",)
    assert stands.state.faces[6] == "V"


def test_what_they_were_told_no_is_an_attempt_and_changes_nothing(
    client: FlaskClient, services: Services
) -> None:
    session = table(services, LEPIDOPTERY, "Ida", "Noor")
    page = log(client, session, ["5-5"])
    submit(client, page, "/table/act", text="4-4-4", way="told-no")
    stands = now(services, session)
    (attempt,) = stands.aside(AttemptRefused)
    assert attempt.event.clauses == ("climb.beat",)
    assert attempt.event.seat == 1
    assert stands.last_step == 1


def test_an_impossible_card_names_the_possible_ones(
    client: FlaskClient, services: Services
) -> None:
    """Two Emerald tiles: with both up, no third one can turn up."""
    session = table(services, LANTERN, "Ada", "Ben")
    page = log(client, session, ["fb1e"])
    response = submit(client, page, "/table/act", text="fb3e")
    assert response.status_code == 422
    asked = read(response)
    values = {b.attrs["value"] for b in asked.one(class_="trouble").find("button", name="quick")}
    assert {"fb3 = B", "fb3 = R", "fb3 = V", "fb3 = X"} <= values
    assert "fb3 = E" not in values


@pytest.mark.parametrize(
    ("game", "line", "near"),
    [
        (LANTERN, "lb22", "lb2"),
        (LEPIDOPTERY, "passs", "pass"),
        (NOCTURNIS, "a1c1a2a", "A: a2a1b1c1"),
    ],
)
def test_a_line_that_is_mistyped_shows_the_nearest_readings(
    client: FlaskClient, services: Services, game: Game, line: str, near: str
) -> None:
    session = table(services, game, "Ada", "Ben")
    page = get(client, path(session))
    response = submit(client, page, "/table/act", text=line)
    assert response.status_code == 422
    trouble = read(response).one(class_="trouble")
    assert near in {b.attrs["value"] for b in trouble.find("button", name="quick")}
    assert now(services, session).last_step == 0


def test_a_line_that_is_like_none_shows_examples(client: FlaskClient, each: Tables) -> None:
    session = table(each.services, each.game, "Ada", "Ben")
    page = get(client, path(session))
    response = submit(client, page, "/table/act", text="qqq")
    assert response.status_code == 422
    trouble = read(response).one(class_="trouble")
    assert not trouble.find("button", name="quick")
    hint = page.one("input", id="line").attrs["placeholder"]
    assert trouble.text.endswith(f". For example: {hint}")
    assert now(each.services, session).last_step == 0


def test_a_line_says_what_it_lays_and_beats(client: FlaskClient, services: Services) -> None:
    session = table(services, LEPIDOPTERY, "Ida", "Noor")
    assert "Nothing to beat: Ida leads" in get(client, path(session)).one(class_="beat").text
    for line, short, does in (
        ("5", "5", "single 5 leads"),
        ("t8j", "8-8-8", "triple of 8s, the Joker as 8, leads"),
    ):
        told = client.get(f"{path(session)}/line?text={line}").get_json()
        assert (told["kind"], told["short"], told["words"]) == ("ok", short, f"Ida: {does}")
    log(client, session, ["55"])
    told = client.get(f"{path(session)}/line?text=88").get_json()
    assert (told["short"], told["words"]) == ("8-8", "Noor: pair of 8s beats 5-5")


def test_taps_make_the_line_that_would_be_typed(client: FlaskClient, services: Services) -> None:
    lepidoptery = table(services, LEPIDOPTERY, "Ida", "Noor")
    page = get(client, path(lepidoptery))
    submit(client, page, "/table/act", what="t@", at="8", more="j")
    assert now(services, lepidoptery).moves[-1].event.ranks == (8, 8, 8)
    lantern = table(services, LANTERN, "Ada", "Ben")
    page = get(client, path(lantern))
    submit(client, page, "/table/act", what="f@ = R", at="b1")
    assert now(services, lantern).state.faces[7] == "R"
    nocturnis = table(services, NOCTURNIS, "Ada", "Ben")
    page = get(client, f"{path(nocturnis)}?seat=1")
    submit(client, page, "/table/act", at=["a1", "c1", "a2"])
    marked = now(services, nocturnis).moves[-1].event
    assert marked.seat == 1
    assert set(marked.squares) == {"a1", "b1", "c1", "a2"}


def test_two_recorders_at_once_the_second_is_told_and_keeps_the_line(
    client: FlaskClient, services: Services
) -> None:
    session = table(services, LEPIDOPTERY, "Ida", "Noor")
    page = get(client, path(session))
    log(client, session, ["5"])
    response = submit(client, page, "/table/act", text="6-6")
    assert response.status_code == 409
    late = read(response)
    assert "Somebody else recorded first" in late.text
    assert late.one("input", id="line").attrs["value"] == "6-6"
    assert now(services, session).last_step == 1


def test_where_all_act_at_once_two_recorders_do_not_stand_in_each_others_way(
    client: FlaskClient, services: Services
) -> None:
    session = table(services, NOCTURNIS, "Ada", "Ben", "Cleo")
    page = get(client, path(session))
    log(client, session, ["A: d", "A: d"])
    assert submit(client, page, "/table/act", text="B: d").status_code == 200


def test_a_line_that_is_sent_twice_is_recorded_once(
    client: FlaskClient, services: Services
) -> None:
    session = table(services, LEPIDOPTERY, "Ida", "Noor")
    page = get(client, path(session))
    for _ in range(2):
        assert submit(client, page, "/table/act", text="5").status_code == 200
    assert now(services, session).last_step == 1


def test_the_last_action_is_taken_back_with_what_followed_from_it(
    client: FlaskClient, services: Services
) -> None:
    session = table(services, LEPIDOPTERY, "Ida", "Noor")
    page = log(client, session, ["5", "pass"])
    assert now(services, session).last_step > 2
    button = page.one("button", name="step")
    page = read(submit(client, page, "/table/take-back", step=button.attrs["value"]))
    assert now(services, session).last_step == 1
    assert "Noor passes" not in page.one(class_="acts").text


def test_what_happens_beside_the_game_is_one_form_each(
    client: FlaskClient, services: Services
) -> None:
    session = table(services, LEPIDOPTERY, "Ida", "Noor")
    page = log(client, session, ["5"])
    page = read(submit(client, page, "/aside/feeling", felt="1 confused"))
    pressed = [b for b in page.find("button", name="felt") if b.attrs["aria-pressed"] == "true"]
    assert [b.attrs["value"] for b in pressed] == ["1 confused"]
    page = read(
        submit(
            client, page, "/aside/talk",
            kind="dispute", clause="climb.beat", text="same rank", seconds="95",
        )
    )  # fmt: skip
    assert "rules 1:35" in page.text
    page = read(submit(client, page, "/aside/note", text="Noor sighs", tags="mood, climb"))
    page = read(submit(client, page, "/aside/item", text="Print the climb on the board"))
    assert "Print the climb on the board" in page.one(class_="items").text
    item = page.one("button", name="item").attrs["value"]
    page = read(submit(client, page, "/aside/item-done", item=item))
    assert not page.find(class_="items")
    page = read(submit(client, page, "/aside/pause", reason="break"))
    assert page.one(class_="clk").text.endswith("paused")
    page = read(submit(client, page, "/aside/resume"))
    assert "paused" not in page.one(class_="clk").text
    stands = now(services, session)
    assert stands.aside(FeelingNoted)[0].event.step == 1
    assert stands.aside(RulesTalked)[0].event.seconds == 95
    assert stands.notes[0].event.tags == ("mood", "climb")
    assert stands.last_step == 1


def test_an_attempt_in_words_needs_its_clause(client: FlaskClient, services: Services) -> None:
    session = table(services, LANTERN, "Ada", "Ben")
    page = get(client, path(session))
    refused = submit(client, page, "/aside/attempt", said="take a wick back")
    assert refused.status_code == 422
    submit(client, page, "/aside/attempt", said="take a wick back", clause="turn.light", seat="1")
    (attempt,) = now(services, session).aside(AttemptRefused)
    assert attempt.event.said == "take a wick back"
    assert attempt.event.seat == 1


def test_a_clause_that_the_rulebook_lacks_is_refused(
    client: FlaskClient, services: Services
) -> None:
    session = table(services, LANTERN, "Ada", "Ben")
    page = get(client, path(session))
    response = submit(client, page, "/aside/talk", kind="ruling", clause="turn.dance")
    assert response.status_code == 422
    assert "no clause" in read(response).one(class_="notices").text


def test_a_session_left_in_the_middle_keeps_its_log_and_the_reason(
    client: FlaskClient, services: Services
) -> None:
    session = table(services, NOCTURNIS, "Ada", "Ben")
    page = log(client, session, ["A: d", "A: d"])
    replay = read(submit(client, page, "/table/stop", reason="the last tram"))
    assert "the last tram" in replay.text
    assert now(services, session).status == "abandoned"
    page = get(client, path(session))
    assert not page.find("input", id="line")


def test_a_log_typed_in_afterwards_has_no_clock(client: FlaskClient, services: Services) -> None:
    session = table(services, LEPIDOPTERY, "Ida", "Noor", timed=False)
    page = log(client, session, ["5"])
    assert page.one(class_="clk").text == "typed in afterwards"
    assert not page.find("span", class_="chip warn")
    assert all(not t.text for t in page.find(class_="tm"))


@pytest.mark.parametrize("text", ["5", "t8j", "44", ""])
def test_a_line_is_read_while_it_is_typed(
    client: FlaskClient, services: Services, text: str
) -> None:
    session = table(services, LEPIDOPTERY, "Ida", "Noor")
    seen = client.get(f"{path(session)}/line", query_string={"text": text}).get_json()
    expected = {"5": "ok", "t8j": "ok", "44": "ok", "": "blank"}[text]
    assert seen["kind"] == expected
    if text == "5":
        assert seen["words"] == "Ida: single 5 leads"


def test_the_table_of_a_session_that_is_played_here_is_no_page(
    client: FlaskClient, each: Tables
) -> None:
    session = each.open("Ada", "Ben")
    assert client.get(path(session)).status_code == 404
