"""Which actions are legal, and why the others are not."""

from collections import Counter
from functools import lru_cache

from domain.errors import Refusal
from domain.games.lepidoptery.actions import Action, Pass, Play
from domain.games.lepidoptery.choices import offers_to
from domain.games.lepidoptery.combinations import (
    TITLE,
    Kind,
    beats,
    kind_of,
    without_joker,
)
from domain.games.lepidoptery.held import lowest_bits, number
from domain.games.lepidoptery.state import Laid, State

CLAUSE: dict[Kind, str] = {
    "run3": "combo.run-3",
    "run2": "combo.run-2",
    "single": "combo.single",
    "pair": "combo.pair",
    "triple": "combo.triple",
}


def holdable(state: State, seat: int) -> int:
    """Work out which cards a hand holds, or could hold where unknown, as a number.

    An upper bound rank by rank: the deck list limits it, so nobody holds a fifth 7. Whether a
    whole combination fits into a hand's unknown cards, :func:`can_hold` says.
    """
    hand, components = state.hands[seat], state.rules.components
    if not hand.unknown:
        return _number(hand.known, components.ranks, components.most)
    most = Counter(state.unseen(seat))
    for rank in most:
        most[rank] = min(most[rank], hand.unknown)
    most.update(hand.known)
    return _number(tuple(most.elements()), components.ranks, components.most)


@lru_cache(maxsize=4096)
def _number(known: tuple[str, ...], ranks: tuple[int, ...], most: int) -> int:
    return number(known, lowest_bits(ranks, most))


def can_hold(state: State, seat: int, cards: tuple[int, ...]) -> bool:
    """Whether a hand holds these cards, or could hold them where unknown."""
    hand, wanted = state.hands[seat], [str(rank) for rank in cards]
    if all(hand.known.count(card) >= wanted.count(card) for card in wanted):
        return True
    if not hand.unknown:
        return False
    short = Counter(wanted) - Counter(hand.known)
    return short.total() <= hand.unknown and not short - Counter(state.unseen(seat))


def legal_actions(state: State, only: int | None = None) -> list[Action]:
    """List every legal action of the seat in turn, plays by column and rank, then the pass; none
    if ``only`` is another seat.

    Where the hand is unknown, every card that it could hold counts as held, and a leader may
    pass unless the known cards alone suffice to play.
    """
    seat = state.chooser
    if seat is None or only not in (None, seat):
        return []
    unsure = state.hands[seat].unknown > 0
    actions = _plays(state, seat, unsure)
    if not (state.leading and actions and (not unsure or must_play(state, seat))):
        actions.append(Pass(seat))
    return actions


def count_legal(state: State, only: int | None = None) -> int:
    """Count the legal actions."""
    return len(legal_actions(state, only))


def must_play(state: State, seat: int) -> bool:
    """Whether the seat can play with the cards of its hand that are certain (pass.lead).

    Unknown ones are certain too once the deck list leaves no others: with an empty deck.
    """
    hand = state.hands[seat]
    if not hand.unknown:
        return bool(_plays(state, seat, False))
    unseen = state.unseen(seat)
    certain = hand.add(*unseen).known if len(unseen) == hand.unknown else hand.known
    components = state.rules.components
    return bool(_plays(state, seat, False, _number(certain, components.ranks, components.most)))


def _plays(state: State, seat: int, unsure: bool, held: int | None = None) -> list[Action]:
    """List the plays that these cards allow; if ``unsure``, check each whole combination too."""
    if state.out_of_tokens(seat):
        return []
    components, full = state.rules.components, 0
    for column in range(len(components.columns)):
        full |= state.is_full(column) << column
    beaten = (state.area[-1].ranks[0], len(state.area[-1].ranks)) if state.area else None
    offers = offers_to(seat, components.columns, components.ranks, components.most)
    if held is None:
        held = holdable(state, seat)
    found: list[Play] = []
    for bits, plays in offers[full, state.markers[seat], beaten, state.jokers[seat]]:
        found += plays[held & bits]
    if unsure:
        return [p for p in found if can_hold(state, seat, without_joker(p.ranks, p.joker))]
    return [*found]


def check(state: State, action: Action) -> None:
    """Let a legal action pass.

    :raises Refusal: names the action, the clause that forbids it and the position.
    """
    reason, *clauses = _reason(state, action)
    if reason:
        raise Refusal(in_words(action), reason, clauses, state.position())


def check_possible(state: State, action: Action) -> None:
    """Let an action pass that can be done with what lies on the table, legal or not.

    :raises Refusal: the game is over, or there is no such seat, card, combination or space.
    """
    reason, *clauses = _impossible(state, action)
    if reason:
        raise Refusal(in_words(action), reason, clauses, state.position())


