"""What the pages give to install it by: the unit for systemd and the image."""

import re

from service import settings
from tests.service.killing import ROOT

DEPLOY = ROOT / "docs" / "deploy"


def test_the_unit_stops_it_gracefully_in_a_folder_of_its_own() -> None:
    unit = dict(re.findall(r"^(\w+)=(.*)$", (DEPLOY / "mothlog.service").read_text(), re.M))
    assert unit["KillSignal"] == "SIGTERM"
    assert int(unit["TimeoutStopSec"]) > settings.default("MOTHLOG_STOP_SECONDS")
    assert unit["Restart"] == "on-failure"
    assert (unit["DynamicUser"], unit["UMask"], unit["StateDirectoryMode"]) == (
        "yes",
        "0077",
        "0700",
    )
    set_ = dict(one.split("=") for one in unit["Environment"].split())
    assert set_["MOTHLOG_DATA"] == f"/var/lib/{unit['StateDirectory']}"
    assert not settings.unknown(set_)


def test_the_image_runs_as_a_user_of_its_own_and_is_healthy_while_it_is_ready() -> None:
    text = (DEPLOY / "Dockerfile").read_text()
    last = text[text.rindex("FROM ") :]
    steps = dict(line.split(" ", 1) for line in last.splitlines() if line[:1].isupper())
    assert steps["USER"] == "mothlog"
    assert steps["STOPSIGNAL"] == "SIGTERM"
    assert "/readyz" in steps["HEALTHCHECK"]
    set_ = dict(one.split("=") for one in steps["ENV"].split())
    assert set_["MOTHLOG_DATA"] == steps["VOLUME"] == "/data"
    assert set_["MOTHLOG_PORT"] == steps["EXPOSE"]
    assert not settings.unknown(set_)
