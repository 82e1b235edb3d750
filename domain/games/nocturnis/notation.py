"""Nocturnis in short: ``a1b1c1`` marks, ``d``, ``dL2`` draw, ``lL2`` lures, ``> Hook`` follows."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations

from domain.games.nocturnis.actions import (
    Action,
    Discard,
    Draw,
    Exchange,
    Lure,
    LureNone,
    Mark,
    StopDrawing,
    TakeBonus,
)
from domain.games.nocturnis.decide import force, play
from domain.games.nocturnis.edition import Components
from domain.games.nocturnis.flow import to_act
from domain.games.nocturnis.legal import legal_actions
from domain.games.nocturnis.refusals import check
from domain.games.nocturnis.shapes import Placement, placements
from domain.games.nocturnis.state import ChooseBonus, DiscardCards, DrawCards, MayLure, Rules, State
from domain.games.nocturnis.words import tell_action
from domain.grammar import (
    Answers,
    Grammar,
    Heard,
    Line,
    Moves,
    Part,
    header,
    read_seat,
    trimmed,
    unseen_as_none,
)
from domain.notation import SEATS, UNSEEN, Misread
from domain.spelling import Words, abbreviates, folded, squeezed

NEXT = "the next habitat card"
_SQUARE = re.compile(r"([a-z])(\d{1,2})", re.IGNORECASE)
_RANGE = re.compile(r"([a-z])(\d{0,2})\s*[-–]\s*([a-z]?)(\d{1,2})", re.IGNORECASE)
_FILLERS = re.compile(r"\b(from|the|display|of|and|two|moth)\b|\blure\s.*\bwith\b", re.IGNORECASE)

_VERBS: dict[str, tuple[str, ...]] = {
    "m": ("mark", "m"),
    "d": ("drawstack", "draw", "take", "d"),
    "s": ("stopdrawing", "stop", "s"),
    "l": ("lure", "l"),
    "n": ("lurenone", "none", "ln", "n"),
    "b": ("takebonus", "bonus", "b"),
    "x": ("exchange", "x"),
    "xx": ("exchangewithanew", "exchangenew", "xx"),
    "t": ("throw", "discard", "t"),
}
"""Every action's letter and its other spellings."""


