"""A session's text reads as the same session, whatever happened in it."""

from datetime import UTC, datetime

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from domain.game import Game
from domain.games import GAMES
from domain.session import Session
from domain.session.reading import Read
from domain.session.replay import parts
from domain.session.text import NOBODY, read, write
from tests.domain.session.happenings import Evening, Library

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)

BY_HAND = """
# Written on a tram.
mothlog session 1
Game: Lepidoptery
player a: Ada
player B: Ben
player B experience: first
TAGS: tram, evening
start: B

b: 5
# a comment
9

@note text="thought long"
@back step=1
@feeling seat=b feeling=fun
9-10
@end
"""


def read_text(text: str) -> Read:
    return read(enumerate(text.split("\n"), 1), Library(), NOW)


def only(found: Read) -> Session:
    assert found.fault is None
    (one,) = found.sessions
    return one.session


@settings(max_examples=20)
@given(st.sampled_from(list(GAMES.values())), st.integers(0, 10_000), st.booleans())
@example(GAMES["nocturnis"], 1, True)
def test_an_evening_of_anything_comes_back_event_for_event(
    game: Game, seed: int, embed: bool
) -> None:
    session = Evening(game, seed).go_on(25)
    text = "\n".join(write(session, embed=embed))
    assert only(read_text(text)).log == session.log
    assert "\n".join(write(session, embed=embed)) == text
    again = [entry for part in parts(session.log) for entry in part.entries]
    assert again == list(session.log)


def test_evenings_hold_everything_that_text_has_a_word_for() -> None:
    said = set()
    for seed in range(30):
        session = Evening(GAMES["lepidoptery"], seed).go_on(25)
        body = list(write(session, embed=False))
        said |= {line.split("] ")[-1].split()[0] for line in body if "@" in line}
    assert said >= {
        *("@note", "@talk", "@feeling", "@item", "@done", "@pause", "@resume", "@feedback"),
        *("@back", "@amend", "@amend_set_up", "@carry_on", "@irregular", "@refused"),
        *("@abandoned", "@end"),
    }


def test_text_by_hand_needs_little_and_takes_headers_in_any_case() -> None:
    found = read_text(BY_HAND)
    session = only(found)
    assert not found.sessions[0].named
    assert not found.sessions[0].dated
    assert session.id == NOBODY
    assert session.opened.tags == ("tram", "evening")
    assert session.opened.mode == "table"
    assert session.players[1].experience == "first"
    assert not session.opened.timed
    assert {entry.at for entry in session.log} == {NOW}
    assert [entry.event.stored_name.split(".")[1] for entry in session.log[2:]] == [
        *("combination_played:1", "combination_played:1", "note_added:2", "taken_back:1"),
        *("feeling_noted:1", "combination_played:1"),
    ]
    assert session.last_step == 2


def test_a_line_without_a_time_happens_at_the_time_before_it() -> None:
    text = BY_HAND.replace("start: B", "start: B\nopened: 2026-11-12T19:30:00+01:00")
    text = text.replace("b: 5", "[0:12.5] b: 5").replace("@back", "[2026-11-12T20:00:00Z] @back")
    session = only(read_text(text))
    assert session.opened.timed
    opened = session.log[0].at
    after = [(entry.at - opened).total_seconds() for entry in session.log[2:]]
    assert after == [12.5, 12.5, 12.5, 5400, 5400, 5400]


def test_several_sessions_stand_one_after_the_other() -> None:
    one, other = (Evening(GAMES["lepidoptery"], seed).go_on(9) for seed in (1, 2))
    lines = [*write(one, embed=False), "", "# the next one", *write(other, embed=False), ""]
    found = read_text("\n".join(lines))
    assert found.fault is None
    assert [found.session.log for found in found.sessions] == [one.log, other.log]


def test_what_is_good_before_a_fault_is_kept() -> None:
    found = read_text(BY_HAND.replace("@feeling seat=b", "@feeling seat=e"))
    assert found.fault is not None
    assert found.fault.line == BY_HAND[: BY_HAND.index("@feeling")].count("\n") + 1
    assert found.fault.reason == "there is no seat 'e', expected A to B"
    assert found.sessions[0].session.version == 6


def test_an_illegal_action_names_its_clause_and_the_nearest_legal_ones() -> None:
    fault = read_text(BY_HAND.replace("\n9\n", "\n4\n")).fault
    assert fault is not None
    assert "[climb.beat]" in fault.reason
    assert "nearest: 6 ·" in fault.reason


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_an_edition_that_is_not_known_is_in_the_headers_field_by_field(game: Game) -> None:
    session = Evening(game, 3).go_on(5)
    lines = list(write(session, embed=True))
    fields = {line.split(":")[0] for line in lines if line.startswith("edition.")}
    assert fields == {f"edition.{name}" for name in session.opened.edition} - {
        "edition.game",
        "edition.name",
    }
