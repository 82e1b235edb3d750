"""The filter bar of the statistics: an address read into filters, and filters as addresses."""

import dataclasses
import re
import shlex
from dataclasses import dataclass, field
from datetime import date
from typing import Any, get_args

from flask import url_for
from msgspec.structs import replace
from werkzeug.datastructures import MultiDict

from analytics.filters import LEFT_OUT_UNLESS_ASKED, Filters, LeftOut, PlayedBy
from domain.errors import Invalid
from domain.game import Game
from service.web.words import option

BY = get_args(PlayedBy)
BY_TEXT = {"people": "people", "bots": "bots", "mixed": "both at a table"}
SIDE = "side"  # people and bots, one beside the other
LONGEST = 120  # characters of a value in an address
MOST = 50  # values of one field
OPTION = "option-"
NAMES = {
    "players": "player",
    "modes": "mode",
    "tags": "tag",
    "without_tags": "without",
    "since": "from",
    "until": "to",
}
"""Fields of filters that an address calls something else."""

COMMAND = {"without": "without-tag"}
"""Fields of an address that the command line calls something else."""


def read(game: Game, args: MultiDict[str, str], by: PlayedBy = "all") -> Filters:
    """Read filters from an address. A value that no session has leaves all of them out.

    :param by: who played, where the address does not say.
    :raises Invalid: a value cannot be a filter.
    """
    asked = args.get("by") or by
    if asked not in (*BY, SIDE):
        raise _refused(f"by={asked}", f"one of {', '.join((*BY, SIDE))}")
    for kind in (include := _words(args, "include")):
        if kind not in LEFT_OUT_UNLESS_ASKED:
            raise _refused(f"include={kind}", f"one of {', '.join(LEFT_OUT_UNLESS_ASKED)}")
    return Filters(
        game=game.name,
        seats=tuple(sorted({_number(n) for n in _words(args, "seats")})),
        played_by="all" if asked == SIDE else asked,  # type: ignore[arg-type]
        players=_words(args, "player"),
        options={
            name.removeprefix(OPTION)[:LONGEST]: value[:LONGEST]
            for name, value in args.items()
            if name.startswith(OPTION) and value
        },
        prototype=args.get("prototype", "")[:LONGEST],
        edition=args.get("edition", "")[:LONGEST],
        rules=args.get("rules", "")[:LONGEST],
        modes=_words(args, "mode"),
        include=include,
        tags=_words(args, "tag"),
        without_tags=_words(args, "without"),
        since=_day(args, "from"),
        until=_day(args, "to"),
    )


def day(text: str) -> date:
    """Read a day as ``2026-05-31``, and in no other way.

    :raises ValueError: there is no such day.
    """
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
        raise ValueError(text)
    return date.fromisoformat(text)


def _number(text: str) -> int:
    if not (text.isdecimal() and text.isascii() and len(text) < 4):
        raise _refused(f"seats={text}", "how many seats there are, such as 3")
    return int(text)


def _day(args: MultiDict[str, str], name: str) -> date | None:
    text = args.get(name, "")
    try:
        return day(text) if text else None
    except ValueError:
        raise _refused(f"{name}={text}", "a day such as 2026-05-31") from None


def _refused(said: str, expected: str) -> Invalid:
    return Invalid(f"the address says {said[:LONGEST]}; expected {expected}")


def _words(args: MultiDict[str, str], name: str) -> tuple[str, ...]:
    given = args.getlist(name)
    if len(given) > MOST:
        raise _refused(f"{name} {len(given)} times", f"it {MOST} times at most")
    return tuple(dict.fromkeys(v[:LONGEST] for v in given if v))


