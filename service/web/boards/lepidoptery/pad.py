"""Columns, lowest rank, hand and Joker as the play page's input in Lepidoptery."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import msgspec

from domain.errors import Refusal
from domain.games.lepidoptery.actions import Action, Play
from domain.games.lepidoptery.combinations import SIZE, TITLE, Kind, kind_of
from domain.games.lepidoptery.legal import combination_name
from domain.games.lepidoptery.state import State
from service.web.boards import Choice, Group, Refused
from service.web.boards.lepidoptery.choices import refusal
from service.web.boards.lepidoptery.table import ranks_in

WORDS = {
    "play.different": "your last",
    "play.placeable": "full",
    "play.supply": "no token",
    "climb.beat": "nothing beats",
    "play.hand": "not held",
}
"""What a refused column says below its name, by clause."""

Refusing = tuple[str, str]
"""A reason and its clause."""


@dataclass(frozen=True)
class Lane:
    """A column as a button: what it says below its name, and why it is refused."""

    kind: Kind
    word: str
    refused: Refused | None


@dataclass(frozen=True)
class Pad:
    """What can be pressed. ``script`` is what the pad's script works with, as JSON.

    ``ranks`` say of each rank whether anything can be played from it.
    """

    lanes: tuple[Lane, ...]
    ranks: tuple[tuple[int, bool], ...]
    hand: tuple[str, ...]
    joker: bool
    passing: Choice | None
    no_pass: Refused | None
    script: str


def pad(state: State, seat: int, groups: Sequence[Group]) -> Pad:
    """Lay out the pad; the groups are the columns from the left, then the pass."""
    *columns, passing = groups
    kinds = state.rules.components.columns
    plays = [c.action for group in columns for c in group.choices]
    lows = {play.ranks[0] for play in plays}
    script = {
        "plays": [[kind_of(play.ranks), play.ranks, play.joker] for play in plays],
        "why": {
            kind: _why(state, seat, kind, plays)
            for kind, group in zip(kinds, columns, strict=True)
            if group.choices
        },
        "against": {
            cards: reasons
            for cards, ranks, joker in _handfuls(state, seat)
            if (reasons := against(state, seat, ranks, joker))
        },
    }
    return Pad(
        lanes=tuple(_lane(kind, group) for kind, group in zip(kinds, columns, strict=True)),
        ranks=tuple((rank, rank in lows) for rank in state.rules.components.ranks),
        hand=ranks_in(state.hands[seat]),
        joker=state.jokers[seat],
        passing=passing.choices[0] if passing.choices else None,
        no_pass=passing.refused[0] if passing.refused else None,
        script=msgspec.json.encode(script).decode(),
    )


def press(state: State, seat: int, form: Mapping[str, str]) -> Action:
    """Return the combination that type, lowest rank and Joker name.

    :raises Refusal: one of them is missing or is none.
    """
    kind, low, joker = (form.get(name, "") for name in ("kind", "low", "joker"))
    if kind not in TITLE:
        raise Refusal("play", "no combination type is chosen", ("combo.types",), state.position())
    title = TITLE[kind]
    if not _is_rank(low):
        reason = "no lowest rank is chosen"
        raise Refusal(f"play a {title}", reason, ("combo.types",), state.position())
    if joker and not _is_rank(joker):
        reason = "the Joker stands for one rank"
        raise Refusal(f"play a {title}", reason, ("joker.rank",), state.position())
    return Play(seat, _ranks(kind, int(low)), int(joker) if joker else None)


def _is_rank(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 4


def _ranks(kind: Kind, low: int) -> tuple[int, ...]:
    step = 1 if kind in ("run3", "run2") else 0
    return tuple(low + step * nth for nth in range(SIZE[kind]))


def _lane(kind: Kind, group: Group) -> Lane:
    if group.choices:
        return Lane(kind, f"from {group.choices[0].action.ranks[0]} up", None)
    (refused,) = group.refused
    return Lane(kind, WORDS.get(refused.clause, "refused"), refused)


def _handfuls(state: State, seat: int) -> Iterator[tuple[str, tuple[int, ...], bool]]:
    """Choose cards of a hand in every way that may be a combination, without the Joker or with it.

    Each comes with what the page calls it: ``7-8``, or ``7+`` for a 7 and the Joker.
    """
    held, most = [int(rank) for rank in ranks_in(state.hands[seat])], max(SIZE.values())
    for size in range(1, most + 1):
        for ranks in dict.fromkeys(combinations(held, size)):
            name = combination_name(ranks)
            yield name, ranks, False
            if size < most:
                yield f"{name}+", ranks, True


def against(state: State, seat: int, cards: tuple[int, ...], joker: bool) -> list[Refusing]:
    """Say why these cards can't be played, with the Joker for each rank that makes a combination
    of them; nothing where they can, or make none.
    """
    every = state.rules.components.ranks if joker else (None,)
    ways = [Play(seat, tuple(sorted((*cards, rank) if rank else cards)), rank) for rank in every]
    ways = [play for play in ways if kind_of(play.ranks)]
    refused = [refusal(state, play, "") for play in ways]
    if not all(refused):
        return []
    return list(dict.fromkeys((one.reason, one.clause) for one in refused if one))


def _why(state: State, seat: int, kind: Kind, plays: Sequence[Play]) -> dict[int, Refusing]:
    """Say of each rank from which a type can't be played why not."""
    found = {}
    lows = {play.ranks[0] for play in plays if kind_of(play.ranks) == kind}
    for rank in state.rules.components.ranks:
        if rank not in lows:
            refused = refusal(state, Play(seat, _ranks(kind, rank)), "")
            if refused:
                found[rank] = (refused.reason, refused.clause)
    return found
