"""Commands that copy whole stores: to the other database, into a file, and back."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import get_args

import click

from service.accounts.copying import AccountsDiffer, AccountsThere, check_room, read, write
from service.accounts.database import Database
from service.cli.work import Work
from service.store import Playtests
from service.store.choosing import Kind, chosen, described
from service.store.copying import Differs, carry_on
from service.transfer.accounts import UnusableAccounts, opened, place_of
from service.transfer.backup import Backup, NoBackup, back_up
from service.transfer.backup import restore as restore_backup
from service.wiring import now

NEW = click.Path(dir_okay=False, path_type=Path)


@click.command("migrate-store")
@click.option(
    "--to", "kind", type=click.Choice(get_args(Kind)), required=True, help="The store to fill."
)
@click.pass_obj
def migrate_store(work: Work, kind: Kind) -> None:
    """Copy all events and accounts from SQLite to PostgreSQL, or back, and check every one.

    SQLite is events.sqlite and accounts.sqlite in the data folder; PostgreSQL is what
    POSTGRES_DBNAME and the other variables name (docs/operations.md). PERSISTENCE_MODULE does not
    matter here: set it when the copy is done. The events are one transaction, the accounts another:
    stopped half-way, it can be begun again. The store to fill has to be empty, or to hold the
    beginning of the other one, which is carried on; with accounts, an earlier state of the same.
    """
    origin: Kind = "sqlite" if kind == "postgres" else "postgres"
    with (
        closing(Playtests(work.folder, origin)) as source,
        closing(Playtests(work.folder, kind)) as target,
        _accounts(work.folder, origin) as theirs,
        _accounts(work.folder, kind) as ours,
    ):
        try:
            check_room(read(theirs), ours, earlier=True)
            held = carry_on(source, target)
            people = read(theirs)
            write(people, ours, earlier=True)
        except AccountsThere as error:
            raise click.ClickException(
                f"other accounts than those in {place_of(origin)} are in {place_of(kind)} already, "
                f"and it is left as it is: {error}"
            ) from None
        except Differs as error:
            raise click.ClickException(
                f"{described(kind)} holds other events than {described(origin)}, and is left as "
                f"it is; expected an empty store ({error})"
            ) from None
        except AccountsDiffer as error:
            raise click.ClickException(str(error)) from None
        if held.more or read(theirs).digest != people.digest:
            changed = f"{held.more} events were recorded" if held.more else "accounts were changed"
            raise click.ClickException(f"{changed} meanwhile: stop the service and run it again")
        sessions = len(target.all_ids())
    click.echo(
        f"{held.same:,} events of {sessions:,} sessions in {described(kind)}: each the same as in "
        f"{described(origin)}, in the same order (SHA-256 {held.digest[:16]})"
    )
    if people:
        click.echo(f"{people} in {place_of(kind)}: the same (SHA-256 {people.digest[:16]})")
    click.echo(f"To use it, set PERSISTENCE_MODULE=eventsourcing.{kind}")


@click.command()
@click.argument("file", type=NEW)
@click.pass_obj
def backup(work: Work, file: Path) -> None:
    """Write events, accounts, editions, bots, saved queries and kept answers into FILE, and check
    it.

    The service may go on meanwhile. FILE must not be there yet. It is a SQLite database whichever
    store is used, holds everything in clear, and is readable by nobody else.
    """
    if not file.parent.is_dir():
        raise click.ClickException(f"there is no folder {file.parent}")
    try:
        found = back_up(work.folder, chosen(), file, now())
    except FileExistsError:
        raise click.ClickException(f"{file} is there already, expected a new file") from None
    except (NoBackup, Differs, AccountsDiffer) as error:
        raise click.ClickException(str(error)) from None
    except UnusableAccounts as error:
        raise click.ClickException(f"the accounts cannot be read, {error}") from None
    _say(found, f"in {file}")


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.pass_obj
def restore(work: Work, file: Path) -> None:
    """Check FILE, a backup, and bring it into the data folder and the store that is configured.

    The store has to be empty, and no file is replaced by another. Accounts go where the store's
    are, and there must be no others.
    """
    try:
        found = restore_backup(file, work.folder, chosen())
    except (NoBackup, AccountsDiffer) as error:
        raise click.ClickException(str(error)) from None
    except UnusableAccounts as error:
        raise click.ClickException(f"the accounts cannot be used, {error}") from None
    _say(found, "restored")


@contextmanager
def _accounts(data: Path, kind: Kind) -> Iterator[Database]:
    try:
        with opened(data, kind) as database:
            yield database
    except UnusableAccounts as error:
        raise click.ClickException(f"the accounts cannot be used, {error}") from None


def _say(found: Backup, where: str) -> None:
    if found.unreadable:
        click.echo(
            f"mothlog: {found.unreadable} events cannot be read, and are kept as they are; "
            "mothlog verify names them",
            err=True,
        )
    click.echo(
        f"{_some(found.events, 'event')} of {_some(found.sessions, 'session')} and "
        f"{_some(len(found.files), 'file')} {where}, checked (SHA-256 {found.digest[:16]})"
    )
    if found.accounts:
        click.echo(f"{found.accounts} {where}, checked (SHA-256 {found.accounts.digest[:16]})")


def _some(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
