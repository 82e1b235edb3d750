"""Everything that takes something from outside: good inputs, and what is done with a bad one."""

import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, cached_property, partial
from pathlib import Path
from random import Random
from typing import Any

from analytics.bots import cast_of
from analytics.sandbox import Refused
from domain.game import Game
from domain.games import GAMES
from domain.notation import Misread
from domain.session import text
from domain.session.reading import Faulty, Read
from service import seeds
from service.casting import FILE, casting
from service.checked import check
from service.examples import examples
from service.transfer import importing, jsonl, sheet
from service.transfer.exporting import export_of
from service.transfer.files import lines_of
from service.transfer.reading import Form, read_file
from service.transfer.shelf import Shelf
from tests.fuzz.mutate import mutated
from tests.fuzz.world import World

NOW = datetime(2026, 11, 30, 20, tzinfo=UTC)

BOTS = b"""\
[pacifist]
title = "Pacifist"
description = "Never stops anybody."
blunder = 0.05
weights.lantern_moths = { deny = 0.0 }
weights.lepidoptery = { block = 0.0, danger = 0.0 }

[mine]
title = "My program"
description = "What it looks for."
command = ["true", "x"]
seconds = 2.0
games = ["lepidoptery"]
"""


@dataclass(frozen=True)
class Target:
    """Where inputs go.

    :ivar good: makes good ones, when they are asked for.
    :ivar attempt: does with an input what its sender would want, and says whether it was accepted;
        raises where something broke.
    :ivar share: how many of a hundred thousand inputs come here.
    :ivar changed: makes a bad input of a good one; :func:`tests.fuzz.mutate.mutated` unless the
        target knows its structure better.
    """

    name: str
    good: Callable[[], tuple[bytes, ...]]
    attempt: Callable[[bytes], bool]
    share: int
    changed: Callable[[Random, bytes, Sequence[bytes]], bytes] = mutated

    @cached_property
    def seeds(self) -> tuple[bytes, ...]:
        """Good inputs."""
        return self.good()

    def input(self, number: int) -> bytes:
        """Return a bad input: the same one again for the same number."""
        rng = Random(f"{self.name}/{number}")
        return self.changed(rng, rng.choice(self.seeds), self.seeds)


def plain(world: World) -> Iterator[Target]:
    """Yield what takes files and lines of text."""
    yield from _files(world)
    yield from _notation(world)
    yield _editions()
    yield _bots(world)
    yield _sql(world)


def _files(world: World) -> Iterator[Target]:
    for name, suffix, form, share in (
        ("session text", "txt", "text", 16_000),
        ("JSON Lines", "jsonl", "jsonl", 16_000),
        ("spreadsheet", "csv", "csv", 5_000),
    ):
        good = partial(_files_like, world, form)
        yield Target(name, good, _importing(world, suffix, form), share)


def _files_like(world: World, form: str) -> tuple[bytes, ...]:
    shelf = Shelf(world.services.data)
    told = tuple(s for s in (*world.demo, *world.live) if s.version < 60)
    if form == "text":
        texts = tuple(export_of(s, "text", shelf).encode() for s in told)
        return (*texts, *(_nameless(told) for told in texts))
    if form == "jsonl":
        return tuple(export_of(s, "jsonl", shelf).encode() for s in told)
    sheets = sorted(Path("tests/fixtures/malformed").glob("*.csv"))
    return tuple(path.read_bytes() for path in sheets if path.stat().st_size < 20_000)


def _nameless(text: bytes) -> bytes:
    """Leave a session's id out, so that it is another one."""
    return b"\n".join(line for line in text.split(b"\n") if not line.startswith(b"id:"))


