"""Old sessions: they replay for ever, by the rules that they were played by."""

from tests.mutants.mutant import Mutant

RECORDED = "tests/service/test_recorded.py"
VERIFIED = "tests/analytics/test_verified.py"
EVENTS = "domain/session/events.py"
SAME = f"{RECORDED}::test_recordings_from_every_earlier_day_come_in_and_come_out_the_same"
ENDS = f"{RECORDED}::test_recordings_end_as_they_did_on_their_day"
NAMES = f"{RECORDED}::test_every_stored_name_that_can_be_read_has_a_recording"
NUMBERS = f"{RECORDED}::test_every_number_below_the_current_one_still_has_an_upcaster"

MUTANTS = [
    Mutant(
        "an opening of the first number has an upcaster",
        EVENTS,
        '    "session.opened:1": ("session.opened:2", unchanged),\n',
        "",
        (NUMBERS,),
    ),
    Mutant(
        "an opening of the second number has an upcaster",
        EVENTS,
        '    "session.opened:2": ("session.opened:3", unchanged),\n',
        "",
        (NUMBERS,),
    ),
    Mutant(
        "a note of the first number has an upcaster",
        EVENTS,
        '    "session.note_added:1": ("session.note_added:2", unchanged),\n',
        "",
        (NUMBERS,),
    ),
    Mutant(
        "upcasters follow each other until the number of today",
        "domain/events.py",
        "        while name in self._upcasters:\n            name, upcast = self._upcasters[name]\n"
        "            event = upcast(event)\n        return self._decoders",
        "        name, upcast = self._upcasters[name]\n"
        "        event = upcast(event)\n        return self._decoders",
        (SAME,),
    ),
    Mutant(
        "an upcaster keeps what the older event said",
        EVENTS,
        "    return old\n",
        '    return {name: told for name, told in old.items() if name != "title"}\n',
        (SAME,),
    ),
    Mutant(
        "a stored name is never changed",
        EVENTS,
        '"session.clock_paused:1"',
        '"session.clock_stopped:1"',
        (NAMES,),
    ),
    Mutant(
        "a new event comes with a recording of it",
        EVENTS,
        "SESSION_EVENTS: tuple[type[Event], ...] = (\n",
        "class Yawned(Event, frozen=True):\n"
        '    stored_name: ClassVar[str] = "session.yawned:1"\n\n\n'
        "SESSION_EVENTS: tuple[type[Event], ...] = (\n    Yawned,\n",
        (NAMES,),
    ),
    Mutant(
        "a field of a stored event keeps its name",
        EVENTS,
        "class ActionItemDone(Event, frozen=True)",
        'class ActionItemDone(Event, frozen=True, rename={"item": "of"})',
        (SAME,),
    ),
    Mutant(
        "a recorded game of Lantern Moths is told to the same end",
        "domain/games/lantern_moths/evolve.py",
        "state.lanterns[seat].add(*event.moths)",
        "state.lanterns[seat].add(*event.moths[:1])",
        (ENDS,),
    ),
    Mutant(
        "a recorded game of Lepidoptery is told to the same end",
        "domain/games/lepidoptery/evolve.py",
        "winner=event.seat",
        "winner=1 - event.seat",
        (ENDS,),
    ),
    Mutant(
        "a recorded game of Nocturnis is told to the same end",
        "domain/games/nocturnis/evolve.py",
        "replace(garden, lured=lured)",
        "replace(garden, lured=lured[:1])",
        (ENDS,),
    ),
    Mutant(
        "a rule of Lantern Moths that changes without a new version is noticed",
        "domain/games/lantern_moths/decide.py",
        "wanted, deck = HAND - ",
        "wanted, deck = 1 + HAND - ",
        (SAME,),
    ),
    Mutant(
        "a rule of Lepidoptery that changes without a new version is noticed",
        "domain/games/lepidoptery/evolve.py",
        "min(max(missing, 1)",
        "min(max(missing, 2)",
        (SAME,),
    ),
    Mutant(
        "a rule of Nocturnis that changes without a new version is noticed",
        "domain/games/nocturnis/evolve.py",
        "tasks = (*tasks, MayLure(len(garden.shapes)))",
        "pass",
        (SAME,),
    ),
    Mutant(
        "a version of the rules is listed with what it changed",
        "seeds/nocturnis/rulebook.toml",
        'version = "v1"\nsource',
        'version = "v2"\nsource',
        (f"{VERIFIED}::test_every_version_that_was_played_is_listed_and_can_still_be_played",),
    ),
    Mutant(
        "an earlier version of the rules still decides",
        "domain/game.py",
        "return self._before.get(version, self) if self.earlier else self",
        "return self",
        (f"{VERIFIED}::test_an_old_session_keeps_its_rules_and_a_new_one_has_those_of_today",),
    ),
    Mutant(
        "a session is played by the rules that it was opened with",
        "domain/session/session.py",
        "return GAMES[self.opened.game].under(self.opened.rules)",
        "return GAMES[self.opened.game]",
        (f"{VERIFIED}::test_an_old_session_keeps_its_rules_and_a_new_one_has_those_of_today",),
    ),
    Mutant(
        "what stays the same for a game is worked out by the session's rules",
        "domain/session/session.py",
        "game = GAMES[opened.game].under(opened.rules)",
        "game = GAMES[opened.game]",
        (f"{VERIFIED}::test_what_stays_the_same_for_a_game_is_worked_out_by_its_own_version",),
    ),
    Mutant(
        "sessions of different versions share no rules",
        "domain/session/session.py",
        "key = (opened.game, opened.rules, ",
        "key = (opened.game, ",
        (f"{VERIFIED}::test_what_stays_the_same_for_a_game_is_worked_out_by_its_own_version",),
    ),
    Mutant(
        "a branch of an old session goes on under its rules",
        "domain/session/branch.py",
        "        tags=tuple(tags),\n",
        '        rules="",\n        tags=tuple(tags),\n',
        (f"{VERIFIED}::test_a_branch_of_an_old_session_goes_on_under_its_rules",),
    ),
    Mutant(
        "the text of an old session is read by its rules",
        "domain/session/text/opening.py",
        '.under(head.values.get("rules", ""))',
        "",
        (f"{VERIFIED}::test_a_file_of_an_old_session_is_read_by_its_rules",),
    ),
    Mutant(
        "the text of an old session says its rules",
        "domain/session/text/opening.py",
        'rules=values.get("rules") or library',
        "rules=library",
        (f"{VERIFIED}::test_a_file_of_an_old_session_is_read_by_its_rules",),
    ),
    Mutant(
        "the events of an old session are read by its rules",
        "domain/session/replay.py",
        "    game = game.under(opened.rules)\n",
        "",
        (f"{VERIFIED}::test_a_file_of_an_old_session_is_read_by_its_rules",),
    ),
    Mutant(
        "a session that is opened on the page has the rules of today",
        "service/web/opening.py",
        "rules=seeds.rulebook(self.game).version",
        'rules="v0"',
        ("tests/web/test_new_session.py::test_a_session_opens_with_everything_that_was_typed",),
    ),
    Mutant(
        "a session that is opened over the API has the rules of today",
        "service/api/opening.py",
        "rules=seeds.rulebook(game).version",
        'rules="v0"',
        ("tests/api/test_reading.py::test_a_new_session_is_played_by_the_rules_of_today",),
    ),
]
