"""Lines of a picture's caption, broken where they fit: drawings know no line breaks."""

from unicodedata import category, combining, east_asian_width

WIDE, BROAD, COMMON, NARROW = 1.0, 0.72, 0.5, 0.29
"""Of the font's size: a little more than letters of each kind take in the fonts of a picture."""


def width_of(text: str, size: float) -> float:
    """Estimate how wide a text stands, in the units of its font's size."""
    return sum(map(_share, text)) * size


def broken(text: str, size: float, room: float, most: int) -> list[str]:
    """Break a text into lines that fit; what is beyond the ``most``-th line is left out.

    >>> broken("Ada plants E2 on b2", 10, 60, 3)
    ['Ada plants', 'E2 on b2']
    >>> broken("Ada plants E2 on b2", 10, 60, 1)
    ['Ada plants …']
    """
    lines: list[str] = []
    for word in text.split():
        if lines and width_of(f"{lines[-1]} {word}", size) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(cut(word, size, room))
    if len(lines) > most:
        lines = [*lines[: most - 1], f"{lines[most - 1]} …"]
    return lines


def cut(text: str, size: float, room: float) -> str:
    """Shorten a text to what fits."""
    if width_of(text, size) <= room:
        return text
    while text and width_of(f"{text}…", size) > room:
        text = text[:-1]
    return f"{text}…"


def _share(letter: str) -> float:
    if combining(letter) or category(letter) == "Cf":
        return 0
    if east_asian_width(letter) in "WF":
        return WIDE
    if letter in " .,;:!'|’iljtI":
        return NARROW
    return BROAD if letter.isupper() or letter in "mw—%@" else COMMON
