"""Whole stores copied: to the other database and back, into a backup and out of it."""

from tests.mutants.mutant import Mutant

BACKUP = "service/transfer/backup.py"
COPYING = "service/store/copying.py"
ACCOUNTS = "service/accounts/copying.py"
KEPT = "service/transfer/kept.py"
COMMANDS = "service/cli/stores.py"
TESTS = "tests/service/test_copies.py"
MOVES = f"{TESTS}::test_a_store_moves_to_postgres_and_back_event_by_event"
PEOPLE_MOVE = f"{TESTS}::test_accounts_move_with_the_events_both_ways"
BACKED_UP = f"{TESTS}::test_a_backup_is_written_while_others_record_and_restored_elsewhere"
CHANGED = f"{TESTS}::test_a_backup_that_was_changed_is_refused"
NOT_OVERWRITTEN = f"{TESTS}::test_nothing_is_overwritten"
HELD = f"{TESTS}::test_what_is_restored_is_held_against_the_backup"
HALF = """            _hold_against(store, found, made)
        with made.open("rb+") as written:
            os.fsync(written.fileno())
        made.chmod(0o600)
"""

MUTANTS = [
    Mutant(
        "a store is copied to the other database and back",
        COPYING,
        "    if before.more:\n",
        "    if False:\n",
        (MOVES,),
    ),
    Mutant(
        "which store is configured does not matter to a copy",
        "service/store/choosing.py",
        'if (kind or chosen(environ)) == "sqlite":',
        'if chosen(environ) == "sqlite":',
        (MOVES,),
    ),
    Mutant(
        "a copy that is stopped leaves nothing behind",
        "service/store/playtests.py",
        "            self.bulk.insert_rows(rows)\n",
        "            for row in rows:\n                self.bulk.insert_rows([row])\n",
        (f"{TESTS}::test_a_copy_that_is_stopped_half_way_leaves_nothing",),
    ),
    Mutant(
        "the content of every event is compared, not its place alone",
        COPYING,
        "content(here[1:]) != content(there[1:])",
        "here[1:3] != there[1:3]",
        (f"{TESTS}::test_a_store_that_differs_in_one_event_is_left_alone",),
    ),
    Mutant(
        "a copy with events that the source has not is refused",
        COPYING,
        "if here is None or content(here",
        "if here and content(here",
        (f"{TESTS}::test_a_store_that_differs_in_one_event_is_left_alone",),
    ),
    Mutant(
        "every event is read again from the copy",
        COPYING,
        "report))\n    return hold(source, target)",
        "report))\n    return before._replace(same=before.same + before.more, more=0)",
        (f"{TESTS}::test_an_event_that_arrives_as_another_is_told",),
    ),
    Mutant(
        "a copy that was begun is carried on",
        COPYING,
        "_told(log_of(source, before.position), before.same, report)",
        "_told(log_of(source), before.same, report)",
        (f"{TESTS}::test_a_copy_is_carried_on_and_another_store_is_left_alone",),
    ),
    Mutant(
        "events that were recorded while a copy ran are told",
        COMMANDS,
        "if held.more or read(theirs)",
        "if read(theirs)",
        (f"{TESTS}::test_events_that_were_recorded_meanwhile_are_told",),
    ),
    Mutant(
        "accounts that were changed while a copy ran are told",
        COMMANDS,
        "if held.more or read(theirs).digest != people.digest:",
        "if held.more:",
        (f"{TESTS}::test_accounts_that_are_others_when_they_are_read_again_are_told",),
    ),
    Mutant(
        "accounts move with the events",
        COMMANDS,
        "            write(people, ours, earlier=True)\n",
        "",
        (PEOPLE_MOVE,),
    ),
    Mutant(
        "accounts that moved are read again",
        ACCOUNTS,
        "    if read(target).digest != content.digest:\n",
        "    if False:\n",
        (f"{TESTS}::test_accounts_that_are_others_when_they_are_read_again_are_told",),
    ),
    Mutant(
        "the number of a removed person is not given again after a move",
        ACCOUNTS,
        "        _count_on(connection, content.last)\n",
        "",
        (PEOPLE_MOVE,),
    ),
    Mutant(
        "events do not move to where other people are",
        COMMANDS,
        "            check_room(read(theirs), ours, earlier=True)\n",
        "",
        (
            f"{TESTS}::"
            "test_an_earlier_state_of_accounts_is_brought_up_to_date_and_others_are_left_alone",
        ),
    ),
    Mutant(
        "an earlier state of accounts is brought up to date",
        ACCOUNTS,
        "self.rows == other.rows or earlier",
        "self.rows == other.rows",
        (
            f"{TESTS}::"
            "test_an_earlier_state_of_accounts_is_brought_up_to_date_and_others_are_left_alone",
        ),
    ),
    Mutant(
        "a backup has what is in the log of a store that is used",
        BACKUP,
        "            source.backup(copy)\n",
        "            made.write_bytes(path.read_bytes())\n",
        (BACKED_UP,),
    ),
    Mutant(
        "a backup has the accounts of a service that runs",
        KEPT,
        "yield name, _database(path) if name in DATABASES else path.read_bytes()",
        "yield name, path.read_bytes()",
        (BACKED_UP,),
    ),
    Mutant(
        "a backup has the accounts that are in PostgreSQL",
        BACKUP,
        "if (accounts := as_file(data)) is not None:",
        "if (accounts := as_file(data)) is None:",
        (BACKED_UP,),
    ),
    Mutant(
        "accounts come out of a backup into PostgreSQL",
        BACKUP,
        "            write(found.accounts, accounts)\n",
        "            pass\n",
        (BACKED_UP,),
    ),
    Mutant(
        "every file that cannot be made again is in a backup",
        KEPT,
        '"queries.json", "pseudonyms.key"',
        '"queries.json"',
        (f"{TESTS}::test_every_part_of_a_data_folder_is_in_a_backup_or_left_out_for_a_reason",),
    ),
    Mutant(
        "what is half written is in no backup",
        KEPT,
        " or PARTIAL.search(path.name)",
        "",
        (BACKED_UP,),
    ),
    Mutant(
        "a backup can be read by its owner alone",
        BACKUP,
        "        made.chmod(0o600)\n",
        "",
        (BACKED_UP,),
    ),
    Mutant(
        "every event of a backup is held against the store",
        BACKUP,
        "if here is None or content(here[1:]) != content(row):",
        "if here is None:",
        (f"{TESTS}::test_a_backup_that_is_not_what_is_stored_gets_no_name",),
    ),
    Mutant(
        "a backup is read again before it is called one",
        BACKUP,
        "    return read_backup(made)\n",
        "    return found\n",
        (f"{TESTS}::test_a_backup_that_is_not_what_is_stored_gets_no_name",),
    ),
    Mutant(
        "a backup has its name when it was checked, not before",
        BACKUP,
        HALF + "        _name(made, file)\n",
        "            _name(made, file)\n" + HALF,
        (f"{TESTS}::test_a_backup_that_is_killed_takes_no_name",),
    ),
    Mutant(
        "a backup overwrites no file, not one that came up meanwhile either",
        BACKUP,
        "        file.hardlink_to(made)\n",
        "        made.replace(file)\n",
        (f"{TESTS}::test_a_file_that_comes_up_meanwhile_is_not_overwritten",),
    ),
    Mutant(
        "a backup with other events than were written is refused",
        BACKUP,
        '    if found.digest != told.get("digest"):\n',
        "    if False:\n",
        (CHANGED,),
    ),
    Mutant(
        "a backup with other files than were written is refused",
        BACKUP,
        'digest.update(f"{name} {len(raw)} ".encode() + raw)',
        "digest.update(name.encode())",
        (CHANGED,),
    ),
    Mutant(
        "a backup names no file outside the data folder",
        BACKUP,
        "        if not allowed(name):\n",
        "        if False:\n",
        (CHANGED,),
    ),
    Mutant(
        "a backup of another format is refused",
        BACKUP,
        'if told.get("format") != FORMAT:',
        "if False:",
        (CHANGED,),
    ),
    Mutant(
        "nothing is restored to where events are",
        BACKUP,
        "if there := store.last_position():",
        "if (there := store.last_position()) and False:",
        (NOT_OVERWRITTEN,),
    ),
    Mutant(
        "nothing is restored over other files",
        BACKUP,
        "if others := in_the_way(data, files):",
        "if (others := in_the_way(data, files)) and False:",
        (NOT_OVERWRITTEN,),
    ),
    Mutant(
        "nothing is restored to where other people are",
        ACCOUNTS,
        "fits = content.continues(there) if earlier else not there or there.rows == content.rows",
        "fits = content.continues(there) if earlier else True",
        (f"{TESTS}::test_a_backup_is_not_restored_where_there_are_people",),
    ),
    Mutant(
        "events that were restored are compared with the backup",
        BACKUP,
        "same = digest == _digest(_rows(db))",
        "same = bool(digest)",
        (HELD,),
    ),
    Mutant(
        "files that were restored are compared with the backup",
        BACKUP,
        "if not (same and people and are_there(data, files)):",
        "if not (same and people):",
        (HELD,),
    ),
    Mutant(
        "accounts that were restored are compared with the backup",
        BACKUP,
        "people = not found.accounts or read(accounts).digest == found.accounts.digest",
        "people = True",
        (HELD,),
    ),
    Mutant(
        "a damaged event is kept by backup and restore",
        BACKUP,
        "        yield checked((id_, version, name, as_bytes(state)))",
        '        if as_bytes(state).endswith(b"}"):\n'
        "            yield checked((id_, version, name, as_bytes(state)))",
        (f"{TESTS}::test_a_damaged_event_is_kept_as_it_is_and_told",),
    ),
    Mutant(
        "a damaged event in a backup is told",
        COMMANDS,
        "    if found.unreadable:\n",
        "    if False:\n",
        (f"{TESTS}::test_a_damaged_event_is_kept_as_it_is_and_told",),
    ),
]
