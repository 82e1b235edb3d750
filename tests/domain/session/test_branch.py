"""What if? A new session with the past of another one."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.chance import Observed, Shuffled, Told
from domain.errors import Invalid, SessionError
from domain.game import Game
from domain.games import GAMES, find
from domain.games.lantern_moths.actions import Draw, Light, Plant
from domain.session import Session
from domain.session.amend import amend
from domain.session.branch import branch, choosing_step, only_at_a_table
from domain.session.commands import abandon, take_back
from domain.session.events import Branch, IrregularityStood, Player, SessionOpened
from domain.session.replay import parts
from tests.domain.session.branches import entries, events_of, opened, played
from tests.domain.session.tables import ID, do, let, on, open_table, random_log

LANTERN = find("lantern-moths")
DEALT = ["X", "B1", "B1", "B1", "B1", "B1", "E1", "E1", "E1", "E1", "E1"]
ADA, BEN = Player("Ada"), Player("Ben")
BOT = Player("Random B", "random")


def logged(*dealt: str | None) -> Session:
    """A table's log: Ada draws V3 and lights a wick, Ben draws R2."""
    table = open_table(LANTERN, Observed(dealt or DEALT))
    return do(table, (Draw(0), "V3"), Light(0, "b2"), (Draw(1), "R2"))


def a_round() -> Session:
    """A whole round's log: both light and plant; what each refilled was not seen."""
    table = open_table(LANTERN, Observed(DEALT))
    table = do(table, Light(0, "b2"), Plant(0, "B1", "b2"), Light(1, "b2"))
    return do(table, (Plant(1, "E1", "b2"), None, None))


def stopped() -> Session:
    """The same, dealt by mothlog and abandoned."""
    table = open_table(LANTERN, Observed(DEALT), mode="digital")
    session = do(table, (Draw(0), "V3"), Light(0, "b2"), (Draw(1), "R2"))
    return on(session, abandon(session))


def test_a_branch_has_the_moves_up_to_its_step_in_their_times() -> None:
    session = stopped()
    made = opened(branch(session, 2))
    assert made.moves[0].at == made.log[0].at == session.log[0].at
    assert events_of(made) == events_of(session)[:3]
    assert [m.at for m in made.moves] == [m.at for m in session.moves[:3]]
    assert (made.status, made.state) == ("live", session.state_at(2))


def test_it_says_where_it_comes_from_and_keeps_what_was_played_with() -> None:
    session = stopped()
    told = branch(session, 1, [ADA, BOT], "same", title=" Ben lights first ", tags=("wicks",))
    ((_, (opening, *_)), *_rest) = told
    assert isinstance(opening, SessionOpened)
    assert opening.branch == Branch(ID, 1, "same")
    assert (opening.players, opening.title, opening.tags) == (
        (ADA, BOT), "Ben lights first", ("wicks",),
    )  # fmt: skip
    assert (opening.timed, opening.mode, opening.seed, opening.place) == (
        False,
        "digital",
        None,
        "",
    )
    was = session.opened
    assert (opening.game, opening.rules, opening.options) == (was.game, was.rules, was.options)
    assert (opening.edition, opening.edition_hash) == (was.edition, was.edition_hash)


def test_a_step_at_which_no_seat_chooses_is_answered_with_the_nearest_one_before() -> None:
    """Ben's second action ends the round: what follows from it is no step to choose at."""
    session = a_round()
    last = session.last_step
    assert [choosing_step(session, step) for step in range(4)] == [0, 1, 2, 3]
    assert last > 5
    assert {choosing_step(session, step) for step in range(4, last)} == {3}
    assert choosing_step(session, last) == last
    assert opened(branch(session, 5)).opened.branch == Branch(ID, 3)


def test_after_the_last_choice_of_a_finished_game_there_is_none() -> None:
    session = played(LANTERN, 2, 3)
    last = session.actions[-1][0] - 1
    assert choosing_step(session, session.last_step) == last < session.last_step


@pytest.mark.parametrize("step", [-1, 4])
def test_a_step_that_is_not_there_is_refused(step: int) -> None:
    with pytest.raises(SessionError, match=f"no step {step} in session"):
        branch(logged(), step)


