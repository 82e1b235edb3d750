"""Nocturnis: everybody marks the round's shape on their own sheet, or draws moths to lure."""

from domain.errors import Invalid
from domain.game import Game
from domain.games.nocturnis.actions import Action
from domain.games.nocturnis.barriers import places, why_not
from domain.games.nocturnis.checks import problems, totals
from domain.games.nocturnis.citations import action_of, cite
from domain.games.nocturnis.components import components
from domain.games.nocturnis.decide import SEATS, answers, force, play, set_up
from domain.games.nocturnis.edition import Edition
from domain.games.nocturnis.events import EVENTS
from domain.games.nocturnis.evolve import evolve
from domain.games.nocturnis.flow import to_act
from domain.games.nocturnis.imagine import imagine
from domain.games.nocturnis.legal import count_legal, legal_actions
from domain.games.nocturnis.notation import NOTATION
from domain.games.nocturnis.observe import observe, redact
from domain.games.nocturnis.options import Options
from domain.games.nocturnis.outcome import outcome, score
from domain.games.nocturnis.recall import recall
from domain.games.nocturnis.state import Rules, State, blank
from domain.games.nocturnis.views import as_data, as_result, as_text
from domain.games.nocturnis.words import tell, tell_action


def rules(edition: Edition, options: Options, seats: int) -> Rules:
    """Work out what stays the same for a whole game.

    :raises Invalid: the edition does not fit together, or sheets are named for another number of
        seats.
    """
    if len(options.sheet) not in (1, seats):
        found = len(options.sheet)
        raise Invalid(f"option sheet: {found} values found, expected 1 or one for each of {seats}")
    return Rules(components(edition), options, seats)


def round_of(state: State) -> int:
    """Count rounds from 1: the set-up belongs to the first, a habitat that is about to be revealed
    to the round that it opens.
    """
    if state.ended or not state.round or state.restock or state.within_action or all(state.out):
        return max(state.round, 1)
    over = all(acted or out for acted, out in zip(state.acted, state.out, strict=True))
    return state.round + over


def phase(state: State) -> str:
    """Name the part of the round: everybody acts in all of it."""
    return "over" if state.ended else "turns"


def scores(state: State) -> tuple[int | None, ...]:
    """Count every seat's points as they stand."""
    return tuple(score(state, seat).total for seat in range(state.rules.seats))


GAME = Game(
    name="nocturnis",
    title="Nocturnis",
    seats=SEATS,
    edition=Edition,
    edition_problems=problems,
    totals=totals,
    options=Options,
    action=Action,
    events=EVENTS,
    rules=rules,
    blank=blank,
    set_up=set_up,
    play=play,
    force=force,
    answers=answers,
    evolve=evolve,
    legal_actions=legal_actions,
    count_legal=count_legal,
    to_act=to_act,
    observe=observe,
    redact=redact,
    imagine=imagine,
    recall=recall,
    outcome=outcome,
    action_of=action_of,
    cite=cite,
    tell=tell,
    tell_action=tell_action,
    places=places,
    why_not=why_not,
    round_of=round_of,
    phase=phase,
    scores=scores,
    as_data=as_data,
    as_text=as_text,
    as_result=as_result,
    notation=NOTATION,
    simultaneous=True,
)
