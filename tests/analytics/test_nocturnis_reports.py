"""Each report about Nocturnis against a plain recount, and its words against its numbers."""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from statistics import mean
from typing import Any

import plotly.graph_objects as go
import pytest

from analytics import stats
from analytics.figures.sheets import SHADES
from analytics.filters import Filters, basis
from analytics.findings import Finding
from analytics.reports import (
    for_game,
    garden_scores,
    outs,
    sheet,
    solo_players,
    solo_scores,
    species,
)
from analytics.warehouse import Warehouse
from domain.games import NOCTURNIS as GAME
from domain.session import Session
from tests.analytics import recount_nocturnis as recount
from tests.analytics.build import Log, bots, one_after_the_other, people, play
from tests.analytics.nocturnal import at_end, squares
from tests.analytics.test_reports import t_range, wilson

ALL = Filters("nocturnis")
SHARED = ("overview", "length")
IDS = [report.id for report in for_game("nocturnis") if report.games or report.id in SHARED]


def counted(log: Log) -> dict[int, Session]:
    """Return the sessions that are counted: those that are over."""
    return {
        number: session
        for number, session in log.sessions().items()
        if session.game is GAME and session.status in ("closed", "finished")
    }


def rows_of(log: Log, table: str) -> Iterator[dict[str, Any]]:
    """Recount a table's rows for the counted sessions."""
    names, rows = (recount.TABLES | recount.VIEWS)[table]
    for number, session in counted(log).items():
        for row in rows(number, session):
            yield dict(zip(names, row, strict=True)) | {"of": session}


def finding(warehouse: Warehouse, id: str, filters: Filters = ALL) -> Finding:
    """Ask one report."""
    (found,) = stats.findings(warehouse.cursor(), filters, [id])
    return found


def by_key(found: Finding) -> dict[str, list[Any]]:
    """Return a finding's rows by their keys."""
    return dict(zip(found.row_keys, found.rows, strict=True))


def test_mark_or_draw(night_log: Log, night_warehouse: Warehouse) -> None:
    did: Counter[str] = Counter()
    spans: Counter[str] = Counter()
    for row in rows_of(night_log, "noc_actions"):
        low = (min(row["round"], 21) - 1) // 5 * 5 + 1
        span = "21-on" if low > 20 else f"{low}-{low + 4}"
        name = {"mark": "mark", "draw": "choice" if row["ways"] else "forced"}
        key = name.get(row["action"], "neither")
        did.update([f"all:{key}", f"{span}:{key}"])
        spans.update(["all", span])
    rows = by_key(finding(night_warehouse, "mark-or-draw"))
    assert {key: row[2] for key, row in rows.items() if row[2]} == dict(did)
    assert {key.split(":")[0]: row[3] for key, row in rows.items()} == dict(spans)
    shown = Counter(row["source"] for row in rows_of(night_log, "noc_draws")
                    if row["why"] == "action")  # fmt: skip
    said = f"{shown['display']:,} of the {shown.total():,} cards drawn so"
    assert said in finding(night_warehouse, "mark-or-draw").summary


def test_habitats(night_log: Log, night_warehouse: Warehouse) -> None:
    fates: Counter[str] = Counter()
    fits: dict[str, list[int]] = defaultdict(list)
    for row in rows_of(night_log, "noc_actions"):
        fate = "nowhere" if not row["ways"] else "marked" if row["action"] == "mark" else "left"
        fates.update([f"{fate}:", f"{fate}:{row['habitat']}"])
        fits[row["habitat"]].append(row["ways"])
    rows = by_key(finding(night_warehouse, "habitats"))
    assert {key: row[4] for key, row in rows.items() if row[4]} == dict(fates)
    for key, row in rows.items():
        if shape := key.split(":")[1]:
            assert row[2] == pytest.approx(mean(fits[shape]), abs=0.06)
            assert row[5] == len(fits[shape])


