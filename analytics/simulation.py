"""Whole games played by bots, each by its number in a plan."""

import gc
import os
import signal
from multiprocessing import parent_process
from random import Random
from threading import Thread
from typing import Any

import msgspec

from analytics.bots import View, cast_of
from analytics.bots.playing import seated
from domain.chance import Shuffled
from domain.edition import content, content_hash, parse_edition
from domain.events import Event
from domain.games import GAMES
from domain.options import filled_in
from domain.playout import Playout
from domain.session.events import Player, SessionClosed, SessionOpened
from domain.session.limits import check_limits
from domain.session.session import rules_of

Row = tuple[str, int, str, bytes]
"""Session id as 32 hex digits, version, stored name, JSON."""

BESIDE = 10
"""How nice workers are beside a service whose pages are to stay quick."""

CHUNK = 25  # games a task of a trial: about 30 ms of play


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """A series of games. ``bots`` names one bot a seat; who starts is drawn for each game.

    Game number ``n`` of a plan is the same whoever plays it and in which order: its random
    streams are named by seed and number, one for the shuffle and one for each bot.

    :ivar cast: TOML that describes bots which do not come with mothlog.
    """

    game: str
    rules: str
    edition: dict[str, Any]
    options: dict[str, str]
    bots: tuple[str, ...]
    seed: str
    prototype: str = ""
    cast: str = ""
    tags: tuple[str, ...] = ()


def opening(plan: Plan, number: int = 0) -> SessionOpened:
    """Return the first event of a game of the plan.

    :raises Invalid: the edition, an option or a text does not fit.
    """
    game = GAMES[plan.game].under(plan.rules)
    edition = parse_edition(plan.edition, game.edition)
    cast = cast_of(plan.cast)
    names = [cast.find(bot).title for bot in plan.bots]
    opened = SessionOpened(
        game=plan.game,
        rules=plan.rules,
        options=filled_in(game.options, plan.options),
        edition=content(edition),
        edition_hash=content_hash(edition),
        players=tuple(
            Player(f"{name} {seat + 1}", bot)
            for seat, (name, bot) in enumerate(zip(names, plan.bots, strict=True))
        ),
        mode="simulated",
        prototype=plan.prototype,
        tags=plan.tags,
        seed=f"{plan.seed}/{number}",
    )
    check_limits([opened])
    return opened


def play_out(plan: Plan, opened: SessionOpened, number: int) -> list[Event]:
    """Play one game to its end and return all its events, the opening and closing ones too."""
    events, _ = played(plan, opened, number)
    return events


def played(plan: Plan, opened: SessionOpened, number: int) -> tuple[list[Event], Any]:
    """Play one game to its end and return all its events and its last position."""
    game, rules = GAMES[plan.game].under(opened.rules), rules_of(opened)
    stream = f"{plan.seed}/{number}"
    shuffle = Random(f"{stream}/shuffle")
    chance, seats = Shuffled(shuffle), len(plan.bots)
    players = seated(cast_of(plan.cast), plan.bots, stream)
    run = game.set_up(rules, int(shuffle.random() * seats), chance)
    playout = game.play_on(run.state, shuffle)
    while (seat := playout.seat) is not None:
        choose, rng = players[seat]
        playout.play(choose(game, _view(game.observe, playout, seat), playout.legal(), rng))
    return [opened, *run.events, *playout.events, SessionClosed()], playout.state()


def begin_work(nice: int = 0) -> None:
    """Prepare a worker process.

    A key press that interrupts reaches every process, and only the first one decides what
    follows. Positions and events hold no cycles, so the collector would search in vain; without
    it games are played a tenth faster.

    :param nice: how far it steps back behind other processes, as in ``nice(1)``.
    """
    if nice and hasattr(os, "nice"):
        os.nice(nice)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.disable()
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Leave when the first process is gone, however it went."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _view(observe: Any, playout: Playout, seat: int) -> View:
    return lambda: observe(playout.state(), seat)
