"""Saved queries as reports, beside those of the house: answered, drawn, opened at their steps."""

from collections.abc import Sequence
from typing import Any, NamedTuple
from uuid import UUID

from analytics.filters import Filters, basis
from analytics.findings import Cell, Finding
from analytics.phrases import count
from analytics.reports.report import Definition
from analytics.sandbox import Limits, Refused
from analytics.sandbox.limits import DOWNLOAD
from analytics.sandbox.picture import NoPicture
from analytics.stats import PLAIN
from domain.errors import Invalid
from service.asking import Asked, reads_counted
from service.queries import OWN, Queries, Saved
from service.results import behind, drawn, session_id
from service.wiring import Services

WHOLE = DOWNLOAD
"""What one report by itself may take."""

REACHED = "Counts the sessions that the filters let in."
UNREACHED = (
    "The filters do not reach it, as its query does not read counted: what it leaves out stands in "
    "the query alone."
)
FEW_CELLS = 3  # that a title tells of an answer of one row


class Own(NamedTuple):
    """A saved query as a report: its finding, or in ``said`` why there is none.

    :ivar kind: which limit it hit, or nothing.
    :ivar asked: what the sandbox answered.
    """

    saved: Saved
    finding: Finding | None
    said: str
    kind: str = ""
    asked: Asked | None = None

    @property
    def filtered(self) -> bool:
        """Whether filters decide which sessions it counts."""
        return reads_counted(self.saved.sql)


def own_reports(services: Services, game: str) -> list[Saved]:
    """List a game's saved queries, newest first; a damaged file has none."""
    try:
        kept = Queries(services.data).read().saved
    except Invalid:
        return []
    return [saved for saved in kept if saved.game == game]


def is_own(report: str) -> bool:
    """Whether a report's id is that of a saved query."""
    return report.startswith(OWN)


def find(services: Services, game: str, report: str) -> Saved:
    """Return the saved query that a report's id names.

    :raises KeyError: there is none.
    """
    known = own_reports(services, game)
    for saved in known:
        if saved.report == report:
            return saved
    expected = ", ".join(saved.report for saved in known) or "none is saved"
    raise KeyError(f"no saved report {report[:90]!r} about {game}, expected: {expected}")


def definition(saved: Saved) -> Definition:
    """Return what a saved query says that it counts, its version and its date."""
    reached = REACHED if reads_counted(saved.sql) else UNREACHED
    text = " ".join(part for part in (_sentence(saved.description), reached) if part)
    day = saved.at.date().isoformat()
    return Definition(text, saved.version, day, _sentence(saved.excludes))


def answer(
    services: Services,
    saved: Saved,
    filters: Filters,
    *,
    limits: Limits | None = None,
    patient: bool = True,
) -> Own:
    """Answer a saved query as a report under some filters.

    :param limits: what it may take; without, an answer in memory does, and no more than a card.
    :param patient: whether it may be run where none is in memory.
    """
    try:
        if limits is None:
            asked = services.asking.card(saved.sql, patient, filters)
        else:
            asked = services.asking.ask(saved.sql, "page", limits, filters)
    except Refused as error:
        return Own(saved, None, f"{error}", error.kind)
    if asked is None:
        return Own(saved, None, "not counted yet")
    return Own(saved, _finding(services, saved, filters, asked), "", asked=asked)


def plain(own: Own) -> dict[str, Any]:
    """Return a saved query's answer as plain data, with the fields of any report and its own.

    ``own`` is true; ``filtered`` says whether the filters reach it, ``counted`` is ``None`` where
    they do not; ``refused`` says why there is no answer.
    """
    saved = own.saved
    found = own.finding or Finding(
        id=saved.report,
        question=saved.name,
        definition=str(definition(saved)),
        title=saved.name,
        summary=_sentence(saved.description),
        columns=[],
        rows=[],
    )
    return {name: getattr(found, name) for name in PLAIN} | {
        "counted": found.counted if own.filtered else None,
        "own": True,
        "filtered": own.filtered,
        "refused": own.said,
    }


def plain_reports(services: Services, filters: Filters) -> list[dict[str, Any]]:
    """Answer all saved queries of a game as plain data, each as far as a card takes it."""
    saved = own_reports(services, filters.game)
    return [plain(answer(services, each, filters)) for each in saved]


def moment(row_key: str) -> tuple[UUID, int]:
    """Read the key of a row: the session and the step that it names.

    :raises KeyError: it is none.
    """
    id_, colon, step = row_key.partition(":")
    session = session_id(id_)
    if session is None or not (colon and step.isdecimal() and len(step) < 10):
        raise KeyError(f"no row {row_key[:60]!r}")
    return session, int(step)


def _finding(services: Services, saved: Saved, filters: Filters, asked: Asked) -> Finding:
    result = asked.result
    rows = result.cells
    names = [column.name for column in result.columns]
    _, opens = behind(services, result.columns, rows)
    try:
        figure = drawn(saved.plot, names, rows, opens)
    except NoPicture:
        figure = None
    filtered = reads_counted(saved.sql)
    cursor = services.projector.warehouse.cursor()
    keys = [f"{each[0]}:{each[1] or 0}" if each else "" for each in opens]
    cut = "The first " if result.cut else ""
    said = f"{cut}{count(result.rows, 'row')}, {asked.as_of}."
    return Finding(
        id=saved.report,
        question=saved.name,
        definition=str(definition(saved)),
        title=_title(saved, names, rows),
        summary=" ".join(part for part in (_sentence(saved.description), said) if part),
        columns=names,
        rows=[[_cell(value) for value in row] for row in rows],
        row_keys=keys if any(keys) else [],
        figure=figure,
        counted=basis(cursor, filters).counted if filtered else 0,
    )


def _title(saved: Saved, names: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """Return what an answer of one row says; otherwise the query's name."""
    if len(rows) != 1 or not 1 <= len(names) <= FEW_CELLS:
        return saved.name
    told = [_said(value) for value in rows[0]]
    if len(told) > 1:
        told = [f"{n.replace('_', ' ')} {text}" for n, text in zip(names, told, strict=True)]
    return f"{saved.name.rstrip(' ?:.!')}: {', '.join(told)}"


def _said(value: Any) -> str:
    if value is None:
        return "unknown"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def _cell(value: Any) -> Cell:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if value is None or isinstance(value, int | float | str) else str(value)


def _sentence(text: str) -> str:
    text = text.strip()
    return text if not text or text[-1] in ".!?" else f"{text}."
