"""``make load``: who plays, what is told, and when it ends with an error."""

from pathlib import Path
from typing import Any

import pytest

from tests.load import __main__ as command
from tests.load.running import Found, tables

MOVES = {"count": 4000, "p50": 12.0, "p95": 60.0, "p99": 150.0, "max": 300.0}
REPORT: dict[str, Any] = {
    "seats": 200,
    "seconds": 100.0,
    "generator_cpu": 30.0,
    "times": {"move": MOVES, "page": {"count": 0}},
    "failures": 0,
    "errors": [],
    "conflicts": 3,
}
FOUND = Found(REPORT, [90_000_000, 91_000_000], 80.0, 0, [])


def test_two_hundred_seats_play_in_sixty_sessions_of_all_games() -> None:
    placed = tables(200, 60)
    assert len(placed) == 60
    assert sum(seats for _, seats in placed) == 200
    assert {name for name, _ in placed} == {"lantern-moths", "lepidoptery", "nocturnis"}
    assert {seats for _, seats in placed} <= {2, 3, 4}


def test_what_was_measured_is_told() -> None:
    """4000 moves in 100 s are 40 a second; 80 s of the processor in 100 s are 0.8 cores."""
    assert command.said(FOUND).splitlines() == [
        "200 seats for 100 s",
        "move: 40.0 a second, p50 12, p95 60, p99 150, max 300 ms",
        "failures 0, lost 0, told that others came first 3",
        "memory of the server in MB, at even distances: 90, 91",
        "processor: server 0.80 cores, seats 0.30 cores",
        "p95 of a move under 100 ms: yes",
    ]
    fault = '{"level":"error","event":"a fault"}'
    assert fault in command.said(Found(REPORT, [], 80.0, 0, [fault])).splitlines()
    slow = REPORT | {"times": {"move": MOVES | {"p95": 100.0}}}
    assert command.said(Found(slow, [], 80.0, 0, [])).endswith("p95 of a move under 100 ms: no")


@pytest.mark.parametrize(("failures", "lost", "code"), [(0, 0, 0), (1, 0, 1), (0, 1, 1)])
def test_failures_and_lost_moves_end_it_with_an_error(
    monkeypatch: pytest.MonkeyPatch, failures: int, lost: int, code: int
) -> None:
    asked: list[tuple[int, int]] = []

    def played(folder: Path, seats: int, sessions: int, *_: Any) -> Found:
        asked.append((seats, sessions))
        return Found(REPORT | {"failures": failures, "errors": ["act: 500"]}, [], 1.0, lost, [])

    monkeypatch.setattr("sys.argv", ["load"])
    monkeypatch.setattr(command, "run", played)
    assert command.main() == code
    assert asked == [(200, 60)]
