"""The command that works out chances to win."""

from typing import Any

import click

from analytics.swings import steps_of, turning_points
from domain.session import Session
from domain.words import plain
from service.cli.progress import progress
from service.cli.work import Work, print_json
from service.evaluating import Evaluated, Kept, as_data, check, evaluated
from service.views import ALL, View, moment
from service.wiring import now

LETTERS = "ABCDEFGH"


@click.command()
@click.argument("session")
@click.option(
    "--view",
    default="all",
    show_default=True,
    metavar="VIEW",
    help="From whose knowledge: all, public, or a seat's letter.",
)
@click.option(
    "--games",
    type=click.IntRange(2, 100_000),
    help="Games from each step. Default: 200, half of that where all seats act each round.",
)
@click.option("--again", is_flag=True, help="Work it out although it is kept.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON; see docs/json.md.")
@click.pass_obj
def evaluate(
    work: Work, session: str, view: str, games: int | None, again: bool, as_json: bool
) -> None:
    """Tell the chances to win by step of SESSION, which has ended, and its turning points.

    Each step is played on by bots, many times. The answer is kept as a view beside the store.
    """
    loaded = work.session(session)
    check(loaded)
    chosen, kept = _view(loaded, view), Kept(work.folder)
    found = None if again else kept.find(loaded, chosen)
    if found is None or games not in (None, found.games):
        found = _worked_out(loaded, chosen, games or 0)
        kept.keep(found)
    if as_json:
        print_json(as_data(found))
    else:
        _print(loaded, found, chosen)


def _view(session: Session, text: str) -> View:
    """Read a view.

    :raises BadParameter: there is none of that name.
    """
    letters = LETTERS[: len(session.players)]
    if text == "public":
        return "public"
    if text == ALL:
        return ALL
    if len(text) == 1 and text.upper() in letters:
        return letters.index(text.upper())
    expected = f"expected all, public or one of {', '.join(letters)}"
    raise click.BadParameter(f"{text!r} found, {expected}", param_hint="--view")


def _worked_out(session: Session, view: View, games: int) -> Evaluated:
    with progress("Playing on", len(steps_of(session)), "positions") as told:
        return evaluated(session, view, now(), games=games, report=lambda done, _: told(done))


def _print(session: Session, found: Evaluated, view: View) -> None:
    names, alone = session.names, len(session.players) == 1
    of = "expected score" if alone else "chance to win"
    click.echo(f"{of} by step, {found.games} games from each; 95% ranges")
    for stand in found.stands:
        spans = [_span(stand.worth.range(seat), alone) for seat in range(len(names))]
        values = [_number(value, alone) for value in stand.worth.chances]
        told = [f"{n} {v} ({s})" for n, v, s in zip(names, values, spans, strict=True)]
        click.echo(f"{stand.step:>5}  {'  '.join(told)}")
    for gap in found.gaps:
        click.echo(f"{gap.first:>5}  no value up to step {gap.last}: {gap.why}")
    swings = turning_points(found.stands, found.missing)
    unit = "points of the score" if alone else "percentage points"
    click.echo(
        f"turning points, in {unit}" if swings else "no change beyond what sampling explains"
    )
    for swing in swings:
        before, move, _ = moment(session, swing.first, view)
        said = plain(session.game.tell(before, move.event).sentence, names)
        changes = ", ".join(
            f"{name} {_change(change, alone)} points"
            for name, change in zip(names, swing.changes, strict=True)
        )
        click.echo(f"{swing.first:>5}  {said}: {changes}")


def _number(value: float, alone: bool) -> str:
    return f"{value:.1f}" if alone else f"{100 * value:.0f} %"


def _change(value: float, alone: bool) -> str:
    return f"{value:+.1f}" if alone else f"{100 * value:+.0f}"


def _span(range_: Any, alone: bool) -> str:
    low, high = (f"{end:.1f}" if alone else f"{100 * end:.0f}" for end in range_)
    return f"{low} to {high}"
