"""SVG to PNG, the same on every machine as far as its letters are in the fonts brought along."""

import re
from functools import cache
from importlib.resources import files

import resvg_py

SERIF, SANS = "Source Serif 4", "Source Sans 3"
_PACKAGES = ("fontpkg_source_serif_4", "fontpkg_source_sans_3")
_FAMILY = re.compile(r'font-family="([^"]*)"')


def png(drawing: str, width: int) -> bytes:
    """Draw a picture, so many pixels wide.

    Text stands in the fonts that are installed with this program; what they have no letters for
    comes from the machine's own, where it has them.
    """
    told = _FAMILY.sub(lambda found: f'font-family="{_family(found[1])}"', drawing)
    made: bytes = resvg_py.svg_to_bytes(
        svg_string=told,
        width=width,
        font_files=fonts(),
        font_family=SANS,
        serif_family=SERIF,
        sans_serif_family=SANS,
    )
    return bytes(made)


@cache
def fonts() -> list[str]:
    """Return the font files that are installed with this program."""
    return sorted(
        str(file)
        for package in _PACKAGES
        for file in (files(package) / "files").iterdir()
        if file.name.endswith(".ttf") and "Italic" not in file.name
    )


def _family(stack: str) -> str:
    return "sans-serif" if "sans-serif" in stack else "serif"
