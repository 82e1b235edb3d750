"""What a page of the statistics is asked for, and the cards that it shows."""

from collections.abc import Sequence
from dataclasses import replace
from math import inf
from typing import Any, NamedTuple

import msgspec
from flask import abort, request

from analytics import stats
from analytics.choices import Choices
from analytics.export import numeric, written
from analytics.figures import aligned
from analytics.filters import Basis, Filters, LeftOut, PlayedBy, ask, basis, choices
from analytics.findings import Finding
from analytics.reports.report import Report
from analytics.sandbox import Limits
from analytics.warehouse import Cursor
from domain.game import Game
from service import seeds
from service.own_reports import Own, answer, find
from service.web.catalogue import Moment, entries
from service.web.context import services
from service.web.counted import counted
from service.web.filtering import SIDE, Bar, read
from service.web.pages.rules import named

FEW = 12  # sessions that a first range needs
SHOWN = Limits(rows=500)  # of a saved query by itself
LISTED = 5  # sessions to read where there are too few to count


class Asked(NamedTuple):
    """What an address asks for, and what every page of the statistics shows of it."""

    game: Game
    cursor: Cursor
    filters: Filters
    bar: Bar
    behind: int
    offered: Choices

    @property
    def sides(self) -> list[tuple[Bar, str]]:
        """Whom a card is about: all together, or people above bots."""
        if not self.bar.side:
            return [(self.bar, "")]
        return [(self.bar.of("people"), "People"), (self.bar.of("bots"), "Bots")]

    @property
    def context(self) -> dict[str, Any]:
        """What the templates need on every page."""
        rests_on = (
            _both(self.cursor, self.filters, [bar for bar, _ in self.sides])
            if self.bar.side
            else basis(self.cursor, self.filters)
        )
        return {
            "here": "statistics",
            "game": self.game,
            "bar": self.bar,
            "basis": rests_on,
            "behind": self.behind,
            "choices": self.offered,
            "book": seeds.rulebook(self.game),
            "few": FEW,
            "encode": lambda figure: msgspec.json.encode(figure).decode(),
            "numbers": numeric,
            "written": written,
        }


def read_address(game: str, here: str = "show", **place: str) -> Asked:
    """Read an address of the statistics."""
    about = named(game)
    cursor, behind = counted(services())
    offered = choices(cursor, about.name)
    by: PlayedBy = "people" if offered.by_people else "all"
    filters = read(about, request.args, by)
    side = here == "show" and request.args.get("by") == SIDE
    bar = Bar(about, filters, by, side).at(here, **place)
    return Asked(about, cursor, filters, bar, behind, offered)


def known_report(asked: Asked, report: str) -> Report:
    try:
        return stats.named(asked.game.name, report)
    except KeyError:
        abort(404, f"There is no such report about {asked.game.title}.")


class Half(NamedTuple):
    """A finding on a card: alone, or that of people above that of bots."""

    finding: Finding
    bar: Bar
    read: list[Moment]
    of: str


def own_half(asked: Asked, report: str) -> tuple[Own, Half | None]:
    """Answer a saved query by itself."""
    try:
        saved = find(services(), asked.game.name, report)
    except KeyError:
        abort(404, f"There is no such report about {asked.game.title}.")
    own = answer(services(), saved, asked.filters, limits=SHOWN)
    return own, Half(own.finding, asked.bar, [], "") if own.finding else None


def cards_of(asked: Asked, until: float) -> list[list[Half] | None]:
    """Make the cards of a page; ``None`` stands for one that is left for later."""
    sides = [halves(asked, bar, of, None, until) for bar, of in asked.sides]
    return [
        comparable(tuple(half for half in card if half)) if all(card) else None
        for card in zip(*sides, strict=True)
    ]


def halves(
    asked: Asked, bar: Bar, of: str, ids: list[str] | None, until: float = inf
) -> list[Half | None]:
    known = services().answered
    found: Sequence[Finding | None]
    if ids is None:
        found = stats.first_findings(asked.cursor, bar.filters, until, known)
    else:
        found = stats.findings(asked.cursor, bar.filters, ids, known)
    few = any(each and each.too_few for each in found)
    read = _newest(asked.cursor, bar.filters) if few else []
    return [Half(each, bar, read, of) if each else None for each in found]


def comparable(card: tuple[Half, ...]) -> list[Half]:
    """Give figures that stand on one card the same scale; what is the same on both stands once."""
    if len(card) > 1 and card[0].finding == card[1].finding and card[0].finding.counted:
        return [card[0]._replace(of="")]
    figures = [half.finding.figure for half in card if half.finding.figure]
    if len(figures) < 2:
        return [*card]
    same = zip(card, aligned(figures), strict=True)
    return [half._replace(finding=replace(half.finding, figure=figure)) for half, figure in same]


def _both(cursor: Cursor, filters: Filters, halves: list[Bar]) -> Basis:
    """Count what either side rests on; tables with people and bots are on neither."""
    rests_on = basis(cursor, filters)
    counted = sum(basis(cursor, half.filters).counted for half in halves)
    if mixed := rests_on.counted - counted:
        left = LeftOut("with both at a table", "played_by", mixed)
        return replace(rests_on, counted=counted, left_out=[left, *rests_on.left_out])
    return rests_on


def _newest(cursor: Cursor, filters: Filters) -> list[Moment]:
    """Tell the newest finished sessions, for where there are too few to count."""
    query = (
        "SELECT id::VARCHAR FROM counted WHERE status IN ('finished', 'closed') "
        f"ORDER BY session DESC LIMIT {LISTED}"
    )
    return entries(services(), {(id_, 0): [] for (id_,) in ask(cursor, filters, query)})
