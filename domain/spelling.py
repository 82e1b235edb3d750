"""Texts that people type: separators, words without spaces between them, and slips of a finger."""

import re
from collections.abc import Iterable, Mapping
from itertools import islice, product

WAYS = 20  # to read one text; more are as ambiguous

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

    def each(self, text: str) -> tuple[str, ...] | None:
        """Read a text as words with separators between; ``None`` if one is no word.

        >>> Words(["1", "10"]).each("10, 1"), Words(["1", "10"]).each("11")
        (('10', '1'), None)
        """
        called = [self.called(token) for token in SEPARATORS.split(text) if token]
        return tuple(words[0] for words in called) if all(len(w) == 1 for w in called) else None

    def split(self, text: str) -> list[tuple[str, ...]]:
        """List the ways to read a text as words, at most 20. Separators count if that is possible,
        and what is a word as it stands is no two words.

        >>> Words(["1", "11"]).split("11 111")
        [('11', '11', '1'), ('11', '1', '11'), ('11', '1', '1', '1')]
        """
        tokens = [token for token in SEPARATORS.split(text) if token]
        return self._each(tokens) or self._each(["".join(tokens)])

    def _each(self, tokens: list[str]) -> list[tuple[str, ...]]:
        ways = [self._whole(token) or self._segments(token) for token in tokens]
        return [sum(way, ()) for way in islice(product(*ways), WAYS)]

    def _whole(self, token: str) -> list[tuple[str, ...]]:
        return [(word,) for word in self.called(token)]

    def _segments(self, text: str) -> list[tuple[str, ...]]:
        """List the ways to cut a text into words, each beginning once, from behind."""
        found: dict[int, list[tuple[str, ...]]] = {len(text): [()]}
        for at in range(len(text) - 1, -1, -1):
            ways = [
                (word, *more)
                for word, rest in self.heads(text[at:])
                for more in found.get(len(text) - len(rest), [])
            ]
            if ways:
                found[at] = ways[:WAYS]
        return found.get(0, [])


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
    if not folded(short):
        return False
    text, words = folded(short), [folded(word) for word in name.split()]
    reached = {0}
    for nth, word in enumerate(words):
        more = {
            at + n
            for at in reached
            for n in range(1, len(word) + 1)
            if text[at : at + n] == word[:n]
        }
        reached = more if nth == 0 else reached | more
    return len(text) in reached
