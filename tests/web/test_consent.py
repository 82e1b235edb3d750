"""Taking back what others have seen: each seat is asked on its own screen, and bots agree."""

from flask.testing import FlaskClient

from domain.session.events import TakeBackAnswered, TakeBackAsked, TakenBack
from service.wiring import Services
from tests.web.conftest import Tables
from tests.web.reading import Element, read
from tests.web.test_nocturnis_play import window
from tests.web.test_play import buttons, get, submit, take_table

A, B, C = range(3)


def asked(client: FlaskClient, tables: Tables) -> tuple[str, Element]:
    """Let Ada act in a window of her own and ask to take it back."""
    path = take_table(client, tables.open("Ada", "Ben", "Cleo"))
    for seat in (A, B, C):
        window(client, path, seat)
    page = get(client, f"{path}?seat=0")
    page = read(submit(client, page, "/act", action=buttons(page)[0].attrs["value"]))
    return path, read(submit(client, page, "/take-back"))


def answers(page: Element) -> list[str]:
    return [b.text for b in page.one(class_="asks").find("button")]


def test_each_seat_answers_in_its_own_window_and_the_last_yes_takes_it_back(
    client: FlaskClient, services: Services, tables: Tables
) -> None:
    path, mine = asked(client, tables)
    assert "Ben has not answered yet. Cleo has not answered yet." in mine.one(class_="asks").text
    assert answers(mine) == []
    assert not [f for f in mine.find("form") if f.attrs.get("action", "").endswith("/take-back")]
    for seat, name in ((B, "Ben"), (C, "Cleo")):
        page = get(client, f"{path}?seat={seat}")
        assert answers(page) == [f"{name} agrees", f"{name} declines"]
        submit(client, page, "/answer", agrees="yes")
    (session_id,) = services.store.session_ids()
    session = services.store.load(session_id)
    assert session.last_step == 0
    assert [entry.event for entry in session.log[-4:]] == [
        TakeBackAsked(0, A),
        TakeBackAnswered(B, True),
        TakeBackAnswered(C, True),
        TakenBack(0),
    ]
    assert not get(client, f"{path}?seat=0").find(class_="asks")


def test_one_no_declines_it_and_everybody_is_told(
    client: FlaskClient, services: Services, tables: Tables
) -> None:
    path, _ = asked(client, tables)
    submit(client, get(client, f"{path}?seat=1"), "/answer", agrees="no")
    for seat in (A, B, C):
        told = get(client, f"{path}?seat={seat}").one(class_="asks").text
        assert "Ben declined what Ada asked." in told
    (session_id,) = services.store.session_ids()
    assert services.store.load(session_id).last_step == 1


def test_an_answer_to_what_is_no_longer_asked_changes_nothing(
    client: FlaskClient, services: Services, tables: Tables
) -> None:
    path, _ = asked(client, tables)
    late = get(client, f"{path}?seat=2")
    page = get(client, f"{path}?seat=0")
    submit(client, page, "/act", action=buttons(page)[0].attrs["value"])
    answer = submit(client, late, "/answer", agrees="yes")
    assert answer.status_code == 409
    assert "Somebody else moved first." in read(answer).text
    (session_id,) = services.store.session_ids()
    assert services.store.load(session_id).last_step == 2


def test_a_take_back_whose_answer_was_lost_is_sent_again_and_done_once(
    client: FlaskClient, services: Services, tables: Tables
) -> None:
    session = tables.open("Ada", "bot 1")
    path = take_table(client, session)
    page = get(client, path)
    page = read(submit(client, page, "/act", action=buttons(page)[0].attrs["value"]))
    for _ in range(2):  # the second time nothing is left to be taken back
        answer = submit(client, page, "/take-back")
        assert answer.status_code == 200
        assert not read(answer).find(class_="notice")
        session = services.store.load(session.id)
        assert [type(entry.event) for entry in session.log].count(TakenBack) == 1
        assert session.last_step == 0


def test_an_answer_that_was_lost_is_sent_again_and_counts_once(
    client: FlaskClient, services: Services, tables: Tables
) -> None:
    path, _ = asked(client, tables)
    page = get(client, f"{path}?seat=1")
    for _ in range(2):
        assert submit(client, page, "/answer", agrees="yes").status_code == 200
    (session_id,) = services.store.session_ids()
    session = services.store.load(session_id)
    assert [entry.event for entry in session.log[-2:]] == [
        TakeBackAsked(0, A),
        TakeBackAnswered(B, True),
    ]


def told(client: FlaskClient, path: str, query: str) -> list[str]:
    """Return what the replay's log tells of take-backs."""
    page = get(client, f"{path.removesuffix('/play')}?{query}")
    said = [part.text for part in page.one("ol", class_="rounds").find("li", class_="nt")]
    return [text for text in said if "asks to" in text or "agrees" in text or "declines" in text]


def test_the_replay_tells_what_was_asked_and_declined_where_it_happened(
    client: FlaskClient, tables: Tables
) -> None:
    path, _ = asked(client, tables)
    submit(client, get(client, f"{path}?seat=1"), "/answer", agrees="no")
    both = ["Ada asks to go back to step 0", "Ben declines"]
    assert told(client, path, "step=1") == both
    assert told(client, path, "step=1&hide=1") == both
    assert told(client, path, "step=0&hide=1") == []
    assert told(client, path, "find=declines") == both
    page = get(client, f"{path.removesuffix('/play')}?kind=odd")
    assert page.one("output", **{"data-count": ""}).text == "1 step"


def test_the_replay_tells_what_was_agreed_to_where_the_game_went_back(
    client: FlaskClient, services: Services, tables: Tables
) -> None:
    path, _ = asked(client, tables)
    for seat in (B, C):
        submit(client, get(client, f"{path}?seat={seat}"), "/answer", agrees="yes")
    page = get(client, f"{path}?seat=0")
    submit(client, page, "/act", action=buttons(page)[0].attrs["value"])
    all_three = ["Ada asks to go back to step 0", "Ben agrees", "Cleo agrees"]
    assert told(client, path, "step=0") == all_three
    assert told(client, path, "step=0&hide=1") == []
    assert told(client, path, "step=1&hide=1") == all_three
    assert told(client, path, "step=1&find=Cleo agrees") == all_three
    replay = get(client, f"{path.removesuffix('/play')}?step=1")
    labels = [mark.attrs["aria-label"] for mark in replay.find("a", class_="mk")]
    assert f"Step 0: taken back to here; {'; '.join(all_three)}" in labels


def test_what_was_asked_is_in_every_file_of_a_session(
    client: FlaskClient, services: Services, tables: Tables
) -> None:
    path, _ = asked(client, tables)
    submit(client, get(client, f"{path}?seat=1"), "/answer", agrees="no")
    (session_id,) = services.store.session_ids()
    services.recorder.abandon(session_id)
    session = path.removesuffix("/play")
    page = client.get(f"{session}.html").text
    assert "asks to go back to step 0" in page
    text = client.get(f"{session}/export.txt").text
    assert "@asked step=0 seat=A\n" in text
    assert "@answered seat=B agrees=false\n" in text
    rows = client.get(f"{session}/export.jsonl").text
    assert rows.count("session.take_back_asked:1") == 1
    assert rows.count("session.take_back_answered:1") == 1
