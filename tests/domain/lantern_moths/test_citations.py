"""The clauses that each event rests on."""

import pytest

from domain.events import Event
from domain.games import LANTERN_MOTHS as GAME
from domain.games.lantern_moths.actions import Draw, Flip, Light, Plant
from domain.games.lantern_moths.events import (
    CardDrawn,
    DuskPlaced,
    DuskShuffledIn,
    GameSetUp,
    HandRefilled,
    MothPlanted,
    MothsKept,
    MothsTaken,
    NightEnded,
    StartPassed,
    TileFlipped,
    TurnForfeited,
    WickLit,
    WicksReturned,
    WicksWentOut,
)
from domain.games.lantern_moths.state import blank
from tests.domain.lantern_moths.build import A, B, C, position, rules

OLD_GHOST = {"b2": "X E1 G2"}
CLOSING = {"turns_done": 2, "round": 3}  # both seats have had their turn


@pytest.mark.parametrize(
    ("event", "clauses"),
    [
        (CardDrawn(A, "E1"), ["turn.draw"]),
        (CardDrawn(A, "E1", "discard"), ["turn.draw.discard", "turn.draw"]),
        (MothPlanted(A, "E1", "b2"), ["turn.plant"]),
        (MothPlanted(A, "G2", "b2"), ["turn.plant.ghost", "turn.plant"]),
        (WickLit(A, "b3"), ["turn.light"]),
        (WickLit(A, "b2"), ["turn.light", "turn.light.empty"]),
        (TileFlipped(A, "a2", "V"), ["turn.flip", "turn.flip.adjacent"]),
        (TurnForfeited(A), ["turn.forfeit"]),
        (DuskPlaced(A, replaced=True), ["night.dusk"]),
        (DuskPlaced(A, replaced=False), ["night.dusk", "night.dusk.no-replacement"]),
    ],
)
def test_an_event_of_a_turn_cites(event: Event, clauses: list[str]) -> None:
    state = position(("E1 G2", ""), {"b2": "X", "b3": "E E1"}, discard="E1", round=3)
    assert list(GAME.cite(state, event)) == clauses


@pytest.mark.parametrize(
    ("event", "clauses"),
    [
        (MothsTaken(A, "b2", ("E1",)), ["end.take", "end.round"]),
        (WicksWentOut("a2"), ["turn.light.empty", "end.round"]),
        (WicksReturned(), ["end.wicks", "end.round"]),
        (HandRefilled(A, ("E1",)), ["end.refill", "end.refill.order"]),
        (StartPassed(B), ["end.pass-start"]),
        (DuskShuffledIn(), ["night.dusk-in"]),
        (DuskPlaced(A, replaced=True), ["night.dusk", "night.dusk.refill"]),
        (
            DuskPlaced(A, replaced=False),
            ["night.dusk", "night.dusk.refill", "night.dusk.no-replacement"],
        ),
    ],
)
def test_an_event_of_the_end_of_a_round_cites(event: Event, clauses: list[str]) -> None:
    assert list(GAME.cite(position(**CLOSING), event)) == clauses


def test_the_second_action_of_a_turn_cites_that_there_are_two_and_who_is_next() -> None:
    second = position(("E1", ""), {"b2": "X"}, actions_done=1)
    passed = ("turn.two-actions", "turn.order")
    assert GAME.cite(second, MothPlanted(A, "E1", "b2")) == ("turn.plant", *passed)
    assert GAME.cite(second, DuskPlaced(A, replaced=False))[-2:] == passed
    assert "turn.two-actions" not in GAME.cite(second, DuskPlaced(A, replaced=True))


def test_set_up_cites_every_clause_on_set_up() -> None:
    event = GameSetUp(A, "X", (("E1",) * 5, ("R1",) * 5))
    assert set(GAME.cite(blank(rules()), event)) == {
        *("setup.players", "setup.lanterns", "setup.dusk-aside"),
        *("setup.deal", "setup.garden", "setup.start"),
    }