class NocturnisNotation(Grammar):
    """Nocturnis in short."""

    def forms(self, state: State, action: Action) -> Iterator[str]:
        """Yield the plain way, then one that stands for nothing but itself."""
        match action:
            case Mark(_, squares):
                yield "".join(squares)
                yield f"m{''.join(squares)}"
                yield f"m {' '.join(squares)}!"
            case Draw(_, card):
                yield from (f"d{card or ''}", f"d {card or ''}!")
            case StopDrawing():
                yield from ("s", "s!")
            case Lure(_, cards):
                yield from (f"l{' '.join(cards)}", f"l {' '.join(cards)}!")
            case LureNone():
                yield from ("n", "n!")
            case TakeBonus(_, square):
                yield from (f"b{square}", f"b {square}!")
            case Exchange(_, refresh):
                yield from (("xx", "xx!") if refresh else ("x", "x!"))
            case Discard(_, cards):
                yield from (f"t{' '.join(cards)}", f"t {' '.join(cards)}!")

    def brief(self, state: State, action: Action) -> Iterator[str]:
        """Yield the fewest squares that name a placement, cards without their letter."""
        match action:
            case Mark(seat, squares):
                yield from _pins(state, seat, squares)
            case Draw(_, str(card)):
                yield folded(card)
            case Lure(_, cards):
                yield from (folded(cards[0]), f"l{folded(cards[0])}")
            case TakeBonus(_, square):
                yield square
            case Discard(_, cards):
                yield folded("".join(cards))
        yield folded(next(self.forms(state, action)))

    def match(self, state: State, action: Action, text: str) -> int | None:
        """Return how badly a text fits; marks go by the squares named so far."""
        if isinstance(action, Mark) and text:
            return _squares_fit(action.squares, text)
        return super().match(state, action, text)

    def spellings(self, state: State, action: Action) -> Iterator[str]:
        """Yield what a text may begin with."""
        yield from super().spellings(state, action)
        if not isinstance(action, Mark):
            yield from self.brief(state, action)

    def shorten(self, state: State, label: str, answer: str) -> str:
        """Return a habitat's shortest abbreviation, or a card in small letters."""
        if label == ">":
            return _short_names(state.rules.components)[answer]
        return answer.casefold()

    def parse(self, state: State, seat: int, line: Line) -> Iterator[tuple[int, Action, str]]:
        """Yield what a body could mean."""
        if line.exact:
            yield from _exactly(seat, line.body)
            return
        body = squeezed(_FILLERS.sub(_verb_kept, line.body))
        for verb, spellings in _VERBS.items():
            for spelling in spellings:
                if body[: len(spelling)].lower() == spelling:
                    rest = body[len(spelling) :]
                    yield from ((0, *way) for way in _spelled(state, seat, verb, rest, line.body))
        top = state.top(seat)
        verb = next((v for kind, v in _BY_TASK.items() if isinstance(top, kind)), "m")
        if body:
            yield from ((1, *way) for way in _spelled(state, seat, verb, body, line.body))

    def hear(self, state: State, action: Action, told: Sequence[Part]) -> Heard | None:
        """Understand drawn cards, new ones in the display, and the next habitat."""
        components = state.rules.components
        answers: Answers = ()
        habitats: list[str] = []
        for label, text in told:
            if label == ">":
                called = habitats_called(components, text)
                if len(called) != 1:
                    return None
                habitats.append(called[0])
            elif label or not _takes_cards(action):
                return None
            else:
                ways = _cards(components).split(text)
                if len(ways) != 1:
                    return None
                answers += unseen_as_none(ways[0])
        return trimmed(answers), ({NEXT: tuple(habitats)} if habitats else {})

    def label(self, question: str, answer: str | None) -> str:
        """Set the next habitat apart."""
        return ">" if question == NEXT else ""

    def set_up_keys(self, rules: Rules) -> tuple[str, ...]:
        """Name the headers: the display, the first habitat, each seat's first hand."""
        hands = (f"Hand {SEATS[seat]}" for seat in range(rules.seats))
        return ("Start", "Display", "Habitat", *hands)

    def write_set_up(self, rules: Rules, start: int, answers: Answers) -> dict[str, str]:
        """Write the set-up as headers; who starts is left out with seat A, as nobody does."""
        components = rules.components
        headers = {"Start": SEATS[start]} if start else {}
        sizes = {"Display": components.display}
        sizes |= {f"Hand {SEATS[seat]}": components.opening_hand for seat in range(rules.seats)}
        at = 0
        for key, size in sizes.items():
            if cards := trimmed(answers[at : at + size]):
                headers[key] = " ".join(card or UNSEEN for card in cards)
            at += size
        if len(answers) > at and (habitat := answers[at]) is not None:
            headers["Habitat"] = habitat
        return headers

    def read_set_up(self, rules: Rules, headers: Mapping[str, str]) -> tuple[int, Answers]:
        """Read the display, the first hands and the first habitat."""
        components = rules.components
        start, habitat = header(headers, "Start"), header(headers, "Habitat")
        answers = list(_read_cards(components, headers, "Display", components.display))
        for letter in SEATS[: rules.seats]:
            answers += _read_cards(components, headers, f"Hand {letter}", components.opening_hand)
        called = habitats_called(components, habitat)
        if habitat not in ("", UNSEEN) and len(called) != 1:
            raise Misread(habitat, "Habitat: expected a habitat card of this edition")
        answers.append(called[0] if called else None)
        return read_seat("Start", start, rules.seats) if start else 0, tuple(answers)


_BY_TASK: dict[type, str] = {ChooseBonus: "b", MayLure: "l", DrawCards: "d", DiscardCards: "t"}
"""What a text without a letter is about, by what the seat has to do next."""


def _verb_kept(found: re.Match[str]) -> str:
    return "lure " if found[0].lower().startswith("lure") else " "


def _takes_cards(action: Action) -> bool:
    """Whether cards may show themselves in an action."""
    return isinstance(action, Draw) or (isinstance(action, Exchange) and action.refresh)


