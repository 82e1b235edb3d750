"""Commands that make what can be shown elsewhere: a position as a picture, a session as a page."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal, cast

import click
from werkzeug.exceptions import BadRequest

from domain.errors import SessionError
from domain.session import Session
from service.cli.work import Work
from service.web.app import create_app
from service.web.knowledge import choose, is_open
from service.web.moment import Moment
from service.web.pages import share
from service.web.pictures import Asked
from service.web.shelf import playback

OUTPUT = click.Path(dir_okay=False, writable=True, path_type=Path)
VIEW = "all, public, a seat as it saw it then (A or 0), or as it could know it now (A-now)."


@click.command()
@click.argument("session")
@click.option("--step", type=click.IntRange(min=0), help="Default: the last one.")
@click.option("--view", help=f"Whose knowledge: {VIEW} Default: all, public while it is played.")
@click.option("--sheets", default="", help="Whose sheets: seats with commas between, or all.")
@click.option("--theme", type=click.Choice(["night", "day"]), default="night", show_default=True)
@click.option("--width", default="960", show_default=True, help="Pixels, 160 to 2000.")
@click.option("-o", "--output", type=OUTPUT, required=True, help="A file ending in .svg or .png.")
@click.pass_obj
def picture(
    work: Work,
    session: str,
    step: int | None,
    view: str | None,
    sheets: str,
    theme: str,
    width: str,
    output: Path,
) -> None:
    """Draw the position of SESSION at a step, with title and sentence, as one file."""
    form = output.suffix.lower().removeprefix(".")
    if form not in ("svg", "png"):
        raise click.BadParameter(f"{output.name!r}, expected a name in .svg or .png")
    loaded = work.session(session)
    fields = {"theme": theme, "width": width, "seat": _numbered(sheets)}
    asked = Asked.of(fields, len(loaded.players))
    with first_moment(work, loaded, view) as first:
        last = first.film.last
        chosen = last if step is None else step
        if chosen > last:
            raise SessionError(f"there is no step {chosen}; it has the steps 0 to {last}")
        at = Moment(first.film, chosen)
        output.write_bytes(share.drawn(at, asked, cast(Literal["svg", "png"], form)))
    click.echo(f"{output}: step {chosen}, {at.film.knowledge.title}")


def write_page(work: Work, session: Session, view: str | None, output: Path) -> None:
    """Write a session as one HTML file that replays offline."""
    with first_moment(work, session, view) as first:
        output.write_text(share.offline_file(first), "utf-8")
        click.echo(f"{output}: {first.film.last + 1} steps, {first.film.knowledge.title}")


@contextmanager
def first_moment(work: Work, session: Session, view: str | None) -> Iterator[Moment]:
    """Yield the first step in a view, where pages can be drawn.

    :raises BadParameter: there is no such view, or it is not open while the session is played.
    """
    if view not in (None, "public") and not is_open(session):
        raise click.BadParameter(f"{view!r}, expected public while the session is played")
    with create_app(work.services).test_request_context():
        try:
            knowledge = choose(session, _numbered(view or ""))
        except BadRequest as error:
            raise click.BadParameter(str(error.description)) from None
        yield Moment(playback(session, knowledge), 0, asked=knowledge.name)


def _numbered(seats: str) -> str:
    """Write seats as numbers where they are letters: ``A-now`` is ``0-now``."""
    letter = re.compile(r"(?<![^,])([A-H])(?![^,-])", re.I)
    return letter.sub(lambda found: str("ABCDEFGH".index(found[1].upper())), seats)
