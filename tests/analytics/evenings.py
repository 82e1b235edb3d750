"""Evenings of people with table talk: feelings, look-ups, refusals, what they say afterwards."""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from random import Random
from typing import Any

from domain.events import Event
from domain.game import Game
from domain.games import LANTERN_MOTHS
from domain.session.events import (
    AttemptRefused,
    FeedbackGiven,
    FeelingNoted,
    Player,
    RulesTalked,
)
from tests.analytics.build import NAMES, Request, play

EXPERIENCE = ("first", "some", "many", "")
FEELINGS = ("fun", "bored", "confused", "tense")


def seated(seats: int, experience: Sequence[str]) -> tuple[Player, ...]:
    """Seat people who have played so much."""
    return tuple(
        Player(NAMES[seat], experience=experience[seat % len(experience)])  # type: ignore[arg-type]
        for seat in range(seats)
    )


def evening(
    seed: int, game: Game = LANTERN_MOTHS, clauses: Sequence[str] = ("turn.order",), **table: Any
) -> list[Request]:
    """Play a session of people, with something said after every few moves."""
    rng = Random(f"test/evening/{seed}")
    seats = table.pop("seats", None) or rng.choice([n for n in game.seats if n < 5])
    players = seated(seats, rng.sample(EXPERIENCE, 4))
    played = play(f"evening {seed}", players, game=game, **table)
    return list(_talked(played, rng, seats, clauses))


def _talked(
    played: list[Request], rng: Random, seats: int, clauses: Sequence[str]
) -> Iterator[Request]:
    step, late = -1, timedelta(0)
    for nth, request in enumerate(played):
        at = request.at + late
        yield Request(at, request.events)
        step += sum(type(event).stored_name.startswith("session.") is False
                    for event in request.events)  # fmt: skip
        if nth + 2 < len(played) and rng.random() < 0.3:
            late += timedelta(seconds=7)
            yield Request(request.at + late, [said(rng, step, seats, clauses)])
    for seat in range(seats):
        if rng.random() < 0.7:
            yield Request(played[-1].at + late + timedelta(minutes=1), [asked(rng, seat)])


def said(rng: Random, step: int, seats: int, clauses: Sequence[str]) -> Event:
    """Return something that was said or felt at a step."""
    seat, clause = rng.randrange(seats), rng.choice(clauses)
    if rng.random() < 0.6:
        return FeelingNoted(step, seat, rng.choice(FEELINGS))  # type: ignore[arg-type]
    if rng.random() < 0.4:
        return AttemptRefused(step, seat, (clause, *rng.sample(clauses, rng.randrange(2))))
    kind = rng.choice(("look_up", "dispute", "ruling"))
    named = clause if rng.random() < 0.8 else ""
    return RulesTalked(step, kind, named, "", rng.choice((None, 5.0, 60.0)))  # type: ignore[arg-type]


def asked(rng: Random, seat: int) -> FeedbackGiven:
    """Return what a seat says afterwards; some questions stay without answer."""
    return FeedbackGiven(
        seat,
        fun=rng.choice((1, 2, 3, 4, 5, None)),
        clarity=rng.choice((1, 3, 4, 5)),
        length=rng.choice(("too_short", "right", "too_long", "")),  # type: ignore[arg-type]
        again=rng.choice(("yes", "maybe", "no", "")),  # type: ignore[arg-type]
    )
