"""Shedding out: the whole hand and the whole deck."""

from domain.games import LEPIDOPTERY as GAME
from domain.games.lepidoptery.actions import Pass
from domain.games.lepidoptery.events import CombinationPlayed, GameWon
from tests.domain.lepidoptery.build import A, B, cards, choices, kinds, lay, play, position


def test_whoever_has_played_hand_and_deck_wins() -> None:
    run = play(position(("9", "5"), decks=("", "5")), lay(A, "9"))
    assert run.events == [CombinationPlayed(A, (9,)), GameWon(A)]
    result = GAME.outcome(run.state)
    assert (result.winners, result.shed, result.lines) == ((A,), True, ())
    assert (result.ended_by, result.decided_by) == ("shed_out", "shed_out")


def test_an_empty_hand_with_cards_in_the_deck_does_not_win() -> None:
    run = play(position(("9", "5"), decks=("7", "5")), lay(A, "9"))
    assert kinds(run.events) == ["CombinationPlayed"]
    assert run.state.hands[A] == cards("")
    assert (run.state.ended, GAME.to_act(run.state)) == (False, (B,))


def test_an_empty_deck_with_cards_in_the_hand_does_not_win() -> None:
    assert not play(position(("8 9", "5"), decks=("", "5")), lay(A, "9")).state.ended


def test_a_player_without_cards_in_hand_passes_and_draws() -> None:
    state = position(("", "5"), "B 5", decks=("7 8", "6"))
    assert choices(state) == ["pass"]
    after = play(state, Pass(A), "7", "8", "6").state
    assert after.hands[A] == cards("7 8")


def test_the_others_empty_hand_and_deck_cannot_be() -> None:
    """B's last cards win as they are played: A never gets another turn."""
    state = position(("9", "5 5"), "A 4", turn=B, decks=("7", ""))
    run = play(state, lay(B, "5 5"))
    assert (run.state.winner, GAME.to_act(run.state)) == (B, ())


def test_both_wins_are_recorded_when_both_hold() -> None:
    state = position(("9 9", "5"), decks=("", "5"), board={"pair": "BAAA"})
    run = play(state, lay(A, "9 9"))
    assert kinds(run.events) == ["CombinationPlayed", "GameWon"]
    result = GAME.outcome(run.state)
    assert (result.shed, result.ended_by, result.decided_by) == (True, "both", "both")
    assert [line.cells for line in result.lines] == [("d2", "d3", "d4", "d5")]


def test_the_last_cards_may_be_three_at_once() -> None:
    run = play(position(("8 9 10", "5"), decks=("", "5")), lay(A, "8 9 10"))
    assert GAME.outcome(run.state).shed


def test_a_pass_with_nothing_to_draw_wins_nothing() -> None:
    run = play(position(("3", "5"), "B 5", decks=("", "")), Pass(A))
    assert kinds(run.events) == ["Passed"]
    assert not run.state.ended


def test_the_outcome_counts_plays_passes_clears_and_climbs() -> None:
    state = position(
        ("9", "5"),
        decks=("", "5"),
        plays=(11, 13),
        passes=(4, 6),
        clears=2,
    )
    result = GAME.outcome(play(state, lay(A, "9")).state)
    assert (result.plays, result.passes) == ((12, 13), (4, 6))  # one more play of A
    assert (result.clears, result.climbs) == (2, 11)  # 4 + 6 passes ended a climb, one is open


def test_there_are_no_points() -> None:
    state = play(position(("9", "5"), decks=("", "5")), lay(A, "9")).state
    assert GAME.scores(state) == (None, None)
    assert GAME.scores(position(("9", "5"))) == (None, None)
