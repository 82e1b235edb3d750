"""Hidden cards: no page, file, answer, event, error, number, length or work tells of them."""

from tests.mutants.mutant import Mutant

WHOLE = '.__class__("all", "", whole=True)'
"""Put behind what somebody may know, it is everything."""

PLAY, KNOWLEDGE = "service/web/pages/play.py", "service/web/knowledge.py"
REPLAY, LINES, SHARE = (f"service/web/pages/{name}.py" for name in ("replay", "lines", "share"))
PLAYBACK, CATALOGUE = "service/web/playback.py", "service/web/catalogue.py"
SHELF = "service/web/shelf.py"
API, SEEN = "service/api/sessions.py", "service/api/seen.py"

STRANGER = ("tests/web/test_live_hidden.py::test_every_link_but_a_seats_tells_nothing_of_its_hand",)
WALK, FOUND = "tests/web/test_hidden_walk.py", "tests/web/test_hidden.py"
AS_STRANGER = (
    f"{FOUND}::test_a_stranger_sees_nothing_of_a_live_session_that_the_table_does_not_show",
)
EVERYWHERE = (f"{WALK}::test_a_stranger_walks_everywhere_and_finds_no_hidden_card",)
OWN_WINDOW = (f"{WALK}::test_a_window_looks_back_as_its_own_seat_then_and_now_and_as_no_other",)
BESIDE = "tests/web/test_hidden_beside.py"
SHARED, MEASURED = "tests/web/test_share.py", "tests/web/test_live_measured.py"
PLAYED, WINDOWS = "tests/web/test_play.py", "tests/web/test_nocturnis_play.py"
READING, COPIES = "tests/api/test_reading.py", "tests/analytics/test_hidden_copies.py"
REFUSED = "tests/api/test_hidden_refusals.py"

TABLE = [
    Mutant(
        "whoever watches a table sees no hand",
        PLAY,
        "knowledge, seat = EVERYTHING if is_open(session) else PUBLIC, None",
        "knowledge, seat = EVERYTHING, None",
        STRANGER,
    ),
    Mutant(
        "a seat's table shows no other hand",
        PLAY,
        "        knowledge = as_seat(session, seat)\n    else",
        f"        knowledge = as_seat(session, seat){WHOLE}\n    else",
        STRANGER,
    ),
    Mutant(
        "the page between two players shows no hand",
        PLAY,
        "knowledge, seat = PUBLIC, people[0]",
        "knowledge, seat = as_seat(session, people[0]), people[0]",
        (f"{PLAYED}::test_the_first_player_presses_before_the_hand_opens",),
    ),
    Mutant(
        "a hand lies open when its player has pressed and not before",
        "service/web/seating.py",
        "return next((s for s in acting if s == opened or is_only_person(session, s)), None)",
        "return next(iter(acting), None)",
        (f"{PLAYED}::test_the_first_player_presses_before_the_hand_opens",),
    ),
    Mutant(
        "a hand closes when the device goes on",
        PLAY,
        "    if window_of(session) is None and not goes_on(after, seat):\n"
        "        context.cover(session_id)\n",
        "",
        (f"{WINDOWS}::test_a_device_that_is_passed_round_closes_a_hand_once_its_seat_has_acted",),
    ),
    Mutant(
        "the address of another seat opens no hand",
        "service/web/seating.py",
        "return seat if seat is not None and context.has_window(session.id, seat) else None",
        "return seat",
        (f"{WINDOWS}::test_separate_devices_play_a_window_each_and_see_no_other_hand",),
    ),
    Mutant(
        "an action in another seat's name is refused before the game is asked",
        PLAY,
        "if (seat is None or other) and not session.overtaken(made_for, acts_for):",
        "if False:",
        (f"{WINDOWS}::test_a_seat_without_a_window_here_cannot_be_played_by_its_address",),
    ),
    Mutant(
        "the version that a page asks for is a number and nothing more",
        PLAY,
        'return {"version": context.load(session_id).version}',
        'return {"version": context.load(session_id).version,'
        ' "state": repr(context.load(session_id).state)}',
        STRANGER,
    ),
    Mutant(
        "an event tells a version and nothing of what was recorded",
        "service/web/pages/live.py",
        "response = Response(_told(listener, told), ",
        'state = f"data: {load(session_id).state}\\n\\n"\n'
        "    response = Response((part + state for part in _told(listener, told)), ",
        STRANGER,
    ),
    Mutant(
        "a hint rests on what its seat sees",
        "service/web/pages/evaluation.py",
        "film = playback(session, as_seat(session, seat))",
        f"film = playback(session, as_seat(session, seat){WHOLE})",
        (
            "tests/web/test_evaluation.py::"
            "test_a_hint_rests_on_what_the_seat_sees_and_records_nothing",
        ),
    ),
    Mutant(
        "why a bot failed is told without its words",
        "service/web/acting.py",
        "flash(failed.discreet, BOTS)",
        "flash(str(failed), BOTS)",
        (
            "tests/web/test_own_bots.py::"
            "test_a_bot_that_fails_is_told_without_its_words_and_asked_again",
        ),
    ),
    Mutant(
        "what does not fit in a damaged session is not told",
        "service/web/errors.py",
        'where, _, _ = str(error).partition(": ")',
        "where = str(error)",
        (
            "tests/web/test_safety.py::"
            "test_what_does_not_fit_in_a_damaged_session_is_not_said_to_the_reader",
        ),
    ),
    Mutant(
        "the page for a phone's answers tells nothing of the game",
        "service/web/pages/feedback.py",
        "        title=title_of(session),",
        '        title=f"{title_of(session)} {session.state}",',
        (f"{BESIDE}::test_the_page_for_a_players_answers_tells_no_hidden_card",),
    ),
    Mutant(
        "phones reach the page for their answers alone",
        "service/web/phones.py",
        'OPEN = ("/feedback/", "/static/")',
        'OPEN = ("/feedback/", "/static/", "/sessions/")',
        ("tests/web/test_phones.py::test_every_other_path_is_shut",),
    ),
]

