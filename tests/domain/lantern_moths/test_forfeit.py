"""A turn without a legal action is lost; that is the only way to act less than twice."""

from domain.games import LANTERN_MOTHS as GAME
from domain.games.lantern_moths.actions import Draw, Flip, Light, Plant
from domain.games.lantern_moths.events import TurnForfeited
from tests.domain.lantern_moths.build import A, B, C, kinds, play, position, refused

# Nothing to flip, and no room for anything but a Brimstone moth on b3.
GARDEN = {
    "a3": "B B1 B1 B1",
    "b3": "B",
    "c3": "E E1 E1 E1",
    "a2": "E E1 E2 E2",
    "b2": "X G2 G2 G2",
    "c2": "R R1 R1 R1",
    "a1": "R R2 R2 R2",
    "b1": "V V1 V1 V1",
    "c1": "V V2 V2 V2",
}
OVER = {"deck": "", "last_round": 1, "ending": "deck_out"}


def test_a_player_without_a_legal_action_loses_the_rest_of_the_turn() -> None:
    """A lights a tile; then the hand is empty, and so is the deck."""
    run = play(position(("", "B1"), GARDEN, **OVER), Light(A, "b3"))
    assert kinds(run.events) == ["WickLit", "TurnForfeited"]
    assert run.events[1] == TurnForfeited(A)
    assert GAME.to_act(run.state) == (B,)


def test_a_whole_turn_may_be_lost() -> None:
    """B can neither draw, plant, flip nor light: three wicks burn on the tiles that A filled."""
    lit = dict.fromkeys(("a3", "c3", "a2"), (B,))
    run = play(position(("R1", "R1"), GARDEN, wicks=lit, **OVER), Light(A, "b3"))
    assert TurnForfeited(B) in run.events
    assert run.state.ended


def test_a_lost_turn_passes_on_to_the_next_player() -> None:
    lit = dict.fromkeys(("a3", "c3", "a2"), (B,))
    run = play(position(("", "R1", "B1"), GARDEN, wicks=lit, **OVER), Light(A, "b3"))
    assert run.events[1:] == [TurnForfeited(A), TurnForfeited(B)]
    assert refused(run.state, Draw(C)).position == "round 1, turn of seat C, action 1"
    assert {type(action) for action in GAME.legal_actions(run.state)} == {Plant, Light}


def test_one_possible_action_of_any_kind_keeps_the_turn() -> None:
    flippable = {tile: text for tile, text in GARDEN.items() if tile != "b3"}
    for hand, garden, more, action in (
        ("B1", GARDEN, OVER, Plant(A, "B1", "b3")),
        ("", flippable, OVER, Flip(A, "b3")),
        ("", GARDEN, {"deck": "B1"}, Draw(A)),
        ("", GARDEN, {**OVER, "discard": "B1"}, Draw(A, "discard")),
    ):
        run = play(position((hand, ""), garden, **more), Light(A, "a3"))
        assert kinds(run.events) == ["WickLit"]
        assert GAME.legal_actions(run.state) == [action]


def test_a_forfeit_ends_the_round_when_it_was_the_last_turn() -> None:
    state = position(("", ""), GARDEN, turns_done=1, **OVER)
    run = play(state, Light(B, "b3"))
    assert kinds(run.events) == [
        *("WickLit", "TurnForfeited", "WicksWentOut", "WicksReturned", "StartPassed", "NightEnded")
    ]


def test_a_forfeit_is_told_and_cited() -> None:
    state = position(("", "B1"), GARDEN, **OVER)
    assert GAME.cite(state, TurnForfeited(A)) == ("turn.forfeit",)
    assert GAME.action_of(state, TurnForfeited(A)) is None
