"""From the games of every side to an answer: comparisons, judged together."""

from collections.abc import Sequence
from datetime import datetime

import msgspec

from analytics.experiments.differing import (
    Difference,
    adjusted,
    difference,
    more_games,
    verdict,
    visible,
)
from analytics.experiments.found import Answer, Compared, OneSided, Pair, SideSaid
from analytics.experiments.measures import MEASURES, Measure
from analytics.experiments.question import Question
from analytics.experiments.running import Side
from analytics.intervals import TOO_FEW
from domain.games import GAMES

PAIRS = 5  # games behind a number that are named
COVERAGE = 60  # clauses that are named


def answer(
    question: Question, sides: Sequence[Side], at: datetime, seconds: float, stored: bool
) -> Answer:
    """Compare every later side with the first one."""
    game = GAMES[question.game]
    measures = [measure.in_words_of(game) for measure in MEASURES]
    found = [
        (measure, nth, arm, difference(*_columns(sides, nth, arm), measure.kind, question.paired))
        for arm in range(1, len(sides))
        for nth, measure in enumerate(measures)
    ]
    known = [(m, nth, arm, diff) for m, nth, arm, diff in found if diff is not None]
    judged = [diff.range is not None for *_, diff in known]
    corrected = iter(adjusted([d.p for (*_, d), j in zip(known, judged, strict=True) if j]))
    ps = [next(corrected) if j else 1.0 for j in judged]
    looks = sum(judged)
    compared = tuple(
        _compared(
            measure,
            question.arms[arm].label,
            diff,
            (p, looks),
            _pairs(sides[0], sides[arm], nth) if question.paired and stored else (),
        )
        for (measure, nth, arm, diff), p in zip(known, ps, strict=True)
    )
    return Answer(
        key=question.key,
        question=_short(question),
        apart=question.apart,
        sides=tuple(
            SideSaid(arm.label, len(side.values), side.ends, arm.recorded is not None)
            for arm, side in zip(question.arms, sides, strict=True)
        ),
        compared=compared,
        coverage=tuple(_coverage(question, sides)[:COVERAGE]),
        stored=stored,
        at=at,
        seconds=round(seconds, 2),
    )


def _columns(
    sides: Sequence[Side], nth: int, arm: int
) -> tuple[list[float | None], list[float | None]]:
    one, other = ([values[nth] for values in sides[side].values] for side in (0, arm))
    return one, other


def _compared(
    measure: Measure,
    side: str,
    found: Difference,
    judged: tuple[float, int],
    pairs: tuple[Pair, ...],
) -> Compared:
    p, looks = judged
    matters = measure.matters * (1 if measure.kind == "share" else abs(found.one))
    said = verdict(found, p, matters)
    return Compared(
        key=measure.key,
        title=measure.title,
        definition=measure.definition,
        kind=measure.kind,
        words=measure.words,
        side=side,
        n=found.n,
        m=found.m,
        one=found.one,
        other=found.other,
        low=found.range and found.range.low,
        high=found.range and found.range.high,
        p=p,
        matters=matters,
        visible=visible(found, looks),
        verdict=said,
        more=more_games(found, matters, looks) if said == "open" else None,
        behind=pairs,
    )


def _pairs(one: Side, other: Side, nth: int) -> tuple[Pair, ...]:
    """Name the pairs that differ most in a measure."""
    if not (one.sessions and other.sessions):
        return ()
    apart = []
    each = zip(one.sessions, other.sessions, one.values, other.values, strict=True)
    for x, y, values, others in each:
        a, b = values[nth], others[nth]
        if a is not None and b is not None and a != b:
            apart.append((abs(b - a), Pair(x, y, (a, b))))
    apart.sort(key=lambda pair: -pair[0])
    return tuple(pair for _, pair in apart[:PAIRS])


def _coverage(question: Question, sides: Sequence[Side]) -> list[OneSided]:
    """List clauses that fired on a side and not on the first one, or the other way round."""
    found = []
    first, label = sides[0], question.arms[0].label
    for side, arm in zip(sides[1:], question.arms[1:], strict=True):
        for has, lacks, with_, without in (
            (first, side, label, arm.label),
            (side, first, arm.label, label),
        ):
            found += [
                OneSided(clause, with_, without, games, len(has.values), len(lacks.values))
                for clause, games in has.clauses.items()
                if clause not in lacks.clauses and len(lacks.values) >= TOO_FEW
            ]
    return sorted(found, key=lambda one: (-one.games / max(1, one.of), one.clause))


def _short(question: Question) -> Question:
    arms = tuple(
        msgspec.structs.replace(arm, edition={"name": arm.edition.get("name", "")})
        for arm in question.arms
    )
    return msgspec.structs.replace(question, arms=arms)
