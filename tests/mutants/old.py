"""Old sessions: they replay for ever, by the rules that they were played by."""

from tests.mutants.mutant import Mutant

MUTANTS: list[Mutant] = []
