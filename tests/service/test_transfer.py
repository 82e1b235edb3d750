"""Sessions leave one data folder and arrive in another as the same ones."""

import json
import re
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from analytics.simulation import Plan, opening, play_out
from domain.edition import content
from domain.events import Recorded
from domain.game import Game
from domain.games import GAMES
from domain.games.lepidoptery.actions import Play
from domain.session import Session, fold
from domain.session.commands import refuse_attempt
from domain.session.reading import Read
from service import seeds
from service.transfer import jsonl
from service.transfer.exporting import Format, export_of
from service.transfer.files import lines_of
from service.transfer.importing import store
from service.transfer.reading import read_file
from service.transfer.sheet import Plan as Sheet
from service.transfer.shelf import Shelf
from service.wiring import Services, build
from tests.domain.session.happenings import Evening, playing
from tests.service.command_line import Mothlog
from tests.service.support import play_on, table

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
FORMATS: tuple[Format, ...] = ("text", "jsonl")


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Services]:
    """Services in another fresh folder."""
    built = build(tmp_path / "elsewhere")
    yield built
    built.close()


def read(text: str, folder: Path) -> tuple[Session, ...]:
    """Read what an export gave."""
    file = folder / "exported"
    file.write_text(text, encoding="utf-8", newline="")
    _, found = read_file(file, Sheet(), Shelf(folder), NOW)
    assert found.fault is None
    return tuple(one.session for one in found.sessions)


def read_lines(text: str) -> Read:
    """Read JSON Lines."""
    return jsonl.read(enumerate(text.split("\n"), 1))


def simulated(game: Game, seed: str, seats: int) -> Session:
    plan = Plan(
        game=game.name,
        rules="v1",
        edition=content(seeds.edition(game)),
        options={},
        bots=tuple(("random", "greedy")[seat % 2] for seat in range(seats)),
        seed=seed,
        tags=("simulated",),
    )
    events = play_out(plan, opening(plan, 3), 3)
    entries = [Recorded(UUID(int=7), n, NOW, event) for n, event in enumerate(events, 1)]
    session = fold(entries)
    assert session is not None
    return session


@pytest.mark.parametrize("form", FORMATS)
def test_every_demo_session_comes_back_and_gives_the_same_bytes(
    form: Format,
    command: Mothlog,
    tmp_path: Path,
) -> None:
    command("demo")
    exported = command("export", "--all", "--format", form).out
    file = tmp_path / "everything"
    file.write_text(exported, encoding="utf-8")
    here, command.data = command.data, tmp_path / "other"
    imported = command("import", str(file))
    assert (imported.code, imported.err) == (0, "")
    assert all("  stored  " in line for line in imported.out.splitlines())
    assert command("export", "--all", "--format", form).out == exported
    everything = command("export", "--all", "--format", "jsonl").out
    again = command("import", str(file)).out
    assert again == imported.out.replace("  stored  ", "  here already  ")
    assert command("export", "--all", "--format", "jsonl").out == everything
    command.data = here
    assert command("export", "--all", "--format", "jsonl").out == everything


@settings(max_examples=15)
@given(st.sampled_from(list(GAMES.values())), st.text("abc", min_size=1), st.data())
def test_a_simulated_session_comes_back(
    tmp_path_factory: pytest.TempPathFactory, game: Game, seed: str, data: st.DataObject
) -> None:
    seats = data.draw(st.sampled_from([n for n in game.seats if n <= 4]))
    session = simulated(game, seed, seats)
    folder = tmp_path_factory.mktemp("simulated")
    for form in FORMATS:
        (found,) = read(export_of(session, form, Shelf(folder)), folder)
        assert found.log == session.log


def test_lines_of_json_hold_keys_and_the_text_leaves_them_out(
    services: Services, tmp_path: Path
) -> None:
    session = services.recorder.open(table(), key="evening").session
    (exact,) = read(export_of(session, "jsonl", Shelf(tmp_path)), tmp_path)
    assert [entry.key for entry in exact.log] == ["evening", "evening"]
    (told,) = read(export_of(session, "text", Shelf(tmp_path)), tmp_path)
    assert [entry.key for entry in told.log] == [None, None]
    assert told.id == session.id


