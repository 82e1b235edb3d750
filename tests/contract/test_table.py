"""What a real table does: it says what it saw, and it lets plays against the rules stand."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from domain.chance import Chance, Observed, Shuffled, Told
from domain.errors import Refusal
from domain.game import Game
from domain.games import GAMES
from domain.run import Run
from domain.words import plain
from tests.contract.cards import lying
from tests.contract.plays import CASES, LONGEST, Play, book, edition, option_sets
from tests.contract.spots import change, numbers, told_change

LOOKS = 12  # positions of a session from which plays are forced
TRIES = 60  # actions that are tried from each of them
STOOD = 25  # plays against the rules in one game


def test_an_actions_answers_are_those_of_its_events_in_the_order_of_asking(play: Play) -> None:
    game = play.game
    for turn in play.turns:
        told = [answer for event in turn.events for answer in game.answers(event)]
        assert told == [card for _, card in turn.answers]
        for chance in (Observed(told), Told(told)):
            if turn.action is None:
                run = game.set_up(play.rules, play.start, chance)
            else:
                run = game.play(turn.before, turn.action, chance)
            assert tuple(run.events) == turn.events
            assert chance.given == len(told)


def test_answers_that_are_named_by_their_questions_lead_to_the_same_events(play: Play) -> None:
    game = play.game
    for turn in play.turns:
        named: dict[str, list[str | None]] = {}
        for question, card in turn.answers:
            named.setdefault(question, []).append(card)
        chance = Told((), named)
        if turn.action is None:
            run = game.set_up(play.rules, play.start, chance)
        else:
            run = game.play(turn.before, turn.action, chance)
        assert tuple(run.events) == turn.events
        assert chance.left == []


def against_the_rules(game: Game, state: Any, rng: Random, most: int) -> list[Any]:
    """Pick some actions of the whole space that are refused."""
    legal = set(game.legal_actions(state))
    others = [action for action in CASES[game.name].space(state) if action not in legal]
    return rng.sample(others, min(most, len(others)))


def test_a_legal_action_can_be_carried_out_by_force_too_with_the_same_events(play: Play) -> None:
    """Forcing lets go of rules and of nothing else."""
    for turn in play.turns[1:]:
        told = [card for _, card in turn.answers]
        run = play.game.force(turn.before, turn.action, Observed(told))
        assert tuple(run.events) == turn.events


def forced(game: Game, state: Any, action: Any, chance: Chance) -> Run[Any] | Refusal:
    """Let an action stand, or say why it cannot."""
    try:
        return game.force(state, action, chance)
    except Refusal as refusal:
        return refusal


def held_to(game: Game, before: Any, action: Any, run: Run[Any]) -> None:
    """Hold what everybody does with events and positions to a run."""
    seats, ids = before.rules.seats, {clause.id for clause in book(game.name).clauses}
    names = [f"P{seat}" for seat in range(seats)]
    lying_at = CASES[game.name].lying
    state, begun = before, []
    for event in run.events:
        assert isinstance(event, game.events)
        begun.append(game.action_of(state, event))
        moved = numbers(told_change(game.tell(state, event).moved))
        assert moved == numbers(change(lying_at(state), lying_at(game.evolve(state, event)))), event
        assert set(game.cite(state, event)) <= ids
        for seat in (*range(seats), None):
            seen, shown = game.observe(state, seat), game.redact(event, seat)
            assert set(game.cite(seen, shown)) <= ids
            text = plain(game.tell(seen, shown).sentence, names)
            assert text == " ".join(text.split()).rstrip("."), event
            game.evolve(seen, shown)
        state = game.evolve(state, event)
    assert state == run.state
    assert begun == [action] + [None] * (len(begun) - 1)
    assert plain(game.tell_action(before, action), names)
    assert lying(game.name, state) == lying(game.name, before)
    shown_to_all(game, state, names)


def shown_to_all(game: Game, state: Any, names: list[str]) -> None:
    """Look at a position in every way that there is."""
    for seen in (state, *(game.observe(state, seat) for seat in (*range(len(names)), None))):
        assert game.count_legal(seen) == len(game.legal_actions(seen))
        msgspec.json.encode(game.as_data(seen))
        assert game.as_text(seen, names)
        assert len(game.scores(seen)) == len(names)
        assert game.round_of(seen) >= 1
        assert game.phase(seen)
    outcome = game.outcome(state)
    assert bool(game.to_act(state)) == (outcome is None)
    assert bool(game.legal_actions(state)) == (outcome is None)
    if outcome is not None:
        assert game.as_result(outcome, names)


def test_what_a_table_lets_stand_has_events_like_any_action_or_cannot_be(play: Play) -> None:
    """From positions all over a session: forcing refuses with clauses, or the game goes on."""
    game, rng = play.game, Random(7)
    ids = {clause.id for clause in book(game.name).clauses}
    stood = 0
    turns = [turn for turn in play.turns if game.to_act(turn.after)]
    for turn in rng.sample(turns, min(LOOKS, len(turns))):
        for action in against_the_rules(game, turn.after, rng, TRIES):
            found = forced(game, turn.after, action, Shuffled(rng))
            if isinstance(found, Refusal):
                assert found.clauses, action
                assert set(found.clauses) <= ids, action
            else:
                stood += 1
                held_to(game, turn.after, action, found)
    assert stood > 0


def test_after_the_end_nothing_can_stand(play: Play) -> None:
    for action in against_the_rules(play.game, play.end, Random(3), TRIES):
        with pytest.raises(Refusal):
            play.game.force(play.end, action, Shuffled(Random(1)))


def tables() -> Iterator[tuple[str, Any, int, int]]:
    for name, game in GAMES.items():
        numbers = [*game.seats]
        for seed, options in enumerate(option_sets(game)):
            yield name, options, numbers[(seed + 1) % len(numbers)], 40 + seed


@pytest.mark.parametrize(("name", "options", "seats", "seed"), list(tables()))
def test_a_game_in_which_plays_against_the_rules_stood_still_ends(
    name: str, options: Any, seats: int, seed: int
) -> None:
    game, rng = GAMES[name], Random(seed)
    chance, stood = Shuffled(rng), 0
    rules = game.rules(edition(name), options, seats)
    state = game.set_up(rules, rng.randrange(seats), chance).state
    for _ in range(LONGEST):
        legal = game.legal_actions(state)
        if not legal:
            break
        action = rng.choice(legal)
        run = game.play(state, action, chance)
        if stood < STOOD and rng.random() < 0.4:
            for tried in against_the_rules(game, state, rng, 12):
                found = forced(game, state, tried, chance)
                if not isinstance(found, Refusal):
                    run, action, stood = found, tried, stood + 1
                    break
        held_to(game, state, action, run)
        state = run.state
    assert game.outcome(state) is not None
    assert stood > 0
