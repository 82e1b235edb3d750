"""Play & Place 1.1 and 1.2, 2 and 3: another type each time, a place for it, token and marker."""

import pytest

from domain.games import LEPIDOPTERY as GAME
from domain.games.lepidoptery.actions import Pass
from tests.domain.lepidoptery.build import (
    COLUMNS,
    A,
    B,
    choices,
    column,
    edition,
    go,
    lay,
    play,
    position,
    refused,
)

EVERYTHING = "7 7 7 8 9"
ONE_OF_EACH = {"run3": "7 8 9", "run2": "7 8", "single": "7", "pair": "7 7", "triple": "7 7 7"}


@pytest.mark.parametrize(("kind", "combination"), ONE_OF_EACH.items())
def test_nobody_repeats_their_own_last_type(kind: str, combination: str) -> None:
    state = position((EVERYTHING, ""), markers=(kind, None))
    refusal = refused(state, lay(A, combination))
    assert refusal.clauses == ("play.different",)
    for other in set(ONE_OF_EACH.values()) - {combination}:
        assert other in choices(state)


@pytest.mark.parametrize(("kind", "combination"), ONE_OF_EACH.items())
def test_the_opponents_type_is_free(kind: str, combination: str) -> None:
    state = position((EVERYTHING, ""), markers=(None, kind))
    assert combination in choices(state)


def test_the_opponents_type_may_be_played_right_onto_theirs() -> None:
    state = position(("8 9", ""), "B 4 5", markers=("single", "run2"))
    after = play(state, lay(A, "8 9")).state
    assert after.markers == ("run2", "run2")


def test_a_type_may_come_back_after_another_one() -> None:
    state = position(("3 5 5 8", "4 6 6 9"))
    state = go(state, lay(A, "3"), lay(B, "4"), lay(A, "5 5"), lay(B, "6 6"), lay(A, "8"))
    assert state.markers == ("single", "pair")


def test_after_an_own_pass_every_type_is_free() -> None:
    """A played a single, B a higher one; A passes, B leads, and A may play a single again."""
    state = position(("3 8", "4 5 5"))
    state = go(state, lay(A, "3"), lay(B, "4"))
    assert refused(state, lay(A, "8")).clauses == ("play.different",)
    state = go(state, Pass(A))
    assert state.markers == ("pass", "single")
    state = go(state, lay(B, "5 5"))
    assert state.markers == ("pass", "pair")
    assert lay(A, "8") in GAME.legal_actions(state)


def test_the_opponents_pass_frees_nothing() -> None:
    """A leads a single, B passes: A leads again, and not with a single."""
    state = go(position(("3 8", "4")), lay(A, "3"), Pass(B))
    assert (state.leading, state.markers) == (True, ("single", "pass"))
    assert refused(state, lay(A, "8")).clauses == ("play.different",)


def test_the_leader_has_to_differ_too() -> None:
    state = position(("8", ""), markers=("single", None), jokers=(False, True))
    assert choices(state) == ["pass"]


@pytest.mark.parametrize(("kind", "combination"), ONE_OF_EACH.items())
def test_a_token_drops_to_the_lowest_empty_space_of_its_column(kind: str, combination: str) -> None:
    state = position((EVERYTHING, ""), board={kind: "BAB"}, decks=("5", "5"))
    after = play(state, lay(A, combination)).state
    assert column(after, kind) == "BABA"
    others = [other for other in COLUMNS if other != kind]
    assert [column(after, other) for other in others] == ["", "", "", ""]
    assert after.markers == (kind, None)


@pytest.mark.parametrize(("kind", "combination"), ONE_OF_EACH.items())
def test_a_full_column_takes_no_token(kind: str, combination: str) -> None:
    state = position((EVERYTHING, ""), board={kind: "BABABA"})
    refusal = refused(state, lay(A, combination))
    assert refusal.clauses == ("play.placeable",)
    assert set(choices(state)) >= set(ONE_OF_EACH.values()) - {combination}


@pytest.mark.parametrize(("kind", "combination"), ONE_OF_EACH.items())
def test_the_last_space_of_a_column_can_be_used(kind: str, combination: str) -> None:
    state = position((EVERYTHING, ""), board={kind: "BABAB"})
    assert column(play(state, lay(A, combination)).state, kind) == "BABABA"


@pytest.mark.parametrize(("height", "placeable"), [(1, False), (2, True), (6, True)])
def test_a_columns_height_comes_from_the_edition(height: int, placeable: bool) -> None:
    state = position(
        ("5", ""),
        board={"single": "B"},
        box=edition(heights=(6, 6, height, 6, 6)),
    )
    assert ("5" in choices(state)) is placeable


def test_columns_may_stand_in_another_order() -> None:
    """The single's column is the last one here, so its token lands on e1."""
    box = edition(columns=("triple", "pair", "run2", "run3", "single"))
    run = play(position(("5 5", ""), box=box), lay(A, "5"))
    assert run.state.columns == ((), (), (), (), (A,))
    assert GAME.tell(position(("5 5", ""), box=box), run.events[0]).places == ("e1",)


def test_the_heights_go_with_the_columns_order() -> None:
    """Heights 1, 2, 3, 4, 5 over triple, pair, run2, run3, single: the pair's column holds 2."""
    box = edition(
        columns=("triple", "pair", "run2", "run3", "single"),
        heights=(1, 2, 3, 4, 5),
    )
    assert "5 5" in choices(position(("5 5", ""), board={"pair": "A"}, box=box))
    assert "5 5" not in choices(position(("5 5", ""), board={"pair": "AB"}, box=box))
