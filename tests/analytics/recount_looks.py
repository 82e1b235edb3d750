"""What the closer looks should hold, counted step by step from folded sessions."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement
from typing import Any

import msgspec

from domain.games.nocturnis.outcome import score
from domain.session import Session
from domain.session.events import (
    AttemptRefused,
    DecisionGuessed,
    FeedbackGiven,
    FeelingNoted,
    RulesTalked,
)
from tests.analytics.recount import Row, clocked, gap


def clauses(number: int, session: Session) -> Iterator[Row]:
    """Look for every clause of the rulebook in every step."""
    told = [session.game.cite(before, move.event) for before, move, _ in session.history()]
    for clause in {clause for cited in told for clause in cited}:
        steps = [step for step, cited in enumerate(told) if clause in cited]
        yield number, clause, len(steps), steps[0]


def standings(number: int, session: Session) -> Iterator[Row]:
    """Take the position behind the last step whose event belongs to a round."""
    game = session.game
    last: dict[int, tuple[int, Any]] = {}
    for step, (before, _, after) in enumerate(session.history()):
        last[game.round_of(before)] = step, after
    for round_, (step, state) in last.items():
        for seat in range(len(session.players)):
            yield number, step, round_, seat, _stands(game.name, state, seat)


def _stands(game: str, state: Any, seat: int) -> Any:
    if game == "lepidoptery":
        return -len(state.hands[seat]) - len(state.decks[seat])
    if game == "nocturnis":
        return score(state, seat).total
    lantern, parts = state.lanterns[seat], state.rules.components
    if lantern.unknown:
        return None
    colours = Counter(card[0] for card in lantern.known)
    wild = colours.pop("G", 0)
    if state.rules.options.ghost_in_sets == "no":
        wild = 0
    assigned = combinations_with_replacement([*colours, "G"], wild)
    sets = max(sum(n // 3 for n in (colours + Counter(ghosts)).values()) for ghosts in assigned)
    assert parts.ghost == "G2"
    return sum(int(card[1]) for card in lantern.known) + 4 * sets


def offers(number: int, session: Session) -> Iterator[Row]:
    """Ask at every decision what there was."""
    game = session.game
    simulated = session.opened.mode == "simulated"
    if session.status == "live" or (simulated and session.id.int % 16):
        return
    had: dict[tuple[int, str, str], list[int]] = {}
    for step, action in session.actions:
        state = session.state_at(step - 1)
        if state.hands[action.seat].unknown:
            continue
        chosen = {(action.seat, *item) for item in ITEMS[game.name](state, action)}
        legal = game.legal_actions(state, action.seat)
        for item in {(action.seat, *i) for a in legal for i in ITEMS[game.name](state, a)}:
            had.setdefault(item, []).append(step if item not in chosen else -step)
    for item, steps in had.items():
        declined = [step for step in steps if step > 0]
        first = abs(steps[0])
        yield (
            number,
            *item,
            len(steps),
            len(steps) - len(declined),
            first,
            declined[0] if declined else None,
        )


def _garden(state: Any, action: Any) -> Iterator[tuple[str, str]]:
    kind = type(action).__name__.lower()
    if kind == "draw":
        yield "action", f"draw from the {action.source}"
        return
    yield "action", kind
    name = {"plant": "tile", "light": "tile lit", "flip": "tile flipped"}[kind]
    yield name, action.tile
    if kind == "plant":
        yield "card", action.card


def _climb(state: Any, action: Any) -> Iterator[tuple[str, str]]:
    if not hasattr(action, "ranks"):
        yield "action", "pass"
        return
    yield "action", "play"
    alike = len(set(action.ranks)) == 1
    names = {1: "single", 2: "pair" if alike else "run2", 3: "triple" if alike else "run3"}
    yield "combination", names[len(action.ranks)]
    if action.joker is not None:
        yield "card", "Joker"


def _night(state: Any, action: Any) -> Iterator[tuple[str, str]]:
    kind = type(action).__name__
    if kind == "Draw":
        yield "action", f"draw from the {'display' if action.card else 'stack'}"
        if action.card:
            yield "card drawn", action.card
        return
    names = {"Mark": "mark", "Lure": "lure", "LureNone": "lure_none", "StopDrawing": "stop_drawing"}
    names |= {"TakeBonus": "take_bonus", "Exchange": "exchange", "Discard": "discard"}
    yield "action", names[kind]
    if kind == "Mark":
        yield "habitat", state.habitat
    if kind == "Lure":
        yield from {("card lured", card) for card in action.cards}


ITEMS: dict[str, Callable[[Any, Any], Iterator[tuple[str, str]]]] = {
    "lantern_moths": _garden,
    "lepidoptery": _climb,
    "nocturnis": _night,
}


def times(number: int, session: Session) -> Iterator[Row]:
    """Add the gaps of each third of the actions up."""
    if not clocked(session) or not session.opened.timed:
        return
    spells = []
    for step, action in session.actions:
        move = session.moves[step]
        acting = session.game.to_act(session.state_at(step - 1))
        spells.append((action.seat, gap(session, move.version) or 0.0, acting))
    n = len(spells)
    for nth, phase in enumerate(("beginning", "middle", "end")):
        part = [spell for i, spell in enumerate(spells) if nth * n <= 3 * i < (nth + 1) * n]
        for seat in range(len(session.players)):
            own = [seconds for who, seconds, _ in part if who == seat]
            idle = [seconds for _, seconds, acting in part if seat not in acting]
            yield number, seat, phase, sum(own), sum(idle), len(own)


def friction(number: int, session: Session) -> Iterator[Row]:
    """Go through the log for what was stumbled over."""
    last = session.last_step
    for entry in session.log:
        match entry.event:
            case RulesTalked(step, kind, clause, _, seconds):
                yield number, min(step, last), kind, clause or None, None, seconds
            case AttemptRefused(step, seat, broken):
                for clause in broken:
                    yield number, min(step, last), "refused", clause, seat, None
    for step, irregular in session.irregular.items():
        for clause in irregular.clauses:
            event: Any = session.moves[step].event
            yield number, step, "irregular", clause, getattr(event, "seat", None), None


def feelings(number: int, session: Session) -> Iterator[Row]:
    """Go through the log for feelings at steps that still are."""
    for entry in session.log:
        event = entry.event
        if isinstance(event, FeelingNoted) and event.step <= session.last_step:
            state, seat = session.state_at(event.step), event.seat
            stand = [_stands(session.game.name, state, s) for s in range(len(session.players))]
            others = stand[:seat] + stand[seat + 1 :]
            known = others and None not in stand
            margin = stand[seat] - max(others) if known else None
            legal = sum(a.seat == seat for a in session.game.legal_actions(state))
            acting = seat in session.game.to_act(state)
            round_ = session.game.round_of(state)
            shown = legal if session.status != "live" else None
            yield number, event.step, seat, event.feeling, round_, margin, shown, acting


def feedback(number: int, session: Session) -> Iterator[Row]:
    """Keep each seat's latest answer."""
    given = {e.event.seat: e.event for e in session.log if isinstance(e.event, FeedbackGiven)}
    for seat, event in given.items():
        answers = event.fun, event.clarity, event.length or None, event.again or None
        yield number, seat, *answers


