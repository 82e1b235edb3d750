"""How every game of Lepidoptery goes: climbs, passes, Jokers, and its end."""

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from domain.games import LEPIDOPTERY as GAME
from domain.games.lepidoptery.actions import Pass, Play
from domain.games.lepidoptery.events import (
    CombinationPlayed,
    HandReplenished,
    Passed,
)
from tests.domain.lepidoptery.build import COLUMNS, PRINTED, A, B, kinds, position, rules
from tests.domain.lepidoptery.games import BOXES, Table, modest, tables, turns
from tests.domain.lepidoptery.reference import Table as Reference


@modest
@given(tables)
def test_there_is_always_exactly_one_winner_by_a_row_or_by_shedding_out(table: Table) -> None:
    *_, (before, events, end) = turns(table)
    assert kinds(events) == ["CombinationPlayed", "GameWon"]
    result = GAME.outcome(end)
    assert result.winners == (before.turn,) == (end.winner,)
    shed = not len(end.hands[before.turn]) and not len(end.decks[before.turn])
    row = Reference(end).four_in_a_row(before.turn)
    assert (result.shed, bool(result.lines)) == (shed, row)
    assert result.ended_by == {(True, True): "both", (True, False): "shed_out"}.get(
        (shed, row), "line"
    )
    for line in result.lines:
        assert len(line.cells) >= 4


@modest
@given(tables)
def test_nobody_has_four_in_a_row_while_the_game_goes_on(table: Table) -> None:
    for _, _, after in turns(table):
        if not after.ended:
            there = Reference(after)
            assert not any(there.four_in_a_row(seat) for seat in (A, B))


@modest
@given(tables)
def test_a_game_is_no_longer_than_three_choices_a_card(table: Table) -> None:
    """A play takes a real card, 2 x 38 = 76 at most; before each come two passes at most: 228."""
    table = Table(table.box, "unlimited", table.seed, table.passing, table.shortness)
    choices, passed, end = 0, 0, None
    for _, events, after in turns(table):
        end = after
        choices += isinstance(events[0], CombinationPlayed | Passed)
        passed = passed + 1 if isinstance(events[0], Passed) else 0
        assert passed <= 2
    assert end is not None
    assert choices <= 3 * 2 * len(end.rules.components.deck)
    assert choices == sum(end.plays) + sum(end.passes)
    if end.rules.components.deck == rules().components.deck:
        assert choices <= 228 == 3 * 2 * PRINTED.total()


@modest
@given(tables)
def test_whoever_passes_may_lead_any_type_the_next_time(table: Table) -> None:
    """With the Joker up, the marker clear and a card in hand there is something to play."""
    for _, events, after in turns(table):
        if not isinstance(events[0], Passed) or table.supply == "limited":
            continue
        seat = events[0].seat
        assert after.jokers[seat]
        assert after.markers[seat] == "pass"
        view = replace(after, turn=seat)
        assert any(isinstance(action, Play) for action in GAME.legal_actions(view))


@modest
@given(tables)
def test_hands_are_twelve_or_more_after_a_pass_unless_the_deck_is_empty(table: Table) -> None:
    for before, events, after in turns(table):
        if not isinstance(events[0], Passed):
            continue
        hand = after.rules.components.hand
        drawn = {e.seat: len(e.cards) for e in events if isinstance(e, HandReplenished)}
        for seat in (A, B):
            had, deck = len(before.hands[seat]), len(before.decks[seat])
            assert drawn.get(seat, 0) == min(deck, 1 if had >= hand else hand - had)
            assert len(after.hands[seat]) >= hand or not len(after.decks[seat])
        assert [e.seat for e in events[1:]] == sorted(
            drawn, key=lambda seat: seat != events[0].seat
        )


@modest
@given(tables)
def test_each_combination_beats_the_one_below_it_and_differs_from_the_last(table: Table) -> None:
    last: dict[int, str | None] = {A: None, B: None}
    below: tuple[int, ...] | None = None
    for _, events, _ in turns(table):
        match events[0]:
            case Passed(seat):
                below, last[seat] = None, None
            case CombinationPlayed(seat, ranks):
                kind = f"{len(ranks)} {ranks[-1] - ranks[0]}"
                assert kind != last[seat]
                last[seat] = kind
                if below is not None:
                    assert (ranks[0], len(ranks)) > (below[0], len(below))
                below = ranks


@modest
@given(tables)
def test_a_joker_is_used_once_between_two_passes_of_its_player(table: Table) -> None:
    up = [True, True]
    for _, events, after in turns(table):
        match events[0]:
            case Passed(seat):
                up[seat] = True
            case CombinationPlayed(seat, _, joker) if joker is not None:
                assert up[seat]
                up[seat] = False
        assert list(after.jokers) == up


@modest
@given(tables)
def test_a_leader_passes_only_with_an_empty_deck(table: Table) -> None:
    """Both draw to twelve at each pass, and twelve cards can always be led (below)."""
    if BOXES[table.box].hand.value < 12 or table.supply == "limited":
        return
    for before, events, _ in turns(table):
        if isinstance(events[0], Passed) and before.leading:
            assert not len(before.decks[events[0].seat])


@modest
@given(
    st.permutations(sorted(PRINTED.elements())),
    st.sampled_from(COLUMNS),
    st.sampled_from(COLUMNS),
)
def test_twelve_cards_can_always_be_led(deck: list[str], marker: str, full: str) -> None:
    """Two types at most are barred, by the marker and by a full column.

    Where that leaves neither singles nor pairs: twelve cards without neighbouring ranks would lie
    on five ranks at most, so that some rank is there three times. Twelve on ten ranks are a pair.
    """
    state = position(
        (" ".join(deck[:12]), ""),
        board={full: "ABABAB"},
        markers=(marker, None),
        jokers=(False, True),
    )
    assert Pass(A) not in GAME.legal_actions(state)
