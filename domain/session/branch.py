"""What if? A new session with the past of another one, up to a step."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from msgspec.structs import replace

from domain.chance import Observed
from domain.errors import SessionError
from domain.events import Event
from domain.session.commands import open_session
from domain.session.events import Branch, IrregularityStood, Luck, Player
from domain.session.retold import answers_of, table_of
from domain.session.session import Session

Told = list[tuple[datetime, list[Event]]]
"""What each command records, and when."""

Way = Literal["digital", "table"]
"""How a branch is played on: mothlog deals, or what happens at a table is logged."""


def branch(
    session: Session,
    step: int,
    players: Sequence[Player] | None = None,
    chance: Luck = "fresh",
    way: Way | None = None,
    title: str = "",
    tags: Sequence[str] = (),
) -> Told:
    """Return the log that a branch begins with: the moves that stand up to a step, in their times.

    Where no seat chooses at that step, the branch begins at the nearest one before at which one
    does; ``SessionOpened.branch`` names it.

    :param players: who sits there from now on; the same ones without.
    :param way: digital where that is possible, without.
    :raises SessionError: there is no such step, no seat chooses until then, hands of a session
        that is played would be shown, or it cannot be played on by these players in that way.
    :raises Invalid: the names do not fit.
    """
    if session.status == "live" and session.opened.mode != "table":
        raise SessionError("the session is still played, and a branch would show its hands")
    step = choosing_step(session, step)
    seated = session.players if players is None else tuple(players)
    if len(seated) != len(session.players):
        expected = f"expected {len(session.players)} as in the session that is branched"
        raise SessionError(f"{len(seated)} players, {expected}")
    (_, begun), *actions = session.stretches(step)
    game, dealt = session.game, session.moves[:begun]
    start = getattr(dealt[0].event, "start", 0)
    table = replace(
        table_of(session.opened, game, start),
        players=seated,
        mode=_way(session, step, way, seated),
        title=title,
        place="",
        tags=tuple(tags),
        seed=None,
        timed=False,  # the times of its past say nothing about its play
        branch=Branch(session.id, step, chance),
    )
    told = Observed(answers_of(game, [move.event for move in dealt]))
    opening = (dealt[0].at, open_session(table, told))
    return [opening, *(_action(session, *ends) for ends in actions)]


def choosing_step(session: Session, step: int) -> int:
    """Return the step, or the nearest one before it, at which a seat chooses.

    :raises SessionError: there is no such step, or no seat chooses until then.
    """
    session.check_step(step)
    if step == session.last_step and session.game.to_act(session.state):
        return step
    chosen = [at - 1 for at, _ in session.actions if at - 1 <= step]
    if not chosen:
        raise SessionError(f"cannot branch at step {step}: no seat chooses until then")
    return chosen[-1]


def only_at_a_table(session: Session, step: int) -> str:
    """Say why mothlog cannot deal in a branch, so that it is logged; nothing where it can."""
    moves = [move.event for move in session.moves[: step + 1]]
    if None in answers_of(session.game, moves):
        return "not every card was seen"
    if any(at <= step for at in session.irregular):
        return "a play against the rules stood"
    return ""


def _way(session: Session, step: int, way: Way | None, players: Sequence[Player]) -> Way:
    if session.opened.mode != "table":
        if way == "table":
            raise SessionError("a session that was not logged at a table can only go on digitally")
        return "digital"
    why = only_at_a_table(session, step)
    if why and way == "digital":
        raise SessionError(f"cannot go on digitally: {why} up to step {step}")
    chosen: Way = way or ("table" if why else "digital")
    if chosen == "table" and any(player.bot is not None for player in players):
        reason = f"{why} up to step {step}, so that it is a table's log" if why else "people do"
        raise SessionError(f"bots cannot sit at a table that is logged: {reason}")
    return chosen


def _action(session: Session, first: int, end: int) -> tuple[datetime, list[Event]]:
    """Return what an action records, with the rules that it broke where it stood against them."""
    moves, broken = session.moves[first:end], session.irregular.get(first)
    stood: list[Event] = [IrregularityStood(broken.clauses, broken.reason)] if broken else []
    return moves[0].at, [*stood, *(move.event for move in moves)]
