"""Each report about Lepidoptery against a plain recount, and its words against its numbers."""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from statistics import mean
from typing import Any

import plotly.graph_objects as go
import pytest

from analytics import stats
from analytics.figures import aligned
from analytics.filters import Filters
from analytics.findings import Finding
from analytics.reports import (
    clears,
    climbs,
    column_fill,
    combinations,
    first_lead,
    for_game,
    hands,
    joker,
    passes,
    win_kinds,
)
from analytics.warehouse import Warehouse
from domain.games import LEPIDOPTERY as GAME
from domain.session import Session
from tests.analytics import recount_lepidoptery as recount
from tests.analytics.build import Log, bots, one_after_the_other, play
from tests.analytics.test_lepidoptery import patient
from tests.analytics.test_reports import t_range, wilson

ALL = Filters("lepidoptery")
SHARED = ("overview", "length")
IDS = [report.id for report in for_game("lepidoptery") if report.games or report.id in SHARED]
PHASES = ("Early", "Middle", "Late")


def counted(log: Log) -> dict[int, Session]:
    """Return the sessions that are counted: those that are over."""
    return {
        number: session
        for number, session in log.sessions().items()
        if session.game is GAME and session.status in ("closed", "finished")
    }


def rows_of(log: Log, table: str) -> Iterator[dict[str, Any]]:
    """Recount a table's rows for the counted sessions."""
    names, rows = recount.TABLES.get(table, (recount.CLIMBS, recount.climbs))
    for number, session in counted(log).items():
        for row in rows(number, session):
            yield dict(zip(names, row, strict=True)) | {"of": session}


def phase(row: dict[str, Any]) -> str:
    """Name the third of its cards that a seat has left: 38 in all."""
    left = row["hand"] + row["deck"]
    return PHASES[0] if left > 25 else PHASES[1] if left > 12 else PHASES[2]


def finding(warehouse: Warehouse, id: str) -> Finding:
    """Ask one report."""
    (found,) = stats.findings(warehouse.cursor(), ALL, [id])
    return found


def winner(session: Session) -> int:
    """Return who won."""
    return session.moves[-1].event.seat  # type: ignore[attr-defined,no-any-return]


def test_first_lead(climbing_log: Log, climbing_warehouse: Warehouse) -> None:
    sessions = list(counted(climbing_log).values())
    first = [winner(s) == s.moves[0].event.start for s in sessions]  # type: ignore[attr-defined]
    found = finding(climbing_warehouse, "first-lead")
    n, won = len(sessions), sum(first)
    assert found.rows[0][:4] == ["Every win", n, won, pytest.approx(won / n, abs=1e-4)]
    assert tuple(found.rows[0][4:]) == pytest.approx(wilson(won, n), abs=1e-4)
    assert sum(row[1] for row in found.rows[1:]) == n  # type: ignore[misc]
    assert sum(row[2] for row in found.rows[1:]) == won  # type: ignore[misc]
    low, high = (f"{100 * end:.0f}" for end in wilson(won, n))
    assert f"Whoever led first won {won} of {n} sessions" in found.summary
    assert f"({low} to {high}%), where an even share is 50%." in found.summary


def test_win_kinds(climbing_log: Log, climbing_warehouse: Warehouse) -> None:
    ways: Counter[str] = Counter()
    for row in rows_of(climbing_log, "lep_games"):
        lines = row["lines"]
        if row["shed"]:
            ways["Both at once" if lines else "Shedding out"] += 1
        else:
            ways["Several lines" if len(lines) > 1 else f"A {lines[0]} line"] += 1
    found = finding(climbing_warehouse, "win-kinds")
    assert {row[0]: row[1] for row in found.rows} == dict(ways)
    for _, n, of, share, low, high in found.rows:
        assert of == ways.total()
        assert share == pytest.approx(n / of, abs=1e-4)  # type: ignore[operator]
        assert (low, high) == pytest.approx(wilson(n, of), abs=1e-4)  # type: ignore[arg-type]


