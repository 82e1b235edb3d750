"""What if? Branches in: the past of a session as a session of its own, stored as a whole."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from analytics.bots import Cast, cast_of
from domain.errors import Invalid, SessionError
from domain.session import Session
from domain.session.branch import Way, branch, choosing_step
from domain.session.events import Luck, Player
from service.recorder import Answer, Recorder

LONGEST_TITLE = 120  # characters


class Asked(NamedTuple):
    """What somebody wants to know: from which step, who sits where, which cards come.

    ``players`` are all seats, or nobody where the same ones go on; ``way`` is digital wherever
    that is possible.
    """

    step: int
    chance: Luck = "fresh"
    players: tuple[Player, ...] | None = None
    way: Way | None = None
    title: str = ""
    tags: tuple[str, ...] = ()


class OtherRequest(Exception):
    """An idempotency key that has opened another session."""


def open_branch(
    recorder: Recorder,
    session: Session,
    asked: Asked,
    key: str | None,
    cast: Cast | None = None,
) -> Answer:
    """Store a branch of a session, once for each key; bots in it have not acted yet.

    :param cast: the bots that there are; without it those that come with mothlog.
    :raises SessionError: it cannot be branched there, or not in that way.
    :raises Invalid: a name does not fit, or there is no such bot.
    :raises OtherRequest: the key has opened another session.
    """
    _check_bots(session, asked.players or session.players, cast or cast_of())
    title = asked.title.strip() or title_for(session, choosing_step(session, asked.step))
    told = branch(session, asked.step, asked.players, asked.chance, asked.way, title, asked.tags)
    answer = recorder.enter(told, key)
    opening = told[0][1][0]
    if answer.repeated and opening != answer.session.opened:
        raise OtherRequest("this idempotency key has opened another session")
    return answer


def title_for(session: Session, step: int) -> str:
    """Return what a branch is called where nobody says otherwise."""
    asked = f"What if, from step {step}"
    title = session.opened.title
    return f"{asked} of {title}" if 0 < len(title) <= LONGEST_TITLE - len(asked) - 4 else asked


def seated(
    session: Session, changes: Mapping[int, Player], cast: Cast | None = None
) -> tuple[Player, ...]:
    """Return who sits at the table after some seats changed hands.

    A person who stays keeps what is known of them. A bot without a name is called after its seat.

    :raises Invalid: there is no such seat.
    """
    players = list(session.players)
    for seat, player in changes.items():
        if seat not in range(len(players)):
            raise SessionError(f"there is no seat {seat}, expected 0 to {len(players) - 1}")
        was = players[seat]
        if player.bot is not None and not player.name:
            player = replace(player, name=bot_name(player.bot, seat, cast))
        same = (was.name, was.bot) == (player.name, player.bot)
        players[seat] = was if same else player
    return tuple(players)


def bot_name(bot: str, seat: int, cast: Cast | None = None) -> str:
    """Return what a bot in a seat is called.

    >>> bot_name("random", 1)
    'Random B'
    """
    return f"{(cast or cast_of()).title(bot)} {'ABCDEFGH'[seat]}"


def _check_bots(session: Session, players: Sequence[Player], cast: Cast) -> None:
    for seat, player in enumerate(players):
        if player.bot is not None and not cast.plays(player.bot, session.game):
            expected = ", ".join(cast.of_game(session.game))
            why = cast.why_not(player.bot, session.game)
            raise Invalid(f"players: seat {seat}: no bot {player.bot!r}{why}, expected: {expected}")
