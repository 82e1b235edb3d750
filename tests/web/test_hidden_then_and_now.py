"""A seat's view then and now: what it learnt since is drawn dashed, and nothing else is added."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from domain.piles import Pile
from service.web.boards import learnt
from service.web.knowledge import EVERYTHING, as_seat, as_seat_now
from service.web.playback import Playback
from tests.web.conftest import Tables


def films(tables: Tables) -> tuple[Playback, Playback, Playback]:
    """A session as the first seat saw it then, as it could know it now, and everything."""
    session = tables.finished()
    views = as_seat(session, 0), as_seat_now(session, 0), EVERYTHING
    then, now, whole = (Playback(session, view) for view in views)
    return then, now, whole


def hands(film: Playback) -> Iterator[tuple[Pile, ...]]:
    for state in film.states:
        yield state.hands


def test_now_holds_then_and_stays_within_the_truth(each: Tables) -> None:
    then, now, whole = films(each)
    more = 0
    for step in zip(hands(then), hands(now), hands(whole), strict=True):
        for was, known, truth in zip(*step, strict=True):
            assert len(was) == len(known) == len(truth)
            assert was.counts() <= known.counts() <= truth.counts()
            more += len(known.known) - len(was.known)
    assert more > 0
    assert now.states[-1] == then.states[-1]
    assert [row.sentence for row in now.rows] == [row.sentence for row in then.rows]


def test_cards_that_were_hidden_then_are_marked_and_no_others(each: Tables) -> None:
    then, now, _ = films(each)
    late = 0
    for step in range(now.last + 1):
        assert not any(any(seat.late) for seat in then.table(step).seats)
        for seat, held in zip(now.table(step).seats, now.then[step].hands, strict=True):
            assert len(seat.late) == len(seat.hand)
            assert seat.late.count(False) == len(held.known)
            late += sum(seat.late)
    assert late > 0


def test_the_page_says_which_cards_were_hidden_then(client: Any, each: Tables) -> None:
    session = each.finished()
    film = Playback(session, as_seat_now(session, 0))
    steps = range(film.last + 1)
    step = next(s for s in steps if any(any(seat.late) for seat in film.table(s).seats))
    home = f"/sessions/{session.id}"
    assert "hidden then" in client.get(f"{home}/steps/{step}?view=0-now").text
    assert "hidden then" not in client.get(f"{home}/steps/{step}?view=0").text
    for path in (f"{home}/steps/{step}", home):
        hidden = client.get(f"{path}?step={step}&view=0-now&hide=1").text
        assert "hidden then" not in hidden
    told = client.get(f"{home}.json?step={step}&view=0-now").get_json()
    assert told["view"] == "seat-now"
    known = msgspec.to_builtins(session.game.as_data(film.states[step]))
    assert told["state"]["hands"] == msgspec.json.decode(msgspec.json.encode(known["hands"]))


@pytest.mark.parametrize(
    ("then", "late"),
    [
        (Pile.of(["a", "b"]), (False, False, True)),
        (Pile.of(["a"], unknown=2), (False, True, True)),
        (Pile(unknown=3), (True, True, True)),
        (None, (False, False, False)),
    ],
)
def test_each_copy_of_a_card_counts_once(then: Pile | None, late: tuple[bool, ...]) -> None:
    assert learnt(["a", "b", "b"], then) == late