def test_a_session_that_went_on_elsewhere_is_refused_and_kept(
    services: Services, elsewhere: Services, tmp_path: Path
) -> None:
    early = services.recorder.open(table()).session
    late = play_on(services, early, 4)
    stored, refused = (
        read_lines(export_of(session, "jsonl", Shelf(tmp_path))) for session in (early, late)
    )
    assert [one.new for one in store(elsewhere.store, stored)] == [True]
    with pytest.raises(ValueError, match="is here already, with 2 events; the file has"):
        store(elsewhere.store, refused)
    assert elsewhere.store.load(early.id).log == early.log


def test_other_content_under_a_known_id_is_refused_by_version(
    command: Mothlog,
    tmp_path: Path,
) -> None:
    session = simulated(GAMES["lepidoptery"], "x", 2)
    text = export_of(session, "text", Shelf(tmp_path))
    one, other = tmp_path / "one.txt", tmp_path / "other.txt"
    one.write_text(text, encoding="utf-8")
    other.write_text(text.replace("mode: simulated", "mode: simulated\ntitle: Mine"), "utf-8")
    assert command("import", str(one)).code == 0
    refused = command("import", str(other))
    assert (refused.code, refused.out) == (1, "")
    expected = f"session {session.id} is here already, with another event or time at version 1"
    hint = "without its header 'id' it would be stored as another session"
    assert refused.err == f"{other}: {expected}; {hint}; nothing of it is stored\n"
    edited = other.read_text("utf-8").replace(f"id: {session.id}\n", "")
    other.write_text(edited, encoding="utf-8")
    assert command("import", str(other)).code == 0


def test_what_was_refused_to_a_seat_stands_under_its_name(tmp_path: Path) -> None:
    evening = Evening(GAMES["lepidoptery"], 5)
    assert evening.session is not None
    evening.record(playing(evening, evening.session))
    tried = Play(evening.session.state.chooser, (99,))
    evening.record(refuse_attempt(evening.session, tried, clause="climb.beat"))
    session = evening.session
    lines = export_of(session, "text", Shelf(tmp_path)).splitlines()
    (attempt,) = [n for n, line in enumerate(lines) if "@refused" in line]
    first, second = (n for n, line in enumerate(lines) if re.match("# [AB]: ", line))
    assert first < second < attempt
    assert lines[first] != lines[second]


def test_good_files_are_stored_and_bad_ones_named(
    command: Mothlog,
    tmp_path: Path,
) -> None:
    good, bad = tmp_path / "good.jsonl", tmp_path / "bad.jsonl"
    one, other = (simulated(GAMES["lepidoptery"], seed, 2) for seed in "pq")
    good.write_text("".join(jsonl.write(one)), encoding="utf-8")
    lines = list(jsonl.write(other))
    bad.write_text("".join([lines[0], *lines[2:]]), encoding="utf-8")
    ran = command("import", str(bad), str(good))
    assert ran.code == 1
    assert ran.err.startswith(f"{bad}:2: version 3 found, expected 2")
    assert len(ran.out.splitlines()) == 1
    assert len(json.loads(command("sessions", "--json").out)["sessions"]) == 1


def test_a_text_without_an_id_is_one_session_however_its_lines_end(
    command: Mothlog,
    tmp_path: Path,
) -> None:
    session = simulated(GAMES["lepidoptery"], "y", 2)
    text = export_of(session, "text", Shelf(tmp_path)).replace(f"id: {session.id}\n", "")
    undated = "".join(line for line in text.splitlines(True) if not line.startswith("opened"))
    for told in (text, undated):
        ids = set()
        for n, form in enumerate([told, "\ufeff" + told, told.replace("\n", "\r\n")]):
            file = tmp_path / f"{n}.txt"
            file.write_bytes(form.encode())
            ran = command("import", str(file))
            assert ran.code == 0
            ids.add(ran.out.split()[0])
        assert len(ids) == 1
    assert len(json.loads(command("sessions", "--json").out)["sessions"]) == 2


