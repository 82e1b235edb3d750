"""What is recorded comes back from a file, whatever was written; what was kept before does too."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domain.errors import DomainError, Invalid
from domain.session import Session, commands
from domain.session.amend import amend
from domain.session.events import FeedbackGiven
from service.transfer import importing
from service.transfer.exporting import export_of
from service.transfer.reading import read_file
from service.transfer.sheet import Plan
from service.transfer.shelf import Shelf
from service.wiring import Services
from tests.service.command_line import Mothlog
from tests.service.support import play_on, table

ODD = (
    "\x00\x07\t\n\r\x0b\x1b\x7f\x85\u2028\u2029\u200d\u202e\ufeff\ufffe\ud800"
    "\\\"'#@[]=,:{} ab\u00e4\U0001f98b"
)
texts = st.text(st.sampled_from(ODD), max_size=8) | st.text(max_size=8)
lines = texts.map(lambda text: f"a{text}b")

Way = Callable[[Session, str], Any]

WAYS: dict[str, Way] = {
    "note": lambda s, t: commands.add_note(s, 0, f"a{t}", t, (t, f"{t}b"), ("b2",)),
    "attempt": lambda s, t: commands.refuse_attempt(s, None, said=f"a{t}", clause=f"c{t}"),
    "talk": lambda s, t: commands.talk_rules(s, 0, "ruling", t, t),
    "item": lambda s, t: commands.add_item(s, 0, f"a{t}", t),
    "feedback": lambda s, t: commands.give_feedback(s, FeedbackGiven(0, fun=3, text=t)),
    "abandon": lambda s, t: commands.abandon(s, t),
}


def writing(way: Way, text: str) -> Callable[[Session], Any]:
    """A command that writes a text in one way."""
    return lambda session: way(session, text)


def round_trip(services: Services, session: Session, folder: Path, form: Any) -> Session:
    """Import what was exported on an empty store."""
    shelf = Shelf(services.data)
    file = folder / f"evening.{'txt' if form == 'text' else 'jsonl'}"
    file.write_bytes(export_of(session, form, shelf).encode())
    _, read = read_file(file, Plan(), shelf, session.log[0].at)
    assert read.fault is None
    assert read.odd == ()
    (found,) = read.sessions
    return importing.named(found)


def recorded(services: Services, text: str, title: str) -> Session:
    """Record what can be recorded of a text, wherever one can be written; the rest is refused."""
    try:
        opened = services.recorder.open(
            table("Ada", f"B{text}", mode="table", title=title, place=text, tags=(text,))
        )
    except Invalid:
        opened = services.recorder.open(table("Ada", "Ben", mode="table"))
    session = opened.session
    for way in WAYS.values():
        try:
            session = services.recorder.run(session.id, writing(way, text)).session
        except DomainError:
            continue
    return session


@given(texts, lines)
@settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@pytest.mark.parametrize("form", ["text", "jsonl"])
def test_every_session_that_was_recorded_comes_back_from_its_file(
    services: Services, tmp_path: Path, form: str, text: str, title: str
) -> None:
    session = recorded(services, text, title)
    back = round_trip(services, session, tmp_path, form)
    assert [entry.event for entry in back.log] == [entry.event for entry in session.log]


@pytest.mark.parametrize("text", ["a\x07b", "a\x0bb", "a\x85b", "a\rb", "a\ud800b"])
@pytest.mark.parametrize("way", WAYS)
def test_a_control_character_is_refused_wherever_it_is_written(
    services: Services, way: str, text: str
) -> None:
    session = services.recorder.open(table(mode="table")).session
    with pytest.raises(DomainError, match=r"expected (one line of )?plain text"):
        services.recorder.run(session.id, lambda s: WAYS[way](s, text))
    assert services.store.load(session.id).version == session.version


@pytest.mark.parametrize(
    ("field", "most"), [("title", 120), ("place", 60), ("prototype", 60), ("seed", 400)]
)
def test_an_opening_holds_its_lines_to_their_lengths(
    services: Services, field: str, most: int
) -> None:
    services.recorder.open(table(**{field: "x" * most}))
    for text in ("x" * (most + 1), "two\nlines"):
        with pytest.raises(Invalid, match=f"^{field}: "):
            services.recorder.open(table(**{field: text}))


def test_the_reason_of_an_amendment_is_one_line(services: Services) -> None:
    session = play_on(services, services.recorder.open(table(mode="table")).session, 3)
    step, action = session.actions[0]
    with pytest.raises(Invalid, match=r"^reason: the control character"):
        services.recorder.run(
            session.id,
            lambda s: [amend(s, step, action, services.recorder.chance, reason="a\nb").event],
        )


@pytest.mark.parametrize("name", sorted(p.name for p in Path("tests/fixtures/odd").iterdir()))
def test_what_was_recorded_before_there_were_limits_comes_back_whole_and_is_said(
    name: str, command: Mothlog, tmp_path: Path
) -> None:
    file = Path("tests/fixtures/odd", name)
    ran = command("import", str(file))
    assert ran.code == 0
    assert "stored" in ran.out
    assert ran.err.startswith(f"{file}:1: ")
    assert ran.err.endswith("; kept as it is\n")
    assert (
        command("export", "--all", "--format", "jsonl", "-o", str(tmp_path / "b.jsonl")).code == 0
    )
    assert "here already" in command("import", str(tmp_path / "b.jsonl")).out
