"""How a session stands after a walk: the rows that are written anew whenever it moves on."""

from typing import Any

from analytics.clock import seconds_of_play
from analytics.facts import Rows
from analytics.walk import Walk
from domain.session import Session
from domain.session.events import Amended, Player, SessionOpened, TakenBack


def settle(session: Session, walk: Walk, rows: Rows) -> None:
    """Add the session's row, one a seat, and what its game adds."""
    game, state = session.game, walk.state
    over = walk.step > 0 and not game.to_act(state)
    outcome: Any = game.outcome(state) if over else None
    winners = outcome.winners if outcome else None
    opened, last = session.opened, session.log[-1]
    kinds = [type(entry.event) for entry in session.log]
    branch = opened.branch
    rows["sessions"].append(
        (
            *(walk.number, session.id.hex, opened.game, opened.rules),
            *_edition(opened),
            list(opened.options.items()),
            len(opened.players),
            session.names,
            _played_by(opened.players),
            opened.mode,
            _status(session, over),
            *(opened.title, opened.prototype, opened.place, opened.tags, opened.seed),
            *(session.log[0].at, last.at, seconds_of_play(session)),
            *(game.round_of(state), walk.turns, session.last_step, walk.actions),
            *((outcome.ended_by, outcome.decided_by) if outcome else (None, None)),
            winners,
            kinds.count(TakenBack),
            len(session.notes),
            bool(session.irregular),
            kinds.count(Amended),
            *((branch.session.hex, branch.step) if branch else (None, None)),
            last.version,
        )
    )
    _seats(session, walk, winners, rows)
    walk.watcher.settle(state, outcome, rows)


def _seats(session: Session, walk: Walk, winners: tuple[int, ...] | None, rows: Rows) -> None:
    totals, seats = session.game.scores(walk.state), len(session.players)
    for seat, player in enumerate(session.players):
        order = None if walk.first is None else (seat - walk.first) % seats + 1
        row = (walk.number, seat, player.name, player.bot, order, totals[seat])
        about = player.experience or None, player.colour or None
        rows["seats"].append((*row, *_result(seat, totals, winners), *about))


def _result(
    seat: int, totals: tuple[int | None, ...], winners: tuple[int, ...] | None
) -> tuple[int | None, bool | None, float | None]:
    """Return a seat's rank, whether it won and its share of the win.

    Unknown until the end; a solo game has nobody to win against.
    """
    if winners is None or len(totals) == 1:
        return None, None, None
    won = seat in winners
    return _rank(seat, totals, winners), won, won / len(winners)


def _rank(seat: int, totals: tuple[int | None, ...], winners: tuple[int, ...]) -> int:
    """Return 1 for a winner, otherwise 1 + how many seats won or have more points."""
    if seat in winners:
        return 1
    own = totals[seat] or 0
    ahead = [other in winners or (total or 0) > own for other, total in enumerate(totals)]
    return 1 + sum(ahead)


def _status(session: Session, over: bool) -> str:
    if session.abandoned is not None:
        return "abandoned"
    if session.closed:
        return "closed"
    return "finished" if over else "live"


def _played_by(players: tuple[Player, ...]) -> str:
    bots = sum([player.bot is not None for player in players])
    return "people" if not bots else "bots" if bots == len(players) else "mixed"


def _edition(opened: SessionOpened) -> tuple[str, str, bool]:
    """Return the edition's name and hash, and whether some value in it is assumed."""
    values = opened.edition.values()
    assumed = any(isinstance(v, dict) and v.get("assumed") is not None for v in values)
    return opened.edition["name"], opened.edition_hash, assumed
