"""A session that is moved on knows what one that is folded anew works out."""

import pytest

from domain.game import Game
from domain.games import GAMES
from domain.session import Session, fold
from tests.domain.session.happenings import Evening


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
@pytest.mark.parametrize("seed", range(3))
def test_position_and_actions_are_carried_on_as_they_stand(game: Game, seed: int) -> None:
    log = Evening(game, seed).go_on(30).log
    known: Session | None = None
    for version in range(2, len(log) + 1):
        known = fold(log[known.version if known else 0 : version], known)
        anew = fold(log[:version])
        assert known is not None
        assert anew is not None
        assert (known.state, known.actions) == (anew.state, anew.actions)
        begun = [at for at, _ in anew.actions if at <= anew.last_step]
        assert known.decision_before(known.last_step) == max((begun or [1])[-1] - 1, 0)