def _exactly(seat: int, body: str) -> Iterator[tuple[int, Action, str]]:
    """Yield the one action of a text that stands for nothing else."""
    verb, *words = body.split() or [""]
    kept = tuple(words)
    match verb.lower(), kept:
        case "m", _:
            yield 0, Mark(seat, kept), ""
        case "d", ():
            yield 0, Draw(seat), ""
        case "d", (card,):
            yield 0, Draw(seat, card), ""
        case "s", ():
            yield 0, StopDrawing(seat), ""
        case "l", _:
            yield 0, Lure(seat, kept), ""
        case "n", ():
            yield 0, LureNone(seat), ""
        case "b", (square,):
            yield 0, TakeBonus(seat, square), ""
        case ("x" | "xx") as x, ():
            yield 0, Exchange(seat, x == "xx"), ""
        case "t", _:
            yield 0, Discard(seat, kept), ""


def _spelled(
    state: State, seat: int, verb: str, rest: str, body: str
) -> Iterator[tuple[Action, str]]:
    """Yield the actions of a verb with what stands behind it, and what is left of that."""
    components = state.rules.components
    match verb:
        case "m":
            for squares in _marked(state, seat, rest, body):
                yield Mark(seat, squares), ""
        case "d":
            if not rest:
                yield Draw(seat), ""
            for card, left in _cards(components).heads(rest):
                if card != UNSEEN:
                    yield Draw(seat, card), left
        case "l":
            for cards in _cards(components).split(rest):
                moth = components.moth_of.get(cards[0]) if cards else None
                if moth and len(set(cards)) == len(cards) and set(cards) <= set(moth.cards):
                    yield Lure(seat, moth.cards), ""
        case "b":
            for square in _squares(rest) if len(_squares(rest)) == 1 else ():
                yield TakeBonus(seat, square), ""
        case "t":
            for cards in _cards(components).split(rest):
                if cards and UNSEEN not in cards:
                    yield Discard(seat, tuple(sorted(cards))), ""
        case "x" | "xx":
            if verb == "xx" and rest.lower() in ("", "newdisplay"):
                yield Exchange(seat, True), ""
            elif not rest or verb == "xx":
                yield Exchange(seat, verb == "xx"), rest
        case "s" | "n":
            if not rest:
                yield (StopDrawing(seat) if verb == "s" else LureNone(seat)), ""


def _squares(text: str) -> list[str]:
    """Return the squares of a text, each once; none if it holds anything else."""
    text = squeezed(text)
    if _SQUARE.sub("", text):
        return []
    return list(dict.fromkeys(f"{c.lower()}{int(r)}" for c, r in _SQUARE.findall(text)))


def _stretched(body: str) -> str:
    """Write ranges out: ``a1-d1``, ``a-d1``, ``a1-4``.

    >>> _stretched("a1-c1 b2"), _stretched("a-c1"), _stretched("b2-4"), _stretched("a1-b2")
    ('a1b1c1 b2', 'a1b1c1', 'b2b3b4', 'a1-b2')
    """

    def out(found: re.Match[str]) -> str:
        column, row, to_column, to_row = (part.lower() for part in found.groups())
        row, to_column = row or to_row, to_column or column
        if row != to_row and column != to_column:
            return found[0]
        left, right = sorted((ord(column), ord(to_column)))
        low, high = sorted((int(row), int(to_row)))
        return "".join(f"{chr(c)}{r}" for c in range(left, right + 1) for r in range(low, high + 1))

    return _RANGE.sub(out, body)


def _marked(state: State, seat: int, rest: str, body: str) -> list[tuple[str, ...]]:
    """List the placements of the shape that is due which squares name; the squares alone where
    they are as many as the shape's, or no placement has them.
    """
    cut = folded(body).rfind(folded(rest))
    named = _squares(rest if cut < 0 else _after(_stretched(body), rest))
    sheet = state.sheet(seat)
    if not named or any(square not in sheet.numbers for square in named):
        return []
    numbers = sorted(sheet.numbers[square] for square in named)
    whole = tuple(sheet.names[number] for number in numbers)
    shape = state.due_shape(seat) or state.habitat
    if shape is None or len(named) >= len(state.rules.components.shapes[shape].cells):
        return [whole]
    mask = sum(1 << number for number in numbers)
    for places in (_legal(state, seat), _every(state, seat, shape)):
        if found := [p for p in places if p.mask & mask == mask]:
            return [tuple(sheet.names[number] for number in p.squares) for p in found]
    return [whole]


