"""Every contract test that takes ``play`` runs over the same random sessions."""

import pytest

from tests.contract.plays import Play, play_out, plays


def named(what: tuple[str, object, int, int]) -> str:
    name, _, seats, seed = what
    return f"{name}-{seats}-seats-{seed}"


@pytest.fixture(params=list(plays()), ids=named)
def play(request: pytest.FixtureRequest) -> Play:
    """Return one finished session."""
    return play_out(*request.param)
