"""Editions that people added: kept whole, found again, never overwritten."""

from pathlib import Path
from threading import Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.games import LANTERN_MOTHS, LEPIDOPTERY
from service import seeds
from service.editions import (
    LARGEST,
    Known,
    NoSuchEdition,
    Rejected,
    Taken,
    add,
    check,
    damaged_in,
    editions_of,
    find,
    slug_of,
)
from tests.service.editions import BROKEN, GHOSTS, SEVEN, text_of


def test_an_added_edition_is_listed_found_by_name_or_slug_and_kept_as_written(
    tmp_path: Path,
) -> None:
    known = add(tmp_path, SEVEN)
    assert (known.name, known.slug, known.source) == ("Seven Ghosts", "seven-ghosts", "added")
    shipped, added = editions_of(LANTERN_MOTHS, tmp_path)
    assert (shipped.source, shipped.edition) == ("shipped", seeds.edition(LANTERN_MOTHS))
    assert added == known
    for name in ("Seven Ghosts", "seven-ghosts", "SEVEN GHOSTS"):
        assert find(LANTERN_MOTHS, tmp_path, name) == known
    assert find(LANTERN_MOTHS, tmp_path, shipped.name) == shipped
    assert editions_of(LEPIDOPTERY, tmp_path) == [
        find(LEPIDOPTERY, tmp_path, seeds.edition(LEPIDOPTERY).name)
    ]
    folder = tmp_path / "editions" / "lantern_moths"
    assert [path.name for path in folder.iterdir()] == ["seven-ghosts.toml"]
    assert (folder / "seven-ghosts.toml").read_text("utf-8") == SEVEN


def test_adding_the_same_edition_again_changes_nothing(tmp_path: Path) -> None:
    known = add(tmp_path, SEVEN)
    assert add(tmp_path, "# with a remark\n" + SEVEN) == known
    assert add(tmp_path, text_of(LANTERN_MOTHS)).source == "shipped"
    stored = tmp_path / "editions" / "lantern_moths" / "seven-ghosts.toml"
    assert stored.read_text("utf-8") == SEVEN


def test_another_edition_never_takes_a_name_that_is_in_use(tmp_path: Path) -> None:
    add(tmp_path, SEVEN)
    eight = text_of(LANTERN_MOTHS, ("value = 4", "value = 8"), name='"Seven Ghosts"')
    for text in (eight, eight.replace('"Seven Ghosts"', '"Seven  ghosts!"')):
        with pytest.raises(Taken, match=r"another edition seven-ghosts.* expected a new name"):
            add(tmp_path, text)
    with pytest.raises(Taken, match="another edition prototype-v4-four-colours-of-eleven"):
        add(tmp_path, text_of(LANTERN_MOTHS, GHOSTS))
    assert find(LANTERN_MOTHS, tmp_path, "seven-ghosts").edition == check(SEVEN).edition