def _after(stretched: str, rest: str) -> str:
    """Drop a verb before the first square."""
    found = re.fullmatch(r"\s*(?:mark\b|m\b|m(?=[a-z]))?(.*)", stretched, re.IGNORECASE)
    return found[1] if found else rest


def _legal(state: State, seat: int) -> Sequence[Placement]:
    shape = state.due_shape(seat)
    return state.marks(seat, shape) if shape else ()


def _every(state: State, seat: int, shape: str) -> Sequence[Placement]:
    return placements(state.sheet(seat).ground, state.rules.components.shapes[shape].cells)


def _pins(state: State, seat: int, squares: tuple[str, ...]) -> Iterator[str]:
    """Yield the fewest squares that tell a placement from every other legal one, then all."""
    sheet, places = state.sheet(seat), _legal(state, seat)
    if all(square in sheet.numbers for square in squares):
        for size in range(1, len(squares)):
            for some in combinations(squares, size):
                mask = sum(1 << sheet.numbers[square] for square in some)
                if sum(p.mask & mask == mask for p in places) == 1:
                    yield "".join(some)
                    return


def _squares_fit(squares: tuple[str, ...], text: str) -> int | None:
    """Return 0 if a text names some squares of a mark, the last one perhaps half."""
    text = text.removeprefix("mark") or text
    if text[:1] == "m" and (len(text) == 1 or text[1].isalpha()):
        text = text[1:]
    whole = _SQUARE.sub(lambda found: "" if found[0] in squares else found[0], text)
    if not whole:
        return 0
    return 1 if len(whole) < 3 and any(square.startswith(whole) for square in squares) else None


@lru_cache(maxsize=64)
def _words(cards: tuple[str, ...]) -> Words:
    return Words((*cards, UNSEEN))


def _cards(components: Components) -> Words:
    return _words(tuple(components.cards))


def habitats_called(components: Components, text: str) -> list[str]:
    """List the habitat cards that a text names: by name, by number in the edition's list of
    shapes, or by the beginnings of a name's words.
    """
    text = " ".join(text.split())
    names = list(components.shapes)
    if whole := [name for name in names if folded(name) == folded(text)]:
        exact = [name for name in whole if name == text]
        return exact or whole
    if text.isdigit() and 1 <= int(text) <= len(names):
        return [names[int(text) - 1]]
    drawn = dict.fromkeys(components.habitats)
    return [name for name in drawn if abbreviates(text, name)]


def _short_names(components: Components) -> dict[str, str]:
    return _shortest(tuple(components.shapes), tuple(dict.fromkeys(components.habitats)))


@lru_cache(maxsize=64)
def _shortest(names: tuple[str, ...], drawn: tuple[str, ...]) -> dict[str, str]:
    """Map each habitat to the shortest text that calls it, letters before numbers."""
    short = {}
    for name in names:
        words = name.casefold().split()
        tries = {"".join(w[:n] for w in some) for n in range(1, 5) for some in _picked(words)}
        unique = [t for t in tries if [d for d in drawn if abbreviates(t, d)] == [name]]
        number = str(names.index(name) + 1)
        clear = [t for t in unique if not t.isdigit() and t.isalnum()]
        short[name] = min([*clear, number], key=lambda t: (len(t), t.isdigit(), t))
    return short


def _picked(words: list[str]) -> Iterator[tuple[str, ...]]:
    """Yield the first word with any others, in order."""
    for size in range(len(words)):
        for others in combinations(words[1:], size):
            yield (words[0], *others)


def _read_cards(components: Components, headers: Mapping[str, str], key: str, size: int) -> Answers:
    text = header(headers, key)
    ways = _cards(components).split(text)
    if len(ways) != 1:
        raise Misread(text, f"{key}: expected cards of this edition")
    cards = unseen_as_none(ways[0])
    if len(cards) > size:
        raise Misread(text, f"{key}: {len(cards)} cards, expected at most {size}")
    return (*cards, *[None] * (size - len(cards)))


NOTATION = NocturnisNotation(Moves(legal_actions, to_act, check, play, force, tell_action))
