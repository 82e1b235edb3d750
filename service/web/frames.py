"""All steps of a session as a reader sees them, drawn once: the film that a browser keeps.

Most of a step looks as it did before. What the templates draw through ``piece``, or one by one
through ``each``, is drawn once for the same arguments, and each distinct text is kept once: a step
is a list of numbers of texts.
"""

import gc
import gzip
import re
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from secrets import token_hex
from typing import Any

import msgspec
from flask import Flask, current_app
from markupsafe import Markup

from service.web.moment import PARTS, Moment
from service.web.playback import Playback
from service.web.timeline import graph
from service.web.words import title_of

Macro = Callable[..., Markup]
MARK = "\x02"
FRAGMENT = Markup('<div data-frame="{}" data-title="{}" data-say="{}" data-end="{}">{}</div>')


class Frame(msgspec.Struct, frozen=True):
    """One step: what changes on the page, part by part, as numbers of texts to be joined."""

    step: int
    title: str
    say: str
    end: bool
    parts: dict[str, tuple[int, ...]]


class Frames(msgspec.Struct, frozen=True):
    """A session's steps in one view; see ``docs/json.md``."""

    version: int
    view: str
    pieces: list[str]
    frames: list[Frame]

    def fragment(self, step: int) -> Markup:
        """Return a step as a piece of a page."""
        frame = self.frames[step]
        numbers = chain.from_iterable(frame.parts.values())
        parts = Markup("".join(self.pieces[number] for number in numbers))
        end = "1" if frame.end else ""
        return FRAGMENT.format(step, frame.title, frame.say, end, parts)


class Film(msgspec.Struct, frozen=True):
    """A session's steps in one view, and the same as JSON, packed."""

    frames: Frames
    packed: bytes


def install(app: Flask) -> None:
    """Let templates draw by piece."""
    app.jinja_env.globals |= {"piece": _draw, "each": _draw_each}


def film_of(film: Playback) -> Film:
    """Return all steps of a playback; whoever asks first draws them, others wait for it."""
    with film.drawing:
        if film.drawn is None:
            with _no_collector():
                frames = draw(film)
            film.drawn = Film(frames, gzip.compress(msgspec.json.encode(frames), 1, mtime=0))
        found: Film = film.drawn
    return found


@contextmanager
def _no_collector() -> Iterator[None]:
    """Keep Python's collector from running: a drawing makes texts, and none are cycles."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def draw(film: Playback) -> Frames:
    """Draw all steps of a playback."""
    pieces = _Pieces()
    title = title_of(film.session)
    template = current_app.jinja_env.get_template("_replay.html")
    context: dict[str, Any] = {"session": film.session, "film": film}
    context |= {"piece": pieces.piece, "each": pieces.each}
    current_app.update_template_context(context)
    macros = template.make_module({**context, "board_template": film.template})
    drawn = [(name, getattr(macros, f"part_{name}")) for name in PARTS]
    frames = []
    for step in range(film.last + 1):
        at = Moment(film, step)
        about = at, film, at.table, graph(film, step, False)
        parts = {name: pieces.numbers(macro(*about)) for name, macro in drawn}
        said = said_of(at)
        frames.append(Frame(step, f"{title}, step {step}", said, step == film.last, parts))
    return Frames(film.session.version, film.knowledge.name, pieces.texts, frames)


def said_of(at: Moment) -> str:
    """Say a step as a screen reader hears it."""
    return f"Step {at.step}. {at.row.when}. {at.film.text(at.row)}."


def _draw(macro: Macro, *about: Hashable) -> Markup:
    """Draw a piece where it stands."""
    return macro(*about)


def _draw_each(macro: Macro, things: Iterable[Hashable], *about: Hashable) -> Markup:
    """Draw a piece of each thing where they stand."""
    return Markup("").join(macro(thing, *about) for thing in things)


class _Pieces:
    """Texts by number. Within a drawing a piece is a mark that holds its number."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._number: dict[str, int] = {}
        self._drawn: dict[tuple[Hashable, ...], int] = {}
        self._within: list[tuple[int, ...]] = []
        self._marks: list[Markup] = []
        lot = token_hex(8)  # nobody can write a mark
        self._mark = f"{MARK}%d:{lot}\x03"
        self._find = re.compile(f"{MARK}(\\d+):{lot}\x03")

    def piece(self, macro: Any, *about: Hashable) -> Markup:
        """Draw a macro's piece, or take the one that was drawn of the same."""
        return self._marks[self._nth(macro, *about)]

    def each(self, macro: Any, things: Iterable[Hashable], *about: Hashable) -> Markup:
        """Draw a macro's piece of each thing, one behind the other."""
        drawn = (self._within[self._nth(macro, thing, *about)] for thing in things)
        return self._marks[self._keep(tuple(chain.from_iterable(drawn)))]

    def numbers(self, html: str) -> tuple[int, ...]:
        """Split a drawing into texts and return their numbers."""
        if MARK not in html:
            return (self._of(str(html)),) if html else ()
        found: list[int] = []
        for nth, part in enumerate(self._find.split(html)):
            if nth % 2:
                found += self._within[int(part)]
            elif part:
                found.append(self._of(part))
        return tuple(found)

    def _nth(self, *key: Any) -> int:
        """Return which drawing a macro's is, of what it is about; it is drawn if it was not."""
        nth = self._drawn.get(key)
        if nth is None:
            macro, *about = key
            nth = self._drawn[key] = self._keep(self.numbers(macro(*about)))
        return nth

    def _keep(self, numbers: tuple[int, ...]) -> int:
        self._within.append(numbers)
        self._marks.append(Markup(self._mark % len(self._marks)))
        return len(self._marks) - 1

    def _of(self, text: str) -> int:
        number = self._number.setdefault(text, len(self.texts))
        if number == len(self.texts):
            self.texts.append(text)
        return number
