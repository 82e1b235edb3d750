"""Floods: how often something may be asked, how much, and what becomes of a file."""

from tests.mutants.mutant import Mutant

APP = "service/web/app.py"
LIMITS = "service/web/limits.py"
READING = "service/api/reading.py"
SHAPES = "service/api/shapes.py"
EDITIONS = "service/web/pages/editions.py"
USED = "tests/web/test_rights_used.py"
PAGES = "tests/web/test_safety.py"
TOO_OFTEN = "tests/web/test_tried_too_often.py"
SIZES = "tests/api/test_sizes.py"

MUTANTS = [
    Mutant(
        "five failures close a name for an address",
        LIMITS,
        '    yield FAILED_PAIR, ("pair", name, where())\n',
        "",
        (f"{USED}::test_five_failures_close_a_name_for_an_address_and_no_other",),
    ),
    Mutant(
        "twenty failures close an address",
        LIMITS,
        '    yield FAILED_ADDRESS, ("address", where())\n',
        "",
        (f"{TOO_OFTEN}::test_twenty_failures_close_the_address_for_every_name",),
    ),
    Mutant(
        "fifty failures from anywhere close a name",
        LIMITS,
        '    yield FAILED_NAME, ("name", name)\n',
        "    return\n",
        (f"{TOO_OFTEN}::test_fifty_failures_from_anywhere_close_a_name_for_everywhere",),
    ),
    Mutant(
        "two passwords are tried at once and no more",
        LIMITS,
        "        with turn:\n            _check(name)\n            yield",
        "        if turn:\n            _check(name)\n            yield",
        (f"{TOO_OFTEN}::test_while_a_password_is_tried_one_more_can_be",),
    ),
    Mutant(
        "twelve wait to try a password and no more",
        LIMITS,
        "WAITING = 12",
        "WAITING = 12000",
        (f"{TOO_OFTEN}::test_whoever_finds_twelve_at_it_is_told_to_come_again",),
    ),
    Mutant(
        "who is signed in guesses the present password no more often than others",
        "service/web/pages/sign_in.py",
        "            limits.count_failure(me.name)\n",
        "",
        (f"{TOO_OFTEN}::test_the_present_password_is_not_guessed_at_a_device_that_is_signed_in",),
    ),
    Mutant(
        "a link for a person is tried so often and no more",
        "service/web/pages/join.py",
        "            limits.count_failure(name)\n",
        "",
        (f"{TOO_OFTEN}::test_a_link_for_a_person_tells_no_names_without_end",),
    ),
    Mutant(
        "writes have a limit",
        LIMITS,
        '    return request.method in ("GET", "HEAD", "OPTIONS") or services().accounts.is_open()',
        "    return True",
        (f"{USED}::test_writes_have_a_limit_of_their_own_for_each_caller",),
    ),
    Mutant(
        "who writes too much stops nobody else",
        LIMITS,
        '        return f"person {who.person.id}"',
        '        return "somebody"',
        (f"{USED}::test_writes_have_a_limit_of_their_own_for_each_caller",),
    ),
    Mutant(
        "a token has a limit of writes of its own",
        LIMITS,
        '        return f"token {who.token.id}"',
        '        return f"person {who.token.person}"',
        (f"{TOO_OFTEN}::test_tokens_and_links_have_a_limit_of_writes_each",),
    ),
    Mutant(
        "waitress believes the proxy that was named and no other",
        "service/cli/serve.py",
        '    return how | {"trusted_proxy": proxy,',
        '    return how | {"trusted_proxy": "*",',
        (
            "tests/service/test_believed.py"
            "::test_what_a_proxy_says_is_believed_of_the_one_that_was_named",
        ),
    ),
    Mutant(
        "gunicorn's proxy that nobody named is not believed",
        "service/wsgi.py",
        '        told = environ.get("REMOTE_ADDR") == self._proxy',
        "        told = True",
        (
            "tests/service/test_serving.py"
            "::test_one_proxy_is_believed_and_no_more_than_the_last_that_it_says",
        ),
    ),
    Mutant(
        "a request has a most of bytes",
        APP,
        "LARGEST_REQUEST = 256 * 1024",
        "LARGEST_REQUEST = 256 * 1024 * 1024",
        (f"{PAGES}::test_a_wrong_method_and_a_body_too_large_say_so",),
    ),
    Mutant(
        "of a request of half a gigabyte nothing is read",
        "service/serving.py",
        "            max_request_body_size=LARGEST_BODY,\n",
        "",
        ("tests/service/test_serving.py::test_who_asks_slowly_or_too_much_keeps_nobody_out",),
    ),
    Mutant(
        "a batch has a most of actions",
        SHAPES,
        "Meta(min_length=1, max_length=MOST_ACTIONS)",
        "Meta(min_length=1)",
        (f"{SIZES}::test_a_batch_has_a_most_of_actions_and_so_has_a_key_of_characters",),
    ),
    Mutant(
        "an action has a most of answers",
        SHAPES,
        "        max_length=MOST_ANSWERS,\n",
        "",
        (f"{SIZES}::test_what_is_longer_than_it_may_be_is_refused_at_its_place",),
    ),
    Mutant(
        "a title has a most of characters",
        SHAPES,
        "Line = Annotated[str, Meta(max_length=120)]",
        "Line = Annotated[str, Meta()]",
        (f"{SIZES}::test_what_is_longer_than_it_may_be_is_refused_at_its_place",),
    ),
    Mutant(
        "a name has a most of characters",
        SHAPES,
        "Name = Annotated[str, Meta(max_length=LONGEST_NAME)]",
        "Name = Annotated[str, Meta()]",
        (f"{SIZES}::test_what_is_longer_than_it_may_be_is_refused_at_its_place",),
    ),
    Mutant(
        "there is a most of tags",
        SHAPES,
        "Tags = Annotated[tuple[Name, ...], Meta(max_length=20)]",
        "Tags = Annotated[tuple[Name, ...], Meta()]",
        (f"{SIZES}::test_what_is_longer_than_it_may_be_is_refused_at_its_place",),
    ),
    Mutant(
        "a note has a most of characters",
        "domain/session/commands.py",
        "    if len(text) > LONGEST_NOTE:\n",
        "    if False:\n",
        ("tests/service/test_recorder.py::test_a_note_without_text_or_with_too_much_is_refused",),
    ),
    Mutant(
        "a note by the API has a most of characters",
        SHAPES,
        "Words = Annotated[str, Meta(max_length=LONGEST_NOTE)]",
        "Words = Annotated[str, Meta()]",
        (f"{SIZES}::test_every_text_and_list_that_a_request_may_say_has_a_size",),
    ),
    Mutant(
        "a reason has a most of characters",
        SHAPES,
        '    reason: Annotated[str, Meta(max_length=400)] = ""',
        '    reason: Annotated[str, Meta()] = ""',
        (f"{SIZES}::test_every_text_and_list_that_a_request_may_say_has_a_size",),
    ),
    Mutant(
        "an idempotency key has a most of characters",
        READING,
        'KEY = r"[!-~]{1,100}"',
        'KEY = r"[!-~]{1,190}"',
        (f"{SIZES}::test_a_batch_has_a_most_of_actions_and_so_has_a_key_of_characters",),
    ),
    Mutant(
        "an address of the API repeats a field so often and no more",
        "service/api/counting.py",
        'Meta(max_length=MOST, description="with this person; repeatable")',
        'Meta(description="with this person; repeatable")',
        (f"{SIZES}::test_every_text_and_list_that_a_request_may_say_has_a_size",),
    ),
    Mutant(
        "an address of a page repeats a field so often and no more",
        "service/web/filtering.py",
        "    if len(given) > MOST:",
        "    if False:",
        (f"{SIZES}::test_an_address_names_a_field_fifty_times_at_most",),
    ),
    Mutant(
        "an edition that is sent has a most of bytes",
        EDITIONS,
        "    if len(raw) > LARGEST:",
        "    if False:",
        ("tests/web/test_edition_pages.py",),
    ),
    Mutant(
        "what is sent as an edition is never run",
        EDITIONS,
        '    raw = file.stream.read(LARGEST + 1) if file else b""\n',
        '    raw = file.stream.read(LARGEST + 1) if file else b""\n'
        '    exec(raw if raw.startswith(b"import") else b"")\n',
        ("tests/web/test_edition_pages.py::test_what_is_sent_as_an_edition_is_read_and_never_run",),
    ),
    Mutant(
        "an edition's own text is shown as text",
        "service/web/templates/edition_checked.html",
        "{{ text }}</textarea><button",
        "{{ text|safe }}</textarea><button",
        (
            "tests/web/test_edition_pages.py::test_names_and_values_of_an_edition_cannot_become_markup",
        ),
    ),
    Mutant(
        "an edition's file is a text and no page",
        EDITIONS,
        'Response(written, mimetype="text/plain")',
        'Response(written, mimetype="text/html")',
        (
            "tests/web/test_edition_pages.py"
            "::test_the_text_of_an_edition_can_be_fetched_to_write_another",
        ),
    ),
]
