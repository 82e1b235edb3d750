"""The table's words for events and choices."""

import pytest

from domain.events import Event
from domain.games import LANTERN_MOTHS as GAME
from domain.games.lantern_moths.actions import Action, Draw, Flip, Light, Plant
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
from domain.games.lantern_moths.state import State
from domain.words import plain
from tests.domain.lantern_moths.build import A, B, C, position

NAMES = ("Ada", "Ben", "Cleo")


def table(**more: object) -> State:
    more = {"wicks": {"b2": (B,), "b3": (A, C)}, **more}
    garden = {"b2": "X E1 G2", "b3": "V V1", "a2": "E"}
    return position(("E1", "R1 R2", "V1"), garden, round=3, **more)


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (CardDrawn(A, "V3"), "Ada draws V3 from the deck"),
        (CardDrawn(A, None), "Ada draws a card from the deck"),
        (CardDrawn(B, "V3", "discard"), "Ben draws V3 from the discard pile"),
        (DuskPlaced(A, replaced=True), "Ada draws Dusk 1"),
        (MothPlanted(A, "E2", "b2"), "Ada plants E2 on b2"),
        (WickLit(A, "a2"), "Ada lights a2"),
        (WickLit(A, "b2"), "Ada lights b2 too"),
        (TileFlipped(C, "c2", "V"), "Cleo turns up c2: Violet"),
        (TileFlipped(C, "c2", "X"), "Cleo turns up c2: grey"),
        (TurnForfeited(B), "Ben cannot act and loses the rest of the turn"),
        (MothsTaken(B, "b2", ("E1", "G2")), "Ben takes E1 G2 from b2"),
        (WicksReturned(), "All wicks go back, unlit"),
        (HandRefilled(B, ("E1", "E2", "V1")), "Ben draws E1 E2 V1 to hold 5"),
        (HandRefilled(B, (None, None, None)), "Ben draws 3 to hold 5"),
        (HandRefilled(B, ("E1",)), "Ben draws E1"),  # 2 + 1 = 3
        (HandRefilled(B, (None,)), "Ben draws 1"),
        (StartPassed(C), "Cleo starts next"),
        (NightEnded("fourth_dusk"), "The night is over: the fourth Dusk card is placed"),
        (NightEnded("deck_out"), "The night is over: the deck ran out"),
    ],
)
def test_an_event_is_told(event: Event, sentence: str) -> None:
    assert plain(GAME.tell(table(), event).sentence, NAMES) == sentence


def test_the_set_up_says_who_starts_and_what_lies_in_the_middle() -> None:
    event = GameSetUp(B, "V", (("E1",) * 5,) * 3)
    told = plain(GAME.tell(table(), event).sentence, NAMES)
    assert told == "The table is set: Ben starts; the middle turns up b2 (Violet)"


def test_dusk_cards_going_in_are_counted() -> None:
    state = position(round=2)
    assert plain(GAME.tell(state, DuskShuffledIn()).sentence, NAMES) == (
        "6 Dusk cards go into the deck"
    )


def test_a_dusk_card_is_numbered_and_says_when_it_came_in_a_refill() -> None:
    state = table(dusk=3, turns_done=3)
    told = plain(GAME.tell(state, DuskPlaced(B, replaced=True)).sentence, NAMES)
    assert told == "Ben draws Dusk 4 while refilling"


@pytest.mark.parametrize(
    ("wicks", "ghosts", "sentence"),
    [
        ((A, C), (), "b2 keeps its moths: Ada and Cleo both lit it"),
        ((A, C, B), (), "b2 keeps its moths: Ada, Cleo and Ben all lit it"),
        ((B,), (4,), "b2 keeps its moths: a Ghost blocks Ben"),
    ],
)
def test_a_kept_tile_says_why(
    wicks: tuple[int, ...], ghosts: tuple[int, ...], sentence: str
) -> None:
    state = table(wicks={"b2": wicks}, fresh_ghosts=ghosts, turns_done=3)
    assert plain(GAME.tell(state, MothsKept("b2")).sentence, NAMES) == sentence


def test_wicks_beside_a_bare_tile_were_lit_in_vain() -> None:
    state = table(wicks={"a2": (B, A)}, turns_done=3)
    told = plain(GAME.tell(state, WicksWentOut("a2")).sentence, NAMES)
    assert told == "a2 has no moths: Ben and Ada lit it in vain"


@pytest.mark.parametrize(
    ("event", "seat", "places"),
    [
        (MothPlanted(A, "E2", "b2"), A, ("b2",)),
        (MothsTaken(B, "b2", ("E1", "G2")), B, ("b2",)),
        (MothsKept("b3"), None, ("b3",)),
        (WicksReturned(), None, ("b3", "b2")),
        (CardDrawn(A, "V3"), A, ()),
        (NightEnded("deck_out"), None, ()),
    ],
)
def test_a_telling_names_who_acted_and_what_changed(
    event: Event, seat: int | None, places: tuple[str, ...]
) -> None:
    telling = GAME.tell(table(), event)
    assert (telling.seat, telling.places) == (seat, places)


@pytest.mark.parametrize(
    ("event", "mark"),
    [
        (DuskPlaced(A, replaced=True), "dusk"),
        (MothsTaken(A, "b2", ("E1",)), "take"),
        (MothsKept("b3"), "contest"),
        (NightEnded("deck_out"), "end"),
        (WickLit(A, "a2"), None),
    ],
)
def test_the_timeline_marks_what_matters(event: Event, mark: str | None) -> None:
    assert GAME.tell(table(), event).mark == mark


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        (Draw(A), "Draw from the deck"),
        (Draw(A, "discard"), "Draw R3 from the discard pile"),
        (Plant(A, "E1", "b2"), "Plant E1 on b2"),
        (Light(A, "b2"), "Light b2"),
        (Flip(A, "c2"), "Flip c2"),
    ],
)
def test_a_choice_is_told_without_its_seat(action: Action, sentence: str) -> None:
    assert plain(GAME.tell_action(table(discard="V1 R3"), action), NAMES) == sentence


def test_an_event_of_another_game_cannot_be_told() -> None:
    with pytest.raises(TypeError, match="no event of lantern moths"):
        GAME.tell(table(), Event())
