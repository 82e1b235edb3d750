"""Decisions that readers guess before they are shown: where they are, who guesses, what is kept."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from hashlib import sha256
from secrets import token_hex
from typing import Any, NamedTuple

import msgspec
from flask import session as cookie

from domain.chance import Told
from domain.errors import SessionError, Unanswered, Unseen
from domain.session import Session
from domain.session.commands import guess
from domain.session.events import DecisionGuessed
from domain.session.limits import check_limits
from domain.words import Sentence
from service.recorder import Answer, Recorder
from service.web.guesses import Decision, Guess, Option, Tally, options, tally
from service.web.knowledge import as_seat, is_open
from service.web.playback import Playback
from service.web.shelf import playback


def check_open(session: Session) -> None:
    """Let a session pass whose decisions may be guessed: it is over, or the log of a table.

    :raises SessionError: it is still played digitally, so a seat's hand is open to nobody else.
    """
    if not is_open(session):
        raise SessionError(
            "a session that is played digitally takes guesses when it has ended: a guess needs "
            "the hand of the seat that chose"
        )


def decisions(session: Session) -> dict[int, Decision]:
    """Return what seats chose, by the step at which they did."""
    chosen = (
        Decision(begun - 1, action.seat, action, session.moves[begun].version)
        for begun, action in session.actions
    )
    return {decision.step: decision for decision in chosen}


def next_decision(session: Session, whose: int | None, step: int) -> Decision | None:
    """Return the first decision at a step or later at which a seat could choose between actions.

    :param whose: the seat; ``None`` for any.
    """
    for decision in decisions(session).values():
        fits = decision.step >= step and whose in (None, decision.seat)
        if fits and _could_choose(session, decision):
            return decision
    return None


def _could_choose(session: Session, decision: Decision) -> bool:
    """Whether a seat had more than one action to choose from, as far as it knew."""
    seen = film_of(session, decision).then[decision.step]
    return session.game.count_legal(seen, decision.seat) > 1


def film_of(session: Session, decision: Decision) -> Playback:
    """Return the session as the seat that chose saw it then."""
    return playback(session, as_seat(session, decision.seat))


def guesses(session: Session) -> tuple[Guess, ...]:
    """Return what was guessed at decisions that still stand, in the order of recording."""
    return tuple(_guesses(session))


def _guesses(session: Session) -> Iterator[Guess]:
    chosen = decisions(session)
    for entry in session.aside(DecisionGuessed):
        event = entry.event
        assert isinstance(event, DecisionGuessed)
        decision = chosen.get(event.step)
        if decision is not None and decision.seat == event.seat:
            action = msgspec.convert(event.action, session.game.action)
            yield Guess(decision, action, event.author, entry.key or "", entry.version)


def in_words(film: Playback, step: int, action: Any) -> Sentence:
    """Say an action behind a name and a colon: in small letters."""
    first, *rest = film.game.tell_action(film.then[step], action)
    return (first[:1].lower() + first[1:] if isinstance(first, str) else first, *rest)


# --- in the log of a replay -----------------------------------------------------------


class Guessed(NamedTuple):
    """The guesses at what a step did: how many the same, and what they were, where the reader of
    the log may know: they tell of the hand that the seat held.
    """

    tally: Tally
    options: list[tuple[Sentence, Option]]


def guessed(film: Playback) -> dict[int, Guessed]:
    """Return the guesses by the step that shows what was done, as a replay's reader may see them.

    Nothing of it may be shown to a reader from whom later steps are hidden.
    """
    told: dict[int, Guessed] = film.kept(("guessed",), lambda: _told(film))
    return told


def _told(film: Playback) -> dict[int, Guessed]:
    given = guesses(film.session)
    found = {}
    for decision in dict.fromkeys(one.decision.step for one in given):
        here = [one for one in given if one.decision.step == decision]
        chosen = here[0].decision
        known = film.knowledge.whole or film.knowledge.seat == chosen.seat
        named = options(chosen, here, None) if known else []
        listed = [(in_words(film, decision, one.action), one) for one in named if one.n]
        found[decision + 1] = Guessed(tally(here), listed)
    return found


# --- who guesses -----------------------------------------------------------------------


def author() -> str:
    """Return the name under which this device guesses."""
    return str(cookie.get("author", ""))


def call(name: str) -> None:
    """Guess under a name from now on.

    :raises Invalid: no guess can be kept under that name.
    """
    name = name.strip()
    check_limits([DecisionGuessed(0, 0, {}, name)])
    cookie["author"] = name


def own(session: Session, given: Iterable[Guess]) -> dict[int, Guess]:
    """Return what this device guessed under its name, by step. The first answer counts."""
    found: dict[int, Guess] = {}
    for one in given:
        if one.key and one.key == _key(one.decision, cookie.get("reader", "")):
            found.setdefault(one.decision.step, one)
    return found


def record(recorder: Recorder, session: Session, decision: Decision, action: Any) -> Answer:
    """Record what this device's reader would have done; once for each decision that stands.

    :raises Refusal: the rules forbid it.
    :raises SessionError: it is no guess at what that seat chose.
    """
    check_open(session)
    if "reader" not in cookie:
        cookie["reader"] = token_hex(8)
    _check_legal(session, decision, action)
    name, key = author(), _key(decision, cookie["reader"])
    return recorder.run(
        session.id, lambda s: guess(s, decision.step, decision.seat, action, name), None, key
    )


def _key(decision: Decision, reader: str) -> str:
    """Return the idempotency key of a reader's guess: reader, name and decision."""
    said = (author(), decision.step, decision.seat, decision.version)
    return f"guess-{reader}-{sha256(repr(said).encode()).hexdigest()[:16]}"


def _check_legal(session: Session, decision: Decision, action: Any) -> None:
    """Let an action pass that the rules allow, as far as the seat could know.

    :raises Refusal: they forbid it.
    """
    with suppress(Unanswered, Unseen):
        session.game.decide(film_of(session, decision).then[decision.step], action, Told())