def test_species(night_log: Log, night_warehouse: Warehouse) -> None:
    each: dict[str, list[float]] = defaultdict(list)
    full: Counter[str] = Counter()
    gardens = 0
    for session in counted(night_log).values():
        night = at_end(session)
        seats = range(len(session.players))
        gardens += len(seats)
        came = [Counter(night.box.moth(c)[0] for c in night.lured[seat]) for seat in seats]
        for name in night.box.species:
            each[name].append(mean(by[name] for by in came))
            full[name] += sum(by[name] == night.box.crosses[name] for by in came)
    rows = by_key(finding(night_warehouse, "species"))
    assert list(rows) == list(each)
    for name, row in rows.items():
        assert row[1:3] == [len(each[name]), pytest.approx(mean(each[name]), abs=6e-4)]
        if len(set(each[name])) > 1:
            assert tuple(row[3:5]) == pytest.approx(t_range(each[name]), abs=6e-4)
        assert row[6:] == [full[name], gardens]


def test_luring(night_log: Log, night_warehouse: Warehouse) -> None:
    fates: Counter[str] = Counter()
    lured = {(r["session"], r["seat"], r["mark"]) for r in rows_of(night_log, "noc_lures")}
    left = {
        (r["session"], r["seat"], r["mark"]): "could" if r["lurable"] else "none"
        for r in rows_of(night_log, "noc_declines")
    }
    for row in rows_of(night_log, "noc_marks"):
        key = (row["session"], row["seat"], row["nth"])
        fate = "lured" if key in lured else left.get(key, "empty")
        fates.update([f"any:{fate}", f"{len(row['squares'])}:{fate}"])
    found = finding(night_warehouse, "luring")
    assert {key: row[2] for key, row in by_key(found).items() if row[2]} == dict(fates)
    assert f"{fates['any:could']:,} lured none though" in found.summary


def test_gifts(night_log: Log, night_warehouse: Warehouse) -> None:
    times: Counter[str] = Counter()
    worth: Counter[str] = Counter()
    used: Counter[str] = Counter()
    for giver, table in (("effect", "noc_lures"), ("bonus", "noc_bonuses")):
        for row in rows_of(night_log, table):
            if row["effect"] != "none":
                key = f"{giver}:{row['effect']}"
                times[key] += 1
                worth[key] += 1 if row["effect"] == "shape" else row["amount"]
    used.update(f"{row['why']}:draw" for row in rows_of(night_log, "noc_draws"))
    used.update(f"{row['why']}:shape" for row in rows_of(night_log, "noc_marks"))
    stopped: Counter[str] = Counter()
    for row in rows_of(night_log, "noc_stops"):
        stopped[f"{row['why']}:draw"] += row["cards"]
    skipped = Counter(f"{row['why']}:shape" for row in rows_of(night_log, "noc_skips"))
    rows = by_key(finding(night_warehouse, "gifts"))
    assert rows.keys() == times.keys()
    for key, row in rows.items():
        of_it = worth[key] if key.endswith("points") else used[key]
        assert row[2:5] == [times[key], worth[key], of_it]
        assert row[8] == stopped[key]
        assert row[9] == worth[key] - of_it - stopped[key] >= 0
        if key.endswith("shape"):
            assert row[9] == skipped[key]


def test_exchanges(night_log: Log, night_warehouse: Warehouse) -> None:
    how: Counter[str] = Counter()
    for session in counted(night_log).values():
        for n in at_end(session).exchanged:
            how[("never", "once", "more")[n]] += 1
    for row in rows_of(night_log, "noc_exchanges"):
        how.update([row["moment"], "refreshed" if row["refresh"] else "kept"])
    rows = by_key(finding(night_warehouse, "exchanges"))
    assert {key: row[2] for key, row in rows.items()} == {key: how[key] for key in rows}
    assert rows["never"][3] == how["never"] + how["once"] + how["more"]
    assert rows["kept"][3] == rows["after"][3] == how["kept"] + how["refreshed"]


def test_sheet(night_log: Log, night_warehouse: Warehouse) -> None:
    marked: dict[str, list[int]] = defaultdict(list)
    sheets: Counter[str] = Counter()
    for row in rows_of(night_log, "noc_squares"):
        marked[f"{row['side']}:{row['square']}"].append(row["round"])
    for row in rows_of(night_log, "noc_seats"):
        sheets[row["side"]] += 1
    night = at_end(next(iter(counted(night_log).values())))
    rows = by_key(finding(night_warehouse, "sheet"))
    assert list(rows) == [
        f"{side}:{at}" for side in ("front", "back") for at in squares(night.box.grids[side])
    ]
    for key, row in rows.items():
        rounds = marked[key]
        assert row[3:5] == [len(rounds), sheets[key.split(":")[0]]]
        assert row[5] == pytest.approx(len(rounds) / row[4], abs=1e-4)
        assert row[6] == (pytest.approx(mean(rounds), abs=0.051) if rounds else None)


