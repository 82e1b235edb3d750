"""The list of promises keeps to the program: what is to change is there, and so are the tests."""

import ast
import shutil
from functools import cache
from pathlib import Path

import pytest

from tests.mutants.mutant import ROOT, Mutant, mutants


@cache
def _functions(file: str) -> frozenset[str]:
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


@pytest.mark.parametrize(
    ("topic", "mutant"), tuple(mutants()), ids=lambda v: getattr(v, "promise", v)
)
def test_each_changes_what_stands_once_and_names_tests(
    topic: str, mutant: Mutant, tmp_path: Path
) -> None:
    (tmp_path / mutant.file).parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(ROOT / mutant.file, tmp_path / mutant.file)
    before = mutant.put_into(tmp_path)
    changed = (tmp_path / mutant.file).read_text(encoding="utf-8")
    assert changed != before == (ROOT / mutant.file).read_text(encoding="utf-8")
    if mutant.file.endswith(".py"):
        ast.parse(changed)
    assert mutant.tests
    for test in mutant.tests:
        file, _, name = test.partition("::")
        assert not name or name in _functions(file)
        assert (ROOT / file).is_file()


def test_each_promise_is_made_once() -> None:
    promises = [f"{topic}: {mutant.promise}" for topic, mutant in mutants()]
    assert len(promises) == len(set(promises))
