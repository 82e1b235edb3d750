"""Every session is counted once: in, or out for the first reason that applies."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from analytics.filters import Filters, LeftOut, ask, basis, choices
from analytics.warehouse import Warehouse
from domain.session import Session
from domain.session.events import Amended
from tests.analytics.build import Log, interleaved, people, play

Test = Callable[[Session], bool]


def bots_of(s: Session) -> int:
    """Count the seats of bots."""
    return sum(player.bot is not None for player in s.players)


LIVE: tuple[str, str, Test] = ("unfinished", "unfinished", lambda s: s.status == "live")
GONE: tuple[str, str, Test] = ("abandoned", "abandoned", lambda s: s.status == "abandoned")

BRANCH: tuple[str, str, Test] = ("branches", "branches", lambda s: s.opened.branch is not None)
AMENDED: tuple[str, str, Test] = (
    "amended",
    "amended",
    lambda s: any(isinstance(entry.event, Amended) for entry in s.log),
)
MORE = [BRANCH, AMENDED]
UNASKED = [LIVE, GONE, *MORE]

CASES: list[tuple[Filters, list[tuple[str, str, Test]]]] = [
    (Filters("lantern_moths"), [*UNASKED]),
    (Filters("lantern_moths", include=("unfinished",)), [GONE, *MORE]),
    (Filters("lantern_moths", include=("abandoned", "unfinished")), MORE),
    (
        Filters("lantern_moths", seats=(3,)),
        [("other seat counts", "seats", lambda s: len(s.players) != 3), *UNASKED],
    ),
    (
        Filters("lantern_moths", seats=(2, 4), include=("abandoned",)),
        [("other seat counts", "seats", lambda s: len(s.players) not in (2, 4)), LIVE, *MORE],
    ),
    (
        Filters("lantern_moths", played_by="people"),
        [("with bots", "played_by", lambda s: bots_of(s) > 0), *UNASKED],
    ),
    (
        Filters("lantern_moths", played_by="bots"),
        [("with people", "played_by", lambda s: bots_of(s) < len(s.players)), *UNASKED],
    ),
    (
        Filters("lantern_moths", played_by="mixed"),
        [
            ("not mixed", "played_by", lambda s: bots_of(s) in (0, len(s.players))),
            LIVE,
            GONE,
            *MORE,
        ],
    ),
    (
        Filters("lantern_moths", players=("Cleo", "Nobody")),
        [("without Cleo or Nobody", "players", lambda s: "Cleo" not in s.names), *UNASKED],
    ),
    (
        Filters("lantern_moths", prototype="linen", rules="v4"),
        [
            ("other prototypes", "prototype", lambda s: s.opened.prototype != "linen"),
            LIVE,
            GONE,
            *MORE,
        ],
    ),
    (
        Filters("lantern_moths", edition="Another box"),
        [("other editions", "edition", lambda s: True)],
    ),
    (
        Filters("lantern_moths", edition="Prototype v4, four colours of eleven"),
        [
            (
                "other editions",
                "edition",
                lambda s: s.opened.edition["name"] != "Prototype v4, four colours of eleven",
            ),
            LIVE,
            GONE,
            *MORE,
        ],
    ),
    (
        Filters("lantern_moths", rules="v5"),
        [("other rules versions", "rules", lambda s: True)],
    ),
    (
        Filters("lantern_moths", modes=("table", "digital")),
        [
            ("recorded another way", "modes", lambda s: s.opened.mode == "simulated"),
            LIVE,
            GONE,
            *MORE,
        ],
    ),
    (
        Filters(
            "lantern_moths",
            options={"ghost_blocks": "planted_round", "dusk_in_refill": "not_replaced"},
        ),
        [
            (
                "other rulings",
                "options",
                lambda s: (
                    s.opened.options["ghost_blocks"] != "planted_round"
                    or s.opened.options["dusk_in_refill"] != "not_replaced"
                ),
            ),
            LIVE,
            GONE,
            *MORE,
        ],
    ),
    (
        Filters("lantern_moths", options={"no_such_option": "yes"}),
        [("other rulings", "options", lambda s: True)],
    ),
    (
        Filters(
            "lantern_moths", seats=(3,), played_by="people", players=("Ada",), modes=("table",)
        ),
        [
            ("other seat counts", "seats", lambda s: len(s.players) != 3),
            ("with bots", "played_by", lambda s: bots_of(s) > 0),
            ("recorded another way", "modes", lambda s: s.opened.mode != "table"),
            *MORE,
        ],
    ),
    (
        Filters("lantern_moths", tags=("demo", "club")),
        [
            ("not tagged demo or club", "tags", lambda s: not {"demo", "club"} & {*s.opened.tags}),
            LIVE,
            GONE,
            *MORE,
        ],
    ),
    (
        Filters("lantern_moths", without_tags=("demo",)),
        [("tagged demo", "without_tags", lambda s: "demo" in s.opened.tags), *UNASKED],
    ),
    (Filters("lantern_moths", include=("branches",)), [LIVE, GONE, AMENDED]),
    (Filters("lantern_moths", include=("amended",)), [LIVE, GONE, BRANCH]),
    (Filters("no_such_game"), []),
]


@pytest.mark.parametrize(("filters", "reasons"), CASES, ids=map(str, range(len(CASES))))
def test_sessions_in_and_out(
    filters: Filters, reasons: list[tuple[str, str, Test]], log: Log, warehouse: Warehouse
) -> None:
    mine = {n: s for n, s in log.sessions().items() if s.opened.game == filters.game}
    expected: Counter[tuple[str, str]] = Counter()
    counted = []
    for number, session in mine.items():
        out = [(text, key) for text, key, applies in reasons if applies(session)]
        expected.update(out[:1])
        counted += [] if out else [number]
    found = basis(warehouse.cursor(), filters)
    assert (found.counted, found.of) == (len(counted), len(mine))
    assert {(left.reason, left.key): left.sessions for left in found.left_out} == expected
    assert found.counted + sum(left.sessions for left in found.left_out) == found.of
    rows = ask(warehouse.cursor(), filters, "SELECT session FROM counted ORDER BY 1")
    assert [number for (number,) in rows] == counted


def test_asking_for_a_kind_adds_as_many_as_were_left_out(warehouse: Warehouse) -> None:
    asked = Filters("lantern_moths", seats=(3,), played_by="people")
    before = basis(warehouse.cursor(), asked)
    left = {left.key: left.sessions for left in before.left_out}
    for kind in ("unfinished", "abandoned", "amended"):
        more = Filters("lantern_moths", seats=(3,), played_by="people", include=(kind,))
        assert left[kind] > 0
        after = basis(warehouse.cursor(), more)
        assert after.counted == before.counted + left[kind]
        assert [(each.key, each.sessions) for each in after.let_in] == [(kind, left[kind])]


def test_damaged_sessions_are_left_out_and_said(tmp_path: Path) -> None:
    log = interleaved(play(f"sound {n}", people(2)) for n in range(3))
    row = log.rows[70]
    log.rows[70] = (*row[:4], b"not what was stored")
    warehouse = Warehouse(tmp_path / "w.duckdb")
    log.follow(warehouse)
    found = basis(warehouse.cursor(), Filters("lantern_moths"))
    assert (found.counted, found.of) == (2, 3)
    assert found.left_out == [LeftOut("damaged", "damaged", 1)]
    warehouse.close()


def test_names_are_data_and_no_sql(warehouse: Warehouse) -> None:
    strange = "'; DROP TABLE sessions; --"
    filters = Filters(
        "lantern_moths",
        players=(strange,),
        prototype=strange,
        rules=strange,
        modes=(strange,),
        tags=(strange,),
        without_tags=(strange,),
        options={strange: strange},
        include=(strange,),
    )
    assert basis(warehouse.cursor(), filters).counted == 0
    assert ask(warehouse.cursor(), filters, "SELECT count(*) FROM counted") == [(0,)]
    assert basis(warehouse.cursor(), Filters("lantern_moths")).counted > 0


def test_choices_are_what_some_session_has(log: Log, warehouse: Warehouse) -> None:
    sessions = log.sessions().values()
    found = choices(warehouse.cursor(), "lantern_moths")
    assert found.seats == sorted({len(s.players) for s in sessions})
    assert found.players == sorted({p.name for s in sessions for p in s.players if not p.bot})
    assert found.prototypes == ["linen", "paper"]
    assert found.rules == ["v4"]
    assert found.modes == ["digital", "simulated", "table"]
    assert found.played_by == ["bots", "mixed", "people"]
    assert found.tags == ["club", "demo"]
    assert found.by_people
    used = {(name, value) for s in sessions for name, value in s.opened.options.items()}
    assert [(n, v) for n, values in found.options.items() for v in values] == sorted(used)
    assert found.options["ghost_blocks"] == ["planted_round", "while_present"]


def test_an_unknown_game_has_no_choices(warehouse: Warehouse) -> None:
    found = choices(warehouse.cursor(), "no_such_game")
    assert not any((found.seats, found.players, found.modes, found.options))
