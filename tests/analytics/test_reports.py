"""Each report against a plain recount of the same sessions, and its words against its numbers."""

from collections import Counter
from statistics import mean, stdev

import pytest
from scipy import stats as scipy_stats

from analytics import stats
from analytics.filters import Filters
from analytics.findings import Finding
from analytics.reports import dusk, for_game, length, score_parts, seat_wins, wick_fate
from analytics.warehouse import Warehouse
from domain.games import LANTERN_MOTHS as GAME
from domain.session import Session
from domain.session.events import Amended
from tests.analytics import recount
from tests.analytics.build import Log

SHARED = ("overview", "seat-wins", "length")
REPORTS = {r.id: r for r in for_game("lantern_moths") if r.games or r.id in SHARED}
ALL = Filters("lantern_moths")
THREE = Filters("lantern_moths", seats=(3,))
ODD = Filters("lantern_moths", include=("unfinished", "abandoned", "branches", "amended"))


def counted(log: Log, filters: Filters) -> dict[int, Session]:
    """Return the sessions that these filters let in."""
    return {
        number: session
        for number, session in log.sessions().items()
        if (filters.include or _counts(session))
        and (not filters.seats or len(session.players) in filters.seats)
    }


def _counts(session: Session) -> bool:
    """Whether a session counts unless somebody asks for others."""
    amended = any(isinstance(entry.event, Amended) for entry in session.log)
    return session.status in ("closed", "finished") and not session.opened.branch and not amended


def finding(warehouse: Warehouse, filters: Filters, id: str) -> Finding:
    """Ask one report."""
    (found,) = stats.findings(warehouse.cursor(), filters, [id])
    return found


def t_range(values: list[float]) -> tuple[float, float]:
    """Return Student's 95 % range."""
    low, high = scipy_stats.t.interval(
        0.95, len(values) - 1, mean(values), stdev(values) / len(values) ** 0.5
    )
    return float(low), float(high)


def wilson(wins: float, n: int) -> tuple[float, float]:
    """Return Wilson's 95 % range, from its definition: where z is 1.96 deviations away."""
    z = scipy_stats.norm.ppf(0.975)
    a, b, c = n + z * z, -(2 * wins + z * z), wins * wins / n
    root = (b * b - 4 * a * c) ** 0.5
    return (-b - root) / (2 * a), (-b + root) / (2 * a)


filters_of_all_kinds = pytest.mark.parametrize("filters", [ALL, THREE, ODD])


@filters_of_all_kinds
def test_seat_wins(filters: Filters, log: Log, warehouse: Warehouse) -> None:
    sessions: Counter[tuple[int, int]] = Counter()
    alone, shared, wins = Counter(sessions), Counter(sessions), Counter[tuple[int, int]]()
    for session in counted(log, filters).values():
        outcome = GAME.outcome(session.state)
        if outcome is None:
            continue
        seats, start = len(session.players), session.moves[0].event.start  # type: ignore[attr-defined]
        for nth in range(seats):
            key, seat = (seats, nth + 1), (start + nth) % seats
            sessions[key] += 1
            if outcome.winners == (seat,):
                alone[key] += 1
            elif seat in outcome.winners:
                shared[key] += 1
            if seat in outcome.winners:
                wins[key] += 1 / len(outcome.winners)  # type: ignore[assignment]
    found = finding(warehouse, filters, "seat-wins")
    assert len(found.rows) == len(sessions)
    for row, key in zip(found.rows, sorted(sessions), strict=True):
        n = sessions[key]
        ordinal = ("1st", "2nd", "3rd", "4th")[key[1] - 1]
        assert row[:5] == [ordinal, key[0], n, alone[key], shared[key]]
        assert row[5] == pytest.approx(wins[key] / n, abs=1e-4)
        expected = wilson(wins[key], n) if n >= 12 else (None, None)
        assert tuple(row[6:]) == pytest.approx(expected, abs=1e-4)


