"""What a seat can do in Lepidoptery, and what not and why."""

import msgspec

from domain.errors import Refusal
from domain.games.lepidoptery import GAME
from domain.games.lepidoptery.actions import Action, Pass, Play
from domain.games.lepidoptery.combinations import TITLE, Kind, combinations, kind_of
from domain.games.lepidoptery.legal import check, combination_name
from domain.games.lepidoptery.state import State
from domain.piles import Pile
from service.web.boards import Choice, Group, Refused


def choices(state: State, seat: int) -> list[Group]:
    """List the seat's actions: a group for each column, from the left, then the pass."""
    legal = [a for a in GAME.legal_actions(state) if a.seat == seat]
    groups = []
    for kind in state.rules.components.columns:
        plays = [a for a in legal if isinstance(a, Play) and kind_of(a.ranks) == kind]
        group = Group(TITLE[kind].capitalize(), "cards", [_choice(state, a) for a in plays])
        if not plays:
            group.refused.append(barred(state, seat, kind))
        groups.append(group)
    passing = Group("Pass", "skip", [_choice(state, a) for a in legal if isinstance(a, Pass)])
    if not passing.choices and (refused := refusal(state, Pass(seat), "Pass and refresh")):
        passing.refused.append(refused)
    return [*groups, passing]


def barred(state: State, seat: int, kind: Kind) -> Refused:
    """Say why a seat can play nothing of a type: its column, what is to be beaten, or its hand."""
    title, held = TITLE[kind], state.hands[seat]
    every = combinations(kind, state.rules.components.ranks)
    deck = Pile.of(state.rules.components.deck)
    hands = tuple(deck if s == seat else hand for s, hand in enumerate(state.hands))
    highest = [Play(seat, c.ranks) for c in every if c.joker is None][-1]
    if refused := refusal(msgspec.structs.replace(state, hands=hands), highest, title):
        return refused
    if not state.leading and any(
        refused.clause == "climb.beat"
        for c in every
        if (refused := refusal(state, Play(seat, c.ranks, c.joker), title))
    ):
        beat = combination_name(state.area[-1].ranks)
        return Refused((title,), f"no {title} in the hand beats {beat}", "climb.beat")
    more = " with the Joker" if state.jokers[seat] and len(highest.ranks) > 1 else ""
    reason = f"no {title} can be made of the {len(held)} cards in the hand{more}"
    return Refused((title,), reason, "play.hand")


def refusal(state: State, action: Action, short: str) -> Refused | None:
    """Say why an action is refused, or nothing where it is legal."""
    try:
        check(state, action)
    except Refusal as refused:
        return Refused((short,), refused.reason, refused.clauses[0])
    return None


def _choice(state: State, action: Action) -> Choice:
    short = (
        combination_name(action.ranks, action.joker)
        if isinstance(action, Play)
        else "Pass and refresh"
    )
    return Choice(action, GAME.tell_action(state, action), short)
