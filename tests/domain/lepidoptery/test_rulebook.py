"""The clauses in seeds/: every part of the rulebook is there, and the code cites what exists."""

import re
import tomllib
from pathlib import Path

import pytest

from domain.rulebook import Rulebook, parse_rulebook
from tests.domain.lepidoptery.build import SEEDS

BOOK: Rulebook = parse_rulebook(
    tomllib.loads((SEEDS / "rulebook.toml").read_text(encoding="utf-8"))
)
IDS = {clause.id for clause in BOOK.clauses}
CODE = Path(__file__).parents[3] / "domain" / "games" / "lepidoptery"


def in_code() -> set[str]:
    """Collect every clause id that stands as a text of its own in the game's code."""
    sources = "\n".join(path.read_text(encoding="utf-8") for path in CODE.glob("*.py"))
    families = "setup|play|combo|climb|joker|pass|win|clear"
    return set(re.findall(rf'"((?:{families})\.[a-z0-9.-]+)"', sources))


def test_the_rulebook_says_which_game_and_version_it_is() -> None:
    assert (BOOK.game, BOOK.title, BOOK.version) == ("lepidoptery", "Lepidoptery", "v1.0.0")


@pytest.mark.parametrize(
    "part",
    [
        *("Equipment", "Setup", "Play", "Climbing", "Jokers", "Turn", "Designer Clarification"),
        *("Play & Place 1", "Play & Place 1.1", "Play & Place 1.2", "Play & Place 2"),
        *("Play & Place 3", "Play & Place 4.1", "Play & Place 4.2", "Play & Place 5"),
        *("Pass & Refresh", "Pass & Refresh 1", "Pass & Refresh 2", "Pass & Refresh 3"),
        "Pass & Refresh 4",
    ],
)
def test_every_part_of_the_rulebook_has_a_clause(part: str) -> None:
    sections = {piece for clause in BOOK.clauses for piece in clause.section.split("; ")}
    assert part in sections


def test_each_combination_type_has_a_clause() -> None:
    types = {clause for clause in IDS if clause.startswith("combo.")} - {"combo.types"}
    assert types == {
        *("combo.run-3", "combo.run-2", "combo.single", "combo.pair", "combo.triple"),
    }


def test_the_code_cites_no_clause_that_does_not_exist() -> None:
    assert in_code() - IDS == set()


def test_every_clause_that_rules_anything_is_cited_by_the_code() -> None:
    rules = {clause.id for clause in BOOK.clauses if clause.kind != "definition"}
    assert rules - in_code() == set()


def test_what_the_rulebook_leaves_open_is_marked_as_our_reading() -> None:
    assert {clause.id for clause in BOOK.clauses if clause.reading} == {
        *("setup.start", "play.supply", "climb.more", "climb.lead", "joker.rank"),
        *("pass.unchecked", "pass.draw.short", "win.check", "win.before-clear"),
    }


def test_the_open_question_names_its_clause() -> None:
    (option,) = BOOK.options
    assert (option.name, option.clause) == ("token_supply", "play.supply")
    assert option.question.endswith("?")
    assert [value.value for value in option.values] == ["unlimited", "limited"]


def test_every_clause_is_a_sentence_or_more() -> None:
    assert [c.id for c in BOOK.clauses if not re.fullmatch(r"[A-Z].+\.", c.text)] == []
