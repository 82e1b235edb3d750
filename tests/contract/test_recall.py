"""What a reader could know by now: true, no less than was known then, and no more than the last
position says of itself.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from domain.chance import Observed, Shuffled
from domain.errors import Refusal
from domain.events import Event
from domain.games import GAMES
from domain.piles import Pile
from tests.contract.plays import CASES, Play, edition
from tests.contract.test_table import against_the_rules, forced, tables


def seen(play: Play, seat: int | None, steps: int | None = None) -> tuple[list[Any], list[Any]]:
    """Fold a session forward: the true positions, and those that a reader sees, before each event
    and after the last.
    """
    game = play.game
    truth = [state for state, _ in play.steps][:steps]
    last_state, last_event = play.steps[len(truth) - 1]
    truth.append(game.evolve(last_state, last_event))
    return truth, [game.observe(state, seat) for state in truth]


def known_now(play: Play, seat: int | None, views: list[Any]) -> list[Any]:
    """Fold a session backward."""
    game, now = play.game, [views[-1]]
    for (_, event), view in zip(
        reversed(play.steps[: len(views) - 1]), reversed(views[:-1]), strict=True
    ):
        now.append(game.recall(view, game.redact(event, seat), now[-1]))
    return now[::-1]


def piles(state: Any) -> Iterator[tuple[str, int, Pile]]:
    """Yield every pile of a position."""
    for name in state.__struct_fields__:
        value = getattr(state, name)
        if isinstance(value, Pile):
            yield name, 0, value
        elif isinstance(value, tuple) and value and isinstance(value[0], Pile):
            yield from ((name, at, pile) for at, pile in enumerate(value))


def bare(state: Any) -> Any:
    """Return a position without its piles."""
    return replace(state, **{name: None for name, _, _ in piles(state)})


def held_to(truth: list[Any], views: list[Any], now: list[Any]) -> int:
    """Hold what is known now against the truth and what was known then; count what is new."""
    learnt = 0
    for true, view, knows in zip(truth, views, now, strict=True):
        assert bare(knows) == bare(view)
        for (name, _, whole), (_, _, then), (_, _, pile) in zip(
            piles(true), piles(view), piles(knows), strict=True
        ):
            assert len(pile) == len(whole), name
            assert pile.counts() <= whole.counts(), (name, pile, whole)
            assert then.counts() <= pile.counts(), (name, then, pile)
            assert list(pile.known) == sorted(pile.known)
            learnt += len(pile.known) - len(then.known)
    return learnt


def test_what_could_be_known_now_is_true_and_no_less_than_was_known(play: Play) -> None:
    learnt = 0
    for seat in play.seats():
        truth, views = seen(play, seat)
        now = known_now(play, seat, views)
        assert now[-1] == views[-1]
        learnt += held_to(truth, views, now)
    assert learnt > 0


@pytest.mark.parametrize("part", [3, 2])
def test_a_session_that_goes_on_tells_what_showed_so_far(play: Play, part: int) -> None:
    steps = len(play.steps) // part + 1
    for seat in (0, None):
        truth, views = seen(play, seat, steps)
        now = known_now(play, seat, views)
        assert now[-1] == views[-1]
        held_to(truth, views, now)


def test_what_shows_later_takes_away_nothing(play: Play) -> None:
    """Who knows more of the session knows no less of each position."""
    for seat in (0, None):
        _, views = seen(play, seat)
        half = len(views) // 2
        sooner, later = known_now(play, seat, views[:half]), known_now(play, seat, views)
        for early, late in zip(sooner, later[:half], strict=True):
            for (name, _, then), (_, _, by_now) in zip(piles(early), piles(late), strict=True):
                assert then.counts() <= by_now.counts(), name


def test_looking_back_shows_the_same_view_to_the_same_eyes(play: Play) -> None:
    """Whatever is known now: what was seen then can be taken out of it again."""
    for seat in play.seats():
        _, views = seen(play, seat)
        for view, knows in zip(views, known_now(play, seat, views), strict=True):
            assert play.game.observe(knows, seat) == play.game.observe(view, seat)


def test_who_sees_everything_learns_nothing(play: Play) -> None:
    for (before, event), turn_after in zip(
        play.steps, [s for s, _ in play.steps[1:]], strict=False
    ):
        assert play.game.recall(before, event, turn_after) == before


def test_no_hidden_card_comes_out_of_a_hand_that_nobody_showed(play: Play) -> None:
    """Folded over events that say less, nothing but what these events and views say is known."""
    game = play.game
    _, views = seen(play, None)
    now = known_now(play, None, views)
    for seat in range(play.rules.seats):
        played = {card for _, event in play.steps for card in named(game.redact(event, None))}
        for knows in now:
            assert set(knows.hands[seat].known) <= played


def named(event: Any) -> Iterator[str]:
    """Yield every text in an event."""
    for name in event.__struct_fields__:
        yield from texts(getattr(event, name))


def texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, int):
        yield str(value)
    elif isinstance(value, tuple):
        for one in value:
            yield from texts(one)


@pytest.mark.parametrize(("name", "options", "seats", "seed"), list(tables())[::3])
def test_what_is_known_is_true_where_plays_against_the_rules_stood(
    name: str, options: Any, seats: int, seed: int
) -> None:
    game, rng = GAMES[name], Random(seed)
    rules, chance = game.rules(edition(name), options, seats), Shuffled(rng)
    run = game.set_up(rules, 0, chance)
    truth, events, stood = [game.blank(rules)], list[Event](), 0
    for _ in range(60):
        for event in run.events:
            truth.append(game.evolve(truth[-1], event))
            events.append(event)
        legal = game.legal_actions(run.state)
        if not legal:
            break
        tried = against_the_rules(game, run.state, rng, 6)
        found = (forced(game, run.state, action, chance) for action in tried)
        against = next((one for one in found if not isinstance(one, Refusal)), None)
        stood += against is not None
        run = against or game.play(run.state, rng.choice(legal), chance)
    assert stood > 0
    for seat in (*range(seats), None):
        views = [game.observe(state, seat) for state in truth]
        now = [views[-1]]
        for view, event in zip(reversed(views[:-1]), reversed(events), strict=True):
            now.append(game.recall(view, game.redact(event, seat), now[-1]))
        held_to(truth, views, now[::-1])


def test_a_table_that_saw_no_hidden_card_can_work_back_what_its_log_tells(play: Play) -> None:
    """Everything that such a log holds, worked back, is true of the session that it was."""
    game, open_to_all = play.game, CASES[play.game.name].open
    views, events = [game.blank(play.rules)], list[Event]()
    for turn in play.turns:
        told = [card if open_to_all(question, card) else None for question, card in turn.answers]
        chance = Observed(told)
        if turn.action is None:
            run = game.set_up(play.rules, play.start, chance)
        else:
            run = game.play(views[-1], turn.action, chance)
        for event in run.events:
            views.append(game.evolve(views[-1], event))
            events.append(event)
    now = [views[-1]]
    for view, event in zip(reversed(views[:-1]), reversed(events), strict=True):
        now.append(game.recall(view, event, now[-1]))
    truth, _ = seen(play, None)
    assert held_to(truth, views, now[::-1]) > 0
