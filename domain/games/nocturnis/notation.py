"""Nocturnis in short: ``a1b1c1`` marks, ``d``, ``dL2`` draw, ``lL2`` lures, ``> Hook`` follows."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

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
from domain.games.nocturnis.habitat_names import habitats_called, shortest, written
from domain.games.nocturnis.legal import legal_actions
from domain.games.nocturnis.refusals import check
from domain.games.nocturnis.squares import marks_named, pins, squares_begun, squares_in, stretched
from domain.games.nocturnis.state import ChooseBonus, DiscardCards, DrawCards, MayLure, Rules, State
from domain.games.nocturnis.words import tell_action
from domain.grammar import (
    NEXT_ROUND,
    Answers,
    Grammar,
    Heard,
    Line,
    Moves,
    Part,
    header,
    read_cards,
    read_start,
    trimmed,
    unseen_as_none,
    write_cards,
)
from domain.notation import SEATS, UNSEEN, Misread
from domain.spelling import Words, folded, squeezed
from domain.words import Card
from domain.words import Part as Word

NEXT = "the next habitat card"
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
                yield from pins(state, seat, squares)
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
            return squares_begun(action.squares, text)
        return super().match(state, action, text)

    def spellings(self, state: State, action: Action) -> Iterator[str]:
        """Yield what a text may begin with."""
        if isinstance(action, Mark):
            yield next(self.forms(state, action))
            return
        yield from super().spellings(state, action)
        yield from self.brief(state, action)

    def answer(self, state: State, label: str, answer: str, brief: bool) -> str:
        """Write a card, or the next habitat."""
        if label == NEXT_ROUND:
            return (shortest if brief else written)(state.rules.components, answer)
        return super().answer(state, label, answer, brief)

    def named(self, state: State, question: str, answer: str) -> Word:
        """Return a card, or a habitat's name."""
        return answer if question == NEXT else Card(answer)

    def begins(self, state: State, question: str, answer: str, text: str) -> bool:
        """Whether a text could become a card's name or calls a habitat."""
        called = question == NEXT and answer in habitats_called(state.rules.components, text)
        return called or super().begins(state, question, answer, text)

    def parse(self, state: State, seat: int, line: Line) -> Iterator[tuple[int, Action, str]]:
        """Yield what a body could mean."""
        if line.exact:
            yield from _exactly(seat, line.body)
            return
        plain = _FILLERS.sub(_verb_kept, line.body)
        body, squares = squeezed(plain), squeezed(stretched(plain))
        for verb, spellings in _VERBS.items():
            text = squares if verb == "m" else body
            for spelling in spellings:
                if text[: len(spelling)].lower() == spelling:
                    rest = text[len(spelling) :]
                    yield from ((0, *way) for way in _spelled(state, seat, verb, rest))
        top = state.top(seat)
        verb = next((v for kind, v in _BY_TASK.items() if isinstance(top, kind)), "m")
        if text := squares if verb == "m" else body:
            yield from ((1, *way) for way in _spelled(state, seat, verb, text))

    def hear(self, state: State, action: Action, told: Sequence[Part]) -> Heard | None:
        """Understand drawn cards, new ones in the display, and the next habitat."""
        components = state.rules.components
        answers: Answers = ()
        habitats: list[str] = []
        for label, text in told:
            if label == NEXT_ROUND:
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

    def label(self, question: str) -> str:
        """Set the next habitat apart."""
        return NEXT_ROUND if question == NEXT else ""

    def set_up_keys(self, rules: Rules) -> tuple[str, ...]:
        """Name the headers: the display, the first habitat, each seat's first hand."""
        hands = (f"Hand {SEATS[seat]}" for seat in range(rules.seats))
        return ("Start", "Display", "Habitat", *hands)

    def write_set_up(self, rules: Rules, start: int, answers: Answers) -> dict[str, str]:
        """Write the set-up as headers; nobody starts, so that seat A is left out."""
        headers = {"Start": SEATS[start]} if start else {}
        at = 0
        for key, size in _sizes(rules).items():
            if cards := write_cards(answers[at : at + size]):
                headers[key] = cards
            at += size
        if len(answers) > at and (habitat := answers[at]) is not None:
            headers["Habitat"] = habitat
        return headers

    def read_set_up(self, rules: Rules, headers: Mapping[str, str]) -> tuple[int, Answers]:
        """Read the display, the first hands and the first habitat."""
        words, answers = _cards(rules.components), list[str | None]()
        for key, size in _sizes(rules).items():
            answers += read_cards(words, headers, key, size)
        habitat = header(headers, "Habitat")
        called = habitats_called(rules.components, habitat) if habitat != UNSEEN else []
        if habitat not in ("", UNSEEN) and len(called) != 1:
            raise Misread(habitat, "Habitat: expected a habitat card of this edition")
        answers.append(called[0] if called else None)
        return read_start(headers, rules.seats), tuple(answers)


def _sizes(rules: Rules) -> dict[str, int]:
    """Map the headers with cards to how many there are, in the order of the questions."""
    hands = {f"Hand {SEATS[seat]}": rules.components.opening_hand for seat in range(rules.seats)}
    return {"Display": rules.components.display, **hands}


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


def _spelled(state: State, seat: int, verb: str, rest: str) -> Iterator[tuple[Action, str]]:
    """Yield the actions of a verb with what stands behind it, and what is left of that."""
    components = state.rules.components
    match verb:
        case "m":
            for squares in marks_named(state, seat, rest):
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
            if len(named := squares_in(rest)) == 1:
                yield TakeBonus(seat, named[0]), ""
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


@lru_cache(maxsize=64)
def _words(cards: tuple[str, ...]) -> Words:
    return Words((*cards, UNSEEN))


def _cards(components: Components) -> Words:
    return _words(tuple(components.cards))


NOTATION = NocturnisNotation(Moves(legal_actions, to_act, check, play, force, tell_action))
