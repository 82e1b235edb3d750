"""The filter bar of the statistics: an address read into filters, and filters as addresses."""

from dataclasses import dataclass
from typing import Any, get_args

from flask import url_for
from werkzeug.datastructures import MultiDict

from analytics.filters import Filters, LeftOut, PlayedBy
from domain.game import Game
from service import seeds

BY = get_args(PlayedBy)
LONGEST = 120  # characters of a value in an address


def read(game: Game, args: MultiDict[str, str]) -> Filters:
    """Read filters from an address; what cannot be a filter is left out."""
    by = args.get("by", "all")
    allowed = {o.name: {v.value for v in o.values} for o in seeds.rulebook(game).options}
    options = {
        name: value
        for name, values in allowed.items()
        if (value := args.get(f"option-{name}", "")) in values
    }
    seats = {int(n) for n in args.getlist("seats") if n.isdecimal() and len(n) < 3}
    return Filters(
        game=game.name,
        seats=tuple(sorted(seats & set(game.seats))),
        played_by=by if by in BY else "all",  # type: ignore[arg-type]
        players=_words(args, "player"),
        options=options,
        prototype=args.get("prototype", "")[:LONGEST],
        rules=args.get("rules", "")[:LONGEST],
        modes=tuple(m for m in _words(args, "mode") if m in ("digital", "table", "simulated")),
        include=_words(args, "include"),
    )


def _words(args: MultiDict[str, str], name: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(v[:LONGEST] for v in args.getlist(name) if v))


@dataclass(frozen=True)
class Bar:
    """The filters of a page and the addresses that change one of them."""

    game: Game
    filters: Filters

    @property
    def fields(self) -> dict[str, Any]:
        """The filters as an address's fields."""
        f = self.filters
        fields: dict[str, Any] = {
            "seats": list(f.seats),
            "by": f.played_by if f.played_by != "all" else "",
            "player": list(f.players),
            "prototype": f.prototype,
            "rules": f.rules,
            "mode": list(f.modes),
            "include": list(f.include),
            **{f"option-{name}": value for name, value in f.options.items()},
        }
        return {name: value for name, value in fields.items() if value}

    @property
    def active(self) -> int:
        """How many filters are set."""
        return len(self.fields)

    def with_(self, **changes: Any) -> str:
        """Return this page's address with some filters changed."""
        fields = {k: v for k, v in (self.fields | changes).items() if v}
        return url_for("statistics.show", game=self.game.command_name, **fields)

    def include(self, left: LeftOut) -> str:
        """Return the address that lets in what a reason leaves out."""
        names = {"played_by": "by", "players": "player", "modes": "mode"}
        if left.key in self.filters.__struct_fields__ and left.key != "include":
            if left.key == "options":
                return self.with_(**{f"option-{name}": "" for name in self.filters.options})
            return self.with_(**{names.get(left.key, left.key): ""})
        if left.key.startswith("options."):
            return self.with_(**{f"option-{left.key.removeprefix('options.')}": ""})
        return self.with_(include=[*self.filters.include, left.key])

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
