"""A figure as a file, drawn the way the page draws it: by Plotly, in a Chrome or Chromium."""

import html
import logging
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Literal, TypeVar

from analytics.findings import Figure, Finding
from analytics.phrases import count

Form = Literal["svg", "png"]
Theme = Literal["night", "day"]
THEMES: tuple[Theme, ...] = ("night", "day")

WIDTH, HEIGHT = 720, 360  # pixels; a figure says how high it is
SHARP = 2  # pixels of a PNG to one of the figure
HEAD = 60  # pixels above the figure for what was found, and of how many sessions
TOP = 16  # pixels above that
SECONDS = 60  # that one picture may take

T = TypeVar("T")


class Undrawn(Exception):
    """There is no picture; says why, and what can be done."""


def drawn(finding: Finding, form: Form, theme: Theme = "day") -> bytes:
    """Draw a finding's figure with its title, so that it can stand by itself.

    Nothing is fetched from anywhere: Plotly's script comes from the installed package.

    :raises Undrawn: the finding has no figure, or there is no browser to draw it.
    """
    if finding.figure is None:
        raise Undrawn(f"report {finding.id!r} has no figure under these filters: {finding.title}")
    figure = titled(inked(finding.figure, theme), finding, theme)
    return _by_browser(figure, form)


def _by_browser(figure: Figure, form: Form) -> bytes:
    import kaleido  # slow to import, and only pictures need it
    from choreographer import errors

    logging.getLogger("kaleido").setLevel(logging.CRITICAL)
    logging.getLogger("choreographer").setLevel(logging.CRITICAL)
    size = {"width": WIDTH, "height": figure["layout"]["height"]}
    asked = {"format": form, **size, "scale": SHARP if form == "png" else 1}
    try:
        made: bytes = kaleido.calc_fig_sync(
            figure, opts=asked, kopts={"mathjax": False, "timeout": SECONDS}
        )
    except errors.ChromeNotFoundError as error:
        raise Undrawn(
            "a browser draws figures, and no Chrome or Chromium was found; install one, name it in "
            "BROWSER_PATH, or save the figure from the report's page"
        ) from error
    except (
        errors.BrowserClosedError,
        errors.BrowserDepsError,
        errors.BrowserFailedError,
        errors.ChannelClosedError,
        TimeoutError,
    ) as error:
        name = type(error).__name__
        raise Undrawn(f"the browser that draws figures did not answer ({name})") from error
    return made


def titled(figure: Figure, finding: Finding, theme: Theme) -> Figure:
    """Put what was found above a figure, and of how many sessions, on the page's own ground."""
    layout, tokens = figure["layout"], _tokens(theme)
    margin = {"l": 48, "r": 12, "t": 12, "b": 40} | layout.get("margin", {})
    height = layout.get("height", HEIGHT) + HEAD
    sessions = f" {count(finding.counted, 'session')}." if finding.counted else ""
    under = f"{finding.question}{sessions}"
    text = f"<b>{_plain(finding.title)}</b><br><sup>{_plain(under)}</sup>"
    more = {
        "title": {
            "text": text,
            "font": {"size": 17, "color": tokens["--text"]},
            "x": 0,
            "xref": "container",
            "xanchor": "left",
            "y": 1 - TOP / height,
            "yref": "container",
            "yanchor": "top",
            "pad": {"l": 16},
        },
        "margin": margin | {"t": margin["t"] + HEAD},
        "height": height,
        "width": WIDTH,
        "paper_bgcolor": tokens["--surface"],
        "autosize": False,
    }
    return {"data": heaped(figure["data"], layout), "layout": layout | more}


def heaped(data: list[dict[str, Any]], layout: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Move dots that are heaped up together, as the page does for its width."""
    moved = []
    for trace in data:
        meta = trace.get("meta") or {}
        if isinstance(meta, dict) and "beside" in meta:
            low, high = layout["xaxis"]["range"]
            margin = {"l": 48, "r": 12} | layout.get("margin", {})
            room = WIDTH - margin["l"] - margin["r"]
            closer = min(meta["apart"], meta["pixels"] * (high - low) / room) - meta["apart"]
            pairs = zip(trace["x"], meta["beside"], strict=True)
            trace = trace | {"x": [x + beside * closer for x, beside in pairs]}
        moved.append(trace)
    return moved


def inked(value: T, theme: Theme) -> T:
    """Put the theme's own values in the place of ``var(--…)``, all the way down."""
    tokens = _tokens(theme)
    if isinstance(value, str):
        return re.sub(r"var\((--[\w-]+)\)", lambda m: tokens.get(m[1], ""), value)  # type: ignore[return-value]
    if isinstance(value, list):
        return [inked(item, theme) for item in value]  # type: ignore[return-value]
    if isinstance(value, dict):
        return {key: inked(item, theme) for key, item in value.items()}  # type: ignore[return-value]
    return value


@cache
def _tokens(theme: Theme) -> dict[str, str]:
    """Read the tokens of a theme from the page's style sheet; night comes first, day changes it."""
    sheet = files("service").joinpath("web", "static", "css", "tokens.css").read_text("utf-8")
    blocks = {"night": r"^:root \{(.*?)^\}", "day": r'^:root\[data-theme="day"\] \{(.*?)^\}'}
    found: dict[str, str] = {}
    for name in THEMES[: THEMES.index(theme) + 1]:
        block = re.search(blocks[name], sheet, re.DOTALL | re.MULTILINE)
        assert block
        declared = re.sub(r"/\*.*?\*/", "", block[1], flags=re.DOTALL)
        found |= dict(re.findall(r"(--[\w-]+):([^;]+);", declared))
    return found


def _plain(text: str) -> str:
    """Return a text that Plotly reads as no markup."""
    return html.escape(text, quote=False)
