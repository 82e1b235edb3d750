"""Everything that takes something from outside: good inputs, and what is done with a bad one."""

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from analytics.bots import cast_of
from analytics.sandbox import Refused
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

    :ivar seeds: good ones.
    :ivar attempt: does with an input what its sender would want, and says whether it was accepted;
        raises where something broke.
    :ivar share: how many of a hundred thousand inputs come here.
    :ivar guided: nothing else runs and little is written, so that coverage can lead.
    """

    name: str
    seeds: tuple[bytes, ...]
    attempt: Callable[[bytes], bool]
    share: int
    guided: bool = False


def plain(world: World) -> list[Target]:
    """List what takes files and lines of text."""
    return [*_files(world), *_notation(world), _editions(), _bots(world), _sql(world)]


def _files(world: World) -> list[Target]:
    shelf = Shelf(world.services.data)
    told = tuple(s for s in (*world.demo, *world.live) if s.version < 60)
    texts = tuple(export_of(s, "text", shelf).encode() for s in told)
    texts += tuple(_nameless(told) for told in texts)
    events = tuple(export_of(s, "jsonl", shelf).encode() for s in told)
    sheets = tuple(
        path.read_bytes()
        for path in sorted(Path("tests/fixtures/malformed").glob("*.csv"))
        if path.stat().st_size < 20_000
    )
    return [
        Target("session text", texts, _importing(world, "txt", "text"), 22_000, guided=True),
        Target("JSON Lines", events, _importing(world, "jsonl", "jsonl"), 22_000, guided=True),
        Target("spreadsheet", sheets, _importing(world, "csv", "csv"), 6_000, guided=True),
    ]


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
            _said(str(error))
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


def _notation(world: World) -> list[Target]:
    """What is typed at a table: read, completed, and the nearest legal actions named."""
    made = []
    for name, game in GAMES.items():
        sessions = [s for s in (*world.demo, *world.live) if s.game is game]
        states, lines = [], []
        for session in sessions:
            told = list(session.history())[1:]
            chosen = [(b, game.action_of(b, move.event)) for b, move, _ in told]
            lines += [game.notation.write(b, a).encode() for b, a in chosen if a is not None]
            states.append(session.state_at(session.last_step // 2))
            states.append(session.state)

        def attempt(raw: bytes, game=game, states=states) -> bool:  # type: ignore[no-untyped-def]
            line = raw.decode("utf-8", "replace")
            state = states[len(raw) % len(states)]
            _ = game.notation.complete(state, line[:400])
            try:
                reading = game.notation.read(state, line)
            except Misread as error:
                _said(error.reason)
                return False
            _ = game.notation.write(state, reading.action)
            return True

        share = 8_000 if lines else 0
        made.append(
            Target(f"notation {name}", tuple(dict.fromkeys(lines)), attempt, share, guided=True)
        )
    return made


def _editions() -> Target:
    """Editions as TOML: everything wrong is named."""

    def attempt(raw: bytes) -> bool:
        checked = check(raw)
        assert (checked.edition is None) == bool(checked.faults)
        for fault in checked.faults:
            _said(fault.at("box.toml"))
        return checked.edition is not None

    boxes = [seeds.seed(name, "edition.toml").read_bytes() for name in GAMES]
    return Target("edition", tuple(boxes), attempt, 8_000, guided=True)


def _bots(world: World) -> Target:
    path = world.services.data / FILE

    def attempt(raw: bytes) -> bool:
        path.write_bytes(raw)
        try:
            found = casting(world.services.data)
        finally:
            path.unlink()
        if found.fault:
            _said(found.fault)
            return False
        assert tomllib.loads(raw.decode("utf-8-sig")) is not None
        return True

    assert cast_of()
    return Target("bots.toml", (BOTS,), attempt, 4_000, guided=True)


def _sql(world: World) -> Target:
    """SQL: the copy that it reads is another file, in another process."""

    def attempt(raw: bytes) -> bool:
        try:
            world.services.asking.ask(raw.decode("utf-8", "replace"))
        except Refused as error:
            _said(str(error))
            return False
        return True

    return Target("SQL", tuple(e.sql.encode() for e in examples()), attempt, 500)


def _said(reason: str) -> None:
    """Hold a refusal to what every refusal says."""
    assert reason, "a refusal without a reason"
    assert "Traceback" not in reason


def seed_of(name: str, number: int) -> Random:
    """Return the source of one input: the same again for the same name and number."""
    return Random(f"{name}/{number}")
