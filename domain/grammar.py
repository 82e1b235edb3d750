"""What the notations of all games have in common: lines, seats, answers, nearest readings."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from domain.chance import Candidates, Open
from domain.errors import DomainError, Refusal
from domain.notation import SEATS, UNSEEN, Completion, Misread, Reading
from domain.piles import Pile
from domain.spelling import distance, folded
from domain.words import Card, Place

NEAREST = 5
MOST = 40  # completions; no list shows more
LONGEST = 400  # characters of a line

_SEAT = re.compile(r"\s*([A-Ha-h])\s*:\s*(.*)", re.DOTALL)
_PART = re.compile(r"(?:([A-Ha-h])\s*:|([>/]))")

Answers = tuple[str | None, ...]
Part = tuple[str, str]
"""What was seen under a label: a seat's letter, ``>``, or nothing; the text behind it."""

Heard = tuple[Answers, dict[str, Answers]]


class Line(NamedTuple):
    """A text taken apart.

    :ivar body: the action. ``exact``: it ended in ``!`` and stands for nothing but itself.
    :ivar told: what was seen; ``equals``: an equals sign came before it.
    """

    seat: int | None
    body: str
    told: tuple[Part, ...] = ()
    equals: bool = False
    exact: bool = False


class Moves(NamedTuple):
    """The functions of a game that its notation asks."""

    legal_actions: Callable[..., Sequence[Any]]
    to_act: Callable[[Any], tuple[int, ...]]
    check: Callable[[Any, Any], None]
    play: Callable[[Any, Any, Any], Any]
    force: Callable[[Any, Any, Any], Any]
    tell_action: Callable[[Any, Any], Sequence[Any]]


