"""How do hands grow and shrink in Lepidoptery?"""

from typing import NamedTuple

from analytics.figures import Curve, Panel, Point, curves
from analytics.findings import Answer, Cell
from analytics.intervals import TOO_FEW, Range, mean_range, missing
from analytics.phrases import count, few, number, numbers, ordinal
from analytics.reports.report import Definition, Moments, Numbers, Report
from analytics.reports.sampled import SAID as THINNED
from analytics.reports.sampled import sampled

EVERY = 5  # own turns
WORTH = 0.5  # cards; a smaller difference is none to speak of
SAID = 4  # turns that the summary names

DEFINITION = Definition(
    text=f"Cards in hand at the start of a seat's first turn and of every {EVERY}th turn of its "
    "own, of the seat that won and of the other one; means over the sessions that lasted so "
    "long, with Student's 95% range. Winners are said to hold more or fewer where the two ranges "
    f"lie apart and the means by {WORTH} cards or more.",
    version=2,
    date="2026-11-30",
    excludes=f"Sessions that nobody has won are not counted. {THINNED}",
)

TURNS = f"""{sampled("winners IS NOT NULL")}
, held AS (
    SELECT session, step, seat, hand FROM lep_plays
    UNION ALL
    SELECT session, step, seat, hand FROM lep_passes
), turns AS (
    SELECT c.session, c.id, h.step, s.won, h.hand,
           row_number() OVER (PARTITION BY c.session, h.seat ORDER BY h.step) AS n
    FROM sampled c JOIN held h USING (session)
    JOIN seats s ON s.session = c.session AND s.seat = h.seat
    WHERE s.won IS NOT NULL
), points AS (FROM turns WHERE n = 1 OR n % {EVERY} = 0)
"""

QUERY = f"""{TURNS}
SELECT n, won, count(*), avg(hand), stddev_samp(hand)
FROM points GROUP BY ALL ORDER BY n, won DESC
"""

MOMENTS = f"""{TURNS}
SELECT id::VARCHAR, step FROM points WHERE n = $n AND won = $won ORDER BY session DESC
"""

WHO = {True: "winner", False: "loser"}
COLUMNS = ["Own turn", "Seat", "Sessions", "Cards in hand", "From", "To"]


class Hand(NamedTuple):
    """Hands at the start of a turn of the winner or of the loser."""

    n: int
    won: bool
    sessions: int
    cards: float
    deviation: float | None

    @property
    def range(self) -> Range | None:
        return None if missing(self.sessions) else mean_range(*self[3:], self.sessions)

    @property
    def key(self) -> str:
        return f"{self.n}:{WHO[self.won]}"


def summarise(answers: Numbers) -> Answer:
    """Say whether winners hold fewer cards, and from when on."""
    hands = [Hand(*row) for row in answers["hands"]]
    sessions = max((hand.sessions for hand in hands), default=0)
    too_few = sessions < TOO_FEW
    pairs = _pairs(hands)
    return Answer(
        title="Too few sessions to say how hands go" if too_few else _title(pairs),
        summary=few(sessions) if too_few else _told(pairs, sessions),
        columns=COLUMNS,
        rows=[_row(hand) for hand in hands],
        row_keys=[hand.key for hand in hands],
        figure=None if too_few else _figure(hands),
        too_few=too_few,
        missing=missing(sessions),
        counted=sessions,
    )


def _pairs(hands: list[Hand]) -> list[tuple[Hand, Hand]]:
    """Put winner and loser of the same turn together, where both have a range."""
    of = {(hand.n, hand.won): hand for hand in hands if hand.range}
    return [(hand, of[n, False]) for (n, won), hand in of.items() if won and (n, False) in of]


def _apart(winner: Hand, loser: Hand) -> int:
    """Return -1 where winners surely hold fewer cards, 1 where more, otherwise 0."""
    if abs(winner.cards - loser.cards) < WORTH:
        return 0
    assert winner.range is not None
    assert loser.range is not None
    return (winner.range.low > loser.range.high) - (winner.range.high < loser.range.low)


def _title(pairs: list[tuple[Hand, Hand]]) -> str:
    signs = [(winner.n, sign) for winner, loser in pairs if (sign := _apart(winner, loser))]
    if not signs:
        return "Winners and losers hold hands of one size"
    if len({sign for _, sign in signs}) > 1:
        return "Now winners hold more cards, now losers"
    n, sign = signs[0]
    return f"Winners hold {'more' if sign > 0 else 'fewer'} cards by their {ordinal(n)} turn"


def _told(pairs: list[tuple[Hand, Hand]], sessions: int) -> str:
    step = max(1, -(-len(pairs) // SAID))
    each = [
        f"at the {ordinal(winner.n)} turn {_cards(winner)} against {_cards(loser)}"
        for winner, loser in pairs[step - 1 :: step]
    ]
    return f"{count(sessions, 'session')}. Cards of winners against losers: {', '.join(each)}."


def _cards(hand: Hand) -> str:
    return number(hand.cards) + (numbers(hand.range) if hand.deviation else "")


def _row(hand: Hand) -> list[Cell]:
    ends = [None, None] if hand.range is None else [round(end, 2) for end in hand.range]
    return [ordinal(hand.n), WHO[hand.won], hand.sessions, round(hand.cards, 2), *ends]


def _figure(hands: list[Hand]) -> dict[str, object]:
    both = [
        Curve(
            name,
            [
                Point(hand.n, hand.cards, hand.range, hand.key)
                for hand in hands
                if hand.won == won and hand.range
            ],
        )
        for won, name in ((True, "winners"), (False, "losers"))
    ]
    return curves([Panel("", [curve for curve in both if curve.points])], "Own turn", 240)


def _parse(key: str) -> dict[str, int | bool]:
    n, who = key.split(":")
    if who not in WHO.values():
        raise ValueError(key)
    return {"n": int(n), "won": who == WHO[True]}


def _label(of: dict[str, int | bool]) -> str:
    return f"The {WHO[bool(of['won'])]}'s {ordinal(of['n'])} turn"


REPORT = Report(
    id="hands",
    question="How do hands grow and shrink?",
    definition=DEFINITION,
    queries={"hands": QUERY},
    summarise=summarise,
    moments=Moments(MOMENTS, _parse, _label),
    order=70,
    games=("lepidoptery",),
)
