"""Settings: all are listed, unknown ones are told, and each does what it says."""

from tests.mutants.mutant import Mutant

SETTINGS = "tests/service/test_settings.py"
SERVING = "tests/service/test_serving.py"
SERVED = "tests/service/test_serve_settings.py"
HEALTH = "tests/web/test_health.py"
TABLE = "service/settings.py"
SERVE = "service/cli/serve.py"
WSGI = "service/wsgi.py"
WIRING = "service/wiring.py"
CONFIG = "service/cli/config.py"

MUTANTS = [
    Mutant(
        "every setting is listed with its meaning",
        CONFIG,
        "        for row in rows:\n            table",
        "        for row in rows[1:]:\n            table",
        (f"{SETTINGS}::test_the_command_lists_them_and_shows_no_secret",),
    ),
    Mutant(
        "every variable that is read is in the table of settings",
        TABLE,
        '    Setting("MOTHLOG_CHROMIUM", "The browser of the tests.", area="tests"),\n',
        "",
        (f"{SETTINGS}::test_every_variable_in_the_code_is_in_the_table_and_the_other_way_round",),
    ),
    Mutant(
        "every variable of the event store's library is listed",
        TABLE,
        'Setting("CREATE_TABLE", "Make',
        'Setting("CREATES_TABLE", "Make',
        (
            f"{SETTINGS}::test_every_variable_of_the_event_stores_library_is_listed_fixed_or_of_no_use_here",
        ),
    ),
    Mutant(
        "the documents list every setting",
        "docs/operations.md",
        "| `MOTHLOG_DEBUG` |  | Show the traceback of a fault of the program. |\n",
        "",
        (f"{SETTINGS}::test_the_page_has_the_table",),
    ),
    Mutant(
        "a setting says where its value comes from",
        TABLE,
        'return Found(setting, _shown(setting, said), "environment")',
        'return Found(setting, _shown(setting, said), "default")',
        (f"{SETTINGS}::test_the_command_lists_them_and_shows_no_secret",),
    ),
    Mutant(
        "an option goes before the environment",
        TABLE,
        "if setting.option and (said := given.get(setting.option)):",
        'if False and (said := ""):',
        (f"{SETTINGS}::test_each_value_says_where_it_comes_from",),
    ),
    Mutant(
        "a listed secret is not shown",
        TABLE,
        "return MASKED if setting.secret and said else said",
        "return said",
        (f"{SETTINGS}::test_the_command_lists_them_and_shows_no_secret",),
    ),
    Mutant(
        "the list of settings names unknown ones",
        CONFIG,
        "for line in [*wrong, *unknown_said(os.environ)]:",
        "for line in wrong:",
        (f"{SETTINGS}::test_the_command_names_what_is_wrong",),
    ),
    Mutant(
        "the list of settings names values that cannot be",
        CONFIG,
        "for line in [*wrong, *unknown_said(os.environ)]:",
        "for line in unknown_said(os.environ):",
        (f"{SETTINGS}::test_the_command_names_what_is_wrong",),
    ),
    Mutant(
        "the list of settings ends with an error where one is wrong",
        CONFIG,
        "return 1 if wrong or strange else 0",
        "return 0",
        (f"{SETTINGS}::test_the_command_names_what_is_wrong",),
    ),
    Mutant(
        "unknown settings are listed as JSON too",
        CONFIG,
        "near or None} for name, near in strange]",
        "near or None} for name, near in ()]",
        (f"{SETTINGS}::test_the_command_names_what_is_wrong",),
    ),
    Mutant(
        "an unknown setting is told at the start",
        TABLE,
        '        log.warning("%s", line)',
        "        pass",
        (f"{SERVING}::test_whoever_has_asked_is_answered_before_it_stops",),
    ),
    Mutant(
        "an unknown setting is told with the nearest name",
        TABLE,
        "get_close_matches(plain, BY_NAME, 1, 0.6 if ours else NEAR)",
        "[]",
        (f"{SETTINGS}::test_unknown_variables_are_named_with_the_nearest_known_one",),
    ),
    Mutant(
        "a slip in the beginning of a name is told",
        TABLE,
        "        if ours or near:",
        "        if ours:",
        (f"{SETTINGS}::test_unknown_variables_are_named_with_the_nearest_known_one",),
    ),
    Mutant(
        "a variable that would lose events is not read, and told",
        TABLE,
        'told = f"is not read: {why}" if why else "is no setting"',
        'told = "is no setting"',
        (f"{SETTINGS}::test_unknown_variables_are_named_with_the_nearest_known_one",),
    ),
    Mutant(
        "it does not start with a setting that cannot be",
        TABLE,
        "        value(setting.name, environ)\n",
        "        pass\n",
        (f"{SETTINGS}::test_every_setting_is_looked_at_before_anything_starts",),
    ),
    Mutant(
        "a number beyond its range is refused",
        TABLE,
        "if not (digits and low <= int(number) <= high):",
        "if not digits:",
        (f"{SETTINGS}::test_a_value_that_cannot_be_says_what_was_expected",),
    ),
    Mutant(
        "an empty variable counts as not set",
        TABLE,
        "return setting.read(said or setting.default)",
        "return setting.read(said)",
        (f"{SETTINGS}::test_an_empty_variable_counts_as_not_set",),
    ),
    Mutant(
        "a name with the store's prefix goes before the one without",
        TABLE,
        'return environ.get(setting.name, "") if said is None else said',
        'return environ.get(setting.name, "")',
        (f"{SETTINGS}::test_a_name_with_the_stores_prefix_goes_before_the_one_without",),
    ),
    Mutant(
        "the folder is the one that is set",
        WIRING,
        'given or settings.value("MOTHLOG_DATA")',
        "given",
        (f"{SETTINGS}::test_the_folder_is_given_or_set_or_the_users",),
    ),
    Mutant(
        "the port is the one that is set",
        SERVE,
        '    envvar="MOTHLOG_PORT",\n',
        "",
        (f"{SERVED}::test_port_and_threads_are_as_they_are_set",),
    ),
    Mutant(
        "the number of threads is the one that is set",
        SERVE,
        '    envvar="MOTHLOG_THREADS",\n',
        "",
        (f"{SERVED}::test_port_and_threads_are_as_they_are_set",),
    ),
    Mutant(
        "browsers find it by the names that are set",
        SERVE,
        '    envvar="MOTHLOG_NAMES",\n',
        "",
        (f"{SERVED}::test_names_https_proxy_folder_and_log_are_as_they_are_set",),
    ),
    Mutant(
        "cookies go by https alone where it is set",
        SERVE,
        '    envvar="MOTHLOG_HTTPS",\n',
        "",
        (f"{SERVED}::test_names_https_proxy_folder_and_log_are_as_they_are_set",),
    ),
    Mutant(
        "the proxy that is set tells who asks",
        SERVE,
        '    envvar="MOTHLOG_PROXY",\n',
        "",
        (f"{SERVED}::test_names_https_proxy_folder_and_log_are_as_they_are_set",),
    ),
    Mutant(
        "gunicorn's proxy that is set tells who asks",
        WSGI,
        "app.wsgi_app = Behind(app.wsgi_app, proxy)",
        "app.wsgi_app = app.wsgi_app",
        (f"{SERVING}::test_gunicorn_is_told_by_the_proxy_that_is_named_who_asks",),
    ),
    Mutant(
        "the log is the one that is set",
        SERVE,
        'logs.begin(settings.value("MOTHLOG_LOG"), settings',
        'logs.begin("requests", settings',
        (f"{SERVED}::test_the_log_is_told_what_is_set",),
    ),
    Mutant(
        "the log shows faults whole where it is set",
        SERVE,
        ', settings.value("MOTHLOG_DEBUG"))',
        ", False)",
        (f"{SERVED}::test_the_log_is_told_what_is_set",),
    ),
    Mutant(
        "a command shows a fault whole where it is set",
        "service/cli/__init__.py",
        'if settings.value("MOTHLOG_DEBUG"):',
        "if False:",
        (f"{SERVED}::test_a_fault_of_the_program_shows_where_for_whoever_looks_for_it",),
    ),
    Mutant(
        "memory for sessions is bounded as it is set",
        "service/recorder.py",
        "Folded(store) if folded is None else folded",
        "Folded(store)",
        (f"{SERVED}::test_so_much_memory_is_for_folded_sessions",),
    ),
    Mutant(
        "a stop waits as long as it is set",
        SERVE,
        'seconds = settings.value("MOTHLOG_STOP_SECONDS")',
        "seconds = 600.0",
        (f"{SERVING}::test_who_never_finishes_asking_is_not_waited_for_for_ever",),
    ),
    Mutant(
        "statistics may be behind for as long as it is set",
        "service/web/health.py",
        'settings.value("MOTHLOG_LAG_SECONDS")',
        "30",
        (f"{HEALTH}::test_it_is_not_ready_while_the_statistics_are_long_behind",),
    ),
]
