"""The catalogue: every module here with a ``REPORT`` is a report, and nothing else lists them."""

from importlib import import_module
from pkgutil import iter_modules

from analytics.reports.report import Report


def _catalogue() -> dict[str, Report]:
    modules = [import_module(f"{__name__}.{info.name}") for info in iter_modules(__path__)]
    found: list[Report] = [module.REPORT for module in modules if hasattr(module, "REPORT")]
    return {report.id: report for report in sorted(found, key=lambda r: (r.order, r.id))}


REPORTS = _catalogue()
"""Every report by its id, in the order of a page."""


def for_game(name: str) -> list[Report]:
    """List the reports that can be asked about a game, in the order of a page."""
    return [report for report in REPORTS.values() if not report.games or name in report.games]
