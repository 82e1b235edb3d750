"""Hidden cards in what programs read: the API, its refusals, SQL, measures, and each game."""

from collections.abc import Iterator

from tests.mutants.hidden import API, COPIES, MEASURED, READING, REFUSED, SEEN, WHOLE
from tests.mutants.mutant import Mutant

LOOKS = "analytics/looks.py"
VIEWS = ("tests/contract/test_secrets.py::test_another_hidden_card_changes_no_byte_of_a_view",)
EVENTS = ("tests/contract/test_secrets.py::test_another_hidden_card_changes_no_byte_of_an_event",)
NOBODY = (f"{READING}::test_while_a_session_is_played_nobody_sees_more_than_everybody",)

PROGRAMS = [
    Mutant(
        "the API tells what was recorded as everybody saw it",
        SEEN,
        "        return knowledge.event(session.game, event)\n    match",
        "        return event\n    match",
        NOBODY,
    ),
    Mutant(
        "the API tells no seed while a session goes on",
        SEEN,
        "return replace(event, seed=None)",
        "return event",
        (f"{REFUSED}::test_no_seed_is_told_while_a_session_goes_on",),
    ),
    Mutant(
        "the API tells nobody what was tried and refused in digital play",
        SEEN,
        'return replace(event, action=None, reason="")',
        "return event",
        (f"{REFUSED}::test_what_was_tried_and_refused_is_told_to_nobody",),
    ),
    Mutant(
        "a guess's card is told to its own seat alone",
        SEEN,
        "case DecisionGuessed() if event.seat != knowledge.seat:",
        'case DecisionGuessed() if knowledge.name == "nobody":',
        (
            "tests/api/test_guessing.py::"
            "test_events_tell_the_card_of_a_guess_to_its_seat_and_where_everything_is_open",
        ),
    ),
    Mutant(
        "an amendment tells a hidden card to those who saw it alone",
        SEEN,
        "event = knowledge.event(game, CODEC.restore(part.name, part.data or {}))",
        "event = CODEC.restore(part.name, part.data or {})",
        (f"{READING}::test_an_amendment_shows_a_hidden_card_only_to_those_who_saw_it",),
    ),
    Mutant(
        "the API tells a position as everybody sees it",
        API,
        "return _position(session, query.step, knowledge_of(session, query.view).view)",
        'return _position(session, query.step, "all")',
        NOBODY,
    ),
    Mutant(
        "the API tells no seat's view while a session is played",
        API,
        "    if not is_open(session):\n        raise Hidden",
        "    if False:\n        raise Hidden",
        NOBODY,
    ),
    Mutant(
        "the API lists the actions that everybody knows of",
        API,
        "state = seen.state(game, session.state_at(step))",
        "state = session.state_at(step)",
        (f"{MEASURED}::test_lengths_headers_and_parts_are_the_same_for_whoever_watches",),
    ),
    Mutant(
        "what a program records is told back as everybody saw it",
        "service/api/writing.py",
        "events=event_rows(session, answer.entries, widest(session)),",
        f"events=event_rows(session, answer.entries, widest(session){WHOLE}),",
        ("tests/api/test_actions.py::test_an_action_is_recorded_and_its_hidden_card_is_not_told",),
    ),
    Mutant(
        "a session that a program opens is told back without hands",
        "service/api/opening.py",
        "event_rows(session, answer.entries, widest(session))",
        f"event_rows(session, answer.entries, widest(session){WHOLE})",
        (f"{REFUSED}::test_a_session_that_is_opened_is_told_back_without_hands",),
    ),
    Mutant(
        "a branch that is played is told back without hands",
        "service/api/branching.py",
        "event_rows(made, answer.entries, widest(made))",
        f"event_rows(made, answer.entries, widest(made){WHOLE})",
        ("tests/api/test_branching.py::test_hands_of_a_branch_are_hidden_while_it_is_played",),
    ),
    Mutant(
        "a program branches no session that is played",
        "service/api/branching.py",
        "if not is_open(session):",
        "if False:",
        ("tests/api/test_branching.py::test_a_session_that_is_played_is_no_past",),
    ),
    Mutant(
        "a program guesses in no session that is played",
        "service/api/guessing.py",
        "if not is_open(session):",
        "if False:",
        ("tests/api/test_guessing.py::test_nobody_guesses_while_people_play_digitally",),
    ),
    Mutant(
        "a program is told no chances of a session that is played",
        "service/api/evaluating.py",
        'if session.status == "live":',
        "if False:",
        ("tests/web/test_evaluation.py::test_a_session_that_goes_on_has_no_chances_for_anybody",),
    ),
    Mutant(
        "the actions that a refusal names are those that everybody knows of",
        SEEN,
        "state = widest(session).state(game, session.state)",
        "state = session.state",
        (f"{REFUSED}::test_what_a_refusal_names_follows_no_hidden_card",),
    ),
    Mutant(
        "notation is read as everybody sees the table",
        "service/api/playing.py",
        "widest(session).state(session.game, at), said.notation",
        "at, said.notation",
        (f"{REFUSED}::test_what_cannot_be_read_is_told_as_everybody_sees_the_table",),
    ),
    Mutant(
        "why a bot failed is told to programs without its words",
        "service/api/acting.py",
        "return Acted(load(session.id), failed.discreet)",
        "return Acted(load(session.id), str(failed))",
        ("tests/api/test_own_bots.py",),
    ),
]

