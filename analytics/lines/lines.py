"""From what was counted to the lines that are worth drawing."""

from analytics.lines.counted import Counted
from analytics.lines.line import Felt, Line, Measure, Row
from domain.session import Session
from domain.session.events import FeelingNoted


def lines(counted: Counted) -> list[Line]:
    """Return the lines of the steps that were counted; those that show nothing are left out.

    What the game counts comes first, then the lead, options, hands, thinking time.
    """
    own = [
        Line(measure.name, measure.title, measure.unit, "held", rows)
        for measure, rows in counted.measures
    ]
    found = [line for line in own if _known(line.rows)]
    lead = _lead(counted)
    found[1:1] = [lead] if lead else []
    found.append(_options(counted))
    found.append(Line("hands", "Hands", "cards", "held", counted.hands, "Cards in hand."))
    if any(number is not None for row in counted.seconds for number in row):
        about = "From the position on the table to the action, breaks left out."
        rows = counted.seconds
        found.append(Line("thinking", "Thinking", "seconds", "moment", rows, about))
    return found


def feelings(session: Session, until: int) -> list[Felt]:
    """List what players felt, up to a step, that step included."""
    noted = [e.event for e in session.asides if isinstance(e.event, FeelingNoted)]
    felt = [Felt(event.step, event.seat, event.feeling) for event in noted]
    return sorted(one for one in felt if 0 <= one.step <= until)


def _options(counted: Counted) -> Line:
    """Say of which seats a number is the most: those that chose while part of a hand was hidden."""
    most = {
        seat
        for row, unknown in zip(counted.options, counted.unknown, strict=True)
        for seat in unknown
        if row[seat] is not None
    }
    about = "Legal actions of each seat that the game waits for."
    if most:
        about += " Where a hand is hidden, all that it could play counts."
    return Line("options", "Options", "actions", "met", counted.options, about, tuple(sorted(most)))


def _known(rows: tuple[Row, ...]) -> bool:
    """Whether every number is known, or all of some seat that has something.

    An empty lantern is known to be worth nothing, which alone is no line.
    """
    if not any(None in row for row in rows):
        return True
    by_seat = ([row[seat] for row in rows] for seat in range(len(rows[0])))
    return any(None not in numbers and any(numbers) for numbers in by_seat)


def _lead(counted: Counted) -> Line | None:
    """Return by how much whoever is ahead leads; ``None`` for a game alone."""
    for measure, rows in counted.measures:
        if measure.ahead and len(rows[0]) > 1 and not any(None in row for row in rows):
            led = tuple(_margins(row, measure) for row in rows)
            about = "By how much the leading seat is ahead; 0 where several lead."
            return Line("lead", "Lead", measure.unit, "held", led, about)
    return None


def _margins(row: Row, measure: Measure) -> Row:
    """Return the leader's margin over the next seat, 0 for seats that share the lead.

    >>> _margins((3, 7, 5), Measure("points", "", "", lambda _: (), 1))
    (None, 2, None)
    >>> _margins((3, 7, 3), Measure("left", "", "", lambda _: (), -1))
    (0, None, 0)
    """
    standing = [measure.ahead * (number or 0) for number in row]
    best, second = sorted(standing, reverse=True)[:2]
    return tuple(best - second if number == best else None for number in standing)
