"""What is looked for among all sessions: as an address, as SQL, and on a session itself."""

from collections.abc import Mapping
from typing import Any

import msgspec

from domain.session import Session

STATUSES = ("live", "finished", "closed", "abandoned")
PLAYED_BY = ("people", "bots", "mixed")


class Query(msgspec.Struct, frozen=True):
    """What is looked for; an empty value looks for nothing."""

    q: str = ""
    game: str = ""
    player: str = ""
    status: str = ""
    tag: str = ""
    by: str = ""
    page: int = 1

    @classmethod
    def read(cls, args: Mapping[str, str]) -> "Query":
        """Read a query from an address; what it cannot mean is left out."""
        page = args.get("page", "1")
        given = {name: args.get(name, "").strip()[:120] for name in cls.__struct_fields__[:-1]}
        given["status"] = given["status"] if given["status"] in STATUSES else ""
        given["by"] = given["by"] if given["by"] in PLAYED_BY else ""
        number = int(page) if page.isdecimal() and len(page) < 7 else 1
        return cls(**given, page=max(number, 1))

    @property
    def filtered(self) -> bool:
        """Whether anything is looked for."""
        return any((self.q, self.game, self.player, self.status, self.tag, self.by))

    @property
    def folded(self) -> int:
        """How many of the filters that can be folded away are set."""
        return sum(map(bool, (self.game, self.player, self.status, self.tag)))

    def of(self, by: str) -> dict[str, Any]:
        """Return the address's fields for the same query, played by others; from page one."""
        fields = self.at(1) | {"by": by}
        return {name: value for name, value in fields.items() if value and name != "page"}

    def at(self, page: int) -> dict[str, Any]:
        """Return the address's fields for a page of the same query."""
        fields = {name: getattr(self, name) for name in self.__struct_fields__[:-1]}
        return {name: value for name, value in fields.items() if value} | {"page": page}

    def where(self) -> tuple[str, dict[str, Any]]:
        """Return the query as a condition and its parameters."""
        terms, values = ["true"], dict[str, Any]()
        if self.q:
            terms.append(
                "contains(lower(concat_ws(' ', title, place, prototype, game, rules, seed,"
                " array_to_string(players, ' '), array_to_string(tags, ' '))), lower($q))"
            )
            values["q"] = self.q
        for field, column in (("game", "game"), ("status", "status"), ("by", "played_by")):
            if getattr(self, field):
                terms.append(f"{column} = ${field}")
                values[field] = getattr(self, field)
        for field, column in (("player", "players"), ("tag", "tags")):
            if getattr(self, field):
                terms.append(f"list_contains({column}, ${field})")
                values[field] = getattr(self, field)
        return " AND ".join(terms), values

    def fits(self, session: Session) -> bool:
        """Whether a session is one that is looked for; the same condition as in :meth:`where`."""
        opened = session.opened
        text = (opened.title, opened.place, opened.prototype, opened.game, opened.rules)
        said = " ".join([*text, opened.seed or "", *session.names, *opened.tags]).lower()
        return (
            self.q.lower() in said
            and self.game in ("", opened.game)
            and self.status in ("", session.status)
            and self.by in ("", _played_by(session))
            and (not self.player or self.player in session.names)
            and (not self.tag or self.tag in opened.tags)
        )


def _played_by(session: Session) -> str:
    bots = sum(player.bot is not None for player in session.players)
    return "people" if not bots else "bots" if bots == len(session.players) else "mixed"