def test_the_rim_is_counted_apart(night_log: Log, night_warehouse: Warehouse) -> None:
    rim: Counter[str] = Counter()
    places: Counter[str] = Counter()
    for session in counted(night_log).values():
        night = at_end(session)
        for seat, side in enumerate(night.sides):
            for at in squares(night.lines(seat)):
                if at[0] in "ai" or at[1:] in ("1", "9"):
                    places[side] += 1
                    rim[side] += at in night.marked(seat)
    summary = finding(night_warehouse, "sheet").summary
    for side in ("front", "back"):
        told = summary[summary.index(side.capitalize()) :]
        assert f"rim {100 * rim[side] / places[side]:.0f}%" in told


def test_garden_scores(night_log: Log, night_warehouse: Warehouse) -> None:
    parts: dict[str, list[float]] = defaultdict(list)
    ahead: list[float] = []
    for session in counted(night_log).values():
        night, seats = at_end(session), range(len(session.players))
        points = [recount.parts(night, seat) for seat in seats]
        names = ("moths", "effects", "bonuses", "fourth", "every_species", "exchanges")
        for nth, name in enumerate(names):
            parts[name].append(mean(p[nth] for p in points))
        parts["total"].append(mean(map(sum, points)))
        winners = GAME.outcome(session.state).winners
        if len(winners) < len(points):
            won = mean(sum(points[seat]) for seat in winners)
            ahead.append(won - mean(sum(points[s]) for s in seats if s not in winners))
    rows = by_key(finding(night_warehouse, "garden-scores"))
    assert list(rows) == list(parts)
    for name, row in rows.items():
        assert row[1:3] == [len(parts[name]), pytest.approx(mean(parts[name]), abs=0.006)]
        if len(set(parts[name])) > 1:
            assert tuple(row[3:5]) == pytest.approx(t_range(parts[name]), abs=0.006)
    assert rows["total"][5] == pytest.approx(mean(ahead), abs=0.006)


def test_outs(night_log: Log, night_warehouse: Warehouse) -> None:
    rounds: Counter[str] = Counter()
    gaps: list[float] = []
    for session in counted(night_log).values():
        own = [row[3] for row in recount.outs(0, session) if row[4]]
        rounds.update(map(str, own))
        if len(session.players) > 1:
            gaps.append(max(own) - min(own))
    found = finding(night_warehouse, "outs")
    assert {key: row[1] for key, row in by_key(found).items()} == dict(rounds)
    assert found.title.startswith(f"The last seat goes out {mean(gaps):.1f}".removesuffix(".0"))


def test_solo_scores(night_log: Log, night_warehouse: Warehouse) -> None:
    scores: Counter[str] = Counter()
    stars: Counter[int] = Counter()
    for session in counted(night_log).values():
        if len(session.players) == 1:
            result = GAME.outcome(session.state)
            scores[f"{result.stars}:{result.scores[0].total}"] += 1
            stars[result.stars] += 1
    found = finding(night_warehouse, "solo-scores")
    assert {key: row[2] for key, row in by_key(found).items()} == dict(scores)
    low, high = (f"{100 * end:.0f}" for end in wilson(stars[1], stars.total()))
    assert f"one star {stars[1]} ({low} to {high}%)" in found.summary


def test_solo_players(night_log: Log, night_warehouse: Warehouse) -> None:
    games = [
        (session.log[0].at, number, GAME.scores(session.state)[0])
        for number, session in counted(night_log).items()
        if len(session.players) == 1 and session.players[0].bot is None
    ]
    latest = max(games)[2]
    points = [total or 0 for _, _, total in games]
    (row,) = finding(night_warehouse, "solo-players").rows
    assert row[:5] == ["Ada", len(games), max(points), latest, round(mean(points), 1)]


