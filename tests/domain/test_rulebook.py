"""Rulebooks of any game: what makes one malformed."""

from typing import Any

import pytest

from domain.errors import Invalid
from domain.rulebook import parse_rulebook

CLAUSE = {"id": "a.one", "section": "Setup 1", "kind": "set-up", "text": "Sit down."}
OPTION = {
    "name": "chairs",
    "question": "How many?",
    "source": "question 1",
    "clause": "a.one",
    "values": [{"value": "two", "meaning": "two chairs"}],
}
BOOK: dict[str, Any] = {
    "game": "chairs",
    "title": "Chairs",
    "version": "v1",
    "source": "a sheet of paper",
    "clauses": [CLAUSE],
}


def test_a_rulebook_keeps_its_clauses_in_order() -> None:
    book = parse_rulebook({**BOOK, "clauses": [CLAUSE, {**CLAUSE, "id": "a.0", "reading": True}]})
    assert [clause.id for clause in book.clauses] == ["a.one", "a.0"]
    assert [clause.reading for clause in book.clauses] == [False, True]


def test_options_name_their_clause_and_values() -> None:
    book = parse_rulebook({**BOOK, "options": [OPTION]})
    assert book.options[0].values[0].meaning == "two chairs"
    assert book[book.options[0].clause].text == "Sit down."


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({}, "rulebook: Object missing required field `game`"),
        (
            {**BOOK, "clauses": [{**CLAUSE, "kind": "rule"}]},
            r"rulebook: Invalid enum value 'rule' - at `$.clauses[0].kind`",
        ),
        (
            {**BOOK, "clauses": [CLAUSE, {**CLAUSE, "text": 4}]},
            "rulebook: Expected `str`, got `int` - at `$.clauses[1].text`",
        ),
        (
            {**BOOK, "clauses": [{**CLAUSE, "page": 3}]},
            "rulebook: Object contains unknown field `page` - at `$.clauses[0]`",
        ),
        ({**BOOK, "page": 3}, "rulebook: Object contains unknown field `page`"),
        (
            {**BOOK, "options": [{**OPTION, "default": "two"}]},
            "rulebook: Object contains unknown field `default` - at `$.options[0]`",
        ),
        (
            {**BOOK, "options": [{**OPTION, "values": [{"value": "a", "means": "b"}]}]},
            "rulebook: Object contains unknown field `means` - at `$.options[0].values[0]`",
        ),
        (
            {**BOOK, "clauses": [CLAUSE, {**CLAUSE, "id": "b"}, CLAUSE, {**CLAUSE, "id": "b"}]},
            "rulebook: clause ids used twice: a.one, b",
        ),
        (
            {**BOOK, "options": [{**OPTION, "clause": "z"}, {**OPTION, "clause": "y"}]},
            "rulebook: options name clauses that do not exist: y, z",
        ),
    ],
)
def test_a_malformed_rulebook_is_refused(data: dict[str, Any], message: str) -> None:
    with pytest.raises(Invalid) as caught:
        parse_rulebook(data)
    assert str(caught.value) == message


def test_a_clause_that_is_not_there_cannot_be_looked_up() -> None:
    with pytest.raises(KeyError, match=r"a\.two"):
        parse_rulebook(BOOK)["a.two"]
