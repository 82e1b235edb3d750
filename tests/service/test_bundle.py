"""Modules as one: what they share, the order in which they run, and what is refused."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from service.web import bundle

MODULES = {
    "one": 'import { two, more as three } from "./two.js";\nimport "./side.js";\n'
    "export const one = two() + three;\nwindow.said.push(`one ${one}`);\n",
    "two": "const own = 1;\nexport function two() {\n  return own;\n}\n"
    "export const more = 40;\nwindow.said = ['two'];\n",
    "side": 'import { two } from "./two.js";\nconst own = 5;\nwindow.said.push(`side ${two()}`);\n'
    "const tag = '</script>';\nwindow.said.push(tag);\n",
}


def write(folder: Path, modules: dict[str, str]) -> Path:
    for name, text in modules.items():
        (folder / f"{name}.js").write_text(text)
    return folder


def test_bundled_modules_run_once_each_in_the_order_of_their_imports(
    tmp_path: Path, browser: Browser
) -> None:
    script = bundle.scripts(write(tmp_path, MODULES), ["one", "side"])
    page = browser.new_page()
    page.set_content(f"<body><script type=module>{script}</script>")
    assert page.evaluate("window.said") == ["two", "side 1", "</script>", "one 41"]
    page.close()


@pytest.mark.parametrize(
    "line",
    [
        'import two from "./two.js";',
        'import * as two from "./two.js";',
        'import { two } from "https://elsewhere.example/two.js";',
        'const two = await import("./two.js");',
        "export { two };",
        "export default 2;",
        "export let two = 2;",
        "fetch(import.meta.url);",
    ],
)
def test_what_cannot_be_bundled_is_refused_by_name(tmp_path: Path, line: str) -> None:
    folder = write(tmp_path, MODULES | {"odd": f"{line}\n"})
    with pytest.raises(bundle.Unbundled, match=r"odd\.js: .*expected an import or export of names"):
        bundle.scripts(folder, ["odd"])
