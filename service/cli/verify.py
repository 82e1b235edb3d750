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
from domain.game import Game
from service.cli.answers import printer
from service.cli.progress import progress
from service.cli.work import GAME, WORKERS, Work, print_json
from service.verifying import chosen, over

SHOWN = 100  # sessions on a screen


@click.command()
@click.option("--game", type=GAME, help="Sessions of this game only.")
@click.option(
    "--since", type=click.DateTime(["%Y-%m-%d"]), metavar="DAY", help="Opened then or later."
)
@click.option("--sample", type=click.IntRange(min=1), help="At most so many, spread evenly.")
@click.option("--workers", type=WORKERS, help="Processes. Default: one a core.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON; see docs/json.md.")
@click.pass_obj
def verify(
    work: Work,
    game: Game | None,
    since: datetime | None,
    sample: int | None,
    workers: int | None,
    as_json: bool,
) -> None:
    """Decide every stored session again; name what is damaged and what would come out otherwise.

    Damaged: its events cannot be read or folded. Different: sound, but by the rules as they are now
    something in it would be refused or come out otherwise. Irregular: a play against the rules
    stood. Sessions under an earlier version of the rules are held against that one too.
    """
    services = work.services
    day = since.replace(tzinfo=UTC) if since else None
    ids = chosen(services, game, day, sample)
    counts: Counter[str] = Counter()
    found: list[Verified] = []
    with progress("verify", len(ids), "sessions") as report:
        for each in over(services, ids, workers or os.cpu_count() or 1, report):
            counts[each.verdict] += 1
            if each.verdict != "sound":
                found.append(each)
    found.sort(key=lambda each: -VERDICTS.index(each.verdict))
    if as_json:
        told = {verdict: counts[verdict] for verdict in VERDICTS}
        listed = [_named(msgspec.to_builtins(each)) for each in found]
        print_json({"sessions": len(ids), **told, "found": listed})
    else:
        _print(found, counts, len(ids))
    if counts["damaged"]:
        raise click.ClickException(f"{counts['damaged']} of {len(ids)} sessions are damaged")


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
