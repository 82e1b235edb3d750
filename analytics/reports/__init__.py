"""The catalogue: one file a report."""

from analytics.reports.report import Report

REPORTS: dict[str, Report] = {}


def for_game(name: str) -> list[Report]:
    """List the reports that can be asked about a game, in the order of a page."""
    return [report for report in REPORTS.values() if not report.games or name in report.games]