def test_every_row_leads_to_what_it_counts(night_warehouse: Warehouse) -> None:
    counts = {"mark-or-draw": 2, "habitats": 4, "luring": 2, "gifts": 2, "exchanges": 2}
    counts |= {"sheet": 3, "outs": 1, "solo-scores": 2, "solo-players": 1}
    for id, column in counts.items():
        found = finding(night_warehouse, id)
        for key, row in by_key(found).items():
            behind = stats.moments(night_warehouse.cursor(), id, ALL, key)
            assert len(behind) == row[column], (id, key)
            assert stats.label("nocturnis", id, key)[0]
    for key in by_key(finding(night_warehouse, "species")):
        assert stats.moments(night_warehouse.cursor(), "species", ALL, key) or key == "Atlas"


def test_moments_point_at_the_step(night_log: Log, night_warehouse: Warehouse) -> None:
    sessions = {str(session.id): session for session in counted(night_log).values()}
    events = {"luring:any:lured": "moth_lured", "exchanges:refreshed": "exchange_begun",
              "outs:17": "went_out", "sheet:back:a1": "habitat_marked"}  # fmt: skip
    for which, name in events.items():
        id, _, key = which.partition(":")
        found = stats.moments(night_warehouse.cursor(), id, ALL, key)
        assert found
        for moment in found:
            event: Any = sessions[moment.session].moves[moment.step].event
            assert event.stored_name == f"nocturnis.{name}:1"
            assert moment.seat in (None, event.seat)


@pytest.mark.parametrize(
    ("id", "key"),
    [
        *(("mark-or-draw", "all:danced"), ("mark-or-draw", "2-6:mark"), ("habitats", "lost:Tee")),
        *(("luring", "x:lured"), ("gifts", "effect:coins"), ("exchanges", "thrice")),
        *(("sheet", "left:a1"), ("garden-scores", "luck"), ("outs", "last")),
        ("solo-scores", "two:45"),
    ],
)
def test_a_key_of_no_row_is_refused(id: str, key: str, night_warehouse: Warehouse) -> None:
    with pytest.raises(KeyError):
        stats.moments(night_warehouse.cursor(), id, ALL, key)


def test_every_figure_is_plotly_s_in_the_page_s_ink_and_leads_to_rows(
    night_warehouse: Warehouse,
) -> None:
    drawn = [each for each in stats.findings(night_warehouse.cursor(), ALL, IDS) if each.figure]
    undrawn = ("overview", "solo-players", "seat-places")  # of the last, too few sessions a count
    assert [each.id for each in drawn] == [i for i in IDS if i not in undrawn]
    for found in drawn:
        assert found.figure is not None
        assert json.loads(json.dumps(found.figure)) == found.figure
        go.Figure(found.figure)
        named = re.findall(r'"(?:\w*color|bgcolor)": "([^"]*)"', json.dumps(found.figure))
        assert all(re.fullmatch(r"var\(--[\w-]+\)|rgba\(0,0,0,0\)", name) for name in named)
        keys = {key for trace in found.figure["data"] for key in trace.get("customdata", [])}
        assert keys
        assert keys <= set(found.row_keys), found.id


def test_the_sheets_are_drawn_as_they_lie(night_warehouse: Warehouse) -> None:
    found = finding(night_warehouse, "sheet")
    assert found.figure is not None
    front, back, holes = found.figure["data"]
    shares = {key: row[5] for key, row in by_key(found).items()}
    assert len(front["x"]) + len(back["x"]) == len(found.rows)
    assert len(back["x"]) + len(holes["x"]) == len(front["x"])
    for trace in (front, back):
        inks = dict(zip(trace["customdata"], trace["marker"]["color"], strict=True))
        for key, x, y in zip(trace["customdata"], trace["x"], trace["y"], strict=True):
            assert key.split(":")[1] == f"{'abcdefghi'[x - 1]}{y}"
        order = sorted(inks, key=lambda key: shares[key])
        assert [inks[key] for key in order] == sorted(inks.values())
        assert set(inks.values()) <= set(SHADES)


