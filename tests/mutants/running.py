"""Running it: threads, one projector, a graceful stop, the files to install by."""

from tests.mutants.mutant import Mutant

SERVING = "tests/service/test_serving.py"
SERVED = "tests/service/test_serve_settings.py"
DEPLOY = "tests/service/test_deploy.py"
SERVE = "service/cli/serve.py"
LOOP = "service/serving.py"
UNIT = "docs/deploy/mothlog.service"
IMAGE = "docs/deploy/Dockerfile"

MUTANTS = [
    Mutant(
        "as many are answered at once as there are threads",
        SERVE,
        "            threads=threads,\n",
        "            threads=1,\n",
        (f"{SERVED}::test_many_listen_and_the_others_are_answered_and_at_a_stop_listening_ends",),
    ),
    Mutant(
        "four threads stay for those who do not listen",
        SERVE,
        "max(threads - SPARE, 0)",
        "threads",
        (f"{SERVED}::test_many_listen_and_the_others_are_answered_and_at_a_stop_listening_ends",),
    ),
    Mutant(
        "gunicorn serves it, and the statistics follow",
        "service/wsgi.py",
        "    services.projector.start()\n",
        "",
        (f"{SERVING}::test_gunicorn_serves_it_and_stops_it",),
    ),
    Mutant(
        "the statistics follow while it serves",
        SERVE,
        "        work.services.projector.start()\n",
        "",
        (f"{SERVING}::test_a_second_process_records_beside_it_with_statistics_of_its_own",),
    ),
    Mutant(
        "a second process follows into statistics of its own",
        "service/projector.py",
        "            except WarehouseBusy:\n                continue",
        "            except WarehouseBusy:\n                raise",
        (f"{SERVING}::test_a_second_process_records_beside_it_with_statistics_of_its_own",),
    ),
    Mutant(
        "whoever has asked is answered before it stops",
        LOOP,
        "        while self._busy():",
        "        while False:",
        (f"{SERVING}::test_whoever_has_asked_is_answered_before_it_stops",),
    ),
    Mutant(
        "SIGTERM stops it gracefully",
        LOOP,
        "SIGNALS = (signal.SIGTERM, signal.SIGINT)",
        "SIGNALS = (signal.SIGINT,)",
        (f"{SERVING}::test_whoever_has_asked_is_answered_before_it_stops",),
    ),
    Mutant(
        "SIGINT stops it gracefully",
        LOOP,
        "SIGNALS = (signal.SIGTERM, signal.SIGINT)",
        "SIGNALS = (signal.SIGTERM,)",
        (f"{SERVING}::test_whoever_has_asked_is_answered_before_it_stops",),
    ),
    Mutant(
        "nobody else is let in while it stops",
        LOOP,
        "            listening.socket.close()\n",
        "            pass\n",
        (f"{SERVING}::test_whoever_has_asked_is_answered_before_it_stops",),
    ),
    Mutant(
        "who listens is let go when it stops",
        SERVE,
        "        work.services.bell.close,\n",
        "",
        (f"{SERVED}::test_many_listen_and_the_others_are_answered_and_at_a_stop_listening_ends",),
    ),
    Mutant(
        "who never finishes asking is not waited for",
        LOOP,
        "            if time.monotonic() > until:",
        "            if False:",
        (f"{SERVING}::test_who_never_finishes_asking_is_not_waited_for_for_ever",),
    ),
    Mutant(
        "a second signal does not wait",
        LOOP,
        "            raise KeyboardInterrupt",
        "            return",
        (f"{SERVED}::test_a_second_signal_does_not_wait",),
    ),
    Mutant(
        "what a phone has begun to send is stored before it stops",
        SERVE,
        "        whole = whole and (beside is None or beside.ended())\n",
        "",
        (f"{SERVING}::test_what_a_phone_has_begun_to_send_is_stored_before_it_stops",),
    ),
    Mutant(
        "the unit for systemd is one",
        UNIT,
        "Type=exec",
        "Type=exce",
        (f"{SERVING}::test_the_unit_is_one",),
    ),
    Mutant(
        "the unit serves",
        UNIT,
        "bin/mothlog serve",
        "bin/mothlog demo",
        (f"{SERVING}::test_the_unit_is_one",),
    ),
    Mutant(
        "the unit waits as long as a stop may take",
        UNIT,
        "TimeoutStopSec=40",
        "TimeoutStopSec=10",
        (f"{DEPLOY}::test_the_unit_stops_it_gracefully_in_a_folder_of_its_own",),
    ),
    Mutant(
        "the unit asks it to stop gracefully",
        UNIT,
        "KillSignal=SIGTERM",
        "KillSignal=SIGKILL",
        (f"{DEPLOY}::test_the_unit_stops_it_gracefully_in_a_folder_of_its_own",),
    ),
    Mutant(
        "the unit runs as a user of its own",
        UNIT,
        "DynamicUser=yes\nUser",
        "User",
        (f"{DEPLOY}::test_the_unit_stops_it_gracefully_in_a_folder_of_its_own",),
    ),
    Mutant(
        "the unit keeps everything in its folder",
        UNIT,
        "MOTHLOG_DATA=/var/lib/mothlog MOTHLOG",
        "MOTHLOG_DATA=/tmp MOTHLOG",
        (f"{DEPLOY}::test_the_unit_stops_it_gracefully_in_a_folder_of_its_own",),
    ),
    Mutant(
        "the image is built from what it needs",
        "docs/deploy/Dockerfile.dockerignore",
        "!seeds\n",
        "",
        (f"{SERVING}::test_the_dockerfile_names_what_is_there",),
    ),
    Mutant(
        "the image serves to others",
        IMAGE,
        'CMD ["serve", "--host", "0.0.0.0"]',
        'CMD ["serve"]',
        (f"{SERVING}::test_the_dockerfile_names_what_is_there",),
    ),
    Mutant(
        "the image runs as a user of its own",
        IMAGE,
        "USER mothlog\n",
        "",
        (f"{DEPLOY}::test_the_image_runs_as_a_user_of_its_own_and_is_healthy_while_it_is_ready",),
    ),
    Mutant(
        "the image is healthy while it is ready",
        IMAGE,
        "'/readyz'",
        "'/healthz'",
        (f"{DEPLOY}::test_the_image_runs_as_a_user_of_its_own_and_is_healthy_while_it_is_ready",),
    ),
    Mutant(
        "the image is stopped gracefully",
        IMAGE,
        "STOPSIGNAL SIGTERM",
        "STOPSIGNAL SIGKILL",
        (f"{DEPLOY}::test_the_image_runs_as_a_user_of_its_own_and_is_healthy_while_it_is_ready",),
    ),
    Mutant(
        "the image keeps everything in its volume",
        IMAGE,
        "MOTHLOG_DATA=/data",
        "MOTHLOG_DATA=/opt",
        (f"{DEPLOY}::test_the_image_runs_as_a_user_of_its_own_and_is_healthy_while_it_is_ready",),
    ),
]
