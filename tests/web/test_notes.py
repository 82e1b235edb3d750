"""Notes with marks: written by the form without scripts, shown in the log, drawn in pictures."""

from flask.testing import FlaskClient

from domain.session.events import NoteAdded
from service.wiring import Services
from tests.web.conftest import Tables
from tests.web.reading import get, read, submit


def test_a_note_is_written_with_sign_marks_and_tags(
    client: FlaskClient, tables: Tables, services: Services
) -> None:
    session = tables.finished()
    page = get(client, f"/sessions/{session.id}?step=5")
    said = {"text": "A trap", "author": "Ben", "glyph": "?!", "marks": "B2, a1 -> c3 b2"}
    back = read(submit(client, page, "/notes", **said, tags="pace, rules,pace"))
    (entry,) = services.store.load(session.id).notes
    told = NoteAdded(5, "A trap", "Ben", ("pace", "rules"), ("b2", "a1>c3"), "?!")
    assert entry.event == told
    note = back.one("li", class_="nt")
    assert note.one(class_="glyph").text == "?! doubtful"
    chips = note.find("a", class_="mark")
    assert [chip.attrs["data-mark"] for chip in chips] == ["b2", "a1>c3"]
    assert [chip.attrs["aria-label"] for chip in chips][1] == "a1 to c3, on the board"
    assert all(chip.attrs["href"].endswith("step=5") for chip in chips)
    assert note.one(class_="meta").text.endswith("pace rules")


def test_notes_of_several_authors_stand_at_one_step(client: FlaskClient, tables: Tables) -> None:
    session = tables.finished()
    for author in ("Ada", "Ben"):
        page = get(client, f"/sessions/{session.id}?step=5")
        submit(client, page, "/notes", text=f"{author} thinks so", author=author, glyph="!")
    notes = get(client, f"/sessions/{session.id}?step=5").find("li", class_="nt")
    assert [note.one("p").text for note in notes] == [
        "! good Ada Ada thinks so", "! good Ben Ben thinks so",
    ]  # fmt: skip


def test_a_mark_that_is_no_place_is_refused_with_the_nearest_and_nothing_is_stored(
    client: FlaskClient, each: Tables, services: Services
) -> None:
    session = each.finished(2)
    for sent in ({"marks": "b2, zz9"}, {"marks": "b2>"}, {"glyph": "???"}, {"marks": "b2>b2"}):
        page = get(client, f"/sessions/{session.id}?step=3")
        answer = submit(client, page, "/notes", text="here", follow=False, **sent)
        assert answer.status_code == 422
        if sent == {"marks": "b2, zz9"}:
            assert "there is no place" in answer.get_data(as_text=True)
            assert "nearest: " in answer.get_data(as_text=True)
    assert not services.store.load(session.id).notes


def test_a_note_that_cannot_be_kept_comes_back_as_it_was_written(
    client: FlaskClient, each: Tables, services: Services
) -> None:
    """On the page where it was written, in its view; mended, it is kept."""
    session = each.finished(2)
    page = get(client, f"/sessions/{session.id}?step=3&view=0")
    said = {"text": "A <trap>", "author": "Ben", "glyph": "?!", "marks": "zz9", "tags": "pace"}
    refused = read(submit(client, page, "/notes", **said))
    form = refused.one("details", class_="noter")
    assert "open" in form.attrs
    assert form.one(id="p-marks").text.startswith("Mark 'zz9': there is no place 'zz9'; nearest: ")
    assert form.one("input", name="marks").attrs["aria-describedby"] == "p-marks"
    assert form.one("textarea").text == "A <trap>"
    for name in ("author", "marks", "tags"):
        assert form.one("input", name=name).attrs["value"] == said[name]
    assert [r.attrs["value"] for r in form.find("input", name="glyph") if "checked" in r.attrs] == [
        "?!"
    ]
    assert refused.one("main").attrs["data-query"] == "view=0"
    place = session.game.places(session.rules)[0]
    kept = read(submit(client, refused, "/notes", text=said["text"], marks=place))
    assert kept.one("li", class_="nt").one(class_="glyph").text == "?! doubtful"
    (entry,) = services.store.load(session.id).notes
    assert entry.event == NoteAdded(3, "A <trap>", "Ben", ("pace",), (place,), "?!")
    empty = read(submit(client, get(client, f"/sessions/{session.id}?step=3"), "/notes", text=" "))
    assert empty.one(id="p-text").text == "The note is empty, expected some text."


def test_every_place_of_a_game_can_be_drawn(client: FlaskClient, each: Tables) -> None:
    """Each place adds a shape to the picture, and so does an arrow."""
    session = each.finished(2)
    places = session.game.places(session.rules)
    path = f"/sessions/{session.id}/steps/3.svg"
    bare = client.get(path).data.count(b"<path")
    add = each.services.recorder.add_note
    for at in range(0, len(places), 20):
        add(session.id, 3, "here", marks=places[at : at + 20])
    circled = client.get(path).data.count(b"<path")
    assert circled == bare + 2 * len(places)
    add(session.id, 3, "there", marks=(f"{places[0]}>{places[-1]}",))
    assert client.get(path).data.count(b"<path") == circled + 3


def test_a_page_for_frames_shows_the_marks_and_says_them(client: FlaskClient, each: Tables) -> None:
    session = each.finished(2)
    path = f"/embed/sessions/{session.id}?step=3"
    assert not get(client, path).find(class_="pointed")
    places = session.game.places(session.rules)[:2]
    marks = (*places, f"{places[0]}>{places[1]}")
    each.services.recorder.add_note(session.id, 3, "here", marks=marks)
    page = get(client, path)
    said = f"Marked: {places[0]}, {places[1]}, {places[0]} → {places[1]}"
    assert page.one(class_="pointed").text == said
    assert len(page.find("path", class_="ink")) >= 2
    assert not get(client, f"/embed/sessions/{session.id}?step=4").find(class_="ink")


def test_marks_are_drawn_at_their_own_step_only(client: FlaskClient, tables: Tables) -> None:
    session = tables.finished()
    before = [client.get(f"/sessions/{session.id}/steps/{n}.svg").data for n in (4, 5)]
    tables.services.recorder.add_note(session.id, 5, "here", marks=("b2",))
    after = [client.get(f"/sessions/{session.id}/steps/{n}.svg").data for n in (4, 5)]
    assert after[0] == before[0]
    assert after[1] != before[1]