@filters_of_all_kinds
def test_score_parts(filters: Filters, log: Log, warehouse: Warehouse) -> None:
    points: dict[str, list[float]] = {name: [] for name in score_parts.PARTS}
    ahead: dict[str, list[float]] = {name: [] for name in score_parts.PARTS}
    for number, session in counted(log, filters).items():
        outcome = GAME.outcome(session.state)
        if outcome is None:
            continue
        rows = [row[2:5] for row in recount.scores(number, session)]
        for nth, name in enumerate(score_parts.PARTS):
            values = [sum(row) if name == "total" else row[nth] for row in rows]
            points[name].append(mean(values))
            won = [v for seat, v in enumerate(values) if seat in outcome.winners]
            lost = [v for seat, v in enumerate(values) if seat not in outcome.winners]
            if lost:
                ahead[name].append(mean(won) - mean(lost))
    found = finding(warehouse, filters, "score-parts")
    for row, name in zip(found.rows, score_parts.PARTS, strict=True):
        assert row[:2] == [score_parts.PARTS[name], len(points[name])]
        expected = [mean(points[name]), *t_range(points[name])]
        expected += [mean(ahead[name]), *t_range(ahead[name])]
        assert row[2:] == pytest.approx(expected, abs=0.006)


@filters_of_all_kinds
def test_length(filters: Filters, log: Log, warehouse: Warehouse) -> None:
    ended = [s for s in counted(log, filters).values() if s.status in ("closed", "finished")]
    rounds = [GAME.round_of(session.state) for session in ended]
    found = finding(warehouse, filters, "length")
    assert found.rows == [[n, count] for n, count in sorted(Counter(rounds).items())]
    low, high = t_range([float(n) for n in rounds])
    actions = [float(row[24]) for s in ended for row in recount.sessions(0, s)]
    less, more = t_range(actions)
    assert (
        f"On average {_one(mean(rounds))} rounds ({_one(low)} to {_one(high)}) and "
        f"{_one(mean(actions))} actions ({_one(less)} to {_one(more)})."
    ) in found.summary
    minutes = [row[20] / 60 for s in ended for row in recount.sessions(0, s) if row[20]]
    low, high = t_range(minutes)
    said = f"{mean(minutes):.0f} minutes ({low:.0f} to {high:.0f})"
    if len(minutes) < 12:
        said = "too few to say minutes"
    assert f"A clock ran in {len(minutes)} sessions: {said}." in found.summary


