"""Who wins, and by which tie-break."""

import pytest

from domain.games import LANTERN_MOTHS as GAME
from domain.games.lantern_moths.outcome import Outcome
from tests.domain.lantern_moths.build import A, B, C, D, position


def result(*lanterns: str, **more: object) -> Outcome:
    over = {"ended": True, "ending": "fourth_dusk", "round": 6, "last_round": 5}
    built = GAME.outcome(position([""] * len(lanterns), lanterns=lanterns, **{**over, **more}))
    assert built is not None
    return built


@pytest.mark.parametrize(
    ("lanterns", "winners", "decided_by"),
    [
        # 3 to 2
        (("E3", "E2"), (A,), "points"),
        # 3 + 2 + 2 + 4 = 11 beats 3 + 3 + 2 + 2 = 10, though it has fewer moths
        (("B3 R3 V2 G2", "E3 E2 E2"), (B,), "points"),
        # 3 to 1 + 2 = 3: one moth to two
        (("E3", "R1 R2"), (B,), "moths"),
        # 1 + 3 = 4 to 2 + 2 = 4, two moths each: the second has a Ghost
        (("E1 R3", "V2 G2"), (A,), "ghosts"),
        # 2 + 2 = 4 to 3 + 1 = 4, both with two moths: two Ghosts to none
        (("G2 G2", "B3 V1"), (B,), "ghosts"),
        # 3 = 1 + 2, two moths each, no Ghost
        (("E1 E2", "R1 R2"), (A, B), "shared"),
        # nobody took anything
        (("", "", ""), (A, B, C), "shared"),
        # one Ghost each, 2 + 1 = 3
        (("G2 E1", "G2 V1"), (A, B), "shared"),
    ],
)
def test_the_winner_is(
    lanterns: tuple[str, ...], winners: tuple[int, ...], decided_by: str
) -> None:
    outcome = result(*lanterns)
    assert (outcome.winners, outcome.decided_by) == (winners, decided_by)


def test_ghosts_count_among_the_moths_of_the_first_tie_break() -> None:
    """3 to 2 + 1 = 3: the Ghost makes it two moths to one, though fewer Ghosts is the next step."""
    outcome = result("E3", "G2 V1")
    assert (outcome.winners, outcome.decided_by) == ((B,), "moths")


def test_a_tie_break_is_between_the_tied_alone() -> None:
    """6 and 6 tie; C has 4 points and four moths, and is out of it."""
    outcome = result("E3 R3", "V3 B3", "E1 V1 R1 B1")
    assert (outcome.winners, outcome.decided_by) == ((A, B), "shared")


def test_the_last_tie_break_is_between_those_whom_the_first_left_tied() -> None:
    """All have 6. A's two moths fall short of three; of B and C, C has one Ghost to two."""
    outcome = result("E3 R3", "G2 G2 E2", "G2 R2 B2")
    assert [score.total for score in outcome.scores] == [6, 6, 6]
    assert (outcome.winners, outcome.decided_by) == ((C,), "ghosts")


def test_three_of_four_may_share() -> None:
    outcome = result("E1 E2", "R1 R2", "V1", "V1 V2")
    assert (outcome.winners, outcome.decided_by) == ((A, B, D), "shared")


def test_the_seat_does_not_matter() -> None:
    assert result("E2", "E3").winners == (B,)
    assert result("", "E3", "", "").winners == (B,)
    assert result("", "", "", "R1").winners == (D,)


def test_the_outcome_says_why_and_when_the_night_ended() -> None:
    outcome = result("E3", "")
    assert (outcome.ended_by, outcome.rounds) == ("fourth_dusk", 5)
    outcome = result("E3", "", ending="deck_out", round=3, last_round=2)
    assert (outcome.ended_by, outcome.rounds) == ("deck_out", 2)


def test_there_is_no_outcome_before_the_end() -> None:
    assert GAME.outcome(position(lanterns=("E3", ""))) is None


def test_there_is_no_outcome_where_a_lantern_is_unknown() -> None:
    over = position(lanterns=("E3", "V1 ?"), ended=True, ending="fourth_dusk")
    assert GAME.outcome(over) is None
    assert GAME.scores(over) == (3, None)
