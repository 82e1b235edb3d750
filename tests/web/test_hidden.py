"""Hidden stays hidden: other hidden cards change no byte that a stranger can fetch."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from domain.game import Game
from domain.games import find
from domain.piles import EMPTY
from domain.session.events import SessionAbandoned
from service.web.boards import SHOWN
from tests.web.hiding import HIDING, ID, clients_of, others, recorded, without_lots
from tests.web.reading import Element, get, read, submit

Pair = tuple[FlaskClient, FlaskClient]


@pytest.fixture(params=HIDING)
def game(request: pytest.FixtureRequest) -> Game:
    """Each game in turn."""
    return find(request.param)


@pytest.fixture
def pair(tmp_path: Path, game: Game) -> Iterator[Pair]:
    """Two devices that look at the same session but for its hidden cards."""
    events = recorded(game, 14)
    swapped = others(events)
    assert swapped != events
    with clients_of(tmp_path, events, swapped) as (one, two):
        yield one, two


def body(client: FlaskClient, path: str) -> str:
    """An answer without what is drawn by lot for each form."""
    return without_lots(client.get(path).get_data(as_text=True))


def paths(last: int) -> list[str]:
    home = f"/sessions/{ID}"
    views = ["", *(f"?view={view}" for view in ("all", "public", 0, 1))]
    found = ["/", "/?q=Ada", f"{home}/play"]
    found += [f"/statistics/{game.command_name}" for game in SHOWN.values()]
    found += [f"{home}{view}" for view in views] + [f"{home}.json{view}" for view in views]
    for step in range(last + 1):
        found += [f"{home}/steps/{step}{view}" for view in views]
        found += [f"{home}?step={step}&hide=1&taken=1", f"{home}.json?step={step}&view=all"]
    return found


def test_a_stranger_sees_nothing_of_a_live_session_that_the_table_does_not_show(pair: Pair) -> None:
    one, two = pair
    last = one.services.store.load(ID).last_step  # type: ignore[attr-defined]
    assert last > 14
    for path in paths(last):
        assert body(one, path) == body(two, path), path


def test_the_page_between_two_players_shows_no_hand(pair: Pair) -> None:
    texts = []
    for client in pair:
        page = get(client, f"/sessions/{ID}/play")
        page = read(submit(client, page, "/play/here"))
        assert page.one("h1").text.startswith("Pass to")
        texts.append(body(client, f"/sessions/{ID}/play"))
    assert texts[0] == texts[1]


def test_the_open_hand_shows_the_acting_seats_cards_and_no_others(pair: Pair) -> None:
    client = pair[0]
    page = read(submit(client, get(client, f"/sessions/{ID}/play"), "/play/here"))
    page = read(submit(client, page, "/play/open"))
    session = client.services.store.load(ID)  # type: ignore[attr-defined]
    state, seat = session.state, session.game.to_act(session.state)[0]
    cards = [" ".join(_named(i)) for i in page.one(class_="cards").find() if _named(i)]
    assert sorted(" ".join(cards).split()) == sorted(state.hands[seat].known)
    taken = [pile.known for pile in getattr(state, "shown", (EMPTY,) * len(session.players))]
    for section in page.one("section", class_="seats").find("section"):
        other = session.names.index(section.attrs["aria-label"])
        if other != seat:
            hand = section.one(class_="hand")
            found = [key.text for key in hand.find(class_="key") + hand.find(class_="rank")]
            assert sorted(found) == sorted(taken[other])


def _named(part: Element) -> list[str]:
    """The cards of an open hand that a part of the page names."""
    named = part.attrs.get("data-card")
    if named is None and part.tag == "input":
        named = part.attrs.get("value", "")
    return (named or "").split()


def test_hands_open_to_everybody_once_the_session_has_stopped(tmp_path: Path, game: Game) -> None:
    events = recorded(game, 6)
    home, over = f"/sessions/{ID}", SessionAbandoned("enough")
    with clients_of(tmp_path, [*events, over], [*others(events), over]) as (one, two):
        assert body(one, home) != body(two, home)
        assert body(one, f"{home}?view=public") == body(two, f"{home}?view=public")


def test_a_seats_view_changes_with_its_own_cards_only(tmp_path: Path, game: Game) -> None:
    events = recorded(game, 6)
    home, over = f"/sessions/{ID}", SessionAbandoned("enough")
    mine = others(events, seats=(1, 2))
    with clients_of(tmp_path, [*events, over], [*mine, over]) as (one, two):
        for view in ("0", "0-now"):
            for path in (home, f"{home}.json", f"{home}/frames", f"{home}/steps/3"):
                path = f"{path}?view={view}"
                assert body(one, path) == body(two, path), path
        assert body(one, f"{home}?view=1") != body(two, f"{home}?view=1")
