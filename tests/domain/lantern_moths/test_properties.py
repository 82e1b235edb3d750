"""What holds in every game of Lantern Moths, whoever plays it and however badly."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from domain.chance import Shuffled
from domain.events import Event
from domain.games import LANTERN_MOTHS as GAME
from domain.games.lantern_moths.actions import Draw, Flip, Light, Plant
from domain.games.lantern_moths.edition import Edition
from domain.games.lantern_moths.events import MothsTaken, StartPassed, TurnForfeited
from domain.games.lantern_moths.state import State
from tests.domain.lantern_moths.build import PRINTED, TILES, rules
from tests.domain.lantern_moths.options.test_options import QUESTIONS

MOVES = (Draw, Plant, Light, Flip)
modest = settings(max_examples=150, derandomize=True)


@dataclass(frozen=True)
class Table:
    """A way to play: seats, answers, seed, and how much each kind of action is liked."""

    seats: int
    options: dict[str, str]
    seed: int
    liking: tuple[int, ...]


tables = st.builds(
    Table,
    seats=st.integers(2, 4),
    options=st.fixed_dictionaries({name: st.sampled_from(v) for name, v in QUESTIONS.items()}),
    seed=st.integers(0, 2**32),
    liking=st.tuples(*[st.integers(1, 9)] * 4),
)


def played(table: Table, box: Edition | None = None) -> Iterator[tuple[State, Event, State]]:
    """Yield every event of a game with the positions before and after it."""
    rng = Random(table.seed)
    chance = Shuffled(rng)
    state = GAME.blank(rules(table.seats, box, **table.options))
    run = GAME.set_up(state.rules, table.seed % table.seats, chance)
    while True:
        for event in run.events:
            after = GAME.evolve(state, event)
            yield state, event, after
            state = after
        if state.ended:
            return
        legal = GAME.legal_actions(state)
        weights = [table.liking[MOVES.index(type(action))] for action in legal]
        run = GAME.play(state, rng.choices(legal, weights)[0], chance)


def moths_of(state: State) -> Counter[str]:
    """Count every moth wherever it lies."""
    found: Counter[str] = Counter(state.discard)
    for pile in (*state.hands, *state.lanterns, state.deck):
        found += pile.counts()
    for there in state.moths:
        found.update(there)
    return found


@modest
@given(tables)
def test_no_card_is_ever_lost_or_made(table: Table) -> None:
    for before, _, after in played(table):
        found = moths_of(after)
        dusk = found.pop("D", 0)
        assert found == PRINTED
        assert dusk + after.dusk_aside + len(after.dusk) == 6
        assert len(after.dusk) >= len(before.dusk)
        for hand in (*after.hands, *after.lanterns):
            assert hand.unknown == 0
            assert "D" not in hand.known


@modest
@given(tables)
def test_the_garden_keeps_its_rules(table: Table) -> None:
    for _, _, after in played(table):
        for face, moths, wicks in zip(after.faces, after.moths, after.wicks, strict=True):
            if face is None:
                assert (moths, wicks) == ((), ())
                continue
            coloured = [card for card in moths if card != "G2"]
            assert all(face in ("X", card[0]) for card in coloured)
            assert len(coloured) <= 3
            if table.options["ghost_on_full_tile"] == "no":
                assert len(moths) <= 3
            assert len(set(wicks)) == len(wicks)
        faces = Counter(face for face in after.faces if face) + after.faces_left.counts()
        assert faces == {"B": 2, "E": 2, "R": 2, "V": 2, "X": 1}


@modest
@given(tables)
def test_the_face_up_tiles_hang_together(table: Table) -> None:
    """Each flip touches a face-up tile, so all can be reached from the middle."""
    *_, (_, _, end) = played(table)
    up = {divmod(place, 3) for place in range(9) if end.faces[place]}
    reached = {(1, 1)}
    while found := {at for at in up - reached if any(touch(table, at, to) for to in reached)}:
        reached |= found
    assert reached == up


def touch(table: Table, one: tuple[int, int], two: tuple[int, int]) -> bool:
    down, across = abs(one[0] - two[0]), abs(one[1] - two[1])
    if table.options["flip_adjacency"] == "orthogonal":
        return down + across == 1
    return max(down, across) == 1


@modest
@given(tables)
def test_every_round_gives_every_seat_one_turn_of_two_actions(table: Table) -> None:
    acted: list[int] = []
    forfeited: list[int] = []
    start = table.seed % table.seats
    for before, event, _ in played(table):
        action = GAME.action_of(before, event)
        if action is not None:
            acted.append(action.seat)
        elif isinstance(event, TurnForfeited):
            forfeited.append(event.seat)
        elif isinstance(event, StartPassed):
            order = [(start + turn) % table.seats for turn in range(table.seats)]
            for seat in order:
                assert acted.count(seat) == 2 or seat in forfeited
            assert list(dict.fromkeys(acted)) == [seat for seat in order if seat in acted]
            assert event.seat == (start + 1) % table.seats
            acted, forfeited, start = [], [], event.seat


@modest
@given(tables)
def test_lanterns_hold_what_was_taken_and_never_lose_it(table: Table) -> None:
    taken: dict[int, Counter[str]] = {seat: Counter() for seat in range(table.seats)}
    for before, event, after in played(table):
        if isinstance(event, MothsTaken):
            taken[event.seat].update(event.moths)
            assert before.wicks[TILES.index(event.tile)] == (event.seat,)
            assert event.moths == before.moths[TILES.index(event.tile)]
        assert {s: lantern.counts() for s, lantern in enumerate(after.lanterns)} == taken


@modest
@given(tables)
def test_a_full_refill_leaves_nobody_below_five(table: Table) -> None:
    """Unless the deck is empty, or a ruling lets Dusk cards use up the draw."""
    assume(table.options["dusk_in_refill"] == "replaced")
    assume(table.options["fourth_dusk_replaced"] == "yes")
    for _, event, after in played(table):
        if isinstance(event, StartPassed) and len(after.deck):
            assert min(len(hand) for hand in after.hands) >= 5


@modest
@given(tables)
def test_every_game_ends_before_its_cards_could_last_longer(table: Table) -> None:
    """A turn has one Light at most, so each uses up a draw, a plant or a flip.

    A game has 48 cards to draw, 48 to plant, 8 tiles to flip and one Draw that a Dusk card may
    swallow: 105 in all. Only in the last round, without a deck, may a turn be lost.
    """
    turns = 0
    for before, _, after in played(table):
        turns += after.turns_done > before.turns_done
    assert turns <= 105 + table.seats
    assert after.ended
    assert turns == table.seats * after.rounds_done
    assert GAME.outcome(after).rounds == after.rounds_done


@modest
@given(tables)
def test_points_add_up_and_the_best_win(table: Table) -> None:
    *_, (_, _, end) = played(table)
    outcome = GAME.outcome(end)
    ranks = []
    for seat, score in enumerate(outcome.scores):
        lantern = end.lanterns[seat].counts()
        ghosts = lantern["G2"]
        printed = sum(int(card[1]) * n for card, n in lantern.items() if card != "G2")
        assert (score.printed, score.ghosts) == (printed, 2 * ghosts)
        assert score.sets % 4 == 0
        assert score.total == score.printed + score.ghosts + score.sets
        assert score.moths == lantern.total()
        ranks.append((score.total, score.moths, -ghosts))
    best = max(ranks)
    assert outcome.winners == tuple(seat for seat, rank in enumerate(ranks) if rank == best)
    decided_by = "shared"
    for length, step in ((3, "ghosts"), (2, "moths"), (1, "points")):
        if sum(rank[:length] == best[:length] for rank in ranks) == 1:
            decided_by = step
    assert outcome.decided_by == decided_by
