"""A rough idea of how people play Lepidoptery, and what they say about it."""

from datetime import UTC, datetime
from math import exp
from random import Random
from typing import Any

from domain.game import Game
from domain.games.lepidoptery.actions import Pass, Play
from domain.games.lepidoptery.combinations import kind_of
from domain.games.lepidoptery.lines import lines_through
from domain.games.lepidoptery.state import State
from domain.tuples import put
from tests.tools.people.people import People, Plan

COOL = 0.6  # the lower, the more often the best-looking action is chosen


def choose(game: Game, state: Any, rng: Random) -> Any:
    """Pick a legal action, better-looking ones more often; looks at the seat's own cards only."""
    legal = list(game.legal_actions(state))
    looks = [_look(state, action) for action in legal]
    best = max(looks)
    return rng.choices(legal, [exp((look - best) / COOL) for look in looks])[0]


def _look(state: State, action: Any) -> float:
    match action:
        case Pass(seat):
            few = len(state.hands[seat]) < state.rules.components.hand // 2
            return 1.4 if few else 0.2
        case Play(seat, ranks, joker):
            kind = kind_of(ranks)
            assert kind is not None
            column = state.rules.components.columns.index(kind)
            cheap = 0.9 - 0.22 * (ranks[0] - _floor(state)) - 0.5 * (joker is not None)
            return cheap + 0.35 * len(ranks) + _worth(state, column, seat)
    raise TypeError(action)


def _floor(state: State) -> int:
    return state.area[-1].ranks[0] if state.area else 1


def _worth(state: State, column: int, seat: int) -> float:
    """Value a token there: a line at once, stopping the other's, neighbours of one's own."""
    worth = 0.0
    for owner, line in ((seat, 9.0), (1 - seat, 4.0)):
        tokens = (*state.columns[column], owner)
        columns = put(state.columns, column, tokens)
        if lines_through(columns, column, len(tokens) - 1):
            worth += line
    row = len(state.columns[column])
    near = [
        state.columns[x][y]
        for x in (column - 1, column, column + 1)
        for y in (row - 1, row, row + 1)
        if 0 <= x < len(state.columns) and 0 <= y < len(state.columns[x])
    ]
    return worth + 0.3 * near.count(seat)


GROUPS = (
    ("Ida", "Noor"),
    ("Ada", "Ben"),
    ("Mira", "Jun"),
    ("Pavel", "Lotte"),
)
TITLES = (
    "Two chairs",
    "Window table",
    "Long lunch",
    "Night ferry",
    "Rematch",
    "Balcony",
    "Waiting room",
    "Slow Sunday",
    "Last bus",
    "Corner booth",
)
NOTES = (
    ("Did not see the slanting line coming at all.", ("line",)),
    ("Asked whether the Joker may be the lowest card.", ("rules", "joker")),
    ("Kept the pair back to block the middle.", ()),
    ("Counts the other's 7s.", ()),
    ("Passed only to have the Joker back.", ("joker",)),
    ("Looked up what clears first.", ("rules", "clear")),
    ("Would have liked to repeat a single.", ("feedback",)),
)
AFTERTHOUGHTS = (
    ("The clearing turned it round. Both laughed.", ("feedback", "clear")),
    ("Felt more like the line than like the cards.", ("feedback",)),
    ("Leading seemed better all evening.", ("feedback", "lead")),
)


def plans() -> list[Plan]:
    """List the sessions: mostly defaults, one evening with a limited supply."""
    usual = [Plan(2, {}, prototype="print-and-play")] * 20
    return [
        *usual[:8],
        Plan(2, {"token_supply": "limited"}, prototype="print-and-play"),
        *usual[8:14],
        Plan(2, {}, ends="abandoned", prototype="print-and-play"),
        *usual[14:],
        Plan(2, {}, ends="live", prototype="wooden board"),
    ]


PEOPLE = People(
    choose=choose,
    plans=plans(),
    groups=GROUPS,
    titles=TITLES,
    notes=NOTES,
    afterthoughts=AFTERTHOUGHTS,
    since=datetime(2026, 9, 3, 19, 10, tzinfo=UTC),
    guessed={3: ("Cleo", "Tom")},
    branched=(3,),
    thinking=2.6,
    short=8,
)
