"""Lepidoptery's board and pad: what is drawn, what can be pressed, and why not."""

import json
from typing import Any

import msgspec
import pytest
from flask.testing import FlaskClient

from domain.edition import Sourced
from domain.games import find
from domain.games.lepidoptery.state import Laid, State
from domain.piles import Pile
from domain.session import Session
from service import seeds
from service.web.boards.lepidoptery import BOARD
from service.web.boards.lepidoptery.table import Table, lay_out
from service.wiring import Services
from tests.web.conftest import Tables
from tests.web.reading import Element, get, read, submit
from tests.web.test_play import opened, take_table

GAME = find("lepidoptery")
NAMES = ("Ada", "Ben")


@pytest.fixture
def tables(services: Services) -> Tables:
    """A way to open sessions of Lepidoptery."""
    return Tables(services, GAME)


def at(session: Session, **changes: Any) -> State:
    """Return the session's position with some of it changed."""
    state: State = msgspec.structs.replace(session.state, **changes)
    return state


def laid_out(state: State) -> Table:
    return lay_out(state, state, (), NAMES)


def columns(page: Element) -> dict[str, Element]:
    """The pad's columns by combination type."""
    return {r.attrs["value"]: r for r in page.find("input", name="kind")}


def hands(mine: str) -> tuple[Pile, Pile]:
    return Pile.of(mine.split()), Pile.of(["1"] * 3)


# --- the table --------------------------------------------------------------------------


def test_tokens_lie_from_below_and_the_next_one_drops_onto_them(tables: Tables) -> None:
    tokens = ((0, 1, 1), (), (), (), ())
    first, second, *_ = laid_out(at(tables.open(*NAMES), columns=tokens)).columns
    assert [s.seat for s in first.spaces] == [0, 1, 1, None, None, None]
    assert [s.look for s in first.spaces] == ["", "", "", "next", "", ""]
    assert second.spaces[0].look == "next"
    assert first.label == "a, run of 3: from below Ada, Ben, Ben"


def test_columns_of_unequal_height_in_another_order_are_drawn_as_the_edition_says(
    tables: Tables,
) -> None:
    edition = msgspec.structs.replace(
        seeds.edition(GAME),
        columns=Sourced(value=("triple", "pair", "single", "run2", "run3"), assumed="a test"),
        heights=Sourced(value=(3, 4, 5, 6, 7), assumed="a test"),
    )
    table = laid_out(tables.open(*NAMES, edition=edition).state)
    assert [len(c.spaces) for c in table.columns] == [3, 4, 5, 6, 7]
    assert table.columns[0].title == "Triple"
    assert table.highest == 7


def test_the_winning_line_is_lit_and_the_page_says_what_won(
    client: FlaskClient, tables: Tables
) -> None:
    session = tables.finished()
    result = GAME.outcome(session.state)
    table = laid_out(session.state)
    lit = {
        f"{column.letter}{space.row + 1}"
        for column in table.columns
        for space in column.spaces
        if space.look == "won"
    }
    assert lit == {cell for line in result.lines for cell in line.cells}
    page = get(client, f"/sessions/{session.id}?step={session.last_step}")
    title = page.one(class_="outcome").one("h2").text
    assert title.startswith(f"bot {result.winners[0]} wins: ")
    assert len(page.one(id="part-table").find(class_="won")) == len(lit)


def test_a_cleared_column_shows_what_lay_there_for_one_step(tables: Tables) -> None:
    filled = ((0, 1, 0, 1, 0, 1), (), (), (0, 1, 0, 1, 0, 1), ())
    session = tables.open(*NAMES)
    area = (Laid(0, (8, 8)),)
    before = at(session, columns=filled, area=area, due="clear")
    assert [c.look for c in laid_out(before).columns] == ["clearing", "", "", "", ""]
    after = at(session, columns=((), *filled[1:]), area=area)
    first = lay_out(after, before, (), NAMES).columns[0]
    assert first.look == "cleared"
    assert [s.was for s in first.spaces] == [0, 1, 0, 1, 0, 1]
    assert laid_out(after).columns[0].look == ""


def test_hands_are_sorted_by_number_and_unseen_cards_are_a_count(
    client: FlaskClient, tables: Tables
) -> None:
    session = tables.open(*NAMES)
    table = laid_out(at(session, hands=hands("10 2 9 1")))
    assert table.seats[0].hand == ("1", "2", "9", "10")
    page = get(client, f"/sessions/{session.id}")
    for seat in page.one(id="part-seats").find(class_="hand"):
        assert seat.text == "12 unseen"
        assert not seat.find(class_="rank")


def test_cubes_lie_at_the_last_types_or_on_pass(tables: Tables) -> None:
    table = laid_out(at(tables.open(*NAMES), markers=("pair", "pass")))
    assert [c.cubes for c in table.columns] == [(), (), (), (0,), ()]
    assert table.passed == (1,)
    assert [s.last for s in table.seats] == ["pair", "pass"]