def test_options_a_seat_can_be_filtered_by(night_log: Log, night_warehouse: Warehouse) -> None:
    cursor = night_warehouse.cursor()
    values = Counter(s.opened.options["sheet"] for s in counted(night_log).values())
    assert len(values) > 3
    for value, n in values.items():
        chosen = Filters("nocturnis", options={"sheet": value})
        assert basis(cursor, chosen).counted == n
        sides = {row[0].lower() for row in finding(night_warehouse, "sheet", chosen).rows}
        assert sides == set(value.split(","))


def test_alone_and_with_eight_the_words_are_right(night_warehouse: Warehouse) -> None:
    cursor = night_warehouse.cursor()
    alone = stats.findings(cursor, Filters("nocturnis", seats=(1,)), IDS)
    told = " ".join(f"{each.title} {each.summary}" for each in alone)
    assert not re.search(r"[Ww]inner|last seat|even share", told)
    eight = stats.findings(cursor, Filters("nocturnis", seats=(8,)))
    assert all(each.too_few for each in eight if each.id not in ("overview", "sheet"))


def test_nothing_recorded_is_too_few_of_everything(empty: Warehouse) -> None:
    for found in stats.findings(empty.cursor(), ALL):
        assert found.counted == 0
        assert found.figure is None
        assert found.too_few or found.id == "overview"


def alone(legal: list[Any]) -> Any:
    """Mark wherever the first place is, lure nothing, exchange nothing."""
    kinds = ("Mark", "LureNone", "TakeBonus", "StopDrawing", "Draw")
    return min(
        (a for a in legal if type(a).__name__ in kinds),
        key=lambda action: kinds.index(type(action).__name__),
    )


def test_twelve_quiet_nights_have_known_answers(empty: Warehouse) -> None:
    """Nobody lures, exchanges or leaves the front: hands only grow, points stay at nothing."""
    nights = [
        play(f"quiet {nth}", bots(1) if nth else people(1), game=GAME, mode="digital",
             choose=lambda _, legal: alone(list(legal)))
        for nth in range(12)
    ]  # fmt: skip
    one_after_the_other(nights).follow(empty)
    found = {each.id: each for each in stats.findings(empty.cursor(), ALL)}
    assert found["solo-scores"].title == "Every solo game earns one star"
    assert found["solo-scores"].rows == [[0, 1, 12]]
    assert found["solo-players"].title == "The best solo score is 0 points, by Ada"
    assert found["exchanges"].title == "Nobody uses the exchange action"
    assert found["gifts"].title == "No effect brought cards or shapes"
    assert all(row[2] == 0 for row in found["species"].rows)
    assert found["species"].title.endswith("never come")
    assert "fitted, seat drew" in {row[3] for row in found["habitats"].rows}
    assert all(row[4] == 0 for row in found["habitats"].rows if row[3] == "fitted, seat drew")
    assert {row[0] for row in found["sheet"].rows} == {"Front"}
    assert {row[1]: row[2] for row in found["luring"].rows if row[0] == "any"}["lured a moth"] == 0


@pytest.mark.parametrize(
    ("stars", "title"),
    [
        ({2: 40, 1: 20, 3: 20}, "Half of all solo games earn two stars"),
        ({3: 70, 1: 30}, "Most solo games earn three stars"),
        ({1: 45, 2: 35, 3: 20}, "Solo games earn one star most often: 45 of 100"),
        ({1: 11}, "Too few solo games to say how well they go"),
        ({}, "No solo game yet"),
    ],
)
def test_stars_are_said_as_the_range_allows(stars: dict[int, int], title: str) -> None:
    scores = [(30 * n, n, games) for n, games in stars.items()]
    games = sum(stars.values())
    answers = {"scores": scores, "mean": [(games, 50.0, 5.0)], "limits": [(45, 55)]}
    assert solo_scores.summarise(answers).title == title  # type: ignore[arg-type]


