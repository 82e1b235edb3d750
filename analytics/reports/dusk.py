"""When do the Dusk cards of Lantern Moths fall?"""

from analytics.figures import Mark, Series, heaps, multiples
from analytics.findings import Answer
from analytics.intervals import NARROW, TOO_FEW, missing, wilson
from analytics.phrases import count, few, ordinal, percents
from analytics.reports.report import Definition, Moments, Numbers, Report

DEFINITION = Definition(
    text="Every Dusk card placed, by how many lie there with it, by round, and by whether it was "
    "drawn in a Draw action or while hands were refilled at the end of the round. The fourth one "
    "makes the night end; its range is Wilson's 95% over sessions.",
    version=1,
    date="2026-11-30",
    excludes="Sessions that ended before their fourth Dusk card do not count for the fourth.",
)

QUERY = """
SELECT d.nth, d.round, count(*) FILTER (d.during = 'action'), count(*) FILTER (d.during = 'refill')
FROM counted JOIN lm_dusk d USING (session)
GROUP BY ALL ORDER BY ALL
"""

MOMENTS = """
SELECT c.id::VARCHAR, d.step FROM counted c JOIN lm_dusk d USING (session)
WHERE d.nth = $nth AND d.round = $round
ORDER BY c.session DESC
"""

FEW = 60  # sessions that can be drawn as one dot each

DOTS = f"""
, falls AS (
    SELECT c.session, c.id::VARCHAR AS id, d.nth, d.round, d.during, d.step
    FROM counted c JOIN lm_dusk d USING (session)
)
SELECT nth, round, during, id, step FROM falls
WHERE (SELECT count(DISTINCT session) FROM falls) <= {FEW}
ORDER BY nth, round, during DESC, session
"""

FOURTH = 4
COLUMNS = ["Dusk card", "Round", "Sessions", "In a Draw action", "In the refill"]


def summarise(answers: Numbers) -> Answer:
    """Say where the fourth one falls."""
    found = answers["cards"]
    action = sum(row[2] for row in found if row[0] == FOURTH)
    refill = sum(row[3] for row in found if row[0] == FOURTH)
    sessions = action + refill
    too_few = sessions < TOO_FEW
    title = "Too few sessions to say when the night ends" if too_few else _title(refill, sessions)
    return Answer(
        title=title,
        summary=few(sessions) if too_few else _told(action, refill, found),
        columns=COLUMNS,
        rows=[[ordinal(n), round_, a + r, a, r] for n, round_, a, r in found],
        row_keys=[f"{row[0]}:{row[1]}" for row in found],
        figure=None if too_few else _figure(found, answers.get("dots", [])),
        too_few=too_few,
        missing=missing(sessions),
        counted=sessions,
    )


def _title(refill: int, sessions: int) -> str:
    range_ = wilson(refill, sessions)
    if range_.low > 0.5:
        return "The fourth Dusk card usually falls in the refill"
    if range_.high < 0.5:
        return "The fourth Dusk card usually falls in a Draw action"
    if range_.width <= NARROW:
        return "The fourth Dusk card falls in turns and refills alike"
    return "No saying yet where the fourth Dusk card falls"


def _told(action: int, refill: int, found: list[tuple[int, ...]]) -> str:
    sessions = action + refill
    told = [
        f"{refill:,} of {count(sessions, 'session')} saw the fourth Dusk card while drawing up to "
        f"5 ({percents(wilson(refill, sessions))})."
    ]
    if refill > action:
        told.append("So the ruling on a fourth one in the refill decides how most nights end.")
    rounds = [row[1] for row in found if row[0] == FOURTH]
    span = f"rounds {min(rounds)} to {max(rounds)}" if len(rounds) > 1 else f"round {rounds[0]}"
    told.append(f"It fell in {span}.")
    return " ".join(told)


def _figure(
    found: list[tuple[int, ...]], dots: list[tuple[int, int, str, str, int]]
) -> dict[str, object]:
    order = sorted({row[0] for row in found})
    row_of = {nth: at for at, nth in enumerate(order)}
    if dots:
        drawn = [
            Mark((row_of[nth], round_), during == "action", f"{nth}:{round_}", id_, step)
            for nth, round_, during, id_, step in dots
        ]
        names = ("in a Draw action", "in the refill")
        return heaps([ordinal(nth) for nth in order], drawn, "var(--ink-d)", names)
    cells = [(row_of[nth], round_) for nth, round_, *_ in found]
    series = [
        Series(name, {cell: row[at] for cell, row in zip(cells, found, strict=True)}, solid)
        for name, at, solid in (("in a Draw action", 2, True), ("in the refill", 3, False))
    ]
    keys = {cell: f"{row[0]}:{row[1]}" for cell, row in zip(cells, found, strict=True)}
    return multiples([ordinal(nth) for nth in order], series, "var(--ink-d)", keys)


def _parse(key: str) -> dict[str, int]:
    nth, round_ = key.split(":")
    return {"nth": int(nth), "round": int(round_)}


def _label(of: dict[str, int]) -> str:
    return f"{ordinal(of['nth'])} Dusk card, round {of['round']}"


REPORT = Report(
    id="dusk",
    question="When do the Dusk cards fall?",
    definition=DEFINITION,
    queries={"cards": QUERY, "dots": DOTS},
    summarise=summarise,
    moments=Moments(MOMENTS, _parse, _label),
    order=50,
    games=("lantern_moths",),
)
