"""Both databases: nothing that was answered is lost, and copies are whole."""

from tests.mutants.mutant import Mutant

MUTANTS: list[Mutant] = []
