"""The command that holds every stored session against the rules as they are now."""

import os
from collections import Counter
from datetime import UTC, datetime
from uuid import UUID

import click
import msgspec
from rich import box
from rich.table import Table

from analytics.counterfactual.verified import VERDICTS, Verified
from analytics.farm import FarmError
from domain.game import Game
from service.cli.answers import printer
from service.cli.progress import progress
from service.cli.work import GAME, WORKERS, Work, print_json
from service.simulating import Interrupt
from service.verifying import chosen, over

SHOWN = 100  # sessions on a screen


@click.command()
@click.option("--game", type=GAME, help="Sessions of this game only.")
@click.option(
    "--since", type=click.DateTime(["%Y-%m-%d"]), metavar="DAY", help="Opened then or later."
)
@click.option("--sample", type=click.IntRange(min=1), help="At most so many, spread evenly.")
@click.option(
    "--after",
    type=click.UUID,
    metavar="SESSION",
    help="Go on behind this one, as a run that was stopped says.",
)
@click.option("--workers", type=WORKERS, help="Processes. Default: one a core.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON; see docs/json.md.")
@click.pass_obj
def verify(
    work: Work,
    game: Game | None,
    since: datetime | None,
    sample: int | None,
    after: UUID | None,
    workers: int | None,
    as_json: bool,
) -> None:
    """Decide every stored session again; name what is damaged and what would come out otherwise.

    Damaged: its events cannot be read or folded. Different: sound, but by the rules as they are now
    something in it would be refused or come out otherwise. Irregular: a play against the rules
    stood. Sessions under an earlier version of the rules are held against that one too.

    It can be stopped at any time: what was found is printed, and how to go on.
    """
    services = work.services
    day = since.replace(tzinfo=UTC) if since else None
    ids = chosen(services, game, day, sample, after)
    counts: Counter[str] = Counter()
    found: list[Verified] = []
    why, last = "stopped", after
    with Interrupt() as interrupt, progress("verify", len(ids), "sessions") as report:
        try:
            width = workers or os.cpu_count() or 1
            for each in over(services, ids, width, report, lambda: interrupt.asked):
                counts[each.verdict] += 1
                last = UUID(each.session)
                if each.verdict != "sound":
                    found.append(each)
        except FarmError as error:
            why = str(error)
    found.sort(key=lambda each: -VERDICTS.index(each.verdict))
    done = counts.total()
    if as_json:
        told = {verdict: counts[verdict] for verdict in VERDICTS}
        listed = [_named(msgspec.to_builtins(each)) for each in found]
        stopped = {"of": len(ids), "last": None if last is None else str(last)}
        print_json({"sessions": done, **stopped, **told, "found": listed})
    else:
        _print(found, counts, done)
    said = []
    if counts["damaged"]:
        said.append(f"{counts['damaged']} of {done} sessions are damaged")
    if done < len(ids):
        behind = f" --after {last}" if last else ""
        said.append(
            f"{why} after {done:,} of {len(ids):,} sessions: the same command{behind} goes on"
        )
    if said:
        raise click.ClickException("; ".join(said))


def _named(told: dict[str, object]) -> dict[str, object]:
    return told | {"session": str(UUID(str(told["session"])))}


def _print(found: list[Verified], counts: Counter[str], total: int) -> None:
    console = printer()
    if found:
        table = Table("Session", "Title", "Rules", "", "What", box=box.SIMPLE_HEAD)
        for each in found[:SHOWN]:
            told = (each.title, each.rules, each.verdict, "\n".join(each.said))
            table.add_row(str(UUID(each.session)), *told)
        console.print(table)
    if len(found) > SHOWN:
        console.print(f"and {len(found) - SHOWN:,} more; --json lists them all")
    others = ", ".join(f"{counts[v]:,} {v}" for v in VERDICTS[1:] if counts[v])
    console.print(f"{total:,} sessions, {others or 'none damaged, irregular or different'}")
