"""Reads, writes and completes actions; a game says what its own look like."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from domain.errors import Refusal
from domain.grammar import completing
from domain.grammar.line import NEXT_ROUND, Answers, Line, Part, labelled, line_of, trimmed
from domain.grammar.listening import Listener
from domain.notation import SEATS, UNSEEN, Completion, Misread, Reading
from domain.spelling import folded
from domain.words import Card, Place, Sentence
from domain.words import Part as Word

LONGEST = 1000  # characters of a line; every square of the largest sheet takes 576

Heard = tuple[Answers, dict[str, Answers]]
"""Answers in their order, and answers by their questions."""


class Moves(NamedTuple):
    """The functions of a game that its notation asks."""

    legal_actions: Callable[..., Sequence[Any]]
    to_act: Callable[[Any], tuple[int, ...]]
    check: Callable[[Any, Any], None]
    play: Callable[[Any, Any, Any], Any]
    force: Callable[[Any, Any, Any], Any]
    tell_action: Callable[[Any, Any], Sentence]


class Grammar(ABC):
    """What all notations do alike. The methods without a body are a game's own."""

    def __init__(self, moves: Moves) -> None:
        self.moves = moves

    @abstractmethod
    def forms(self, state: Any, action: Any) -> Iterator[str]:
        """Yield ways to write an action without its seat, the preferred one first, the last one
        so that nothing else can be meant.
        """

    @abstractmethod
    def brief(self, state: Any, action: Any) -> Iterator[str]:
        """Yield ways to type an action with few keys."""

    @abstractmethod
    def parse(self, state: Any, seat: int, line: Line) -> Iterator[tuple[int, Any, str]]:
        """Yield everything that a body could mean: how far-fetched it is (0 or 1), the action,
        and what is left of the text, which tells what was seen.
        """

    @abstractmethod
    def hear(self, state: Any, action: Any, told: Sequence[Part]) -> Heard | None:
        """Understand what was seen with an action; ``None`` if that is not possible."""

    @abstractmethod
    def label(self, question: str) -> str:
        """Return the label under which the answer to a question of chance is written."""

    @abstractmethod
    def set_up_keys(self, rules: Any) -> tuple[str, ...]:
        """Name every header that the set-up can have."""

    @abstractmethod
    def write_set_up(self, rules: Any, start: int, answers: Answers) -> dict[str, str]:
        """Write the set-up as headers."""

    @abstractmethod
    def read_set_up(self, rules: Any, headers: Mapping[str, str]) -> tuple[int, Answers]:
        """Read the set-up from headers."""

    def spellings(self, state: Any, action: Any) -> Iterator[str]:
        """Yield what a text may begin with to be completed to an action."""
        yield from self.forms(state, action)
        yield "".join(map(_said, self.moves.tell_action(state, action)))

    def match(self, state: Any, action: Any, text: str) -> int | None:
        """Return how badly a text fits the beginning of an action, ``None`` if not at all."""
        for rank, spelling in enumerate(self.spellings(state, action)):
            if folded(spelling).startswith(text):
                return rank
        return None

    def answer(self, state: Any, label: str, answer: str, brief: bool) -> str:
        """Write an answer, for a file or with few keys."""
        return answer.casefold() if brief else answer

    def named(self, state: Any, question: str, answer: str) -> Word:
        """Return an answer for a sentence."""
        return Card(answer)

    def begins(self, state: Any, question: str, answer: str, text: str) -> bool:
        """Whether a text could become an answer."""
        return folded(answer).startswith(folded(text))

    def write(self, state: Any, action: Any, answers: Answers = ()) -> str:
        """Write an action as it stands in a file."""
        told = self._told(state, action, answers)
        text = ""
        for form in self.forms(state, action):
            text = f"{self._prefix(state, action)}{form}{_behind(told)}"
            if self._reads(state, text, action):
                return text
        return text

    def typed(self, state: Any, action: Any, answers: Answers = ()) -> str:
        """Write an action with the fewest keys that are read as the same."""
        best = self.write(state, action, answers)
        try:
            meant = self.read_plainly(state, best)
        except Misread:
            return best
        told = self._told(state, action, answers, brief=True)
        prefix = folded(self._prefix(state, action))
        for form in self.brief(state, action):
            for start in dict.fromkeys(("", prefix)):
                for between in ("", "=") if told else ("",):
                    text = f"{start}{form}{between}{told}"
                    if _keys(text) < _keys(best) and self._says(state, text, meant):
                        best = text
        return best

    def read(self, state: Any, text: str) -> Reading:
        """Read an action, legal or not, however it was spelled.

        :raises Misread: it is none, or could be several.
        """
        try:
            return self.read_plainly(state, text)
        except Misread as misread:
            if misread.nearest or len(text) > LONGEST:
                raise
            raise Misread(text, misread.reason, self.nearest(state, text)) from None

    def read_plainly(self, state: Any, text: str) -> Reading:
        """Read an action without a search for what is near, if it is none."""
        if len(text) > LONGEST:
            raise Misread(text[:40] + "…", f"{len(text)} characters, expected at most {LONGEST}")
        line = line_of(text)
        for found in self._readings(state, line):
            if len(found) == 1:
                return found[0]
            if found:
                legal = [one.action for one in found if self.is_legal(state, one.action)]
                near = dict.fromkeys(self.write(state, a) for a in legal[: completing.NEAREST])
                raise Misread(text, "it could be several", tuple(near))
        raise Misread(text, self._why(state, line))

    def nearest(self, state: Any, text: str) -> tuple[str, ...]:
        """List the texts of the legal actions that are nearest to a text, at most five."""
        return completing.nearest(self, state, text[:LONGEST])

    def complete(self, state: Any, text: str) -> list[Completion]:
        """List what a text could become, best first, legal actions only."""
        return completing.complete(self, state, text[:LONGEST])

    def legal(self, state: Any, seat: int | None) -> Sequence[Any]:
        """List the legal actions of a seat, or of all that a text without a seat can be about."""
        if seat is None:
            actors = self.moves.to_act(state)
            seat = actors[0] if len(actors) == 1 else None
        return self.moves.legal_actions(state, seat) if self._is_seat(state, seat) else ()

    def is_legal(self, state: Any, action: Any) -> bool:
        """Whether the rules allow an action."""
        try:
            self.moves.check(state, action)
        except Refusal:
            return False
        return True

    def sentence(self, state: Any, action: Any) -> Sentence:
        """Say an action in words."""
        return tuple(self.moves.tell_action(state, action))

    def _readings(self, state: Any, line: Line) -> list[list[Reading]]:
        """Sort what a line could mean: legal before illegal, plain before far-fetched."""
        groups: list[list[Reading]] = [[], [], [], []]
        actors = self.moves.to_act(state)
        for seat in self._seats(state, line):
            for tier, action, rest in self.parse(state, seat, line):
                told = ((("", rest),) if rest else ()) + line.told
                heard = None if rest and line.equals else self.hear(state, action, told)
                if heard is None:
                    continue
                legal = self.is_legal(state, action)
                if legal or line.seat is not None or not actors or seat in actors:
                    group, reading = groups[tier + 2 * (not legal)], Reading(action, *heard)
                    if reading not in group:
                        group.append(reading)
        return groups

    def _seats(self, state: Any, line: Line) -> tuple[int, ...]:
        if line.seat is not None:
            return (line.seat,) if self._is_seat(state, line.seat) else ()
        actors = self.moves.to_act(state)
        return actors if len(actors) == 1 else tuple(range(state.rules.seats))

    def _is_seat(self, state: Any, seat: int | None) -> bool:
        return seat is None or seat < state.rules.seats

    def _prefix(self, state: Any, action: Any) -> str:
        alone = self.moves.to_act(state) == (action.seat,)
        return "" if alone or action.seat not in range(len(SEATS)) else f"{SEATS[action.seat]}: "

    def _reads(self, state: Any, text: str, action: Any) -> bool:
        found = next(filter(None, self._readings(state, line_of(text))), [])
        return [one.action for one in found] == [action]

    def _says(self, state: Any, text: str, meant: Reading) -> bool:
        return next(filter(None, self._readings(state, line_of(text))), []) == [meant]

    def _why(self, state: Any, line: Line) -> str:
        if not self._is_seat(state, line.seat):
            return f"there is no seat {SEATS[line.seat or 0]}"
        if not line.body:
            return "no action"
        if not self.legal(state, line.seat):
            who = "there is" if line.seat is None else f"seat {SEATS[line.seat]} has"
            return f"{who} nothing to choose here"
        if line.told and any(self._readings(state, line._replace(told=(), equals=False))):
            return "the action is clear, but not what was seen with it"
        return "no action of this game reads like that"

    def _told(self, state: Any, action: Any, answers: Answers, brief: bool = False) -> str:
        """Write what was seen, each label once, without unseen cards at an end."""
        answers = trimmed(answers)
        if not answers:
            return ""
        asked = self._questions(state, action, answers)
        groups: dict[str, list[str | None]] = {}
        for at, answer in enumerate(answers):
            label = self.label(asked[at]) if at < len(asked) else ""
            groups.setdefault(label, []).append(answer)
        written = []
        for label, cards in groups.items():
            words = [
                UNSEEN if card is None else self.answer(state, label, card, brief)
                for card in trimmed(cards)
            ]
            if words:
                written.append(labelled(label, words, brief))
        return ("" if brief else " ").join(written)

    def _questions(self, state: Any, action: Any, answers: Answers) -> list[str]:
        """List the questions to which these are the answers."""
        for carry_out in (self.moves.play, self.moves.force):
            listener = Listener(answers)
            try:
                carry_out(state, action, listener)
            except Refusal:
                if not listener.questions:
                    continue
            except ValueError:
                pass
            return listener.questions
        return []


def _behind(told: str) -> str:
    """Return what was seen as it stands behind an action; an arrow needs no sign before it."""
    between = "" if told.startswith(NEXT_ROUND) else "= "
    return f" {between}{told}" if told else ""


def _keys(text: str) -> tuple[int, int]:
    """Count a text's keys, and its capital letters."""
    return len(text), sum(map(str.isupper, text))


def _said(part: Word) -> str:
    match part:
        case str():
            return part
        case Card(card):
            return card or ""
        case Place(place):
            return place
    return ""
