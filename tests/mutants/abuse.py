"""Abuse: whatever is sent is refused with a reason or accepted, and nothing else changes."""

from tests.mutants.mutant import Mutant

FUZZ = "tests/fuzz/test_fuzz.py"
COMMAND = "tests/fuzz/test_command.py"
DESCRIBED = "tests/api/test_described.py"
ROLES = "tests/api/test_described_by_role.py"
MALFORMED = "tests/service/test_transfer_malformed.py"
SENDS = "tests/fuzz/running.py"
GUIDED = "tests/fuzz/guided.py"
CALLERS = "service/web/callers.py"

MUTANTS = [
    Mutant(
        "a file that breaks off behind a good session is stored in no part",
        "service/transfer/importing.py",
        "    if read.fault:\n        raise",
        "    if read.fault:\n"
        "        store(playtests, read._replace(fault=None), form)\n"
        "        raise",
        (f"{FUZZ}::test_a_file_that_breaks_off_behind_a_good_session_stores_nothing",),
    ),
    Mutant(
        "a line of a session's text that does not fit is refused",
        "domain/session/text/read.py",
        "            except DomainError as error:\n                reason",
        "            except KeyError as error:\n                reason",
        (MALFORMED,),
    ),
    Mutant(
        "a line that is no JSON is refused",
        "service/transfer/jsonl.py",
        "except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:",
        "except RecursionError as error:",
        (f"{FUZZ}::test_bad_inputs_are_refused_with_a_reason_and_change_nothing",),
    ),
    Mutant(
        "an event in a file that is none is refused",
        "service/transfer/jsonl.py",
        "    except UnreadableEvent as error:",
        "    except KeyError as error:",
        (MALFORMED,),
    ),
    Mutant(
        "a time in a spreadsheet that is none is refused",
        "service/transfer/sheet.py",
        "        except ValueError:\n            expected",
        "        except KeyError:\n            expected",
        (MALFORMED,),
    ),
    Mutant(
        "a typed line that is no action is refused",
        "domain/grammar/grammar.py",
        "        raise Misread(text, self._why(state, line))",
        "        return found[0]",
        (f"{FUZZ}::test_bad_inputs_are_refused_with_a_reason_and_change_nothing",),
    ),
    Mutant(
        "an edition that is no TOML is refused",
        "service/checked.py",
        "    except Unreadable as error:\n        return Checked",
        "    except KeyError as error:\n        return Checked",
        (f"{FUZZ}::test_bad_inputs_are_refused_with_a_reason_and_change_nothing",),
    ),
    Mutant(
        "a file of bots with errors is refused",
        "service/casting.py",
        "    except Invalid as error:",
        "    except KeyError as error:",
        (f"{FUZZ}::test_bad_inputs_are_refused_with_a_reason_and_change_nothing",),
    ),
    Mutant(
        "a query that makes no sense is refused",
        "analytics/sandbox/runner.py",
        'if said := header.get("said"):',
        'if said := header.get("why"):',
        (f"{FUZZ}::test_bad_inputs_are_refused_with_a_reason_and_change_nothing",),
    ),
    Mutant(
        "a body that does not fit its description is refused",
        "service/api/refusing.py",
        "    api.register_error_handler(Malformed, _malformed)\n",
        "",
        (f"{FUZZ}::test_bad_inputs_are_refused_with_a_reason_and_change_nothing",),
    ),
    Mutant(
        "an address that leads nowhere is no server error",
        "service/web/errors.py",
        "    app.register_error_handler(HTTPException, of_http)\n",
        "    app.register_error_handler(HTTPException, _broken)\n",
        ("tests/web/test_safety.py::test_an_unknown_address_says_so",),
    ),
    Mutant(
        "each target has bad inputs sent to it",
        SENDS,
        "KINDS = (plain, pages, people, played, asked, kept, stores, commands)",
        "KINDS = (plain, pages, people, played, asked, kept, stores)",
        (f"{FUZZ}::test_no_target_is_left_out",),
    ),
    Mutant(
        "a bad input can be made again from its number",
        "tests/fuzz/targets.py",
        'rng = Random(f"{self.name}/{number}")',
        "rng = Random()",
        (f"{FUZZ}::test_no_target_is_left_out",),
    ),
    Mutant(
        "an input that ends in a fault of the program is found",
        SENDS,
        "            raise Broken(target.name, number, raw, error, traces) from error",
        "            return False",
        (f"{FUZZ}::test_what_breaks_and_what_stores_a_refused_input_is_found",),
    ),
    Mutant(
        "an input that is refused and yet stored is found",
        SENDS,
        "assert accepted or made.marks",
        "assert True or made.marks",
        (f"{FUZZ}::test_what_breaks_and_what_stores_a_refused_input_is_found",),
    ),
    Mutant(
        "an input that leaves a traceback in the log is found",
        SENDS,
        '            assert not traces, "a traceback in the log"\n',
        "",
        (f"{FUZZ}::test_what_hangs_or_leaves_a_traceback_in_the_log_is_found",),
    ),
    Mutant(
        "an input that changes what is stored is found",
        SENDS,
        '    assert made.digest(begun) == before, f"{target.name}: stored events changed"\n',
        "",
        (f"{FUZZ}::test_what_changes_a_stored_event_is_found",),
    ),
    Mutant(
        "every event that was stored is in the digest",
        "tests/fuzz/world.py",
        "                told.update(repr(tuple(row)).encode())",
        "                told.update(repr(row[0]).encode())",
        (f"{FUZZ}::test_what_changes_a_stored_event_is_found",),
    ),
    Mutant(
        "a hundred thousand bad inputs are sent",
        "tests/fuzz/__main__.py",
        "default=100_000",
        "default=10_000",
        (f"{COMMAND}::test_it_sends_a_hundred_thousand_inputs_unless_told_otherwise",),
    ),
    Mutant(
        "make fuzz sends a hundred thousand bad inputs",
        "Makefile",
        "COUNT        ?= 100000",
        "COUNT        ?= 1000",
        (f"{COMMAND}::test_it_sends_a_hundred_thousand_inputs_unless_told_otherwise",),
    ),
    Mutant(
        "coverage leads files of sessions",
        GUIDED,
        '"session text", "JSON Lines", "spreadsheet", ',
        '"spreadsheet", ',
        (f"{COMMAND}::test_coverage_leads_files_notation_editions_the_api_and_sql",),
    ),
    Mutant(
        "coverage leads bodies of the API and SQL",
        GUIDED,
        '    *("API bodies", "SQL"),\n',
        "",
        (f"{COMMAND}::test_coverage_leads_files_notation_editions_the_api_and_sql",),
    ),
    Mutant(
        "an input that broke something ends make fuzz with an error",
        "tests/fuzz/__main__.py",
        "    return bool(broken)",
        "    return 0",
        (f"{COMMAND}::test_what_broke_is_printed_and_ends_it_with_an_error",),
    ),
    Mutant(
        "a token does no more than its scope",
        CALLERS,
        "return self.token is None or right in WITHIN[self.token.scope]",
        "return True",
        (f"{ROLES}::test_every_operation_answers_each_role_as_described",),
    ),
    Mutant(
        "a role does no more than its rights",
        CALLERS,
        "if self.person is None or self.person.role not in HAVE[right]:",
        "if self.person is None:",
        (f"{ROLES}::test_every_operation_answers_each_role_as_described",),
    ),
    Mutant(
        "the API answers each role in the shape that it describes",
        "service/api/refusing.py",
        'mimetype="application/json"',
        'mimetype="text/plain"',
        (f"{DESCRIBED}::test_every_operation_answers_as_described",),
    ),
    Mutant(
        "the API refuses what its description forbids",
        "service/api/reading.py",
        "    if problems := problems_in(data, kind):\n"
        "        raise Malformed([within(path, problem) for problem in problems])\n"
        "    return",
        "    return",
        (f"{DESCRIBED}::test_every_operation_answers_as_described",),
    ),
]