STATISTICS = [
    Mutant(
        "tables for SQL leave out what rests on hidden cards",
        "analytics/catalogue.py",
        'return self.has("session") and self.name not in PUBLIC',
        "return False",
        (f"{COPIES}::test_two_live_sessions_that_differ_in_hidden_cards_give_the_same_copy",),
    ),
    Mutant(
        "the copy for SQL has no trace of rows that were taken out",
        "analytics/snapshot.py",
        """_make_anew(cursor, table.name, f"WHERE session NOT IN ({hidden})")""",
        """cursor.execute(f'DELETE FROM "{table.name}" {where}')""",
        (f"{COPIES}::test_beside_a_session_that_has_ended_nothing_is_left_of_one_that_is_played",),
    ),
    Mutant(
        "the copy for SQL has no fingerprint of a stored event",
        "analytics/snapshot.py",
        """    _make_anew(cursor, "position", "", "* REPLACE ('' AS mark)")\n""",
        "",
        (f"{COPIES}::test_the_copy_has_no_fingerprint_of_a_card_that_was_drawn_last",),
    ),
    Mutant(
        "the copy for SQL does not say what was found in a damaged session",
        "analytics/snapshot.py",
        """    _make_anew(cursor, "damaged", "", "* REPLACE ('' AS reason)")\n""",
        "",
        (f"{COPIES}::test_the_copy_does_not_say_what_was_found_in_a_damaged_session",),
    ),
    Mutant(
        "the data set leaves out what rests on hidden cards",
        "analytics/dataset.py",
        '{hidden if each.table.may_tell else ""}',
        "",
        (f"{COPIES}::test_two_live_sessions_that_differ_in_hidden_cards_give_the_same_data_set",),
    ),
    Mutant(
        "what seats could have chosen is counted when a session has ended",
        LOOKS,
        '        if session.status != "live":\n            rows["offers"]',
        '        if True:\n            rows["offers"]',
        (f"{COPIES}::test_offers_and_choices_are_counted_when_a_session_has_ended",),
    ),
    Mutant(
        "how many choices a feeling had is counted when a session has ended",
        LOOKS,
        'game, open_hands = session.game, session.status != "live"',
        "game, open_hands = session.game, True",
        (f"{COPIES}::test_offers_and_choices_are_counted_when_a_session_has_ended",),
    ),
]

