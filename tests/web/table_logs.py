"""Sessions of a real table, and whole games written as the lines in which they are logged."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any
from uuid import UUID

from flask.testing import FlaskClient

from domain.chance import Told
from domain.game import Game
from domain.grammar import trimmed
from domain.session import Session
from domain.session.commands import Table
from domain.session.events import Player
from service import seeds
from service.wiring import Services
from tests.contract.plays import Play, play_out
from tests.web.reading import Element, get, read, submit

SET_UP: dict[str, dict[str, str]] = {
    "lantern_moths": {"Middle": "E"},
    "lepidoptery": {},
    "nocturnis": {"Display": "A1 P1 L2", "Habitat": "Hook"},
}


def table(
    services: Services,
    game: Game,
    *names: str,
    headers: Mapping[str, str] | None = None,
    options: Mapping[str, str] | None = None,
    timed: bool = True,
) -> Session:
    """Open the log of a table, with as much of the set-up as everybody sees."""
    edition = seeds.edition(game)
    chosen = dict(options or {})
    rules = game.rules(edition, game.options(**chosen), len(names))
    told = SET_UP[game.name] if headers is None else headers
    start, answers = game.notation.read_set_up(rules, told)
    opened = Table(
        game=game,
        rules=seeds.rulebook(game).version,
        edition=edition,
        players=tuple(Player(name) for name in names),
        options=chosen,
        mode="table",
        start=start,
        timed=timed,
    )
    return services.recorder.open(opened, Told(answers)).session


def lines(play: Play, *, short: bool = True) -> list[str]:
    """Write a played game as lines: what nobody at the table saw is left out."""
    notation = play.game.notation
    write = notation.typed if short else notation.write
    return [
        write(turn.before, turn.action, trimmed([card for _, card in turn.answers]))
        for turn in play.turns[1:]
    ]


def set_up_of(play: Play) -> Mapping[str, str]:
    """Write the set-up of a played game as headers."""
    answers = tuple(card for _, card in play.turns[0].answers)
    return play.game.notation.write_set_up(play.rules, play.start, answers)


def played(game: Game, seats: int, seed: int) -> Play:
    """Play a whole game at random."""
    return play_out(game.name, game.options(), seats, seed)


def path(session: Session) -> str:
    """The address of a table."""
    return f"/sessions/{session.id}/table"


def log(client: FlaskClient, session: Session, texts: Sequence[str]) -> Element:
    """Log lines one after the other, as somebody without scripts does."""
    page = get(client, path(session))
    for text in texts:
        response = submit(client, page, "/table/act", text=text)
        assert response.status_code == 200, (text, read(response).one(class_="trouble").text)
        page = read(response)
    return page


def now(services: Services, session: Session) -> Session:
    """The session as it stands."""
    return services.store.load(UUID(str(session.id)))


def some(rng: Random, values: Sequence[Any]) -> Any:
    """Pick one."""
    return values[int(rng.random() * len(values))]
