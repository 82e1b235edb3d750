"""Load: many seats on one service, without failures, lost moves or memory that grows."""

from tests.mutants.mutant import Mutant

SOAK = "tests/load/test_soak.py"
TOLD = "tests/load/test_told.py"
LOAD = "tests/load/__main__.py"

MUTANTS = [
    Mutant(
        "under load no move fails",
        "service/web/pages/play.py",
        "    after = _and_then(answer, action, key)",
        "    assert answer.session.version % 9\n    after = _and_then(answer, action, key)",
        (f"{SOAK}::test_seats_play_without_failures_and_memory_stays_flat",),
    ),
    Mutant(
        "under load no acknowledged move is lost",
        "service/store/playtests.py",
        "            self.save(*entries)\n",
        "            self.save(*(one for one in entries if one.version % 9))\n",
        (f"{SOAK}::test_seats_play_without_failures_and_memory_stays_flat",),
    ),
    Mutant(
        "under load memory stays flat",
        "service/logs.py",
        "g.began, g.request_id = clock(), secrets.token_hex(8)",
        "g.began, g.request_id = clock(), secrets.token_hex(8)\n"
        '        log.__dict__.setdefault("kept", []).append(secrets.token_bytes(300_000))',
        (f"{SOAK}::test_seats_play_without_failures_and_memory_stays_flat",),
    ),
    Mutant(
        "make load has two hundred seats",
        LOAD,
        '"--seats", type=int, default=200',
        '"--seats", type=int, default=20',
        (f"{TOLD}::test_failures_and_lost_moves_end_it_with_an_error",),
    ),
    Mutant(
        "make load has sixty sessions",
        LOAD,
        '"--sessions", type=int, default=60',
        '"--sessions", type=int, default=6',
        (f"{TOLD}::test_failures_and_lost_moves_end_it_with_an_error",),
    ),
    Mutant(
        "make load plays all games",
        "tests/load/running.py",
        "names = cycle(game.command_name for game in GAMES.values())",
        'names = cycle(["lepidoptery"])',
        (f"{TOLD}::test_two_hundred_seats_play_in_sixty_sessions_of_all_games",),
    ),
    Mutant(
        "make load tells whether moves are quick enough",
        LOAD,
        'met = report["times"]["move"].get("p95", TARGET) < TARGET',
        "met = True",
        (f"{TOLD}::test_what_was_measured_is_told",),
    ),
    Mutant(
        "make load ends with an error where requests failed",
        LOAD,
        'return 1 if found.report["failures"] or found.lost else 0',
        "return 1 if found.lost else 0",
        (f"{TOLD}::test_failures_and_lost_moves_end_it_with_an_error",),
    ),
    Mutant(
        "make load ends with an error where moves were lost",
        LOAD,
        'return 1 if found.report["failures"] or found.lost else 0',
        'return 1 if found.report["failures"] else 0',
        (f"{TOLD}::test_failures_and_lost_moves_end_it_with_an_error",),
    ),
]