HISTORY = [
    Mutant(
        "while a session is played a seat's view is open in its own window alone",
        KNOWLEDGE,
        "return knowledge.seat is not None and has_window(session.id, knowledge.seat)",
        "return knowledge.seat is not None",
        OWN_WINDOW,
    ),
    Mutant(
        "a live session shows everything to nobody",
        KNOWLEDGE,
        'return session.status != "live" or (session.opened.mode == "table" and reads_all())',
        "return True",
        AS_STRANGER,
    ),
    Mutant(
        "the log of a table is open to those who may read it alone",
        KNOWLEDGE,
        '(session.opened.mode == "table" and reads_all())',
        'session.opened.mode == "table"',
        ("tests/web/test_rights_used.py::"
         "test_a_watcher_does_not_see_the_log_of_a_table_while_it_is_written",),
    ),
    Mutant(
        "the replay of a live session shows what everybody sees",
        REPLAY,
        "choose(session, asked, hide)",
        f"choose(session, asked, hide){WHOLE}",
        AS_STRANGER,
    ),
    Mutant(
        "earlier positions are shown as they were seen",
        PLAYBACK,
        "self.then += [self.knowledge.state(self.game, state) for state in states[1:]]",
        "self.then += states[1:]",
        AS_STRANGER,
    ),
    Mutant(
        "the log of a replay names no card that was drawn unseen",
        PLAYBACK,
        "seen = self.knowledge.event(game, event)",
        "seen = event",
        AS_STRANGER,
    ),
    Mutant(
        "what a reader was shown is kept for that view alone",
        SHELF,
        "self._kept.get((session.id, knowledge.name)) or Place()\n"
        "            place.steps = len(session.moves)\n"
        "            self._kept[session.id, knowledge.name] = place",
        'self._kept.get((session.id, "")) or Place()\n'
        "            place.steps = len(session.moves)\n"
        '            self._kept[session.id, ""] = place',
        OWN_WINDOW,
    ),
    Mutant(
        "what was remarked beside the moves is shown where all is open",
        PLAYBACK,
        "if (self.knowledge.whole or isinstance(entry.event, ASKS)) and 0",
        "if 0",
        (f"{BESIDE}::test_what_was_tried_beside_the_moves_is_told_to_nobody",),
    ),
    Mutant(
        "a step as JSON tells its event as it was seen",
        "service/views.py",
        "seen = msgspec.structs.replace(move, event=game.redact(move.event, seat))",
        "seen = move",
        AS_STRANGER,
    ),
    Mutant(
        "a step as JSON tells its position as it was seen",
        "service/views.py",
        "return game.observe(before, seat), seen, game.observe(state, seat)",
        "return game.observe(before, seat), seen, state",
        AS_STRANGER,
    ),
    Mutant(
        "the steps that a browser keeps are those of its reader",
        "service/web/pages/film.py",
        'choose(session, request.args.get("view"))',
        f'choose(session, request.args.get("view")){WHOLE}',
        EVERYWHERE,
    ),
    Mutant(
        "why something cannot be played is told from what the reader sees",
        "service/web/pages/why.py",
        "choose(session, view, hide)",
        f"choose(session, view, hide){WHOLE}",
        ("tests/web/test_why.py::test_a_live_session_answers_as_everybody_sees_it",),
    ),
    Mutant(
        "the lines beside a replay count what the reader sees",
        LINES,
        "choose(session, asked, hide)",
        f"choose(session, asked, hide){WHOLE}",
        EVERYWHERE,
    ),
    Mutant(
        "a picture or a frame of a live session shows what the table shows",
        SHARE,
        "choose(session, asked, hide)",
        f"choose(session, asked, hide){WHOLE}",
        (f"{SHARED}::test_a_frame_of_a_live_session_shows_what_the_table_shows",),
    ),
    Mutant(
        "a picture that was drawn for one reader is not another's",
        SHARE,
        "key = session.id, session.version, at.view, at.step, at.hide, asked",
        "key = session.id, session.version, at.step, at.hide, asked",
        ("tests/web/test_pictures.py::test_a_picture_of_a_seats_view_is_not_handed_to_others",),
    ),
    Mutant(
        "a live session cannot be taken along as a file",
        SHARE,
        "    if not is_open(session):\n        abort(403, ",
        "    if False:\n        abort(403, ",
        (f"{SHARED}::test_what_was_recorded_is_open_to_take_along_once_nobody_plays",),
    ),
    Mutant(
        "beside another session a live one shows what everybody sees",
        "service/web/pages/compare.py",
        "playback(each, choose(each, view))",
        f"playback(each, choose(each, view){WHOLE})",
        ("tests/web/test_compare.py::test_a_session_that_is_played_shows_what_everybody_sees",),
    ),
    Mutant(
        "the moments behind a number are told as everybody saw them",
        CATALOGUE,
        "film = playback(session, EVERYTHING if is_open(session) else PUBLIC)",
        "film = playback(session, EVERYTHING)",
        (f"{BESIDE}::test_moments_of_a_live_session_are_told_as_everybody_saw_them",),
    ),
    Mutant(
        "a session that is played has no branches",
        "service/web/pages/branch.py",
        "    if not is_open(session):\n        return render_template",
        "    if False:\n        return render_template",
        ("tests/web/test_branch.py::test_a_session_that_is_played_has_no_branches",),
    ),
    Mutant(
        "a session that is played takes no guesses",
        "service/web/blind.py",
        "if not is_open(session):",
        "if False:",
        ("tests/web/test_blind.py::test_a_session_that_is_played_digitally_takes_no_guess",),
    ),
    Mutant(
        "a session that is played has no chances",
        "service/web/evaluating.py",
        'if session.status == "live" or not session.moves:',
        "if not session.moves:",
        ("tests/web/test_evaluation.py::test_a_session_that_goes_on_has_no_chances_for_anybody",),
    ),
    Mutant(
        "a session that is played is not decided again",
        "analytics/counterfactual/follow.py",
        "if not unfinished and session.status not in CLOSED:",
        "if False:",
        ("tests/web/test_experiments.py::test_a_session_that_is_played_shows_nothing",),
    ),
]  # fmt: skip

MUTANTS = [*TABLE, *HISTORY]
