"""A short soak: some seats play on a real server, nothing fails and memory stays flat."""

from pathlib import Path

from tests.load.running import run

GROWTH = 15_000_000
"""Bytes that memory may grow by in the second half: 5 MB of sessions that go on were measured, and
16 MB more for 60 KB, a page, that each of its 270 requests leaves behind.
"""


def test_seats_play_without_failures_and_memory_stays_flat(tmp_path: Path) -> None:
    found = run(tmp_path, seats=12, sessions=4, seconds=24, think=(0.3, 0.6))
    assert found.report["failures"] == 0, found.report["errors"]
    moves = found.report["times"]["move"]["count"]
    assert moves > 20
    assert found.report["conflicts"] < moves / 4
    assert found.lost == 0
    half, end = found.memory[3], found.memory[-1]
    assert end - half < GROWTH, found.memory
