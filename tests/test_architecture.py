"""The house keeps its shape: what may stand at the top, and what the domain may touch."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

TOP_LEVEL = {
    *("analytics", "docs", "domain", "seeds", "service", "tests"),
    *("CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md"),
    *("Makefile", "pyproject.toml"),
    *("requirements.lock", "requirements-dev.lock", "requirements-peers.lock"),
    *(".ci", ".editorconfig", ".gitattributes", ".gitignore"),
}

DOMAIN_IMPORTS = {"domain", "msgspec", *sys.stdlib_module_names}

# Standard modules that reach a clock, a file, the network, another process or true randomness.
IMPURE_MODULES = {
    *("asyncio", "concurrent", "ctypes", "multiprocessing", "selectors", "signal", "subprocess"),
    *("dbm", "fcntl", "fileinput", "glob", "importlib", "linecache", "mmap", "os", "pathlib"),
    *("pkgutil", "shelve", "shutil", "sqlite3", "tempfile", "tarfile", "zipfile", "zoneinfo"),
    *("email", "ftplib", "http", "imaplib", "smtplib", "socket", "socketserver", "ssl", "urllib"),
    *("getpass", "locale", "logging", "platform", "sched", "secrets", "threading", "time"),
}

IMPURE_NAMES = {
    *("__import__", "breakpoint", "eval", "exec", "input", "open", "print"),
    *("datetime.date.today", "datetime.datetime.now", "datetime.datetime.today"),
    *("datetime.datetime.utcnow", "io.FileIO", "io.open", "io.open_code"),
    *("sys.argv", "sys.stderr", "sys.stdin", "sys.stdout"),
    *("uuid.getnode", "uuid.uuid1", "uuid.uuid4", "uuid.uuid6", "uuid.uuid7"),
}


def imported(node: ast.AST) -> Iterator[tuple[str, str]]:
    """Yield the local and the full dotted name of everything an absolute import binds."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            bound = alias.name if alias.asname else alias.name.partition(".")[0]
            yield alias.asname or bound, bound
    elif isinstance(node, ast.ImportFrom) and node.level == 0:
        for alias in node.names:
            yield alias.asname or alias.name, f"{node.module}.{alias.name}"


def dotted(node: ast.AST, names: dict[str, str]) -> str:
    """Return the full dotted name that an expression refers to, or an empty string."""
    if isinstance(node, ast.Name):
        return names.get(node.id, node.id)
    if isinstance(node, ast.Attribute) and (owner := dotted(node.value, names)):
        return f"{owner}.{node.attr}"
    return ""


def is_impure(name: str) -> bool:
    """Say whether a name reaches outside; of `random`, only the type `Random` does not."""
    module, _, member = name.partition(".")
    return name in IMPURE_NAMES or (
        module == "random" and member.partition(".")[0] not in ("", "Random")
    )


def impurities(source: str) -> list[tuple[int, str]]:
    """List line and name of everything in a module that the domain may not import or use."""
    tree = ast.parse(source)
    names: dict[str, str] = {}
    found = set()
    for node in ast.walk(tree):
        for local, full in imported(node):
            names[local] = full
            root = full.partition(".")[0]
            if root not in DOMAIN_IMPORTS or root in IMPURE_MODULES:
                found.add((node.lineno, full))
    for node in ast.walk(tree):
        if is_impure(name := dotted(node, names)):
            found.add((node.lineno, name))
        if (
            isinstance(node, ast.Call)
            and not node.args + node.keywords
            and dotted(node.func, names) == "random.Random"
        ):
            found.add((node.lineno, "random.Random()"))
    return sorted(found)


def test_the_domain_touches_no_clock_file_network_or_global_random() -> None:
    modules = sorted((ROOT / "domain").rglob("*.py"))
    assert modules
    assert [
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for path in modules
        for line, name in impurities(path.read_text(encoding="utf-8"))
    ] == []


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("import flask", "flask"),
        ("import time as t", "time"),
        ("from os import path", "os.path"),
        ("import service.store", "service"),
        ("from analytics import facts", "analytics.facts"),
        ("def now():\n import datetime\n return datetime.datetime.now()", "datetime.datetime.now"),
        ("from datetime import datetime as d\nd.now()", "datetime.datetime.now"),
        ("from datetime import date\ntoday = date.today", "datetime.date.today"),
        ("import random\nrandom.shuffle([])", "random.shuffle"),
        ("from random import random as chance\nchance()", "random.random"),
        ("from random import Random\nRandom()", "random.Random()"),
        ("from uuid import uuid4\nuuid4()", "uuid.uuid4"),
        ("open('x')", "open"),
        ("print('x')", "print"),
    ],
)
def test_an_impure_line_is_found(source: str, name: str) -> None:
    assert name in [found for _, found in impurities(source)]


@pytest.mark.parametrize(
    "source",
    [
        "import msgspec\nfrom domain.games import registry\nfrom . import cards",
        "import random\ndef shuffled(rng: random.Random) -> float: return rng.random()",
        "from random import Random\nRandom(7).shuffle([])",
        "from datetime import UTC, datetime\ndatetime(2026, 1, 1, tzinfo=UTC)",
        "def play(game): game.open()",
    ],
)
def test_a_pure_line_is_left_alone(source: str) -> None:
    assert impurities(source) == []


def test_seeds_hold_data_that_imports_nothing() -> None:
    assert [
        str(path.relative_to(ROOT))
        for path in (ROOT / "seeds").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Import | ast.ImportFrom)
    ] == []


def test_the_top_level_holds_what_it_should_and_nothing_else() -> None:
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert {path.partition("/")[0] for path in listed.stdout.split("\0") if path} == TOP_LEVEL


@pytest.mark.parametrize(
    ("lock", "extras"),
    [
        ("requirements.lock", ["build"]),
        ("requirements-dev.lock", ["build", "dev"]),
        ("requirements-peers.lock", ["peers"]),
    ],
)
def test_every_dependency_is_locked_by_version_and_hash_alone(lock: str, extras: list[str]) -> None:
    lines = (ROOT / lock).read_text(encoding="utf-8").splitlines()
    pin = re.compile(r"(?P<name>[a-z0-9-]+)==[\w.+!-]+( ; [^\\]+)? \\")
    extra_lines = re.compile(r"    --hash=sha256:[0-9a-f]{64}( \\)?|#.*")
    pins = [match for line in lines if (match := pin.fullmatch(line))]
    assert [x for x in lines if not pin.fullmatch(x) and not extra_lines.fullmatch(x)] == []

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"]]
    for extra in extras:
        wanted += project["optional-dependencies"][extra]
    names = {re.split(r"[\[<>=~ ;]", requirement)[0] for requirement in wanted} - {"mothlog"}
    assert names <= {match["name"] for match in pins}
