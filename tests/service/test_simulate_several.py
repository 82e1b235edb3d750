"""Several unfinished runs: one that fails holds up no other, and can be given up."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from analytics.farm import Here
from analytics.runs import play
from service.runs import Runs
from service.simulating import Interrupt
from service.store import Playtests
from tests.bench.common import plan
from tests.service.command_line import Mothlog
from tests.service.killing import games

AT = datetime(2026, 11, 30, 16, tzinfo=UTC)
BROKEN = '[broken]\ntitle = "Broken"\ncommand = ["/nowhere/bot.py"]\n'


@pytest.fixture
def mothlog(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Mothlog:
    """The command line on a fresh folder."""
    return Mothlog(tmp_path / "data", capsys)


def test_a_run_that_fails_is_named_at_the_end_and_the_others_are_played(mothlog: Mothlog) -> None:
    runs = Runs(mothlog.data)
    failing = replace(plan(2, "a"), bots=("broken", "random"), cast=BROKEN)
    broken = runs.begin(failing, 30, AT)
    good = runs.begin(plan(2, "b"), 5, AT + timedelta(days=1))
    ran = mothlog("simulate", "--resume", "--workers", "1", "--json")
    assert ran.code == 1
    assert [(each["run"], each["played"]) for each in ran.json] == [(good.key, 5)]
    assert runs.unfinished() == [broken]
    last = ran.err.splitlines()[-1]
    assert last.startswith("mothlog: the bot broken did not choose: it could not be started")
    assert last.endswith(
        f": 0 of 30 games recorded, whole and once; mothlog simulate --resume {broken.key} plays "
        "the others, those in hand from their beginning, with the bots that the run began with, "
        f"whatever bots.toml says now; mothlog simulate --forget {broken.key} gives the run up"
    )
    assert mothlog("simulate", "--resume", broken.key, "--workers", "1").code == 1


def test_an_interrupt_ends_all_runs(mothlog: Mothlog, monkeypatch: pytest.MonkeyPatch) -> None:
    runs = Runs(mothlog.data)
    made = [runs.begin(plan(2, "a"), 5, AT + timedelta(days=n)) for n in range(2)]
    monkeypatch.setattr(Interrupt, "asked", True)
    ran = mothlog("simulate", "--resume", "--workers", "1")
    assert ran.code == 1
    assert ran.err.count("mothlog: stopped: 0 of 5 games") == 1
    assert made[0].key in ran.err.splitlines()[-1]
    assert runs.unfinished() == made


def test_a_run_is_given_up_and_its_games_stay(mothlog: Mothlog) -> None:
    runs, (kept, run) = (
        Runs(mothlog.data),
        (Runs(mothlog.data).begin(plan(2, seed), 3, AT) for seed in "ab"),
    )
    store = Playtests(mothlog.data)
    batches = play(run, [range(2)], Here(), lambda: False)
    store.append_encoded([row for batch in batches for row in batch.rows(run)])
    store.close()
    told = mothlog("simulate", "--forget", run.key)
    assert told.out == f"{run.key} is given up; 2 of 3 games are recorded and stay\n"
    assert runs.unfinished() == [kept]
    assert len(games(mothlog.data)) == 2
    again = mothlog("simulate", "--forget", run.key)
    assert again.code == 1
    assert "no unfinished simulation" in again.err
    both = mothlog("simulate", "--forget", kept.key, "--resume")
    assert both.code == 2
    assert "--forget and '--resume' exclude each other" in both.err
