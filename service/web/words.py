"""Sentences, times and counts as pages write them."""

import re
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from unicodedata import bidirectional

from flask import Flask, request
from markupsafe import Markup, escape

from domain.session import Session
from domain.words import Card, Place, Seat, Sentence

CardClass = Callable[[str], str]
"""Names the CSS class of a card's colour."""

LETTERS = "ABCDEFGH"

_TURNS = {"R", "AL", "AN", "RLE", "RLO", "LRE", "LRO", "RLI", "LRI", "FSI", "PDI", "PDF"}
"""Bidirectional classes of Unicode that can turn the text around them."""
_ISOLATES = dict.fromkeys(range(0x2066, 0x206A))


def install(app: Flask) -> None:
    """Offer the words to templates."""
    app.add_template_filter(day)
    app.add_template_filter(clock)
    app.add_template_filter(count)
    app.add_template_filter(option)
    app.add_template_filter(with_names)
    app.jinja_env.globals["LETTERS"] = LETTERS
    app.context_processor(lambda: {"theme": theme()})


def theme() -> str:
    """Return the theme that the reader pinned, or nothing for the system's."""
    pinned = request.cookies.get("theme", "")
    return pinned if pinned in ("night", "day") else ""


def isolated(text: str) -> str:
    """Wrap what a person wrote, where it could turn the words around it, in a run of its own.

    >>> isolated("Ada"), ascii(isolated("\u05d3\u05e0\u05d4"))
    ('Ada', "'\\\\u2068\\\\u05d3\\\\u05e0\\\\u05d4\\\\u2069'")
    """
    if not any(bidirectional(character) in _TURNS for character in text):
        return text
    return f"\u2068{text.translate(_ISOLATES)}\u2069"


def named(names: Sequence[str]) -> tuple[str, ...]:
    """Return names as sentences may hold them: none turns what stands around it."""
    return tuple(map(isolated, names))


def title_of(session: Session) -> str:
    """Return a session's title; without one, a simulated game's seed and number, or the day."""
    opened = session.opened
    if untitled(session):
        return f"{session.game.title}, {day(session.log[0].at)}"
    return isolated(opened.title) if opened.title else f"Simulated game {opened.seed}"


def untitled(session: Session) -> bool:
    """Whether a session is called after its game and day, as nothing else tells it from others."""
    opened = session.opened
    return not opened.title and not (opened.mode == "simulated" and opened.seed)


def with_names(text: str, names: Sequence[str]) -> str:
    """Write a refusal's reason with the players' names in place of the letters of seats.

    >>> with_names("seat B has begun to draw", ["Ada", "Ben"]), with_names("no seat A", [])
    ('Ben has begun to draw', 'no seat A')
    """
    seats = {f"seat {LETTERS[seat]}": name for seat, name in enumerate(names)}
    return re.sub(r"\bseat [A-H]\b", lambda found: seats.get(found[0], found[0]), text)


def sentence(parts: Sentence, names: Sequence[str], card_class: CardClass) -> Markup:
    """Write a sentence with names in bold and cards as keys on their colour."""
    return Markup("".join(_part(part, names, card_class) for part in parts))


def _part(part: object, names: Sequence[str], card_class: CardClass) -> str:
    """Write a part as HTML."""
    match part:
        case Seat(seat):
            return f"<b>{escape(names[seat])}</b>"
        case Card(None):
            return "a card"
        case Card(card):
            assert card is not None
            return f'<span class="key {escape(card_class(card))}">{escape(card)}</span>'
        case Place(place):
            return escape(place)
    return escape(part)


def day(at: datetime) -> str:
    """Write a date.

    >>> day(datetime(2026, 11, 12))
    '12 November 2026'
    """
    at = at.astimezone() if at.tzinfo else at
    return f"{at.day} {at:%B %Y}"


def clock(at: datetime) -> str:
    """Write a time of day."""
    return f"{at.astimezone():%H:%M}"


def length(spent: timedelta) -> str:
    """Write how long something took, in minutes and hours.

    >>> length(timedelta(minutes=26)), length(timedelta(hours=2, minutes=5))
    ('26 minutes', '2 h 5 min')
    >>> length(timedelta(minutes=101)), length(timedelta(hours=3))
    ('1 h 41 min', '3 h')
    """
    minutes = round(spent.total_seconds() / 60)
    if minutes < 1:
        return "under a minute"
    if minutes < 60:
        return count(minutes, "minute")
    hours, rest = divmod(minutes, 60)
    return f"{hours} h {rest} min" if rest else f"{hours} h"


def count(number: int, noun: str, many: str = "") -> str:
    """Write a number with its noun.

    >>> count(1, "seat"), count(3, "seat"), count(2, "play by hand", "plays by hand")
    ('1 seat', '3 seats', '2 plays by hand')
    """
    return f"{number:,} {noun if number == 1 else many or noun + 's'}"


def option(value: str) -> str:
    """Write an option's name or value.

    >>> option("one_more_round")
    'one more round'
    """
    return value.replace("_", " ")
