"""Our own modules and style sheets as one text each, for a page that has no server to ask.

A module becomes a function that is called once and returns what it exports, in the order in which
a browser would run them. Known are ``import { a, b as c } from "./x.js"``, ``import "./x.js"``, and
``export`` before a declaration of one name: all that our modules use. Anything else is refused.
"""

import re
from pathlib import Path

_IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"\./([\w/]+)\.js";$', re.M)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|const|class) (\w+))", re.M)
_LEFT = re.compile(r"^(?:import|export)\b.*|\bimport\s*\(.*|\bimport\.meta\b.*", re.M)


class Unbundled(ValueError):
    """A module that says something which cannot be bundled."""


def scripts(folder: Path, entries: list[str]) -> str:
    """Return modules, and all that they import, as one module without imports.

    :param entries: names without ``.js``; they run in this order.
    :raises Unbundled: a module imports or exports in a way that is not known here.
    """
    done: dict[str, str] = {}
    for entry in entries:
        _add(folder, entry, done)
    return "\n".join(done.values()).replace("</script", "<\\/script").replace("<!--", "<\\!--")


def styles(paths: list[Path]) -> str:
    """Return style sheets one behind the other."""
    return "\n".join(path.read_text("utf-8") for path in paths).replace("</style", "<\\/style")


def _add(folder: Path, name: str, done: dict[str, str]) -> None:
    """Add a module behind those that it imports, unless it is there."""
    if name in done:
        return
    text = (folder / f"{name}.js").read_text("utf-8")
    for _, other in _IMPORT.findall(text):
        _add(folder, other, done)
    exported = _EXPORT.findall(text)
    body = _EXPORT.sub("", _IMPORT.sub(_taken, text))
    if left := _LEFT.search(body):
        raise Unbundled(f"{name}.js: {left[0]!r}, expected an import or export of names")
    done[name] = (
        f"const {_called(name)} = (() => {{\n{body}\nreturn {{ {', '.join(exported)} }};\n}})();"
    )


def _taken(found: re.Match[str]) -> str:
    """Write an import as taking names from what the other module returned."""
    names, module = found[1], found[2]
    if names is None:
        return ""
    taken = re.sub(r"\s+as\s+", ": ", names.strip())
    return f"const {{ {taken} }} = {_called(module)};"


def _called(name: str) -> str:
    return "$" + name.replace("/", "$")
