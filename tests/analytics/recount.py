"""What the tables should hold, counted from folded sessions in plain Python.

Nothing here uses the code that is tested, and most of it counts the other way round: from the
position at the end of a round instead of from the event that settles a tile, say.
"""

import re
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

from domain.games import LANTERN_MOTHS as GAME
from domain.games.lantern_moths.edition import GARDEN
from domain.games.lantern_moths.events import (
    DuskPlaced,
    HandRefilled,
    MothsKept,
    MothsTaken,
    StartPassed,
    TurnForfeited,
    WickLit,
    WicksWentOut,
)
from domain.games.lepidoptery.events import CombinationPlayed, HandReplenished, Passed
from domain.session import Session
from domain.session.events import Amended, NoteAdded, TakenBack

Row = tuple[Any, ...]


def in_order(row: Row) -> tuple[Any, ...]:
    """Sort the way DuckDB does: an empty cell comes last."""
    return tuple((cell is None, () if cell is None else cell) for cell in _plain(row))


def _plain(row: Row) -> Iterator[Any]:
    for cell in row:
        yield tuple(sorted(cell.items())) if isinstance(cell, dict) else cell


def naive(at: datetime) -> datetime:
    """Return a time of the store as a TIMESTAMP column holds it."""
    assert at.utcoffset() is not None
    return at.replace(tzinfo=None) - (at.utcoffset() or at.utcoffset())  # type: ignore[operator]


def clocked(session: Session) -> bool:
    """Whether people played it while a clock ran."""
    people = [player for player in session.players if player.bot is None]
    return bool(people) and session.opened.mode != "simulated"


def gap(session: Session, version: int) -> float | None:
    """Return the seconds since the game last changed, if they can be play."""
    earlier = [e for e in session.log[: version - 1] if not isinstance(e.event, NoteAdded)]
    if not earlier:
        return None
    seconds = (session.log[version - 1].at - earlier[-1].at).total_seconds()
    return seconds if 0 < seconds <= 30 * 60 else None


def turns(session: Session) -> list[int | None]:
    """Number the turn of each step within its round, by counting seats as they come."""
    if session.opened.game == "lepidoptery":
        return _turns_of_climbs(session)
    if session.opened.game == "nocturnis":
        return [None] * len(session.moves)
    numbers: list[int | None] = []
    turn, seat = 0, None
    for before, move, _ in session.history():
        event = move.event
        drawn_for = isinstance(event, DuskPlaced) and before.in_turns
        if isinstance(event, StartPassed):
            turn, seat = 0, None
        acting = GAME.action_of(before, event) is not None or isinstance(event, TurnForfeited)
        if acting and event.seat != seat:  # type: ignore[attr-defined]
            turn, seat = turn + 1, event.seat  # type: ignore[attr-defined]
        in_turn = acting or drawn_for or type(event).__name__ == "CardDrawn"
        numbers.append(turn if in_turn else None)
    return numbers


def _turns_of_climbs(s: Session) -> list[int | None]:
    """Number the turns of each climb: combinations, then a pass; draws are between turns."""
    numbers: list[int | None] = []
    turn, over = 0, False
    for move in s.moves:
        if isinstance(move.event, CombinationPlayed | Passed):
            turn = 1 if over else turn + 1
            over = isinstance(move.event, Passed)
        between = isinstance(move.event, HandReplenished) or not turn
        numbers.append(None if between else turn)
    return numbers


