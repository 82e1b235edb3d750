"""Texts that people type: separators, words without spaces between them, and slips of a finger."""

import re
from collections.abc import Iterable, Mapping
from itertools import product

SEPARATORS = re.compile(r"[\s,;.·_+\-–—]+")


def squeezed(text: str) -> str:
    """Drop separators.

    >>> squeezed("E2 - b2, c3")
    'E2b2c3'
    """
    return SEPARATORS.sub("", text)


def folded(text: str) -> str:
    """Drop separators and case."""
    return squeezed(text).casefold()


class Words:
    """The words of a vocabulary, found in texts with or without separators, in any case.

    >>> cards = Words(["L2", "R1", "AL"])
    >>> cards.split("l2 R1"), cards.split("all2"), cards.split("l3")
    ([('L2', 'R1')], [('AL', 'L2')], [])

    :param also: other spellings, each with the word that it stands for.
    """

    def __init__(self, words: Iterable[str], also: Mapping[str, str] | None = None) -> None:
        self._exact = {word: word for word in words}
        self._folded: dict[str, list[str]] = {}
        for spelling, word in {**self._exact, **(also or {})}.items():
            there = self._folded.setdefault(folded(spelling), [])
            if word not in there:
                there.append(word)
        self._lengths = sorted({len(word) for word in self._folded}, reverse=True)

    def called(self, text: str) -> list[str]:
        """Return the words that a text can be; one, unless they differ in case alone."""
        if text in self._exact:
            return [text]
        return self._folded.get(folded(text), [])

    def heads(self, text: str) -> list[tuple[str, str]]:
        """List the ways to take one word off the beginning, longest first: the word, the rest."""
        return [
            (word, text[length:])
            for length in self._lengths
            if 0 < length <= len(text)
            for word in self.called(text[:length])
        ]

    def split(self, text: str) -> list[tuple[str, ...]]:
        """List the ways to read a text as words; separators count if that is possible."""
        tokens = [token for token in SEPARATORS.split(text) if token]
        return self._each(tokens) or self._each(["".join(tokens)])

    def _each(self, tokens: list[str]) -> list[tuple[str, ...]]:
        ways = [self._segments(token) for token in tokens]
        return [sum(way, ()) for way in product(*ways)]

    def _segments(self, text: str) -> list[tuple[str, ...]]:
        if not text:
            return [()]
        return [(word, *rest) for word, left in self.heads(text) for rest in self._segments(left)]


def distance(one: str, two: str) -> int:
    """Count the letters to put in, take out, change or swap (Damerau, 1964) between two texts.

    >>> distance("fa1", "fa2"), distance("lb2", "bl2"), distance("", "pass")
    (1, 1, 4)
    """
    before: list[int] = []
    last = list(range(len(two) + 1))
    for i, left in enumerate(one, 1):
        row = [i]
        for j, right in enumerate(two, 1):
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (left != right))
            if i > 1 and j > 1 and left == two[j - 2] and one[i - 2] == right:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        before, last = last, row
    return last[-1]


def abbreviates(short: str, name: str) -> bool:
    """Whether a text is made of beginnings of a name's words, the first one's included.

    >>> abbreviates("ct", "Corner of three"), abbreviates("cor", "Corner of three")
    (True, True)
    >>> abbreviates("t", "Corner of three"), abbreviates("", "Corner of three")
    (False, False)
    """
    words = name.casefold().split()
    return bool(words and short) and _begins(folded(short), words, first=True)


def _begins(short: str, words: list[str], first: bool = False) -> bool:
    if not short:
        return True
    if not words:
        return False
    if not first and _begins(short, words[1:]):
        return True
    word = folded(words[0])
    return any(
        short[:n] == word[:n] and _begins(short[n:], words[1:])
        for n in range(min(len(short), len(word)), 0, -1)
    )
