"""The command that records the demo sessions, and who sits where in what bots play."""

import click

from analytics.bots import Cast
from domain.game import Game
from service import demo as demo_sessions
from service.cli.work import Work


@click.command()
@click.pass_obj
def demo(work: Work) -> None:
    """Record the demo sessions, unless they are there already."""
    added = demo_sessions.record(work.services.store)
    click.echo(f"{added} demo sessions recorded" if added else "the demo sessions are here already")


def seated(game: Game, players: int | None, bots: str | None, cast: Cast) -> tuple[str, ...]:
    """Return the bots by seat.

    :raises UsageError: a bot that does not exist for the game, or names that do not fit the
        number of seats.
    """
    names, known = [name.strip() for name in (bots or "random").split(",")], cast.of_game(game)
    if unknown := [name for name in names if not cast.plays(name, game)]:
        raise click.BadParameter(
            f"there is no bot {unknown[0]!r} for {game.title}{cast.why_not(unknown[0], game)}, "
            f"expected one of: {', '.join(known)}",
            param_hint="--bots",
        )
    seats = players if players is not None else max(len(names), game.seats.start)
    if len(names) == 1 and seats in game.seats:
        names *= seats
    if seats not in game.seats:
        expected = f"expected {game.seats.start} to {game.seats.stop - 1}"
        raise click.BadParameter(f"{seats} seats, {expected}", param_hint="--players")
    if len(names) != seats:
        raise click.BadParameter(
            f"{len(names)} bots for {seats} seats, expected one name or {seats}",
            param_hint="--bots",
        )
    return tuple(names)
