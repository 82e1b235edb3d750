"""A seat sees what it may see: the view, the log, and what can be done with either."""

from typing import Any

import msgspec
from msgspec.structs import replace

from domain.chance import Observed
from tests.contract.plays import CASES, Play

encode = msgspec.json.Encoder(order="deterministic").encode


def bytes_of(view: Any) -> bytes:
    """Encode a view or an event; the rules of a table are no secret, and the same in every view."""
    return encode(replace(view, rules=None) if hasattr(view, "rules") else view)


def test_another_hidden_card_changes_no_byte_of_a_view(play: Play) -> None:
    game, tried = play.game, 0
    for turn in play.turns[::3]:
        for seat in play.seats():
            seen = bytes_of(game.observe(turn.after, seat))
            for other in CASES[game.name].swaps(turn.after, seat):
                assert other != turn.after
                assert bytes_of(game.observe(other, seat)) == seen
                tried += 1
    assert tried > len(play.turns)


def test_another_hidden_card_changes_no_byte_of_an_event(play: Play) -> None:
    game, tried = play.game, 0
    for _, event in play.steps:
        for seat in play.seats():
            for other in CASES[game.name].veiled(event, seat):
                assert other != event
                assert bytes_of(game.redact(other, seat)) == bytes_of(game.redact(event, seat))
                tried += 1
    assert tried > 0


def test_a_swap_shows_to_somebody(play: Play) -> None:
    """The swaps are real: a seat whose cards were exchanged sees another view."""
    game, noticed = play.game, 0
    for turn in play.turns[:5]:
        for other in CASES[game.name].swaps(turn.after, None):
            noticed += any(
                game.observe(other, seat) != game.observe(turn.after, seat)
                for seat in range(play.rules.seats)
            )
    assert noticed > 0


def test_a_seats_own_log_leads_to_what_it_sees(play: Play) -> None:
    """Folding redacted events gives the view of the position that the full events give."""
    game = play.game
    for seat in play.seats():
        own = game.observe(game.blank(play.rules), seat)
        for turn in play.turns:
            for event in turn.events:
                own = game.evolve(own, game.redact(event, seat))
            assert game.observe(own, seat) == game.observe(turn.after, seat)


def test_a_seat_has_the_same_choices_by_what_it_sees(play: Play) -> None:
    game = play.game
    for turn in play.turns[:-1]:
        for seat in game.to_act(turn.after):
            seen = game.observe(turn.after, seat)
            mine = [a for a in game.legal_actions(turn.after) if a.seat == seat]
            assert [a for a in game.legal_actions(seen) if a.seat == seat] == mine


def test_looking_twice_or_redacting_twice_changes_nothing_more(play: Play) -> None:
    game = play.game
    for state, event in play.steps[::5]:
        for seat in play.seats():
            seen, shown = game.observe(state, seat), game.redact(event, seat)
            assert game.observe(seen, seat) == seen
            assert game.redact(shown, seat) == shown


def test_a_table_that_saw_no_hidden_card_can_still_log_the_whole_game(play: Play) -> None:
    """Every hidden answer is "not seen"; the open position comes out the same, step by step."""
    game, seen = play.game, CASES[play.game.name].open
    state = game.blank(play.rules)
    for turn in play.turns:
        told = [card if seen(question, card) else None for question, card in turn.answers]
        chance = Observed(told)
        if turn.action is None:
            run = game.set_up(play.rules, play.start, chance)
        else:
            assert turn.action in game.legal_actions(state)
            run = game.play(state, turn.action, chance)
        state = run.state
        assert chance.given == len(told)
        assert [game.redact(event, None) for event in run.events] == [
            game.redact(event, None) for event in turn.events
        ]
        assert game.observe(state, None) == game.observe(turn.after, None)