class Grammar(ABC):
    """Reads, writes and completes; a game says what its actions and answers look like."""

    def __init__(self, moves: Moves) -> None:
        self.moves = moves

    @abstractmethod
    def forms(self, state: Any, action: Any) -> Iterator[str]:
        """Yield ways to write an action without its seat, the preferred one first, the last one
        so that nothing else can be meant.
        """

    @abstractmethod
    def brief(self, state: Any, action: Any) -> Iterator[str]:
        """Yield ways to type an action with few keys, the shortest first."""

    @abstractmethod
    def parse(self, state: Any, seat: int, line: Line) -> Iterator[tuple[int, Any, str]]:
        """Yield everything that a body could mean: how far-fetched it is (0 or 1), the action,
        and what is left of the text, which tells what was seen.
        """

    @abstractmethod
    def hear(self, state: Any, action: Any, told: Sequence[Part]) -> Heard | None:
        """Understand what was seen with an action; ``None`` if that is not possible."""

    @abstractmethod
    def label(self, question: str, answer: str | None) -> str:
        """Return the label under which the answer to a question of chance is written."""

    def spellings(self, state: Any, action: Any) -> Iterator[str]:
        """Yield what a text may begin with to be completed to an action."""
        yield from self.forms(state, action)
        yield "".join(map(_word, self.moves.tell_action(state, action)))

    def match(self, state: Any, action: Any, text: str) -> int | None:
        """Return how badly a text fits the beginning of an action, ``None`` if not at all."""
        for rank, spelling in enumerate(self.spellings(state, action)):
            if folded(spelling).startswith(text):
                return rank
        return None

    def shorten(self, state: Any, label: str, answer: str) -> str:
        """Return an answer with few keys."""
        return answer.casefold()

    def write(self, state: Any, action: Any, answers: Answers = ()) -> str:
        """Write an action as it stands in a file."""
        told = self._told(state, action, answers)
        text = ""
        for form in self.forms(state, action):
            text = f"{self._prefix(state, action)}{form}{told and f' = {told}'}"
            if self._reads(state, text, action):
                return text
        return text

    def typed(self, state: Any, action: Any, answers: Answers = ()) -> str:
        """Write an action with the fewest keys that are read as the same."""
        best = self.write(state, action, answers)
        meant = self.read(state, best)
        told = self._told(state, action, answers, brief=True)
        prefix = folded(self._prefix(state, action))
        for form in self.brief(state, action):
            for start in dict.fromkeys(("", prefix)):
                for between in ("", "=") if told else ("",):
                    text = f"{start}{form}{between}{told}"
                    if len(text) < len(best) and self._says(state, text, meant):
                        best = text
        return best

    def read(self, state: Any, text: str) -> Reading:
        """Read an action, legal or not, however it was spelled.

        :raises Misread: it is none, or could be several.
        """
        if len(text) > LONGEST:
            raise Misread(text[:40] + "…", f"{len(text)} characters, expected at most {LONGEST}")
        line = line_of(text)
        for found in self._readings(state, line):
            if len(found) == 1:
                return found[0]
            if found:
                near = [self.write(state, one.action) for one in found[:NEAREST]]
                raise Misread(text, "it could be several", tuple(dict.fromkeys(near)))
        raise Misread(text, self._why(state, line), self.nearest(state, text))

    def nearest(self, state: Any, text: str) -> tuple[str, ...]:
        """List the texts of the legal actions that are nearest to a text, at most five."""
        line = line_of(text[:LONGEST])
        said = folded(line.body)
        ranked = sorted(
            (self._far(state, action, said), at, action)
            for at, action in enumerate(self._legal(state, line.seat))
        )
        return tuple(self.write(state, action) for _, _, action in ranked[:NEAREST])

    def complete(self, state: Any, text: str) -> list[Completion]:
        """List what a text could become, best first, legal actions only."""
        text = text[:LONGEST]
        line = line_of(text)
        found = [] if line.told or line.equals else self._completed(state, line)
        return [*found, *self._seen_with(state, text, bool(line.told or line.equals))][:MOST]

    def _completed(self, state: Any, line: Line) -> list[Completion]:
        said, ranked = folded(line.body), []
        for at, action in enumerate(self._legal(state, line.seat)):
            rank = self.match(state, action, said)
            if rank is not None:
                form = next(self.forms(state, action))
                ranked.append(((rank, folded(form) != said, len(form), at), action))
        ranked.sort(key=lambda one: one[0])
        return [
            Completion(self.write(state, a), tuple(self.moves.tell_action(state, a)))
            for _, a in ranked[:MOST]
        ]

    def _seen_with(self, state: Any, text: str, every: bool) -> list[Completion]:
        """List what could have been seen next, behind a whole action; only what everybody must
        have seen unless ``every``.
        """
        for head, tail in _cuts(text) if every else ((text, ""),):
            try:
                reading = self.read(state, head)
            except Misread:
                continue
            if not self._is_legal(state, reading.action):
                return []
            probe = _Probe(reading, every)
            try:
                self.moves.play(state, reading.action, probe)
            except _Asked as asked:
                return self._answers(state, reading.action, probe, asked, tail)
            except ValueError:
                return []
            return []
        return []

    def _answers(
        self, state: Any, action: Any, probe: "_Probe", asked: "_Asked", tail: str
    ) -> list[Completion]:
        said, found = folded(tail), []
        sentence = tuple(self.moves.tell_action(state, action))
        for card in asked.possible:
            label = self.label(asked.question, card)
            if folded(card).startswith(said) or self.shorten(state, label, card).startswith(said):
                written = self.write(state, action, (*probe.given, card))
                found.append(Completion(written, (*sentence, ": ", Card(card))))
        return found

    def _readings(self, state: Any, line: Line) -> list[list[Reading]]:
        """Sort what a line could mean: legal before illegal, plain before far-fetched."""
        groups: list[list[Reading]] = [[], [], [], []]
        actors = self.moves.to_act(state)
        for seat in self._seats(state, line):
            for tier, action, rest in self.parse(state, seat, line):
                if rest and line.equals:
                    continue
                told = ((("", rest),) if rest else ()) + line.told
                heard = self.hear(state, action, told)
                if heard is None:
                    continue
                legal = self._is_legal(state, action)
                if not legal and line.seat is None and actors and seat not in actors:
                    continue
                reading = Reading(action, *heard)
                group = groups[tier + 2 * (not legal)]
                if reading not in group:
                    group.append(reading)
        return groups

    def _seats(self, state: Any, line: Line) -> tuple[int, ...]:
        if line.seat is not None:
            return (line.seat,) if line.seat < state.rules.seats else ()
        actors = self.moves.to_act(state)
        return actors if len(actors) == 1 else tuple(range(state.rules.seats))

    def _legal(self, state: Any, seat: int | None) -> Sequence[Any]:
        if seat is None:
            actors = self.moves.to_act(state)
            seat = actors[0] if len(actors) == 1 else None
        return self.moves.legal_actions(state, seat)

    def _is_legal(self, state: Any, action: Any) -> bool:
        try:
            self.moves.check(state, action)
        except Refusal:
            return False
        return True

    def _prefix(self, state: Any, action: Any) -> str:
        alone = self.moves.to_act(state) == (action.seat,)
        return "" if alone or action.seat not in range(len(SEATS)) else f"{SEATS[action.seat]}: "

    def _reads(self, state: Any, text: str, action: Any) -> bool:
        for found in self._readings(state, line_of(text)):
            if found:
                return len(found) == 1 and bool(found[0].action == action)
        return False

    def _says(self, state: Any, text: str, meant: Reading) -> bool:
        for found in self._readings(state, line_of(text)):
            if found:
                return found == [meant]
        return False

    def _why(self, state: Any, line: Line) -> str:
        if not line.body.strip():
            return "no action"
        if line.seat is not None and line.seat >= state.rules.seats:
            return f"there is no seat {SEATS[line.seat]}"
        return "no action of this game reads like that"

    def _far(self, state: Any, action: Any, said: str) -> tuple[int, int]:
        """Say how far an action is from what was typed: letters, less the cards and places that
        both name.
        """
        names = {folded(w) for w in map(_named, self.moves.tell_action(state, action)) if w}
        shared = sum(name in said for name in names)
        letters = min(distance(said, folded(form)) for form in self.forms(state, action))
        return letters - 2 * shared, letters

    def _told(self, state: Any, action: Any, answers: Answers, brief: bool = False) -> str:
        """Write what was seen, each label once, without unseen cards at an end."""
        answers = trimmed(answers)
        if not answers:
            return ""
        asked = self._questions(state, action, answers)
        groups: dict[str, list[str | None]] = {}
        for at, answer in enumerate(answers):
            label = self.label(asked[at] if at < len(asked) else "", answer)
            groups.setdefault(label, []).append(answer)
        written = []
        for label, cards in groups.items():
            if seen := trimmed(tuple(cards)):
                words = [
                    UNSEEN if a is None else self.shorten(state, label, a) if brief else a
                    for a in seen
                ]
                written.append(_labelled(label, words, brief))
        return ("" if brief else " ").join(written)

    def _questions(self, state: Any, action: Any, answers: Answers) -> list[str]:
        for carry_out in (self.moves.play, self.moves.force):
            listener = _Listener(answers)
            try:
                carry_out(state, action, listener)
            except Refusal:
                if listener.questions:
                    return listener.questions
                continue
            except ValueError:
                return listener.questions
            return listener.questions
        return []


