"""Stored sessions held against the rules as they are now: sound, or what is wrong or different."""

from collections.abc import Sequence
from typing import Literal
from uuid import UUID

import msgspec

from analytics.counterfactual.follow import follow
from analytics.counterfactual.found import Followed
from analytics.counterfactual.many import Stored
from domain.edition import content_hash, parse_edition
from domain.errors import DomainError
from domain.events import UnreadableEvent
from domain.games import GAMES
from domain.session import CODEC, Session, fold

Verdict = Literal["sound", "irregular", "different", "damaged"]
"""The first that holds, from the right.

Damaged: its events cannot be read or folded, or some are missing. Different: decided again, some
of it would come out otherwise. Irregular: a play against the rules stood, and it would today.
"""

VERDICTS: tuple[Verdict, ...] = ("sound", "irregular", "different", "damaged")


class Verified(msgspec.Struct, frozen=True, kw_only=True):
    """What became of one session.

    :ivar session: its id, in 32 hex digits.
    :ivar rules: the version of the rules that it was opened with.
    :ivar step: the first one that would come out otherwise.
    :ivar said: what is wrong or different, each in a sentence without a full stop.
    """

    session: str
    verdict: Verdict
    title: str = ""
    game: str = ""
    rules: str = ""
    step: int | None = None
    said: tuple[str, ...] = ()


def verify_some(sessions: Sequence[Stored]) -> list[Verified]:
    """Verify a few stored sessions."""
    return [_stored(*each) for each in sessions]


def _stored(session_id: str, rows: Sequence[tuple[int, str, bytes]]) -> Verified:
    def damaged(why: str) -> Verified:
        return Verified(session=session_id, verdict="damaged", said=(why,))

    try:
        session = fold(CODEC.decode(UUID(session_id), *row) for row in rows)
        return damaged("no event is stored under its id") if session is None else verified(session)
    except (UnreadableEvent, DomainError) as error:
        return damaged(str(error))
    except Exception as error:
        return damaged(f"its events do not fold: {type(error).__name__}: {error}")


def verified(session: Session) -> Verified:
    """Hold a session against the rules: under its own version of them, and under today's.

    :raises DomainError: it does not fold, or names an option that there is not.
    """
    opened = session.opened

    def found(verdict: Verdict, *said: str, step: int | None = None) -> Verified:
        return Verified(
            session=session.id.hex,
            verdict=verdict,
            title=opened.title,
            game=opened.game,
            rules=opened.rules,
            step=step,
            said=said,
        )

    if fault := damage(session):
        return found("damaged", fault)
    over = not session.game.to_act(session.state)
    for when, followed in _followed(session):
        if said := differences(followed, when, over=over):
            parted = followed.divergence
            return found("different", *said, step=parted.step if parted else None)
    stood = [f"step {at}: {what.reason}" for at, what in sorted(session.irregular.items())]
    return found("irregular", *stood) if stood else found("sound")


def damage(session: Session) -> str | None:
    """Return what a session lacks that could be read, or ``None``.

    :raises DamagedSession: an event does not fit the position.
    """
    versions = [entry.version for entry in session.log]
    expected = list(range(1, len(versions) + 1))
    if versions != expected:
        missing = min(set(expected) - set(versions))
        return f"version {missing} is missing"
    if not session.moves:
        return "its set-up is missing"
    edition = parse_edition(session.opened.edition, session.game.edition)
    if content_hash(edition) != session.opened.edition_hash:
        return "its edition does not match the hash that was stored with it"
    _ = session.state
    return None


def _followed(session: Session) -> list[tuple[str, Followed]]:
    now = follow(session, {}, today=True, unfinished=True)
    if session.game is GAMES[session.opened.game]:
        return [("today", now)]
    own = follow(session, {}, unfinished=True)
    return [(f"under {session.opened.rules}", own), ("today", now)]


def differences(found: Followed, when: str, *, over: bool) -> tuple[str, ...]:
    """Say what comes out otherwise in a session that was followed; nothing where nothing does.

    :param when: by which rules: ``today``.
    :param over: whether the session was played to its end.
    """
    said = [f"step {play.step}: {when} refused: {play.reason}" for play in found.illegal]
    parted = found.divergence
    if parted and not (found.illegal and found.illegal[0].step == parted.step):
        what = parted.instead or "nothing"
        said.insert(0, f"step {parted.step}: {parted.recorded or 'nothing'}; {when}: {what}")
    stop = found.stop
    if stop and stop.why != "goes_on":
        said.append(stop.said)
    elif stop and over:
        said.append(f"{when} the game would go on after step {stop.step}")
    return (*said, *_outcome(found))


def _outcome(found: Followed) -> list[str]:
    after, before = found.after, found.before
    if after is None or not found.outcome_changed:
        return []
    pairs: list[tuple[str, str, str]] = []
    if found.winners_changed:
        pairs.append(("winner", _names(found, after.winners), _names(found, before.winners)))
    if found.scores_changed:
        pairs.append(("points", _numbers(after.scores), _numbers(before.scores)))
    if found.end_changed:
        pairs.append(
            ("end", _end(after.ended_by, after.rounds), _end(before.ended_by, before.rounds))
        )
    return [f"{what} would be {now} instead of {was}" for what, now, was in pairs]


def _names(found: Followed, seats: tuple[int, ...] | None) -> str:
    return " and ".join(found.names[seat] for seat in seats or ()) or "nobody"


def _numbers(points: Sequence[int | None]) -> str:
    return ", ".join("?" if each is None else str(each) for each in points)


def _end(ended_by: str | None, rounds: int) -> str:
    return f"{ended_by or 'none'} in round {rounds}"
