"""Which clauses an event rests on, derived from the position before it."""

from domain.events import Event
from domain.games.lepidoptery.actions import Action, Pass, Play
from domain.games.lepidoptery.combinations import kind_of
from domain.games.lepidoptery.events import (
    ColumnsCleared,
    CombinationPlayed,
    GameSetUp,
    GameWon,
    HandReplenished,
    Passed,
)
from domain.games.lepidoptery.evolve import evolve
from domain.games.lepidoptery.legal import CLAUSE, must_play
from domain.games.lepidoptery.outcome import outcome
from domain.games.lepidoptery.state import State

_SET_UP = (
    "setup.players",
    "setup.deck",
    "setup.deal",
    "setup.joker",
    "setup.tokens",
    "setup.start",
)
_PASS = ("pass.clear", "pass.marker", "pass.joker")


def cite(state: State, event: Event) -> tuple[str, ...]:
    """List the clauses that the event rests on, the most telling first.

    ``state`` is the position before the event.
    """
    match event:
        case GameSetUp():
            return _SET_UP
        case CombinationPlayed():
            return _cite_play(state, event)
        case ColumnsCleared():
            return ("clear.columns", "clear.at-once")
        case Passed():
            return _cite_pass(state, event)
        case HandReplenished(seat, _):
            return _cite_draw(state, seat)
        case GameWon():
            return _cite_win(state, event)
    raise TypeError(f"no event of lepidoptery: {event!r}")


def _cite_play(state: State, event: CombinationPlayed) -> tuple[str, ...]:
    kind = kind_of(event.ranks)
    assert kind is not None, event
    clauses = [CLAUSE[kind]]
    if not state.area:
        clauses.append("climb.lead")
    else:
        clauses.append("climb.beat")
        if (
            len(state.area[-1].ranks) < len(event.ranks)
            and state.area[-1].ranks[0] == event.ranks[0]
        ):
            clauses.append("climb.more")
    if event.joker is not None:
        clauses += ["joker.wild", "joker.rank", "joker.used"]
    return (*clauses, "play.token", "play.marker", "play.choose")


def _cite_pass(state: State, event: Passed) -> tuple[str, ...]:
    if not state.leading:
        return ("climb.may-follow", *_PASS, "play.choose")
    if event.seat != state.turn or must_play(state, event.seat):  # against the rules
        return ("pass.lead", *_PASS, "play.alternate")
    first = "pass.unchecked" if event.unchecked else "pass.unable"
    if state.out_of_tokens(event.seat):
        first = "play.supply"
    return (first, "pass.lead", *_PASS, "play.alternate")


def _cite_draw(state: State, seat: int) -> tuple[str, ...]:
    hand, owed = state.rules.components.hand, state.owed[seat]
    held = len(state.hands[seat])
    if held >= hand:
        return ("pass.draw.full", "pass.draw")
    return ("pass.draw.short", "pass.draw") if held + owed < hand else ("pass.draw",)


def _cite_win(state: State, event: GameWon) -> tuple[str, ...]:
    result = outcome(evolve(state, event))
    assert result is not None
    clauses = []
    if result.lines:
        clauses.append("win.line")
    if result.shed:
        clauses.append("win.shed")
        if state.jokers[event.seat]:
            clauses.append("joker.apart")
    clauses.append("win.check")
    column, _ = state.last
    others = (at for at in range(len(state.columns)) if at != column)
    if state.is_full(column) and any(state.is_full(at) for at in others):
        clauses.append("win.before-clear")
    return tuple(clauses)


def action_of(state: State, event: Event) -> Action | None:
    """Return the action that the event begins, or ``None`` for one that follows from the rules."""
    match event:
        case CombinationPlayed(seat, ranks, joker):
            return Play(seat, ranks, joker)
        case Passed(seat):
            return Pass(seat)
    return None