def test_the_graph_counts_cards_in_hand_and_deck(tables: Tables) -> None:
    session = tables.finished()
    states = [state for _, _, state in session.history()]
    title, unit, counted = BOARD.lines(states)
    assert (title, unit, counted[0]) == ("Cards left by step", "cards left", (38, 38))
    spent = [len(pile) for pile in session.state.spent]
    assert counted[-1] == tuple(38 - n for n in spent)


def test_rounds_are_climbs_everywhere(client: FlaskClient, tables: Tables) -> None:
    session = tables.finished()
    page = get(client, f"/sessions/{session.id}?step=3")
    assert page.one("details", data_round="1").one(class_="rn").text == "Climb 1"
    assert page.one("a", data_go="round-on").attrs["aria-label"] == "Climb on"
    assert "Round" not in page.one("main").text
    listed = get(client, "/").one("li", class_="sess")
    assert f"{GAME.round_of(session.state)} climbs" in listed.text
    assert listed.find("svg", class_="small-board")


# --- the pad ----------------------------------------------------------------------------


def test_a_column_and_a_lowest_rank_are_played_without_scripts(
    client: FlaskClient, services: Services, tables: Tables
) -> None:
    session = tables.open("Ada", "bot 1")
    page = opened(client, take_table(client, session))
    low = session.state.hands[0].known[0]
    submit(client, page, "/act", kind="single", low=low)
    played = services.store.load(session.id).moves[1].event
    assert (played.seat, played.ranks, played.joker) == (0, (int(low),), None)  # type: ignore[attr-defined]


def test_the_joker_stands_for_the_rank_that_is_said(
    client: FlaskClient, services: Services, tables: Tables
) -> None:
    session = tables.open("Ada", "bot 1")
    page = opened(client, take_table(client, session))
    low = session.state.hands[0].known[0]
    submit(client, page, "/act", kind="pair", low=low, joker=low)
    played = services.store.load(session.id).moves[1].event
    assert (played.ranks, played.joker) == ((int(low),) * 2, int(low))  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({}, "no combination type is chosen combo.types"),
        ({"kind": "pair"}, "no lowest rank is chosen combo.types"),
        ({"kind": "pair", "low": "x" * 9}, "no lowest rank is chosen combo.types"),
        ({"kind": "pair", "low": "³"}, "no lowest rank is chosen combo.types"),
        ({"kind": "full house", "low": "3"}, "no combination type is chosen combo.types"),
        ({"kind": "pair", "low": "3", "joker": "all"}, "the Joker stands for one rank joker.rank"),
        ({"kind": "pair", "low": "3", "joker": "4"}, "the Joker stands for no 4 there joker.rank"),
        ({"kind": "single", "low": "3", "joker": "3"}, "a Joker is never a single joker.single"),
        ({"kind": "run3", "low": "9"}, "there is no rank 11, expected 1 to 10"),
    ],
)
def test_what_is_no_combination_is_refused_in_words_and_changes_nothing(
    client: FlaskClient, services: Services, tables: Tables, sent: dict[str, str], said: str
) -> None:
    session = tables.open("Ada", "bot 1")
    page = opened(client, take_table(client, session))
    answer = submit(client, page, "/act", **sent)
    assert answer.status_code == 422
    assert said.split(".")[0] in read(answer).one(class_="notice").text.replace(". ", " ")
    assert services.store.load(session.id).version == session.version


def test_a_leader_who_can_play_sees_why_passing_is_refused(
    client: FlaskClient, tables: Tables
) -> None:
    page = opened(client, take_table(client, tables.open("Ada", "bot 1")))
    passing = page.one("button", data_key="p")
    assert passing.attrs["aria-disabled"] == "true"
    reason = page.one(id=passing.attrs["aria-describedby"]).text
    assert reason == "No pass: the leader must play if able pass.lead"


def pad_of(state: State) -> dict[str, tuple[str, str, str]]:
    """What each refused column says: word, reason, clause."""
    pad = BOARD.pad(state, 0, BOARD.choices(state, 0))
    return {
        lane.kind: (lane.word, lane.refused.reason, lane.refused.clause)
        for lane in pad.lanes
        if lane.refused
    }


def test_refused_columns_say_why(tables: Tables) -> None:
    state = at(
        tables.open(*NAMES),
        hands=hands("2 2 9"),
        jokers=(False, True),
        markers=("pair", None),
        columns=((), (), (0, 1, 0, 1, 0, 1), (), ()),
        area=(Laid(1, (5, 5)),),
    )
    assert pad_of(state) == {
        "run3": ("not held", "no run of 3 can be made of the 3 cards in the hand", "play.hand"),
        "run2": ("not held", "no run of 2 can be made of the 3 cards in the hand", "play.hand"),
        "single": ("full", "the column of the single is full", "play.placeable"),
        "pair": (
            "your last",
            "a pair was this seat's last combination too",
            "play.different",
        ),
        "triple": ("not held", "no triple can be made of the 3 cards in the hand", "play.hand"),
    }


