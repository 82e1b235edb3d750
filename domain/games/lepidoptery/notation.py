"""Lepidoptery in short: ``7``, ``6-6``, ``4-5-6j`` with the Joker as 6, ``pass``."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice, product

from domain.games.lepidoptery.actions import Action, Pass, Play
from domain.games.lepidoptery.combinations import kind_of
from domain.games.lepidoptery.decide import force, play
from domain.games.lepidoptery.edition import Components
from domain.games.lepidoptery.legal import check, legal_actions
from domain.games.lepidoptery.state import SEATS as TWO
from domain.games.lepidoptery.state import Rules, State
from domain.games.lepidoptery.words import tell_action
from domain.grammar import (
    Answers,
    Grammar,
    Heard,
    Line,
    Moves,
    Part,
    read_cards,
    read_start,
    trimmed,
    unseen_as_none,
    write_cards,
)
from domain.notation import SEATS, UNSEEN
from domain.spelling import SEPARATORS, WAYS, Words, squeezed

Ranks = tuple[int, ...]

_PASS = re.compile(r"pass(?:andrefresh)?|p|x", re.IGNORECASE)
_LETTERS = re.compile(r"(rr|[sptr])(\d[\dj]*)", re.IGNORECASE)
_LOWEST = re.compile(r"(\d+)(?:(j)(\d*))?", re.IGNORECASE)
_PLAY = re.compile(r"\s*play\b", re.IGNORECASE)
_JOKER = re.compile(r"(.*?)[\s,]*\bjoker(?: as)? (\d+)", re.IGNORECASE)
_RANKS = re.compile(r"\d+(?:j\d+)*j?", re.IGNORECASE)
_RUN = re.compile(r"(\d+)(j?)", re.IGNORECASE)

_SHAPE: dict[str, tuple[int, ...]] = {
    "s": (0,),
    "p": (0, 0),
    "t": (0, 0, 0),
    "r": (0, 1),
    "rr": (0, 1, 2),
}
"""Letters for the types, as steps from the lowest rank: each ``r`` is one step up."""


class LepidopteryNotation(Grammar):
    """Lepidoptery in short."""

    def forms(self, state: State, action: Action) -> Iterator[str]:
        """Yield ranks with dashes between, then the type's letter, then ranks that stand for
        nothing but themselves.
        """
        if isinstance(action, Pass):
            yield "pass"
            return
        ranks, joker = action.ranks, action.joker
        plain = "-".join(map(str, ranks))
        named = "" if joker is None else f", Joker as {joker}"
        if joker in ranks:
            last = len(ranks) - 1 - ranks[::-1].index(joker)
            yield "-".join(f"{rank}j" if at == last else str(rank) for at, rank in enumerate(ranks))
        else:
            yield plain + named
        yield from (f"{letters}{ranks[0]}{j}" for letters, j in _letters(action))
        yield f"{plain}{named}!"

    def brief(self, state: State, action: Action) -> Iterator[str]:
        """Yield ranks without dashes, and type letters."""
        if isinstance(action, Pass):
            yield from ("p", "x")
            return
        yield next(self.forms(state, action)).replace("-", "")
        for letters, j in _letters(action):
            yield from (f"{letters}{action.ranks[0]}{short}" for short in dict.fromkeys((j[:1], j)))

    def spellings(self, state: State, action: Action) -> Iterator[str]:
        """Yield what a text may begin with."""
        yield from self.brief(state, action)
        yield from super().spellings(state, action)

    def parse(self, state: State, seat: int, line: Line) -> Iterator[tuple[int, Action, str]]:
        """Yield what a body could mean."""
        body, joker = _PLAY.sub("", line.body), None
        if _PASS.fullmatch(squeezed(body)):
            yield 0, Pass(seat), ""
        if found := _JOKER.fullmatch(body):
            body, joker = found[1], int(found[2])
        if line.exact:
            if re.fullmatch(r"\d{1,3}(-\d{1,3})*", body):
                yield 0, Play(seat, tuple(map(int, body.split("-"))), joker), ""
            return
        components = state.rules.components
        found = _LETTERS.fullmatch(squeezed(body))
        if found:
            yield from ((0, way, "") for way in _by_type(components, seat, found, joker))
        for ranks, marked in _by_rank(components, found[2] if found else body):
            steps = tuple(rank - ranks[0] for rank in ranks)
            if not found or (steps == _SHAPE[found[1].lower()] and len(ranks) > 1):
                yield 0, Play(seat, ranks, marked if joker is None else joker), ""

    def hear(self, state: State, action: Action, told: Sequence[Part]) -> Heard | None:
        """Understand the cards that were drawn after a pass, by seat or in their order."""
        words, named = _ranks(state.rules.components), dict[str, Answers]()
        answers: Answers = ()
        for label, text in told:
            cards = words.each(text)
            question = f"a card that seat {label} draws"
            if cards is None or question in named or label not in ("", "A", "B"):
                return None
            if label:
                named[question] = unseen_as_none(cards)
            else:
                answers = trimmed(unseen_as_none(cards))
        return (answers, named) if isinstance(action, Pass) or not told else None

    def label(self, question: str) -> str:
        """Return the seat that draws."""
        found = re.fullmatch(r"a card that seat (.) draws", question)
        return found[1] if found else ""

    def set_up_keys(self, rules: Rules) -> tuple[str, ...]:
        """Name the headers: who leads, and both first hands."""
        return ("Start", "Hand A", "Hand B")

    def write_set_up(self, rules: Rules, start: int, answers: Answers) -> dict[str, str]:
        """Write the set-up as headers."""
        headers, size = {"Start": SEATS[start]}, rules.components.hand
        for seat in range(TWO):
            if hand := write_cards(answers[seat * size :][:size]):
                headers[f"Hand {SEATS[seat]}"] = hand
        return headers

    def read_set_up(self, rules: Rules, headers: Mapping[str, str]) -> tuple[int, Answers]:
        """Read who leads, and the first hands."""
        words, size = _ranks(rules.components), rules.components.hand
        hands = [read_cards(words, headers, f"Hand {letter}", size) for letter in SEATS[:TWO]]
        return read_start(headers, TWO), (*hands[0], *hands[1])


def _letters(action: Play) -> Iterator[tuple[str, str]]:
    """Yield a combination's letters, and its Joker."""
    joker = "" if action.joker is None else f"j{action.joker}"
    for letters, steps in _SHAPE.items():
        if action.ranks and action.ranks == tuple(action.ranks[0] + step for step in steps):
            yield letters, joker


