"""Static files under addresses that change with their content, and Plotly's script."""

import gzip
import hashlib
from functools import cache, lru_cache
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from flask import Flask, Response, current_app, request, url_for

FOREVER = "public, max-age=31536000, immutable"


def install(app: Flask) -> None:
    """Offer ``asset`` and ``plotly_url`` to templates and set how long files are kept."""
    app.add_template_global(asset)
    app.add_template_global(plotly_url)
    app.add_url_rule("/static/vendor/plotly.min.js", "plotly", plotly)
    app.after_request(_keep)


def asset(path: str) -> str:
    """Return a static file's address with a hash of its content."""
    content = _hash(Path(current_app.static_folder or "") / path)
    return _address(request.script_root, path, content)


@lru_cache(maxsize=1000)
def _address(_root: str, path: str, content: str) -> str:
    """Put an address together: ten times a page, and routing takes its time."""
    return url_for("static", filename=path, v=content)


def plotly_url() -> str:
    """Return the address of the Plotly script that the installed package brings along."""
    return url_for("plotly", v=version("plotly"))


def plotly() -> Response:
    """Serve Plotly's script from the installed package."""
    packed = request.accept_encodings.quality("gzip") > 0
    response = Response(_plotly(packed), mimetype="text/javascript")
    response.headers["Vary"] = "Accept-Encoding"
    response.headers["Cache-Control"] = FOREVER
    if packed:
        response.headers["Content-Encoding"] = "gzip"
    return response


def _keep(response: Response) -> Response:
    if request.endpoint == "static" and "v" in request.args and response.status_code == 200:
        response.headers["Cache-Control"] = FOREVER
    return response


@cache
def _plotly(packed: bool) -> bytes:
    spec = find_spec("plotly")
    assert spec is not None
    assert spec.submodule_search_locations
    folder = Path(spec.submodule_search_locations[0])
    script = (folder / "package_data" / "plotly.min.js").read_bytes()
    return gzip.compress(script, 6) if packed else script


_hashes: dict[Path, tuple[int, str]] = {}


def _hash(path: Path) -> str:
    changed = path.stat().st_mtime_ns
    known = _hashes.get(path)
    if known is None or known[0] != changed:
        known = changed, hashlib.sha256(path.read_bytes()).hexdigest()[:12]
        _hashes[path] = known
    return known[1]
