"""What a telling says moved is what moved: every spot gains and loses as many things, by name."""

from collections import Counter
from pathlib import Path
from typing import Any

from domain.events import Event
from domain.words import describe
from tests.contract.plays import CASES, Play
from tests.contract.spots import change, numbers, told_change

DOCS = Path(__file__).parents[2] / "docs"


def seen_by(play: Play, state: Any, event: Event, seat: int | None) -> tuple[Any, Event]:
    return play.game.observe(state, seat), play.game.redact(event, seat)


def test_arrivals_and_departures_are_the_change_of_every_pile(play: Play) -> None:
    game, lying = play.game, CASES[play.game.name].lying
    for state, event in play.steps:
        told = told_change(game.tell(state, event).moved)
        changed = change(lying(state), lying(game.evolve(state, event)))
        assert numbers(told) == numbers(changed), event
        for spot, things in told.items():
            if None not in things and None not in changed.get(spot, ()):
                assert {n: c for n, c in things.items() if c} == {
                    n: c for n, c in changed.get(spot, Counter()).items() if c
                }, (event, spot)


def test_a_reader_is_told_of_the_same_moves_and_of_no_hidden_card(play: Play) -> None:
    """As many things move between the same spots; and what is named is the same for every hidden
    card that could have been there instead.
    """
    game = play.game
    for state, event in play.steps[::2]:
        every = numbers(told_change(game.tell(state, event).moved))
        for seat in play.seats():
            seen, shown = seen_by(play, state, event, seat)
            moved = game.tell(seen, shown).moved
            assert numbers(told_change(moved)) == every
            for other in CASES[game.name].veiled(event, seat):
                assert game.tell(seen, game.redact(other, seat)).moved == moved


def test_a_card_that_another_draws_unseen_has_no_name(play: Play) -> None:
    """Whatever comes to a hand from a face-down pile is named to its seat alone."""
    game, hidden = play.game, 0
    face_down = {"deck", "stack"}
    for state, event in play.steps:
        for seat in play.seats():
            seen, shown = seen_by(play, state, event, seat)
            for what, origin, target, _ in game.tell(seen, shown).moved:
                if origin and origin.area in face_down and target and target.area == "hand":
                    assert (what is None) == (target.seat != seat), event
                    hidden += what is None
    assert hidden > 0


def test_every_move_can_be_said_and_its_areas_are_documented(play: Play) -> None:
    game, names = play.game, [f"P{seat}" for seat in range(play.rules.seats)]
    text = (DOCS / f"{game.command_name}.md").read_text(encoding="utf-8")
    for state, event in play.steps:
        for move in game.tell(state, event).moved:
            said = describe(move, names)
            assert said == " ".join(said.split())
            for spot in (move.origin, move.target):
                assert spot is None or f"`{spot.area}`" in text, spot
