"""The command that checks every stored session."""

from collections.abc import Iterator
from uuid import UUID

import click

from domain.edition import content_hash, parse_edition
from domain.errors import DomainError
from domain.events import UnreadableEvent
from domain.session import Session
from service.cli.work import Work
from service.store import Playtests


@click.command()
@click.pass_obj
def verify(work: Work) -> None:
    """Fold every stored session and name each damaged one."""
    store, damaged, count = work.services.store, 0, 0
    for count, (session_id, fault) in enumerate(_faults(store), 1):  # noqa: B007
        if fault:
            damaged += 1
            click.echo(f"{session_id}: {fault}")
    if damaged:
        raise click.ClickException(f"{damaged} of {count} sessions are damaged")
    click.echo(f"{count} sessions, none damaged")


def _faults(store: Playtests) -> Iterator[tuple[UUID, str | None]]:
    for session_id in store.all_ids():
        try:
            yield session_id, _fault(store.load(session_id))
        except (UnreadableEvent, DomainError) as error:
            yield session_id, str(error)
        except Exception as error:
            yield session_id, f"its events do not fold: {type(error).__name__}: {error}"


def _fault(session: Session) -> str | None:
    """Return what is wrong with a session that could be read, or ``None``."""
    versions = [entry.version for entry in session.log]
    expected = list(range(1, len(versions) + 1))
    if versions != expected:
        missing = min(set(expected) - set(versions))
        return f"version {missing} is missing"
    if not session.moves:
        return "its set-up is missing"
    edition = parse_edition(session.opened.edition, session.game.edition)
    if content_hash(edition) != session.opened.edition_hash:
        return "its edition does not match the hash that was stored with it"
    for step, (before, move, _) in enumerate(session.history()):
        action = session.game.action_of(before, move.event)
        if step in session.irregular:
            continue
        if action is not None and action not in session.game.legal_actions(before, action.seat):
            return f"version {move.version}, step {step}: {action} is not legal there"
    return None
