"""New data folders: their statistics hold every table already and no row."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from analytics.warehouse import Warehouse


def fresh(data: Path) -> Path:
    """Return a folder for a service to begin in; making the tables anew takes the longest."""
    data.mkdir(parents=True, exist_ok=True)
    (data / "statistics.duckdb").write_bytes(_empty())
    return data


@cache
def _empty() -> bytes:
    with TemporaryDirectory() as folder:
        warehouse = Warehouse(Path(folder, "statistics.duckdb"))
        warehouse.close()
        return warehouse.path.read_bytes()
