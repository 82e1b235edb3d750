"""What the command that works out chances prints."""

from datetime import UTC, datetime

import pytest

from analytics.bots.evaluating import EVALUATOR, Evaluation
from analytics.swings import Stand, steps_of
from domain.games import LEPIDOPTERY
from service.evaluating import Evaluated, Kept
from service.wiring import Services
from tests.service.command_line import Mothlog
from tests.web.conftest import Tables


def test_a_change_of_chances_is_told_in_points_and_not_in_percent(
    services: Services, capsys: pytest.CaptureFixture[str]
) -> None:
    session = Tables(services, LEPIDOPTERY).stopped(3)
    steps = steps_of(session)
    chances = [(0.73, 0.27), *[(0.93, 0.07)] * (len(steps) - 1)]
    stands = tuple(Stand(s, Evaluation(c, 400)) for s, c in zip(steps, chances, strict=True))
    at = datetime(2026, 11, 30, tzinfo=UTC)
    Kept(services.data).keep(
        Evaluated(session.id.hex, session.version, "all", EVALUATOR, 400, at, stands, ())
    )
    told = Mothlog(services.data, capsys)("evaluate", str(session.id)).out
    (turn,) = told.partition("turning points, in percentage points\n")[2].splitlines()
    assert turn.endswith(": Ada +20 points, Ben -20 points")  # 73 to 93 %, 27 to 7 %
