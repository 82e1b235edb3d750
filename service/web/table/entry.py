"""What a line of text would do at a table: said before it is recorded, and when it cannot be."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from domain.chance import Candidates, Told
from domain.errors import Invalid, Refusal, Unanswered, Unseen
from domain.game import Game
from domain.notation import SEATS, Completion, Misread, Reading
from domain.piles import Pile
from domain.session.commands import check_all_told
from domain.words import Card, Seat, Sentence

Kind = Literal["blank", "ok", "open", "refused", "misread", "unseen"]

OFFERED = 12  # lines that are near
MANY = 40  # answers: every card that it could be
LONGEST = 400  # characters of a line


@dataclass(frozen=True)
class Look:
    """A line looked at.

    :ivar sentence: the action in words, as far as the line names one.
    :ivar reason: why it is not recorded, in words, by ``clauses`` if rules forbid it.
    :ivar options: lines that it could be, could become, or was meant to be.
    :ivar possible: a refused action that the table could have let stand all the same.
    """

    text: str
    kind: Kind
    reading: Reading | None = None
    sentence: Sentence = ()
    reason: str = ""
    clauses: tuple[str, ...] = ()
    options: tuple[Completion, ...] = ()
    possible: bool = False


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
    try:
        chance = reading.chance
        game.play(state, action, chance)
        check_all_told(chance)
    except Refusal as refusal:
        return Look(
            text, "refused", reading, words, refusal.reason, refusal.clauses,
            _nearest(game, state, game.notation.nearest(state, text)),
            _can_stand(game, state, reading),
        )  # fmt: skip
    except Unanswered as unanswered:
        whole = game.notation.write(state, action)
        told = [one for one in game.notation.complete(state, text) if one.text not in (text, whole)]
        return Look(text, "open", reading, words, unanswered.question, (), tuple(told[:MANY]))
    except Unseen as unseen:
        options = game.notation.complete(state, f"{game.notation.write(state, action)} = ")
        reason = f"{unseen.question} cannot be {unseen.card}"
        return Look(text, "unseen", reading, words, reason, (), tuple(options[:MANY]))
    except Invalid as told_too_much:
        return Look(text, "unseen", reading, words, str(told_too_much))
    return Look(text, "ok", reading, words)


def open_question(game: Game, state: Any, seen: Look) -> Look:
    """Ask what everybody saw with an action that the table let stand against the rules."""
    reading = seen.reading
    assert reading is not None
    asking = _Asking(reading.answers, reading.named)
    try:
        game.force(state, reading.action, asking)
    except Unanswered as unanswered:
        options = tuple(
            Completion(
                game.notation.write(state, reading.action, (*asking.told, card)), (Card(card),)
            )
            for card in asking.possible
        )
        return replace(seen, kind="open", reason=unanswered.question, clauses=(), options=options)
    return seen


class _Asking(Told):
    """Tells what a line says, and keeps what could answer the open question after it."""

    def __init__(self, answers: tuple[str | None, ...], named: Mapping[str, Any]) -> None:
        super().__init__(answers, named)
        self.told: list[str | None] = []
        self.possible: list[str] = []

    def draw(self, pile: Pile, question: str, candidates: Candidates) -> str | None:
        """Answer a question, or keep what could."""
        self.possible = sorted({*pile.known, *(candidates() if pile.unknown else ())})
        card = super().draw(pile, question, candidates)
        self.told.append(card)
        return card


def composed(form: Mapping[str, Any], several: Mapping[str, list[str]]) -> str:
    """Return the line of the button that was pressed, the one that was typed, or else the one that
    the pad's fields make.

    A pad's ``what`` holds a line with ``@`` for the place, ``at`` one or more places, ``more`` what
    is put behind; the page's script does the same.

    >>> composed({}, {"what": ["f@ = E"], "at": ["a1"]})
    'fa1 = E'
    >>> composed({"text": "pass"}, {"what": ["t@"], "at": ["8"]})
    'pass'
    """
    if typed := str(form.get("quick", "") or form.get("text", "")).strip():
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
    near = completed or _nearest(game, state, misread.nearest)
    return Look(text, "misread", None, (), misread.reason, (), near)


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
