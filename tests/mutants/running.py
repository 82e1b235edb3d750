"""Running it: health, numbers, logs, settings, a graceful stop."""

from tests.mutants.mutant import Mutant

MUTANTS: list[Mutant] = []
