"""From an action to its events: the turn, then whatever the rules make follow from it."""

from msgspec.structs import replace

from domain.chance import Candidates, Chance, Open, Question, draw_each
from domain.errors import Refusal, Unseen
from domain.events import Event
from domain.games.lantern_moths.actions import Action, Draw, Light, Plant, Source
from domain.games.lantern_moths.edition import DUSK, GARDEN, MIDDLE
from domain.games.lantern_moths.events import (
    CardDrawn,
    DuskPlaced,
    DuskShuffledIn,
    GameSetUp,
    HandRefilled,
    MothPlanted,
    MothsKept,
    MothsTaken,
    NightEnded,
    StartPassed,
    TileFlipped,
    TurnForfeited,
    WickLit,
    WicksReturned,
    WicksWentOut,
)
from domain.games.lantern_moths.evolve import evolve, off_deck
from domain.games.lantern_moths.legal import can_act, check, check_possible
from domain.games.lantern_moths.state import DUSK_AFTER_ROUND, FOURTH, HAND, Rules, State, blank
from domain.piles import Pile
from domain.run import Run
from domain.tuples import put

SEATS = range(2, 5)

# Made once: a simulation asks millions of questions.
_DECK = "deck"
_FACES = {tile: Open(f"the face of {tile}", "tiles", tile) for tile in GARDEN}
_MIDDLE = Open("the middle tile", "tiles", MIDDLE)
_DEALT = tuple(
    tuple(Question(f"card {nth + 1} of seat {seat}'s opening hand", _DECK) for nth in range(HAND))
    for seat in "ABCD"
)
_DRAWN = Question("the drawn card", _DECK)
_REFILLS = tuple(Question(f"a card of seat {seat}'s refill", _DECK) for seat in "ABCD")


def set_up(rules: Rules, start: int, chance: Chance) -> Run[State]:
    """Deal the hands and turn the middle tile up.

    :raises Refusal: five players or one, no such start seat, or too few cards to deal.
    """
    _check_table(rules, start)
    state = blank(rules)
    middle = chance.draw(state.faces_left, _MIDDLE, state.unseen_faces)
    if middle is None:
        raise Refusal("set up", "the middle tile lies face up", ("setup.garden",), "set-up")
    questions = [card for hand in _DEALT[: rules.seats] for card in hand]
    dealt = draw_each(chance, state.deck, questions, state.unseen)
    hands = [tuple(dealt[at : at + HAND]) for at in range(0, len(dealt), HAND)]
    run = Run(state, evolve)
    run(GameSetUp(start, middle, tuple(hands)))
    _follow(run, chance)
    return run


def play(state: State, action: Action, chance: Chance) -> Run[State]:
    """Carry out an action and everything that follows until a seat has to choose again.

    :raises Refusal: the rules forbid the action here.
    :raises Unanswered: an observed chance source ran out of answers.
    :raises Unseen: an observed card cannot have been there.
    """
    check(state, action)
    return _carry_out(state, action, chance)


def force(state: State, action: Action, chance: Chance) -> Run[State]:
    """Carry out an action whether or not the rules allow it, as a table may have let it stand.

    What is done out of turn takes no action of the seat in turn.

    :raises Refusal: it is not possible with what lies on the table.
    """
    check_possible(state, action)
    return _carry_out(state, action, chance)


def answers(event: Event) -> tuple[str | None, ...]:
    """Return the chance outcomes that an event holds, in the order in which they were asked for."""
    match event:
        case GameSetUp(_, middle, hands):
            return (middle, *(card for hand in hands for card in hand))
        case CardDrawn(_, card, "deck"):
            return (card,)
        case DuskPlaced():
            return (DUSK,)
        case TileFlipped(_, _, face):
            return (face,)
        case HandRefilled(_, cards):
            return cards
    return ()


def _carry_out(state: State, action: Action, chance: Chance) -> Run[State]:
    run = Run(state, evolve)
    if isinstance(action, Plant):
        run(MothPlanted(action.seat, action.card, action.tile))
    elif isinstance(action, Draw):
        _draw(run, action.seat, action.source, chance)
    elif isinstance(action, Light):
        run(WickLit(action.seat, action.tile))
    else:
        _flip(run, action.seat, action.tile, chance)
    _follow(run, chance)
    return run


def _flip(run: Run[State], seat: int, tile: str, chance: Chance) -> None:
    state = run.state
    face = chance.draw(state.faces_left, _FACES[tile], state.unseen_faces)
    if face is None:
        position = state.position()
        raise Refusal(f"flip {tile}", "everybody sees its face", ("turn.flip",), position)
    run(TileFlipped(seat, tile, face))