def test_check_stores_nothing_and_shows_the_end(
    command: Mothlog,
    tmp_path: Path,
) -> None:
    session = simulated(GAMES["lantern_moths"], "z", 3)
    file = tmp_path / "evening.txt"
    file.write_text(export_of(session, "text", Shelf(tmp_path)), encoding="utf-8")
    shown = command("check", str(file))
    assert (shown.code, shown.err) == (0, "")
    outcome = session.game.outcome(session.state)
    assert session.game.as_text(session.state, session.names) in shown.out
    assert "\n".join(session.game.as_result(outcome, session.names)) in shown.out
    assert not command.data.exists()
    data: Any = command("check", str(file), "--json").json
    assert (data["file"], data["format"], data["error"]) == (str(file), "text", None)
    (one,) = data["sessions"]
    assert one["session"]["id"] == str(session.id)
    assert one["session"]["outcome"]["winners"] == list(outcome.winners)
    assert one["state"] == json.loads(json.dumps(session.game.as_data(session.state)))


def test_check_shows_what_was_good_before_a_fault(
    command: Mothlog,
    tmp_path: Path,
) -> None:
    lines = export_of(simulated(GAMES["lepidoptery"], "w", 2), "text", Shelf(tmp_path)).split("\n")
    at = lines.index("# Climb 2") - 2
    lines[at] = "pass me the cards"
    file = tmp_path / "evening.txt"
    file.write_text("\n".join(lines), encoding="utf-8")
    data: Any = command("check", str(file), "--json")
    assert data.code == 1
    assert data.json["error"]["line"] == at + 1
    assert data.json["sessions"][0]["session"]["version"] >= 2
    shown = command("check", str(file))
    assert shown.code == 1
    assert "live, good so far" in shown.out
    assert shown.err.startswith(f"{file}:{at + 1}: 'pass me the cards'")


def test_an_edition_that_is_not_here_travels_with_the_text(
    command: Mothlog,
    services: Services,
    tmp_path: Path,
) -> None:
    edition = replace(table().edition, name="Our own")
    own = replace(table(), edition=edition)
    session = services.recorder.open(own).session
    text = export_of(session, "text", Shelf(tmp_path))
    assert "edition: Our own\n" in text
    assert "\nedition.colours: {" in text
    (found,) = read(text, tmp_path)
    assert found.opened == session.opened
    without = "".join(x for x in text.splitlines(True) if not x.startswith("edition."))
    file = tmp_path / "without.txt"
    file.write_text(without, encoding="utf-8")
    refused = command("import", str(file))
    assert refused.code == 1
    assert "edition-hash: edition 'Our own' of content" in refused.err


def test_export_wants_sessions_or_all_of_them(command: Mothlog) -> None:
    assert command("export").code == 2
    assert command("export", "x", "--all").code == 2
    assert command("export", "x").code == 1


def test_a_damaged_session_is_left_out_of_everything_and_named(
    command: Mothlog,
    services: Services,
) -> None:
    sound = services.recorder.open(table()).session
    services.recorder.open(table())
    services.store.bulk.datastore.close()
    command.data = services.data
    broken = services.data / "events.sqlite"
    with sqlite3.connect(broken) as db:
        db.execute("UPDATE stored_events SET state = '{' WHERE originator_id != ?", (sound.id.hex,))
    ran = command("export", "--all", "--format", "jsonl")
    assert ran.code == 1
    assert ran.err.startswith("mothlog: left out: session ")
    assert {json.loads(line)["session"] for line in ran.out.splitlines()} == {sound.id.hex}


def test_a_files_lines_have_numbers_and_no_byte_order_mark() -> None:
    assert lines_of("\ufeffa\r\nb\n".encode()) == [(1, "a"), (2, "b"), (3, "")]
