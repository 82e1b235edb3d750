"""What if? The form on its page, where it leads, and how branches are marked everywhere."""

from uuid import UUID

import pytest
from flask.testing import FlaskClient
from msgspec.structs import replace

from domain.session import Session
from domain.session.events import Branch
from service.branching import Asked, open_branch
from service.wiring import Services
from tests.web.conftest import Tables
from tests.web.reading import Element, get, read, submit


def form(client: FlaskClient, session: Session, step: int) -> Element:
    return get(client, f"/sessions/{session.id}/branch?step={step}")


def sent(client: FlaskClient, page: Element, **changes: str) -> Element:
    """Send the form; return the page that it leads to."""
    return read(submit(client, page, "/branch", **changes))


def newest(services: Services, session: Session) -> Session:
    """Return the session that was opened beside this one."""
    (other,) = [id_ for id_ in services.store.session_ids() if id_ != session.id]
    return services.store.load(other)


def test_the_form_says_what_stays_and_what_its_button_does(
    client: FlaskClient, each: Tables
) -> None:
    session = each.finished(2, "Thursday")
    step = session.actions[3][0] - 1
    page = form(client, session, step)
    assert page.one("h1").text == "What if?"
    assert "The moves up to here stay as they were." in page.one(class_="past").text
    assert page.one("button", class_="main").text.startswith(f"Branch at step {step} , fresh cards")
    assert len(page.find("li")) >= len(session.players)
    assert not page.find(class_="nearest")


def test_a_step_at_which_nobody_chooses_is_said(client: FlaskClient, tables: Tables) -> None:
    session = tables.finished(2)
    last = session.actions[-1][0] - 1
    page = form(client, session, session.last_step)
    assert page.one(class_="nearest").text == (
        f"No seat chooses at step {session.last_step}."
        f" The branch begins at step {last}, the nearest one before."
    )
    said = f"Branch at step {last}, the nearest decision before {session.last_step} ,"
    assert page.one("button", class_="main").text.startswith(said)


def test_people_go_on_to_play_it(client: FlaskClient, each: Tables, services: Services) -> None:
    session = each.finished(2, "Thursday")
    ada = {"who__0": "person", "name__0": "Ada"}
    shown = sent(client, form(client, session, 4), title="Ada turns", tags="wick, late", **ada)
    made = newest(services, session)
    branch = made.opened.branch
    assert branch is not None
    assert (branch.session, branch.chance) == (session.id, "fresh")
    assert (made.status, made.opened.title) == ("live", "Ada turns")
    assert (made.names[0], made.players[0].bot, made.players[1].bot) == ("Ada", None, "random")
    assert made.opened.tags == ("wick", "late")
    assert f"Branch from step {branch.step}" in [chip.text for chip in shown.find(class_="chip")]


def test_bots_alone_finish_it_and_it_lies_beside_its_original(
    client: FlaskClient, tables: Tables, services: Services
) -> None:
    session = tables.finished(2, "Thursday")
    shown = sent(client, form(client, session, 12), chance="same")
    made = newest(services, session)
    assert made.status == "finished"
    assert made.opened.title.startswith("What if, from step ")
    assert shown.one("h1").text == "Side by side"
    rows = [row.one(class_="when").text for row in get(client, "/").find("li", class_="sess")]
    assert sum(row.endswith("under a minute") for row in rows) == 1, (
        "a branch has no length in time"
    )
    assert "minute" not in get(client, f"/sessions/{made.id}").one(class_="eyebrow").text


def test_the_form_sent_twice_opens_one(
    client: FlaskClient, tables: Tables, services: Services
) -> None:
    session = tables.finished(2)
    page = form(client, session, 12)
    for _ in range(2):
        submit(client, page, "/branch")
    assert len(services.store.session_ids()) == 2


@pytest.mark.parametrize(
    ("changes", "field", "said"),
    [
        ({"who__0": "person", "name__0": ""}, "name-0", "A person needs a name."),
        ({"who__0": "person", "name__0": "bot 1"}, "name-1", "Seat A has that name."),
        ({"who__1": "oracle"}, "who-1", "No bot is called 'oracle'."),
        ({"who__0": "person", "name__0": "x" * 41}, "name-0", "41 characters; 40 fit."),
        ({"title": "x" * 121}, "title", "121 characters; 120 fit."),
        ({"tags": "x" * 201}, "tags", "201 characters; 200 fit."),
    ],
)
def test_what_cannot_stand_is_said_and_opens_nothing(
    client: FlaskClient, tables: Tables, services: Services,
    changes: dict[str, str], field: str, said: str,
) -> None:  # fmt: skip
    session = tables.finished(2)
    answer = submit(client, form(client, session, 12), "/branch", **changes)
    assert answer.status_code == 422
    assert read(answer).one(id=f"p-{field}").text == said
    assert services.store.session_ids() == [session.id]


def test_a_session_that_is_played_has_no_branches(client: FlaskClient, tables: Tables) -> None:
    session = tables.open("Ada", "Ben")
    page = form(client, session, 0)
    assert "a branch would show the hands" in page.one(class_="error").text
    assert not page.find("form", class_="new")


def test_a_step_that_is_not_there_is_said(client: FlaskClient, tables: Tables) -> None:
    session = tables.finished(2)
    for step, status in (("999", 404), ("x", 400), ("-1", 400)):
        answer = client.get(f"/sessions/{session.id}/branch?step={step}")
        assert answer.status_code == status


def test_branches_are_marked_in_the_list_and_on_both_replays(
    client: FlaskClient, tables: Tables, services: Services
) -> None:
    session = tables.finished(2, "Thursday")
    made = open_branch(services.recorder, session, Asked(12, "same"), None).session
    branch = made.opened.branch
    assert branch is not None
    said = f"from step {branch.step}"
    (chip,) = [c for c in get(client, "/").find("a", class_="chip") if c.text.startswith("branch ")]
    assert chip.text == f"branch {said}"
    assert chip.attrs["href"] == f"/sessions/{session.id}?step={branch.step}"
    chips = get(client, f"/sessions/{made.id}").find(class_="chip")
    assert f"Branch of Thursday {said}" in [chip.text for chip in chips]
    original = get(client, f"/sessions/{session.id}")
    assert f"1 branch, {said}" in [chip.text for chip in original.find(class_="chip")]
    (mark,) = original.find("a", class_="m-branch")
    assert mark.attrs["data-step"] == str(branch.step)
    assert made.opened.title in mark.attrs["aria-label"]


def test_while_what_comes_next_is_hidden_no_branch_tells_of_it(
    client: FlaskClient, tables: Tables, services: Services
) -> None:
    session = tables.finished(2, "Thursday")
    open_branch(services.recorder, session, Asked(12, title="Later on"), None)
    page = client.get(f"/sessions/{session.id}?step=0&hide=1").text
    assert "Later on" not in page
    assert "1 branch" not in page


def test_a_branch_of_a_session_that_is_not_here_says_so(
    client: FlaskClient, tables: Tables, services: Services
) -> None:
    session = tables.finished(2)
    opened = replace(session.opened, branch=Branch(UUID(int=9), 4))
    moves = [move.event for move in session.moves]
    alone = services.recorder.enter([(session.log[0].at, [opened, *moves])]).session
    page = get(client, f"/sessions/{alone.id}")
    said = "Branch of a session that is not here, from step 4"
    assert said in [chip.text for chip in page.find("span", class_="chip")]