def sessions(number: int, s: Session) -> Iterator[Row]:
    """One row: how the session stands."""
    o = s.opened
    outcome = s.game.outcome(s.state)
    bots = sum(player.bot is not None for player in s.players)
    gaps = [
        gap(s, e.version)
        for e in s.log
        if isinstance(e.event, TakenBack | Amended) or e.event.stored_name.startswith(f"{o.game}.")
    ]
    seconds = sum(g for g in gaps if g)
    histories = list(s.history())
    begun = {(s.game.round_of(b), t) for (b, _, _), t in zip(histories, turns(s), strict=True) if t}
    yield (
        *(number, s.id, o.game, o.rules, o.edition["name"], o.edition_hash, True),
        *(o.options, len(s.players), [p.name for p in s.players]),
        "people" if bots == 0 else "bots" if bots == len(s.players) else "mixed",
        *(o.mode, s.status, o.title, o.prototype, o.place, list(o.tags), o.seed),
        *(naive(s.log[0].at), naive(s.log[-1].at)),
        seconds if clocked(s) and seconds else None,
        *(s.game.round_of(s.state), len(begun), len(s.moves) - 1),
        sum(s.game.action_of(before, move.event) is not None for before, move, _ in histories),
        outcome.ended_by if outcome else None,
        outcome.decided_by if outcome else None,
        list(outcome.winners) if outcome else None,
        sum(isinstance(e.event, TakenBack) for e in s.log),
        sum(isinstance(e.event, NoteAdded) for e in s.log),
        False,
        sum(isinstance(e.event, Amended) for e in s.log),
        o.branch.session if o.branch else None,
        o.branch.step if o.branch else None,
        len(s.log),
    )


def seats(number: int, s: Session) -> Iterator[Row]:
    """One row a seat; where all act at once there is no turn order, alone nobody to beat."""
    start = getattr(s.moves[0].event, "start", 0)
    order = [(start + n) % len(s.players) for n in range(len(s.players))]
    outcome = s.game.outcome(s.state) if len(s.players) > 1 else None
    totals = [s.game.scores(s.state)[seat] for seat in range(len(s.players))]
    for seat, player in enumerate(s.players):
        result: Row = (None, None, None)
        if outcome:
            won = seat in outcome.winners
            better = [
                o for o in order if o in outcome.winners or (totals[o] or 0) > (totals[seat] or 0)
            ]
            result = (1 if won else len(better) + 1, won, won / len(outcome.winners))
        at = None if s.opened.game == "nocturnis" else order.index(seat) + 1
        told = [said if said else None for said in (player.experience, player.colour)]
        yield (number, seat, player.name, player.bot, at, totals[seat], *result, *told)


def events(number: int, s: Session) -> Iterator[Row]:
    """One row a step."""
    for step, ((before, move, _), turn) in enumerate(zip(s.history(), turns(s), strict=True)):
        name = move.event.stored_name.removeprefix(f"{s.opened.game}.").removesuffix(":1")
        seat = getattr(move.event, "seat", None)
        at = naive(move.at)
        yield number, step, move.version, at, name, seat, s.game.round_of(before), turn


def decisions(number: int, s: Session) -> Iterator[Row]:
    """One row an action."""
    done: dict[tuple[int, int], int] = {}
    for step, ((before, move, _), turn) in enumerate(zip(s.history(), turns(s), strict=True)):
        action = s.game.action_of(before, move.event)
        if action is None:
            continue
        round_ = s.game.round_of(before)
        key = (0, 0) if s.opened.game == "nocturnis" else (round_, turn or 0)
        done[key] = done.get(key, 0) + 1
        name = re.sub("(?<=[a-z])(?=[A-Z])", "_", type(action).__name__).lower()
        person = s.players[action.seat].bot is None and clocked(s)
        yield (
            *(number, step, action.seat, round_, turn, done[key], name),
            len(s.game.legal_actions(before, action.seat)),
            gap(s, move.version) if person else None,
        )


def wicks(number: int, s: Session) -> Iterator[Row]:
    """One row a lit wick, from the position at the end of its round."""
    lit: dict[tuple[int, str], int] = {}
    settled = False
    for step, (before, move, _) in enumerate(s.history()):
        event = move.event
        if isinstance(event, WickLit):
            lit[event.seat, event.tile] = step
        first = isinstance(event, MothsTaken | MothsKept | WicksWentOut) and not settled
        if first:
            yield from _round_of_wicks(number, step, before, lit)
            lit, settled = {}, True
        settled = settled and not isinstance(event, StartPassed)


