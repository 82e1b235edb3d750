"""What a line of text would do at a table: said before it is recorded, and when it cannot be."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any, Literal

from domain.chance import Candidates, Told
from domain.errors import Invalid, Refusal, Unanswered, Unseen
from domain.game import Game
from domain.grammar import Grammar
from domain.notation import SEATS, Completion, Misread, Reading
from domain.piles import Pile
from domain.session.commands import check_all_told
from domain.words import Seat, Sentence
from service.web.table.pads import pad_of

Kind = Literal["blank", "ok", "open", "refused", "misread", "unseen"]

OFFERED = 12  # lines that are near
ALIKE = 0.5  # of a line's letters that another one shares
LONGEST = 400  # characters of a line


@dataclass(frozen=True)
class Look:
    """A line looked at.

    :ivar sentence: the action in words, as far as the line names one.
    :ivar reason: why it is not recorded, in words, by ``clauses`` if rules forbid it.
    :ivar options: lines that it could be, could become, or was meant to be.
    :ivar possible: a refused action that the table could have let stand all the same.
    :ivar short: what is laid, for the button that records it; without it the line stands there.
    """

    text: str
    kind: Kind
    reading: Reading | None = None
    sentence: Sentence = ()
    reason: str = ""
    clauses: tuple[str, ...] = ()
    options: tuple[Completion, ...] = ()
    possible: bool = False
    short: str = ""


def look(game: Game, state: Any, text: str) -> Look:
    """Look at a line in a position."""
    text = text.strip()[: LONGEST + 1]
    if not text:
        return Look("", "blank")
    try:
        reading = game.notation.read(state, text)
    except Misread as misread:
        return _misread(game, state, text, misread)
    action, words = reading.action, _said(game, state, reading.action)
    asking = _Asking(reading)
    try:
        game.play(state, action, asking)
        check_all_told(asking)
    except Refusal as refusal:
        return Look(
            text, "refused", reading, words, refusal.reason, refusal.clauses,
            _nearest(game, state, game.notation.nearest(state, text)),
            _can_stand(game, state, reading),
        )  # fmt: skip
    except Unanswered as open_:
        options = asking.options(game, state)
        return Look(text, "open", reading, words, open_.question, (), options)
    except Unseen as unseen:
        reason, options = f"{unseen.question} cannot be {unseen.card}", asking.options(game, state)
        return Look(text, "unseen", reading, words, reason, (), options)
    except Invalid as told_too_much:
        return Look(text, "unseen", reading, words, str(told_too_much))
    short, does = pad_of(game).said(state, action)
    return Look(text, "ok", reading, (*words[:2], does) if does else words, short=short)


def open_question(game: Game, state: Any, seen: Look) -> Look:
    """Ask what everybody saw with an action that the table let stand against the rules."""
    reading = seen.reading
    assert reading is not None
    asking = _Asking(reading)
    try:
        game.force(state, reading.action, asking)
    except Unanswered as open_:
        options = asking.options(game, state)
        return replace(seen, kind="open", reason=open_.question, clauses=(), options=options)
    return seen


class _Asking(Told):
    """Tells what a line says, and keeps what could answer the question at which it ends."""

    def __init__(self, reading: Reading) -> None:
        super().__init__(reading.answers, reading.named)
        self.action = reading.action
        self.told: list[str | None] = []
        self.possible: list[str] = []
        self.question = ""

    def options(self, game: Game, state: Any) -> tuple[Completion, ...]:
        """List the line with each answer that could come next."""
        notation = game.notation
        if not isinstance(notation, Grammar):
            return ()
        lines = (
            (notation.write(state, self.action, (*self.told, card)), card) for card in self.possible
        )
        return tuple(
            Completion(line, (notation.named(state, self.question, card),)) for line, card in lines
        )

    def draw(self, pile: Pile, question: str, candidates: Candidates) -> str | None:
        """Answer a question, or keep what could."""
        self.question = question
        self.possible = sorted({*pile.known, *(candidates() if pile.unknown else ())})
        card = super().draw(pile, question, candidates)
        self.told.append(card)
        return card


def composed(form: Mapping[str, Any], several: Mapping[str, list[str]]) -> str:
    """Return the line of the button that was pressed, the one that was typed, or else the one that
    the pad's fields make.

    A pad's ``what`` holds a line with ``@`` for the place, ``at`` one or more places, ``more`` what
    is put behind; the page's script does the same. A button whose line ends with ``+`` takes
    ``more`` along.

    >>> composed({}, {"what": ["f@ = E"], "at": ["a1"]})
    'fa1 = E'
    >>> composed({"text": "pass"}, {"what": ["t@"], "at": ["8"]})
    'pass'
    >>> composed({"quick": "d+"}, {"more": [" B: D"]})
    'd B: D'
    """
    quick = str(form.get("quick", ""))
    if quick.endswith("+"):
        return quick[:-1] + "".join(several.get("more", ()))
    if typed := (quick or str(form.get("text", ""))).strip():
        return typed
    at = "".join(several.get("at", ()))
    what = next((w for w in several.get("what", ()) if w), "@")
    line = what.replace("@", at) + "".join(several.get("more", ()))
    return f"{form.get('whose', '')}{line}" if line else ""


def prefix(game: Game, state: Any, seat: int) -> str:
    """Return what a line of a seat begins with: nothing where only it can act.

    Where somebody else is to act, it stands for a play out of turn.
    """
    return "" if game.to_act(state) == (seat,) else f"{SEATS[seat]}: "


def _said(game: Game, state: Any, action: Any) -> Sentence:
    known = action.seat in range(state.rules.seats)
    whose: Sentence = (Seat(action.seat), ": ") if known else ()
    return (*whose, *game.tell_action(state, action))


def _misread(game: Game, state: Any, text: str, misread: Misread) -> Look:
    completed = _completed(game, state, text)
    near = completed or _nearest(game, state, _alike(text, misread.nearest))
    return Look(text, "misread", None, (), misread.reason, (), near)


def _alike(text: str, lines: tuple[str, ...]) -> tuple[str, ...]:
    """Keep the lines that could have been meant; what is no line at all is like none.

    >>> _alike("4-5-7j", ("4-5-6j",)), _alike("qwertz", ("4-5-6", "p7"))
    (('4-5-6j',), ())
    """
    return tuple(get_close_matches(text.casefold(), lines, len(lines) or 1, ALIKE))


def _completed(game: Game, state: Any, text: str) -> tuple[Completion, ...]:
    found = game.notation.complete(state, text)[:OFFERED]
    return tuple(one for one in found if one.text != text)


def _nearest(game: Game, state: Any, texts: tuple[str, ...]) -> tuple[Completion, ...]:
    """Put the nearest lines in words."""
    return tuple(
        Completion(text, tuple(game.tell_action(state, game.notation.read(state, text).action)))
        for text in texts
    )


def _can_stand(game: Game, state: Any, reading: Reading) -> bool:
    """Whether what was refused is possible with what lies on the table."""
    try:
        game.force(state, reading.action, reading.chance)
    except Refusal:
        return False
    except (Unanswered, Unseen):
        return True
    return True
