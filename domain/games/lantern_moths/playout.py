"""Lantern Moths played on in place: see :mod:`domain.playout`."""

from bisect import insort
from random import Random

from domain.events import Event
from domain.games.lantern_moths.actions import Action, Draw, Flip, Light, Plant, Source
from domain.games.lantern_moths.edition import DUSK, GARDEN
from domain.games.lantern_moths.events import (
    CardDrawn,
    DuskPlaced,
    DuskShuffledIn,
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
from domain.games.lantern_moths.legal import listed, room_at
from domain.games.lantern_moths.state import (
    ACTIONS,
    DUSK_AFTER_ROUND,
    FOURTH,
    HAND,
    PLACE,
    TILE_LIMIT,
    TWO_BITS,
    State,
    layout,
    turned_up,
)
from domain.piles import Pile


class Playout:
    """A position of Lantern Moths that actions change. Heaps are lists, hands and deck sorted.

    Sets of places (``_room``, ``_burning`` by seat) are numbers, as in ``Layout``.
    """

    def __init__(self, state: State, rng: Random) -> None:
        """Go on from a position.

        :raises ValueError: a card is unknown.
        """
        piles = (*state.hands, *state.lanterns, state.deck, state.faces_left)
        for pile in piles:
            if pile.unknown:
                raise ValueError(f"cannot play on where cards are unknown: {state.position()}")
        rules = state.rules
        self.events: list[Event] = []
        self.seat = state.chooser
        self._random = rng.random
        self._rules, self._options, self._seats = rules, rules.options, rules.seats
        self._ghost = rules.components.ghost
        self._wick_bits = 2 * rules.components.wicks
        self._hands = [list(pile.known) for pile in state.hands]
        self._lanterns = [list(pile.known) for pile in state.lanterns]
        self._deck, self._faces_left = list(state.deck.known), list(state.faces_left.known)
        self._discard, self._faces = list(state.discard), list(state.faces)
        self._moths = [list(moths) for moths in state.moths]
        self._wicks = [list(seats) for seats in state.wicks]
        self._fresh_ghosts, self._dusk = list(state.fresh_ghosts), list(state.dusk)
        self._dusk_aside, self._rounds_done = state.dusk_aside, state.rounds_done
        self._start, self._turns_done = state.start, state.turns_done
        self._actions_done, self._lit = state.actions_done, state.lit
        self._last_round, self._ending = state.last_round, state.ending
        self._ended = state.ended
        self._layout = layout(state.faces, rules.options.flip_adjacency)
        self._room = room_at(state.moths, range(9))
        self._burning = [0] * rules.seats
        for place, seats in enumerate(state.wicks):
            for seat in seats:
                self._burning[seat] |= TWO_BITS[place]

    def legal(self) -> list[Action]:
        """List the legal actions of the seat that has to choose."""
        seat = self.seat
        if seat is None:
            return []
        lightable = 0
        if not self._lit:
            burning = self._burning[seat]
            if burning.bit_count() < self._wick_bits:
                lightable = self._layout.face_up & ~burning
        return listed(
            self._rules,
            seat,
            self._hands[seat],
            bool(self._deck),
            bool(self._discard),
            self._layout,
            self._room,
            lightable,
        )

    def play(self, action: Action) -> None:
        """Carry out a legal action and everything that follows until a seat has to choose."""
        seat = action.seat
        if type(action) is Plant:  # isinstance is slow in saying no
            self._plant(seat, action.card, action.tile)
        elif type(action) is Light:
            self._light(seat, action.tile)
        elif type(action) is Flip:
            self._flip(seat, action.tile)
        elif type(action) is Draw:
            self._draw(seat, action.source)
        done = self._actions_done + 1
        if done < ACTIONS:
            self._actions_done = done
            if self._deck:
                return
        else:
            self._turn_over()
        self._follow()

    def state(self) -> State:
        """Return the position as a value."""
        return State(
            rules=self._rules,
            hands=tuple([Pile(tuple(hand)) for hand in self._hands]),
            lanterns=tuple([Pile(tuple(sorted(lantern))) for lantern in self._lanterns]),
            deck=Pile(tuple(self._deck)),
            faces_left=Pile(tuple(self._faces_left)),
            discard=tuple(self._discard),
            faces=tuple(self._faces),
            moths=tuple([tuple(moths) for moths in self._moths]),
            wicks=tuple([tuple(seats) for seats in self._wicks]),
            fresh_ghosts=tuple(self._fresh_ghosts),
            dusk=tuple(self._dusk),
            dusk_aside=self._dusk_aside,
            rounds_done=self._rounds_done,
            start=self._start,
            turns_done=self._turns_done,
            actions_done=self._actions_done,
            lit=self._lit,
            last_round=self._last_round,
            ending=self._ending,
            ended=self._ended,
        )

    @property
    def _round(self) -> int:
        current, last = self._rounds_done + 1, self._last_round
        return current if last is None or current <= last else last

    def _plant(self, seat: int, card: str, tile: str) -> None:
        place = PLACE[tile]
        self.events.append(MothPlanted(seat, card, tile))
        self._hands[seat].remove(card)
        moths = self._moths[place]
        moths.append(card)
        if len(moths) == TILE_LIMIT:
            self._room &= ~TWO_BITS[place]
        if card == self._ghost:
            self._fresh_ghosts.append(place)

    def _light(self, seat: int, tile: str) -> None:
        place = PLACE[tile]
        self.events.append(WickLit(seat, tile))
        self._wicks[place].append(seat)
        self._burning[seat] |= TWO_BITS[place]
        self._lit = True

    def _flip(self, seat: int, tile: str) -> None:
        place, left = PLACE[tile], self._faces_left
        face = left.pop(int(self._random() * len(left)))
        self.events.append(TileFlipped(seat, tile, face))
        self._faces[place] = face
        self._layout = turned_up(self._layout, place, face, self._options.flip_adjacency)

    def _draw(self, seat: int, source: Source) -> None:
        if source == "discard":
            card = self._discard.pop()
            self.events.append(CardDrawn(seat, card, source))
            insort(self._hands[seat], card)
            return
        replaced = True
        while replaced:
            card = self._off_deck()
            if card != DUSK:
                self.events.append(CardDrawn(seat, card))
                insort(self._hands[seat], card)
                replaced = False
            else:
                replaced = self._place_dusk(seat, False)
            self._check_deck()

    def _off_deck(self) -> str:
        deck = self._deck
        return deck.pop(int(self._random() * len(deck)))

    def _place_dusk(self, seat: int, refilling: bool) -> bool:
        """Place a Dusk card that left the deck, and say whether another card replaces it."""
        options, fourth = self._options, len(self._dusk) + 1 == FOURTH
        replaced = bool(self._deck) and not (fourth and options.fourth_dusk_replaced == "no")
        if refilling and options.dusk_in_refill == "not_replaced":
            replaced = False
        self.events.append(DuskPlaced(seat, replaced))
        self._dusk.append(self._round)
        if fourth:
            one_more = refilling and options.fourth_dusk_in_refill == "one_more_round"
            self._last_round, self._ending = self._round + one_more, "fourth_dusk"
        return replaced

    def _check_deck(self) -> None:
        if self._deck:
            return
        if self._last_round is None or self._last_round > self._round:
            self._last_round, self._ending = self._round, "deck_out"

    def _turn_over(self) -> None:
        self._turns_done += 1
        self._actions_done, self._lit = 0, False

    def _follow(self) -> None:
        """Forfeit turns without a legal action, end rounds and the night."""
        while True:
            if self._turns_done == self._seats:
                self._end_round()
                if self._ended:
                    self.seat = None
                    return
            self.seat = seat = (self._start + self._turns_done) % self._seats
            if self._deck or self.legal():
                return
            self.events.append(TurnForfeited(seat))
            self._turn_over()

    def _end_round(self) -> None:
        events, seats = self.events, self._seats
        if any(self._burning):
            for place, lit in enumerate(self._wicks):
                if lit:
                    events.append(self._fate(place, lit))
                    lit.clear()
            events.append(WicksReturned())
            self._burning = [0] * seats
        for turn in range(seats):
            self._refill((self._start + turn) % seats)
        self._start = (self._start + 1) % seats
        events.append(StartPassed(self._start))
        self._rounds_done += 1
        self._turns_done = 0
        self._fresh_ghosts.clear()
        if self._last_round is not None and self._rounds_done >= self._last_round:
            assert self._ending is not None
            events.append(NightEnded(self._ending))
            self._ended = True
        elif self._rounds_done == DUSK_AFTER_ROUND:
            events.append(DuskShuffledIn())
            self._deck = sorted((*self._deck, *[DUSK] * self._dusk_aside))
            self._dusk_aside = 0

    def _fate(self, place: int, lit: list[int]) -> Event:
        moths, tile = self._moths[place], GARDEN[place]
        if not moths:
            return WicksWentOut(tile)
        if self._options.ghost_blocks == "planted_round":
            blocked = place in self._fresh_ghosts
        else:
            blocked = self._ghost in moths
        if blocked or len(lit) > 1:
            return MothsKept(tile)
        taken = tuple(moths)
        self._lanterns[lit[0]] += taken
        moths.clear()
        self._room |= TWO_BITS[place]
        return MothsTaken(lit[0], tile, taken)

    def _refill(self, seat: int) -> None:
        deck, random = self._deck, self._random
        wanted = HAND - len(self._hands[seat])
        got: list[str] = []
        while wanted > 0 and deck:
            card = deck.pop(int(random() * len(deck)))
            if card != DUSK:
                wanted -= 1
                got.append(card)
                continue
            self._take(seat, got)
            wanted -= not self._place_dusk(seat, True)
            self._check_deck()
        if got:
            self._take(seat, got)
            self._check_deck()

    def _take(self, seat: int, got: list[str]) -> None:
        if got:
            self.events.append(HandRefilled(seat, tuple(got)))
            self._hands[seat] += got
            self._hands[seat].sort()
            got.clear()
