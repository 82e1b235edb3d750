"""A session evaluated step by step."""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from datetime import datetime
from itertools import groupby, islice
from typing import Any

from analytics.bots.evaluating import EVALUATOR, GAMES, Evaluation, worth_of
from analytics.swings import Stand, steps_of
from domain.errors import SessionError
from domain.game import Game
from domain.session import Session
from service.evaluating.kept import Evaluated, Gap
from service.views import ALL, View

AHEAD = 2  # positions that are handed to the worker before the first one is back

AGAINST = "a play against the rules stood"


def size_of(game: Game) -> int:
    """Return how many games are played on from a position: half where all seats act each round,
    which makes games long.
    """
    return GAMES // 2 if game.simultaneous else GAMES


def check(session: Session) -> None:
    """Let a session pass that may be evaluated.

    :raises SessionError: it goes on; chances would tell of hands, and of what is best to do.
    """
    if session.status == "live":
        raise SessionError("the session still goes on; its chances can be told when it has ended")
    if not session.moves:
        raise SessionError("the session has no step that could be evaluated")


def evaluated(
    session: Session,
    view: View,
    at: datetime,
    *,
    games: int = 0,
    pool: Executor | None = None,
    report: Callable[[int, int], None] = lambda done, of: None,
) -> Evaluated:
    """Work out the chances at every step, from what a view knew then.

    Every step is played on with the same luck, as far as positions are alike.

    :param at: when this is.
    :param games: from each step; the usual number without.
    :param pool: plays them; without it they are played here.
    :param report: told how many steps are done, and of how many.
    :raises SessionError: the session goes on.
    """
    check(session)
    games = games or size_of(session.game)
    steps, stands, gaps = steps_of(session), list[Stand](), list[Gap]()
    wrong = min(session.irregular, default=session.last_step + 1)
    sound = [step for step in steps if step < wrong]
    report(0, len(steps))
    answers = _answers(session, view, sound, games, pool)
    for nth, (step, worth) in enumerate(zip(sound, answers, strict=True), 1):
        if isinstance(worth, str):
            gaps.append(Gap(step, step, worth))
        else:
            stands.append(Stand(step, worth))
        report(nth, len(steps))
    if wrong <= session.last_step:
        gaps.append(Gap(wrong, session.last_step, f"{AGAINST} at step {wrong}"))
    return Evaluated(
        session=session.id.hex,
        version=session.version,
        view=str(view),
        evaluator=EVALUATOR,
        games=games,
        at=at,
        stands=tuple(stands),
        gaps=tuple(_joined(gaps)),
    )


def _answers(
    session: Session, view: View, steps: list[int], games: int, pool: Executor | None
) -> Iterator[Evaluation | str]:
    named = session.opened.game, session.opened.rules
    asked = ((*named, seen(session, step, view), session.id.hex, games) for step in steps)
    if pool is None:
        yield from (worth_of(*each) for each in asked)
        return
    line: list[Future[Evaluation | str]] = []
    line += (pool.submit(worth_of, *each) for each in islice(asked, AHEAD))
    while line:
        yield line.pop(0).result()
        line += (pool.submit(worth_of, *each) for each in islice(asked, 1))


def seen(session: Session, step: int, view: View) -> Any:
    """Return a position as a view saw it then."""
    state = session.state_at(step)
    if view == ALL:
        return state
    return session.game.observe(state, None if view == "public" else view)


def _joined(gaps: list[Gap]) -> Iterator[Gap]:
    """Join gaps that follow each other for the same reason."""
    for why, group in groupby(enumerate(gaps), lambda pair: (pair[1].why, pair[1].first - pair[0])):
        listed = [gap for _, gap in group]
        yield Gap(listed[0].first, listed[-1].last, why[0])