def _round_of_wicks(
    number: int, step: int, state: Any, lit: dict[tuple[int, str], int]
) -> Iterator[Row]:
    """Settle a whole round: lit tiles come in reading order, one event each."""
    tiles = [tile for tile in GARDEN if any(tile == where for _, where in lit)]
    for nth, tile in enumerate(tiles):
        place = GARDEN.index(tile)
        moths = state.moths[place]
        beside = [(seat, when) for (seat, where), when in lit.items() if where == tile]
        ghosts = sum(card.startswith("G") for card in moths)
        if state.rules.options.ghost_blocks == "while_present":
            blocked = ghosts > 0
        else:
            blocked = place in state.fresh_ghosts
        if len(moths) == 0:
            fate = "empty"
        elif len(beside) >= 2:
            fate = "contested"
        elif blocked:
            fate = "ghost"
        else:
            fate = "took"
        for seat, when in beside:
            row = (number, step + nth, when, seat, tile, state.round, len(moths), ghosts)
            yield (*row, len(beside), blocked, fate)


def takes(number: int, s: Session) -> Iterator[Row]:
    """One row a tile that was taken: from how the lantern grew."""
    for step, (before, move, after) in enumerate(s.history()):
        if isinstance(move.event, MothsTaken):
            seat = move.event.seat
            gained = after.lanterns[seat].counts() - before.lanterns[seat].counts()
            cards = list(gained.elements())
            ghosts = [card for card in cards if card.startswith("G")]
            printed = sum(int(card[1:]) for card in cards if card not in ghosts)
            row = (number, step, seat, move.event.tile, GAME.round_of(before))
            yield (*row, len(cards), len(ghosts), printed)


def dusk(number: int, s: Session) -> Iterator[Row]:
    """One row a Dusk card. One in a refill comes after a round's last action."""
    nth, refilling = 0, False
    for step, (before, move, _) in enumerate(s.history()):
        event = move.event
        acting = GAME.action_of(before, event) is not None
        refilling = isinstance(event, HandRefilled) or (refilling and not acting)
        if isinstance(event, DuskPlaced):
            nth += 1
            during = "action" if before.in_turns else "refill"
            row = (number, step, nth, GAME.round_of(before), event.seat, during, event.replaced)
            yield row


def scores(number: int, s: Session) -> Iterator[Row]:
    """One row a seat of a game that is over."""
    outcome = GAME.outcome(s.state)
    for seat, score in enumerate(outcome.scores if outcome else ()):
        cards = s.state.lanterns[seat].known
        ghosts = [card for card in cards if card.startswith("G")]
        printed = sum(int(card[1:]) for card in cards if card not in ghosts)
        sets = score.total - printed - 2 * len(ghosts)
        yield number, seat, printed, 2 * len(ghosts), sets, len(cards), len(ghosts)


Recount = Callable[[int, Session], Iterator[Row]]

TABLES: dict[str, tuple[tuple[str, ...], Recount]] = {
    "sessions": (
        (
            *("session", "id", "game", "rules", "edition", "edition_hash", "assumed", "options"),
            *("seats", "players", "played_by", "mode", "status", "title", "prototype", "place"),
            *("tags", "seed", "opened_at", "last_at", "seconds", "rounds", "turns", "steps"),
            *("actions", "ended_by", "decided_by", "winners", "take_backs", "notes"),
            *("irregular", "amended", "branch", "branch_step", "version"),
        ),
        sessions,
    ),
    "seats": (
        (
            *("session", "seat", "player", "bot", "turn_order", "total", "rank", "won", "share"),
            *("experience", "colour"),
        ),
        seats,
    ),
    "events": (
        ("session", "step", "version", "recorded_at", "name", "seat", "round", "turn"),
        events,
    ),
    "decisions": (
        (
            *("session", "step", "seat", "round", "turn", "action", "kind", "legal_count"),
            "think_seconds",
        ),
        decisions,
    ),
    "lm_wicks": (
        (
            *("session", "step", "lit_step", "seat", "tile", "round", "moths", "ghosts"),
            *("wicks", "blocked", "fate"),
        ),
        wicks,
    ),
    "lm_takes": (
        ("session", "step", "seat", "tile", "round", "moths", "ghosts", "printed"),
        takes,
    ),
    "lm_dusk": (("session", "step", "nth", "round", "seat", "during", "replaced"), dusk),
    "lm_scores": (
        ("session", "seat", "printed", "ghosts", "sets", "moths", "ghost_moths"),
        scores,
    ),
}
"""For each table its columns and what it should hold for a session."""
