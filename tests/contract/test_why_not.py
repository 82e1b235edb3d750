"""Why something cannot be done: nothing that is legal is called impossible, and nothing that is
impossible goes without a reason.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from domain.barriers import NEXT, Barrier
from domain.errors import DomainError
from domain.words import Sentence, plain
from tests.contract.plays import CASES, Play, book

POSITIONS = 12  # of a session
PLACES = 8  # of a position


def sentences(tried: Sentence) -> list[Sentence]:
    """Take apart what was gathered under one reason."""
    found: list[list[Any]] = [[]]
    for part in tried:
        if part == NEXT:
            found.append([])
        else:
            found[-1].append(part)
    return [tuple(one) for one in found]


def questions(play: Play) -> Iterator[tuple[Any, int, str]]:
    """Yield positions, a seat, and places and cards of its hand to ask about."""
    rng, places = Random(5), play.game.places(play.rules)
    turns = play.turns if len(play.turns) < POSITIONS else rng.sample(play.turns, POSITIONS)
    for turn in (*turns, play.turns[-1]):
        waiting = play.game.to_act(turn.after)
        for seat in {*waiting[:1], rng.randrange(play.rules.seats)}:
            hand = dict.fromkeys(turn.after.hands[seat].known)
            for about in (*rng.sample(places, PLACES), *hand):
                yield turn.after, seat, about


def check(play: Play, state: Any, seat: int, about: str, barriers: list[Barrier]) -> None:
    """Hold barriers against what the seat can do."""
    game, case = play.game, CASES[play.game.name]
    ids = {clause.id for clause in book(game.name).clauses}
    names = [f"P{one}" for one in range(play.rules.seats)]
    legal = game.legal_actions(state, seat)
    for tried, reason, clauses in barriers:
        text = plain(tried, names)
        assert text == " ".join(text.split())
        assert text[0].isupper()
        assert reason
        assert clauses
        assert set(clauses) <= ids
        for one in sentences(tried):
            assert not [a for a in legal if case.covers(one, a)], (text, reason)
    assert len({(b.reason, b.clauses) for b in barriers}) == len(barriers)
    if not any(case.touches(action, about) for action in legal):
        assert barriers, about


def test_what_is_legal_is_never_called_impossible_and_the_rest_has_a_reason(play: Play) -> None:
    for state, seat, about in questions(play):
        check(play, state, seat, about, play.game.why_not(state, seat, about))


def test_what_is_said_means_actions_that_are_refused(play: Play) -> None:
    """Each verb that is said of somebody in a session means, read back, an action of the space."""
    game, case = play.game, CASES[play.game.name]
    said, meant = set(), set()
    for state, seat, about in questions(play):
        refused = None
        for tried, *_ in game.why_not(state, seat, about):
            for one in sentences(tried):
                verb = str(one[0]).split()[0].lower()
                said.add(verb)
                if verb not in meant:
                    refused = refused or list(case.space(state))
                    meant |= {verb for action in refused if case.covers(one, action)}
    assert said
    assert meant == said


def test_it_is_answered_from_what_a_reader_sees_and_from_nothing_else(play: Play) -> None:
    game, swaps, tried = play.game, CASES[play.game.name].swaps, 0
    for state, seat, about in questions(play):
        for reader in (seat, None):
            seen = game.observe(state, reader)
            barriers = game.why_not(seen, seat, about)
            check(play, seen, seat, about, barriers)
            for _, other in zip(range(2), swaps(state, reader), strict=False):
                assert game.why_not(game.observe(other, reader), seat, about) == barriers
                tried += 1
    assert tried > 0


def test_a_seat_learns_from_its_own_view_what_the_whole_position_says(play: Play) -> None:
    for state, seat, about in questions(play):
        if seat in play.game.to_act(state):
            own = play.game.observe(state, seat)
            assert play.game.why_not(own, seat, about) == play.game.why_not(state, seat, about)


def test_places_are_all_that_tellings_name(play: Play) -> None:
    game, places = play.game, play.game.places(play.rules)
    assert len(set(places)) == len(places)
    for state, event in play.steps:
        told = game.tell(state, event)
        assert set(told.places) <= set(places)
        for _, origin, target, _ in told.moved:
            for spot in (origin, target):
                assert spot is None or spot.area not in ("board", "sheet") or spot.place in places


def test_an_unknown_place_card_or_seat_is_refused(play: Play) -> None:
    for seat, about in ((0, "zz9"), (0, ""), (play.rules.seats, play.game.places(play.rules)[0])):
        with pytest.raises(DomainError, match="there is no"):
            play.game.why_not(play.end, seat, about)
    with pytest.raises(DomainError, match="there is no seat -1"):
        play.game.why_not(play.end, -1, play.game.places(play.rules)[0])
