"""What is shown elsewhere: the page for frames, files, the menu; and what they keep hidden."""

import re

from flask.testing import FlaskClient

from domain.events import Event
from domain.session.events import SessionAbandoned
from service.wiring import Services
from tests.web.conftest import Tables
from tests.web.hiding import AT, ID, others, recorded
from tests.web.reading import get


def policy(client: FlaskClient, path: str) -> dict[str, str]:
    headers = client.get(path).headers
    return dict(part.split(" ", 1) for part in headers["Content-Security-Policy"].split("; "))


def test_only_the_page_for_frames_lets_other_sites_show_it(
    client: FlaskClient, tables: Tables
) -> None:
    home = f"/sessions/{tables.finished().id}"
    framed = policy(client, f"/embed{home}?step=3")
    assert framed["frame-ancestors"] == "*"
    assert framed["form-action"] == "'none'"
    for path in ("/", home, f"{home}/steps/3", f"{home}/steps/3.svg", f"{home}/play"):
        assert policy(client, path)["frame-ancestors"] == "'self'"


def test_the_page_for_frames_acts_on_nothing_and_sets_no_cookie(
    client: FlaskClient, each: Tables
) -> None:
    session = each.finished()
    answer = client.get(f"/embed/sessions/{session.id}?step=4&view=public&theme=day")
    assert "Set-Cookie" not in answer.headers
    page = get(client, f"/embed/sessions/{session.id}?step=4&view=public&theme=day")
    assert not page.find("form")
    assert not page.find("script")
    assert page.one("html").attrs["data-theme"] == "day"
    (away,) = page.find("a", target="_blank")
    assert away.attrs["href"] == f"/sessions/{session.id}?step=4&view=public"
    for link in page.find("a"):
        if link is not away:
            assert "view=public" in link.attrs["href"]
            assert "theme=day" in link.attrs["href"]
            assert get(client, link.attrs["href"]).one(class_="at-step")


def test_a_frame_steps_from_the_set_up_to_the_end(client: FlaskClient, each: Tables) -> None:
    session = each.finished()
    first = get(client, f"/embed/sessions/{session.id}")
    assert first.one(class_="at-step").text == f"0 of {session.last_step}"
    (end,) = first.find("a", title="End")
    last = get(client, end.attrs["href"])
    assert last.one(class_="at-step").text == f"{session.last_step} of {session.last_step}"
    assert not last.find("a", title="Step on")


def test_a_frame_with_what_comes_next_hidden_does_not_tell_the_length(
    client: FlaskClient, tables: Tables
) -> None:
    page = get(client, f"/embed/sessions/{tables.finished().id}?step=4&hide=1")
    assert page.one(class_="at-step").text == "4 so far"
    assert not page.find("a", title="End")


def test_a_step_that_is_no_number_or_not_there_is_refused(
    client: FlaskClient, tables: Tables
) -> None:
    session = tables.open("Ada", "Ben")
    assert client.get(f"/embed/sessions/{session.id}?step=two").status_code == 400
    assert client.get(f"/embed/sessions/{session.id}?step=9").status_code == 404
    assert client.get(f"/embed/sessions/{session.id}?view=9").status_code == 400


def test_a_frame_of_a_live_session_shows_what_the_table_shows(
    client: FlaskClient, each: Tables, services: Services
) -> None:
    events = recorded(each.game, 14)
    other = ID.__class__(int=ID.int + 1)
    services.store.append(ID, 0, events, AT)
    services.store.append(other, 0, others(events), AT)
    for step in range(services.store.load(ID).last_step + 1):
        for view in ("", "&view=all", "&view=0"):
            path = f"?step={step}{view}"
            one, two = (
                client.get(f"/embed/sessions/{which}{path}").data.replace(str(which).encode(), b"")
                for which in (ID, other)
            )
            assert one == two


def ended(events: list[Event]) -> list[Event]:
    """The same events, and nobody plays on."""
    return [*events, SessionAbandoned()]


def test_a_file_holds_nothing_that_its_view_does_not_show(
    client: FlaskClient, each: Tables, services: Services
) -> None:
    """Other cards of the other seats change nothing but the id."""
    events = recorded(each.game, 14)
    other = ID.__class__(int=ID.int + 1)
    services.store.append(ID, 0, ended(events), AT)
    services.store.append(other, 0, ended(others(events, (1, 2))), AT)
    files = {
        view: [
            client.get(f"/sessions/{which}.html?view={view}").get_data(as_text=True)
            for which in (ID, other)
        ]
        for view in ("0", "public", "all")
    }
    assert files["0"][0] == files["0"][1]
    assert files["public"][0] == files["public"][1]
    assert files["all"][0] != files["all"][1]


