"""Live play: each seat on its own device, told of each move; reconnecting loses nothing."""

from tests.mutants.mutant import Mutant

CALLERS = "service/web/callers.py"
GUARD, PLAY = "service/web/guard.py", "service/web/pages/play.py"
STREAM, BELL, RECORDER = "service/web/pages/live.py", "service/live.py", "service/recorder.py"
INVITATIONS, INVITE = "service/accounts/invitations.py", "service/web/pages/invite.py"
WATCHES = "return any(link.session_id == session_id for link in who.links)"

USED = "tests/web/test_rights_used.py"
ONE_SEAT = f"{USED}::test_a_link_to_a_seat_opens_that_seat_and_nothing_else"
TO_WATCH = f"{USED}::test_a_link_to_watch_shows_what_lies_open_in_that_session"
INVITED, PLAYED = "tests/web/test_invite.py", "tests/web/test_play.py"
RANG, TOLD = "tests/service/test_live.py", "tests/web/test_live.py"
ASKED = "tests/web/test_consent.py"
ON_DEVICES, LOST = "tests/browser/test_live.py", "tests/browser/test_connection.py"
RECORDED = "tests/service/test_recorder.py"
BY_PROGRAM = "tests/api/test_actions.py"

LINKS = [
    Mutant(
        "a link to a seat opens that seat's hand",
        CALLERS,
        "seats[link.session_id] = seats.get(link.session_id, 0) | 1 << link.seat",
        "seats[link.session_id] = 0",
        (ONE_SEAT,),
    ),
    Mutant(
        "a link to a seat acts for no other seat",
        GUARD,
        "return len(named) == 1 and named <= {*map(str, bits(who.seats().get(session_id, 0)))}",
        "return len(named) == 1 and session_id in who.seats()",
        (ONE_SEAT,),
    ),
    Mutant(
        "a request that names two seats acts for neither",
        GUARD,
        '{*request.args.getlist("seat"), *request.form.getlist("seat")}',
        '{*request.form.getlist("seat")}',
        (ONE_SEAT,),
    ),
    Mutant(
        "a link to a seat leads to no other page",
        GUARD,
        'if right in ("watch", "seat") and _by_link',
        'if right in ("watch", "seat", "look", "host") and _by_link',
        (ONE_SEAT,),
    ),
    Mutant(
        "a link to a seat leads to no other session",
        GUARD,
        WATCHES,
        'return any(link.kind == "seat" or link.session_id == session_id for link in who.links)',
        (ONE_SEAT,),
    ),
    Mutant(
        "a link to a seat is for as many devices as one has",
        INVITATIONS,
        'used_up = one.kind == "person" and one.used is not None',
        "used_up = one.used is not None",
        (f"{USED}::test_a_link_opens_the_seat_on_several_devices_until_it_is_revoked",),
    ),
    Mutant(
        "each seat has a link of its own",
        INVITE,
        "accounts.invite_seat(session.id, int(whom)",
        "accounts.invite_seat(session.id, 0",
        (INVITED,),
    ),
    Mutant(
        "links are for seats in which people sit",
        INVITE,
        "elif whom in map(str, _people(session)):",
        "elif whom in map(str, range(len(session.players))):",
        (f"{INVITED}::test_links_are_for_people_and_for_this_session_alone",),
    ),
    Mutant(
        "a link to watch shows the table",
        GUARD,
        WATCHES,
        'return any(link.session_id == session_id != link.kind == "seat" for link in who.links)',
        (TO_WATCH,),
    ),
    Mutant(
        "a link to watch shows no other session",
        GUARD,
        WATCHES,
        'return any(link.kind == "watch" or link.session_id == session_id for link in who.links)',
        (TO_WATCH,),
    ),
    Mutant(
        "a link to watch acts for nobody",
        GUARD,
        '    if right == "seat":',
        '    if right == "seat" and who.seats():',
        (TO_WATCH,),
    ),
    Mutant(
        "a revoked link closes the hand that it had opened",
        GUARD,
        "    _settle(who)\n",
        "",
        (f"{USED}::test_a_revoked_link_closes_the_hand_for_somebody_with_an_account_too",),
    ),
]