def test_combinations(climbing_log: Log, climbing_warehouse: Warehouse) -> None:
    mix: Counter[tuple[str, str]] = Counter()
    for row in rows_of(climbing_log, "lep_plays"):
        name = row["kind"].replace("run", "run of ")
        mix.update([("All game", name), (phase(row), name)])
    found = finding(climbing_warehouse, "combinations")
    assert len(found.rows) == 20
    for when, name, n, of, share, low, high in found.rows:
        assert n == mix[str(when), str(name)]
        assert of == sum(count for (where, _), count in mix.items() if where == when)
        if when in ("All game", "Early"):
            assert low <= share <= high  # type: ignore[operator]


def test_joker(climbing_log: Log, climbing_warehouse: Warehouse) -> None:
    uses: Counter[tuple[str, str]] = Counter()
    each: Counter[Any] = Counter({row["session"]: 0 for row in rows_of(climbing_log, "lep_games")})
    last: dict[int, bool] = {}
    could = 0
    for row in rows_of(climbing_log, "lep_plays"):
        last[row["session"]] = row["joker"] is not None
        could += row["kind"] != "single"
        if row["joker"] is not None:
            each[row["session"]] += 1
            name = row["kind"].replace("run", "run of ")
            uses.update([(name, "any rank"), (name, str(row["joker"]))])
    found = finding(climbing_warehouse, "joker")
    assert {(row[0], row[1]): row[2] for row in found.rows} == dict(uses)
    low, high = t_range([float(n) for n in each.values()])
    assert f"({low:.1f}".removesuffix(".0") in found.summary
    assert f"{high:.1f}".removesuffix(".0") + ")" in found.summary
    assert f"{each.total()} of the {could:,} plays that could hold one" in found.summary
    won = sum(last.values())
    assert f"held one in {won} of {len(last)} sessions" in found.summary


def test_climbs(climbing_log: Log, climbing_warehouse: Warehouse) -> None:
    ends: dict[int, Counter[str]] = defaultdict(Counter)
    for row in rows_of(climbing_log, "lep_climbs"):
        who = "won" if row["passer"] is None else str(row["passer"] == row["leader"])
        ends[row["length"]][who] += 1
    found = finding(climbing_warehouse, "climbs")
    total = sum(by.total() for by in ends.values())
    assert len(found.rows) == len(ends)
    for length, n, share, low, high, *who in found.rows:
        by = ends[int(str(length))]
        assert n == by.total()
        assert share == pytest.approx(by.total() / total, abs=1e-4)
        assert low <= share <= high  # type: ignore[operator]
        assert who == [by["True"], by["False"], by["won"]]
    average = sum(length * by.total() for length, by in ends.items()) / total
    assert f"{total} climbs of {average:.1f} combinations on average." in found.summary


def test_passes(climbing_log: Log, climbing_warehouse: Warehouse) -> None:
    forced = {
        (row["session"], row["pass_step"]): row["forced"]
        for row in rows_of(climbing_log, "lep_climbs")
    }
    whys: Counter[tuple[str, str]] = Counter()
    first: dict[int, bool] = {}
    for row in rows_of(climbing_log, "lep_passes"):
        why = "no legal play, following" if row["length"] else "no legal play, leading"
        why = why if forced[row["session"], row["step"]] else "by choice"
        whys.update([("All game", why), (phase(row), why)])
        first.setdefault(row["session"], row["seat"] == winner(row["of"]))
    drawn: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0])
    passers = {
        (row["session"], row["climb"]): row["seat"] for row in rows_of(climbing_log, "lep_passes")
    }
    for session, _ in passers:
        drawn[session][2] += 1
    for row in rows_of(climbing_log, "lep_draws"):
        other = row["seat"] != passers[row["session"], row["climb"]]
        drawn[row["session"]][other] += row["cards"]
    found = finding(climbing_warehouse, "passes")
    for when, why, n, of, share, low, high in found.rows:
        assert n == whys[str(when), str(why)]
        assert of == sum(count for (where, _), count in whys.items() if where == when)
        if when in ("All game", "Early"):
            assert low <= share <= high  # type: ignore[operator]
    assert sum(row[2] for row in found.rows) == whys.total()  # type: ignore[misc]
    own, others = (mean(d[nth] / d[2] for d in drawn.values()) for nth in (0, 1))
    assert f"brings its seat {_one(own)} cards (" in found.summary
    assert f"and the other one {_one(others)} (" in found.summary
    assert f"Whoever passed first won {sum(first.values())} of {len(first)} (" in found.summary


