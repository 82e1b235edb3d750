"""Work for farms: it has to be found by other processes."""

import os
import signal
import time
from pathlib import Path


def square(number: int) -> int:
    return number * number


def tell_process(number: int) -> int:
    time.sleep(0.02)
    return os.getpid()


def fail_at_seven(number: int) -> int:
    if number == 7:
        raise ValueError("seven found, expected any other number")
    return number


def time_out_at_three(number: int) -> int:
    if number == 3:
        raise TimeoutError("a bot took too long")
    return number


def end_at_seven(number: int) -> int:
    if number == 7:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


class EndOnce:
    """Ends its process at the first try of each third number, when its result is packed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __call__(self, number: int) -> "Large":
        tried = self._folder / str(number)
        first = not tried.exists()
        tried.touch()
        return Large(number, ends=first and number % 3 == 0)


class Large:
    """More than a pipe holds. Ends its process while it is packed, if asked."""

    def __init__(self, number: int, ends: bool = False) -> None:
        self.number, self._ends, self.bulk = number, ends, b"x" * 1_000_000

    def __getstate__(self) -> dict[str, object]:
        if self._ends:
            os.kill(os.getpid(), signal.SIGKILL)
        return {"number": self.number, "bulk": self.bulk, "_ends": False}
