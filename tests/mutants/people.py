"""People: to whom everything is open, and how others sign in."""

from tests.mutants.mutant import Mutant

CALLERS = "service/web/callers.py"
GUARD = "service/web/guard.py"
PEOPLE = "service/accounts/people.py"
HIDDEN = "service/accounts/hidden.py"
LEDGER = "service/accounts/ledger.py"
SIGN_IN = "service/web/pages/sign_in.py"
SERVE = "service/cli/serve.py"
ACCOUNTS = "tests/service/test_accounts.py"
USED = "tests/web/test_rights_used.py"
COMMANDS = "tests/service/test_accounts_commands.py"
ELSEWHERE = (
    "tests/web/test_rights.py"
    "::test_without_accounts_everything_is_open_at_this_machine_and_to_nobody_elsewhere",
)
LIBRARY = (
    f"{ACCOUNTS}::test_passwords_are_kept_by_the_librarys_own_settings_and_anew_when_these_change",
)

MUTANTS = [
    Mutant(
        "without accounts no other machine is let in, whatever server passes it on",
        GUARD,
        "        return None if context.from_here() or _asks_nothing() else answer(403, OPEN)",
        "        return None",
        ELSEWHERE,
    ),
    Mutant(
        "without accounts nobody is let in through a proxy that nobody named",
        "service/web/context.py",
        '    if "Forwarded" in request.headers or "X-Forwarded-For" in request.headers:',
        "    if False:",
        ELSEWHERE,
    ),
    Mutant(
        "a password is hashed as the library recommends",
        HIDDEN,
        "hasher or PasswordHasher()",
        "hasher or PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)",
        LIBRARY,
    ),
    Mutant(
        "a password that was hashed by other settings is hashed anew",
        PEOPLE,
        " if self._passwords.is_dated(kept) else None",
        " if False else None",
        LIBRARY,
    ),
    Mutant(
        "without accounts everything is open to the one who is here",
        LEDGER,
        "        return not self._closed",
        "        return False",
        ("tests/api/test_guarded.py::test_a_program_and_a_page_of_this_service_can_write",),
    ),
    Mutant(
        "once there is a designer everybody signs in",
        LEDGER,
        "        return not self._closed",
        "        return True",
        (f"{ACCOUNTS}::test_everything_is_open_until_there_is_a_designer",),
    ),
    Mutant(
        "who is no designer closes nothing",
        LEDGER,
        'select(people.c.id).where(people.c.role == "designer").limit(1)',
        "select(people.c.id).limit(1)",
        (f"{ACCOUNTS}::test_everything_is_open_until_there_is_a_designer",),
    ),
    Mutant(
        "no other address than a loopback one is served until there is a designer",
        SERVE,
        "        if work.services.accounts.is_open():\n            raise click.ClickException(\n"
        '                f"{host} is',
        '        if False:\n            raise click.ClickException(\n                f"{host} is',
        (f"{COMMANDS}::test_without_accounts_nobody_else_is_served",),
    ),
    Mutant(
        "nobody comes through a proxy until there is a designer",
        SERVE,
        "    if others and work.services.accounts.is_open():",
        "    if False:",
        (f"{COMMANDS}::test_without_accounts_nobody_is_let_in_through_a_proxy",),
    ),
    Mutant(
        "a designer and nobody less opens the way to others",
        SERVE,
        "        if work.services.accounts.is_open():\n            raise click.ClickException(\n"
        '                f"{host} is',
        "        if not work.services.accounts.people():\n            raise click.ClickException(\n"
        '                f"{host} is',
        (f"{COMMANDS}::test_a_player_alone_opens_no_way_to_others",),
    ),
    Mutant(
        "gunicorn serves nobody who comes through a proxy until there is a designer",
        "service/wsgi.py",
        "    if (names or https or proxy) and services.accounts.is_open():",
        "    if False:",
        (
            "tests/service/test_serving.py::test_gunicorn_is_not_for_others_until_there_are_accounts",
        ),
    ),
    Mutant(
        "a password stands nowhere as it is",
        HIDDEN,
        "        return self._hasher.hash(password)\n\n"
        "    def fits(self, kept: str | None, password: str) -> bool:",
        "        return password\n\n"
        "    def fits(self, kept: str | None, password: str) -> bool:\n"
        "        if kept == password:\n            return True",
        (f"{ACCOUNTS}::test_no_secret_stands_in_the_file",),
    ),
    Mutant(
        "a wrong password lets nobody in",
        HIDDEN,
        "            return False\n        return kept is not None",
        "            pass\n        return kept is not None",
        (f"{ACCOUNTS}::test_a_password_lets_in_by_any_case_of_the_name_and_no_other_does",),
    ),
    Mutant(
        "a password has ten characters at least and two hundred at most",
        HIDDEN,
        "SHORTEST, LONGEST = 10, 200",
        "SHORTEST, LONGEST = 1, 20000",
        (f"{ACCOUNTS}::test_a_password_of_odd_length_is_refused_and_not_repeated",),
    ),
    Mutant(
        "an unknown name takes as long as a wrong password",
        HIDDEN,
        "        nobody = _hash_of_nothing(self._hasher)",
        "        if kept is None:\n            return False\n"
        "        nobody = _hash_of_nothing(self._hasher)",
        (f"{ACCOUNTS}::test_an_unknown_name_costs_one_hash_as_a_known_one_does",),
    ),
    Mutant(
        "an unknown name is told nothing else than a wrong password",
        SIGN_IN,
        "name[:40], WRONG), 401",
        "name[:40], WRONG), (\n"
        "            401 if name in [one.name for one in services().accounts.people()] else 404\n"
        "        )",
        (f"{USED}::test_a_wrong_password_and_an_unknown_name_get_the_same_answer",),
    ),
    Mutant(
        "a sign-in leads to no other site",
        "service/web/forms.py",
        '    return path if plain and "\\\\" not in path else ""',
        "    return path",
        (f"{USED}::test_a_sign_in_leads_on_within_this_service_alone",),
    ),
    Mutant(
        "a path with two slashes leads to no other site",
        "service/web/forms.py",
        'path[1:2] not in ("/", "\\\\") and path.isprintable()',
        "path.isprintable()",
        (f"{USED}::test_a_sign_in_leads_on_within_this_service_alone",),
    ),
    Mutant(
        "a sign-in begins a new cookie",
        CALLERS,
        '    held = cookie.get("links")\n    cookie.clear()',
        '    held = cookie.get("links")',
        (f"{USED}::test_a_sign_in_begins_a_new_cookie",),
    ),
    Mutant(
        "a new password ends the other sign-ins",
        GUARD,
        "    return User(found) if found is not None and found.stamp == stamp else None",
        "    return User(found) if found is not None else None",
        (f"{USED}::test_a_new_password_ends_the_other_sign_ins",),
    ),
    Mutant(
        "signing out everywhere ends every sign-in",
        PEOPLE,
        "connection.execute(row.values(stamp=new_stamp(), **values))",
        "connection.execute(row.values(stamp=person.stamp, **values))",
        (f"{USED}::test_a_new_password_ends_the_other_sign_ins",),
    ),
    Mutant(
        "a new password needs the present one",
        SIGN_IN,
        'if not accounts.check_password(me.id, request.form.get("old", "")):',
        "if False:",
        (f"{USED}::test_a_new_password_ends_the_other_sign_ins",),
    ),
    Mutant(
        "who has signed out is nobody",
        SIGN_IN,
        '"signed out", callers.person().name, callers.where())\n    cookie.clear()',
        '"signed out", callers.person().name, callers.where())',
        (f"{USED}::test_who_has_signed_out_or_was_removed_is_nobody",),
    ),
]
