"""What a person at a table tells: answers in order, answers by question, and what stays open."""

import pytest

from domain.chance import Candidates, Open, Told
from domain.errors import Invalid, Refusal, Unanswered, Unseen
from domain.games import LANTERN_MOTHS, LEPIDOPTERY, NOCTURNIS
from domain.games.lantern_moths.actions import Draw, Flip, Plant
from domain.games.lepidoptery.actions import Pass
from domain.piles import Pile
from domain.session.commands import act, take_back
from tests.domain.lepidoptery.build import lay
from tests.domain.session.tables import do, on, open_table

DECK = Pile.of(["B1", "E2"], unknown=2)


def candidates() -> list[str]:
    return ["G2", "V3"]


def ask(told: Told, *questions: str, among: Candidates = candidates) -> list[str | None]:
    return [told.draw(DECK, question, among) for question in questions]


def test_answers_go_to_the_questions_in_their_order() -> None:
    told = Told(["B1", None, "E2"])
    assert ask(told, "one", "two", "three") == ["B1", None, "E2"]
    assert (told.given, told.left) == (3, [])


def test_a_hidden_card_of_which_nothing_is_told_went_unseen() -> None:
    told = Told(["B1"])
    assert ask(told, "one", "two", "three") == ["B1", None, None]
    assert told.given == 1


def test_an_open_card_of_which_nothing_is_told_is_asked_for() -> None:
    told = Told(["B1"])
    ask(told, "one")
    with pytest.raises(Unanswered) as caught:
        ask(told, Open("the face of b3"))
    assert (caught.value.question, caught.value.given) == ("the face of b3", 1)


def test_an_answer_that_is_named_by_its_question_comes_before_those_in_order() -> None:
    told = Told(["B1", "E2"], {"two": ["G2"]})
    assert ask(told, "one", "two", "three") == ["B1", "G2", "E2"]
    assert (told.given, told.left) == (3, [])


def test_several_answers_to_one_question_go_in_order_and_then_those_without_a_name() -> None:
    told = Told(["V3"], {"again": [None, "E2"]})
    assert ask(told, "again", "again", "again", "again") == [None, "E2", "V3", None]


def test_what_was_not_asked_for_is_left() -> None:
    told = Told(["B1", None, "E2"], {"never": ["G2"], "two": [None]})
    ask(told, "one")
    assert told.left == [None, "E2", "G2", None]


def test_an_unknown_card_may_be_any_that_is_not_in_view_and_no_other() -> None:
    assert ask(Told(["V3"]), "one") == ["V3"]
    with pytest.raises(Unseen) as caught:
        ask(Told(["D"]), "one")
    assert caught.value.possible == ("B1", "E2", "G2", "V3")


def test_a_known_pile_shows_none_but_its_cards() -> None:
    with pytest.raises(Unseen, match="expected one of: B1"):
        Told(["E2"]).draw(Pile.of(["B1"]), "one", candidates)


FIVE = ("E1", "E2", "R1", "V1", "B2")


def test_a_table_whose_cards_nobody_saw_opens_with_the_middle_tile_alone() -> None:
    session = open_table(LANTERN_MOTHS, Told(["X"]))
    assert [hand.unknown for hand in session.state.hands] == [5, 5]
    with pytest.raises(Unanswered, match="the middle tile"):
        open_table(LANTERN_MOTHS, Told())


def test_one_hand_is_told_and_the_other_stays_unknown() -> None:
    session = open_table(LANTERN_MOTHS, Told(["X", *FIVE]))
    assert session.state.hands == (Pile.of(FIVE), Pile(unknown=5))


