"""Reading a page the way a browser without scripts does: its forms, links and words."""

from html.parser import HTMLParser
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

BLOCKS = {"div", "dl", "fieldset", "form", "ol", "p", "section", "table", "ul"}
VOID = {"input", "br", "link", "meta", "img", "hr"}


class Element:
    """A tag with its attributes and everything inside."""

    def __init__(self, tag: str, attrs: dict[str, str], parent: "Element | None") -> None:
        self.tag, self.attrs, self.parent = tag, attrs, parent
        self.children: list[Element | str] = []

    @property
    def text(self) -> str:
        """The words inside, spaces made single."""
        return " ".join(" ".join(self._words()).split())

    def _words(self) -> list[str]:
        words: list[str] = []
        for child in self.children:
            words += [child] if isinstance(child, str) else child._words()
        return words

    def find(self, tag: str = "", **attrs: str) -> "list[Element]":
        """List the elements inside with this tag and these attributes (``class_``: one class)."""
        found = []
        for child in self.children:
            if isinstance(child, str):
                continue
            if tag in ("", child.tag) and all(child._has(k, v) for k, v in attrs.items()):
                found.append(child)
            found += child.find(tag, **attrs)
        return found

    def one(self, tag: str = "", **attrs: str) -> "Element":
        """Return the first such element."""
        return self.find(tag, **attrs)[0]

    def _has(self, name: str, value: str) -> bool:
        if name == "class_":
            return value in self.attrs.get("class", "").split()
        return self.attrs.get(name.replace("_", "-")) == value


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.root = self.at = Element("", {}, None)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert not (tag in BLOCKS and self.at.tag == "p"), f"<{tag}> within <p>"
        element = Element(tag, {name: value or "" for name, value in attrs}, self.at)
        self.at.children.append(element)
        if tag not in VOID:
            self.at = element

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.at.children.append(Element(tag, {n: v or "" for n, v in attrs}, self.at))

    def handle_endtag(self, tag: str) -> None:
        assert tag == self.at.tag, f"</{tag}> closes <{self.at.tag}>"
        assert self.at.parent is not None
        self.at = self.at.parent

    def handle_data(self, data: str) -> None:
        self.at.children.append(data)


def read(response: TestResponse) -> Element:
    """Parse an answer; every tag must be closed where it should be."""
    reader = _Reader()
    reader.feed(response.get_data(as_text=True))
    reader.close()
    assert reader.at is reader.root, f"<{reader.at.tag}> is never closed"
    return reader.root


def get(client: FlaskClient, path: str, status: int = 200) -> Element:
    """Fetch a page and check its status."""
    response = client.get(path)
    assert response.status_code == status, response.get_data(as_text=True)[-2000:]
    return read(response)


def fields(form: Element) -> dict[str, str]:
    """Return what a form sends as it stands, without any button."""
    sent: dict[str, str] = {}
    for field in form.find("input") + form.find("textarea"):
        name, kind = field.attrs.get("name"), field.attrs.get("type")
        if name and (kind not in ("radio", "checkbox") or "checked" in field.attrs):
            sent[name] = field.attrs.get("value", "")
    for select in form.find("select"):
        options = select.find("option")
        chosen = [o for o in options if "selected" in o.attrs] or options[:1]
        sent[select.attrs["name"]] = chosen[0].attrs.get("value", chosen[0].text)
    return sent


def submit(
    client: FlaskClient, page: Element, to: str, /, follow: bool = True, **changes: Any
) -> TestResponse:
    """Send the form that goes to an address ending in ``to``, with some fields changed.

    Two underscores in a field's name stand for a dash.
    """
    form = next(f for f in page.find("form") if f.attrs.get("action", "").endswith(to))
    sent = fields(form) | {name.replace("__", "-"): value for name, value in changes.items()}
    return client.post(form.attrs["action"], data=sent, follow_redirects=follow)
