"""How many evaluations are worked out before one that was asked for."""

from threading import Thread

import pytest

from tests.api.asking import Api


def test_who_waits_is_told_how_many_come_before(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = [api.table(), api.table()]
    for path in paths:
        api.post(f"{path}/abandon", {"reason": "late"})
    monkeypatch.setattr(Thread, "start", lambda self: None)
    for ahead, path in enumerate(paths):
        told = api.post(f"{path}/evaluation", {}, 202)
        assert (told["state"], told["ahead"]) == ("waiting", ahead)
        assert api.get(f"{path}/evaluation")["ahead"] == ahead
