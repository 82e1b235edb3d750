"""The clauses in seeds/: every part of the rulebook is there, and the code cites what exists."""

import re
import tomllib
from pathlib import Path

import pytest

from domain.rulebook import Rulebook, parse_rulebook

ROOT = Path(__file__).parents[3]
BOOK: Rulebook = parse_rulebook(
    tomllib.loads((ROOT / "seeds" / "nocturnis" / "rulebook.toml").read_text(encoding="utf-8"))
)
IDS = {clause.id for clause in BOOK.clauses}
CODE = ROOT / "domain" / "games" / "nocturnis"


def in_code() -> set[str]:
    """Collect every clause id that stands as a text of its own in the game's code."""
    sources = "\n".join(path.read_text(encoding="utf-8") for path in CODE.glob("*.py"))
    families = "|".join(sorted({clause.partition(".")[0] for clause in IDS}))
    return set(re.findall(rf'"((?:{families})\.[a-z0-9.-]+)"', sources))


def in_remarks() -> set[str]:
    """Collect the clause ids that docstrings and comments name in brackets or behind a #."""
    sources = "\n".join(path.read_text(encoding="utf-8") for path in CODE.glob("*.py"))
    named = re.findall(r"\(((?:[a-z]+\.[a-z.-]+)(?:, [a-z]+\.[a-z.-]+)*)[,)]", sources)
    named += re.findall(r"# ([a-z]+\.[a-z.-]+)$", sources, re.MULTILINE)
    families = {clause.partition(".")[0] for clause in IDS}
    found = {name.strip() for text in named for name in text.split(",")}
    return {name for name in found if name.partition(".")[0] in families - {"state", "sheet"}}


def test_the_rulebook_says_which_game_it_is() -> None:
    assert (BOOK.game, BOOK.title) == ("nocturnis", "Nocturnis")


@pytest.mark.parametrize(
    "part",
    [
        *("Game Setup", "Gameplay", "Marking Shapes & Luring Moths", "Atlas Moth"),
        *("Drawing Moth Cards", "Game Sheet Extra Rules", "Symbol Explanation"),
        *("Exchange Action", "End of Game", "Scoring"),
    ],
)
def test_every_part_of_the_rulebook_has_a_clause(part: str) -> None:
    sections = {piece for clause in BOOK.clauses for piece in clause.section.split("; ")}
    assert part in sections


def test_solo_scoring_has_a_clause() -> None:
    assert [clause.id for clause in BOOK.clauses if clause.section.startswith("Solo Game")]


def test_the_code_cites_no_clause_that_does_not_exist() -> None:
    assert in_code() - IDS == set()


def test_remarks_in_the_code_name_no_clause_that_does_not_exist() -> None:
    assert in_remarks() - IDS == set()


def test_every_clause_that_rules_anything_is_cited_by_the_code() -> None:
    rules = {clause.id for clause in BOOK.clauses if clause.kind != "definition"}
    assert rules - in_code() == set()


def test_what_the_rulebook_leaves_open_is_marked_as_our_reading() -> None:
    assert {clause.id for clause in BOOK.clauses if clause.reading} >= {
        *("setup.players", "round.any-order", "round.reshuffle", "mark.first-round"),
        *("sheet.bonus.order", "effect.skipped", "draw.stop", "draw.effect-limit", "draw.short"),
        *("end.any-card",),
    }


def test_every_open_question_names_its_clause_and_its_answers() -> None:
    assert {
        option.name: (option.clause, [value.value for value in option.values])
        for option in BOOK.options
    } == {
        "sheet": ("setup.sheet", ["front", "back"]),
        "first_round": ("mark.first-round", ["free", "must_mark"]),
        "out_when": ("end.any-card", ["this_card", "any_card"]),
        "effect_draw_limit": ("draw.effect-limit", ["hand_limit", "unlimited"]),
        "reshuffle": ("round.reshuffle", ["when_needed", "when_emptied"]),
    }
    assert {option.clause for option in BOOK.options} <= IDS
    assert all(option.question.endswith("?") for option in BOOK.options)


def test_every_clause_is_a_sentence_or_more() -> None:
    assert [c.id for c in BOOK.clauses if not re.fullmatch(r"[A-Z].+\.", c.text)] == []
