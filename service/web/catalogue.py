"""Finding sessions: ids from the statistics' tables, the shown ones rebuilt from the store.

What was stored a moment ago may not have reached the tables yet; it is read from the store.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from domain.session import Session
from service.web import words
from service.web.boards import board_of, template_of
from service.web.counted import reached
from service.web.knowledge import EVERYTHING, PUBLIC, is_open
from service.web.query import Query
from service.web.shelf import playback
from service.web.words import title_of
from service.wiring import Services

PAGE = 20  # rows
RECENT = 2_000  # stored events looked at beyond what the tables hold
LISTED = 200  # players or tags offered for choosing


@dataclass(frozen=True)
class Entry:
    """A session as a row. A game alone has ``stars`` where it ends, and nobody wins it."""

    session: Session
    table: Any
    title: str
    where: str
    seats: tuple[tuple[int, str, int | None, bool, bool], ...]
    length: str
    lasted: str
    stars: int | None = None

    @property
    def template(self) -> str:
        """The template that draws its game."""
        return template_of(self.session.game)

    @property
    def live(self) -> bool:
        """Whether it is still played."""
        return self.session.status == "live"


@dataclass(frozen=True)
class Found:
    """One page of rows, how many there are in all, and what can be chosen."""

    entries: list[Entry]
    damaged: int
    total: int
    pages: int
    players: list[str]
    tags: list[str]


def search(services: Services, query: Query) -> Found:
    """Find one page of sessions, unfinished ones first, then the newest."""
    cursor = services.projector.warehouse.cursor()
    recent = _recent(services, cursor)
    fresh = sorted((s for s in recent.values() if query.fits(s)), key=_rank)
    condition, values = query.where()
    if recent:
        condition += " AND NOT list_contains($recent, id)"
        values["recent"] = [*recent]
    ((total,),) = cursor.execute(
        f"SELECT count(*) FROM sessions WHERE {condition}", values
    ).fetchall()
    first = (query.page - 1) * PAGE
    # Rows of both sources are ranked together: live first, then by time of opening.
    rows = cursor.execute(
        f"SELECT id, status = 'live', opened_at FROM sessions WHERE {condition}"
        " ORDER BY status = 'live' DESC, opened_at DESC, session DESC"
        f" LIMIT {first + PAGE}",
        values,
    ).fetchall()
    ranked = [((not alive, -at.timestamp()), id_) for id_, alive, at in rows]
    ranked += [(_rank(s), s.id) for s in fresh]
    ranked.sort(key=lambda pair: pair[0])
    shown, damaged = [], 0
    for _, session_id in ranked[first : first + PAGE]:
        try:
            shown.append(entry(recent.get(session_id) or services.store.load(session_id)))
        except (ValueError, LookupError, TypeError):
            damaged += 1
    total += len(fresh)
    return Found(shown, damaged, total, -(-total // PAGE), *_offers(cursor))


def _recent(services: Services, cursor: Any) -> dict[UUID, Session]:
    found: dict[UUID, Session] = {}
    for _, digits, *_ in services.store.read(reached(cursor), RECENT):
        session_id = UUID(digits)
        if session_id not in found:
            try:
                found[session_id] = services.store.load(session_id)
            except (ValueError, LookupError):
                continue
    return found


def _offers(cursor: Any) -> tuple[list[str], list[str]]:
    """List people and tags to choose from."""
    people = cursor.execute(
        f"SELECT player FROM seats WHERE bot IS NULL GROUP BY player ORDER BY player LIMIT {LISTED}"
    ).fetchall()
    tags = cursor.execute(
        f"SELECT DISTINCT unnest(tags) AS tag FROM sessions ORDER BY tag LIMIT {LISTED}"
    ).fetchall()
    return [name for (name,) in people], [tag for (tag,) in tags]


def _rank(session: Session) -> tuple[bool, float]:
    at = session.log[0].at.replace(tzinfo=None)
    return session.status != "live", -at.timestamp()


def entry(session: Session) -> Entry:
    """Return a session as a row."""
    game, board = session.game, board_of(session.game)
    knowledge = EVERYTHING if is_open(session) else PUBLIC
    state, names = knowledge.state(game, session.state), words.named(session.names)
    result = game.outcome(state)
    stars = getattr(result, "stars", None)
    winners = result.winners if result and stars is None else ()
    acting = game.to_act(state) if session.status == "live" else ()
    points = game.scores(state) if is_open(session) else (None,) * len(session.players)
    return Entry(
        session,
        board.table(state, state, (), names),
        title_of(session),
        _where(session, state, board.why_over(state)),
        tuple(
            (seat, name, points[seat], seat in winners, seat in acting)
            for seat, name in enumerate(names)
        ),
        *_length(session),
        stars,
    )


def _where(session: Session, state: Any, why: str) -> str:
    """Say how far a session is, or how it ended."""
    game, where = session.game, f"{session.game.round_word} {session.game.round_of(state)}"
    if session.status == "live":
        acting, names = game.to_act(state), words.named(session.names)
        if len(acting) > 1:
            return f"{where}, {len(acting)} to act"
        return f"{where}, {names[acting[0]]}’s turn"
    if session.abandoned is not None:
        reason = words.isolated(session.abandoned.reason)
        return f"Abandoned in {where.lower()}" + (f": {reason}" if reason else "")
    return why


def _length(session: Session) -> tuple[str, str]:
    """Say how long a session is, and how long it was played where people sat at a table."""
    rounds = words.count(session.game.round_of(session.state), session.game.round_word.lower())
    said = f"{rounds}, {words.count(session.last_step, 'step')}"
    opened = session.opened
    if opened.mode == "simulated" or session.status == "live" or opened.branch is not None:
        return said, ""  # nobody sat there from beginning to end
    return said, words.length(session.moves[-1].at - session.log[0].at)


@dataclass(frozen=True)
class Moment:
    """A session with the steps in it that a number counts: each with its words, and more words.

    ``result`` says who won, once the game is over.
    """

    entry: Entry
    steps: list[tuple[int, str, str, str]]
    result: str


Step = tuple[str, int]
"""A session's id and a step."""


