"""What verify says of old sessions: which would now come out otherwise, and how."""

from tests.mutants.mutant import Mutant

RECORDED = "tests/service/test_recorded.py"
VERIFIED = "tests/analytics/test_verified.py"
COMMAND = "tests/service/test_cli.py"
HOW = f"{RECORDED}::test_verify_says_which_sessions_would_now_come_out_otherwise_and_how"
VERIFY = "analytics/counterfactual/verified.py"

MUTANTS = [
    Mutant(
        "verify decides old sessions by the rules of today",
        VERIFY,
        'own), ("today", now)]',
        "own)]",
        (f"{VERIFIED}::test_verify_names_the_winner_that_would_be_another",),
    ),
    Mutant(
        "verify decides old sessions by their own rules",
        VERIFY,
        'return [(f"under {session.opened.rules}", own), ("today", now)]',
        'return [("today", now)]',
        (f"{VERIFIED}::test_an_old_version_that_no_longer_decides_as_it_did_is_said_by_its_name",),
    ),
    Mutant(
        "verify tells what would be refused",
        VERIFY,
        'said = [f"step {play.step}: {when} refused: {play.reason}" for play in found.illegal]',
        "said: list[str] = []",
        (f"{VERIFIED}::test_verify_names_the_step_that_would_be_refused",),
    ),
    Mutant(
        "verify tells the first step that would come out otherwise",
        VERIFY,
        "step=parted.step if parted else None",
        "step=None",
        (f"{VERIFIED}::test_verify_names_the_step_that_would_be_refused",),
    ),
    Mutant(
        "verify tells what would happen instead",
        VERIFY,
        "    if parted and not (found",
        "    if False and not (found",
        (f"{VERIFIED}::test_verify_names_what_would_happen_instead_and_other_points",),
    ),
    Mutant(
        "verify tells that a game would go on",
        VERIFY,
        '        said.append(f"{when} the game would go on',
        '        str(f"{when} the game would go on',
        (f"{VERIFIED}::test_verify_names_another_end_and_a_game_that_would_not_be_over",),
    ),
    Mutant(
        "verify tells another winner",
        VERIFY,
        "    if found.winners_changed:",
        "    if False:",
        (f"{VERIFIED}::test_verify_names_the_winner_that_would_be_another",),
    ),
    Mutant(
        "verify tells other points",
        VERIFY,
        "    if found.scores_changed:",
        "    if False:",
        (f"{VERIFIED}::test_verify_names_what_would_happen_instead_and_other_points",),
    ),
    Mutant(
        "verify tells another end",
        VERIFY,
        "    if found.end_changed:",
        "    if False:",
        (f"{VERIFIED}::test_verify_names_another_end_and_a_game_that_would_not_be_over",),
    ),
    Mutant(
        "verify names an event that is missing",
        VERIFY,
        "    if versions != expected:",
        "    if False:",
        (f"{VERIFIED}::test_damage_is_told_from_difference",),
    ),
    Mutant(
        "verify prints the sessions that are damaged",
        "service/cli/verify.py",
        'each.verdict != "sound"',
        'each.verdict not in ("sound", "damaged")',
        (f"{COMMAND}::test_verify_names_the_damaged_session_and_only_that",),
    ),
    Mutant(
        "verify holds the edition against its hash",
        VERIFY,
        "if content_hash(edition) != session.opened.edition_hash:",
        "if False:",
        (f"{COMMAND}::test_verify_names_the_damaged_session_and_only_that",),
    ),
    Mutant(
        "verify names a session that lost its set-up",
        VERIFY,
        "    if not session.moves:",
        "    if False:",
        (f"{COMMAND}::test_a_session_that_lost_its_set_up_is_named",),
    ),
    Mutant(
        "verify ends with an error where something is damaged",
        "service/cli/verify.py",
        '    if counts["damaged"]:',
        "    if False:",
        (f"{COMMAND}::test_verify_names_the_damaged_session_and_only_that",),
    ),
    Mutant(
        "verify tells plays against the rules that stood",
        VERIFY,
        'return found("irregular", *stood) if stood else found("sound")',
        'return found("sound")',
        (f"{COMMAND}::test_demo_sessions_are_recorded_once",),
    ),
    Mutant(
        "verify follows a session that goes on",
        VERIFY,
        "now = follow(session, {}, today=True, unfinished=True)",
        "now = follow(session, {}, today=True)",
        (f"{VERIFIED}::test_a_session_that_goes_on_is_verified_as_far_as_it_came",),
    ),
    Mutant(
        "verify prints how a session would come out otherwise",
        "service/cli/verify.py",
        'told = (each.title, each.rules, each.verdict, "\\n".join(each.said))',
        'told = (each.title, each.rules, each.verdict, "")',
        (HOW,),
    ),
    Mutant(
        "verify prints which sessions would come out otherwise",
        "service/cli/verify.py",
        "table.add_row(str(UUID(each.session)), *told)",
        'table.add_row("", *told)',
        (HOW,),
    ),
    Mutant(
        "verify counts what would come out otherwise as no damage",
        VERIFY,
        'return found("different", *said, ',
        'return found("damaged", *said, ',
        (HOW,),
    ),
]
