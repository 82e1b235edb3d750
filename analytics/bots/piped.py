"""A program that is asked in lines and answers in lines, on its standard streams."""

import atexit
import os
import selectors
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import IO

from analytics.bots.keeper import BY_SIGNAL, NOT_STARTED

LONGEST = 65_536  # bytes of an answer
WORDS = 2_000  # bytes that are kept of what it said on standard error
FAREWELL = 0.5  # seconds to leave by itself, once its input has ended
KEEPER = str(Path(__file__).with_name("keeper.py"))


class Broken(Exception):
    """The program did not do its part.

    :ivar found: what it did instead.
    :ivar said: what it wrote, as far as that says more.
    """

    def __init__(self, found: str, said: str = "") -> None:
        self.found, self.said = found, said
        super().__init__(found, said)


class Piped:
    """One running program.

    :param command: the program and its arguments; no shell reads them.

    :raises Broken: there is nothing to start it with.
    """

    def __init__(self, command: tuple[str, ...]) -> None:
        heard, self._lifeline = os.pipe()
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-S", KEEPER, str(heard), *command],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                pass_fds=(heard,),
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            os.close(self._lifeline)
            raise Broken(f"it cannot be started: {error}") from None
        finally:
            os.close(heard)
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        self._in, self._out, self._err = process.stdin, process.stdout, process.stderr
        self._said, self._words = bytearray(), bytearray()
        self._ready = selectors.DefaultSelector()
        for pipe in (self._in, self._out, self._err):
            os.set_blocking(pipe.fileno(), False)
        self._ready.register(self._out, selectors.EVENT_READ)
        self._ready.register(self._err, selectors.EVENT_READ)
        atexit.register(self.end)

    def ask(self, line: bytes, seconds: float) -> bytes:
        """Send a line and return the one that answers it, without its end.

        :raises Broken: there was none in time, or more than one, or one that is too long.
        """
        self._take(0)
        if self._said:
            raise Broken("it wrote without having been asked", shown(self._said))
        until, left = monotonic() + seconds, memoryview(line + b"\n")
        self._ready.register(self._in, selectors.EVENT_WRITE)
        try:
            while b"\n" not in self._said:
                if (time := until - monotonic()) <= 0:
                    raise Broken(f"no answer within {seconds:g} s")
                if self._take(time) and left:
                    left = self._send(left)
                if len(self._said) > LONGEST:
                    break
        finally:
            if self._in in self._ready.get_map():
                self._ready.unregister(self._in)
        answer, _, more = bytes(self._said).partition(b"\n")
        if len(answer) > LONGEST:
            raise Broken(f"an answer of more than {LONGEST:,} bytes", shown(answer))
        if more:
            raise Broken("it went on after its answer", shown(more))
        self._said.clear()
        return answer

    def _take(self, seconds: float) -> bool:
        """Read what there is, waiting so long for something; say whether it reads its input."""
        wants = False
        for key, _ in self._ready.select(seconds):
            if key.fileobj is self._in:
                wants = True
            elif key.fileobj is self._err:
                if not self._hear():
                    self._ready.unregister(self._err)
            elif got := _read(self._out):
                self._said += got
            else:
                raise Broken(self._gone())
        return wants

    def _send(self, left: memoryview) -> memoryview:
        try:
            left = left[os.write(self._in.fileno(), left) :]
        except BlockingIOError:
            return left
        except BrokenPipeError:  # it has ended, or will not be told: its answer is waited for
            left = left[:0]
        if not left:
            self._ready.unregister(self._in)
        return left

    def _hear(self) -> bool:
        with suppress(BlockingIOError):
            got = _read(self._err)
            self._words = (self._words + got)[-WORDS:]
            return bool(got)
        return False

    def _gone(self) -> str:
        try:
            code = self._process.wait(FAREWELL)
        except subprocess.TimeoutExpired:
            return "it closed its output"
        if code == NOT_STARTED:
            return "it could not be started"
        if code > BY_SIGNAL:
            with suppress(ValueError):
                return f"it was ended by {signal.Signals(code - BY_SIGNAL).name}"
        return f"it ended (exit code {code})"

    def last_words(self) -> str:
        """Return the end of what it said on standard error; the process has to have been ended."""
        return self._words.decode(errors="replace").strip()

    def end(self, patience: float = FAREWELL) -> None:
        """End it and all processes that it started; do nothing the second time.

        :param patience: seconds in which it may leave by itself, its input having ended.
        """
        if self._in.closed:
            return
        atexit.unregister(self.end)
        with suppress(BrokenPipeError):
            self._in.close()
        if patience:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(patience)
        # Its group stays its own as long as it was not waited for, or another process is in it.
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        os.close(self._lifeline)
        while self._hear():
            pass
        self._ready.close()
        self._out.close()
        self._err.close()


def shown(said: bytes | bytearray) -> str:
    """Quote the beginning of what a program wrote."""
    text = bytes(said[:80]).decode(errors="replace")
    return f"it wrote {text + ('…' if len(said) > 80 else '')!r}"


def _read(pipe: IO[bytes]) -> bytes:
    return os.read(pipe.fileno(), LONGEST)
