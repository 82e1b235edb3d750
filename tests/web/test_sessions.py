"""The list of sessions: found at once, unfinished first, filtered, page by page."""

from flask.testing import FlaskClient

from service.wiring import Services
from tests.web.conftest import Tables
from tests.web.reading import Element, get


def titles(page: Element) -> list[str]:
    return [row.one("h2").text for row in page.find("li", class_="sess")]


def test_an_empty_folder_offers_one_action(client: FlaskClient) -> None:
    page = get(client, "/")
    assert page.one(class_="empty").one("a").attrs["href"] == "/sessions/new"
    assert not page.find("form", role="search")


def test_a_session_is_listed_the_moment_it_exists_and_after_it_was_counted(
    client: FlaskClient, services: Services, tables: Tables
) -> None:
    tables.finished(title="First")
    assert titles(get(client, "/")) == ["First"]
    services.projector.catch_up()
    assert titles(get(client, "/")) == ["First"]
    assert get(client, "/").one(class_="eyebrow").text == "1 session"


def test_unfinished_sessions_come_first_with_a_way_on(
    client: FlaskClient, services: Services, tables: Tables
) -> None:
    session = tables.open("Ada", "Ben", title="Going on")
    tables.finished(title="Done")
    services.projector.catch_up()
    tables.finished(title="Done now")
    page = get(client, "/")
    assert titles(page) == ["Going on", "Done now", "Done"]
    first = page.find("li", class_="sess")[0]
    assert first.one("p", class_="do").one("a").attrs["href"] == f"/sessions/{session.id}/play"
    assert "Round 1, Ada’s turn" in first.text


def test_search_and_filters_find_the_same_before_and_after_counting(
    client: FlaskClient, services: Services, tables: Tables
) -> None:
    tables.open("Ada", "Ben", title="Thursday garden")
    tables.finished(title="Attic")
    expected = {
        "q=GARDEN": ["Thursday garden"],
        "q=ada": ["Thursday garden"],
        "q=nothing": [],
        "q=%25": [],
        "player=Ben": ["Thursday garden"],
        "status=finished": ["Attic"],
        "status=live": ["Thursday garden"],
        "by=people": ["Thursday garden"],
        "by=bots": ["Attic"],
        "game=lantern_moths&q=attic": ["Attic"],
        "tag=unknown": [],
    }
    for _ in range(2):
        assert {query: titles(get(client, f"/?{query}")) for query in expected} == expected
        services.projector.catch_up()


def test_pages_hold_twenty_rows_and_lead_to_each_other(
    client: FlaskClient, services: Services, tables: Tables
) -> None:
    for number in range(23):
        tables.open("Ada", "Ben", title=f"Game {number}")
    services.projector.catch_up()
    first = get(client, "/?q=game")
    assert titles(first) == [f"Game {n}" for n in range(22, 2, -1)]
    second = get(client, first.one("a", rel="next").attrs["href"])
    assert titles(second) == ["Game 2", "Game 1", "Game 0"]
    assert titles(get(client, "/?page=9")) == []


def test_nonsense_in_the_address_is_left_out(client: FlaskClient, tables: Tables) -> None:
    tables.finished(title="Here")
    for query in ("page=x", "page=-1", "page=0", "status=odd", "by=cats", "page=" + "9" * 40):
        assert titles(get(client, f"/?{query}")) == ["Here"]


def test_a_damaged_session_is_said_and_does_not_break_the_list(
    client: FlaskClient, services: Services, tables: Tables
) -> None:
    tables.finished(title="Whole")
    broken = tables.finished(title="Broken")
    services.projector.catch_up()
    with services.store.bulk.datastore.transaction(commit=True) as cursor:
        cursor.execute(
            "UPDATE stored_events SET state = ? WHERE originator_id = ? AND originator_version = 5",
            (b"{", broken.id.hex),
        )
    services.recorder.folded.clear()  # as after a restart
    page = get(client, "/")
    assert titles(page) == ["Whole"]
    assert "1 session on this page cannot be read" in page.one(class_="notice").text
    page = get(client, f"/sessions/{broken.id}", 500)
    assert "version 5" in page.one("main").text