@dataclass(frozen=True)
class Bar:
    """The filters of a page and the addresses that change one of them."""

    game: Game
    filters: Filters
    by: PlayedBy = "all"  # where the address does not say
    side: bool = False  # whether people and bots are shown side by side
    here: str = "statistics.show"  # the page that the filters lead to
    place: dict[str, Any] = field(default_factory=dict)  # what else its address says

    @property
    def played_by(self) -> str:
        """Who plays, as the address says it."""
        return SIDE if self.side else self.filters.played_by

    def of(self, by: PlayedBy) -> "Bar":
        """Return the same filters for one side."""
        return dataclasses.replace(self, filters=replace(self.filters, played_by=by), side=False)

    def at(self, here: str, **place: str) -> "Bar":
        """Return the same filters for another page of this game."""
        return dataclasses.replace(self, here=f"statistics.{here}", place=place)

    @property
    def fields(self) -> dict[str, Any]:
        """The filters as an address's fields."""
        f = self.filters
        fields: dict[str, Any] = {
            "seats": list(f.seats),
            "by": self.played_by if self.played_by != self.by else "",
            "player": list(f.players),
            "prototype": f.prototype,
            "edition": f.edition,
            "rules": f.rules,
            "mode": list(f.modes),
            "include": list(f.include),
            "tag": list(f.tags),
            "without": list(f.without_tags),
            "from": f.since.isoformat() if f.since else "",
            "to": f.until.isoformat() if f.until else "",
            **{f"{OPTION}{name}": value for name, value in f.options.items()},
        }
        return {name: value for name, value in fields.items() if value}

    @property
    def active(self) -> int:
        """How many filters are set."""
        return len(self.fields)

    @property
    def said(self) -> list[str]:
        """The filters in words, for a page without the bar."""
        f = self.filters
        said = [" or ".join(map(str, f.seats)) + " seats"] if f.seats else []
        said += [f"played by {BY_TEXT[f.played_by]}"] if f.played_by in BY_TEXT else []
        said += [f"with {' or '.join(f.players)}"] if f.players else []
        said += [f"prototype {f.prototype}"] if f.prototype else []
        said += [f"edition {f.edition}"] if f.edition else []
        said += [f"rules {f.rules}"] if f.rules else []
        said += [f"recorded {' or '.join(f.modes)}"] if f.modes else []
        said += [f"tagged {' or '.join(f.tags)}"] if f.tags else []
        said += [f"not tagged {' or '.join(f.without_tags)}"] if f.without_tags else []
        said += [f"opened from {f.since}"] if f.since else []
        said += [f"opened up to {f.until}"] if f.until else []
        said += [f"{option(name)}: {option(value)}" for name, value in f.options.items()]
        said += [f"with {LEFT_OUT_UNLESS_ASKED[kind][0]}" for kind in f.include]
        return said

    def with_(self, **changes: Any) -> str:
        """Return this page's address with some filters changed."""
        fields = {k: v for k, v in (self.fields | changes).items() if v}
        return self._to(**fields)

    def include(self, left: LeftOut) -> str:
        """Return the address that lets in what a reason leaves out."""
        if left.key == "played_by":
            return self.with_(by="all")
        if left.key in self.filters.__struct_fields__ and left.key != "include":
            if left.key == "options":
                return self.with_(**{f"option-{name}": "" for name in self.filters.options})
            return self.with_(**{NAMES.get(left.key, left.key): ""})
        if left.key.startswith("options."):
            return self.with_(**{f"option-{left.key.removeprefix('options.')}": ""})
        return self.with_(include=[*self.filters.include, left.key])

    def leave_out(self, kind: str) -> str:
        """Return the address that leaves a kind out again."""
        return self.with_(include=[each for each in self.filters.include if each != kind])

    def moments(self, report: str, row_key: str, page: int = 1) -> str:
        """Return the address of the moments that a row counts."""
        at = self.at("moments", report=report, row_key=row_key)
        return at.with_(page=page if page > 1 else None)

    def report(self, report: str, part: str = "report") -> str:
        """Return the address of one report by itself, or of its card."""
        return self.at(part, report=report).with_()

    def download(self, report: str, form: str) -> str:
        """Return the address of a report as a file."""
        return url_for(
            "api.show_report",
            game=self.game.command_name,
            report=report,
            format=form if form != "json" else None,
            **self.spelled,
        )

    @property
    def spelled(self) -> dict[str, Any]:
        """The filters as fields of an address that says who played, whatever is usual."""
        return self.fields | {"by": self.filters.played_by}

    def command(self, report: str) -> str:
        """Return the command that prints the same."""
        words = ["mothlog", "stats", self.game.command_name, report]
        for name, value in self.spelled.items():
            for each in value if isinstance(value, list) else [value]:
                if name.startswith(OPTION):
                    words += ["--option", f"{name.removeprefix(OPTION)}={each}"]
                else:
                    words += [f"--{COMMAND.get(name, name)}", str(each)]
        return shlex.join(words)

    def catalogue(self) -> str:
        """Return the address of the list of reports."""
        return self.at("catalogue").with_()

    def findings(self) -> str:
        """Return the address of all findings."""
        return self.at("show").with_()

    def without_filters(self) -> str:
        """Return this page's address with nothing set."""
        return self._to()

    def _to(self, **fields: Any) -> str:
        return url_for(self.here, game=self.game.command_name, **(fields | self.place))
