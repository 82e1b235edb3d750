"""A server's threads take short turns, and its collector does not look through what stays."""

import gc
import sys

from service.evenly import SWITCH, answer_evenly


def test_turns_are_short_and_the_collector_passes_over_what_is_loaded() -> None:
    before = sys.getswitchinterval()
    try:
        answer_evenly()
        assert abs(sys.getswitchinterval() - SWITCH) < 1e-6
        assert gc.get_freeze_count() > 10 * len(gc.get_objects())
    finally:
        sys.setswitchinterval(before)
        gc.unfreeze()
