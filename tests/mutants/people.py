"""People and rights: who may do what, and how they prove who they are."""

from tests.mutants.mutant import Mutant

MUTANTS: list[Mutant] = []
