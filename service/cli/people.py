"""Commands about accounts: who has one, with which role, and what was done with them."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click
from sqlalchemy.exc import SQLAlchemyError

from domain.errors import Invalid
from service.accounts import Accounts, Role
from service.accounts.hidden import LONGEST, SHORTEST
from service.accounts.kinds import ROLES
from service.accounts.people import NoSuchPerson
from service.cli.work import Work, print_json
from service.store.choosing import chosen
from service.transfer.accounts import place_of
from service.wiring import now

BY = "command line"
AS_JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON; see docs/json.md.")
ROLE = click.Choice(ROLES)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def people() -> None:
    """List people with an account, add and remove them, set roles and passwords."""


@people.command("list")
@AS_JSON
@click.pass_obj
def list_(work: Work, as_json: bool) -> None:
    """List everybody with an account."""
    with _accounts(work) as accounts:
        found = accounts.people()
    if as_json:
        print_json([{"name": p.name, "role": p.role, "made": p.made.isoformat()} for p in found])
        return
    for person in found:
        click.echo(f"{person.role:<9} {person.name}")
    if not found:
        click.echo("Nobody has an account: on this machine everything is open.")


@people.command()
@click.argument("name")
@click.option("--role", type=ROLE, required=True, help="What NAME may do; see docs/accounts.md.")
@click.pass_obj
def add(work: Work, name: str, role: Role) -> None:
    """Make an account for NAME; the password is asked for, or read from standard input.

    The first designer closes the service to everybody without an account.
    """
    with _accounts(work) as accounts:
        was_open = accounts.is_open()
        person = accounts.add(name, role, _password(), BY)
        click.echo(f"{person.name} can sign in as a {role}")
        if was_open and not accounts.is_open():
            click.echo("From now on everybody has to sign in.")


@people.command()
@click.argument("name")
@click.argument("role", type=ROLE)
@click.pass_obj
def role(work: Work, name: str, role: Role) -> None:
    """Give NAME another role."""
    with _accounts(work) as accounts:
        person = accounts.named(name)
        accounts.set_role(person.id, role, BY)
        click.echo(f"{person.name} is a {role} now")


@people.command()
@click.argument("name")
@click.pass_obj
def password(work: Work, name: str) -> None:
    """Set NAME's password; it is asked for, or read from standard input. Every sign-in ends."""
    with _accounts(work) as accounts:
        person = accounts.named(name)
        accounts.set_password(person.id, _password(), BY)
        click.echo(f"{person.name} has a new password and is signed out everywhere")


@people.command()
@click.argument("name")
@click.pass_obj
def remove(work: Work, name: str) -> None:
    """Remove NAME's account and tokens; what was recorded stays."""
    with _accounts(work) as accounts:
        person = accounts.named(name)
        accounts.remove(person.id, BY)
        click.echo(f"{person.name} has no account any more")


@click.command()
@click.option("--limit", type=click.IntRange(1, 100_000), default=50, show_default=True)
@AS_JSON
@click.pass_obj
def audit(work: Work, limit: int, as_json: bool) -> None:
    """Print what was done with accounts, newest first: sign-ins, roles, tokens, invitations."""
    with _accounts(work) as accounts:
        entries = accounts.entries(limit)
    rows: list[dict[str, Any]] = [
        {"at": e.at.isoformat(), "what": e.what, "who": e.who, "where": e.where, "about": e.about}
        for e in entries
    ]
    if as_json:
        print_json(rows)
        return
    for e in entries:
        about, where = f": {e.about}" if e.about else "", f" from {e.where}" if e.where else ""
        click.echo(f"{e.at:%Y-%m-%d %H:%M:%S}  {e.what}{about}  ({e.who}{where})")


@contextmanager
def _accounts(work: Work) -> Iterator[Accounts]:
    """Open the accounts alone: neither events nor statistics are needed."""
    accounts = Accounts(work.folder, now, lambda _: None)
    try:
        yield accounts
    except NoSuchPerson as error:
        raise click.ClickException(str(error)) from None
    except SQLAlchemyError as error:
        cause = getattr(error, "orig", None) or error
        raise click.ClickException(f"{place_of(chosen())} cannot be used: {cause}") from None
    finally:
        accounts.close()


def _password() -> str:
    """Return a password from the terminal, typed twice, or from the first line of the input.

    :raises Invalid: there is none.
    """
    if sys.stdin.isatty():
        said: str = click.prompt("Password", hide_input=True, confirmation_prompt=True)
        return said
    line = sys.stdin.readline(LONGEST + 3).rstrip("\r\n")
    if not line:
        raise Invalid(
            f"password: nothing found on standard input, expected {SHORTEST} to {LONGEST} "
            "characters in its first line"
        )
    return line
