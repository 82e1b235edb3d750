"""Playing together: of two at once one wins, and who would take back asks who has seen."""

from tests.mutants.mutant import Mutant

PLAY, RECORDER = "service/web/pages/play.py", "service/recorder.py"
CONSENT, SESSION = "domain/session/consent.py", "domain/session/session.py"

ON_DEVICES, RECORDED = "tests/browser/test_live.py", "tests/service/test_recorder.py"
PLAYED, AT_ONCE = "tests/web/test_play.py", "tests/web/test_two_at_once.py"
AGREED, ASKED = "tests/domain/session/test_consent.py", "tests/web/test_consent.py"
BY_PROGRAM = "tests/api/test_taking_back.py"

TWO = [
    Mutant(
        "of two choices for one position the first counts",
        RECORDER,
        "if version is not None and overtaken(session, version):",
        "if version is not None and version > session.version:",
        (f"{AT_ONCE}::test_a_choice_that_is_stale_is_refused_though_it_is_still_legal",),
    ),
    Mutant(
        "what is decided on an older position is not stored on a newer one",
        RECORDER,
        "entries = self.store.append(session_id, session.version, events, self._now(), key)",
        "entries = self.store.append(\n                    session_id, self.store.load(session_id)"
        ".version, events, self._now(), key\n                )",
        (f"{RECORDED}::test_a_move_that_comes_between_deciding_and_storing_wins",),
    ),
    Mutant(
        "whoever comes second is told",
        PLAY,
        "return _table(context.load(session_id), refused, moved_on=True), 409",
        "return _table(context.load(session_id), refused, moved_on=False), 409",
        (f"{PLAYED}::test_of_two_tabs_the_second_is_told_what_happened_and_sees_the_new_table",),
    ),
    Mutant(
        "whoever comes second is shown the table as it stands",
        PLAY,
        "return _table(context.load(session_id), refused, moved_on=True), 409",
        "return _table(session, refused, moved_on=True), 409",
        (f"{AT_ONCE}::test_whoever_is_overtaken_on_the_way_sees_what_overtook_them",),
    ),
    Mutant(
        "a browser shows what the second is told",
        "service/web/static/js/page.js",
        'if (page.getElementById("main")) return',
        'if (answer.ok && page.getElementById("main")) return',
        (f"{ON_DEVICES}::test_of_two_presses_one_counts_and_the_other_is_told",),
    ),
    Mutant(
        "a program that comes second is told the version that stands",
        "service/api/refusing.py",
        "version = load(session_id).version if session_id else None",
        "version = None",
        (f"{AT_ONCE}::test_of_two_programs_one_wins_and_the_other_is_told_the_version",),
    ),
    Mutant(
        "seats that act at the same time are not in each other's way",
        SESSION,
        "if not self.game.simultaneous or version > self.version:",
        "if version <= self.version or version > self.version:",
        (f"{AT_ONCE}::test_seats_that_act_at_the_same_time_all_win",),
    ),
    Mutant(
        "a choice for an earlier round counts no more",
        SESSION,
        "return bool(self.game.round_of(self.state_at(seen)) != self.game.round_of(self.state))",
        "return False",
        (f"{AT_ONCE}::test_who_has_acted_looks_again_once_there_is_a_new_round",),
    ),
    Mutant(
        "of two choices of one seat where all act at once the first counts",
        SESSION,
        'if any(type(e) in AROUND_THE_GAME or getattr(e, "seat", None) == seat for e in later):',
        "if any(type(e) in AROUND_THE_GAME for e in later):",
        (f"{AT_ONCE}::test_a_choice_that_is_stale_is_refused_though_it_is_still_legal",),
    ),
    Mutant(
        "what another seat made impossible is told as that",
        RECORDER,
        "if version is None or version >= session.version or not isinstance(refusal, Refusal):",
        "if version is None or version > 0 or not isinstance(refusal, Refusal):",
        (f"{AT_ONCE}::test_what_another_seat_made_impossible_is_a_conflict_that_tells_why",),
    ),
]

BACK = [
    Mutant(
        "going back past what was seen asks on the page",
        PLAY,
        "return back_or_ask(session, step, chooser(session, step))",
        "return [TakenBack(step)]",
        (f"{ASKED}::test_each_seat_answers_in_its_own_window_and_the_last_yes_takes_it_back",),
    ),
    Mutant(
        "going back past what was seen asks over the API",
        "service/api/taking_back.py",
        "        return back_or_ask(\n"
        "            session, step, who_asks(session, step) if body.seat is None else body.seat\n"
        "        )",
        "        return [TakenBack(step)]",
        (f"{BY_PROGRAM}::test_others_are_asked_and_the_last_yes_takes_it_back",),
    ),
    Mutant(
        "an answer of chance is something that was seen",
        CONSENT,
        "for _ in session.game.answers(move.event)):\n        return True",
        "for _ in session.game.answers(move.event)):\n        pass",
        (f"{AGREED}::test_everybody_else_is_asked_and_the_last_yes_takes_it_back",),
    ),
    Mutant(
        "what another seat did is something that was seen",
        CONSENT,
        "return any(at > step and action.seat != seat for at, action in session.actions)",
        "return False",
        (f"{AGREED}::test_what_another_seat_did_asks_though_chance_answered_nothing",),
    ),
    Mutant(
        "every other seat is asked",
        CONSENT,
        "return [other for other in _people(session) if other != seat]",
        "return [other for other in _people(session) if other != seat][:1]",
        (f"{AGREED}::test_everybody_else_is_asked_and_the_last_yes_takes_it_back",),
    ),
    Mutant(
        "the game goes back with the last yes and not before",
        CONSENT,
        "if agrees and found.waiting == (seat,) else ()",
        "if agrees else ()",
        (f"{AGREED}::test_everybody_else_is_asked_and_the_last_yes_takes_it_back",),
    ),
    Mutant(
        "one no is enough",
        CONSENT,
        "declined = declined if event.agrees else event.seat",
        "declined = None",
        (f"{AGREED}::test_one_no_declines_it_and_it_can_be_asked_again",),
    ),
    Mutant(
        "everybody is told of a no",
        PLAY,
        'common |= {"asks": found,',
        'common |= {"asks": found if found and found.open else None,',
        (f"{ASKED}::test_one_no_declines_it_and_everybody_is_told",),
    ),
    Mutant(
        "a seat is asked on its own screen alone",
        PLAY,
        "return [seat for seat in found.waiting if mine is None or seat == mine]",
        "return [*found.waiting]",
        (f"{ASKED}::test_each_seat_answers_in_its_own_window_and_the_last_yes_takes_it_back",),
    ),
    Mutant(
        "a seat that is not asked has no say",
        CONSENT,
        "if found is None or seat not in found.waiting:",
        "if found is None:",
        (f"{BY_PROGRAM}::test_an_answer_that_nobody_asked_for_is_refused",),
    ),
    Mutant(
        "asking ends with the next move",
        CONSENT,
        "        elif type(event) not in ASIDE:\n            return None\n",
        "",
        (f"{AGREED}::test_asking_ends_with_the_next_move_and_not_with_a_note",),
    ),
    Mutant(
        "a program reads who has not answered",
        "service/api/taking_back.py",
        "            waiting=found.waiting,\n            declined",
        "            waiting=(),\n            declined",
        (f"{BY_PROGRAM}::test_others_are_asked_and_the_last_yes_takes_it_back",),
    ),
]  # fmt: skip

MUTANTS = [*TWO, *BACK]
