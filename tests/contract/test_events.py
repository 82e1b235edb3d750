"""Events are the whole truth: they survive the store, and folding them gives every position."""

from datetime import UTC, datetime
from itertools import pairwise
from uuid import UUID

import pytest

from domain.events import Codec
from domain.words import plain
from tests.contract.plays import Play, book, edition

SESSION = UUID(int=1)
AT = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def test_events_come_back_from_json_with_their_types(play: Play) -> None:
    codec = Codec(play.game.events)
    for version, (_, event) in enumerate(play.steps, 1):
        name, stored = codec.encode(AT, event)
        assert name == event.stored_name
        again = codec.decode(SESSION, version, name, stored)
        assert (again.event, again.version) == (event, version)
        assert type(again.event) is type(event)


def test_folding_the_stored_events_gives_every_live_position(play: Play) -> None:
    """A prefix of k events, read back from the store, leads to the position at step k."""
    codec, game = Codec(play.game.events), play.game
    state = game.blank(play.rules)
    for turn in play.turns:
        for event in turn.events:
            read = codec.decode(SESSION, 1, *codec.encode(AT, event)).event
            state = game.evolve(state, read)
        assert state == turn.after
    assert state == play.end


def test_evolving_leaves_the_position_before_as_it_was(play: Play) -> None:
    for state, event in play.steps:
        before = repr(state)
        play.game.evolve(state, event)
        assert repr(state) == before


def test_positions_rules_editions_and_outcomes_cannot_be_changed(play: Play) -> None:
    name, outcome = play.game.name, play.game.outcome(play.end)
    for frozen in (play.end, play.rules, play.rules.options, edition(name), outcome):
        name = frozen.__struct_fields__[0]
        with pytest.raises(AttributeError):
            setattr(frozen, name, getattr(frozen, name))


def test_every_event_cites_clauses_that_exist(play: Play) -> None:
    ids = {clause.id for clause in book(play.game.name).clauses}
    for state, event in play.steps:
        for seat in play.seats():
            seen, shown = play.game.observe(state, seat), play.game.redact(event, seat)
            clauses = play.game.cite(seen, shown)
            assert clauses, event
            assert set(clauses) <= ids, event
        clauses = play.game.cite(state, event)
        assert clauses
        assert set(clauses) <= ids
        assert len(set(clauses)) == len(clauses)


def test_every_event_is_told_without_a_full_stop_or_a_stray_blank(play: Play) -> None:
    names = [f"P{seat}" for seat in range(play.rules.seats)]
    for state, event in play.steps:
        for seat in play.seats():
            seen, shown = play.game.observe(state, seat), play.game.redact(event, seat)
            text = plain(play.game.tell(seen, shown).sentence, names)
            assert text
            assert text == " ".join(text.split()).rstrip(".")


def test_rounds_count_up_from_one(play: Play) -> None:
    rounds = [play.game.round_of(state) for state, _ in play.steps]
    assert rounds[0] == 1
    assert {after - before for before, after in pairwise(rounds)} <= {0, 1}