class _Asked(DomainError):
    """A question of chance came that nothing answers yet."""

    def __init__(self, question: str, possible: Sequence[str]) -> None:
        self.question = question
        self.possible = possible
        super().__init__(question)


class _Probe:
    """Answers as a reading says, and stops at the next question."""

    def __init__(self, reading: Reading, every: bool) -> None:
        self._told = reading.chance
        self._every = every
        self.given: list[str | None] = []

    def draw(self, pile: Pile, question: str, candidates: Candidates) -> str | None:
        if not self._told.left and (self._every or isinstance(question, Open)):
            more = candidates() if pile.unknown else ()
            raise _Asked(question, sorted({*pile.known, *more}))
        card = self._told.draw(pile, question, candidates)
        self.given.append(card)
        return card


class _Listener:
    """Gives answers without looking at them and notes the questions."""

    def __init__(self, answers: Answers) -> None:
        self._answers = iter(answers)
        self.questions: list[str] = []

    def draw(self, pile: Pile, question: str, candidates: Candidates) -> str | None:
        try:
            card = next(self._answers)
        except StopIteration:
            raise _Asked(question, ()) from None
        self.questions.append(question)
        return card


def line_of(text: str) -> Line:
    """Take a text apart.

    >>> line_of("B: fa1 = E C: D")
    Line(seat=1, body='fa1', told=(('', ' E '), ('C', ' D')), equals=True, exact=False)
    >>> line_of("a1b1>Hook").told
    (('>', 'Hook'),)
    """
    seat = None
    if found := _SEAT.fullmatch(text):
        seat, text = SEATS.index(found[1].upper()), found[2]
    body, equals, seen = text.partition("=")
    if not equals and (cut := _PART.search(body)):
        body, seen = body[: cut.start()], body[cut.start() :]
    body = body.strip()
    exact = body.endswith("!")
    return Line(seat, body.removesuffix("!").strip(), parts_of(seen), bool(equals), exact)


