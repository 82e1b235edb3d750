"""Why a seat cannot play into a column or with a card now."""

from collections.abc import Iterator, Sequence

from domain.barriers import Barrier, barrier, check_question, each, gathered, listed, refusal_of
from domain.games.lepidoptery.actions import Play
from domain.games.lepidoptery.combinations import TITLE, Combination, Kind, combinations
from domain.games.lepidoptery.legal import can_hold, check, column_reason, combination_name
from domain.games.lepidoptery.lines import cell
from domain.games.lepidoptery.state import Rules, State
from domain.games.lepidoptery.words import COLUMN_NAMES
from domain.words import Card, Place, Sentence


def places(rules: Rules) -> tuple[str, ...]:
    """List the columns from left to right, then the spaces of each from below."""
    heights = rules.components.heights
    spaces = (cell(at, row) for at, height in enumerate(heights) for row in range(height))
    return (*COLUMN_NAMES[: len(heights)], *spaces)


def why_not(state: State, seat: int, about: str) -> list[Barrier]:
    """Say for a column, or a space of it, why the seat cannot play its combination type; for a
    card, why it cannot be part of each type. What is legal is left out, and so are combinations
    that the hand does not hold, unless it holds none.

    :raises DomainError: there is no such seat, column, space or card.
    """
    components = state.rules.components
    known = (*places(state.rules), *components.copies)
    check_question(seat, len(state.hands), about, known)
    if about in components.copies:
        return _with_card(state, seat, int(about))
    kind = components.columns[COLUMN_NAMES.index(about[0])]
    tried = _typed(state, kind, None)
    if state.chooser != seat:
        return _refused(state, tried, Play(seat, (components.ranks[0],)))
    return gathered(_of_kind(state, seat, kind, None))


def _with_card(state: State, seat: int, rank: int) -> list[Barrier]:
    if state.chooser != seat or not can_hold(state, seat, (rank,)):
        return _refused(state, ("Play ", Card(str(rank))), Play(seat, (rank,)))
    kinds = state.rules.components.columns
    return gathered(one for kind in kinds for one in _of_kind(state, seat, kind, rank))


def _refused(state: State, tried: Sentence, action: Play) -> list[Barrier]:
    refusal = refusal_of(check, state, action)
    assert refusal is not None, action
    return [barrier(tried, refusal)]


def _of_kind(state: State, seat: int, kind: Kind, rank: int | None) -> Iterator[Barrier]:
    """Yield what keeps a type from being played: the column, the Joker, the climb or the hand."""
    if found := column_reason(state, seat, kind):
        reason, *clauses = found
        yield Barrier(_typed(state, kind, rank), reason, tuple(clauses))
        return
    every = [
        one
        for one in combinations(kind, state.rules.components.ranks)
        if rank is None or rank in one.cards
    ]
    held = [one for one in every if can_hold(state, seat, one.cards)]
    if not held:
        yield from _named(state, seat, kind, [one for one in every if one.joker is None])
        return
    if not state.jokers[seat] and (joking := [one for one in held if one.joker is not None]):
        held = [one for one in held if one.joker is None]
        yield from _refused(state, _typed(state, kind, rank, joker=True), _play(seat, joking[0]))
    yield from _named(state, seat, kind, held)


def _named(
    state: State, seat: int, kind: Kind, several: Sequence[Combination]
) -> Iterator[Barrier]:
    """Yield why combinations cannot be played, named by their ranks, a Joker among them or not."""
    refused = {}
    for one in several:
        name = combination_name(one.ranks)
        if name not in refused and (refusal := refusal_of(check, state, _play(seat, one))):
            refused[name] = refusal
    for (reason, clauses), names in each(refused.items()).items():
        yield Barrier(("Play ", *listed(names), *_in_column(state, kind)), reason, clauses)


def _typed(state: State, kind: Kind, rank: int | None, *, joker: bool = False) -> Sentence:
    """Say that a type is played, with a card or the Joker or both."""
    cards: list[str | Card] = [] if rank is None else [Card(str(rank))]
    if joker:
        cards += [" and the Joker" if cards else "the Joker"]
    words = (" with ", *cards) if cards else ()
    return (f"Play a {TITLE[kind]}", *words, *_in_column(state, kind))


def _in_column(state: State, kind: Kind) -> Sentence:
    return (" in ", Place(COLUMN_NAMES[state.rules.components.columns.index(kind)]))


def _play(seat: int, one: Combination) -> Play:
    return Play(seat, one.ranks, one.joker)
