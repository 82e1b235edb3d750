"""The filter bar of the statistics: an address read into filters, and filters as addresses."""

from dataclasses import dataclass
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
OPTION = "option-"


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
        seats=tuple(sorted({_number(n) for n in args.getlist("seats") if n})),
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
    )


def _number(text: str) -> int:
    if not (text.isdecimal() and text.isascii() and len(text) < 4):
        raise _refused(f"seats={text}", "how many seats there are, such as 3")
    return int(text)


def _refused(field: str, expected: str) -> Invalid:
    return Invalid(f"the address says {field[:LONGEST]}; expected {expected}")


def _words(args: MultiDict[str, str], name: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(v[:LONGEST] for v in args.getlist(name) if v))


@dataclass(frozen=True)
class Bar:
    """The filters of a page and the addresses that change one of them."""

    game: Game
    filters: Filters
    by: PlayedBy = "all"  # where the address does not say
    side: bool = False  # whether people and bots are shown side by side

    @property
    def played_by(self) -> str:
        """Who plays, as the address says it."""
        return SIDE if self.side else self.filters.played_by

    def of(self, by: PlayedBy) -> "Bar":
        """Return the same filters for one side."""
        return Bar(self.game, replace(self.filters, played_by=by), self.by)

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
        said += [f"{option(name)}: {option(value)}" for name, value in f.options.items()]
        said += [f"with {LEFT_OUT_UNLESS_ASKED[kind][0]}" for kind in f.include]
        return said

    def with_(self, **changes: Any) -> str:
        """Return this page's address with some filters changed."""
        fields = {k: v for k, v in (self.fields | changes).items() if v}
        return url_for("statistics.show", game=self.game.command_name, **fields)

    def include(self, left: LeftOut) -> str:
        """Return the address that lets in what a reason leaves out."""
        names = {"players": "player", "modes": "mode", "tags": "tag", "without_tags": "without"}
        if left.key == "played_by":
            return self.with_(by="all")
        if left.key in self.filters.__struct_fields__ and left.key != "include":
            if left.key == "options":
                return self.with_(**{f"option-{name}": "" for name in self.filters.options})
            return self.with_(**{names.get(left.key, left.key): ""})
        if left.key.startswith("options."):
            return self.with_(**{f"option-{left.key.removeprefix('options.')}": ""})
        return self.with_(include=[*self.filters.include, left.key])

    def leave_out(self, kind: str) -> str:
        """Return the address that leaves a kind out again."""
        return self.with_(include=[each for each in self.filters.include if each != kind])

    def moments(self, report: str, row_key: str, page: int = 1) -> str:
        """Return the address of the moments that a row counts."""
        return url_for(
            "statistics.moments",
            game=self.game.command_name,
            report=report,
            row_key=row_key,
            page=page if page > 1 else None,
            **self.fields,
        )

    def without_filters(self) -> str:
        """Return this page's address with nothing set."""
        return url_for("statistics.show", game=self.game.command_name)