def parts_of(text: str) -> tuple[Part, ...]:
    """Split what was seen at its labels."""
    parts, label, at = list[Part](), "", 0
    for found in _PART.finditer(text):
        if label or text[at : found.start()].strip():
            parts.append((label, text[at : found.start()]))
        label, at = (found[1] or ">").upper(), found.end()
    if label or text[at:].strip():
        parts.append((label, text[at:]))
    return tuple(parts)


def trimmed(answers: Sequence[str | None]) -> Answers:
    """Leave out the unseen ones at the end.

    >>> trimmed(["E2", None, "D", None])
    ('E2', None, 'D')
    """
    end = len(answers)
    while end and answers[end - 1] is None:
        end -= 1
    return tuple(answers[:end])


def unseen_as_none(words: Sequence[str]) -> Answers:
    """Turn the sign for an unseen card into none."""
    return tuple(None if word == UNSEEN else word for word in words)


def _labelled(label: str, words: list[str], brief: bool) -> str:
    space = "" if brief else " "
    if label == ">":
        return space.join(f">{space}{word}" for word in words)
    start = f"{label.casefold() if brief else label}:{space}" if label else ""
    return start + space.join(words)


def _cuts(text: str) -> Iterator[tuple[str, str]]:
    """Yield a text as what stands and what is being typed behind it, longest last word last."""
    yield text, ""
    for at in range(len(text) - 1, 0, -1):
        yield text[:at], text[at:]
        if text[at] in "=:>/":
            yield text[:at], text[at + 1 :]
            return


def _word(part: Any) -> str:
    return part if isinstance(part, str) else _named(part)


def _named(part: Any) -> str:
    match part:
        case Card(card):
            return card or ""
        case Place(place):
            return place
    return ""


def read_seat(key: str, text: str, seats: int) -> int:
    """Read a seat's letter from a header.

    :raises Misread: there is no such seat.
    """
    letter = text.strip().upper()
    if len(letter) == 1 and letter in SEATS[:seats]:
        return SEATS.index(letter)
    raise Misread(text, f"{key}: expected a seat, {SEATS[0]} to {SEATS[seats - 1]}")


def header(headers: Mapping[str, str], key: str) -> str:
    """Return a header's text, whatever the case of its key; empty if it is not there."""
    return next((v for k, v in headers.items() if folded(k) == folded(key)), "").strip()
