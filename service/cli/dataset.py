"""The command that hands on everything but names."""

from pathlib import Path

import click

from analytics.dataset import TEXTS, Taken, write
from service.cli.work import Work
from service.keys import secret_key
from service.wiring import now


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    *("--with", "texts"),
    type=click.Choice(TEXTS),
    multiple=True,
    help="Keep what people typed there; repeatable. Left out otherwise.",
)
@click.pass_obj
def dataset(work: Work, folder: Path, texts: tuple[str, ...]) -> None:
    """Write every session's rows to DIR as Parquet, by game and month, with names replaced.

    DIR is new, empty, or an earlier data set, which is replaced as a whole; docs/dataset.md says
    what is in it.
    """
    services = work.services
    services.projector.catch_up()
    key = secret_key(services.data / "pseudonyms.key")
    try:
        with services.projector.still() as warehouse:
            made = write(warehouse, folder, key, now(), texts)
    except Taken as error:
        raise click.ClickException(str(error)) from None
    rows = sum(made.tables.values())
    click.echo(
        f"{folder}: {made.tables['sessions']:,} sessions, {rows:,} rows in {len(made.files):,} "
        f"files, as of version {made.position:,}"
    )
    if made.left_out:
        click.echo(f"left out: {', '.join(made.left_out)}")