def test_states_are_told_apart_and_nobody_is_on_turn_in_a_game_that_stopped(
    client: FlaskClient, services: Services, tables: Tables
) -> None:
    given_up = tables.open("Ada", "Ben", title="Given up")
    services.recorder.abandon(given_up.id, "it got late")
    services.recorder.close(tables.finished(title="Closed").id)
    tables.finished(title="Finished")
    tables.open("Ada", "Ben", title="Going on")
    said = {row.one("h2").text: row for row in get(client, "/").find("li", class_="sess")}
    chips = {title: row.one(class_="chips").text for title, row in said.items()}
    assert chips == {
        "Given up": "abandoned", "Closed": "closed", "Finished": "", "Going on": "being played"
    }  # fmt: skip
    lit = {title for title, row in said.items() if row.find("svg", class_="turn")}
    assert lit == {"Going on"}


def test_simulated_games_are_told_apart_by_seed_and_number_and_found_by_it(
    client: FlaskClient, services: Services, tables: Tables
) -> None:
    for number in (17, 18):
        tables.simulated(f"s1/{number}")
    expected = ["Simulated game s1/18", "Simulated game s1/17"]
    for _ in range(2):
        assert titles(get(client, "/")) == expected
        assert titles(get(client, "/?q=s1/17")) == expected[1:]
        services.projector.catch_up()
    page = get(client, "/?q=s1/17").one("li", class_="sess").one("a").attrs["href"]
    assert get(client, page).one("h1").text == "Simulated game s1/17"


def test_one_press_shows_people_or_bots_and_keeps_the_rest(
    client: FlaskClient, tables: Tables
) -> None:
    tables.open("Ada", "Ben", title="Two people")
    tables.open("Ada", "bot 1", title="Both kinds")
    tables.finished(title="Bots alone")
    page = get(client, "/?q=o&page=1")
    switch = page.one("form", role="search").one(class_="seg")
    assert switch.one("a", aria_current="true").text == "All"
    assert len(titles(page)) == 3
    found = {a.text: titles(get(client, a.attrs["href"])) for a in switch.find("a")}
    assert found["People"] == ["Two people"]
    assert found["Mixed"] == ["Both kinds"]
    assert found["Bots"] == ["Bots alone"]
    assert all("q=o" in a.attrs["href"] for a in switch.find("a"))
    bots = get(client, "/?by=bots").one("form", role="search")
    assert bots.one("input", name="by").attrs["value"] == "bots"


def test_folded_filters_say_how_many_are_active(client: FlaskClient, tables: Tables) -> None:
    tables.finished(title="Attic")
    fold = get(client, "/").one("details", class_="more")
    assert "open" not in fold.attrs
    assert fold.one("summary").text == "Filters"
    fold = get(client, "/?status=finished&game=lantern_moths").one("details", class_="more")
    assert fold.one("summary").text == "Filters 2 active"


def test_pages_lead_to_the_first_newer_older_and_last(
    client: FlaskClient, services: Services, tables: Tables
) -> None:
    for number in range(41):
        tables.open("Ada", "Ben", title=f"Game {number}")
    services.projector.catch_up()

    def links(page: int) -> dict[str, str]:
        pages = get(client, f"/?page={page}").one("nav", class_="pages")
        assert f"Page {page} of 3" in pages.text
        return {a.text: a.attrs.get("href", "") for a in pages.find("a")}

    assert links(1) == {"First": "", "Newer": "", "Older": "/?page=2", "Last": "/?page=3"}
    assert links(2) == {
        "First": "/?page=1", "Newer": "/?page=1", "Older": "/?page=3", "Last": "/?page=3"
    }  # fmt: skip
    assert links(3) == {"First": "/?page=1", "Newer": "/?page=2", "Older": "", "Last": ""}