def test_two_who_add_under_one_name_at_once_lose_neither_a_file_nor_an_answer(
    tmp_path: Path,
) -> None:
    texts = [
        text_of(LANTERN_MOTHS, ("value = 4", f"value = {n}"), name='"Ghosts"')
        for n in range(20, 36)
    ]
    answers: list[Known | Taken] = []

    def one(text: str) -> None:
        try:
            answers.append(add(tmp_path, text))
        except Taken as error:
            answers.append(error)

    threads = [Thread(target=one, args=(text,)) for text in texts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    (kept,) = [answer for answer in answers if isinstance(answer, Known)]
    assert len(answers) == len(texts)
    assert find(LANTERN_MOTHS, tmp_path, "ghosts") == kept
    assert len(list((tmp_path / "editions" / "lantern_moths").iterdir())) == 1


def test_a_text_with_errors_is_rejected_with_all_of_them_and_nothing_is_kept(
    tmp_path: Path,
) -> None:
    with pytest.raises(Rejected) as caught:
        add(tmp_path, BROKEN)
    assert caught.value.faults == check(BROKEN).faults
    assert not (tmp_path / "editions").exists()


@pytest.mark.parametrize(
    "name",
    [
        "../../etc/passwd",
        "蛾の庭",
        "a/b\\\\c",
        "CON",
        "...",
        "🦋",
        "x" * 80,
        "-rf",
        'Émile’s \\"box\\"',
    ],
)
def test_a_name_with_odd_characters_is_a_file_within_the_folder(tmp_path: Path, name: str) -> None:
    known = add(tmp_path, text_of(LANTERN_MOTHS, name=f'"{name}"'))
    assert known.slug.isascii()
    assert set(known.slug) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")
    assert not known.slug.startswith("-")
    assert len(known.slug) <= 69
    folder = tmp_path / "editions" / "lantern_moths"
    assert [path.name for path in folder.rglob("*")] == [f"{known.slug}.toml"]
    assert find(LANTERN_MOTHS, tmp_path, known.name) == known


@given(st.text(min_size=1, max_size=80))
def test_every_name_has_a_slug(name: str) -> None:
    slug = slug_of(name)
    assert slug
    assert slug.strip("-") == slug
    assert slug.isascii()
    assert slug == slug.lower()


def test_names_in_other_scripts_stay_apart(tmp_path: Path) -> None:
    slugs = {add(tmp_path, text_of(LANTERN_MOTHS, name=f'"{name}"')).slug for name in "蛾庭灯"}
    assert len(slugs) == 3


def test_a_damaged_file_is_named_and_hides_no_other(tmp_path: Path) -> None:
    known = add(tmp_path, SEVEN)
    folder = tmp_path / "editions" / "lantern_moths"
    (folder / "broken.toml").write_text(BROKEN)
    (folder / "empty.toml").touch()
    (folder / "folder.toml").mkdir()
    (folder / "other.toml").write_text(text_of(LEPIDOPTERY))
    (folder / "huge.toml").write_bytes(b"#" * (LARGEST + 10))
    assert editions_of(LANTERN_MOTHS, tmp_path)[1:] == [known]
    damaged = damaged_in(LANTERN_MOTHS, tmp_path)
    assert [file.path.stem for file in damaged] == ["broken", "empty", "folder", "huge", "other"]
    assert [len(file.faults) for file in damaged] == [len(check(BROKEN).faults), 1, 1, 1, 1]
    with pytest.raises(NoSuchEdition, match=r"broken.toml:2: name: found ''"):
        find(LANTERN_MOTHS, tmp_path, "broken")
    with pytest.raises(Taken, match=r"other.toml is there already and damaged"):
        add(tmp_path, text_of(LANTERN_MOTHS, name='"Other"'))


def test_two_files_with_one_name_are_told_apart_by_their_slugs(tmp_path: Path) -> None:
    known = add(tmp_path, SEVEN)
    folder = tmp_path / "editions" / "lantern_moths"
    (folder / "copy.toml").write_text(SEVEN)
    assert find(LANTERN_MOTHS, tmp_path, "seven-ghosts") == known
    assert find(LANTERN_MOTHS, tmp_path, "copy").name == "Seven Ghosts"
    with pytest.raises(NoSuchEdition, match=r"2 editions .* expected one of: copy, seven-ghosts"):
        find(LANTERN_MOTHS, tmp_path, "Seven Ghosts")


def test_an_edition_that_is_not_there_is_answered_with_those_that_are(tmp_path: Path) -> None:
    add(tmp_path, SEVEN)
    with pytest.raises(NoSuchEdition) as caught:
        find(LANTERN_MOTHS, tmp_path, "moon")
    shipped = "prototype-v4-four-colours-of-eleven"
    expected = f"of Lantern Moths, expected one of: {shipped}, seven-ghosts"
    assert str(caught.value) == f"there is no edition 'moon' {expected}"