def test_a_lepidoptery_table_needs_nothing_and_a_nocturnis_table_what_lies_open() -> None:
    assert open_table(LEPIDOPTERY, Told()).state.hands == (Pile(unknown=12),) * 2
    display = {"a card of the display": ["A1", "R1", "P1"], "the first habitat card": ["Hook"]}
    session = open_table(NOCTURNIS, Told((), display), 3)
    assert session.state.display == ("A1", "R1", "P1")
    assert session.state.habitat == "Hook"
    assert session.state.hands == (Pile(unknown=2),) * 3
    with pytest.raises(Unanswered, match="the first habitat card"):
        open_table(NOCTURNIS, Told(["A1", "R1", "P1"]), 3)


def test_a_set_up_of_which_too_much_is_told_is_refused() -> None:
    with pytest.raises(Invalid, match="nothing was drawn that could be E3"):
        open_table(LANTERN_MOTHS, Told(["X", *FIVE, *FIVE, "E3"]))


def test_a_card_that_was_told_for_an_action_that_draws_none_is_refused() -> None:
    session = open_table(LANTERN_MOTHS, Told(["X", *FIVE]))
    with pytest.raises(Invalid, match="told too much: nothing was drawn that could be E3"):
        act(session, Plant(0, "E1", "b2"), Told(["E3"]))
    with pytest.raises(Invalid, match="could be unseen"):
        act(session, Draw(0), Told(["E3", None]))


def test_a_card_that_shows_in_the_middle_of_a_refill_is_told_by_its_question() -> None:
    """Both planted twice, so both draw two. Of Ben's one card was seen, of Ada's none."""
    session = open_table(LANTERN_MOTHS, Told(["X", *FIVE]))
    session = do(session, Plant(0, "E1", "b2"), Plant(0, "E2", "b2"), Plant(1, "V3", "b2"))
    before = session.state.deck
    told = Told(["E"], {"a card of seat B's refill": ["G2"]})
    session = on(session, act(session, Flip(1, "b3"), told))
    assert session.state.round == 2
    assert len(session.state.deck) == len(before) - 3
    assert session.state.hands == (Pile.of(["R1", "V1", "B2"], unknown=2), Pile(("G2",), 4))


def test_a_tile_that_is_turned_up_shows_its_face_to_all() -> None:
    session = open_table(LANTERN_MOTHS, Told(["X"]))
    with pytest.raises(Unanswered, match="the face of b3"):
        act(session, Flip(0, "b3"), Told())
    with pytest.raises(Refusal, match="everybody sees its face"):
        act(session, Flip(0, "b3"), Told([None]))
    with pytest.raises(Unseen):
        act(session, Flip(0, "b3"), Told(["X"]))
    assert do(session, (Flip(0, "b3"), "E")).state.faces[1] == "E"


def test_a_card_that_is_seen_after_one_that_was_not_may_be_any_of_a_known_deck() -> None:
    """Ada knows her hand and so her deck; of the two cards she draws only the second was seen."""
    hand = ["1"] * 3 + ["2"] * 4 + ["3"] * 4 + ["4"]
    session = do(open_table(LEPIDOPTERY, Told(hand)), lay(0, "2 2"), lay(1, "9 9"))
    assert session.state.decks[0].unknown == 0
    session = on(session, act(session, Pass(0), Told([None, "5"])))
    assert session.state.hands[0].unknown == 1
    assert "5" in session.state.hands[0].known
    with pytest.raises(Unseen):  # all three are in her hand
        act(on(session, take_back(session, 2)), Pass(0), Told([None, "1"]))


def test_so_it_is_in_a_refill() -> None:
    """Both hands are known, and so the deck: 48 moths less ten and the planted ones."""
    session = open_table(LANTERN_MOTHS, Told(["X", *FIVE, *FIVE]))
    session = do(session, Plant(0, "E1", "b2"), Plant(0, "E2", "b2"), Plant(1, "V1", "b2"))
    named = {"a card of seat A's refill": [None, "G2"]}
    session = on(session, act(session, Flip(1, "b3"), Told(["E"], named)))
    assert session.state.hands[0] == Pile.of(["R1", "V1", "B2", "G2"], unknown=1)
