"""Lantern Moths: plant moths in a shared garden, light wicks, take the most before dawn."""

from operator import attrgetter

from domain.game import Game
from domain.games.lantern_moths.actions import Action
from domain.games.lantern_moths.barriers import places, why_not
from domain.games.lantern_moths.citations import action_of, cite
from domain.games.lantern_moths.decide import SEATS, answers, force, play, set_up
from domain.games.lantern_moths.edition import Edition, components, problems, totals
from domain.games.lantern_moths.events import EVENTS
from domain.games.lantern_moths.evolve import evolve
from domain.games.lantern_moths.imagine import imagine
from domain.games.lantern_moths.legal import count_legal, legal_actions
from domain.games.lantern_moths.notation import NOTATION
from domain.games.lantern_moths.observe import observe, redact
from domain.games.lantern_moths.options import Options
from domain.games.lantern_moths.outcome import outcome, score
from domain.games.lantern_moths.playout import Playout
from domain.games.lantern_moths.recall import recall
from domain.games.lantern_moths.state import Rules, State, blank
from domain.games.lantern_moths.views import as_data, as_result, as_text
from domain.games.lantern_moths.words import tell, tell_action


def rules(edition: Edition, options: Options, seats: int) -> Rules:
    """Work out what stays the same for a whole game.

    :raises Invalid: the edition's numbers do not fit together.
    """
    return Rules(components(edition), options, seats)


def to_act(state: State) -> tuple[int, ...]:
    """Return the seats that have to choose: one, or none."""
    seat = state.chooser
    return () if seat is None else (seat,)


def phase(state: State) -> str:
    """Name the part of the round."""
    if state.ended:
        return "over"
    return "turns" if state.drawing or state.chooser is not None else "end of round"


def scores(state: State) -> tuple[int | None, ...]:
    """Count every lantern as it stands; ``None`` where its moths are unknown."""
    return tuple(None if p.unknown else score(state.rules, p).total for p in state.lanterns)


GAME = Game(
    name="lantern_moths",
    title="Lantern Moths",
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
    round_of=attrgetter("round"),
    phase=phase,
    scores=scores,
    as_data=as_data,
    as_text=as_text,
    as_result=as_result,
    notation=NOTATION,
    playout=Playout,
)