NEWS = [
    Mutant(
        "a device hears of each new version",
        BELL,
        "        self.version = max(self.version, version or 0)\n        self._news.set()",
        "        self.version = max(self.version, version or 0)",
        (f"{RANG}::test_and_of_what_another_process_stores",),
    ),
    Mutant(
        "what this process stores is told at once",
        "service/wiring.py",
        "        bell.ring()\n",
        "",
        (f"{RANG}::test_what_this_process_stores_is_told_without_waiting_for_the_next_look",),
    ),
    Mutant(
        "what another process stores is looked for within a second",
        BELL,
        "PAUSE = 0.25",
        "PAUSE = 2.5",
        (f"{RANG}::test_what_other_processes_store_is_looked_for_within_a_second",),
    ),
    Mutant(
        "the stream of events tells each new version",
        STREAM,
        'yield ":\\n\\n" if version == told else news',
        'yield ":\\n\\n" if told else news',
        (f"{TOLD}::test_it_tells_the_version_and_each_new_one",),
    ),
    Mutant(
        "whoever begins to listen is told the version that stands",
        STREAM,
        "    listener.tell(load(session_id).version)\n",
        "",
        (f"{TOLD}::test_it_tells_the_version_and_each_new_one",),
    ),
    Mutant(
        "a proxy is told to hold no event back",
        STREAM,
        '    response.headers["X-Accel-Buffering"] = "no"\n',
        "",
        (f"{TOLD}::test_it_tells_the_version_and_each_new_one",),
    ),
    Mutant(
        "a reader's rights are asked for again after a minute",
        STREAM,
        "if monotonic() >= ends:",
        "if monotonic() >= ends + 6:",
        (f"{TOLD}::test_it_ends_after_a_while",),
    ),
    Mutant(
        "when too many listen, more are told to ask instead",
        BELL,
        "if self._closed or len(self._listening) >= self.most:",
        "if self._closed:",
        (f"{TOLD}::test_when_too_many_listen_the_page_is_told_to_ask_instead",),
    ),
    Mutant(
        "an open table shows what was played on another device",
        "service/web/static/js/play.js",
        "    latest = Math.max(latest, version);\n    look();",
        "    latest = Math.max(latest, version);",
        (f"{ON_DEVICES}::test_every_device_shows_a_move_that_was_made_on_another",),
    ),
    Mutant(
        "an open replay shows what is played",
        "service/web/static/js/following.js",
        "        heard = Math.max(heard, version);\n        look();",
        "        heard = Math.max(heard, version);",
        (f"{ON_DEVICES}::test_the_replay_of_a_session_that_goes_on_follows",),
    ),
    Mutant(
        "a page to which nothing is told asks",
        "service/web/static/js/live.js",
        "const answer = document.hidden ? null : await fetch(ask);",
        "const answer = null;",
        (f"{ON_DEVICES}::test_a_page_to_which_nothing_is_told_asks_by_itself",),
    ),
]

AGAIN = [
    Mutant(
        "a reader that comes back is not told again what it knows",
        STREAM,
        'told = request.headers.get("Last-Event-ID", "")',
        'told = ""',
        (f"{TOLD}::test_a_reader_that_comes_back_hears_only_what_it_missed",),
    ),
    Mutant(
        "a reader that comes back hears what it missed",
        STREAM,
        "listener.tell(load(session_id).version)",
        "listener.tell(int(told) if told else load(session_id).version)",
        (f"{TOLD}::test_a_reader_that_comes_back_hears_only_what_it_missed",),
    ),
    Mutant(
        "each event has a number by which a browser goes on",
        STREAM,
        'news = f"id: {version}\\nevent',
        'news = f"event',
        (f"{TOLD}::test_it_tells_the_version_and_each_new_one",),
    ),
    Mutant(
        "a request that is sent twice is recorded once",
        RECORDER,
        "if key and (before := session.recorded_with(key)):",
        "if not key and (before := session.recorded_with(key or '')):",
        (f"{RECORDED}::test_a_request_repeated_with_its_key_records_its_move_once",),
    ),
    Mutant(
        "the form of a choice that is sent twice is answered twice",
        PLAY,
        "recorder.act(session_id, action, version=made_for, key=key)",
        "recorder.act(session_id, action, version=made_for)",
        (f"{PLAYED}::test_the_same_form_sent_twice_moves_once",),
    ),
    Mutant(
        "a form with other words in it is another request",
        "service/web/forms.py",
        'if k not in ("key", "csrf_token"))',
        'if k == "")',
        (f"{PLAYED}::test_a_form_sent_again_with_other_words_counts_as_a_new_one",),
    ),
    Mutant(
        "a request to take back that is sent twice is answered twice",
        PLAY,
        "            lambda s: _back_or_ask(s, mine),\n"
        "            forms.version(form),\n            forms.key(form),",
        "            lambda s: _back_or_ask(s, mine),\n            forms.version(form),",
        (f"{ASKED}::test_a_take_back_whose_answer_was_lost_is_sent_again_and_done_once",),
    ),
    Mutant(
        "an answer to who would take back that is sent twice counts once",
        PLAY,
        "            lambda s: settle_take_back(s, seat, agrees),\n"
        "            forms.version(form),\n            forms.key(form),",
        "            lambda s: settle_take_back(s, seat, agrees),\n"
        "            forms.version(form),",
        (f"{ASKED}::test_an_answer_that_was_lost_is_sent_again_and_counts_once",),
    ),
    Mutant(
        "a program's request that comes again is answered again",
        "service/api/writing.py",
        "run(session_id, checked, version, key[1] if key else None, overtaken)",
        "run(session_id, checked, version, None, overtaken)",
        (f"{BY_PROGRAM}::test_a_request_that_comes_again_is_answered_again_and_recorded_once",),
    ),
    Mutant(
        "a page sends a choice again whose answer was lost",
        "service/web/static/js/page.js",
        "if (tries === AGAIN.length) throw error;",
        "throw error;",
        (f"{LOST}::test_a_request_or_an_answer_that_is_lost_leaves_one_move",),
    ),
    Mutant(
        "without a connection the form stays as it is",
        "service/web/static/js/page.js",
        "  const text = \"No connection;",
        "  document.querySelectorAll(\"[name=key]\").forEach((field) => (field.value += \"x\"));\n"
        "  const text = \"No connection;",
        (f"{LOST}::test_without_a_connection_the_form_stays_and_a_press_sends_the_same_key",),
    ),
]  # fmt: skip

MUTANTS = [*LINKS, *NEWS, *AGAIN]
