"""Commands that read sessions."""

from typing import Any

import click

from domain.errors import SessionError
from domain.game import Game
from domain.games import find
from domain.session import Session
from domain.words import plain
from service import views
from service.cli.work import GAME, Work, print_json

NONE_YET = "No sessions yet. Record some with mothlog demo or mothlog simulate."
UNREADABLE = "No stored session can be read; mothlog verify tells more."


@click.command()
@click.option("--game", type=GAME, help="Of this game only.")
@click.option("--status", type=click.Choice(["live", "finished", "closed", "abandoned"]))
@click.option("--limit", type=click.IntRange(min=1), default=20, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print JSON; see docs/json.md.")
@click.pass_obj
def sessions(work: Work, game: Game | None, status: str | None, limit: int, as_json: bool) -> None:
    """List sessions by when they were opened, newest first."""
    found, stored = [], False
    for session_id in work.services.store.newest_first():
        stored = True
        try:
            session = work.services.store.load(session_id)
            summary = views.summary(session)
        except (ValueError, LookupError, TypeError) as error:
            click.echo(f"mothlog: left out, damaged: {error}", err=True)
            continue
        if (game and session.game.name != game.name) or (status and session.status != status):
            continue
        found.append(summary)
        if len(found) == limit:
            break
    if as_json:
        print_json({"sessions": found})
        return
    for row in found:
        click.echo(_line(row))
    if not found:
        click.echo(_none(game, status) if stored else NONE_YET)


@click.command()
@click.argument("session")
@click.option("--step", type=int, help="Default: the last one.")
@click.option("--seat", metavar="S", help="What seat S (A, B ... or 0, 1 ...) sees.")
@click.option("--public", is_flag=True, help="What everybody sees.")
@click.option("--all", "everything", is_flag=True, help="Everything. The default.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON; see docs/json.md.")
@click.pass_obj
def show(
    work: Work,
    session: str,
    step: int | None,
    seat: str | None,
    public: bool,
    everything: bool,
    as_json: bool,
) -> None:
    """Show SESSION at a step. The id's first or last digits do if no other id has them."""
    if (seat is not None) + public + everything > 1:
        raise click.UsageError("--seat, --public and --all exclude each other")
    loaded = work.session(session)
    view = "public" if public else views.ALL if seat is None else _seat(loaded, seat)
    data = views.at_step(loaded, loaded.last_step if step is None else step, view)
    if as_json:
        print_json(data)
    else:
        _print_step(loaded, data["step"], view)


def _none(game: Game | None, status: str | None) -> str:
    """Say that no stored session is of that kind."""
    of = f" of {game.title}" if game else ""
    having = f" with the status {status}" if status else ""
    return f"None of the stored sessions is one{of}{having}." if of or having else UNREADABLE


def _line(row: dict[str, Any]) -> str:
    """Describe a session in one line: id, state, day, title, players with their points."""
    outcome = row["outcome"] or {}
    scores = outcome.get("scores", [None] * len(row["players"]))
    winners = outcome.get("winners", [])
    seats = [
        player["name"] + (f" {score['total']}" if score else "") + ("*" if seat in winners else "")
        for seat, (player, score) in enumerate(zip(row["players"], scores, strict=True))
    ]
    title = row["title"] or f"{find(row['game']).round_word.lower()} {row['round']}"
    return f"{row['id']}  {row['status']:<9} {row['opened_at'][:10]}  {title}: {', '.join(seats)}"


def _seat(session: Session, given: str) -> int:
    letters = "ABCDEFGH"[: len(session.players)]
    seat = letters.find(given.upper()) if len(given) == 1 else -1
    if seat < 0 and given.isdecimal() and len(given) < 4:
        seat = int(given)
    if seat not in range(len(letters)):
        raise SessionError(f"there is no seat {given!r}, expected {letters[0]} to {letters[-1]}")
    return seat


def _print_step(session: Session, step: int, view: Any) -> None:
    game, names = session.game, session.names
    before, move, state = views.moment(session, step, view)
    told = game.tell(before, move.event)
    where = f"step {step} of {session.last_step}, {game.round_word.lower()} {game.round_of(before)}"
    click.echo(f"{session.opened.title or game.title} ({session.id})")
    cited = ", ".join(game.cite(before, move.event))
    click.echo(f"{where}: {plain(told.sentence, names)}  [{cited}]")
    click.echo("")
    click.echo(game.as_text(state, names))
    if step == session.last_step and (outcome := game.outcome(state)):
        click.echo("")
        click.echo("\n".join(game.as_result(outcome, names)))
