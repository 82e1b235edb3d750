"""Lines beside a replay, by hand: who leads by what, what each reader may count, time to think."""

from collections.abc import Sequence
from typing import Any

import pytest

from analytics.figures import Band, Trace, steps
from analytics.lines import Counted, Line, Measure, Row, count, feelings, lines
from domain.games import GAMES, LANTERN_MOTHS, LEPIDOPTERY, NOCTURNIS
from domain.games.lepidoptery.actions import Pass, Play
from domain.session import Session
from domain.session.commands import note_feeling
from tests.analytics.build import Request, bots, people, play, replayed


def seen(session: Session, seat: int | None = None, whole: bool = False) -> Counted:
    """Count a session as a seat, as everybody or as somebody who sees everything sees it."""
    game = session.game
    states = [state for _, _, state in session.history()]
    return count(session, states if whole else [game.observe(state, seat) for state in states])


def named(counted: Counted) -> dict[str, Line]:
    """Return the lines by name."""
    return {line.name: line for line in lines(counted)}


def of(*rows: Row, ahead: int = 1) -> Counted:
    """Count nothing but one measure of two or more seats."""
    none: tuple[Row, ...] = ((None,) * len(rows[0]),) * len(rows)
    measure = Measure("score", "Score", "points", lambda _: (), ahead)
    return Counted(((measure, rows),), none, ((),) * len(rows), none, none)


def test_the_lead_is_the_margin_of_whoever_is_ahead() -> None:
    lead = named(of((0, 0, 0), (4, 0, 0), (4, 7, 0), (7, 7, 9)))["lead"]
    assert lead.unit == "points"
    assert lead.rows == ((0, 0, 0), (4, None, None), (None, 3, None), (None, None, 2))


def test_where_fewer_are_ahead_the_fewest_lead() -> None:
    lead = named(of((40, 40), (37, 40), (37, 35), ahead=-1))["lead"]
    assert lead.rows == ((0, 0), (3, None), (None, 2))


def test_nobody_leads_a_game_alone_or_one_whose_numbers_are_hidden() -> None:
    assert "lead" not in named(of((0,), (4,)))
    assert "lead" not in named(of((0, 0), (4, None)))


def test_a_line_is_left_out_unless_some_seat_that_has_something_is_known_throughout() -> None:
    assert "score" in named(of((0, 0), (4, None)))
    assert "score" in named(of((0, 0), (0, 0)))
    assert "score" not in named(of((0, 0), (None, 0)))
    assert "score" not in named(of((0, 0), (None, None), (4, 3)))


def climb(state: Any, legal: Sequence[Any]) -> Any:
    """Choose the lowest play without a Joker, and pass otherwise."""
    plays = [action for action in legal if isinstance(action, Play) and action.joker is None]
    return min(plays, key=lambda a: (len(a.ranks), a.ranks), default=Pass(state.turn))


def test_lepidoptery_counts_cards_left_and_tokens() -> None:
    session = replayed(play("cards", people(2), game=LEPIDOPTERY, start=0, choose=climb, moves=2))
    found = named(seen(session))
    deck = len(session.rules.components.deck)
    first = next(move.event for move in session.moves if hasattr(move.event, "ranks"))
    assert found["left"].rows[0] == (deck, deck)
    assert found["left"].rows[1] == (deck - len(first.ranks), deck)
    assert found["tokens"].rows[:2] == ((0, 0), (1, 0))
    assert found["lead"].rows[:2] == ((0, 0), (len(first.ranks), None))
    assert found["hands"].rows[0] == (12, 12)


def test_nocturnis_counts_points_moths_and_free_squares() -> None:
    session = replayed(play("squares", people(2), game=NOCTURNIS))
    found, end = named(seen(session)), session.state
    for seat, garden in enumerate(end.gardens):
        sheet = end.sheet(seat)
        blocked = [at for at in range(len(sheet.names)) if sheet.ground.empty >> at & 1]
        marked = [at for at in range(len(sheet.names)) if garden.marked >> at & 1]
        assert found["free"].of(seat)[-1] == len(sheet.names) - len(blocked) - len(marked)
        assert found["lured"].of(seat)[-1] == len(garden.lured)
    assert found["score"].rows[-1] == tuple(s.total for s in session.game.outcome(end).scores)
    assert found["score"].rows[0] == (0, 0)


