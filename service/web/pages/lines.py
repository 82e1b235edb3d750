"""Lines beside a replay: score, lead, options, hands, thinking time by step."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any
from uuid import UUID
from weakref import WeakKeyDictionary

import msgspec
from flask import Blueprint, abort, render_template, request, url_for
from flask.typing import ResponseReturnValue

from analytics.figures import Band, Trace, steps
from analytics.lines import Counted, Felt, Line, Row, count, feelings, lines
from domain.errors import SessionError
from service.web.context import load
from service.web.evaluating import NAME, Chances, chances
from service.web.knowledge import choose
from service.web.moment import Moment
from service.web.playback import Playback
from service.web.shelf import playback
from service.web.timeline import UNKNOWN
from service.web.words import title_of

page = Blueprint("lines", __name__)


@dataclass(frozen=True)
class Reading:
    """A session as its reader may see it, up to a step; ``hide`` keeps back what comes later."""

    film: Playback
    until: int
    hide: bool
    asked: str

    @property
    def query(self) -> dict[str, Any]:
        """What names this reading in an address, but for the step."""
        return {
            **({"view": self.asked} if self.asked not in ("", "all") else {}),
            **({"hide": "1"} if self.hide else {}),
        }

    def lines(self) -> list[Line]:
        """Return the lines up to the step, the chances last where they are worked out."""
        counted = lines(_counted(self.film).until(self.until))
        chance = self.chances.line if self.chances else None
        return [*counted, chance] if chance else counted

    @cached_property
    def chances(self) -> Chances | None:
        """The chances up to the step, or how far they are worked out."""
        return chances(self.film, self.until, self.hide)

    def bands(self) -> list[Band]:
        """Return the rounds up to the step."""
        rounds = [r for r in self.film.rounds if r.first < self.until]
        return [Band(r.number, r.first, min(r.last, self.until)) for r in rounds]

    def felt(self) -> list[Felt]:
        """Return what players felt, where the reader may see all that was logged."""
        return feelings(self.film.session, self.until) if self.film.knowledge.whole else []


@page.get("/sessions/<uuid:session_id>/lines.json")
def data(session_id: UUID) -> ResponseReturnValue:
    """Return every line as a figure; see ``docs/replay.md``."""
    reading = _read(session_id)
    film, end = reading.film, reading.until
    across = end + UNKNOWN if reading.hide else max(film.last, 1)
    bands = reading.bands()
    body = {
        "view": film.knowledge.name,
        "until": end,
        "lines": [
            {
                "name": line.name,
                "title": line.title,
                "unit": line.unit,
                "about": line.about,
                "most": line.most,
                "figure": steps(_traces(line, film), bands, line.unit, line.way, across),
            }
            for line in reading.lines()
        ],
        "felt": [felt._asdict() for felt in reading.felt()],
        "chance": _chance(reading),
    }
    answer = msgspec.json.encode(body)
    return answer, {"Content-Type": "application/json"}


@page.get("/sessions/<uuid:session_id>/lines")
def show(session_id: UUID) -> ResponseReturnValue:
    """Show one line's numbers as a table, and the others to choose from."""
    reading = _read(session_id)
    offered = reading.lines()
    wanted = request.args.get("line") or offered[0].name
    titles = {line.name: line.title for line in offered}
    if reading.chances is not None:
        titles[NAME] = reading.chances.title
    if wanted not in titles:
        abort(404, f"There is no line {wanted[:40]!r} here; there are {', '.join(titles)}.")
    line = next((one for one in offered if one.name == wanted), None)
    film = reading.film
    return render_template(
        "lines.html",
        here="sessions",
        session=film.session,
        film=film,
        reading=reading,
        title=title_of(film.session),
        titles=titles,
        wanted=wanted,
        line=line,
        chances=reading.chances if wanted == NAME else None,
        at=Moment(film, reading.until, reading.hide, asked=reading.asked),
        rows=[(film.rows[at], line.rows[at]) for at in _told(line)] if line else [],
        href=lambda step: url_for("replay.show", session_id=session_id, **reading.query, step=step),
    )


_kept: WeakKeyDictionary[Playback, Counted] = WeakKeyDictionary()


def _counted(film: Playback) -> Counted:
    """Count a playback once; what was counted goes when the playback does."""
    if film not in _kept:
        _kept[film] = count(film.session, film.states)
    return _kept[film]


def _read(session_id: UUID) -> Reading:
    """Read what was asked for.

    :raises SessionError: there is no such step.
    """
    session = load(session_id)
    hide, asked = request.args.get("hide") == "1", request.args.get("view", "")
    film = playback(session, choose(session, asked, hide))
    step = request.args.get("step", "0") if hide else str(film.last)
    if not step.isdecimal() or len(step) > 9:
        abort(400, f"A step is a number from 0, not {step[:40]!r}.")
    if int(step) > film.last:
        raise SessionError(f"there is no step {step} in this session")
    return Reading(film, int(step), hide, asked)


def _chance(reading: Reading) -> dict[str, Any] | None:
    """Return how far the chances are worked out, and by step and seat the ranges of the line."""
    found = reading.chances
    if found is None:
        return None
    told = {"name": NAME, "title": found.title, "state": found.state, "about": found.about}
    return told | {"ranges": found.ranges}


def _traces(line: Line, film: Playback) -> list[Trace]:
    """Return a trace for each seat that has a number; seats whose number is a most say so."""
    traces = [
        Trace(f"{name}, at most" if seat in line.most else name, seat, line.of(seat))
        for seat, name in enumerate(film.names)
    ]
    return [trace for trace in traces if any(value is not None for value in trace.values)]


def _told(line: Line) -> list[int]:
    """List the steps at which a number changes."""
    nothing: Row = (None,) * len(line.rows[0])
    before = (nothing, *line.rows) if line.way != "moment" else (nothing,) * len(line.rows)
    return [at for at, row in enumerate(line.rows) if row != before[at] and row != nothing]