def test_clears(climbing_log: Log, climbing_warehouse: Warehouse) -> None:
    tokens: dict[str, Counter[str]] = defaultdict(Counter)
    each: Counter[int] = Counter({row["session"]: 0 for row in rows_of(climbing_log, "lep_games")})
    for row in rows_of(climbing_log, "lep_clears"):
        each[row["session"]] += 1
        for name in ("All columns", row["kind"].replace("run", "run of ").capitalize()):
            tokens[name].update(clears=1, own=row["own"], other=row["other"])
    found = finding(climbing_warehouse, "clears")
    assert {row[0]: row[1:4] for row in found.rows} == {
        name: [by["clears"], by["own"], by["other"]] for name, by in tokens.items()
    }
    some = sum(n > 0 for n in each.values())
    low, high = t_range([float(n) for n in each.values()])
    said = f"{mean(each.values()):.2f} columns a session ({low:.2f} to {high:.2f})"
    assert f"{some} of {len(each)} sessions had a clear" in found.summary
    assert _short(said) in _short(found.summary)


def test_column_fill(climbing_log: Log, climbing_warehouse: Warehouse) -> None:
    fills: dict[tuple[int, str], list[int]] = defaultdict(list)
    for session in counted(climbing_log).values():
        played = 0
        for _, move, after in session.history():
            name = move.event.stored_name
            if name.endswith(".columns_cleared:1"):
                if played % 5 == 0:
                    for nth, kind in enumerate(recount.COLUMNS):
                        fills[played, kind][-1] = len(after.columns[nth])
            elif name.endswith(".combination_played:1"):
                played += 1
                if played % 5 == 0:
                    for nth, kind in enumerate(recount.COLUMNS):
                        fills[played, kind].append(len(after.columns[nth]))
    found = finding(climbing_warehouse, "column-fill")
    at_plays = [row for row in found.rows if row[0] != "All game"]
    assert len(at_plays) == len(fills)
    for row, (n, kind) in zip(at_plays, sorted(fills, key=_by_board), strict=True):
        values = fills[n, kind]
        assert row[:3] == [f"{n} plays", kind.replace("run", "run of "), len(values)]
        assert row[3] == pytest.approx(mean(values), abs=0.006)
        expected = t_range([float(v) for v in values]) if len(values) >= 12 else (None, None)
        if len(set(values)) > 1 or len(values) < 12:
            assert tuple(row[4:]) == pytest.approx(expected, abs=0.006)


def test_hands(climbing_log: Log, climbing_warehouse: Warehouse) -> None:
    hold: dict[tuple[int, bool], list[int]] = defaultdict(list)
    for session in counted(climbing_log).values():
        turns = [0, 0]
        for before, move, _ in session.history():
            if GAME.action_of(before, move.event) is None:
                continue
            seat = move.event.seat  # type: ignore[attr-defined]
            turns[seat] += 1
            if turns[seat] == 1 or turns[seat] % 5 == 0:
                hold[turns[seat], seat == winner(session)].append(len(before.hands[seat]))
    found = finding(climbing_warehouse, "hands")
    assert len(found.rows) == len(hold)
    for row, key in zip(found.row_keys, found.rows, strict=True):
        n, who = row.split(":")
        values = hold[int(n), who == "winner"]
        assert key[2] == len(values)
        assert key[3] == pytest.approx(mean(values), abs=0.006)


def test_shared_reports_speak_of_climbs(climbing_log: Log, climbing_warehouse: Warehouse) -> None:
    ended = [GAME.round_of(session.state) for session in counted(climbing_log).values()]
    length = finding(climbing_warehouse, "length")
    assert length.columns == ["Climbs", "Sessions"]
    assert length.rows == [[n, count] for n, count in sorted(Counter(ended).items())]
    assert "round" not in (length.title + length.summary + length.definition).lower()
    overview = finding(climbing_warehouse, "overview")
    assert f"{sum(ended):,} climbs and" in overview.summary
    assert overview.columns[3] == "Climbs"
    assert stats.label("lepidoptery", "length", "7")[0] == "7 climbs"


