"""One robot as a process: a message goes to its standard input, a line comes from its output.

Nothing waits longer than it was told to, and nothing is read without limit. The process stands in a
group of its own, which is ended as a whole, by its id.
"""

import os
import selectors
import signal
import subprocess
import time
from collections.abc import Sequence
from enum import StrEnum
from typing import IO, Final

from adapters.arena import wire

LONGEST_LINE: Final = 4096
"""Bytes of the longest answer."""
FLOOD: Final = 65536
"""A robot that has written so many bytes that nobody asked for is ended."""
FAREWELL: Final = 0.5
"""Seconds that a robot has to leave by itself when all is played."""
PASSED_ON: Final = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "SYSTEMROOT")
"""The environment of a robot; settings and tokens of the bot are not in it."""


class FaultKind(StrEnum):
    """What a robot may do wrong."""

    CRASHED = "crashed"
    """Its process ended, or could not be started."""
    SLOW = "slow"
    """No answer within the clock."""
    ILLEGAL = "illegal"
    """A step that was not among those offered."""
    UNREADABLE = "unreadable"
    """An answer that is no step at all."""
    FLOOD = "flood"
    """Too much output, or output before it was asked."""


class Fault(Exception):
    """A robot did something wrong; the match is lost for its side."""

    def __init__(self, kind: FaultKind) -> None:
        super().__init__(kind.value)
        self.kind = kind


class RobotProcess:
    """A robot that runs. Any method but :meth:`end` raises :class:`Fault`."""

    def __init__(self, command: Sequence[str], *, show_errors: bool = False) -> None:
        environment = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
        try:
            # The command is what the caller of the arena wants to run; no shell reads it.
            self.process = subprocess.Popen(  # noqa: S603
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=None if show_errors else subprocess.DEVNULL,
                env=environment,
                start_new_session=True,
                bufsize=0,
            )
        except OSError as error:
            raise Fault(FaultKind.CRASHED) from error
        self._input, self._output = _pipe(self.process.stdin), _pipe(self.process.stdout)
        os.set_blocking(self._input.fileno(), False)
        os.set_blocking(self._output.fileno(), False)
        self._unsent = b""
        self._unread = b""

    def tell(self, message: wire.Message) -> None:
        """A message without an answer; it is sent with the next question."""
        self._unsent += wire.line(message)

    def ask(self, message: wire.Message, seconds: float) -> str:
        """The answer to a message: one line, without its end."""
        self.tell(message)
        self._drain()
        if self._unread:
            raise Fault(FaultKind.FLOOD)
        until = time.monotonic() + seconds
        with selectors.DefaultSelector() as waiting:
            waiting.register(self._output, selectors.EVENT_READ)
            waiting.register(self._input, selectors.EVENT_WRITE)
            while b"\n" not in self._unread:
                left = until - time.monotonic()
                if left <= 0:
                    raise Fault(FaultKind.SLOW)
                for key, _ in waiting.select(left):
                    if key.fileobj is self._output:
                        self._read()
                    elif not self._send():
                        waiting.unregister(self._input)
        answer, _, self._unread = self._unread.partition(b"\n")
        if len(answer) > LONGEST_LINE:
            raise Fault(FaultKind.FLOOD)
        try:
            return answer.decode()
        except UnicodeDecodeError as error:
            raise Fault(FaultKind.UNREADABLE) from error

    def _send(self) -> bool:
        """Send what fits; whether something is left."""
        try:
            self._unsent = self._unsent[os.write(self._input.fileno(), self._unsent) :]
        except BlockingIOError:
            return True
        except OSError as error:
            raise Fault(FaultKind.CRASHED) from error
        return bool(self._unsent)

    def _read(self) -> bool:
        """Read what is there; whether something was."""
        try:
            found = os.read(self._output.fileno(), FLOOD)
        except BlockingIOError:
            return False
        if not found:
            raise Fault(FaultKind.CRASHED)
        self._unread += found
        if len(self._unread) > FLOOD:
            raise Fault(FaultKind.FLOOD)
        return True

    def _drain(self) -> None:
        """Read what was written before the question."""
        while self._read():
            pass

    def end(self, patience: float = 0) -> None:
        """End the process and whatever it has started in its group. Its input is closed, and it has
        ``patience`` seconds to leave by itself."""
        self._input.close()
        until = time.monotonic() + patience
        while not self._has_left() and time.monotonic() < until:
            time.sleep(0.01)
        # Not waited for yet, so the number of its group is still its own.
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self._output.close()

    def _has_left(self) -> bool:
        return (
            os.waitid(os.P_PID, self.process.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is not None
        )


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None, "it was asked for"
    return pipe
