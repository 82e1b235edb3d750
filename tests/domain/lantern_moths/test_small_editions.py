"""Games with other boxes: few cards, no Ghosts, no Dusk cards, one wick."""

from collections import Counter

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from domain.games import LANTERN_MOTHS as GAME
from domain.games.lantern_moths.edition import Edition
from domain.games.lantern_moths.events import DuskShuffledIn, NightEnded
from tests.domain.lantern_moths.build import edition
from tests.domain.lantern_moths.test_properties import Table, moths_of, played, tables

modest = settings(max_examples=150, derandomize=True)

boxes = st.builds(
    edition,
    copies=st.dictionaries(st.integers(0, 12), st.integers(0, 4), max_size=4),
    ghosts=st.integers(0, 8),
    dusk=st.integers(0, 8),
    wicks=st.integers(1, 3),
)


@modest
@given(tables, boxes)
def test_any_box_that_can_be_dealt_can_be_played_to_the_end(table: Table, box: Edition) -> None:
    copies = sum(box.copies.value.values())
    assume(4 * copies + box.ghosts.value >= 5 * table.seats)
    events = []
    for _, event, after in played(table, box):
        events.append(event)
        found = moths_of(after)
        dusk = found.pop("D", 0)
        assert found == Counter(after.rules.components.moths)
        assert found.total() == 4 * copies + box.ghosts.value
        assert dusk + after.dusk_aside + len(after.dusk) == box.dusk.value
    assert isinstance(events[-1], NightEnded)
    assert GAME.outcome(after).winners
    went_in = DuskShuffledIn() in events
    assert went_in == (after.rounds_done > 2)
    if after.ending == "fourth_dusk":
        assert len(after.dusk) >= 4
    else:
        assert len(after.deck) == 0
        assert len(after.dusk) < 4 or table.options["fourth_dusk_in_refill"] == "one_more_round"


@modest
@given(tables, st.integers(0, 3))
def test_with_fewer_than_four_dusk_cards_the_deck_decides(table: Table, dusk: int) -> None:
    *_, (_, _, end) = played(table, edition(dusk=dusk))
    assert (end.ending, len(end.deck)) == ("deck_out", 0)
    assert len(end.dusk) == dusk


@modest
@given(tables)
def test_a_garden_without_a_grey_tile_can_be_played(table: Table) -> None:
    """Three colours of three tiles."""
    box = edition(colours=("Ash", "Bay", "Cedar"), tiles_per_colour=3, grey_tiles=0)
    for _, _, after in played(table, box):
        assert "X" not in after.faces
    assert after.ended
