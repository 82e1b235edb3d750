"""Guesses in blind mode: recounted from the logs, agreement by hand."""

from collections import Counter
from datetime import timedelta
from random import Random
from typing import Any

import msgspec
import pytest

from analytics import stats
from analytics.filters import Filters
from analytics.reports.guesses import summarise
from analytics.warehouse import Warehouse
from domain.games import GAMES
from domain.session.events import DecisionGuessed
from tests.analytics.build import Request, one_after_the_other, people, play, replayed
from tests.analytics.contract import holds, says_when_it_cannot_tell

ID = "guesses"


def guessed(requests: list[Request], seed: int, guesses: int) -> list[Request]:
    """Let a reader guess at some choices of a session."""
    rng, session = Random(f"test/guess/{seed}"), replayed(requests)
    at, added = requests[-1].at, list(requests)
    for step, action in rng.sample(session.actions, guesses):
        state = session.state_at(step - 1)
        named = action
        if rng.random() < 0.6:
            named = rng.choice(session.game.legal_actions(state, action.seat))
        at += timedelta(seconds=9)
        told: Any = msgspec.json.decode(msgspec.json.encode(named))
        added.append(Request(at, [DecisionGuessed(step - 1, action.seat, told)]))
    return added


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_number_is_a_recount(game: str, empty: Warehouse) -> None:
    played = [play(f"{game} {n}", people(2), game=GAMES[game], moves=30) for n in range(14)]
    log = one_after_the_other(guessed(one, n, 1 + n % 7) for n, one in enumerate(played))
    log.follow(empty)
    ended = Filters(game, include=("unfinished",))
    cursor = empty.cursor()
    cursor.execute("UPDATE sessions SET status = 'closed'")  # what is live is never counted
    counts, where = Counter[str](), dict[str, set[tuple[str, int]]]()
    for session in log.sessions().values():
        for entry in session.log:
            if isinstance(event := entry.event, DecisionGuessed):
                chosen: Any = dict(session.actions)[event.step + 1]
                told: Any = msgspec.json.decode(msgspec.json.encode(chosen))
                kind = "other" if told["type"] != event.action["type"] else "kind"
                what = "same" if told == event.action else kind
                for key in (f"all:{what}", f"{told['type']}:{what}"):
                    counts[key] += 1
                    where.setdefault(key, set()).add((str(session.id), event.step))
    answer = holds(empty, ID, ended, {str(s.id) for s in log.sessions().values()})
    shown = dict(zip(answer.row_keys, answer.rows, strict=True))
    assert {key: row[2] for key, row in shown.items() if row[2]} == counts
    for key, row in shown.items():
        kind = key.partition(":")[0]
        assert row[3] == sum(n for other, n in counts.items() if other.startswith(f"{kind}:"))
        moments = stats.moments(cursor, ID, ended, key)
        assert len(moments) == row[2]
        assert {moment[:2] for moment in moments} == where.get(key, set())
    assert answer.counted == 14


def test_a_session_that_goes_on_tells_no_guess(empty: Warehouse) -> None:
    live = [guessed(play(n, people(2), moves=9), n, 3) for n in range(13)]
    one_after_the_other(live).follow(empty)
    (found,) = stats.findings(
        empty.cursor(), Filters("lantern_moths", include=("unfinished",)), [ID]
    )
    assert found.counted == 0


@pytest.mark.parametrize(
    ("cells", "title"),
    [
        ([("", 9, 6, 5, 20), ("", 8, 6, 5, 20)], "340 of 780 guesses are what the seat did"),
        ([("", 2, 1, 1, 40)], "Half of all guesses are what the seat did"),
        ([("", 1, 2, 1, 20), ("", 0, 1, 0, 5)], "20 of 85 guesses are what the seat did"),
        ([("", 2, 1, 1, 11)], "Too few sessions to say whether readers would have done the same"),
    ],
)
def test_the_title_counts_guesses(cells: list[tuple[object, ...]], title: str) -> None:
    assert summarise({"guesses": cells}).title == title


def test_kinds_are_told_apart_only_where_they_surely_are() -> None:
    def told(draws: int) -> str:
        cells = [("", 4, 2, 4, 20), ("", 5, 1, 4, 20), ("draw", draws, 0, 6 - draws, 20)]
        cells += [("draw", draws - 2, 1, 7 - draws, 20)]
        cells += [("flip", 2, 2, 2, 20), ("flip", 1, 1, 4, 20)]
        return summarise({"guesses": cells}).summary

    assert "agree most" not in told(3)
    assert "Readers agree most where the seat chose to draw (" in told(6)
    assert "least where it chose to flip (" in told(6)


def test_with_nothing_to_count_it_says_so(empty: Warehouse) -> None:
    says_when_it_cannot_tell(ID, empty)