def test_what_is_held_but_too_low_beats_nothing(tables: Tables) -> None:
    low = at(tables.open(*NAMES), hands=hands("2 2 3"), area=(Laid(1, (5, 5)),))
    assert pad_of(low)["single"] == (
        "nothing beats",
        "no single in the hand beats 5-5",
        "climb.beat",
    )
    highest = at(tables.open(*NAMES), hands=hands("10"), area=(Laid(1, (10, 10, 10)),))
    assert pad_of(highest)["triple"][1] == "it does not beat 10-10-10"


def test_cards_that_cannot_be_played_say_why_for_each_reading(tables: Tables) -> None:
    state = at(
        tables.open(*NAMES),
        hands=hands("2 2 4 9 9"),
        markers=("pair", None),
        area=(Laid(1, (5,)),),
    )
    given = json.loads(BOARD.pad(state, 0, BOARD.choices(state, 0)).script)["against"]
    different = ["a pair was this seat's last combination too", "play.different"]
    too_low = ["it does not beat 5", "climb.beat"]
    assert given["2"] == [too_low]
    assert given["9-9"] == [different]
    assert given["2+"] == [too_low, different]
    assert not {"9", "9-9+", "2-9", "2-4-9"} & given.keys()


def test_hand_and_lowest_ranks_are_labelled_and_the_columns_say_from_where(
    client: FlaskClient, tables: Tables
) -> None:
    page = opened(client, take_table(client, tables.open("Ada", "bot 1")))
    for name, label in (("cards", "Your hand"), ("ranks", "Lowest rank")):
        legend = page.one("fieldset", class_=name).one("legend")
        assert legend.text.startswith(label)
        assert "sr" not in legend.attrs.get("class", "").split()
    single = columns(page)["single"].attrs["aria-label"]
    assert single.startswith("Single, from ")
    assert single.endswith(" up")


def test_refused_columns_stay_in_the_order_of_focus_with_their_reason(
    client: FlaskClient, services: Services, tables: Tables
) -> None:
    session = tables.open("Ada", "bot 1")
    path = take_table(client, session)
    for _ in range(60):
        page = opened(client, path)
        refused = [c for c in columns(page).values() if "aria-disabled" in c.attrs]
        if refused:
            break
        submit(client, page, "/act", action=page.find("button", name="action")[-1].attrs["value"])
    assert refused
    for column in refused:
        assert "disabled" not in column.attrs
        assert "Refused: " in page.one(id=column.attrs["aria-describedby"]).text


def test_the_pads_script_knows_every_legal_play_and_no_other(
    client: FlaskClient, tables: Tables
) -> None:
    session = tables.open("Ada", "bot 1")
    page = opened(client, take_table(client, session))
    given = json.loads(page.one("form", class_="lepad").attrs["data-lepidoptery"])
    legal = GAME.legal_actions(session.state)
    assert [(tuple(ranks), joker) for _, ranks, joker in given["plays"]] == [
        (action.ranks, action.joker) for action in legal
    ]
    assert len(page.find("button", name="action")) == len(legal)
    assert not {"-".join(map(str, ranks)) for _, ranks, joker in given["plays"] if not joker} & set(
        given["against"]
    )
    for kind, reasons in given["why"].items():
        lows = {ranks[0] for name, ranks, _ in given["plays"] if name == kind}
        assert {int(rank) for rank in reasons} == set(range(1, 11)) - lows
        assert all(reasons.values())


# --- pages about the game ---------------------------------------------------------------


def test_a_new_session_asks_for_two_seats_and_who_leads(
    client: FlaskClient, services: Services
) -> None:
    page = get(client, "/sessions/new?game=lepidoptery")
    assert len(page.find("li", data_seat="0") + page.find("li", data_seat="1")) == 2
    assert not page.find("li", data_seat="2")
    assert not page.find("option", value="nobody")
    assert "Who leads first?" in page.one("section", class_="q2").text
    assert "2 seats" in page.one("section", class_="q1").text
    submit(client, page, "/sessions/new", name__0="Ada", who__1="person", name__1="Ben", start="1")
    (session_id,) = services.store.session_ids()
    assert GAME.to_act(services.store.load(session_id).state) == (1,)


def test_the_edition_and_the_rules_are_told_in_words(client: FlaskClient) -> None:
    edition = get(client, "/editions/lepidoptery")
    assert "run of 3, run of 2, single, pair, triple" in edition.text
    assert edition.one("span", class_="seg").find("a")[0].text == "Lantern Moths"
    assert get(client, "/rules/lepidoptery").one(id="climb.beat")
