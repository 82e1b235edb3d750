"""What the domain refuses, in words."""

import pytest

from domain.errors import DomainError, Invalid, Refusal, SessionError, Unanswered, Unseen


def test_a_refusal_says_what_why_by_which_clause_and_where() -> None:
    refusal = Refusal("fly", "wings are wet", ["air.dry", "air.up"], "round 2")
    assert str(refusal) == "cannot fly: wings are wet [air.dry, air.up] (round 2)"
    assert (refusal.action, refusal.reason, refusal.position) == ("fly", "wings are wet", "round 2")
    assert refusal.clauses == ("air.dry", "air.up")


def test_an_unseen_card_lists_what_was_possible() -> None:
    assert str(Unseen("it", "Z", ["A", "B"])) == "it cannot be 'Z'; expected one of: A, B"
    assert str(Unseen("it", "Z", [])) == "it cannot be 'Z'; expected one of: none"


@pytest.mark.parametrize("kind", [Refusal, Unanswered, Unseen, Invalid, SessionError])
def test_every_refusal_of_the_domain_is_a_value_error_of_one_family(kind: type) -> None:
    assert issubclass(kind, DomainError)
    assert issubclass(kind, ValueError)
