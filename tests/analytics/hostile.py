"""Queries that mean harm, from ``tests/fixtures/hostile_sql``."""

import re
import tomllib
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parents[1] / "fixtures" / "hostile_sql"


class Hostile(NamedTuple):
    """A query and the ways in which it may end."""

    name: str
    sql: str
    ends: tuple[str, ...]


def hostile() -> list[Hostile]:
    """Read the corpus."""
    return [
        Hostile(each["name"], _spread(each["sql"], each.get("times", 1)), tuple(each["ends"]))
        for file in sorted(FOLDER.glob("*.toml"))
        for each in tomllib.loads(file.read_text(encoding="utf-8"))["query"]
    ]


def _spread(sql: str, times: int) -> str:
    return re.sub(r"<<(.*?)>>", lambda found: found[1] * times, sql) if times > 1 else sql