def test_thresholds_are_drawn_where_the_stars_begin() -> None:
    answers = {"scores": [(45, 2, 9), (56, 3, 9)], "mean": [(18, 50.0, 5.0)], "limits": [(45, 55)]}
    figure = solo_scores.summarise(answers).figure  # type: ignore[arg-type]
    assert figure is not None
    assert [line["x0"] for line in figure["layout"]["shapes"]] == [44.5, 55.5]
    low, high = figure["layout"]["xaxis"]["range"]
    assert low < 44.5
    assert high > 56
    several = answers | {"limits": [(40, 50), (45, 55)]}
    other = solo_scores.summarise(several).figure  # type: ignore[arg-type]
    assert other is not None
    assert "shapes" not in other["layout"]


def test_best_scores_name_whoever_shares_them() -> None:
    def best(*names: str) -> str:
        rows = [(name, 3, 61, 50, 55.0, 5.0, 0, 2, 1) for name in names]
        return solo_players.summarise({"players": rows}).title  # type: ignore[arg-type]

    assert best("Ada") == "The best solo score is 61 points, by Ada"
    assert best("Ada", "Ben") == "The best solo score is 61 points, by Ada and Ben"
    assert best("Ada", "Ben", "Cleo") == "The best solo score is 61 points, reached by 3 players"


@pytest.mark.parametrize(
    ("lures", "title"),
    [
        ({"Ash": 2.0, "Pale": 1.5, "Atlas": 0.2}, "Atlas comes least often"),
        ({"Ash": 2.0, "Pale": 1.0, "Atlas": 1.0}, "Ash comes most often"),
        ({"Ash": 1.0, "Pale": 1.0}, "No moth surely comes more or less often than all others yet"),
        ({"Ash": 1.0, "Atlas": 0.0}, "Atlas never comes"),
    ],
)
def test_a_moth_leads_only_where_its_range_does(lures: dict[str, float], title: str) -> None:
    rows = [(name, 100, n, 0.2 if n else 0.0, n) for name, n in lures.items()]
    full = [(name, 0, 3, 100) for name in lures]
    assert species.summarise({"species": rows, "full": full}).title == title  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("gap", "compared", "title"),
    [
        (0.2, 30, "Seats go out together"),
        (1.0, 30, "The last seat goes out 1 round after the first"),
        (2.5, 30, "The last seat goes out 2.5 rounds after the first"),
        (None, 0, "Seats go out in round 18 on average"),
    ],
)
def test_how_long_the_last_seat_plays_on(gap: float | None, compared: int, title: str) -> None:
    means = [(30, 18.0, 1.0, 9.0, 1.0, 4.5, 0.5, compared, gap, 1.0)]
    answers = {"rounds": [(18, 90)], "means": means, "sat": [(0, 0)]}
    assert outs.summarise(answers).title == title  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("outside", "title"),
    [
        (2, "Squares at the rim stay free more often"),
        (8, "Squares in the middle stay free more often"),
        (4, "Sheets end 55% full"),
    ],
)
def test_rim_and_middle_are_compared_by_their_ranges(outside: int, title: str) -> None:
    grid = "abc\nabc\nabc"
    answers = {
        "sheets": [("front", grid, 40, 40)],
        "squares": [("front", "b2", 20, 3.0, 0), ("front", "a1", 178, 2.0, 9)],
        "rim": [("front", 1, outside, 1, 20), ("front", 1, outside, 0, 20)],
    }
    assert sheet.summarise(answers).title == title  # type: ignore[arg-type]


def test_the_largest_part_is_said_only_where_its_range_is_above() -> None:
    def title(moths: float, bonuses: float) -> str:
        points = {"moths": moths, "effects": 1.0, "bonuses": bonuses, "fourth": 0.0}
        points |= {"every_species": 0.0, "exchanges": -1.0, "total": 20.0}
        rows = [(name, 50, n, 2.0, 0, None, None) for name, n in points.items()]
        return garden_scores.summarise({"parts": rows, "sides": []}).title  # type: ignore[arg-type]

    assert title(16.0, 4.0) == "Moths bring most of a seat's points"
    assert title(5.0, 9.0) == "Bonus squares are the largest part of a score"
    assert title(9.0, 9.2) == "No part of a score is surely the largest yet"


def test_the_catalogue() -> None:
    assert [
        *("overview", "seat-places"),
        *("garden-scores", "length", "mark-or-draw", "habitats", "species", "luring"),
        *("gifts", "exchanges", "sheet", "outs", "solo-scores", "solo-players"),
    ] == IDS
