"""Writes what style sheets say onto the elements of a drawing, so that it needs none of them.

Renderers of SVG differ in what CSS they know; presentation attributes they all know. Rules inside
``@media`` are left out: a picture has one size. Only elements are styled, so what an icon would
inherit through ``use`` as a variable is not; colours and strokes are inherited as in any drawing.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, SubElement

import cssselect2
import tinycss2

from service.web.pictures.colours import (
    Tokens,
    colour,
    hexed,
    pixels,
    substituted,
    written,
)

PAINTS = ("fill", "stroke", "color")
LENGTHS = ("stroke-width", "font-size", "letter-spacing")
WORDS = (
    *("stroke-linecap", "stroke-linejoin", "text-anchor", "paint-order", "font-style"),
    *("font-weight", "visibility"),
)
NUMBERS = ("opacity", "fill-opacity", "stroke-opacity")
INHERITED = ("color", "font-family", "font-size", "font-weight")


@dataclass
class Drawing:
    """What is styled so far, and the filters that it turned out to need."""

    filters: dict[str, Element] = field(default_factory=dict)

    def filter(self, tokens: Tokens) -> str | None:
        """Return the address of a filter element that does what ``blur`` or ``drop-shadow`` do."""
        call = next((t for t in tokens if t.type == "function"), None)
        if call is None:
            return None
        lengths = [n for t in call.arguments if (n := pixels(t)) is not None]
        shade = next((c for t in call.arguments if t.type != "number" and (c := colour([t]))), None)
        if call.lower_name == "blur" and lengths:
            made, name = _blur(lengths[0]), f"blur-{written(lengths[0])}"
        elif call.lower_name == "drop-shadow" and len(lengths) == 3 and shade:
            across, down, soft = lengths
            name = f"glow-{written(soft)}-{hexed(shade)[1:]}-{written(shade.alpha)}"
            made = _shadow(across, down, soft, hexed(shade), shade.alpha)
        else:
            return None
        name = name.replace(".", "_")
        made.set("id", name)
        self.filters.setdefault(name, made)
        return f"url(#{name})"


def style(root: Element, picture: Element, sprite: Element, sheets: Sequence[Path]) -> Drawing:
    """Style a picture, and the symbols and patterns it may use, as they stand within ``root``."""
    matcher = _matcher(tuple((path, path.stat().st_mtime_ns) for path in sheets))
    drawing = Drawing()
    inside = {id(element) for part in (picture, sprite) for element in part.iter()}
    above: dict[str, str] = {}
    variables: dict[int, dict[str, Tokens]] = {}
    for wrapped in cssselect2.ElementWrapper.from_xml_root(root).iter_subtree():
        element = wrapped.etree_element
        parent = wrapped.parent
        known = variables[id(parent.etree_element)] if parent is not None else {}
        declared = dict(_declared(matcher, wrapped))
        own = {name: value for name, value in declared.items() if name.startswith("--")}
        known = variables[id(element)] = {**known, **own} if own else known
        said = _attributes(declared, known, drawing)
        if element is picture:
            element.attrib.update({name: above[name] for name in INHERITED if name in above})
        if id(element) in inside:
            element.attrib.update(said)
        else:
            above |= said
    return drawing


def _declared(matcher: cssselect2.Matcher, element: Any) -> Iterator[tuple[str, Tokens]]:
    """Yield what the rules say about an element, the weakest first."""
    important = []
    for *_, pseudo, declarations in sorted(matcher.match(element), key=lambda m: m[:2]):
        if pseudo is None:
            for name, value, urgent in declarations:
                if urgent:
                    important.append((name, value))
                else:
                    yield name, value
    yield from important


def _attributes(
    declared: dict[str, Tokens], variables: dict[str, Tokens], drawing: Drawing
) -> dict[str, str]:
    """Turn declarations into the attributes that drawings know."""
    said: dict[str, str] = {}
    for name, value in declared.items():
        if name.startswith("--") or (tokens := substituted(value, variables)) is None:
            continue
        tokens = [t for t in tokens if t.type != "comment"]
        if name == "font":
            said |= _font(tokens)
        elif name == "font-family":
            said[name] = tinycss2.serialize(tokens).strip().replace('"', "'")
        elif name in PAINTS:
            said |= _paint(name, tokens)
        elif name == "filter":
            if address := drawing.filter(tokens):
                said[name] = address
        elif name == "stroke-dasharray":
            lengths = [n for t in tokens if (n := pixels(t)) is not None]
            said[name] = " ".join(map(written, lengths)) or "none"
        elif name in LENGTHS or name in NUMBERS:
            if len(tokens := _tight(tokens)) == 1 and (n := pixels(tokens[0])) is not None:
                said[name] = written(n)
        elif name in WORDS:
            said[name] = _weight(tinycss2.serialize(tokens).strip())
    return said


def _tight(tokens: Tokens) -> Tokens:
    return [token for token in tokens if token.type != "whitespace"]


def _paint(name: str, tokens: Tokens) -> dict[str, str]:
    tight = _tight(tokens)
    if len(tight) == 1 and tight[0].type == "url":
        return {name: f"url({tight[0].value})"}
    if len(tight) == 1 and tight[0].type == "ident":
        word = tight[0].value
        if word.lower() in ("none", "transparent"):
            return {name: "none"}
        if word.lower() == "currentcolor":
            return {name: "currentColor"}
    found = colour(tight)
    if found is None:
        return {}
    faint = {f"{name}-opacity": written(found.alpha)} if found.alpha < 1 and name != "color" else {}
    return {name: hexed(found), **faint}


def _font(tokens: Tokens) -> dict[str, str]:
    """Take the shorthand apart: weight, size, line height, families."""
    said = {"font-weight": "400"}
    for at, token in enumerate(tokens):
        if token.type == "dimension" and (size := pixels(token)) is not None:
            said["font-size"] = written(size)
            rest = tokens[at + 1 :]
            if rest and rest[0] == "/":
                rest = rest[2:]
            said["font-family"] = tinycss2.serialize(rest).strip().replace('"', "'")
            break
        if token.type == "number":
            said["font-weight"] = _weight(written(token.value))
        elif token.type == "ident" and token.value == "italic":
            said["font-style"] = "italic"
    return said


def _weight(word: str) -> str:
    """Keep to whole hundreds, the weights that every renderer takes.

    >>> _weight("650"), _weight("bold")
    ('600', 'bold')
    """
    return str(int(word) // 100 * 100) if word.isdecimal() else word


def _blur(deviation: float) -> Element:
    made = Element("filter", {"x": "-50%", "y": "-50%", "width": "200%", "height": "200%"})
    SubElement(made, "feGaussianBlur", {"stdDeviation": written(deviation)})
    return made


def _shadow(across: float, down: float, deviation: float, shade: str, alpha: float) -> Element:
    made = Element("filter", {"x": "-60%", "y": "-60%", "width": "220%", "height": "220%"})
    SubElement(made, "feGaussianBlur", {"in": "SourceAlpha", "stdDeviation": written(deviation)})
    SubElement(made, "feOffset", {"dx": written(across), "dy": written(down), "result": "soft"})
    SubElement(made, "feFlood", {"flood-color": shade, "flood-opacity": written(alpha)})
    SubElement(made, "feComposite", {"in2": "soft", "operator": "in", "result": "glow"})
    merge = SubElement(made, "feMerge")
    SubElement(merge, "feMergeNode", {"in": "glow"})
    SubElement(merge, "feMergeNode", {"in": "SourceGraphic"})
    return made


@cache
def _matcher(sheets: tuple[tuple[Path, int], ...]) -> cssselect2.Matcher:
    """Read style sheets; each comes with the time of its last change, or an old one would stay."""
    matcher = cssselect2.Matcher()
    for path, _ in sheets:
        for rule in tinycss2.parse_stylesheet(path.read_text("utf-8"), True, True):
            if rule.type != "qualified-rule":
                continue
            declarations = [
                (d.name if d.name.startswith("--") else d.lower_name, d.value, d.important)
                for d in tinycss2.parse_blocks_contents(rule.content, True, True)
                if d.type == "declaration"
            ]
            for selector in _selectors(rule):
                matcher.add_selector(selector, declarations)
    return matcher


def _selectors(rule: Any) -> list[Any]:
    """Return a rule's selectors, none where it has one for pages alone that is not known here."""
    try:
        found: list[Any] = cssselect2.compile_selector_list(rule.prelude)
    except cssselect2.SelectorError:
        return []
    return found