def guesses(number: int, session: Session) -> Iterator[Row]:
    """Compare what was guessed with what was done."""
    for entry in session.log:
        event = entry.event
        if isinstance(event, DecisionGuessed):
            for step, action in session.actions:
                if step == event.step + 1 and action.seat == event.seat:
                    tag = event.action["type"]
                    done = action.__struct_config__.tag
                    same = session.game.notation.write(session.state_at(event.step), action)
                    yield (
                        number,
                        event.step,
                        event.seat,
                        tag,
                        done,
                        same == _written(session, event),
                    )


def _written(session: Session, event: DecisionGuessed) -> str:
    action = msgspec.convert(event.action, session.game.action)
    return str(session.game.notation.write(session.state_at(event.step), action))


Table = tuple[tuple[str, ...], Callable[[int, Session], Iterator[Row]]]

TABLES: dict[str, Table] = {
    "clauses": (("session", "clause", "fired", "first_step"), clauses),
    "standings": (("session", "step", "round", "seat", "standing"), standings),
    "offers": (
        (
            *("session", "seat", "kind", "item", "offered", "taken", "first_step"),
            "first_declined",
        ),
        offers,
    ),
    "times": (("session", "seat", "phase", "thinking", "waiting", "actions"), times),
}
"""For each table that any session fills, its columns and what it should hold."""

BESIDE: dict[str, Table] = {
    "friction": (("session", "step", "kind", "clause", "seat", "seconds"), friction),
    "feelings": (
        (
            *("session", "step", "seat", "feeling", "round", "margin", "legal_count"),
            "in_turn",
        ),
        feelings,
    ),
    "feedback": (("session", "seat", "fun", "clarity", "length", "again"), feedback),
    "guesses": (("session", "step", "seat", "kind", "chosen", "same"), guesses),
}
"""The same for those that only a table's log fills."""
