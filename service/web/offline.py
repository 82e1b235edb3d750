"""A session as one HTML file that replays without a network.

The file is the replay's own page with what a server would bring put into it: style sheets, scripts,
and the frames of one view. What needs the service is marked ``data-online`` in the templates and
left out, and links that lead to other pages lead nowhere. Its policy lets it load nothing.
"""

import re
from base64 import b64encode
from hashlib import sha256
from html import escape
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
from flask import current_app

from service.web import bundle
from service.web.frames import Frames

ENTRIES = ["page", "replay", "marks", "offline"]
"""The modules that the file runs, with all that they import."""
VOID = frozenset({"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta"})
DROPPED = frozenset({"script", "noscript", "nav"})
ADDRESSES = {
    "replay": "", "query": "", "frames": None, "live": None, "version": None, "events": None,
}  # fmt: skip
"""Attributes ``data-…`` of the replay that tell where the server is, and what they become."""


def offline(page: str, frames: Frames, view: str) -> str:
    """Put a replay's page and its frames into one file.

    :param page: the page of the first step, in the view of the frames.
    :param view: whose knowledge that is, in words.
    """
    static = Path(current_app.static_folder or "")
    severed = _Severed(view)
    severed.feed(page)
    severed.close()
    script = bundle.scripts(static / "js", ENTRIES)
    style = bundle.styles([static / name for name in severed.sheets])
    held = msgspec.json.encode(msgspec.structs.replace(frames, pieces=_cut(frames.pieces)))
    data = held.decode().replace("<", "\\u003c")
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
    head = f'<meta http-equiv="Content-Security-Policy" content="{policy}"><style>{style}</style>'
    foot = f'<script type="application/json" id="frames">{data}</script>'
    foot += f'<script type="module">{script}</script>'
    html = "".join(severed.parts)
    html = html.replace("</head>", f"{head}</head>", 1)
    before, _, after = html.rpartition("</body>")
    return f"{before}{foot}</body>{after}"


def _hash(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def _cut(pieces: list[str]) -> list[str]:
    """Take the ways to other pages out of pieces; a piece may be half an element."""
    return [re.sub(r'(<a\b[^>]*?) href="/[^"]*"', r"\1", piece) for piece in pieces]


class _Severed(HTMLParser):
    """A page without what needs its server; ``sheets`` are the style sheets that it asked for."""

    def __init__(self, view: str) -> None:
        super().__init__(convert_charrefs=False)
        self._view = view
        self.parts: list[str] = []
        self.sheets: list[str] = []
        self._within: list[str] = []  # open tags of the element that is left out

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._within:
            if tag not in VOID:
                self._within.append(tag)
        elif tag == "link":
            self._link(dict(attrs))
        elif tag in DROPPED or "data-online" in dict(attrs) or _writes(tag, dict(attrs)):
            if tag not in VOID:
                self._within.append(tag)
        elif tag in ("a", "form", "html") or (tag == "main" and "data-replay" in dict(attrs)):
            self.parts.append(_rewritten(tag, dict(attrs)))
        else:
            self.parts.append(self.get_starttag_text() or "")
            if dict(attrs).get("class") == "eyes":
                self.parts.append(f'<span class="only">{escape(self._view)}</span>')

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if not self._within:
            self.parts.append(self.get_starttag_text() or "")

    def handle_endtag(self, tag: str) -> None:
        if self._within:
            self._within.pop()
        else:
            self.parts.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        self._keep(data)

    def handle_entityref(self, name: str) -> None:
        self._keep(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self._keep(f"&#{name};")

    def handle_decl(self, decl: str) -> None:
        self._keep(f"<!{decl}>")

    def _keep(self, text: str) -> None:
        if not self._within:
            self.parts.append(text)

    def _link(self, attrs: dict[str, str | None]) -> None:
        name = urlsplit(attrs.get("href") or "").path.removeprefix("/static/")
        if attrs.get("rel") == "stylesheet" and name not in self.sheets:
            self.sheets.append(name)


def _writes(tag: str, attrs: dict[str, str | None]) -> bool:
    return tag == "form" and attrs.get("method") == "post"


def _rewritten(tag: str, attrs: dict[str, str | None]) -> str:
    """Write a tag whose addresses lead nowhere but to steps of this file."""
    if tag == "a" and not (attrs.get("href") or "#").startswith("#"):
        del attrs["href"]
        if "data-step" in attrs:
            attrs["href"] = f"?step={attrs['data-step']}"
    elif tag == "form":
        attrs.pop("action", None)
    elif tag == "html":
        attrs.pop("data-theme", None)
    elif tag == "main":
        for name, value in ADDRESSES.items():
            attrs.pop(f"data-{name}", None)
            if value is not None:
                attrs[f"data-{name}"] = value
    said = "".join(f" {k}" if v is None else f' {k}="{escape(v)}"' for k, v in attrs.items())
    return f"<{tag}{said}>"
