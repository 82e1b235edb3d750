"""What holds of positions, views and choices in every game of Nocturnis."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from domain.games import NOCTURNIS as GAME
from domain.games.nocturnis.actions import Draw, LureNone, Mark, StopDrawing
from domain.games.nocturnis.state import State
from tests.domain.nocturnis.tables import Table, anybody, turns

modest = settings(max_examples=30, derandomize=True)


@modest
@given(anybody)
def test_the_position_at_every_step_is_the_fold_of_the_events_before_it(table: Table) -> None:
    state: State | None = None
    for before, events, after in turns(table):
        state = before if state is None else state
        for event in events:
            state = GAME.evolve(state, event)
        assert state == after


@modest
@given(anybody, st.sampled_from([0, None]))
def test_a_seats_own_log_leads_to_what_it_sees(table: Table, seat: int | None) -> None:
    own: State | None = None
    for before, events, after in turns(table):
        own = GAME.observe(before, seat) if own is None else own
        for event in events:
            own = GAME.evolve(own, GAME.redact(event, seat))
        assert GAME.observe(own, seat) == GAME.observe(after, seat)


@modest
@given(anybody)
def test_what_is_unseen_is_what_hands_and_stack_hide(table: Table) -> None:
    for _, _, after in turns(table):
        view = GAME.observe(after, None)
        hidden = after.stack.counts()
        for hand, shown in zip(after.hands, after.shown, strict=True):
            hidden += hand.counts() - shown.counts()
        assert Counter(view.unseen()) == hidden
        assert Counter(view.unseen_habitats()) == after.habitats.counts()


@modest
@given(anybody)
def test_whom_the_game_waits_for_has_something_to_choose(table: Table) -> None:
    for _, _, after in turns(table):
        waiting = GAME.to_act(after)
        assert bool(waiting) != after.ended
        for seat in range(table.seats):
            legal = GAME.legal_actions(after, seat)
            assert len(legal) == GAME.count_legal(after, seat)
            assert all(action.seat == seat for action in legal)
            forced = any(
                isinstance(a, Mark | Draw | LureNone | StopDrawing)
                or a.__struct_config__.tag in ("take_bonus", "discard")
                for a in legal
            )
            assert forced == (seat in waiting)
        every = [a for seat in range(table.seats) for a in GAME.legal_actions(after, seat)]
        assert GAME.legal_actions(after) == every
