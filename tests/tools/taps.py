"""Counts the taps of an action on a table's pad: the buttons and fields that the page draws are
pressed in every useful way, and the fewest presses that record the action are taken.

What a press makes of the line, and what the page then asks, is found out by the code that serves
the page; nothing here knows a game.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from html.parser import HTMLParser
from itertools import combinations, product
from typing import Any, NamedTuple

from flask import Flask

from domain.chance import Told
from domain.notation import Misread
from service.web.boards import board_of
from service.web.table.desk import seat_on_pad
from service.web.table.entry import Look, composed, look, prefix
from service.web.table.pads import Due, pad_of, template_of
from tests.tools.logged import Logged

FIELDS = ("what", "at", "more")
PAGE = (
    "{% import template as d with context %}{{ d.pad(pad, desk, table) }}{{ d.quick(pad, desk) }}"
)
DRAWING = re.compile("<svg.*?</svg>", re.DOTALL)
MOST = 7  # presses on the pad that are tried before the one that records


class Way(NamedTuple):
    """What was pressed on a pad, and the line that it makes; ``sent`` if the last press sends."""

    taps: int
    line: str
    sent: bool


class Pad(HTMLParser):
    """The controls of a drawn pad. ``alone``: a place is a line without what was done there."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.quick: list[str] = []
        self.alone = False
        self.fields: dict[str, list[str]] = {name: [] for name in FIELDS}
        self.fixed: dict[str, list[str]] = {name: [] for name in FIELDS}
        self.single: dict[str, list[str]] = {name: [] for name in FIELDS}
        self.several: dict[str, list[str]] = {name: [] for name in FIELDS}
        self.feed(DRAWING.sub("", html))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep buttons with a line of their own, and the fields that make one."""
        told = {name: value or "" for name, value in attrs}
        name, value = told.get("name", ""), told.get("value", "")
        self.alone |= "data-alone" in told
        if tag == "button" and name == "quick":
            self.quick.append(value)
        elif tag == "input" and name in FIELDS:
            by_type = {"hidden": self.fixed, "radio": self.single}
            by_type.get(told["type"], self.several)[name].append(value)
            self.fields[name].append(value)


class Drawn(NamedTuple):
    """A pad as it is drawn for a seat."""

    pad: Pad
    whose: str

    def ways(self, text: str) -> Iterator[Way]:
        """Yield what can be pressed, fewest presses first.

        :param text: the action in notation; places that do not stand in it are left alone.
        """
        nothing: list[tuple[str, ...]] = [()]
        yield from (
            Way(1 + len(more), composed({"quick": line}, {"more": list(more)}), sent=True)
            for line in self.pad.quick
            for more in (self._chosen("more", "") if line.endswith("+") else nothing)
        )
        chosen = [self._chosen(name, text if name == "at" else "") for name in FIELDS]
        for made in sorted(product(*chosen), key=lambda made: sum(map(len, made))):
            taps = sum(map(len, made))
            told = {n: self._told(n, some) for n, some in zip(FIELDS, made, strict=True)}
            if 0 < taps < MOST and self._makes_a_line(told):
                yield Way(taps, composed({"whose": self.whose}, told), sent=False)

    def _told(self, name: str, chosen: tuple[str, ...]) -> list[str]:
        """List what the fields of a name tell, in the order of the page."""
        fixed = self.pad.fixed[name]
        return [value for value in self.pad.fields[name] if value in chosen or value in fixed]

    def _makes_a_line(self, told: dict[str, list[str]]) -> bool:
        """Say whether the page makes a line yet: a place alone, or no place, often is none."""
        what = next(iter(told["what"]), "")
        return bool(told["at"]) if "@" in what else bool(what) or self.pad.alone

    def _chosen(self, name: str, text: str) -> list[tuple[str, ...]]:
        """List what can be chosen in the fields of a name: one of some, any of the others."""
        there = [value for value in self.pad.several[name] if not text or value in text]
        one = [(value,) for value in self.pad.single[name] if not text or value in text]
        every = range(len(there) + 1)
        return [*one, *(some for size in every for some in combinations(there, size))]


class Pads:
    """Draws pads with the templates of the page."""

    def __init__(self, app: Flask) -> None:
        self._app, self._template = app, app.jinja_env.from_string(PAGE)

    def draw(self, one: Logged, seat: int) -> Drawn:
        """Draw the pad of a seat in a position."""
        game, state, kind = one.game, one.state, pad_of(one.game)
        names = [f"Player {seat}" for seat in range(state.rules.seats)]
        whose = prefix(game, state, seat)
        desk = _Desk(seat, whose, kind.due(state, seat, names), _Film(names))
        laid, table = kind.lay_out(state, seat), board_of(game).table(state, state, (), names)
        shown = {"desk": desk, "pad": laid, "table": table, "template": template_of(game)}
        with self._app.test_request_context():
            self._app.update_template_context(shown)
            return Drawn(Pad(self._template.render(shown)), whose)


class _Film(NamedTuple):
    names: Sequence[str]


class _Desk(NamedTuple):
    seat: int
    prefix: str
    due: Due
    film: _Film


def fewest_taps(pads: Pads, one: Logged) -> int | None:
    """Return the fewest taps that log an action with all that was seen.

    A tap is a press of a button, a field or a seat. Lines that are offered for one that could be
    several count only where nothing on the pad tells them apart. ``None``: the pad has no way.
    """
    return _Tapping(pads, one).fewest()


class _Tapping:
    """Presses a pad until an action is recorded."""

    def __init__(self, pads: Pads, one: Logged) -> None:
        self._pads, self._one = pads, one

    def fewest(self) -> int | None:
        """Return the fewest taps, or ``None``."""
        one = self._one
        seat = seat_on_pad(one.game.to_act(one.state), one.newest)
        turned = int(one.action.seat != seat)
        drawn, written = self._pads.draw(one, one.action.seat), one.game.notation.write
        ways = list(drawn.ways(written(one.state, one.action)))
        for offered in (False, True):
            best = MOST + 1
            for way in ways:
                if way.taps < best and (more := self._more(way, offered=offered)) is not None:
                    best = min(best, way.taps + more)
            if best <= MOST:
                return best + turned
        return None

    def _more(self, way: Way, *, offered: bool) -> int | None:
        """Count the taps behind a way until the action is recorded: answers, or the button."""
        one = self._one
        try:
            if one.game.notation.read(one.state, way.line).action != one.action:
                return None
        except Misread:
            if not offered:
                return None
        seen, answers = look(one.game, one.state, way.line), 0
        while seen.kind in ("open", "misread"):
            looked = (look(one.game, one.state, option.text) for option in seen.options)
            fitting = next((there for there in looked if self._leads_there(there)), None)
            if fitting is None:
                return None
            seen, answers = fitting, answers + 1
        if not self._leads_there(seen):
            return None
        return answers or int(not way.sent)

    def _leads_there(self, seen: Look) -> bool:
        """Say whether a line tells the action, and nothing that was not seen."""
        one, reading = self._one, seen.reading
        if reading is None or reading.action != one.action:
            return False
        if seen.kind == "ok":
            after = one.game.play(one.state, one.action, reading.chance).state
            return bool(after == self._after)
        told = reading.answers
        return seen.kind == "open" and told == one.seen[: len(told)]

    @cached_property
    def _after(self) -> Any:
        one = self._one
        return one.game.play(one.state, one.action, Told(one.seen)).state
