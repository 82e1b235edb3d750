"""Abuse and load: what is sent to break it, and more of it than usual."""

from tests.mutants.mutant import Mutant

MUTANTS: list[Mutant] = []