def test_a_session_that_is_played_cannot_be_branched() -> None:
    live = open_table(LANTERN, Observed(DEALT), mode="digital")
    with pytest.raises(SessionError, match="still played, and a branch would show its hands"):
        branch(live, 0)


def test_what_was_taken_back_is_no_past() -> None:
    session = stopped()
    table = open_table(LANTERN, Observed(DEALT), mode="digital")
    once = do(table, (Draw(0), "V1"))
    again = do(on(once, take_back(once, 0)), (Draw(0), "V3"))
    again = on(again, abandon(again))
    assert events_of(opened(branch(again, 1))) == events_of(session)[:2]


def test_an_amended_session_gives_its_moves_as_they_stand() -> None:
    session = logged()
    amended = on(session, [amend(session, 1, Draw(0), Told(["V1"])).event])
    made = opened(branch(amended, 3))
    assert events_of(made) == events_of(amended)
    assert [*parts(made.log)][-1].after == made


def test_players_that_are_too_many_or_of_one_name_are_refused() -> None:
    with pytest.raises(SessionError, match="3 players, expected 2 as in the session"):
        branch(stopped(), 1, [ADA, BEN, BOT])
    with pytest.raises(Invalid, match="the name 'Ada' is used twice"):
        branch(stopped(), 1, [ADA, ADA])


def test_a_log_without_unknown_cards_goes_on_digitally_or_at_a_table() -> None:
    assert only_at_a_table(logged(), 3) == ""
    assert opened(branch(logged(), 3, [ADA, BOT])).opened.mode == "digital"
    assert opened(branch(logged(), 3, way="table")).opened.mode == "table"
    with pytest.raises(SessionError, match="bots cannot sit at a table that is logged"):
        branch(logged(), 3, [ADA, BOT], way="table")


def test_a_log_with_unknown_cards_stays_one() -> None:
    session = logged(*DEALT[:10], None)
    assert only_at_a_table(session, 0) == "not every card was seen"
    assert opened(branch(session, 3)).opened.mode == "table"
    with pytest.raises(SessionError, match="digitally: not every card was seen up to step 3"):
        branch(session, 3, way="digital")
    with pytest.raises(SessionError, match=r"bots cannot sit.*: not every card was seen up to"):
        branch(session, 3, [ADA, BOT])


def test_cards_that_were_not_seen_later_do_not_matter() -> None:
    session = a_round()
    assert only_at_a_table(session, 3) == ""
    assert only_at_a_table(session, session.last_step) == "not every card was seen"


def test_a_play_against_the_rules_stands_in_the_branch_too() -> None:
    """Ada draws a third time: only the log of a table can hold that."""
    table = open_table(LANTERN, Observed(DEALT))
    session = do(table, (Draw(0), "V3"), Light(0, "b2"))
    session = do(let(session, Draw(0), "V2"), (Draw(1), "R2"))
    assert only_at_a_table(session, 2) == ""
    assert only_at_a_table(session, 3) == "a play against the rules stood"
    made = opened(branch(session, 4))
    assert made.opened.mode == "table"
    assert made.irregular == session.irregular
    assert isinstance(made.log[4].event, IrregularityStood)


def test_a_session_of_another_kind_cannot_become_a_log() -> None:
    with pytest.raises(SessionError, match="can only go on digitally"):
        branch(stopped(), 1, way="table")


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
@settings(max_examples=30)
@given(seed=st.integers(0, 10**6), part=st.floats(0, 1), logging=st.booleans())
def test_every_branch_holds_against_the_rules(
    game: Game, seed: int, part: float, logging: bool
) -> None:
    """The log of a branch is one that commands could have recorded, and leads where the original
    stood; logs with unknown cards and plays against the rules too.
    """
    rng = Random(seed)
    seats = rng.choice([n for n in game.seats if n <= 3])
    if logging:
        session = random_log(game, seats, rng, 12, odds=0.1)
    else:
        session = played(game, seats, seed, Shuffled(Random(seed)))
    step = int(part * session.last_step)
    try:
        step = choosing_step(session, step)
    except SessionError:
        return
    made = entries(branch(session, step))
    *_, last = parts(made)
    assert last.after.state == session.state_at(step)
    assert events_of(last.after) == events_of(session)[: step + 1]
