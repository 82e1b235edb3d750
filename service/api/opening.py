"""Opening a session: what the request says becomes a table and what was seen at its set-up."""

from typing import Any

import msgspec

from domain.chance import Told
from domain.edition import EditionBase, all_problems, content_hash
from domain.errors import DomainError, Invalid
from domain.game import Game
from domain.games import find
from domain.options import filled_in
from domain.problems import Problem
from domain.session import Session
from domain.session.commands import Table, open_session
from domain.session.events import Player
from service import editions, seeds
from service.api import reading
from service.api.acting import let_bots_act
from service.api.answers import Summary, Written
from service.api.catalogue import known_games
from service.api.reading import Malformed
from service.api.refusing import KeyReused
from service.api.routing import Reply, write
from service.api.seen import event_rows, widest
from service.api.shapes import Opening
from service.views import summary
from service.web.context import services


@write("/sessions", Opening, Written, "Sessions")
def open_a_session(body: Opening) -> Reply:
    """Open a session and set its game up.

    In digital play the cards are dealt and bots that are first act. At a table the set-up is told:
    ``answers`` are what was seen, in the order of asking; a question that lies open to everybody
    and has no answer is asked for (422, ``unanswered``).
    """
    table = _table(body)
    chance = _told(body, table)
    key = reading.key(msgspec.to_builtins(body))
    answer = services().recorder.open(table, chance, key[0] if key else None)
    session = answer.session
    if answer.repeated and _differs(table, session):
        raise KeyReused("this idempotency key has opened another session")
    session, failed = let_bots_act(session)
    rows = event_rows(session, answer.entries, widest(session))
    written = Written(
        repeated=answer.repeated,
        events=rows,
        session=msgspec.convert(summary(session), Summary),
        bot_failed=failed,
    )
    return Reply(written, session.version, 201, f"/api/sessions/{session.id}")


def _table(body: Opening) -> Table:
    game = _game(body.game)
    return Table(
        game=game,
        rules=seeds.rulebook(game).version,
        edition=_edition(game, body.edition),
        players=_players(game, body),
        options=body.options,
        mode=body.mode,
        start=body.start,
        title=body.title,
        prototype=body.prototype,
        place=body.place,
        tags=body.tags,
        timed=body.timed,
    )


def _game(name: str) -> Game:
    try:
        return find(name)
    except KeyError:
        raise Malformed([Problem("game", repr(name), f"one of: {known_games()}")]) from None


def _players(game: Game, body: Opening) -> tuple[Player, ...]:
    cast, digital = services().cast, body.mode == "digital"
    for seat, player in enumerate(body.players):
        if player.bot is not None and not (digital and cast.plays(player.bot, game)):
            expected = ", ".join(cast.of_game(game)) if digital else "none at a table"
            why = cast.why_not(player.bot, game) if digital else ""
            raise Invalid(f"players: seat {seat}: no bot {player.bot!r}{why}, expected: {expected}")
    return tuple(Player(p.name.strip(), p.bot, p.experience, p.colour) for p in body.players)


def _edition(game: Game, wanted: str | dict[str, Any]) -> EditionBase:
    """Return an edition by its name, or the one that is written out; the shipped one without."""
    if isinstance(wanted, str):
        named = editions.find(game, services().data, wanted) if wanted else editions.shipped(game)
        return named.edition
    edition, problems = all_problems(wanted, seeds.edition(game), game.edition_problems)
    if edition is None:
        raise Malformed([reading.within("edition", problem) for problem in problems])
    return edition


def _told(body: Opening, table: Table) -> Told | None:
    """Return what was seen at the set-up; nothing in digital play, where mothlog deals.

    :raises DomainError: the set-up is not possible so, or more was told than was asked for.
    """
    if body.mode == "digital":
        if body.answers or body.named:
            raise Invalid("answers: told, expected none: in digital play mothlog deals the cards")
        return None
    trial = Told(body.answers, body.named)
    open_session(table, trial)
    if trial.left:
        said = ", ".join(answer or "unseen" for answer in trial.left)
        raise Invalid(f"told too much: nothing was asked for that could be {said}")
    return Told(body.answers, body.named)


def _differs(table: Table, session: Session) -> bool:
    """Whether a session was opened by another request than one for this table."""
    opened = session.opened
    try:
        options = filled_in(table.game.options, table.options)
    except DomainError:
        return True
    there = (opened.game, opened.options, opened.edition_hash, opened.players, opened.mode)
    here = (table.game.name, options, content_hash(table.edition), table.players, table.mode)
    said = (opened.title, opened.prototype, opened.place, opened.tags, opened.timed)
    asked = (table.title.strip(), table.prototype.strip(), table.place.strip(), table.tags)
    return there != here or said != (*asked, table.timed)
