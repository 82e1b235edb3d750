"""Rights: each role does what is its own, and nothing that is another's."""

from tests.mutants.mutant import Mutant

RIGHTS = "service/web/rights.py"
CALLERS = "service/web/callers.py"
GUARD = "service/web/guard.py"
PEOPLE = "service/accounts/people.py"
LINKS = "service/accounts/invitations.py"
ACCOUNTS = "tests/service/test_accounts.py"
USED = "tests/web/test_rights_used.py"
KEPT = "tests/web/test_rights_kept.py"
EXACTLY = "tests/web/test_rights.py::test_a_role_gets_exactly_what_its_rights_say"

ADDRESS = (
    "tests/web/test_rights_by_address.py"
    "::test_each_role_may_ask_what_is_its_own_and_the_ones_below_it_may_not"
)


def moved(promise: str, endpoint: str, right: str) -> Mutant:
    """Return a mutant in whose table an endpoint asks for another right."""
    new = f'    endpoint: "{right}" if endpoint == "{endpoint}" else right\n    for right, named in'
    return Mutant(promise, RIGHTS, "    endpoint: right for right, named in", new, (ADDRESS,))


MUTANTS = [
    Mutant(
        "who has not signed in reads nothing",
        CALLERS,
        "        if self.person is None or self.person.role not in HAVE[right]:",
        "        if self.person is None:\n"
        '            return right == "look"\n'
        "        if self.person.role not in HAVE[right]:",
        (EXACTLY,),
    ),
    Mutant(
        "a recorder does nothing that is for designers",
        RIGHTS,
        '    "design": ("designer",),',
        '    "design": ("designer", "recorder"),',
        (EXACTLY,),
    ),
    Mutant(
        "a player records no table",
        RIGHTS,
        '    "record": ("designer", "recorder"),',
        '    "record": ("designer", "recorder", "player"),',
        (EXACTLY,),
    ),
    Mutant(
        "a player starts no experiment",
        RIGHTS,
        '    "ask": ("designer", "recorder"),',
        '    "ask": ("designer", "recorder", "player"),',
        (EXACTLY,),
    ),
    Mutant(
        "a watcher writes no note",
        RIGHTS,
        '    "note": ("designer", "recorder", "player"),',
        '    "note": ("designer", "recorder", "player", "watcher"),',
        (EXACTLY,),
    ),
    Mutant(
        "a watcher opens no session",
        RIGHTS,
        '    "open": ("designer", "recorder", "player"),',
        '    "open": ("designer", "recorder", "player", "watcher"),',
        (EXACTLY,),
    ),
    Mutant(
        "a watcher hosts nothing, not even what they opened as a player",
        RIGHTS,
        '    "host": ("designer", "recorder", "player"),\n'
        '    "seat": ("designer", "recorder", "player"),',
        '    "host": ("designer", "recorder", "player", "watcher"),\n'
        '    "seat": ("designer", "recorder", "player", "watcher"),',
        ("tests/web/test_rights.py::test_a_player_gets_everything_of_sessions_that_they_opened",),
    ),
    Mutant(
        "a designer may do all that there is",
        RIGHTS,
        '    "design": ("designer",),',
        '    "design": (),',
        (EXACTLY,),
    ),
    Mutant(
        "a recorder records",
        RIGHTS,
        '    "record": ("designer", "recorder"),',
        '    "record": ("designer",),',
        (EXACTLY,),
    ),
    Mutant(
        "a player opens sessions",
        RIGHTS,
        '    "open": ("designer", "recorder", "player"),',
        '    "open": ("designer", "recorder"),',
        (EXACTLY,),
    ),
    Mutant(
        "a watcher reads",
        RIGHTS,
        '    "look": ("designer", "recorder", "player", "watcher"),',
        '    "look": ("designer", "recorder", "player"),',
        (EXACTLY,),
    ),
    Mutant(
        "a player hosts no session of others",
        GUARD,
        "        return session_id is not None and session_id in hosted(who, [session_id])",
        "        return session_id is not None",
        (EXACTLY,),
    ),
    Mutant(
        "a player opens no log of a table by a form",
        GUARD,
        '        return "table" in (request.form.get("mode"), request.form.get("way"))',
        "        return False",
        (f"{USED}::test_a_player_hosts_what_they_opened_and_opens_no_log",),
    ),
    Mutant(
        "a player opens no log of a table by the API",
        GUARD,
        '        return not (isinstance(said, dict) and said.get("mode") == "digital")',
        "        return False",
        (f"{USED}::test_a_player_hosts_what_they_opened_and_opens_no_log",),
    ),
    Mutant(
        "a player branches no session into a log of a table",
        GUARD,
        '    return isinstance(said, dict) and said.get("mode") == "table"',
        "    return False",
        (f"{KEPT}::test_a_log_that_is_written_has_no_branches_for_whoever_may_not_read_it",),
    ),
    Mutant(
        "nobody below a recorder reads the log of a table while it is written",
        RIGHTS,
        'READS_ALL: Collection[Role] = ("designer", "recorder")',
        'READS_ALL: Collection[Role] = ("designer", "recorder", "player", "watcher")',
        (f"{USED}::test_a_watcher_does_not_see_the_log_of_a_table_while_it_is_written",),
    ),
    Mutant(
        "what has no right named is for designers",
        RIGHTS,
        '    return RIGHTS.get(endpoint, "design")',
        '    return RIGHTS.get(endpoint, "look")',
        ("tests/web/test_rights.py::test_an_address_without_an_entry_is_for_designers",),
    ),
    Mutant(
        "whoever opened a session first stays its host",
        LINKS,
        "            if connection.execute(known).first() is None:",
        "            own = hosts.c.session_id == session_id.hex\n"
        "            if connection.execute(hosts.delete().where(own)):",
        (f"{ACCOUNTS}::test_whoever_opened_a_session_first_is_its_host",),
    ),
    Mutant(
        "the last designer stays one",
        PEOPLE,
        '    if person.role == "designer" and connection.execute(counted).scalar_one() == 1:',
        '    if person.role == "designer" and connection.execute(counted).scalar_one() == 0:',
        (f"{ACCOUNTS}::test_the_last_designer_stays_one",),
    ),
    Mutant(
        "a page shows nobody a way that is closed to them",
        CALLERS,
        "    who, right = caller(), right_of(endpoint)\n    if who is None:",
        "    who, right = caller(), right_of(endpoint)\n    if True:",
        ("tests/web/test_rights_shown.py::test_no_page_shows_a_way_that_is_closed_to_its_reader",),
    ),
    Mutant(
        "who hosts no more has nothing open on a device",
        GUARD,
        "        context.keep_only(hosted(who, known), seats)",
        "        context.keep_only(known, seats)",
        (f"{KEPT}::test_who_may_host_no_more_has_no_hand_open_of_what_they_opened",),
    ),
    moved("a recorder adds no edition", "editions.add", "record"),
    moved("a recorder gives nobody another role", "people.role", "record"),
    moved("a recorder sets nobody's password", "people.password", "record"),
    moved("a recorder removes nobody", "people.remove", "record"),
    moved("a recorder invites nobody to an account", "people.invite", "record"),
    moved("a recorder ends no link of others", "people.revoke", "record"),
    moved("a recorder does not read who has an account", "people.show", "record"),
    moved("a recorder does not read the audit log", "people.audit", "record"),
    moved("a player asks no SQL", "sql.run", "note"),
    moved("a player takes no file of SQL along", "sql.download", "note"),
    moved("a player writes nothing into the log of a table", "table.act", "note"),
    moved("a player does not read the log of a table", "table.show", "note"),
    moved("a player amends nothing", "api.amend", "note"),
    moved("a player asks for no experiment", "experiments.ask", "note"),
    moved("a player asks for no experiment by the API", "api.start_an_experiment", "note"),
    moved("a player invites nobody to a session of others", "invite.make", "open"),
    moved("a player opens no hand in a session of others", "play.uncover", "open"),
    moved("a player does not act in a session of others", "play.act", "open"),
    moved("a player records no action in a session of others", "api.append_actions", "open"),
    moved("a player stops no session of others", "records.abandon", "open"),
    moved("a watcher leaves no note", "records.note", "look"),
    moved("a watcher leaves no note by the API", "api.write_note", "look"),
    moved("a watcher gives no feedback by the API", "api.give_feedback", "look"),
    moved("a watcher guesses nothing", "api.guess_decision", "look"),
    moved("a watcher begins no session", "new_session.start", "look"),
    moved("a watcher begins no session by the API", "api.open_a_session", "look"),
    moved("a watcher branches nothing", "branch.start", "look"),
    moved("a stranger does not read the list of sessions", "sessions.index", "anyone"),
    moved("a stranger does not read a replay", "replay.show", "anyone"),
    moved("a stranger does not read a replay as JSON", "replay.data", "anyone"),
    moved("a stranger does not see a table", "play.table", "anyone"),
    moved("a stranger does not read events", "api.list_events", "anyone"),
    moved("a stranger does not read statistics", "statistics.show", "anyone"),
    moved("a stranger makes no token", "tokens.make", "anyone"),
]