def test_a_seat_knows_its_own_points_and_everybody_only_how_many_moths() -> None:
    session = replayed(play("lanterns", people(3)))
    whole, own, public = (
        named(seen(session, 1, True)),
        named(seen(session, 1)),
        named(seen(session)),
    )
    assert own["score"].of(1) == whole["score"].of(1)
    assert own["lead"].unit == public["lead"].unit == "moths taken"
    assert whole["lead"].unit == "points"
    assert public["moths"].rows == whole["moths"].rows
    last = next(i for i, (_, _, s) in enumerate(session.history()) if s.ended)
    taken = [seat for seat in range(3) if whole["moths"].rows[last - 1][seat]]
    for seat in taken:
        assert own["score"].rows[last - 1][seat] is None or seat == 1


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_options_of_a_hidden_hand_are_the_most_that_there_could_be(game: Any) -> None:
    session = replayed(play("options", people(2), game=game, moves=40, end="live"))
    whole, own, public = (
        named(seen(session, 0, True)),
        named(seen(session, 0)),
        named(seen(session)),
    )
    assert whole["options"].most == ()
    assert own["options"].most == (1,)
    assert public["options"].most == (0, 1)
    assert own["options"].of(0) == whole["options"].of(0)
    for step, (_, _, state) in enumerate(session.history()):
        for seat in (0, 1):
            real, most = (found["options"].rows[step][seat] for found in (whole, public))
            if seat in game.to_act(state):
                assert real == len(game.legal_actions(state, seat))
                assert most is not None
                assert real <= most
            else:
                assert real is most is None


def test_thinking_is_the_gap_before_each_action_of_a_person() -> None:
    session = replayed(play("time", (people(1)[0], bots(1)[0]), seconds=(7,), moves=20))
    thinking = named(seen(session))["thinking"]
    acted = dict(session.actions)
    assert {at for at, row in enumerate(thinking.rows) if row != (None, None)} == {
        at for at, action in acted.items() if action.seat == 0
    }
    assert {number for number in thinking.of(0) if number is not None} == {7}
    assert set(thinking.of(1)) == {None}


def test_where_no_clock_ran_nothing_is_said_about_time() -> None:
    for session in (
        replayed(play("typed in", people(2), moves=9, timed=False)),
        replayed(play("bots", bots(2), moves=9, mode="simulated")),
    ):
        assert "thinking" not in named(seen(session))


def test_the_past_of_a_step_is_what_it_was_when_nothing_more_was_known() -> None:
    session = replayed(play("past", people(2), moves=30))
    game, states = session.game, [state for _, _, state in session.history()]
    for step in (0, 9, 17):
        assert seen(session, 0).until(step) == count(
            session, [game.observe(state, 0) for state in states[: step + 1]]
        )


def test_feelings_stand_at_their_step_and_later_ones_are_kept_back() -> None:
    requests = play("felt", people(2), moves=12, end="live")
    for step, seat, feeling in ((9, 1, "bored"), (4, 0, "fun")):
        session = replayed(requests)
        noted = note_feeling(session, step, seat, feeling)
        requests.append(Request(requests[-1].at, noted))
    session = replayed(requests)
    assert feelings(session, 20) == [(4, 0, "fun"), (9, 1, "bored")]
    assert feelings(session, 8) == [(4, 0, "fun")]


def test_seats_of_a_figure_are_told_apart_by_dash_and_marker() -> None:
    traces = [Trace(name, seat, (0, seat)) for seat, name in enumerate("ABCDEFGH")]
    figure = steps(traces, [Band(1, 0, 4), Band(2, 4, 9)], "points", "held", 9)
    looks = {(t["line"]["dash"], t["marker"]["symbol"]) for t in figure["data"]}
    assert len(looks) == 8
    assert [(s["x0"], s["x1"]) for s in figure["layout"]["shapes"]] == [(4, 9)]
    assert [note["text"] for note in figure["layout"]["annotations"]] == ["1", "2"]
    assert all("transform" not in trace and "x" not in trace for trace in figure["data"])


def test_the_games_of_the_registry_all_have_lines() -> None:
    for game in GAMES.values():
        session = replayed(play("any", people(2), game=game, moves=6, end="live"))
        assert {"lead", "options", "hands"} <= set(named(seen(session)))
    assert LANTERN_MOTHS.name in GAMES
