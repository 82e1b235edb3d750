"""The commands about editions, as a person uses them."""

import json
from pathlib import Path

import pytest

from domain.edition import content_hash
from domain.games import LANTERN_MOTHS, LEPIDOPTERY
from service import seeds
from service.cli import run
from service.editions import check
from tests.service.editions import text_of

SEVEN = text_of(
    LANTERN_MOTHS,
    ('value = 4\nprinted = "Components"', 'value = 7\nassumed = "four seemed few"'),
    name='"Seven Ghosts"',
)
UNEQUAL = text_of(LEPIDOPTERY, ("[6, 6, 6, 6, 6]", "[4, 5, 7, 5, 4]"), name='"A hill"')


class Folder:
    """Runs commands on a data folder beside the files that a person wrote."""

    def __init__(self, path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.path, self._capsys = path, capsys

    def file(self, name: str, text: str) -> str:
        (self.path / name).write_text(text, encoding="utf-8")
        return str(self.path / name)

    def __call__(self, *arguments: str) -> tuple[int, str, str]:
        code = run(["--data", str(self.path / "data"), *arguments])
        return code, *self._capsys.readouterr()


@pytest.fixture
def mothlog(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Folder:
    """The command line on a fresh folder."""
    return Folder(tmp_path, capsys)


def test_a_broken_file_lists_each_error_after_file_and_line(mothlog: Folder) -> None:
    text = SEVEN.replace("value = 6", 'value = "six"').replace("value = 7", "value = -7")
    file = mothlog.file("box.toml", text)
    whole = "a whole number from 0 to 999"
    code, out, err = mothlog("edition", "check", file)
    assert (code, err) == (1, "2 errors\n")
    assert out.splitlines() == [
        f"{file}:19: ghosts.value: found -7, expected {whole}",
        f"{file}:27: dusk.value: found 'six', expected {whole}",
    ]
    assert mothlog("edition", "add", file) == (1, out, err)
    assert not (mothlog.path / "data").exists()


def test_a_broken_file_has_its_errors_in_json_too(mothlog: Folder) -> None:
    file = mothlog.file("box.toml", SEVEN.replace("value = 6", 'value = "six"'))
    code, out, _ = mothlog("edition", "check", file, "--json")
    assert code == 1
    found = json.loads(out)
    assert (found["file"], found["game"], found["name"]) == (file, "lantern_moths", None)
    assert found["errors"] == [
        {
            "line": 27,
            "column": None,
            "path": "dusk.value",
            "found": "'six'",
            "expected": "a whole number from 0 to 999",
        }
    ]


def test_a_right_file_shows_its_totals_and_what_is_assumed(mothlog: Folder) -> None:
    file = mothlog.file("box.toml", SEVEN)
    code, out, err = mothlog("edition", "check", file)
    assert (code, err) == (0, "")
    assert f"{file}: 'Seven Ghosts' can be played as Lantern Moths\n" in out
    assert "  cards: 57, the rulebook says 54 (Components)\n" in out
    assert "  coloured moths: 44, as printed (Components)\n" in out
    assert "  assumed, no rulebook states it: colours, copies, ghosts, tiles_per_colour\n" in out
    found = json.loads(mothlog("edition", "check", file, "--json")[1])
    assert (found["name"], found["slug"], found["errors"]) == ("Seven Ghosts", "seven-ghosts", [])
    assert found["assumed"] == ["colours", "copies", "ghosts", "tiles_per_colour"]
    total = {"name": "cards", "found": 57, "printed": 54, "section": "Components", "differs": True}
    assert total in found["totals"]


def test_syntax_that_is_no_toml_has_line_and_column(mothlog: Folder) -> None:
    file = mothlog.file("box.toml", "game = 'lantern_moths'\nghosts 7\n")
    code, out, err = mothlog("edition", "check", file)
    assert (code, err) == (1, "1 error\n")
    assert out.startswith(f"{file}:2:8: found no TOML (expected '='")


@pytest.mark.parametrize(
    ("game", "text", "slug"),
    [("lantern-moths", SEVEN, "seven-ghosts"), ("lepidoptery", UNEQUAL, "a-hill")],
)
def test_an_added_edition_is_played_and_kept_with_the_session_for_ever(
    mothlog: Folder, game: str, text: str, slug: str
) -> None:
    file = mothlog.file("box.toml", text)
    code, out, _ = mothlog("edition", "add", file)
    assert (code, out.endswith(f": --edition {slug}\n")) == (0, True)
    code, _, err = mothlog("simulate", game, "--edition", slug, "--games", "5", "--seed", "s")
    assert code == 0, err
    for stored in (mothlog.path / "data" / "editions").rglob("*.toml"):
        stored.unlink()
    listed = json.loads(mothlog("sessions", "--json")[1])["sessions"]
    edition = check(text).edition
    assert edition is not None
    assert {row["edition_hash"] for row in listed} == {content_hash(edition)}
    assert {row["edition"] for row in listed} == {edition.name}
    assert mothlog("verify")[0] == 0
    assert mothlog("show", listed[0]["id"])[0] == 0
    assert mothlog("simulate", game, "--edition", slug)[0] == 1


def test_seven_ghosts_are_in_the_pile_that_is_dealt(mothlog: Folder) -> None:
    mothlog("edition", "add", mothlog.file("box.toml", SEVEN))
    mothlog("simulate", "lantern-moths", "--edition", "Seven Ghosts", "--games", "1")
    session = json.loads(mothlog("sessions", "--json")[1])["sessions"][0]["id"]
    state = json.loads(mothlog("show", session, "--step", "0", "--json")[1])["state"]
    cards = [*state["deck"]["known"], *(card for hand in state["hands"] for card in hand["known"])]
    assert (len(cards), cards.count("G2")) == (51, 7)


def test_editions_are_listed_with_their_slugs_and_damaged_files_are_named(mothlog: Folder) -> None:
    mothlog("edition", "add", mothlog.file("box.toml", SEVEN))
    folder = mothlog.path / "data" / "editions" / "lantern_moths"
    (folder / "bad.toml").write_text("game = ")
    code, out, err = mothlog("edition", "list", "lantern-moths")
    assert code == 0
    shipped = seeds.edition(LANTERN_MOTHS).name
    assert out.splitlines() == [
        f"Lantern Moths: {shipped} (prototype-v4-four-colours-of-eleven, shipped)",
        "Lantern Moths: Seven Ghosts (seven-ghosts, added)",
    ]
    assert err.startswith(f"mothlog: left out, damaged: {folder / 'bad.toml'}:1: found no TOML")
    rows = json.loads(mothlog("edition", "list", "--json")[1])["editions"]
    assert [(row["game"], row["source"]) for row in rows[:2]] == [
        ("lantern_moths", "shipped"),
        ("lantern_moths", "added"),
    ]
    assert {row["game"] for row in rows} >= {"lantern_moths", "lepidoptery"}


def test_an_edition_is_shown_value_by_value_with_its_sources(mothlog: Folder) -> None:
    mothlog("edition", "add", mothlog.file("box.toml", SEVEN))
    code, out, _ = mothlog("edition", "show", "lantern-moths", "Seven Ghosts")
    assert code == 0
    assert "ghosts  (assumed: four seemed few)\n  7\n" in out
    assert "wicks  (printed: Components)\n  3\n" in out
    assert "copies  (assumed: " in out
    assert "\n  1 = 5, 2 = 4, 3 = 2\n" in out
    shown = json.loads(mothlog("edition", "show", "lantern-moths", "--json")[1])
    assert shown["source"] == "shipped"
    assert shown["content"]["ghosts"]["value"] == 4


def test_the_text_of_an_edition_is_printed_to_write_another_one_from(mothlog: Folder) -> None:
    mothlog("edition", "add", mothlog.file("box.toml", SEVEN))
    assert mothlog("edition", "show", "lantern-moths", "--toml") == (0, text_of(LANTERN_MOTHS), "")
    assert mothlog("edition", "show", "lantern-moths", "seven-ghosts", "--toml") == (0, SEVEN, "")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["edition", "show", "lepidoptery", "--toml", "--json"], 2, "exclude each other"),
        (["edition", "check", "nowhere.toml"], 2, "'nowhere.toml' does not exist"),
        (["edition", "show", "chess"], 2, "there is no game 'chess'"),
        (
            ["edition", "show", "lepidoptery", "moon"],
            1,
            "there is no edition 'moon' of Lepidoptery",
        ),
        (["simulate", "lepidoptery", "--edition", "moon"], 1, "there is no edition 'moon'"),
        (["edition", "paint"], 2, "No such command 'paint'"),
    ],
)
def test_wrong_input_ends_in_one_clear_line(
    mothlog: Folder, arguments: list[str], code: int, message: str
) -> None:
    ended, out, err = mothlog(*arguments)
    assert (ended, out) == (code, "")
    assert err.startswith("mothlog: ")
    assert err.count("\n") == 1
    assert message in err


def test_a_name_in_use_is_refused_in_one_line(mothlog: Folder) -> None:
    mothlog("edition", "add", mothlog.file("box.toml", SEVEN))
    file = mothlog.file("eight.toml", SEVEN.replace("value = 7", "value = 8"))
    assert mothlog("edition", "check", file)[0] == 0
    code, out, err = mothlog("edition", "add", file)
    assert (code, out) == (1, "")
    expected = "there is another edition seven-ghosts with other content, expected a new name"
    assert err == f"mothlog: {expected}\n"