@pytest.mark.parametrize("id", IDS)
def test_the_moments_behind_each_row(
    id: str, climbing_log: Log, climbing_warehouse: Warehouse
) -> None:
    ids = {str(session.id): session for session in counted(climbing_log).values()}
    found = finding(climbing_warehouse, id)
    assert found.rows
    column = {
        "first-lead": "First leader won",
        "combinations": "Plays",
        "joker": "Uses",
        "climbs": "Climbs",
        "passes": "Passes",
        "clears": "Clears",
    }.get(id, "Sessions")
    names = {
        "combinations": {"combination_played"},
        "joker": {"combination_played"},
        "climbs": {"passed", "game_won"},
        "passes": {"passed"},
        "clears": {"columns_cleared"},
        "column-fill": {"combination_played"},
        "hands": {"combination_played", "passed"},
    }.get(id, {"game_won"})
    for row, key in zip(found.rows, found.row_keys, strict=True):
        moments = stats.moments(climbing_warehouse.cursor(), id, ALL, key)
        assert len(moments) == len(set(moments))
        if not key.startswith("0:"):  # the whole game has several moments a session
            assert len(moments) == row[found.columns.index(column)]
        events = {ids[session].moves[step].event.stored_name for session, step, _ in moments}
        assert events <= {f"lepidoptery.{name}:1" for name in names}
        assert stats.label("lepidoptery", id, key)[0]


@pytest.mark.parametrize("id", IDS)
@pytest.mark.parametrize("key", ["", "nonsense", "1:2:3", "all:nowhere", "-"])
def test_a_row_that_is_not_there_has_no_moments(
    id: str, key: str, climbing_warehouse: Warehouse
) -> None:
    with pytest.raises(KeyError, match="no row"):
        stats.moments(climbing_warehouse.cursor(), id, ALL, key)


@pytest.mark.parametrize("games", [0, 5])
def test_with_few_sessions_every_report_says_so(games: int, empty: Warehouse) -> None:
    sessions = [play(f"few {n}", bots(2), game=GAME) for n in range(games)]
    one_after_the_other(sessions).follow(empty)
    for found in stats.findings(empty.cursor(), ALL, IDS):
        if found.id == "overview":
            continue
        assert found.too_few
        assert found.title.startswith("Too few sessions to say")
        assert found.missing == 12 - games
        assert found.figure is None
        assert bool(found.rows) == bool(games)
        for name in ("From", "To"):
            if name in found.columns:
                assert {row[found.columns.index(name)] for row in found.rows} <= {None}


def test_a_dozen_sessions_with_known_answers(empty: Warehouse) -> None:
    """Seat 0 leads first and builds four singles; seat 1 always passes by choice."""
    games = [play(f"p{n}", game=GAME, start=0, choose=patient) for n in range(12)]
    one_after_the_other(games).follow(empty)
    found = {each.id: each for each in stats.findings(empty.cursor(), ALL)}
    titles = {
        "first-lead": "Leading first is an advantage",
        "win-kinds": "A vertical line wins most games",
        "length": "Most sessions last 7 climbs",
        "combinations": "Singles are played most",
        "joker": "No Joker was used",
        "climbs": "Most climbs have 1 combination",
        "passes": "Most passes are by choice",
        "column-fill": "The single column is the fullest",
        "clears": "No column was cleared",
        "hands": "Winners hold fewer cards by their 5th turn",
    }
    assert {id: each.title for id, each in found.items() if id in titles} == titles
    assert found["first-lead"].rows[0][:4] == ["Every win", 12, 12, 1]
    assert found["climbs"].rows == [["1", 84, 1, found["climbs"].rows[0][3], 1, 0, 72, 12]]
    assert found["passes"].rows[0][2:4] == [72, 72]
    assert "A pass brings its seat 1 card and the other one 1.5" in found["passes"].summary
    fills = {row[1]: row[3] for row in found["column-fill"].rows if row[0] == "5 plays"}
    assert fills == {"single": 3, "pair": 2, "run of 3": 0, "run of 2": 0, "triple": 0}
    assert [row[3] for row in found["hands"].rows] == [12, 12, 12, 16]


@pytest.mark.parametrize(
    ("wins", "title"),
    [
        ([("line", 300, 180), ("shed_out", 20, 10)], "Leading first is an advantage"),
        ([("line", 300, 120)], "Leading first is a disadvantage"),
        ([("line", 300, 150)], "Leading first shows no advantage"),
        ([("line", 30, 16)], "Leading first shows no advantage yet"),
        ([("line", 11, 11)], "Too few sessions to say whether leading first helps"),
    ],
)
def test_first_leaders_stand_out_only_where_their_range_does(
    wins: list[tuple[object, ...]], title: str
) -> None:
    assert first_lead.summarise({"wins": wins}).title == title


