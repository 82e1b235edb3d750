"""The catalogue: every module here that offers a report, and nothing else lists them.

A game's own report is the module's ``REPORT``. One that every game can be asked is made by its
``about(game)``, since it speaks in the game's words.
"""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from analytics.reports.report import Report
from domain.games import GAMES

_MODULES = [import_module(f"{__name__}.{info.name}") for info in iter_modules(__path__)]


@cache
def for_game(name: str) -> tuple[Report, ...]:
    """Return the reports that can be asked about a game, in the order of a page."""
    own: list[Report] = [module.REPORT for module in _MODULES if hasattr(module, "REPORT")]
    shared = [module.about(GAMES[name]) for module in _MODULES if hasattr(module, "about")]
    found = [*shared, *(report for report in own if name in report.games)]
    return tuple(sorted(found, key=lambda report: (report.order, report.id)))
