"""Runs a bot's program and sees to it that it ends with whoever asked for it.

Started as a file, with the standard library alone: ``python keeper.py LIFELINE COMMAND…``. It leads
the program's process group. ``LIFELINE`` is the number of a pipe that closes when the first process
is gone, however it went; the whole group is killed then.
"""

import os
import signal
import subprocess
import sys
from threading import Thread

NOT_STARTED = 127
BY_SIGNAL = 128  # more than this: the program was ended by the signal of the rest


def main(lifeline: int, command: list[str]) -> int:
    """Run the command on this process's standard streams and return its exit code."""
    # A key press that interrupts is for the first process, which decides what follows.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        program = subprocess.Popen(command)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        print(f"cannot start {command[0]!r}: {why}", file=sys.stderr)
        return NOT_STARTED
    os.close(0)
    os.close(1)  # what asked sees the program's own end of output
    Thread(target=_end_together, args=(lifeline,), daemon=True).start()
    code = program.wait()
    return code if code >= 0 else BY_SIGNAL - code


def _end_together(lifeline: int) -> None:
    os.read(lifeline, 1)
    os.killpg(0, signal.SIGKILL)


if __name__ == "__main__":
    os._exit(main(int(sys.argv[1]), sys.argv[2:]))
