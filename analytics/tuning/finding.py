"""A search from its first candidate to what is said of the frontier."""

from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from analytics.tuning.aims import Column, against, range_of, value_of
from analytics.tuning.found import Found, Point, Seen
from analytics.tuning.frontier import Losses, nearest, undominated
from analytics.tuning.playing import Numbers, Stopped, Work, columns_of, tasks_of
from analytics.tuning.searching import search
from analytics.tuning.tuning import Built, Tuning, Values, built
from domain.errors import Invalid

MOST_AGAIN = 12  # candidates that are played again, beside the one that changes nothing

Report = Callable[[int], None]
"""Told how many games were played."""

Sides = list[list[Column]]
"""Of each aim, a column a side."""


class Searched:
    """The candidates of a search: how each did, and ``None`` where it cannot be played."""

    def __init__(self, tuning: Tuning) -> None:
        self.tuning = tuning
        self.tried: dict[Values, tuple[Seen, ...] | None] = {}
        self.complete = True

    def run(self, work: Work, report: Report = lambda done: None) -> "Searched":
        """Search until there is nothing more to try, or somebody stops it.

        :raises Invalid: optuna is needed and not installed; nothing was played to its end.
        """
        tuning, seen = self.tuning, dict[Values, tuple[Seen, ...] | None]()
        count = _Count(report)

        def play(candidates: Sequence[Values]) -> list[Losses | None]:
            columns = _played(tuning, candidates, tuning.games, tuning.seed, work, count)
            for values, sides in zip(candidates, columns, strict=True):
                seen[values] = None if sides is None else _seen(tuning, sides)
            return [_losses(seen[values]) for values in candidates]

        try:
            batches = search(tuning.vary, len(tuning.aims), tuning.trials, tuning.seed, play)
            for batch in batches:
                self.tried |= {values: seen[values] for values in batch}
        except Stopped:
            self.complete = False
        if self.tried.get(tuning.now) is None:
            raise Invalid("stopped before the edition as it is was played")
        return self

    def found(self) -> Found:
        """Return the frontier as the search saw it."""
        points = [
            Point(
                number=number,
                values=values,
                changes=_changes(self.tuning, values),
                searched=seen,
            )
            for number, (values, seen) in enumerate(self.tried.items())
            if seen is not None
        ]
        best = undominated([_losses_of(point.searched) for point in points])
        return Found(
            key=self.tuning.key,
            tuning=replace(self.tuning, edition={}),
            edition=str(self.tuning.edition["name"]),
            tried=len(points),
            left_out=len(self.tried) - len(points),
            current=points[0],
            frontier=tuple(points[nth] for nth in best),
            cloud=tuple(tuple(one.worst for one in point.searched) for point in points),
            complete=self.complete,
        )


def play_again(
    tuning: Tuning, found: Found, work: Work, report: Report = lambda done: None
) -> Found:
    """Play the frontier and the edition as it is on fresh deals, and hold them together.

    Of a long frontier those are played whose ranks, summed over the aims, are best. Where somebody
    stops it, what was found before stands.
    """
    chosen = to_play_again(found)
    try:
        columns = _played(
            tuning,
            [point.values for point in chosen],
            tuning.confirm,
            f"{tuning.seed}/confirm",
            work,
            _Count(report),
        )
    except Stopped:
        return replace(found, complete=False)
    measured = {
        point.number: sides
        for point, sides in zip(chosen, columns, strict=True)
        if sides is not None
    }
    seen = {number: _seen(tuning, sides) for number, sides in measured.items()}
    order = list(seen)
    stand = {order[nth] for nth in undominated([_losses_of(seen[number]) for number in order])}

    def told(point: Point) -> Point:
        if point.number not in seen:
            return point
        beside = zip(tuning.aims, measured[point.number], measured[0], strict=True)
        return replace(
            point,
            again=seen[point.number],
            stands=point.number in stand,
            against={aim.key: against(aim, ours, theirs) for aim, ours, theirs in beside},
        )

    return replace(found, current=told(found.current), frontier=tuple(map(told, found.frontier)))


def to_play_again(found: Found) -> list[Point]:
    """Return the edition as it is, then the candidates of the frontier that are played again."""
    others = [point for point in found.frontier if point.number]
    best = nearest([_losses_of(point.searched) for point in others], MOST_AGAIN)
    return [found.current, *(others[nth] for nth in best)]


class _Count:
    def __init__(self, report: Report) -> None:
        self._report, self._games = report, 0

    def add(self, games: int) -> None:
        self._games += games
        self._report(self._games)


def _played(
    tuning: Tuning,
    candidates: Sequence[Values],
    games: int,
    seed: str,
    work: Work,
    count: _Count,
) -> list[Sides | None]:
    """Play candidates, and return what each has for each aim; ``None`` of one that has nothing."""
    built_ = [_built(tuning, values) for values in candidates]
    tasks = [tasks_of(tuning, each, games, seed) if each else [] for each in built_]
    results = work([task for sides in tasks for side in sides for task in side])
    return [_columns(tuning, _gathered(sides, results, count)) for sides in tasks]


def _gathered(
    sides: Sequence[Sequence[object]], results: Iterator[list[Numbers]], count: _Count
) -> list[list[Numbers]]:
    gathered = []
    for side in sides:
        games: list[Numbers] = []
        for _ in side:
            found = next(results)
            count.add(len(found))
            games += found
        gathered.append(games)
    return gathered


def _columns(tuning: Tuning, sides: Sequence[Sequence[Numbers]]) -> Sides | None:
    columns = [columns_of(tuning.aims, games) for games in sides]
    if not columns or any(column is None for column in columns):
        return None
    return [list(of_aim) for of_aim in zip(*(c for c in columns if c is not None), strict=True)]


def _built(tuning: Tuning, values: Values) -> Built | None:
    try:
        return built(tuning, values)
    except Invalid:
        return None


def _seen(tuning: Tuning, sides: Sides) -> tuple[Seen, ...]:
    found = []
    for aim, columns in zip(tuning.aims, sides, strict=True):
        values = tuple(value_of(aim, column) for column in columns)
        ranges = tuple(range_of(aim, column) for column in columns)
        worst = max(values, key=aim.loss)
        ends = tuple(None if r is None else (r.low, r.high) for r in ranges)
        found.append(Seen(aim.key, values, ends, aim.loss(worst), worst))
    return tuple(found)


def _losses(seen: Sequence[Seen] | None) -> Losses | None:
    return None if seen is None else _losses_of(seen)


def _losses_of(seen: Sequence[Seen]) -> Losses:
    return tuple(one.loss for one in seen)


def _changes(tuning: Tuning, values: Values) -> dict[str, str | int]:
    rows = zip(tuning.vary, values, strict=True)
    return {each.name: value for each, value in rows if value != each.now}
