"""Multisets with unknown members."""

from collections import Counter

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.piles import EMPTY, Pile

CARDS = st.lists(st.sampled_from(["B1", "B2", "E1", "G2", None]), max_size=8)


def test_a_pile_keeps_its_known_cards_sorted_and_counts_the_others() -> None:
    pile = Pile.of(["E2", None, "B1", "E2"])
    assert pile == Pile(("B1", "E2", "E2"), 1)
    assert len(pile) == 4


def test_the_order_in_which_cards_came_does_not_show() -> None:
    assert Pile.of(["E2", "B1"]) == EMPTY.add("B1").add("E2") == EMPTY.add("E2", "B1")


def test_a_pile_may_be_given_a_count_of_unknown_cards() -> None:
    assert Pile.of(["E2", None], unknown=3) == Pile(("E2",), 4)


def test_an_empty_pile_is_false_and_has_no_length() -> None:
    assert (len(EMPTY), EMPTY.known, EMPTY.unknown) == (0, (), 0)
    assert not EMPTY


def test_adding_leaves_the_pile_itself_as_it_was() -> None:
    pile = Pile(("E2",))
    assert pile.add("B1", None) == Pile(("B1", "E2"), 1)
    assert pile == Pile(("E2",))


def test_a_pile_cannot_be_changed_in_place() -> None:
    with pytest.raises(AttributeError):
        Pile(("E2",)).unknown = 1  # type: ignore[misc]


def test_one_of_equal_cards_leaves_at_a_time() -> None:
    assert Pile(("B1", "B1", "E2")).without("B1") == Pile(("B1", "E2"))


def test_an_unseen_card_leaves_the_unknown_ones_first() -> None:
    assert Pile(("B1",), 2).without(None) == Pile(("B1",), 1)


def test_a_card_that_was_not_known_resolves_an_unknown_one() -> None:
    assert Pile(("B1",), 2).without("E2") == Pile(("B1",), 1)


def test_a_known_card_is_taken_before_an_unknown_one() -> None:
    assert Pile(("B1",), 2).without("B1") == Pile((), 2)


def test_after_an_unseen_card_left_a_known_pile_nothing_of_it_is_certain() -> None:
    assert Pile(("B1", "E2", "V3")).without(None) == Pile((), 2)


@pytest.mark.parametrize(("pile", "card"), [(Pile(("B1",)), "E2"), (EMPTY, "E2"), (EMPTY, None)])
def test_a_card_that_cannot_be_there_cannot_leave(pile: Pile, card: str | None) -> None:
    named = f"'{card}'" if card else "card"
    with pytest.raises(ValueError, match=rf"^no {named} in Pile\(known="):
        pile.without(card)


def test_a_hidden_pile_is_only_a_count() -> None:
    assert Pile(("B1", "E2"), 1).hidden() == Pile((), 3)
    assert Pile((), 3).hidden() == Pile((), 3)


def test_known_cards_are_counted_by_name() -> None:
    assert Pile(("B1", "B1", "E2"), 4).counts() == Counter({"B1": 2, "E2": 1})


def test_json_leaves_out_what_is_empty() -> None:
    assert msgspec.json.encode(Pile((), 3)) == b'{"unknown":3}'
    assert msgspec.json.encode(EMPTY) == b"{}"
    assert msgspec.json.decode(b'{"known":["B1"],"unknown":2}', type=Pile) == Pile(("B1",), 2)


@settings(max_examples=80, derandomize=True)
@given(CARDS, CARDS)
def test_cards_that_join_can_leave_again(first: list[str | None], then: list[str | None]) -> None:
    pile = Pile.of(first).add(*then)
    assert len(pile) == len(first) + len(then)
    for card in then:
        pile = pile.without(card)
    assert len(pile) == len(first)
    assert pile == Pile.of(first)


@settings(max_examples=80, derandomize=True)
@given(CARDS.filter(bool), st.data())
def test_every_card_that_leaves_takes_one_away(
    cards: list[str | None], data: st.DataObject
) -> None:
    pile = Pile.of(cards)
    card = data.draw(st.sampled_from(cards))
    left = pile.without(card)
    assert len(left) == len(pile) - 1
    assert left.counts() <= pile.counts()