def test_a_file_of_a_live_session_shows_what_the_table_shows(
    client: FlaskClient, each: Tables, services: Services
) -> None:
    events = recorded(each.game, 14)
    other = ID.__class__(int=ID.int + 1)
    services.store.append(ID, 0, events, AT)
    services.store.append(other, 0, others(events), AT)
    for view in ("", "?view=all", "?view=1"):
        one, two = (client.get(f"/sessions/{which}.html{view}").data for which in (ID, other))
        assert one == two


def test_a_file_leads_nowhere_and_holds_no_secret(client: FlaskClient, each: Tables) -> None:
    session = each.finished()
    answer = client.get(f"/sessions/{session.id}.html")
    assert "attachment" in answer.headers["Content-Disposition"]
    text = answer.get_data(as_text=True)
    head, _, rest = text.partition("</style>")
    page = head.split("<style>")[0] + rest.split("<script")[0]
    assert not re.findall(r'\s(?:href|src|action)="(?![#?])', page)
    assert "csrf" not in text
    assert session.id.hex not in text.replace("-", "")
    assert "default-src 'none'" in head
    assert rest.count("</script>") == 2


def test_there_is_no_file_while_what_comes_next_is_hidden(
    client: FlaskClient, tables: Tables
) -> None:
    answer = client.get(f"/sessions/{tables.finished().id}.html?hide=1")
    assert answer.status_code == 400
    assert "cannot be hidden in it" in answer.get_data(as_text=True)


def test_what_was_recorded_is_open_to_take_along_once_nobody_plays(
    client: FlaskClient, each: Tables
) -> None:
    live, over = each.open("Ada", "Ben"), each.finished(2)
    for form, first in (("txt", "mothlog session 1"), ("jsonl", "{")):
        assert client.get(f"/sessions/{live.id}/export.{form}").status_code == 403
        answer = client.get(f"/sessions/{over.id}/export.{form}")
        assert answer.status_code == 200
        assert answer.get_data(as_text=True).startswith(first)
    assert client.get(f"/sessions/{over.id}/export.csv").status_code == 404


def test_the_menu_of_a_step_leads_to_all_of_it(client: FlaskClient, each: Tables) -> None:
    session = each.finished()
    menu = get(client, f"/sessions/{session.id}?step=4&view=public").one("details", data_share="")
    ways = [link.attrs["href"] for link in menu.find("a")]
    for way in ways:
        assert client.get(way, follow_redirects=True).status_code == 200, way
    home = f"/sessions/{session.id}"
    assert {f"{home}/steps/4.svg?view=public", f"{home}/steps/4.png?view=public"} <= set(ways)
    assert f"{home}?view=public&step=4" in ways
    code = menu.one("textarea").text
    assert f'<iframe src="http://localhost/embed{home}?step=4&view=public"' in code


def test_where_what_comes_next_is_hidden_a_later_step_does_not_tell_the_length(
    client: FlaskClient, tables: Tables
) -> None:
    session = tables.finished()
    last = session.last_step
    page = get(client, f"/embed/sessions/{session.id}?step={last + 50}&hide=1")
    assert page.one(class_="at-step").text == f"{last} so far"
    beyond = client.get(f"/sessions/{session.id}/steps/{last + 50}.svg?hide=1")
    assert beyond.data == client.get(f"/sessions/{session.id}/steps/{last}.svg?hide=1").data
    assert client.get(f"/sessions/{session.id}/steps/{last + 50}.svg").status_code == 404


def test_json_is_refused_where_what_comes_next_is_hidden(
    client: FlaskClient, tables: Tables
) -> None:
    session = tables.finished()
    answer = client.get(f"/sessions/{session.id}.json?step=0&hide=1")
    assert answer.status_code == 400
    assert "outcome" not in answer.text
    assert client.get(f"/sessions/{session.id}.json?step=0").status_code == 200


def test_the_page_for_frames_has_the_icon(client: FlaskClient, tables: Tables) -> None:
    page = get(client, f"/embed/sessions/{tables.finished().id}")
    assert page.one("link", rel="icon").attrs["href"].startswith("/static/icon")


def test_where_each_seat_has_a_sheet_it_is_said_whose_is_shown(
    client: FlaskClient, each: Tables
) -> None:
    session = each.finished(2)
    told = get(client, f"/embed/sessions/{session.id}?step=7").one(class_="tiny").text
    picture = client.get(f"/sessions/{session.id}/steps/7.svg").text
    own = each.game.name == "nocturnis"
    whose = [name for name in session.names if f"sheet of {name}" in told]
    assert len(whose) == own
    assert [name for name in session.names if f"Sheet of {name}" in picture] == whose
