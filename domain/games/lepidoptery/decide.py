"""From an action to its events: the turn, then whatever the rules make follow from it."""

from functools import cache, partial

from domain.chance import Chance, Question, draw_each
from domain.errors import Refusal
from domain.events import Event
from domain.games.lepidoptery.actions import Action, Pass, Play
from domain.games.lepidoptery.combinations import Kind
from domain.games.lepidoptery.events import (
    ColumnsCleared,
    CombinationPlayed,
    GameSetUp,
    GameWon,
    HandReplenished,
    Passed,
)
from domain.games.lepidoptery.evolve import evolve
from domain.games.lepidoptery.legal import check, check_possible, legal_actions, must_play
from domain.games.lepidoptery.state import SEATS, Rules, State, blank
from domain.run import Run

_DRAWN = tuple(Question(f"a card that seat {seat} draws", f"deck of {seat}") for seat in "AB")


def set_up(rules: Rules, start: int, chance: Chance) -> Run[State]:
    """Deal both hands, each from its own deck.

    :raises Refusal: not two seats, no such start seat, a deck smaller than a hand, or tokens so
        few that both players could pass for ever.
    """
    _check_table(rules, start)
    state, components = blank(rules), rules.components
    hands = []
    for seat, deck in enumerate(state.decks):
        questions = _dealt("AB"[seat], components.hand)
        hands.append(tuple(draw_each(chance, deck, questions, partial(state.unseen, seat))))
    run = Run(state, evolve)
    run(GameSetUp(start, tuple(hands)))
    return run


@cache
def _dealt(seat: str, hand: int) -> tuple[Question, ...]:
    """Return the questions for an opening hand; made once, for a simulation asks them each game."""
    words = (f"card {nth + 1} of seat {seat}'s opening hand" for nth in range(hand))
    return tuple(Question(each, f"deck of {seat}") for each in words)


def play(state: State, action: Action, chance: Chance) -> Run[State]:
    """Carry out an action and everything that follows until a seat has to choose again.

    :raises Refusal: the rules forbid the action here.
    :raises Unanswered: an observed chance source ran out of answers.
    :raises Unseen: an observed card cannot have been there.
    """
    check(state, action)
    return _carry_out(state, action, chance)


def force(state: State, action: Action, chance: Chance) -> Run[State]:
    """Carry out an action whether or not the rules allow it, as a table may have let it stand.

    :raises Refusal: it is not possible with what lies on the table.
    """
    check_possible(state, action)
    return _carry_out(state, action, chance)


def answers(event: Event) -> tuple[str | None, ...]:
    """Return the chance outcomes that an event holds, in the order in which they were asked for."""
    match event:
        case GameSetUp(_, hands):
            return tuple(card for hand in hands for card in hand)
        case HandReplenished(_, cards):
            return cards
    return ()


def _carry_out(state: State, action: Action, chance: Chance) -> Run[State]:
    run = Run(state, evolve)
    match action:
        case Play(seat, ranks, joker):
            run(CombinationPlayed(seat, ranks, joker))
        case Pass(seat):
            run(Passed(seat, _unchecked(state, seat)))
    _follow(run, action.seat, chance)
    return run


def _check_table(rules: Rules, start: int) -> None:
    components = rules.components
    if rules.seats != SEATS:
        raise Refusal("set up", f"{rules.seats} seats: two play", ("setup.players",), "set-up")
    if start not in range(SEATS):
        reason = f"no seat {start} leads, expected 0 or 1"
        raise Refusal("set up", reason, ("setup.start",), "set-up")
    if len(components.deck) < components.hand:
        reason = f"a deck of {len(components.deck)} cards cannot deal a hand of {components.hand}"
        raise Refusal("set up", reason, ("setup.deal",), "set-up")
    if rules.options.token_supply != "limited":
        return
    # At the start of a turn at most one column is full; every other one lacks a token or more.
    most = sum(components.heights) - (len(components.heights) - 1)
    supply = SEATS * components.tokens
    if supply <= most:
        reason = (
            f"{most} tokens can lie on the board and there are {supply}: both players could be out"
            " of tokens and pass for ever"
        )
        raise Refusal("set up", reason, ("play.supply",), "set-up")


def _unchecked(state: State, seat: int) -> bool:
    """Whether nobody can say if a leader who passes could have played (pass.unchecked).

    Who passes out of turn, or with known cards that can be played, breaks a rule for certain.
    """
    if not state.leading or must_play(state, seat):
        return False
    return any(isinstance(action, Play) for action in legal_actions(state, seat))


def _follow(run: Run[State], seat: int, chance: Chance) -> None:
    """Win, clear columns, or draw after a pass: the one who passed first."""
    state = run.state
    if state.due == "win":
        run(GameWon(seat))
    elif state.due == "clear":
        run(ColumnsCleared(_full_before(state)))
    for drawer in (seat, 1 - seat):
        if owed := run.state.owed[drawer]:
            questions = [_DRAWN[drawer]] * owed
            unseen = partial(run.state.unseen, drawer)
            cards = draw_each(chance, run.state.decks[drawer], questions, unseen)
            run(HandReplenished(drawer, tuple(cards)))


def _full_before(state: State) -> tuple[Kind, ...]:
    """Name the full columns other than the one that the last token filled."""
    filled, _ = state.last
    kinds = state.rules.components.columns
    return tuple(kind for at, kind in enumerate(kinds) if at != filled and state.is_full(at))
