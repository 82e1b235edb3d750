"""The table of routes: what each reads and answers, from which Flask and the description learn."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from inspect import cleandoc
from typing import Any, Literal

Method = Literal["GET", "POST", "DELETE"]
View = Callable[..., "Reply"]


@dataclass(frozen=True)
class File:
    """An answer that is no JSON: its bytes, their media type, what to call them."""

    content: bytes
    kind: str
    name: str


@dataclass(frozen=True)
class Reply:
    """An answer: its data, the session's version where it is about one, its status, its address.

    :ivar file: what is sent in place of the data.
    """

    data: Any
    version: int | None = None
    status: int = 200
    location: str | None = None
    file: File | None = None


@dataclass(frozen=True)
class Route:
    """One operation. ``path`` is written as OpenAPI does: ``/sessions/{session_id}``.

    :ivar also: other statuses of the same answer, with what each says.
    :ivar files: media types that it can answer with beside JSON.
    :ivar keyed: whether a write takes an idempotency key.
    """

    method: Method
    path: str
    view: View
    answer: type
    tag: str
    query: type | None = None
    body: type | None = None
    status: int = 200
    refuses: tuple[int, ...] = ()
    also: Mapping[int, str] = field(default_factory=dict)
    files: tuple[str, ...] = ()
    keyed: bool = False

    @property
    def name(self) -> str:
        """The operation's name."""
        return self.view.__name__.strip("_")

    @property
    def said(self) -> tuple[str, str]:
        """What the view does, in one line and in more."""
        first, _, rest = cleandoc(self.view.__doc__ or "").partition("\n\n")
        return first.replace("\n", " "), rest.replace("``", "`")


ROUTES: list[Route] = []
"""Every operation, in the order in which it is described."""


def read(
    path: str,
    answer: type,
    tag: str,
    query: type | None = None,
    refuses: tuple[int, ...] = (),
    files: tuple[str, ...] = (),
) -> Callable[[View], View]:
    """Enter a view that reads.

    :param files: media types that it can answer with beside JSON.
    """

    def enter(view: View) -> View:
        ROUTES.append(Route("GET", path, view, answer, tag, query, refuses=refuses, files=files))
        return view

    return enter


def write(
    path: str, body: type, answer: type, tag: str, also: Mapping[int, str] | None = None
) -> Callable[[View], View]:
    """Enter a view that records something.

    :param also: statuses with which it answers too, with what each says.
    """

    def enter(view: View) -> View:
        refuses = (409, 422)
        ROUTES.append(
            Route("POST", path, view, answer, tag, None, body, 201, refuses, also or {}, keyed=True)
        )
        return view

    return enter


def start(
    path: str, body: type, answer: type, tag: str, refuses: tuple[int, ...] = ()
) -> Callable[[View], View]:
    """Enter a view that starts work which goes on after it answered."""

    def enter(view: View) -> View:
        refused = (*refuses, 422, 429)
        ROUTES.append(Route("POST", path, view, answer, tag, None, body, 202, refused))
        return view

    return enter


def cancel(path: str, answer: type, tag: str) -> Callable[[View], View]:
    """Enter a view that ends work before it is done."""

    def enter(view: View) -> View:
        ROUTES.append(Route("DELETE", path, view, answer, tag))
        return view

    return enter
