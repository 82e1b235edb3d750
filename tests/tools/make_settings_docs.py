"""Writes the tables of settings in ``docs/operations.md``:
``python -m tests.tools.make_settings_docs``.
"""

from pathlib import Path

from service.settings import SETTINGS, Area

TARGET = Path("docs", "operations.md")
FIRST, LAST = "<!-- settings -->\n", "<!-- end of settings -->\n"
TITLES: dict[Area, str] = {"service": "mothlog", "store": "the event store", "tests": "the tests"}


def tables() -> str:
    """Return one table for each area."""
    return "\n".join(_table(area, title) for area, title in TITLES.items())


def _table(area: Area, title: str) -> str:
    rows = [f"| variable of {title} | default | what it is |", "| --- | --- | --- |"]
    for one in SETTINGS:
        if one.area == area:
            default = f"`{one.default}`" if one.default else ""
            option = f" Option: `{one.option}`." if one.option else ""
            rows.append(f"| `{one.name}` | {default} | {one.meaning}{option} |")
    return "\n".join(rows) + "\n"


def text(page: str) -> str:
    """Return the page with the tables as they are now."""
    before, _, rest = page.partition(FIRST)
    return before + FIRST + tables() + LAST + rest.partition(LAST)[2]


if __name__ == "__main__":
    TARGET.write_text(text(TARGET.read_text(encoding="utf-8")), encoding="utf-8")
