"""How a process that answers many at once shares out its time, so that nobody waits long."""

import gc
import sys

SWITCH = 0.0005
"""Seconds that a thread computes while others wait.

A move stops some twenty times, for the store or a socket, and waits for its turn each time while
pages are drawn: with Python's own 5 ms for 0.1 s, with these for 10 ms.
"""


def answer_evenly() -> None:
    """Let threads take short turns, and the collector pass over what stays as long as the process.

    Called once everything is loaded: modules, templates and rules are 180,000 objects, and to look
    through them takes 0.1 s in which nobody is answered.
    """
    sys.setswitchinterval(SWITCH)
    gc.collect()
    gc.freeze()
