"""Values of style sheets worked out: ``var()``, ``color-mix()``, lengths, colours as hex."""

from collections.abc import Iterable, Mapping
from typing import Any

import tinycss2
from tinycss2.color3 import RGBA, parse_color

ROOT_SIZE = 16  # pixels to a rem
DEEP = 20  # variables within variables

Tokens = list[Any]
Variables = Mapping[str, Tokens]


def substituted(tokens: Iterable[Any], variables: Variables, depth: int = 0) -> Tokens | None:
    """Put the values of variables in their places; ``None`` where one has no value."""
    made: Tokens = []
    for token in tokens:
        if token.type == "function" and token.lower_name == "var":
            value = _variable(token, variables, depth)
            if value is None:
                return None
            made += value
        elif token.type == "function":
            inner = substituted(token.arguments, variables, depth)
            if inner is None:
                return None
            made.append(_function(token, inner))
        else:
            made.append(token)
    return made


def colour(tokens: Tokens) -> RGBA | None:
    """Return the colour that a value is, ``color-mix(in srgb, …)`` worked out; else ``None``."""
    found = [token for token in tokens if token.type not in ("whitespace", "comment")]
    if len(found) != 1:
        return None
    (token,) = found
    if token.type == "function" and token.lower_name == "color-mix":
        return _mixed(token.arguments)
    parsed = parse_color(token)
    return parsed if isinstance(parsed, RGBA) else _spaced(token)


def hexed(found: RGBA) -> str:
    """Write a colour without its opacity.

    >>> hexed(RGBA(1, 0.5, 0, 1))
    '#ff8000'
    """
    return "#" + "".join(f"{round(255 * part):02x}" for part in found[:3])


def pixels(token: Any) -> float | None:
    """Return a length in pixels, or a bare number; ``None`` for what is neither."""
    if token.type == "number" or (token.type == "dimension" and token.lower_unit == "px"):
        return float(token.value)
    if token.type == "dimension" and token.lower_unit == "rem":
        return float(token.value * ROOT_SIZE)
    return None


def written(number: float) -> str:
    """Write a number as briefly as it can be.

    >>> written(2.0), written(1.25), written(1 / 3)
    ('2', '1.25', '0.333')
    """
    return f"{number:.3f}".rstrip("0").rstrip(".")


def _variable(token: Any, variables: Variables, depth: int) -> Tokens | None:
    name = next(t.value for t in token.arguments if t.type == "ident")
    if name not in variables or depth > DEEP:
        return None
    return substituted(variables[name], variables, depth + 1)


def _function(token: Any, arguments: Tokens) -> Any:
    return tinycss2.ast.FunctionBlock(token.source_line, token.source_column, token.name, arguments)


def _mixed(arguments: Tokens) -> RGBA | None:
    """Mix two colours in sRGB, their opacity multiplied in, as CSS Color 5 does."""
    parts: list[Tokens] = [[]]
    for token in arguments:
        if token == ",":
            parts.append([])
        elif token.type not in ("whitespace", "comment"):
            parts[-1].append(token)
    if len(parts) != 3 or [t.value for t in parts[0]] != ["in", "srgb"]:
        return None
    shares = [next((t.value for t in p if t.type == "percentage"), None) for p in parts[1:]]
    colours = [colour([t for t in p if t.type != "percentage"]) for p in parts[1:]]
    one, other = colours
    if one is None or other is None:
        return None
    first = shares[0] if shares[0] is not None else 100 - (50 if shares[1] is None else shares[1])
    share = first / 100
    alpha = one.alpha * share + other.alpha * (1 - share)
    if not alpha:
        return RGBA(0, 0, 0, 0)
    mixed = (
        (a * one.alpha * share + b * other.alpha * (1 - share)) / alpha
        for a, b in zip(one[:3], other[:3], strict=True)
    )
    return RGBA(*mixed, alpha)


def _spaced(token: Any) -> RGBA | None:
    """Read ``rgb(255 190 92/.34)``, which the older grammar of colours does not know."""
    if token.type != "function" or token.lower_name not in ("rgb", "rgba"):
        return None
    numbers = [t for t in token.arguments if t.type in ("number", "percentage")]
    if len(numbers) not in (3, 4):
        return None
    red, green, blue = (t.value / (100 if t.type == "percentage" else 255) for t in numbers[:3])
    alpha = 1.0
    if len(numbers) == 4:
        alpha = numbers[3].value / (100 if numbers[3].type == "percentage" else 1)
    return RGBA(red, green, blue, alpha)
