"""Lepidoptery: climb with cards, drop tokens into columns, connect four or play out the deck."""

from operator import attrgetter

from domain.game import Game
from domain.games.lepidoptery.actions import Action
from domain.games.lepidoptery.barriers import places, why_not
from domain.games.lepidoptery.citations import action_of, cite
from domain.games.lepidoptery.decide import answers, force, play, set_up
from domain.games.lepidoptery.edition import Edition, components, problems, totals
from domain.games.lepidoptery.events import EVENTS
from domain.games.lepidoptery.evolve import evolve
from domain.games.lepidoptery.imagine import imagine
from domain.games.lepidoptery.legal import count_legal, legal_actions
from domain.games.lepidoptery.notation import NOTATION
from domain.games.lepidoptery.observe import observe, redact
from domain.games.lepidoptery.options import Options
from domain.games.lepidoptery.outcome import outcome
from domain.games.lepidoptery.playout import Playout
from domain.games.lepidoptery.recall import recall
from domain.games.lepidoptery.state import SEATS, Rules, State, blank
from domain.games.lepidoptery.views import as_data, as_result, as_text
from domain.games.lepidoptery.words import tell, tell_action


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
    """Name the part of the climb."""
    if state.ended:
        return "over"
    return "refresh" if any(state.owed) else "turns"


def scores(state: State) -> tuple[int | None, ...]:
    """Return ``None`` a seat: the game has no points."""
    return (None,) * len(state.hands)


GAME = Game(
    name="lepidoptery",
    title="Lepidoptery",
    seats=range(SEATS, SEATS + 1),
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
    round_of=attrgetter("climb"),
    phase=phase,
    scores=scores,
    as_data=as_data,
    as_text=as_text,
    as_result=as_result,
    notation=NOTATION,
    playout=Playout,
    round_word="Climb",
)
