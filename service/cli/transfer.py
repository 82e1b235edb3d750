"""Commands that take sessions in and out as files."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Any, Literal, get_args

import click

from domain.game import Game
from domain.session import Session
from domain.session.reading import Faulty, Found, Read
from service import views
from service.cli.columns import plan_of, sheet_options
from service.cli.work import Work, print_json
from service.transfer import importing
from service.transfer.exporting import Format, export_of
from service.transfer.reading import Form, read_file
from service.transfer.shelf import Shelf
from service.wiring import now

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)

OUTPUT = click.Path(dir_okay=False, writable=True, path_type=Path)

Told = tuple[tuple[str, str], ...]


@click.command()
@click.argument("file", type=FILE)
@sheet_options
@click.option("--json", "as_json", is_flag=True, help="Print JSON; see docs/json.md.")
@click.pass_context
def check(
    context: click.Context,
    file: Path,
    columns: dict[str, str] | None,
    game: Game | None,
    players: tuple[str, ...],
    headers: Told,
    as_json: bool,
) -> None:
    """Replay FILE and store nothing. Shows where it ends, or the first line that does not fit."""
    plan, work = plan_of(columns, game, players, headers), context.obj
    form, read = read_file(file, plan, Shelf(work.folder), now())
    _warn(file, read)
    if as_json:
        print_json(_as_data(file, form, read))
    else:
        _print(file, read)
    context.exit(1 if read.fault else 0)


@click.command("import")
@click.argument("files", type=FILE, nargs=-1, required=True, metavar="FILE...")
@sheet_options
@click.pass_context
def import_(
    context: click.Context,
    files: tuple[Path, ...],
    columns: dict[str, str] | None,
    game: Game | None,
    players: tuple[str, ...],
    headers: Told,
) -> None:
    """Store the sessions in each FILE: text, JSON Lines or CSV. A file with an error stores
    nothing, and a session that is here already is not stored again.
    """
    plan, work = plan_of(columns, game, players, headers), context.obj
    shelf, wrong = Shelf(work.folder), 0
    for file in files:
        form, read = read_file(file, plan, shelf, now())
        _warn(file, read)
        try:
            for one in importing.store(work.services.store, read, form):
                done = "stored" if one.new else "here already"
                click.echo(f"{one.session.id}  {done}  {_titled(one.session)}")
        except Faulty as error:
            wrong += 1
            click.echo(f"{error.fault.at(str(file))}; nothing of it is stored", err=True)
    context.exit(1 if wrong else 0)


@click.command()
@click.argument("sessions", nargs=-1, metavar="[SESSION...]")
@click.option("--all", "everything", is_flag=True, help="Every session, in the order of ids.")
@click.option(
    *("--format", "form"),
    type=click.Choice([*get_args(Format), "html"]),
    default="text",
    show_default=True,
    help="text to read and diff, jsonl with every event, time and key, html a page that replays.",
)
@click.option("-o", "--output", type=OUTPUT, help="Write there; html is always a file.")
@click.option("--view", help="For html, whose knowledge: see mothlog picture.")
@click.pass_context
def export(
    context: click.Context,
    sessions: tuple[str, ...],
    everything: bool,
    form: Format | Literal["html"],
    output: Path | None,
    view: str | None,
) -> None:
    """Print each SESSION as a file to import. The same sessions give the same bytes.

    With --format html, write one SESSION as a page that replays without a network.
    """
    if everything == bool(sessions):
        raise click.UsageError("expected either SESSION... or --all")
    if view is not None and form != "html":
        raise click.UsageError("--view goes with --format html; other files hold everything")
    work: Work = context.obj
    if form == "html":
        if output is None or len(sessions) != 1:
            raise click.UsageError("--format html expects one SESSION and -o FILE")
        from service.cli.share import write_page  # the pages take longer to load than the rest

        write_page(work, work.session(sessions[0]), view, output)
        return
    chosen = _every(work) if everything else (work.session(name) for name in sessions)
    with click.open_file(str(output or "-"), "wb") as file:
        wrong = _print_all(chosen, form, Shelf(work.folder), file)
    context.exit(1 if wrong else 0)


def _warn(file: Path, read: Read) -> None:
    """Say what is stored as it is, although nobody could record it now."""
    for odd in read.odd:
        click.echo(f"{odd.at(str(file))}; kept as it is", err=True)


def _print_all(
    chosen: Iterable[Session | Exception], form: Format, shelf: Shelf, file: IO[bytes]
) -> int:
    """Write sessions one behind the other; say which are left out, and return how many."""
    wrong = 0
    for session in chosen:
        try:
            if isinstance(session, Exception):
                raise session
            file.write(export_of(session, form, shelf).encode())
        except (ValueError, LookupError, TypeError) as error:
            wrong += 1
            click.echo(f"mothlog: left out: {error}", err=True)
    return wrong


def _every(work: Work) -> Iterator[Session | Exception]:
    """Yield every stored session in the order of ids, in place of a damaged one what is wrong."""
    store = work.services.store
    for session_id in store.all_ids():
        try:
            yield store.load(session_id)
        except (ValueError, LookupError, TypeError) as error:
            yield error


def _titled(session: Session) -> str:
    title = session.opened.title or session.game.title
    return f"{title}: {', '.join(session.names)}"


def _print(file: Path, read: Read) -> None:
    for found in read.sessions:
        session = importing.named(found)
        game, state = session.game, session.state
        cut = ", good so far" if read.fault and found is read.sessions[-1] else ""
        click.echo(f"{_titled(session)} ({session.id})")
        click.echo(
            f"{session.version} events, step {session.last_step}, "
            f"{game.round_word.lower()} {game.round_of(state)}, {session.status}{cut}"
        )
        click.echo(f"\n{game.as_text(state, session.names)}\n")
        if outcome := game.outcome(state):
            click.echo("\n".join(game.as_result(outcome, session.names)) + "\n")
    if read.fault:
        click.echo(read.fault.at(str(file)), err=True)


def _as_data(file: Path, form: Form, read: Read) -> dict[str, Any]:
    fault = read.fault
    return {
        "file": str(file),
        "format": form,
        "sessions": [_moment(found) for found in read.sessions],
        "error": fault and {"line": fault.line, "reason": fault.reason},
    }


def _moment(found: Found) -> dict[str, Any]:
    session = importing.named(found)
    return views.at_step(session, session.last_step, views.ALL)
