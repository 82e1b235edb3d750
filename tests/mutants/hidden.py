"""Hidden cards: no page, answer, event, error, number or length tells what a seat holds."""

from tests.mutants.mutant import Mutant

MUTANTS: list[Mutant] = []
