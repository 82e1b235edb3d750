"""The clauses in seeds/: every part of the rulebook is there, and the code cites what exists."""

import re
import tomllib
from pathlib import Path

import pytest

from domain.rulebook import Rulebook, parse_rulebook
from tests.domain.lantern_moths.build import SEEDS

BOOK: Rulebook = parse_rulebook(
    tomllib.loads((SEEDS / "rulebook.toml").read_text(encoding="utf-8"))
)
IDS = {clause.id for clause in BOOK.clauses}
CODE = Path(__file__).parents[3] / "domain" / "games" / "lantern_moths"


def in_code() -> set[str]:
    """Collect every clause id that stands as a text of its own in the game's code."""
    sources = "\n".join(path.read_text(encoding="utf-8") for path in CODE.glob("*.py"))
    return set(re.findall(r'"((?:setup|turn|end|night|score|term)\.[a-z.-]+)"', sources))


def test_the_rulebook_says_which_game_and_version_it_is() -> None:
    assert (BOOK.game, BOOK.title, BOOK.version) == ("lantern_moths", "Lantern Moths", "v4")


@pytest.mark.parametrize(
    "part",
    [
        *("Overview", "Setup 1", "Setup 2", "Setup 3", "Setup 4", "Setup 5"),
        *("The turn", "The turn, Draw", "The turn, Plant", "The turn, Light", "The turn, Flip"),
        *("End of round 1", "End of round 2", "End of round 3", "End of round 4"),
        *("End of round 5", "The night ends", "Scoring", "Edge cases", "Index of terms"),
        *(f"Question {n}" for n in (1, 3, 5)),
    ],
)
def test_every_part_of_the_rulebook_has_a_clause(part: str) -> None:
    sections = {piece for clause in BOOK.clauses for piece in clause.section.split("; ")}
    assert part in sections


def test_the_code_cites_no_clause_that_does_not_exist() -> None:
    assert in_code() - IDS == set()


def test_every_clause_that_rules_anything_is_cited_by_the_code() -> None:
    rules = {clause.id for clause in BOOK.clauses if clause.kind != "definition"}
    assert rules - in_code() == set()


def test_what_the_rulebook_leaves_open_is_marked_as_our_reading() -> None:
    assert {clause.id for clause in BOOK.clauses if clause.reading} == {
        *("turn.forfeit", "end.refill.order", "night.dusk.no-replacement")
    }


@pytest.mark.parametrize(
    ("name", "source", "clause"),
    [
        ("flip_adjacency", "designer question 1", "turn.flip.adjacent"),
        ("dusk_in_refill", "designer question 2", "night.dusk.refill"),
        ("fourth_dusk_in_refill", "designer question 3", "night.fourth.refill"),
        ("ghost_on_full_tile", "designer question 4", "turn.plant.full"),
        ("ghost_in_sets", "designer question 5", "score.set"),
        ("fourth_dusk_replaced", "designer question 6", "night.dusk.no-replacement"),
        ("ghost_blocks", "two passages disagree", "end.ghost"),
    ],
)
def test_every_open_question_names_its_source_and_clause(
    name: str, source: str, clause: str
) -> None:
    option = next(option for option in BOOK.options if option.name == name)
    assert (option.source, option.clause) == (source, clause)
    assert option.question.endswith("?")


def test_a_clause_is_found_by_its_id() -> None:
    assert BOOK["score.win"].kind == "scoring"
    with pytest.raises(KeyError, match=r"score\.luck"):
        BOOK["score.luck"]


def test_every_clause_is_a_sentence_or_more() -> None:
    assert [c.id for c in BOOK.clauses if not re.fullmatch(r"[A-Z].+\.", c.text)] == []