def entries(
    services: Services, moments: Mapping[Step, Sequence[int | None]], noun: str = ""
) -> list[Moment]:
    """Group moments by session and tell each; what cannot be read is left out.

    :param moments: the seats whose things are counted in each step.
    :param noun: what those things are called.
    """
    grouped: dict[str, list[int]] = {}
    for session_id, step in moments:
        grouped.setdefault(session_id, []).append(step)
    found = []
    for session_id, steps in grouped.items():
        try:
            session = services.store.load(UUID(session_id))
        except (ValueError, LookupError):
            continue
        film = playback(session, EVERYTHING if is_open(session) else PUBLIC)
        listed = entry(session)
        told = []
        for row in (film.rows[step] for step in steps if step <= film.last):
            whose = [n for n in moments[session_id, row.step] if n is not None]
            more = _whose(whose, film.names, noun) if noun and whose else ""
            told.append((row.step, row.when, film.text(row), more))
        found.append(Moment(listed, told, result(listed)))
    return found


def _whose(seats: Sequence[int], names: Sequence[str], noun: str) -> str:
    """Say how many things of a step are counted, and whose."""
    times = Counter(names[seat] for seat in seats)
    each = [f"{name} ×{n}" if n > 1 else name for name, n in times.items()]
    return f"{words.count(len(seats), noun)}: {', '.join(each)}"


def result(entry: Entry) -> str:
    """Say who won and by what score; nothing while nobody knows.

    The others follow in the order of their points.
    """
    if entry.stars is not None:
        _, name, points, *_ = entry.seats[0]
        return f"{name} {points}, {words.count(entry.stars, 'star')}"
    winners = [(name, points) for _, name, points, won, _ in entry.seats if won]
    if not winners:
        return ""
    others = [(name, points) for _, name, points, won, _ in entry.seats if not won]
    others.sort(key=lambda seat: -(seat[1] or 0))
    verb = "won" if len(winners) == 1 else "shared the win"
    if any(points is None for _, points in winners + others):
        return f"{' and '.join(name for name, _ in winners)} {verb}"
    won = " and ".join(f"{name} {points}" for name, points in winners)
    return ", ".join([f"{won} {verb}", *(f"{name} {points}" for name, points in others)])
