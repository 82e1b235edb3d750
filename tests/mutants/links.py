"""Links and tokens: what they open, and when they end."""

from tests.mutants.mutant import Mutant

RIGHTS = "service/web/rights.py"
CALLERS = "service/web/callers.py"
GUARD = "service/web/guard.py"
PEOPLE = "service/accounts/people.py"
LINKS = "service/accounts/invitations.py"
TOKENS = "service/accounts/tokens.py"
HIDDEN = "service/accounts/hidden.py"
ACCOUNTS = "tests/service/test_accounts.py"
USED = "tests/web/test_rights_used.py"
SCOPED = (
    "tests/web/test_rights.py::test_a_token_does_what_scope_and_role_both_allow_and_only_in_the_api"
)

MUTANTS = [
    Mutant(
        "a link ends when it said",
        LINKS,
        "used_up or is_over(one.until, now):",
        "used_up:",
        (f"{ACCOUNTS}::test_a_link_to_watch_ends_after_two_weeks",),
    ),
    Mutant(
        "a link that says nothing else ends after two weeks",
        LINKS,
        "            until = made + timedelta(days=DAYS)",
        "            until = made + timedelta(days=3650)",
        (f"{ACCOUNTS}::test_a_link_to_watch_ends_after_two_weeks",),
    ),
    Mutant(
        "a link to a seat ends a day after its session",
        LINKS,
        "        return ended is None or now < ended + AFTER",
        "        return True",
        (f"{ACCOUNTS}::test_a_link_to_a_seat_counts_often_until_a_day_after_the_session",),
    ),
    Mutant(
        "a link that was revoked opens nothing",
        LINKS,
        "        if one.revoked is not None or used_up",
        "        if used_up",
        (f"{ACCOUNTS}::test_a_revoked_link_leads_nowhere",),
    ),
    Mutant(
        "a revoked link closes what it had opened",
        LINKS,
        "        return [one for one in found if self.counts(one)]",
        "        return found",
        (f"{USED}::test_a_link_opens_the_seat_on_several_devices_until_it_is_revoked",),
    ),
    Mutant(
        "an invited person joins once",
        LINKS,
        '        used_up = one.kind == "person" and one.used is not None',
        "        used_up = False",
        (f"{ACCOUNTS}::test_an_invited_person_joins_once",),
    ),
    Mutant(
        "an invited person gets the role of the invitation",
        LINKS,
        "self._add(connection, name, found.role, kept,",
        'self._add(connection, name, "designer", kept,',
        (f"{ACCOUNTS}::test_an_invited_person_joins_once",),
    ),
    Mutant(
        "who is no designer any more invites nobody",
        PEOPLE,
        '            if role != "designer":\n',
        "            if False:\n",
        (f"{ACCOUNTS}::test_who_is_no_designer_any_more_comes_back_by_no_invitation_of_their_own",),
    ),
    Mutant(
        "who was removed invites nobody",
        PEOPLE,
        '"person removed", by, where, person.name)\n'
        "            self._revoke_made_by(connection, person, by, where)",
        '"person removed", by, where, person.name)',
        (f"{ACCOUNTS}::test_who_is_no_designer_any_more_comes_back_by_no_invitation_of_their_own",),
    ),
    Mutant(
        "of a link only a hash is kept",
        HIDDEN,
        "    return sha256(secret",
        '    if not secret.startswith("moth_"):\n        return secret\n    return sha256(secret',
        (f"{ACCOUNTS}::test_no_secret_stands_in_the_file",),
    ),
    Mutant(
        "of a token only a hash is kept",
        HIDDEN,
        "    return sha256(secret",
        '    if secret.startswith("moth_"):\n        return secret\n    return sha256(secret',
        (f"{ACCOUNTS}::test_no_secret_stands_in_the_file",),
    ),
    Mutant(
        "a link has too many bits to be guessed",
        HIDDEN,
        "SECRET_BYTES = 20",
        "SECRET_BYTES = 4",
        (f"{ACCOUNTS}::test_no_secret_stands_in_the_file",),
    ),
    Mutant(
        "a program that looks at a link does not use it up",
        "service/web/pages/join.py",
        "    found = services().accounts.peek(secret)",
        "    found = services().accounts.redeem(secret)",
        (f"{USED}::test_a_link_is_used_by_pressing_a_button_and_told_to_nobody",),
    ),
    Mutant(
        "no other site is told a link",
        "service/web/safety.py",
        '"strict-origin" if g.get("kept_address") else "same-origin"',
        '"same-origin" if g.get("kept_address") else "same-origin"',
        (f"{USED}::test_a_link_is_used_by_pressing_a_button_and_told_to_nobody",),
    ),
    Mutant(
        "a link to a seat acts in no other seat",
        GUARD,
        "        return len(named) == 1 and named <= "
        "{*map(str, bits(who.seats().get(session_id, 0)))}",
        "        return session_id in who.seats()",
        (f"{USED}::test_a_link_to_a_seat_opens_that_seat_and_nothing_else",),
    ),
    Mutant(
        "a link to watch opens no other session",
        GUARD,
        "    return any(link.session_id == session_id for link in who.links)",
        "    return bool(who.links)",
        (f"{USED}::test_a_link_to_watch_shows_what_lies_open_in_that_session",),
    ),
    Mutant(
        "a token does what its scope allows",
        CALLERS,
        "        return self.token is None or right in WITHIN[self.token.scope]",
        "        return True",
        (SCOPED,),
    ),
    Mutant(
        "a token to read records nothing",
        RIGHTS,
        '    "read": READ,',
        '    "read": (*READ, "note", "open", "host", "seat", "record"),',
        (SCOPED,),
    ),
    Mutant(
        "a token to record starts no experiment",
        RIGHTS,
        '    "record": (*READ, "note", "open", "host", "seat", "record"),',
        '    "record": (*READ, "note", "open", "host", "seat", "record", "ask"),',
        (SCOPED,),
    ),
    Mutant(
        "a token does no more than its person may",
        CALLERS,
        "        if self.person is None or self.person.role not in HAVE[right]:",
        "        if self.person is None or (\n"
        "            self.token is None and self.person.role not in HAVE[right]\n        ):",
        (SCOPED,),
    ),
    Mutant(
        "a token opens no page",
        GUARD,
        '    return secret.strip() if _is_api() and kind.lower() == "bearer" else None',
        '    return secret.strip() if kind.lower() == "bearer" else None',
        (f"{USED}::test_a_token_needs_no_form_and_is_shown_once",),
    ),
    Mutant(
        "a token ends when it said",
        TOKENS,
        '            if row is None or is_over(row["until"], now):',
        "            if row is None:",
        (f"{ACCOUNTS}::test_a_token_counts_until_it_ends_or_is_revoked",),
    ),
    Mutant(
        "a token that was revoked counts no more",
        TOKENS,
        "            connection.execute(delete(tokens).where(mine))\n",
        "",
        (f"{ACCOUNTS}::test_a_token_counts_until_it_ends_or_is_revoked",),
    ),
    Mutant(
        "nobody revokes the token of another",
        TOKENS,
        "        mine = (tokens.c.id == id_) & (tokens.c.person == person.id)",
        "        mine = tokens.c.id == id_",
        (f"{ACCOUNTS}::test_a_token_counts_until_it_ends_or_is_revoked",),
    ),
    Mutant(
        "a token ends after the days that were chosen",
        "service/web/pages/tokens.py",
        "    until = services_.now() + timedelta(days=days_in(days)) if days else None",
        "    until = None",
        (f"{USED}::test_tokens_and_invitations_end_after_the_days_that_were_chosen",),
    ),
    Mutant(
        "an invitation ends after the days that were chosen",
        "service/web/pages/people.py",
        'timedelta(days=days_in(request.form.get("days", str(DAYS))))',
        "timedelta(days=DAYS)",
        (f"{USED}::test_tokens_and_invitations_end_after_the_days_that_were_chosen",),
    ),
]