def _check_table(rules: Rules, start: int) -> None:
    if rules.seats not in SEATS:
        why = "solo is not written" if rules.seats < 2 else "more than four is untested"
        reason = f"{rules.seats} seats: {why}"
        raise Refusal("set up", reason, ("setup.players",), "set-up")
    if start not in range(rules.seats):
        reason = f"no seat {start} starts, expected 0 to {rules.seats - 1}"
        raise Refusal("set up", reason, ("setup.start",), "set-up")
    needed, cards = HAND * rules.seats, len(rules.components.moths)
    if cards < needed:
        reason = f"{cards} moth cards cannot deal {HAND} to each of {rules.seats} seats"
        raise Refusal("set up", reason, ("setup.deal",), "set-up")


def _draw(run: Run[State], seat: int, source: Source, chance: Chance) -> None:
    if source == "discard":
        run(CardDrawn(seat, run.state.discard[-1], source))
        return
    while True:
        card = _top(run.state.deck, _DRAWN, run.state.unseen, chance)
        if card != DUSK:
            run(CardDrawn(seat, card))
            return
        replaced = _replaced(run.state, len(run.state.deck))
        run(DuskPlaced(seat, replaced))
        if not replaced:
            return


def _top(deck: Pile, question: str, candidates: Candidates, chance: Chance) -> str | None:
    """Ask for the deck's top card; where only Dusk cards are left, it cannot go unseen."""
    card = chance.draw(deck, question, candidates)
    if card is None and deck.known.count(DUSK) == len(deck):
        raise Unseen(question, "an unseen moth", (DUSK,))
    return card


def _replaced(state: State, deck: int) -> bool:
    """Whether a Dusk card drawn from a deck of that many cards is replaced (question 6)."""
    fourth = len(state.dusk) + 1 == FOURTH
    return deck > 1 and not (fourth and state.rules.options.fourth_dusk_replaced == "no")


def _follow(run: Run[State], chance: Chance) -> None:
    """Forfeit turns without a legal action, end rounds and the night."""
    while not run.state.ended:
        state = run.state
        if state.turns_done == state.rules.seats:
            _end_round(run, chance)
        elif can_act(state):
            return
        else:
            seat = state.turn_seat
            assert seat is not None
            run(TurnForfeited(seat))


def _end_round(run: Run[State], chance: Chance) -> None:
    for place, seats in enumerate(run.state.wicks):
        if seats:
            run(_fate(run.state, place, seats))
    if any(run.state.wicks):
        run(WicksReturned())
    state = run.state
    for turn in range(state.rules.seats):
        _refill(run, (state.start + turn) % state.rules.seats, chance)
    run(StartPassed((state.start + 1) % state.rules.seats))
    state = run.state
    if state.night_over:
        assert state.ending is not None
        run(NightEnded(state.ending))
    elif state.rounds_done == DUSK_AFTER_ROUND:
        run(DuskShuffledIn())


def _fate(state: State, place: int, seats: tuple[int, ...]) -> Event:
    """Return what becomes of a lit tile's moths (end.take, end.contest, end.ghost)."""
    moths, tile = state.moths[place], GARDEN[place]
    if not moths:
        return WicksWentOut(tile)
    if len(seats) > 1 or state.ghost_blocks(place):
        return MothsKept(tile)
    return MothsTaken(seats[0], tile, moths)


def _refill(run: Run[State], seat: int, chance: Chance) -> None:
    """Draw up to a hand of five, one card after the other (end.refill, night.dusk.refill)."""
    state = run.state
    wanted, deck = HAND - len(state.hands[seat]), state.deck
    keep_out = state.rules.options.dusk_in_refill == "not_replaced"
    got: list[str | None] = []

    def candidates() -> list[str]:
        return _left(run.state, seat, deck, tuple(got))

    while wanted > 0 and (deck.known or deck.unknown):
        card = _top(deck, _REFILLS[seat], candidates, chance)
        if card == DUSK:
            replaced = not keep_out and _replaced(run.state, len(deck))
            wanted -= not replaced
            _take(run, seat, got)
            run(DuskPlaced(seat, replaced))
        else:
            wanted -= 1
            got.append(card)
        deck = off_deck(deck, card)
    _take(run, seat, got)


def _left(state: State, seat: int, deck: Pile, got: tuple[str | None, ...]) -> list[str]:
    """List what an unknown card could be when a seat has drawn these and that is left."""
    hands = put(state.hands, seat, state.hands[seat].add(*got))
    return replace(state, hands=hands, deck=deck).unseen()


def _take(run: Run[State], seat: int, got: list[str | None]) -> None:
    if got:
        run(HandRefilled(seat, tuple(got)))
        got.clear()
