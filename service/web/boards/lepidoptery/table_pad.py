"""Lepidoptery logged by taps: a column, its lowest rank, the Joker; the hands may be unknown."""

from collections.abc import Sequence
from dataclasses import dataclass

from domain.games.lepidoptery import GAME
from domain.games.lepidoptery.actions import Action, Pass, Play
from domain.games.lepidoptery.combinations import TITLE, Kind, kind_of
from domain.games.lepidoptery.state import Rules, State
from service.web.boards.lepidoptery.choices import barred
from service.web.boards.lepidoptery.pad import WORDS
from service.web.table.pads import Ask, Due, Fact

LETTERS: dict[Kind, str] = {"run3": "rr", "run2": "r", "single": "s", "pair": "p", "triple": "t"}


@dataclass(frozen=True)
class Lane:
    """A column to tap: its line, the ranks that something can be played from, or why nothing."""

    kind: Kind
    what: str
    size: int
    lows: tuple[int, ...]
    word: str
    reason: str


@dataclass(frozen=True)
class Pad:
    """What can be tapped. ``passes``: a pass is within the rules."""

    lanes: tuple[Lane, ...]
    ranks: tuple[tuple[int, bool], ...]
    joker: bool
    passes: bool


class LepidopteryPad:
    """Logs Lepidoptery."""

    hint = "7 · p6 · r4 · t8j · pass"
    keys = (
        ("A … E", "choose a column"),
        ("1 … 9 0", "choose the lowest rank; 0 is 10"),
        ("J", "with the Joker, or not"),
        ("P", "record a pass"),
    )

    def lay_out(self, state: State, seat: int) -> Pad:
        """Lay out columns, ranks and Joker."""
        legal = GAME.legal_actions(state, seat)
        plays = [action for action in legal if isinstance(action, Play)]
        lows = {play.ranks[0] for play in plays}
        return Pad(
            tuple(_lane(state, seat, kind, plays) for kind in state.rules.components.columns),
            tuple((rank, rank in lows) for rank in state.rules.components.ranks),
            state.jokers[seat],
            any(isinstance(action, Pass) for action in legal),
        )

    def due(self, state: State, seat: int, names: Sequence[str]) -> Due:
        """Say what is to be beaten."""
        if state.leading:
            return Due("Nothing to beat:", names[seat], "leads", "climb.lead")
        laid = state.area[-1]
        ranks = "-".join(map(str, laid.ranks))
        return Due("To beat", ranks, f"by {names[laid.seat]}", "climb.beat")

    def said(self, state: State, action: Action) -> tuple[str, str]:
        """Say which cards are laid, and what they beat."""
        if not isinstance(action, Play):
            return "", ""
        laid, joker = "-".join(map(str, action.ranks)), action.joker
        more = f", the Joker as {joker}," if joker is not None else ""
        over = "leads" if state.leading else f"beats {'-'.join(map(str, state.area[-1].ranks))}"
        return laid, f"{_named(action.ranks)}{more} {over}"

    def facts(self, state: State, seat: int) -> Sequence[Fact]:
        """Count hand and deck."""
        hand = state.hands[seat]
        held = Fact("unseen" if hand.unknown == len(hand) else "hand", str(len(hand)))
        return held, Fact("deck", str(len(state.decks[seat])))

    def stock(self, state: State) -> Sequence[Fact]:
        """Count climbs."""
        return (Fact("climb", str(state.climb)),)

    def badge(self, state: State, seat: int) -> tuple[str, bool]:
        """Say whether the Joker lies face up."""
        return "Joker", state.jokers[seat]

    def asks(self, rules: Rules) -> Sequence[Ask]:
        """Nothing of the set-up lies open."""
        return ()


def _named(ranks: tuple[int, ...]) -> str:
    """Say a combination in words.

    >>> _named((8, 8, 8)), _named((4, 5)), _named((7,))
    ('triple of 8s', 'run 4-5', 'single 7')
    """
    kind = kind_of(ranks)
    assert kind is not None
    if kind in ("pair", "triple"):
        return f"{TITLE[kind]} of {ranks[0]}s"
    return f"{kind.rstrip('23')} {'-'.join(map(str, ranks))}"


def _lane(state: State, seat: int, kind: Kind, plays: Sequence[Play]) -> Lane:
    mine = [play for play in plays if kind_of(play.ranks) == kind]
    lows = tuple(dict.fromkeys(play.ranks[0] for play in mine))
    size = len(mine[0].ranks) if mine else 0
    if mine:
        word, reason = f"from {lows[0]}" if state.area else "any", ""
    elif state.chooser != seat:
        word, reason = "not in turn", f"{TITLE[kind]} out of turn"
    else:
        refused = barred(state, seat, kind)
        word, reason = WORDS.get(refused.clause, "refused"), refused.reason
    return Lane(kind, f"{LETTERS[kind]}@", size, lows, word, reason)


PAD = LepidopteryPad()