def test_a_kept_tile_cites_what_kept_it() -> None:
    event = MothsKept("b2")
    contested = position(garden={"b2": "X E1"}, wicks={"b2": (A, B)}, **CLOSING)
    assert GAME.cite(contested, event) == ("end.contest", "end.stay")
    haunted = position(garden=OLD_GHOST, wicks={"b2": (A,)}, fresh_ghosts=(4,), **CLOSING)
    assert GAME.cite(haunted, event) == ("end.ghost", "end.stay")
    both = position(garden=OLD_GHOST, wicks={"b2": (A, B)}, fresh_ghosts=(4,), **CLOSING)
    assert GAME.cite(both, event) == ("end.contest", "end.ghost", "end.stay")
    old = position(garden=OLD_GHOST, wicks={"b2": (A, B)}, **CLOSING)
    assert GAME.cite(old, event) == ("end.contest", "end.stay")


def test_the_fourth_dusk_card_cites_the_end_of_the_night_first() -> None:
    event = DuskPlaced(A, replaced=True)
    assert GAME.cite(position(dusk=3, round=4), event) == ("night.fourth", "night.dusk")
    assert GAME.cite(position(dusk=3, **CLOSING), event) == (
        *("night.fourth", "night.fourth.refill", "night.dusk", "night.dusk.refill"),
    )
    assert GAME.cite(position(dusk=4, round=4), event) == ("night.dusk",)


@pytest.mark.parametrize(
    ("lanterns", "scoring"),
    [
        (("E3", "E2"), ["score.printed", "score.win"]),
        (("G2", ""), ["score.ghost", "score.win"]),
        (("E1 E1 E1", ""), ["score.printed", "score.set", "score.win"]),
        (("E3", "R1 R2"), ["score.printed", "score.win", "score.tie-moths"]),
        (
            ("E1 R3", "V2 G2"),
            ["score.printed", "score.ghost", "score.win", "score.tie-moths", "score.tie-ghosts"],
        ),
        (("", ""), ["score.win", "score.tie-moths", "score.tie-ghosts", "score.shared"]),
    ],
)
def test_the_end_cites_what_scored_and_what_decided(
    lanterns: tuple[str, ...], scoring: list[str]
) -> None:
    state = position(lanterns=lanterns, round=5, last_round=4, ending="fourth_dusk")
    assert list(GAME.cite(state, NightEnded("fourth_dusk"))) == ["night.fourth", *scoring]


def test_an_end_without_known_lanterns_cites_its_reason_alone() -> None:
    state = position(lanterns=("?", ""), round=5, last_round=4, ending="deck_out")
    assert GAME.cite(state, NightEnded("deck_out")) == ("night.deck-out",)


@pytest.mark.parametrize(
    ("event", "action"),
    [
        (CardDrawn(A, "E1"), Draw(A)),
        (CardDrawn(A, "E1", "discard"), Draw(A, "discard")),
        (DuskPlaced(A, replaced=False), Draw(A)),
        (MothPlanted(A, "E1", "b2"), Plant(A, "E1", "b2")),
        (WickLit(A, "b2"), Light(A, "b2")),
        (TileFlipped(A, "b3", "V"), Flip(A, "b3")),
    ],
)
def test_an_event_that_a_seat_chose_names_its_action(event: Event, action: object) -> None:
    assert GAME.action_of(position(round=3), event) == action


@pytest.mark.parametrize(
    "event",
    [
        HandRefilled(C, ("E1",)),
        DuskPlaced(A, replaced=True),
        MothsTaken(A, "b2", ("E1",)),
        StartPassed(B),
        NightEnded("deck_out"),
    ],
)
def test_an_event_that_follows_from_the_rules_has_no_action(event: Event) -> None:
    assert GAME.action_of(position(**CLOSING), event) is None


def test_an_event_of_another_game_is_no_event_of_this_one() -> None:
    with pytest.raises(TypeError, match="no event of lantern moths"):
        GAME.cite(position(), Event())
