"""Writes the dictionary in ``docs/dataset.md`` from the tables' comments:
``python -m tests.tools.make_dataset_docs``.
"""

import tempfile
from pathlib import Path

from analytics.catalogue import catalogue
from analytics.dataset import chosen
from analytics.dictionary import as_markdown
from analytics.warehouse import Warehouse

TARGET = Path("docs", "dataset.md")
HEADING = "## Data dictionary\n"


def dictionary() -> str:
    """Return the dictionary of the tables as they are made now."""
    with tempfile.TemporaryDirectory() as folder:
        warehouse = Warehouse(Path(folder) / "empty.duckdb")
        tables = chosen(catalogue(warehouse.cursor()))
        warehouse.close()
    return as_markdown(tables, 2)


def text(page: str) -> str:
    """Return the page with the dictionary as it is now behind its other parts."""
    return page.partition(HEADING)[0] + dictionary()


if __name__ == "__main__":
    TARGET.write_text(text(TARGET.read_text(encoding="utf-8")), encoding="utf-8")
