"""What a moth's corner or a bonus square brings."""

import re

import msgspec


class Effect(msgspec.Struct, frozen=True, omit_defaults=True):
    """One of three, or nothing: draw up to so many cards, gain points, mark an extra shape."""

    draw: int = 0
    points: int = 0
    shape: str = ""

    def __bool__(self) -> bool:
        return bool(self.draw or self.points or self.shape)

    def __str__(self) -> str:
        if self.draw:
            return f"draw {self.draw}"
        if self.points:
            return f"{self.points} point{'s' if self.points != 1 else ''}"
        return f"shape {self.shape}" if self.shape else ""


EXPECTED = "'draw N' with 1 to 9, 'N points' with 1 to 99, 'shape NAME' or nothing"


def parse_effect(text: str) -> Effect:
    """Read an effect.

    >>> [str(parse_effect(text)) for text in ("draw 2", " 1 points ", "shape Small corner")]
    ['draw 2', '1 point', 'shape Small corner']

    :raises ValueError: the text is none.
    """
    text = text.strip()
    if not text:
        return Effect()
    if found := re.fullmatch(r"draw ([1-9])", text):
        return Effect(draw=int(found[1]))
    if found := re.fullmatch(r"([1-9][0-9]?) points?", text):
        return Effect(points=int(found[1]))
    if found := re.fullmatch(r"shape (.+)", text):
        return Effect(shape=found[1].strip())
    raise ValueError(f"{text!r} found, expected {EXPECTED}")
