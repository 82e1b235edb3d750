"""What the notations of all games have in common: lines, seats, answers, nearest readings."""

from domain.grammar.grammar import Grammar, Heard, Moves
from domain.grammar.headers import header, read_cards, read_start, write_cards
from domain.grammar.line import NEXT_ROUND, Answers, Line, Part, line_of, trimmed, unseen_as_none
from domain.grammar.listening import Listener

__all__ = [
    "NEXT_ROUND",
    "Answers",
    "Grammar",
    "Heard",
    "Line",
    "Listener",
    "Moves",
    "Part",
    "header",
    "line_of",
    "read_cards",
    "read_start",
    "trimmed",
    "unseen_as_none",
    "write_cards",
]
