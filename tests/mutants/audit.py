"""The audit log: sign-ins that succeeded and failed, and every change of rights."""

from tests.mutants.mutant import Mutant

PEOPLE = "service/accounts/people.py"
LINKS = "service/accounts/invitations.py"
TOKENS = "service/accounts/tokens.py"
LEDGER = "service/accounts/ledger.py"
SIGN_IN = "service/web/pages/sign_in.py"
ACCOUNTS = "tests/service/test_accounts.py"
USED = "tests/web/test_rights_used.py"
CHANGES = (f"{ACCOUNTS}::test_every_change_of_rights_is_written_down",)

MUTANTS = [
    Mutant(
        "a sign-in is written down",
        PEOPLE,
        '            self._note(connection, "signed in", values["name"], where)\n',
        "",
        (f"{ACCOUNTS}::test_a_password_lets_in_by_any_case_of_the_name_and_no_other_does",),
    ),
    Mutant(
        "a sign-in that failed is written down",
        PEOPLE,
        '            self.note("sign-in refused", found["name"] if found else UNKNOWN, where)\n',
        "",
        (f"{ACCOUNTS}::test_a_password_lets_in_by_any_case_of_the_name_and_no_other_does",),
    ),
    Mutant(
        "a name that nobody has is not written down",
        PEOPLE,
        'found["name"] if found else UNKNOWN',
        'found["name"] if found else name',
        (f"{ACCOUNTS}::test_a_password_lets_in_by_any_case_of_the_name_and_no_other_does",),
    ),
    Mutant(
        "the log says from where",
        LEDGER,
        '"where": where[:80]',
        '"where": ""',
        (f"{ACCOUNTS}::test_a_password_lets_in_by_any_case_of_the_name_and_no_other_does",),
    ),
    Mutant(
        "signing out is written down",
        SIGN_IN,
        '    services().accounts.note("signed out", callers.person().name, callers.where())\n',
        "",
        (f"{USED}::test_who_has_signed_out_or_was_removed_is_nobody",),
    ),
    Mutant(
        "a line of the log stays one line",
        LEDGER,
        '"who": printable(who, 80)',
        '"who": who',
        (f"{ACCOUNTS}::test_a_line_of_the_log_stays_one_line",),
    ),
    Mutant(
        "a new person is written down",
        PEOPLE,
        '        self._note(connection, f"person added as {role}", by, where, name)\n',
        "",
        CHANGES,
    ),
    Mutant(
        "a new role is written down",
        PEOPLE,
        '            self._note(connection, f"role changed to {role}", by, where, person.name)\n',
        "",
        CHANGES,
    ),
    Mutant(
        "a new password is written down",
        PEOPLE,
        "            self._note(connection, what, by, where, person.name)\n",
        '            if what != "password changed":\n'
        "                self._note(connection, what, by, where, person.name)\n",
        CHANGES,
    ),
    Mutant(
        "signing out everywhere is written down",
        PEOPLE,
        "            self._note(connection, what, by, where, person.name)\n",
        '            if what == "password changed":\n'
        "                self._note(connection, what, by, where, person.name)\n",
        CHANGES,
    ),
    Mutant(
        "who was removed is written down",
        PEOPLE,
        '            self._note(connection, "person removed", by, where, person.name)\n',
        "",
        CHANGES,
    ),
    Mutant(
        "a new token is written down",
        TOKENS,
        '            self._note(connection, f"token made to {scope}", person.name, where, name)\n',
        "",
        CHANGES,
    ),
    Mutant(
        "the end of a token is written down",
        TOKENS,
        '            self._note(connection, "token revoked", person.name, where, name)\n',
        "",
        CHANGES,
    ),
    Mutant(
        "a new link is written down",
        LINKS,
        '            self._note(connection, "invitation made", by, where, about(new))\n',
        "",
        CHANGES,
    ),
    Mutant(
        "the end of a link is written down",
        LINKS,
        '            self._note(connection, "invitation revoked", by, where, about(_read(row)))\n',
        "",
        CHANGES,
    ),
    Mutant(
        "the end of invitations with their maker is written down",
        PEOPLE,
        '            self._note(connection, "their invitations revoked", by, where, person.name)',
        "            pass",
        (f"{ACCOUNTS}::test_who_is_no_designer_any_more_comes_back_by_no_invitation_of_their_own",),
    ),
]
