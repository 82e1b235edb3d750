"""Lepidoptery's board as bits: what a token does for lines of four, a column after the other."""

from functools import lru_cache
from typing import NamedTuple

from domain.games.lepidoptery.lines import DIRECTIONS, LINE

Columns = tuple[tuple[int, ...], ...]
Heights = tuple[int, ...]
Tally = tuple[int, ...]
"""How many lines more, by how many of their four spaces one seat holds and the other none."""


class Drop(NamedTuple):
    """The board with a token more in one column. Sets of columns are bits.

    :ivar wins: whether the token completes a line.
    :ivar mine: what it does for lines that its seat alone has begun; ``theirs`` for the other one.
    :ivar next_mine: the columns where a further token of its seat would complete a line.
    :ivar next_theirs: those where one of the other seat would.
    """

    wins: bool
    mine: Tally
    theirs: Tally
    next_mine: int
    next_theirs: int


NOTHING = (0,) * LINE


@lru_cache(maxsize=65536)
def drop(columns: Columns, heights: Heights, column: int, seat: int) -> Drop:
    """Look at the board with a seat's token more in a column, full columns cleared."""
    rows, filled = max(heights), [*map(len, columns)]
    both = tokens(columns, heights)
    mine, theirs = both[seat], both[1 - seat]
    at = column * rows + filled[column]
    if _completes(mine, gaps(heights)[at]):
        return Drop(True, NOTHING, NOTHING, 0, 0)
    after, others, among = mine | 1 << at, theirs, through(heights)[at]
    filled[column] += 1
    if filled[column] >= heights[column]:
        for other, height in enumerate(heights):
            if other != column and filled[other] >= height:
                kept = ~(((1 << rows) - 1) << other * rows)
                after, others, among, filled[other] = after & kept, others & kept, lines(heights), 0
    old_mine, old_theirs = _tally(mine, theirs, among)
    new_mine, new_theirs = _tally(after, others, among)
    return Drop(
        False,
        tuple([new - old for new, old in zip(new_mine, old_mine, strict=True)]),
        tuple([new - old for new, old in zip(new_theirs, old_theirs, strict=True)]),
        _finishes(after, filled, heights),
        _finishes(others, filled, heights),
    )


def finishes(columns: Columns, heights: Heights, seat: int) -> int:
    """Return, as bits, the columns whose next token would complete a line of a seat."""
    return _finishes(tokens(columns, heights)[seat], [*map(len, columns)], heights)


def _finishes(own: int, filled: list[int], heights: Heights) -> int:
    if own.bit_count() < LINE - 1:
        return 0
    found, rows, cells = 0, max(heights), gaps(heights)
    for column, row in enumerate(filled):
        if row < heights[column] and _completes(own, cells[column * rows + row]):
            found |= 1 << column
    return found


def _completes(own: int, gaps_there: tuple[int, ...]) -> bool:
    for gap in gaps_there:  # noqa: SIM110 - any() with a generator takes twice as long
        if own & gap == gap:
            return True
    return False


def _tally(own: int, others: int, among: tuple[int, ...]) -> tuple[list[int], list[int]]:
    mine, theirs = [0] * LINE, [0] * LINE
    for line in among:
        if not others & line:
            mine[(own & line).bit_count()] += 1
        elif not own & line:
            theirs[(others & line).bit_count()] += 1
    return mine, theirs


@lru_cache(maxsize=65536)
def tokens(columns: Columns, heights: Heights) -> tuple[int, int]:
    """Return both seats' tokens."""
    found, rows = [0, 0], max(heights)
    for column, there in enumerate(columns):
        for row, seat in enumerate(there):
            found[seat] |= 1 << column * rows + row
    return found[0], found[1]


@lru_cache(maxsize=64)
def lines(heights: Heights) -> tuple[int, ...]:
    """List every four spaces in line.

    >>> len(lines((6, 6, 6, 6, 6)))  # 5 x 3 upright, 2 x 6 level, 2 x 3 each way across
    39
    """
    rows, found = max(heights), []
    for x, height in enumerate(heights):
        for y in range(height):
            for _, across, up in DIRECTIONS:
                cells = [(x + across * n, y + up * n) for n in range(LINE)]
                if all(c < len(heights) and 0 <= r < heights[c] for c, r in cells):
                    found.append(sum(1 << c * rows + r for c, r in cells))
    return tuple(found)


@lru_cache(maxsize=64)
def through(heights: Heights) -> tuple[tuple[int, ...], ...]:
    """List for each space the lines that it is part of."""
    spaces = range(max(heights) * len(heights))
    return tuple(tuple(line for line in lines(heights) if line >> at & 1) for at in spaces)


@lru_cache(maxsize=64)
def gaps(heights: Heights) -> tuple[tuple[int, ...], ...]:
    """List for each space the other three of every line that it is part of."""
    return tuple(
        tuple(line ^ 1 << at for line in there) for at, there in enumerate(through(heights))
    )
