"""Words in texts, slips of a finger, abbreviations."""

from hypothesis import given
from hypothesis import strategies as st

from domain.spelling import WAYS, Words, abbreviates, distance, folded, squeezed

TEXTS = st.text("ab1-", max_size=7)
CARDS = st.lists(st.text("aB1", min_size=1, max_size=3), min_size=1, max_size=6, unique=True)


@given(CARDS, st.data())
def test_words_with_spaces_between_are_read_back(words: list[str], data: st.DataObject) -> None:
    said = data.draw(st.lists(st.sampled_from(words), max_size=5))
    assert Words(words).each(" ".join(said)) == tuple(said)
    assert Words(words).split(", ".join(said)) == [tuple(said)]


@given(CARDS, TEXTS)
def test_every_way_to_split_a_text_spells_it(words: list[str], text: str) -> None:
    for way in Words(words).split(text):
        assert folded("".join(way)) == folded(text)


def test_a_text_with_endlessly_many_ways_is_cut_short() -> None:
    assert len(Words(["1", "11"]).split("1" * 200)) == WAYS
    assert Words(["1", "11"]).split("1" * 200 + "2") == []


def test_a_whole_word_is_not_two() -> None:
    words = Words(["1", "11", "AL", "A", "L"])
    assert words.split("11") == [("11",)]
    assert words.split("al") == [("AL",)]
    assert words.split("111") == [("11", "1"), ("1", "11"), ("1", "1", "1")]


def test_case_tells_words_apart_only_where_nothing_else_does() -> None:
    words = Words(["a1", "A1", "B2"])
    assert words.called("a1") == ["a1"]
    assert words.called("A1") == ["A1"]
    assert words.called("b2") == ["B2"]
    assert Words(["a1b", "A1b"]).called("A1B") == ["a1b", "A1b"]


def test_other_spellings_stand_for_their_word() -> None:
    assert Words(["E", "X"], {"Emerald": "E", "grey": "X"}).split("grey emerald") == [("X", "E")]


@given(TEXTS, TEXTS, TEXTS)
def test_distances_go_both_ways_and_are_zero_for_the_same_text_alone(
    one: str, two: str, three: str
) -> None:
    assert distance(one, two) == distance(two, one)
    assert (distance(one, two) == 0) == (one == two)
    assert distance(one, two) <= max(len(one), len(two))
    assert distance(one + three, two + three) <= distance(one, two)


def test_a_swap_is_one_slip() -> None:
    assert [distance("lb2", text) for text in ("lb2", "l2b", "lb", "lb22", "bl2", "x")] == [
        *(0, 1, 1, 1, 1),
        3,
    ]


@given(st.lists(st.text("abc", min_size=1, max_size=4), min_size=1, max_size=5), st.data())
def test_beginnings_of_words_abbreviate_a_name(words: list[str], data: st.DataObject) -> None:
    taken = [data.draw(st.integers(1 if n == 0 else 0, len(w))) for n, w in enumerate(words)]
    short = "".join(word[:n] for word, n in zip(words, taken, strict=True))
    assert abbreviates(short, " ".join(words))
    assert abbreviates(short.upper(), " ".join(words))
    assert not abbreviates("z" + short, " ".join(words))
    assert not abbreviates("", " ".join(words))


def test_separators_are_dropped() -> None:
    assert squeezed(" E2 - b2, c3; d4. ") == "E2b2c3d4"
    assert folded("E2 B2") == "e2b2"
