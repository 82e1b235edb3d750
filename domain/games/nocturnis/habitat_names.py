"""Habitat cards called by their name, by the beginnings of its words, or by number."""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from domain.games.nocturnis.edition import Components
from domain.spelling import abbreviates, folded


def habitats_called(components: Components, text: str) -> list[str]:
    """List the habitat cards that a text calls. Numbers count the edition's list of shapes from 1;
    ``ct`` calls "Corner of three".
    """
    text = text.strip()
    names = list(components.shapes)
    if whole := [name for name in names if folded(name) == folded(text)]:
        return [text] if text in whole else whole
    number = text.removeprefix("#")
    if number.isascii() and number.isdigit() and 1 <= int(number) <= len(names):
        return [names[int(number) - 1]]
    return [name for name in dict.fromkeys(components.habitats) if abbreviates(text, name)]


def written(components: Components, name: str) -> str:
    """Return a habitat's name, or its number if the name cannot stand in a line."""
    clear = not re.search(r"[=>/:!]", name) and habitats_called(components, name) == [name]
    return name if clear else f"#{list(components.shapes).index(name) + 1}"


def shortest(components: Components, name: str) -> str:
    """Return the shortest text that calls a habitat."""
    drawn = tuple(dict.fromkeys(components.habitats))
    return _shortest(tuple(components.shapes), drawn).get(name, name)


@lru_cache(maxsize=64)
def _shortest(names: tuple[str, ...], drawn: tuple[str, ...]) -> dict[str, str]:
    """Map each habitat to its shortest text of letters, or else to its number."""
    whole = {folded(name) for name in names}
    short = {}
    for name in drawn:
        clear = [
            text
            for text in _abbreviations(name)
            if text.isalpha()
            and text not in whole
            and [one for one in drawn if abbreviates(text, one)] == [name]
        ]
        number = f"#{names.index(name) + 1}"
        short[name] = min(clear, key=lambda text: (len(text), text), default=number)
    return short


def _abbreviations(name: str) -> Iterator[str]:
    """Yield beginnings of the first word and of up to two others, each equally long."""
    first, *others = [folded(word) for word in name.split()]
    for size in range(3):
        for more in combinations(others, size):
            yield from ("".join(word[:n] for word in (first, *more)) for n in range(1, 5))
