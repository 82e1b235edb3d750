"""Where a session was branched from, and what was branched from it."""

from typing import NamedTuple
from uuid import UUID

from flask import Flask, url_for

from domain.session import Session
from service.web.context import services
from service.web.counted import counted
from service.web.words import title_of

LISTED = 50  # branches of one session


def install(app: Flask) -> None:
    """Offer every template where a session was branched from."""
    app.jinja_env.globals["origin"] = origin


class Origin(NamedTuple):
    """The session that a branch has its past from; ``href`` is empty where it is not here."""

    id: UUID
    step: int
    chance: str
    title: str
    href: str


class Offshoot(NamedTuple):
    """A branch of a session: the step that it goes on from, its title and state."""

    id: UUID
    step: int
    title: str
    status: str


def origin(session: Session) -> Origin | None:
    """Return where a session was branched from, if it was."""
    branch = session.opened.branch
    if branch is None:
        return None
    try:
        title = title_of(services().store.load(branch.session))
        href = url_for("replay.show", session_id=branch.session, step=branch.step)
    except (LookupError, ValueError):
        title, href = "a session that is not here", ""
    return Origin(branch.session, branch.step, branch.chance, title, href)


def offshoots(session: Session) -> list[Offshoot]:
    """List what was branched from a session, by step, then by age."""
    cursor, _ = counted(services())
    rows = cursor.execute(
        "SELECT id FROM sessions WHERE branch = $1 ORDER BY branch_step, session LIMIT $2",
        [session.id, LISTED],
    ).fetchall()
    found = []
    for (id_,) in rows:
        try:
            other = services().store.load(id_)
        except (LookupError, ValueError):
            continue
        branch = other.opened.branch
        assert branch is not None
        found.append(Offshoot(id_, branch.step, title_of(other), other.status))
    return found