def _importing(world: World, suffix: str, form: Form) -> Callable[[bytes], bool]:
    """Read a file and store what it holds, as ``mothlog import`` does."""
    path, shelf = world.services.data.parent / f"fuzzed.{suffix}", Shelf(world.services.data)

    def attempt(raw: bytes) -> bool:
        path.write_bytes(raw)
        try:
            found, read = read_file(path, sheet.Plan(), shelf, NOW)
            assert found == form or form == "text"
            done = importing.store(world.services.store, read, found)
        except Faulty as error:
            said(str(error))
            return False
        for one in done:  # what was accepted can be read again
            _ = world.services.store.load(one.session.id).state
        return any(one.new for one in done)

    return attempt


def read_only(name: str, world: World) -> Callable[[bytes], bool]:
    """Return what reads a file and stores nothing: for coverage, a hundred times as often."""
    shelf = Shelf(world.services.data)

    def attempt(raw: bytes) -> bool:
        try:
            lines = lines_of(raw)
            read: Read
            if name == "JSON Lines":
                read = jsonl.read(lines)
            elif name == "spreadsheet":
                read = sheet.read(lines, sheet.Plan(), shelf, NOW)
            else:
                read = text.read(lines, shelf, NOW)
        except Faulty:
            return False
        return read.fault is None

    return attempt


def _notation(world: World) -> Iterator[Target]:
    """What is typed at a table: read, completed, and the nearest legal actions named."""
    for name, game in GAMES.items():
        at = cache(partial(_positions, world, game))

        def attempt(raw: bytes, game=game, at=at) -> bool:  # type: ignore[no-untyped-def]
            line, states = raw.decode("utf-8", "replace"), at()[1]
            state = states[len(raw) % len(states)]
            _ = game.notation.complete(state, line[:400])
            try:
                reading = game.notation.read(state, line)
            except Misread as error:
                said(error.reason)
                return False
            _ = game.notation.write(state, reading.action)
            return True

        yield Target(f"notation {name}", lambda at=at: at()[0], attempt, 5_000)  # type: ignore[misc]


def _positions(world: World, game: Game) -> tuple[tuple[bytes, ...], list[Any]]:
    """Return lines for what was done in a game's sessions, and positions of them."""
    states, lines = [], []
    for session in (s for s in (*world.demo, *world.live) if s.game is game):
        told = list(session.history())[1:]
        chosen = [(b, game.action_of(b, move.event)) for b, move, _ in told]
        lines += [game.notation.write(b, a).encode() for b, a in chosen if a is not None]
        states += [session.state_at(session.last_step // 2), session.state]
    return tuple(dict.fromkeys(lines)), states


def _editions() -> Target:
    """Editions as TOML: everything wrong is named."""

    def attempt(raw: bytes) -> bool:
        checked = check(raw)
        assert (checked.edition is None) == bool(checked.faults)
        for fault in checked.faults:
            said(fault.at("box.toml"))
        return checked.edition is not None

    boxes = tuple(seeds.seed(name, "edition.toml").read_bytes() for name in GAMES)
    return Target("edition", lambda: boxes, attempt, 6_000)


def _bots(world: World) -> Target:
    path = world.services.data / FILE

    def attempt(raw: bytes) -> bool:
        path.write_bytes(raw)
        try:
            found = casting(world.services.data)
        finally:
            path.unlink()
        if found.fault:
            said(found.fault)
            return False
        assert tomllib.loads(raw.decode("utf-8-sig")) is not None
        return True

    assert cast_of()
    return Target("bots.toml", lambda: (BOTS,), attempt, 3_000)


def _sql(world: World) -> Target:
    """SQL: the copy that it reads is another file, in another process."""

    def attempt(raw: bytes) -> bool:
        try:
            world.services.asking.ask(raw.decode("utf-8", "replace"))
        except Refused as error:
            said(str(error))
            return False
        return True

    return Target("SQL", lambda: tuple(e.sql.encode() for e in examples()), attempt, 400)


def said(reason: str) -> None:
    """Hold a refusal to what every refusal says."""
    assert reason, "a refusal without a reason"
    assert "Traceback" not in reason
