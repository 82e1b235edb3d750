"""The demo sessions: invented groups, so that a new data folder has something to look at."""

from collections.abc import Iterator
from itertools import groupby

import msgspec

from domain.games import GAMES
from service import seeds
from service.store import Playtests


class Line(msgspec.Struct, frozen=True):
    """One stored event in a demo file."""

    session: str
    version: int
    name: str
    state: msgspec.Raw


def lines() -> Iterator[Line]:
    """Read the demo sessions of every game."""
    decoder = msgspec.json.Decoder(Line)
    for game in GAMES.values():
        text = seeds.seed(game.name, "demo.jsonl").read_bytes()
        yield from map(decoder.decode, text.splitlines())


def record(store: Playtests) -> int:
    """Store every demo session that is not there yet; return how many were added."""
    there = {session_id.hex for session_id in store.all_ids()}
    added = 0
    for session, events in groupby(lines(), key=lambda line: line.session):
        if session not in there:
            store.append_encoded(
                (line.session, line.version, line.name, bytes(line.state)) for line in events
            )
            added += 1
    return added