MEASURES = [
    Mutant(
        "the length of an answer follows no hidden card",
        "service/web/pages/play.py",
        'return render_template("watch.html", turn=turn, **common)',
        'return render_template("watch.html", turn=turn, **common) + " " * (\n'
        "            __import__('zlib').crc32(repr(session.state).encode()) % 97\n        )",
        (f"{MEASURED}::test_lengths_headers_and_parts_are_the_same_for_whoever_watches",),
    ),
    Mutant(
        "no header of an answer follows a hidden card",
        "service/api/__init__.py",
        "        response.set_etag(str(reply.version))",
        "        from service.web.context import load\n\n"
        "        named = (request.view_args or {}).get('session_id')\n"
        "        state = repr(load(named).state) if named else ''\n"
        '        response.set_etag(f"{reply.version}-{hash(state)}")',
        (f"{MEASURED}::test_lengths_headers_and_parts_are_the_same_for_whoever_watches",),
    ),
    Mutant(
        "an answer takes the same work whatever lies hidden",
        API,
        "legal = game.legal_actions(state, *asked)",
        "legal = (game.legal_actions(session.state), game.legal_actions(state, *asked))[1]",
        (f"{MEASURED}::test_an_answer_takes_the_same_work_whatever_lies_hidden",),
    ),
    Mutant(
        "a seat's page takes the same work whatever others hold",
        "service/web/pages/play.py",
        "    news = since(film, seat)\n",
        "    news = since(film, seat)\n    for other in range(len(session.players)):\n"
        "        film.board.choices(session.state, other)\n",
        (f"{MEASURED}::test_a_seats_page_takes_the_same_work_whatever_others_hold",),
    ),
    Mutant(
        "the service's own numbers name no session",
        "service/metrics.py",
        'endpoint = request.endpoint or "none"',
        'endpoint = request.path or "none"',
        (f"{MEASURED}::test_the_services_numbers_are_the_same_and_name_no_session",),
    ),
]  # fmt: skip

HANDS = "hands=tuple(p if s == seat else p.hidden() for s, p in enumerate(state.hands)),"
SET_UP = "tuple(h if s == seat else (None,) * len(h) for s, h in mine)"
GAMES: dict[str, tuple[tuple[str, str, str], ...]] = {
    "lantern_moths": (
        ("a hand", HANDS, "hands=state.hands,"),
        (
            "what a lantern holds before the end",
            "lanterns = tuple(p if s == seat else p.hidden() for s, p in enumerate(lanterns))",
            "pass",
        ),
        ("the deck", "deck=Pile((DUSK,) * dusk, len(state.deck) - dusk),", "deck=state.deck,"),
        ("the hands of the set-up", SET_UP, "hands"),
        (
            "a card that is drawn from the deck",
            'case CardDrawn(drawer, _, "deck") if drawer != seat:',
            'case CardDrawn(drawer, _, "") if drawer != seat:',
        ),
        (
            "cards that refill a hand",
            "return HandRefilled(drawer, (None,) * len(cards))",
            "return HandRefilled(drawer, cards)",
        ),
    ),
    "lepidoptery": (
        ("a hand", HANDS, "hands=state.hands,"),
        ("a deck", "decks=tuple(deck.hidden() for deck in state.decks),", ""),
        ("the hands of the set-up", SET_UP, "hands"),
        (
            "cards that replenish a hand",
            "return HandReplenished(drawer, (None,) * len(cards))",
            "return HandReplenished(drawer, cards)",
        ),
    ),
    "nocturnis": (
        (
            "a hand but for what was taken from the display",
            "hand if s == seat else Pile(state.shown[s].known, len(hand) - len(state.shown[s]))",
            "hand",
        ),
        ("the stack", "stack=state.stack.hidden(),", ""),
        ("the hands of the set-up", SET_UP, "hands"),
        (
            "a moth that is drawn from the stack",
            "case MothDrawn(drawer, _) if drawer != seat:",
            "case MothDrawn(drawer, _) if drawer is None:",
        ),
    ),
}
"""By game what others do not see: in words, the code that hides it, and that which does not."""


def _of_games() -> Iterator[Mutant]:
    for game, found in GAMES.items():
        for what, old, new in found:
            promise = f"{game.replace('_', ' ')} hides {what}"
            tests = EVENTS if "set-up" in what or old.startswith(("case", "return")) else VIEWS
            yield Mutant(promise, f"domain/games/{game}/observe.py", old, new, tests)


MUTANTS = [*PROGRAMS, *STATISTICS, *MEASURES, *_of_games()]
