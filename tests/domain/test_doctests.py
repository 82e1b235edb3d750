"""The examples in the domain's docstrings."""

import doctest
import importlib
import pkgutil

import pytest

import domain

MODULES = sorted(module.name for module in pkgutil.walk_packages(domain.__path__, "domain."))


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_hold(name: str) -> None:
    results = doctest.testmod(importlib.import_module(name), raise_on_error=False)
    assert results.failed == 0


def test_there_are_examples() -> None:
    finder = doctest.DocTestFinder()
    found = [
        test.name
        for name in MODULES
        for test in finder.find(importlib.import_module(name))
        if test.examples
    ]
    assert "domain.piles.Pile" in found
    assert "domain.games.lantern_moths.outcome.sets_in" in found
