"""What can be worked out before a game of Lepidoptery is played on in place."""

from functools import lru_cache
from typing import NamedTuple

from domain.games.lepidoptery.actions import Play
from domain.games.lepidoptery.choices import Beaten, Offers, offers_to
from domain.games.lepidoptery.combinations import Kind, kind_of, without_joker
from domain.games.lepidoptery.events import CombinationPlayed
from domain.games.lepidoptery.held import lowest_bits, width
from domain.games.lepidoptery.state import SEATS, Laid


class Move(NamedTuple):
    """What a play does. The hand keeps its ``other`` bits; those of the ranks played move down by
    ``times``, within ``own``.
    """

    event: CombinationPlayed
    laid: Laid
    cards: tuple[str, ...]
    column: int
    marker: Kind
    beaten: Beaten
    joker: bool
    other: int
    times: int
    own: int


class Moves(dict[Play, Move]):
    """What each play does, worked out when it is first made."""

    __slots__ = ("_bits", "_columns", "_field")

    def __init__(self, columns: tuple[Kind, ...], bits: dict[str, int], most: int) -> None:
        super().__init__()
        self._columns, self._bits, self._field = columns, bits, (1 << width(most)) - 1

    def __missing__(self, play: Play) -> Move:
        seat, ranks, joker = play.seat, play.ranks, play.joker
        kind, cards = kind_of(ranks), tuple(map(str, without_joker(ranks, joker)))
        assert kind is not None, ranks
        times = cards.count(cards[0])  # one rank so often, or each rank of a run once
        left, field = self._field >> times, self._field
        move = self[play] = Move(
            CombinationPlayed(seat, ranks, joker),
            Laid(seat, ranks, joker),
            cards,
            self._columns.index(kind),
            kind,
            (ranks[0], len(ranks)),
            joker is not None,
            sum(bit * field for card, bit in self._bits.items() if card not in cards),
            times,
            sum(bit * left for card, bit in self._bits.items() if card in cards),
        )
        return move


class Table(NamedTuple):
    """What stays the same in all games with equal components.

    :ivar bits: each card's lowest bit in a hand.
    :ivar offers: what each seat can play.
    :ivar cells: by column and row, the four bits of a token there on its seat's board, one for each
        direction of lines: tokens that follow one another on a line lie side by side, no others do.
    """

    bits: dict[str, int]
    offers: tuple[Offers, ...]
    moves: Moves
    cells: tuple[tuple[int, ...], ...]


@lru_cache(maxsize=64)
def table_of(
    columns: tuple[Kind, ...], heights: tuple[int, ...], ranks: tuple[int, ...], most: int
) -> Table:
    """Work out what components of these numbers make the same in every game."""
    bits = lowest_bits(ranks, most)
    return Table(
        bits,
        tuple(offers_to(seat, columns, ranks, most) for seat in range(SEATS)),
        Moves(columns, bits, most),
        _cells(heights),
    )


def _cells(heights: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return each cell's four bits. A line has room for one token more than it can hold."""
    room = max(len(heights), *heights) + 1
    lines: dict[tuple[str, int], int] = {}

    def bits(column: int, row: int) -> int:
        through = {
            ("vertical", column): row,
            ("horizontal", row): column,
            ("rising", column - row): column,
            ("falling", column + row): column,
        }
        each = ((lines.setdefault(line, len(lines)), place) for line, place in through.items())
        return sum(1 << line * room + place for line, place in each)

    return tuple(
        tuple(bits(column, row) for row in range(height)) for column, height in enumerate(heights)
    )
