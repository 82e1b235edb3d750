"""Whole playthroughs as text: one seed, every event, what it says and what it rests on.

A file begins with a header in TOML, which is all that is needed to write the rest anew:

    game = "lantern_moths"
    seats = 3
    start = 0
    seed = 7
    avoid = ["light"]      kinds of action that are chosen only when no other is legal
    [options]              answers that differ from the defaults of the day the file was made
    ghost_blocks = "while_present"
    [edition]              values that differ from seeds/<game>/edition.toml
    ghosts = 7

Then each event takes two lines: its step, whose turn it was, the legal actions at that point, the
sentence and the clauses; and the event as stored. To add a playthrough, write the header of one
and run ``make golden``.
"""

import tomllib
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from domain.chance import Shuffled
from domain.edition import EditionBase, parse_edition
from domain.events import Event
from domain.game import Game
from domain.games import GAMES
from domain.words import plain

HERE = Path(__file__).parent
SEEDS = HERE.parents[1] / "seeds"
RULE = "-" * 80
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gil", "Hal")


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a playthrough was made."""

    game: str
    seats: int
    start: int
    seed: int
    avoid: tuple[str, ...] = ()
    options: dict[str, Any] = {}
    edition: dict[str, Any] = {}

    def rules(self) -> tuple[Game, Any]:
        """Return the game and its rules at this table."""
        game = GAMES[self.game]
        options = msgspec.convert(self.options, game.options)
        return game, game.rules(self._edition(game), options, self.seats)

    def _edition(self, game: Game) -> EditionBase:
        text = (SEEDS / self.game / "edition.toml").read_text(encoding="utf-8")
        data = deepcopy(tomllib.loads(text))
        for name, value in self.edition.items():
            data[name] = {"value": value, "assumed": "for this playthrough"}
        return parse_edition(data, game.edition)


def read(path: Path) -> tuple[str, Header, list[str]]:
    """Return a file's header as it stands, the header read, and the lines after it."""
    head, _, body = path.read_text(encoding="utf-8").partition(RULE + "\n")
    return head, msgspec.convert(tomllib.loads(head), Header), body.splitlines()


def played(header: Header) -> Iterator[str]:
    """Play the game anew by the header's seed and yield the lines.

    The shuffle and the choices have a generator each, and of both only ``random`` is used.
    """
    game, rules = header.rules()
    yield from told(game, rules, _events(header, game, rules))


def _events(header: Header, game: Game, rules: Any) -> Iterator[Event]:
    chance, chooser = Shuffled(Random(header.seed)), Random(header.seed + 1)
    run = game.set_up(rules, header.start, chance)
    yield from run.events
    while legal := game.legal_actions(run.state):
        liked = [a for a in legal if a.__struct_config__.tag not in header.avoid] or legal
        run = game.play(run.state, liked[int(chooser.random() * len(liked))], chance)
        yield from run.events


def replayed(header: Header, lines: list[str]) -> Iterator[str]:
    """Fold the events that the lines hold and yield the lines again, without any chance."""
    game, rules = header.rules()
    kinds = {kind.stored_name: kind for kind in game.events}
    stored = (line.strip().partition(" ") for line in lines if line.startswith("     "))
    events = (msgspec.json.decode(json, type=kinds[name]) for name, _, json in stored)
    yield from told(game, rules, events)


def told(game: Game, rules: Any, events: Iterator[Event]) -> Iterator[str]:
    """Write events down, two lines each, and how the game ended."""
    state = game.blank(rules)
    for step, event in enumerate(events):
        acting = "".join("ABCDEFGH"[seat] for seat in game.to_act(state)) if step else ""
        legal = len(game.legal_actions(state)) if step else 0
        sentence = plain(game.tell(state, event).sentence, NAMES)
        clauses = ", ".join(game.cite(state, event))
        yield f"{step:4} {acting or '-':2} {legal:3}  {sentence} [{clauses}]"
        yield f"     {event.stored_name} {msgspec.json.encode(event).decode()}"
        state = game.evolve(state, event)
    yield f"end  {msgspec.json.encode(game.outcome(state)).decode()}"