def _by_type(
    components: Components, seat: int, found: re.Match[str], also: int | None
) -> Iterator[Play]:
    """Yield the plays that a type's letter, its lowest rank and a Joker name: ``rr4j6``."""
    lowest = _LOWEST.fullmatch(found[2])
    if lowest is None or int(lowest[1]) not in components.ranks:
        return
    ranks = tuple(int(lowest[1]) + step for step in _SHAPE[found[1].lower()])
    if also is not None or lowest[3]:
        yield Play(seat, ranks, also if also is not None else int(lowest[3]))
    elif lowest[2]:
        yield from (Play(seat, ranks, joker) for joker in dict.fromkeys(ranks))
    else:
        yield Play(seat, ranks)


def _by_rank(components: Components, body: str) -> list[tuple[Ranks, int | None]]:
    """List what a text of ranks could be, each rank with a ``j`` if the Joker stands for it;
    combinations only, if any is one.
    """
    tokens = [token for token in SEPARATORS.split(body) if token]
    if not tokens or not all(_RANKS.fullmatch(token) for token in tokens):
        return []
    ways = [tuple(_segments(components, token)) for token in tokens]
    found: dict[tuple[Ranks, int | None], None] = {}
    for way in islice(product(*ways), WAYS):
        cards = sum(way, ())
        jokers = [rank for rank, joker in cards if joker]
        if len(jokers) <= 1:
            ranks = tuple(rank for rank, _ in cards)
            ranks = tuple(sorted(ranks)) if kind_of(tuple(sorted(ranks))) else ranks
            found.setdefault((ranks, jokers[0] if jokers else None))
    formed = [one for one in found if kind_of(one[0])]
    return formed or list(found)


def _segments(components: Components, token: str) -> Iterator[tuple[tuple[int, bool], ...]]:
    """Yield the ways to read a token as ranks of the edition, or else as it stands."""
    found = False
    runs = [(digits, bool(j)) for digits, j in _RUN.findall(token)]
    ways = [_ranks(components).split(digits) for digits, _ in runs]
    for way in islice(product(*ways), WAYS):
        found = True
        yield tuple(
            (int(word), joker and at == len(words) - 1)
            for words, (_, joker) in zip(way, runs, strict=True)
            for at, word in enumerate(words)
        )
    if not found and all(len(digits) <= 3 for digits, _ in runs):
        yield tuple((int(digits), joker) for digits, joker in runs)


@lru_cache(maxsize=64)
def _words(ranks: tuple[str, ...]) -> Words:
    return Words((*ranks, UNSEEN))


def _ranks(components: Components) -> Words:
    return _words(tuple(components.copies))


NOTATION = LepidopteryNotation(
    Moves(
        legal_actions,
        lambda state: () if state.chooser is None else (state.chooser,),
        check,
        play,
        force,
        tell_action,
    )
)