def _impossible(state: State, action: Action) -> tuple[str, ...]:
    if state.chooser is None:
        return _nobody_chooses(state)
    if action.seat not in (0, 1):
        return f"there is no seat {action.seat}", "setup.players"
    if isinstance(action, Pass):
        return ("",)
    kind = kind_of(action.ranks)
    if kind is None:
        return f"{combination_name(action.ranks)} has no column", "combo.types"
    if action.joker is not None and (kind == "single" or action.joker not in action.ranks):
        return f"the Joker stands for no {action.joker} there", "joker.rank"
    if state.is_full(state.rules.components.columns.index(kind)):
        return f"the column of the {TITLE[kind]} is full", "play.placeable"
    return _hand_reason(state, action, kind) or ("",)


def in_words(action: Action) -> str:
    """Say an action as a verb phrase.

    >>> in_words(Play(0, (4, 5, 6), joker=6)), in_words(Pass(1))
    ('play 4-5-6, Joker as 6', 'pass')
    """
    match action:
        case Play(_, ranks, joker):
            return f"play {combination_name(ranks, joker)}"
        case Pass():
            return "pass"


def combination_name(ranks: tuple[int, ...], joker: int | None = None) -> str:
    """Write a combination the way people do.

    >>> combination_name((8, 8, 8)), combination_name((2, 3), 3)
    ('8-8-8', '2-3, Joker as 3')
    """
    name = "-".join(map(str, ranks)) or "nothing"
    return name if joker is None else f"{name}, Joker as {joker}"


def _reason(state: State, action: Action) -> tuple[str, ...]:
    """Return why the action is refused and the clauses, or a tuple of one empty text."""
    seat = state.chooser
    if seat is None:
        return _nobody_chooses(state)
    if action.seat != seat:
        return f"it is the turn of seat {'AB'[seat]}", "play.alternate"
    if isinstance(action, Pass):
        if state.leading and must_play(state, seat):
            return "the leader must play if able", "pass.lead"
        return ("",)
    kind = kind_of(action.ranks)
    if kind is None:
        found = combination_name(action.ranks)
        return f"{found} is no combination, from low to high", "combo.types"
    return _play_reason(state, action, kind)


def _nobody_chooses(state: State) -> tuple[str, ...]:
    if state.ended:
        return "the game is over", "play.alternate"
    if state.due == "win":
        return "the last play has won", "win.check"
    if state.due == "clear":
        return "a column is still to be cleared", "clear.columns"
    return "hands are still to be replenished", "pass.draw"


def _play_reason(state: State, action: Play, kind: Kind) -> tuple[str, ...]:
    """Say what is wrong with a play, what the cards are first, then where and when."""
    return (
        _joker_reason(state, action, kind)
        or _hand_reason(state, action, kind)
        or column_reason(state, action.seat, kind)
        or _climb_reason(state, action)
        or ("",)
    )


def _joker_reason(state: State, action: Play, kind: Kind) -> tuple[str, ...]:
    if action.joker is None:
        return ()
    if kind == "single":
        return "a Joker is never a single", "joker.single"
    if action.joker not in action.ranks:
        return f"the Joker stands for no {action.joker} there", "joker.rank"
    if not state.jokers[action.seat]:
        return "the Joker is used up until the next pass", "joker.used"
    return ()


def _hand_reason(state: State, action: Play, kind: Kind) -> tuple[str, ...]:
    ranks = state.rules.components.ranks
    if beyond := [rank for rank in action.ranks if rank not in ranks]:
        expected = f"expected {ranks[0]} to {ranks[-1]}"
        return f"there is no rank {beyond[0]}, {expected}", "joker.rank", CLAUSE[kind]
    cards = without_joker(action.ranks, action.joker)
    if can_hold(state, action.seat, cards):
        return ()
    return f"{combination_name(cards)} is not in the hand", "play.hand"


def column_reason(state: State, seat: int, kind: Kind) -> tuple[str, ...]:
    """Say what keeps a seat from playing a type, whatever the cards; empty if nothing does."""
    if state.markers[seat] == kind:
        return f"a {TITLE[kind]} was this seat's last combination too", "play.different"
    if state.is_full(state.rules.components.columns.index(kind)):
        return f"the column of the {TITLE[kind]} is full", "play.placeable"
    if state.out_of_tokens(seat):
        return "no token is left", "play.supply"
    return ()


def _climb_reason(state: State, action: Play) -> tuple[str, ...]:
    if not state.area:
        return ()
    last: Laid = state.area[-1]
    if beats(action.ranks[0], len(action.ranks), last.ranks[0], len(last.ranks)):
        return ()
    return f"it does not beat {combination_name(last.ranks)}", "climb.beat"