@pytest.mark.parametrize(
    ("ways", "title"),
    [
        ({"diagonal": 70, "shed": 30}, "A diagonal line wins most games"),
        ({"horizontal": 40, "vertical": 20, "shed": 30, "both": 10},
         "No way of winning is surely the most frequent yet"),
        ({"horizontal": 400, "vertical": 300, "shed": 300},
         "A horizontal line wins more games than anything else"),
        ({"shed": 20}, "Shedding out wins most games"),
        ({"shed": 11}, "Too few sessions to say how games are won"),
    ],
)  # fmt: skip
def test_a_way_of_winning_leads_only_where_its_range_does(ways: dict[str, int], title: str) -> None:
    assert win_kinds.summarise({"ways": list(ways.items())}).title == title


@pytest.mark.parametrize(
    ("hand", "title"),
    [
        (8.0, "Winners hold fewer cards by their 5th turn"),
        (9.8, "Winners and losers hold hands of one size"),
        (12.0, "Winners hold more cards by their 5th turn"),
    ],
)
def test_a_difference_of_hands_is_said_from_half_a_card_on(hand: float, title: str) -> None:
    rows = [(1, True, 900, 12.0, 0.0), (1, False, 900, 12.0, 0.0)]
    rows += [(5, True, 900, hand, 1.0), (5, False, 900, 10.0, 1.0)]
    assert hands.summarise({"hands": rows}).title == title  # type: ignore[arg-type]


def test_whose_tokens_go_is_said_only_where_the_range_says_it() -> None:
    for own, title in ((1, "fewer"), (5, "more"), (3, "alike")):
        columns = [("all", 1, own, 6 - own, 30), ("all", 1, own + 1, 5 - own, 10)]
        columns += [("all", 1, own - 1, 7 - own, 10), *(("pair", *row[1:]) for row in columns)]
        answer = clears.summarise({"games": [(50, 50, 1.0, 0.0)], "columns": columns})
        assert title in answer.title


def test_every_figure_is_plotly_s_in_the_page_s_ink_and_leads_to_rows(
    climbing_warehouse: Warehouse,
) -> None:
    drawn = [each for each in stats.findings(climbing_warehouse.cursor(), ALL, IDS) if each.figure]
    assert len(drawn) == len(IDS) - 1
    for found in drawn:
        assert found.figure is not None
        assert json.loads(json.dumps(found.figure)) == found.figure
        go.Figure(found.figure)
        named = re.findall(r'"(?:\w*color|bgcolor)": "([^"]*)"', json.dumps(found.figure))
        assert all(re.fullmatch(r"var\(--[\w-]+\)|rgba\(0,0,0,0\)", name) for name in named)
        keys = {key for trace in found.figure["data"] for key in trace.get("customdata", [])}
        assert keys
        assert keys <= set(found.row_keys), found.id


def test_people_and_bots_are_drawn_to_one_scale(climbing_warehouse: Warehouse) -> None:
    each = [
        stats.findings(climbing_warehouse.cursor(), Filters("lepidoptery", played_by=by))
        for by in ("people", "bots")  # type: ignore[misc]
    ]
    for pair in zip(*each, strict=True):
        figures = [found.figure for found in pair if found.figure]
        if len(figures) == 2:
            one, other = aligned(figures)
            low, high = one["layout"]["xaxis"]["range"]
            assert other["layout"]["xaxis"]["range"] == [low, high]
            for figure in (one, other):
                assert all(low <= x <= high for trace in figure["data"] for x in trace["x"])


def test_the_catalogue() -> None:
    assert [
        *("overview", "first-lead", "win-kinds", "length", "combinations", "joker", "climbs"),
        *("passes", "column-fill", "clears", "hands"),
    ] == IDS
    for module in (climbs, column_fill, combinations, joker, passes):
        assert module.REPORT.games == ("lepidoptery",)


def _by_board(key: tuple[int, str]) -> tuple[int, int]:
    return key[0], recount.COLUMNS.index(key[1])


def _one(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _short(text: str) -> str:
    """Leave out the zeros at the end of decimals."""
    return text.replace("0 ", " ").replace("0)", ")")
