"""Commands about editions: check a file, add it, list and show what can be played."""

from pathlib import Path
from typing import Any

import click
import msgspec

from domain.edition import EditionBase, Sourced, Total, assumed, content, content_hash
from domain.game import Game
from domain.games import GAMES
from service import editions
from service.cli.work import GAME, Work, print_json
from service.editions import Checked, Fault, Known
from service.tables import drawn

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def edition() -> None:
    """Check, add, list and show editions: what lies in a game's box."""


@edition.command()
@click.argument("file", type=FILE)
@click.option("--json", "as_json", is_flag=True, help="Print JSON; see docs/json.md.")
@click.pass_context
def check(context: click.Context, file: Path, as_json: bool) -> None:
    """Name every error in FILE, with its line. Exit code 1 if there are any."""
    checked = editions.check(_text(file))
    if as_json:
        print_json({"file": str(file), **_as_data(checked)})
    elif checked.edition is None:
        _print_faults(file, checked.faults)
    else:
        game = GAMES[checked.edition.game]
        click.echo(f"{file}: {checked.edition.name!r} can be played as {game.title}")
        _print_remarks(checked.edition, checked.totals)
    context.exit(1 if checked.faults else 0)


@edition.command()
@click.argument("file", type=FILE)
@click.pass_context
def add(context: click.Context, file: Path) -> None:
    """Make the edition in FILE one that sessions can be played with."""
    work: Work = context.obj
    try:
        known = editions.add(work.folder, _text(file))
    except editions.Rejected as error:
        _print_faults(file, error.faults)
        context.exit(1)
    game = GAMES[known.edition.game]
    click.echo(f"{known.name!r} can be chosen for {game.title}: --edition {known.slug}")


@edition.command("list")
@click.argument("game", type=GAME, required=False)
@click.option("--json", "as_json", is_flag=True, help="Print JSON; see docs/json.md.")
@click.pass_obj
def list_(work: Work, game: Game | None, as_json: bool) -> None:
    """List the editions of GAME, or of every game."""
    games = [game] if game else list(GAMES.values())
    for file in (file for one in games for file in editions.damaged_in(one, work.folder)):
        for fault in file.faults:
            click.echo(f"mothlog: left out, damaged: {fault.at(str(file.path))}", err=True)
    rows = [known for one in games for known in editions.editions_of(one, work.folder)]
    if as_json:
        print_json({"editions": [_row(known) for known in rows]})
        return
    for known in rows:
        click.echo(
            f"{GAMES[known.edition.game].title}: {known.name} ({known.slug}, {known.source})"
        )


@edition.command()
@click.argument("game", type=GAME)
@click.argument("name", required=False)
@click.option("--toml", "as_toml", is_flag=True, help="Print the text to write another one from.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON; see docs/json.md.")
@click.pass_obj
def show(work: Work, game: Game, name: str | None, as_toml: bool, as_json: bool) -> None:
    """Show every value of the edition NAME of GAME and its source. Default: what is shipped."""
    if as_toml and as_json:
        raise click.UsageError("--toml and --json exclude each other")
    known = editions.find(game, work.folder, name) if name else editions.shipped(game)
    if as_toml:
        click.echo(editions.text_of(work.folder, known), nl=False)
        return
    if as_json:
        print_json(_row(known) | {"content": content(known.edition)})
        return
    _print_values(game, known)


def _print_values(game: Game, known: Known) -> None:
    click.echo(f"{known.name} ({game.title}, {known.slug}, {known.source})")
    if known.edition.note:
        click.echo(known.edition.note)
    for field in known.edition.__struct_fields__:
        value = getattr(known.edition, field)
        if isinstance(value, Sourced):
            source = f"printed: {value.printed}" if value.printed else f"assumed: {value.assumed}"
            click.echo(f"\n{field}  ({source})")
            click.echo("\n".join(f"  {line}" for line in drawn(value.value)))
    click.echo("")
    _print_remarks(known.edition, tuple(game.totals(known.edition)))


SHOWN = 200  # errors; nobody reads more at once


def _text(file: Path) -> bytes:
    """Read a file as far as an edition may be long, and a byte more."""
    if not file.is_file():
        raise click.ClickException(f"{file} is no file")
    with file.open("rb") as opened:
        return opened.read(editions.LARGEST + 1)


def _print_faults(file: Path, faults: tuple[Fault, ...]) -> None:
    for fault in faults[:SHOWN]:
        click.echo(fault.at(str(file)))
    more = f", the first {SHOWN} shown" if len(faults) > SHOWN else ""
    click.echo(f"{len(faults):,} error{'s' * (len(faults) > 1)}{more}", err=True)


def _print_remarks(box: EditionBase, totals: tuple[Total, ...]) -> None:
    for total in totals:
        click.echo(f"  {total.name}: {total.found}, {_beside_print(total)}")
    if names := assumed(box):
        click.echo(f"  assumed, no rulebook states it: {', '.join(names)}")


def _beside_print(total: Total) -> str:
    says = f"the rulebook says {total.printed}" if total.differs else "as printed"
    return f"{says} ({total.section})"


def _as_data(checked: Checked) -> dict[str, Any]:
    box = checked.edition
    return {
        "game": checked.game.name if checked.game else None,
        "name": box.name if box else None,
        "slug": editions.slug_of(box.name) if box else None,
        "errors": msgspec.to_builtins(checked.faults),
        "totals": [
            msgspec.to_builtins(total) | {"differs": total.differs} for total in checked.totals
        ],
        "assumed": list(checked.assumed),
    }


def _row(known: Known) -> dict[str, Any]:
    return {
        "game": known.edition.game,
        "name": known.name,
        "slug": known.slug,
        "source": known.source,
        "edition_hash": content_hash(known.edition),
        "assumed": list(assumed(known.edition)),
    }
