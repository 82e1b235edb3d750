"""Lantern Moths in short: ``d``, ``E2b2``, ``lb2``, ``fa1 = E``."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from domain.games.lantern_moths.actions import Action, Draw, Flip, Light, Plant
from domain.games.lantern_moths.decide import force, play
from domain.games.lantern_moths.edition import DUSK, GREY, Components
from domain.games.lantern_moths.legal import check, legal_actions
from domain.games.lantern_moths.state import HAND, Rules, State
from domain.games.lantern_moths.words import face_name, tell_action
from domain.grammar import (
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

_FACE = "the face of "
_FILLERS = re.compile(r"\b(on|at|from|the|to)\b", re.IGNORECASE)
_DRAW = re.compile(r"(?:drawdeck|deck|draw|d)(.*)", re.IGNORECASE)
_PILE = re.compile(r"(?:draw|d)?(?:discardpile|discard|pile|g)()|draw\w+discardpile()", re.I)
_LIGHT = re.compile(r"(?:light|l)([a-c][1-3])(.*)", re.IGNORECASE)
_FLIP = re.compile(r"(?:flip|f)([a-c][1-3])(.*)", re.IGNORECASE)
_PLANT = re.compile(r"(?:plant|p)?([^\W\d_]\d+)([a-c][1-3])(.*)", re.IGNORECASE)


class LanternNotation(Grammar):
    """Lantern Moths in short."""

    def forms(self, state: State, action: Action) -> Iterator[str]:
        """Yield the one way to write an action."""
        match action:
            case Draw(_, source):
                yield "d" if source == "deck" else "g"
            case Plant(_, card, tile):
                yield f"{card}{tile}"
            case Light(_, tile):
                yield f"l{tile}"
            case Flip(_, tile):
                yield f"f{tile}"

    def brief(self, state: State, action: Action) -> Iterator[str]:
        """Yield the same in small letters."""
        yield next(self.forms(state, action)).casefold()

    def parse(self, state: State, seat: int, line: Line) -> Iterator[tuple[int, Action, str]]:
        """Yield what a body could mean."""
        body = squeezed(_FILLERS.sub(" ", line.body))
        if _PILE.fullmatch(body):
            yield 0, Draw(seat, "discard"), ""
        if found := _LIGHT.fullmatch(body):
            yield 0, Light(seat, found[1].lower()), found[2]
        if found := _FLIP.fullmatch(body):
            yield 0, Flip(seat, found[1].lower()), found[2]
        if found := _PLANT.fullmatch(body):
            for card in _moths(state.rules.components).called(found[1]):
                yield 0, Plant(seat, card, found[2].lower()), found[3]
        if found := _DRAW.fullmatch(body):
            yield 0, Draw(seat), found[1]

    def hear(self, state: State, action: Action, told: Sequence[Part]) -> Heard | None:
        """Understand faces, drawn cards, and what a seat's refill showed."""
        components = state.rules.components
        answers, named = list[str | None](), dict[str, Answers]()
        for label, text in told:
            if label == ">":
                return None
            if label:
                ways = _drawn(components).split(text)
                question = f"a card of seat {label}'s refill"
                if len(ways) != 1 or question in named:
                    return None
                named[question] = unseen_as_none(ways[0])
            else:
                heard = _heard(components, action, text)
                if heard is None:
                    return None
                answers += heard
        return trimmed(answers), named

    def label(self, question: str) -> str:
        """Return the seat whose refill it is, else nothing."""
        found = re.fullmatch(r"a card of seat (.)'s refill", question)
        return found[1] if found else ""

    def named(self, state: State, question: str, answer: str) -> Word:
        """Return a card, or a tile's colour in words."""
        return face_name(state, answer) if question.startswith(_FACE) else Card(answer)

    def begins(self, state: State, question: str, answer: str, text: str) -> bool:
        """Whether a text could become a card's name, or a colour's key or name."""
        name = face_name(state, answer) if question.startswith(_FACE) else answer
        return any(folded(said).startswith(folded(text)) for said in (answer, name))

    def set_up_keys(self, rules: Rules) -> tuple[str, ...]:
        """Name the headers: who starts, the middle tile, each seat's first hand."""
        return ("Start", "Middle", *(f"Hand {SEATS[seat]}" for seat in range(rules.seats)))

    def write_set_up(self, rules: Rules, start: int, answers: Answers) -> dict[str, str]:
        """Write the set-up as headers."""
        headers = {"Start": SEATS[start]}
        if answers and answers[0] is not None:
            headers["Middle"] = answers[0]
        for seat in range(rules.seats):
            if hand := write_cards(answers[1 + seat * HAND :][:HAND]):
                headers[f"Hand {SEATS[seat]}"] = hand
        return headers

    def read_set_up(self, rules: Rules, headers: Mapping[str, str]) -> tuple[int, Answers]:
        """Read who starts, the middle tile and the first hands."""
        components, middle = rules.components, header(headers, "Middle") or UNSEEN
        faces = _faces(components).called(middle)
        if len(faces) != 1:
            raise Misread(middle, "Middle: expected a tile's colour")
        answers = list(unseen_as_none(faces))
        for letter in SEATS[: rules.seats]:
            answers += read_cards(_moths(components), headers, f"Hand {letter}", HAND)
        return read_start(headers, rules.seats), tuple(answers)


def _heard(components: Components, action: Action, text: str) -> Answers | None:
    """Read the answers without a label: a flipped tile's face, then cards."""
    face: Answers = ()
    if isinstance(action, Flip):
        text = squeezed(text)
        heads = [(w, r) for w, r in _faces(components).heads(text) if _drawn(components).split(r)]
        if len({word for word, _ in heads}) != 1:
            return None
        (word, text), *_ = heads
        face = unseen_as_none([word])
    ways = _drawn(components).split(text)
    return (*face, *unseen_as_none(ways[0])) if len(ways) == 1 else None


@lru_cache(maxsize=64)
def _words(cards: tuple[str, ...], also: tuple[tuple[str, str], ...]) -> Words:
    return Words((*cards, UNSEEN), dict(also))


def _moths(components: Components) -> Words:
    return _words(tuple(components.values), ())


def _drawn(components: Components) -> Words:
    return _words((*components.values, DUSK), (("Dusk", DUSK),))


def _faces(components: Components) -> Words:
    names = [(name, key) for key, name in components.colours.items()]
    return _words((*components.colours, GREY), (*names, ("grey", GREY)))


NOTATION = LanternNotation(
    Moves(
        legal_actions,
        lambda state: () if state.chooser is None else (state.chooser,),
        check,
        play,
        force,
        tell_action,
    )
)
