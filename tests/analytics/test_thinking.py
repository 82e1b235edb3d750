"""Thinking time: recounted from the logs, medians with ranges that cover, words by hand."""

from collections import defaultdict
from statistics import median, quantiles

import numpy as np
import pytest

from analytics import stats
from analytics.medians import LEVELS, Spread
from analytics.reports.thinking import summarise
from analytics.warehouse import Warehouse
from tests.analytics.contract import holds, says_when_it_cannot_tell
from tests.analytics.ended import every_game, store_of
from tests.analytics.recount import clocked, gap

ID = "thinking-time"
EDGES = (2, 5, 10, 20, 50)


@every_game
def test_every_number_is_a_recount(game: str, request: pytest.FixtureRequest) -> None:
    kept = store_of(game, request)
    parts: dict[str, dict[str, list[tuple[float, int]]]] = defaultdict(lambda: defaultdict(list))
    for session in kept.sessions.values():
        if not clocked(session):
            continue
        for step, action in session.actions:
            if session.players[action.seat].bot is not None:
                continue
            seconds = gap(session, session.moves[step].version)
            if seconds is None:
                continue
            state = session.state_at(step - 1)
            options = session.game.count_legal(state, action.seat)
            where = ["all", f"kind:{action.__struct_config__.tag}"]
            where.append(f"options:{sum(options >= edge for edge in EDGES)}")
            where.append(f"round:{min(8, session.game.round_of(state))}")
            for part in where:
                parts[part][str(session.id)].append((seconds, step))
    answer = holds(kept.warehouse, ID, kept.filters, kept.ids)
    assert set(answer.row_keys) == set(parts)
    for row, key in zip(answer.rows, answer.row_keys, strict=True):
        each = parts[key]
        every = [seconds for found in each.values() for seconds, _ in found]
        assert row[1] == pytest.approx(median(every), abs=0.006)
        if len(every) > 1:
            nine = quantiles(every, n=10, method="inclusive")[8]
            assert row[2] == pytest.approx(nine, abs=0.006)
        assert row[5:] == [len(every), len(each)]
        if len(each) >= 12:
            assert row[3] <= row[1] <= row[4]  # type: ignore[operator]
        else:
            assert row[3:5] == [None, None]
        moments = stats.moments(kept.warehouse.cursor(), ID, kept.filters, key)
        longest = {id_: max(found, key=lambda f: (f[0], -f[1]))[1] for id_, found in each.items()}
        assert {moment[:2] for moment in moments} == set(longest.items())


def test_a_median_s_range_covers_as_often_as_it_says() -> None:
    rng, covered = np.random.default_rng(8), 0
    for _ in range(200):
        pace = rng.lognormal(0, 0.5, size=40)  # each session has a pace of its own
        seconds = pace[:, None] * rng.lognormal(2, 0.8, size=(40, 30))
        middle = np.quantile(seconds, 0.5)
        cells = [(int((own <= middle).sum()), 30, 1) for own in seconds]
        range_ = Spread(list(np.quantile(seconds, LEVELS)), cells).range
        assert range_
        covered += range_.covers(float(np.exp(2)))
    assert 182 <= covered <= 199  # 95 in 100, give or take


def test_the_longest_is_named_only_where_it_surely_is() -> None:
    def asked(slow: float) -> str:
        spread = [slow * (0.5 + level) for level in LEVELS]
        quick = [5 * (0.5 + level) for level in LEVELS]
        cells = [("all", 5, 10, 40), ("kind:draw", 5, 10, 20), ("kind:draw", 6, 12, 20)]
        cells += [("kind:lure_none", 5, 10, 20), ("kind:lure_none", 4, 8, 20)]
        rows = [("all", quick), ("kind:draw", spread), ("kind:lure_none", quick)]
        answer = summarise("Round", {"quantiles": rows, "cells": cells})
        assert answer.title == "Half of all choices take 5 seconds or less"
        return answer.summary

    assert "Longest" not in asked(5.0)
    said = "Longest and shortest by what was chosen: Draw 20"
    assert said in asked(20.0)
    assert "400 choices of people in 40 sessions: half took 5 seconds or less" in asked(20.0)


def test_with_nothing_to_count_it_says_so(empty: Warehouse) -> None:
    says_when_it_cannot_tell(ID, empty)
    assert stats.label("nocturnis", ID, "options:5")[0].endswith("session: 50 or more options")
