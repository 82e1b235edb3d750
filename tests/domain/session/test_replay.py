"""A log that no table could have played is refused at the event that does not follow."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from domain.events import Recorded
from domain.games import LEPIDOPTERY
from domain.session import fold
from domain.session.events import AttemptRefused, ClockPaused, NoteAdded
from domain.session.replay import Misplaced, parts
from tests.domain.session.happenings import Evening

LOGS = [Evening(LEPIDOPTERY, seed).go_on(20).log for seed in range(6)]


def replayed(entries: list[Recorded]) -> list[Recorded]:
    return [entry for part in parts(entries) for entry in part.entries]


CONSEQUENCES = [
    (log, entry.version)
    for log in LOGS
    for part in parts(log)
    if part.action is not None
    for entry in part.entries[1 + part.irregular :]
]
"""Each log with the version of an event that follows from an action in it."""


@given(st.sampled_from(LOGS), st.data())
def test_a_missing_version_is_named(log: tuple[Recorded, ...], data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(log) - 2))
    with pytest.raises(Misplaced) as refused:
        replayed([*log[:at], *log[at + 1 :]])
    assert refused.value.version <= at + 1


@given(st.sampled_from(CONSEQUENCES))
def test_what_follows_from_an_action_cannot_be_left_out(
    left_out: tuple[tuple[Recorded, ...], int],
) -> None:
    log, version = left_out
    rest = [replace(entry, version=entry.version - 1) for entry in log[version:]]
    with pytest.raises(Misplaced):
        replayed([*log[: version - 1], *rest])


@pytest.mark.parametrize("cut", range(1, 5))
def test_a_log_may_end_behind_any_command(cut: int) -> None:
    log = list(LOGS[0])
    ends = [part.entries[-1].version for part in parts(log)]
    assert replayed(log[: ends[-cut]]) == log[: ends[-cut]]


def test_a_later_part_is_held_against_what_stands_before_it() -> None:
    log = LOGS[0]
    middle = [part.entries[-1].version for part in parts(log)][3]
    before = fold(log[:middle])
    rest = [entry for part in parts(log[middle:], before) for entry in part.entries]
    assert rest == list(log[middle:])


def test_wording_binds_nobody_but_what_was_cited_does() -> None:
    log, at = next(
        (log, at)
        for log in LOGS
        for at, entry in enumerate(log)
        if isinstance(entry.event, AttemptRefused) and entry.event.reason
    )
    worded = replace(log[at], event=replace(log[at].event, reason="because"))
    assert replayed([*log[:at], worded, *log[at + 1 :]])[at] == worded
    cited = replace(log[at], event=replace(log[at].event, clauses=("no.such",)))
    with pytest.raises(Misplaced, match=re.escape("the rules give")):
        replayed([*log[:at], cited, *log[at + 1 :]])


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        (NoteAdded(99, "late"), "no step 99"),
        (ClockPaused(), "the session is abandoned"),
    ],
)
def test_what_a_command_refuses_is_refused_in_a_log(event: object, reason: str) -> None:
    log = LOGS[0]
    wrong = replace(log[-1], version=len(log) + 1, event=event)
    with pytest.raises(Misplaced, match=reason) as refused:
        replayed([*log, wrong])
    assert refused.value.version == len(log) + 1