@filters_of_all_kinds
def test_wick_fate(filters: Filters, log: Log, warehouse: Warehouse) -> None:
    fates: Counter[tuple[str, str]] = Counter()
    for number, session in counted(log, filters).items():
        for row in recount.wicks(number, session):
            fates["All rounds", row[-1]] += 1
            fates[("Rounds 1–2", "Rounds 3–4", "Rounds 5–6")[(row[5] - 1) // 2]
                  if row[5] <= 6 else "Round 7 on", row[-1]] += 1  # fmt: skip
    found = finding(warehouse, filters, "wick-fate")
    names = {name: fate for fate, (name, _) in wick_fate.FATES.items()}
    assert len(found.rows) == 20
    for group, name, n, of, share, low, high in found.rows:
        assert n == fates[str(group), names[str(name)]]
        total = sum(count for (where, _), count in fates.items() if where == group)
        assert of == total
        assert share == pytest.approx(n / total, abs=1e-4)  # type: ignore[operator]
        assert low <= share <= high  # type: ignore[operator]
    took, lit = fates["All rounds", "took"], sum(fates.values()) // 2
    assert f"{took:,} of {lit:,} lit wicks took moths" in found.summary


@filters_of_all_kinds
def test_dusk(filters: Filters, log: Log, warehouse: Warehouse) -> None:
    cards: Counter[tuple[int, int, str]] = Counter()
    for number, session in counted(log, filters).items():
        cards.update((row[2], row[3], row[5]) for row in recount.dusk(number, session))
    found = finding(warehouse, filters, "dusk")
    cells = sorted({card[:2] for card in cards})
    expected = []
    for nth, round_ in cells:
        action, refill = (cards[nth, round_, during] for during in ("action", "refill"))
        ordinal = ("1st", "2nd", "3rd", "4th", "5th", "6th")[nth - 1]
        expected.append([ordinal, round_, action + refill, action, refill])
    assert found.rows == expected
    fourth = sum(row[2] for row in expected if row[0] == "4th")
    refill = sum(row[4] for row in expected if row[0] == "4th")
    low, high = wilson(refill, fourth)
    said = f"{refill} of {fourth} sessions saw the fourth Dusk card while drawing up to 5"
    assert f"{said} ({100 * low:.0f} to {100 * high:.0f}%)" in found.summary


@filters_of_all_kinds
def test_overview(filters: Filters, log: Log, warehouse: Warehouse) -> None:
    sessions = counted(log, filters).values()
    rows = [row for session in sessions for row in recount.sessions(0, session)]
    people = {p.name for session in sessions for p in session.players if p.bot is None}
    found = finding(warehouse, filters, "overview")
    assert found.title == f"{len(rows)} sessions, {len(people)} people"
    assert sum(row[2] for row in found.rows) == len(rows)  # type: ignore[misc]
    rounds, actions = sum(row[21] for row in rows), sum(row[24] for row in rows)
    assert f"{rounds:,} rounds and {actions:,} actions" in found.summary
    hours = sum(row[20] or 0 for row in rows) / 3600
    assert sum(row[5] or 0 for row in found.rows) == pytest.approx(hours, abs=0.05)  # type: ignore[misc]


@pytest.mark.parametrize("id", list(REPORTS))
def test_the_moments_behind_each_row(id: str, log: Log, warehouse: Warehouse) -> None:
    ids = {str(session.id): session for session in counted(log, ALL).values()}
    found = finding(warehouse, ALL, id)
    assert len(found.row_keys) == len(found.rows)
    for row, key in zip(found.rows, found.row_keys, strict=True):
        moments = stats.moments(warehouse.cursor(), id, ALL, key)
        assert all(step in range(len(ids[session].moves)) for session, step, _ in moments)
        assert len(moments) == len(set(moments)) or id == "wick-fate"
        names = [ids[session].moves[step].event.stored_name for session, step, _ in moments]
        if id in ("overview", "dusk", "length"):
            assert len(moments) == row[found.columns.index("Sessions")]
        if id == "seat-wins":
            assert len(moments) == row[3] + row[4]  # type: ignore[operator]
        if id == "wick-fate":
            assert len(moments) == row[2]
            assert all(seat in range(len(ids[session].names)) for session, _, seat in moments)
            ends = {"took": "taken", "empty": "out", "contested": "kept", "ghost": "kept"}
            assert all(f"_{ends[key.split(':')[1]]}:1" in name for name in names)
        elif id == "dusk":
            assert {*names, "lantern_moths.dusk_placed:1"} == {"lantern_moths.dusk_placed:1"}
        else:
            assert set(names) <= {"lantern_moths.night_ended:1"}
        assert stats.moments(warehouse.cursor(), id, ALL, key, limit=1) == moments[:1]


@pytest.mark.parametrize(
    ("id", "key", "label"),
    [
        ("overview", "mixed:3", "People and bots, 3 seats"),
        ("seat-wins", "4:3", "3rd of 4 seats, wins"),
        ("score-parts", "ghosts", "Points for Ghosts"),
        ("length", "17", "17 rounds"),
        ("wick-fate", "7-on:ghost", "Lit wicks, Ghost blocked: round 7 on"),
        ("dusk", "4:7", "4th Dusk card, round 7"),
    ],
)
def test_every_row_says_what_it_counts(id: str, key: str, label: str) -> None:
    assert stats.label("lantern_moths", id, key)[0] == label


@pytest.mark.parametrize("id", list(REPORTS))
@pytest.mark.parametrize("key", ["", "nonsense", "1:2:3", "all:nowhere", "-"])
def test_a_row_that_is_not_there_has_no_moments(id: str, key: str, warehouse: Warehouse) -> None:
    with pytest.raises(KeyError, match="no row"):
        stats.moments(warehouse.cursor(), id, ALL, key)


def test_with_no_session_every_report_says_so(empty: Warehouse) -> None:
    for found in stats.findings(empty.cursor(), ALL, REPORTS):
        assert found.rows == []
        assert found.figure is None
        assert found.counted == 0
        if found.id != "overview":
            assert found.too_few
            assert found.missing == 12
            assert found.summary == "No session to count yet. A first range needs 12."


def test_below_twelve_sessions_no_range_is_drawn(log: Log, empty: Warehouse) -> None:
    log.up_to(log.end).follow(empty)
    few = Filters("lantern_moths", played_by="mixed")
    for found in stats.findings(empty.cursor(), few, REPORTS):
        if found.id == "overview":
            continue
        assert found.too_few
        assert 0 < found.missing <= 12
        assert found.figure is None
        assert found.rows
        assert f"{found.missing} more before a first range." in found.summary
        for column in ("From", "To", "Ahead from", "Ahead to"):
            if column in found.columns:
                assert {row[found.columns.index(column)] for row in found.rows} == {None}


def seat_rows(*wins: float, sessions: int = 41) -> list[tuple[object, ...]]:
    """Return rows as the query of seat-wins does, for one number of seats."""
    return [(len(wins), n, sessions, int(won), 0, won, 0) for n, won in enumerate(wins, 1)]


@pytest.mark.parametrize(
    ("rows", "title"),
    [
        (seat_rows(16, 16, 9), "No seat stands out yet"),
        (seat_rows(1350, 1330, 1320, sessions=4000), "No seat stands out"),
        (seat_rows(25, 8, 8), "The 1st wins more than its share"),
        (seat_rows(19, 19, 3), "The 3rd wins less than its share"),
        (
            [*seat_rows(30, 11), *seat_rows(14, 14, 13)],
            "The 1st of 2 wins more than its share",
        ),
        (seat_rows(3, 2, 4, sessions=9), "Too few sessions to say which seat wins"),
    ],
)
def test_a_seat_stands_out_only_where_its_range_does(
    rows: list[tuple[object, ...]], title: str
) -> None:
    assert seat_wins.summarise({"places": rows}).title == title


def test_one_of_many_ranges_beside_its_share_is_no_finding() -> None:
    # 2 of 24: Wilson's 95 % ends at 0.2585, over 0.25; 2 of 25 at 0.2497, under it. Four ranges
    # are looked at, so the one that counts is the 98.75 % range, which ends at 0.296.
    answer = seat_wins.summarise({"places": seat_rows(2, 8, 8, 7, sessions=25)})
    assert answer.title == "No seat stands out yet"
    assert answer.rows[0][7] == pytest.approx(0.2497, abs=1e-4)
    assert "With 4 ranges looked at, one beside its share says little." in answer.summary


def test_the_mock_up_s_card() -> None:
    answer = seat_wins.summarise({"places": seat_rows(16, 16, 9)})
    assert answer.summary == (
        "41 sessions with 3 seats: 1st seat 16 of 41 (26 to 54%), 2nd 16 of 41 (26 to 54%) and "
        "3rd 9 of 41 (12 to 37%). Every range covers an even share. About 120 more sessions would "
        "narrow each to 15 points. No win was shared."
    )


def test_shared_wins_are_said_also_where_no_range_is_drawn() -> None:
    # One of three four-seat sessions was shared by two seats: 1/2 + 1/2 makes one shared win.
    four = [(4, 1, 3, 1, 0, 1, 0), (4, 2, 3, 1, 0, 1, 0)]
    four += [(4, 3, 3, 0, 1, 0.5, 0.5), (4, 4, 3, 0, 1, 0.5, 0.5)]  # type: ignore[list-item]
    answer = seat_wins.summarise({"places": [*seat_rows(16, 16, 9), *four]})
    assert sum(row[4] for row in answer.rows) == 2  # type: ignore[misc]
    assert "3 sessions with 4 seats: too few to say." in answer.summary
    assert answer.summary.endswith(
        "1 win was shared, counting a shared win in parts: a half for each of two seats."
    )


@pytest.mark.parametrize(
    ("cells", "title"),
    [
        ([(3, 1, 0, 0, 40), (6, 1, 1, 0, 40)], "Three in four lit wicks take moths"),
        ([(2, 2, 0, 0, 30), (1, 1, 0, 0, 30)], "Half of all lit wicks take moths"),
        ([(1, 2, 0, 0, 400)], "One in three lit wicks takes moths"),
        ([(45, 55, 0, 0, 4000)], "180,000 of 400,000 lit wicks took moths"),
        ([(3, 1, 0, 0, 5)], "Too few sessions to say what becomes of wicks"),
    ],
)
def test_a_fraction_is_said_only_where_the_range_covers_it(
    cells: list[tuple[int, ...]], title: str
) -> None:
    rows = [(-1, *cell) for cell in cells] + [(0, *cell) for cell in cells]
    assert wick_fate.summarise({"fates": rows}).title == title


@pytest.mark.parametrize(
    ("action", "refill", "title"),
    [
        (6, 35, "The fourth Dusk card usually falls in the refill"),
        (35, 6, "The fourth Dusk card usually falls in a Draw action"),
        (20, 21, "No saying yet where the fourth Dusk card falls"),
        (500, 510, "The fourth Dusk card falls in turns and refills alike"),
        (5, 6, "Too few sessions to say when the night ends"),
    ],
)
def test_where_the_fourth_dusk_card_falls(action: int, refill: int, title: str) -> None:
    assert dusk.summarise({"cards": [(4, 7, action, refill)]}).title == title


@pytest.mark.parametrize(
    ("rounds", "title"),
    [
        ([(7, 40)], "Most sessions last 7 rounds"),
        ([(5, 3), (6, 14), (7, 15), (8, 4)], "Most sessions last 6 to 7 rounds"),
        ([(4, 6), (9, 6)], "Most sessions last 4 to 9 rounds"),
        ([(4, 6), (9, 5)], "Too few sessions to say how long one lasts"),
    ],
)
def test_where_most_sessions_end(rounds: list[tuple[int, int]], title: str) -> None:
    total = sum(n for _, n in rounds)
    seats = [(None, total, 6.5, 1.0, 48.0, 3.0)]
    numbers = {"rounds": rounds, "seats": seats, "minutes": [(0, None, None)]}
    assert length.summarise("Round", numbers).title == title  # type: ignore[arg-type]


def part(name: str, points: float, deviation: float = 1.0) -> tuple[object, ...]:
    """Return a row as the query of score-parts does."""
    return name, 40, points, deviation, 40, 1.0, 1.0


@pytest.mark.parametrize(
    ("parts", "title"),
    [
        ((8, 1, 3), "Printed values are the largest part of a score"),
        ((3, 1, 8), "Sets make the largest part of a score"),
        ((3.2, 1, 3), "No part of a score is surely the largest yet"),
    ],
)
def test_a_part_is_the_largest_only_beyond_the_other_ranges(
    parts: tuple[float, float, float], title: str
) -> None:
    rows = [part(n, p) for n, p in zip(("printed", "ghosts", "sets"), parts, strict=True)]
    rows.append(part("total", sum(parts)))
    assert score_parts.summarise({"parts": rows}).title == title


def test_the_catalogue() -> None:
    assert list(REPORTS) == ["overview", "seat-wins", "score-parts", "length", "wick-fate", "dusk"]
    for report in REPORTS.values():
        assert report.question.endswith("?")
        assert str(report.definition).endswith(
            f"Version {report.definition.version}, {report.definition.date}."
        )


def _one(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
