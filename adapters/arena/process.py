"""A robot as a process: it gets messages on its standard input and writes one line for each answer.

All waiting has a limit, and so has all reading. The process is the head of its own process group.
The whole group is ended, by its id."""

import contextlib
import os
import selectors
import subprocess
import sys
import time
from collections.abc import Sequence
from enum import StrEnum
from typing import IO, Final

from adapters.arena import keeper, wire

LONGEST_LINE: Final = 4096
"""Bytes of the longest answer."""
FLOOD: Final = 65536
"""A robot is ended when it has written this many bytes that nobody asked for."""
FAREWELL: Final = 0.5
"""Seconds that a robot has to end by itself after all matches."""
PASSED_ON: Final = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "SYSTEMROOT")
"""The environment variables that a robot gets, without settings and tokens of the bot."""


class FaultKind(StrEnum):
    """The kinds of faults of a robot."""

    CRASHED = "crashed"
    """Its process ended, or could not be started."""
    SLOW = "slow"
    """No answer within the clock."""
    ILLEGAL = "illegal"
    """A step that was not offered."""
    UNREADABLE = "unreadable"
    """An answer that is no step."""
    FLOOD = "flood"
    """Too much output, or output before a question."""


class Misconduct(Exception):
    """A fault of a robot, which loses the match for its side."""

    def __init__(self, kind: FaultKind) -> None:
        super().__init__(kind.value)
        self.kind = kind


class RobotProcess:
    """A running robot. All its methods except :meth:`end` may raise :class:`Misconduct`."""

    def __init__(self, command: Sequence[str], *, show_errors: bool = False) -> None:
        environment = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
        held, lifeline = os.pipe()
        # The keeper ends the robot when this is closed, also if this process has died.
        self._lifeline = os.fdopen(lifeline, "wb", buffering=0)
        try:
            self.process = subprocess.Popen(  # noqa: S603
                [sys.executable, "-I", "-S", keeper.__file__, str(held), *command],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=None if show_errors else subprocess.DEVNULL,
                env=environment,
                pass_fds=(held,),
                start_new_session=True,
                bufsize=0,
            )
        except OSError as error:
            self._lifeline.close()
            raise Misconduct(FaultKind.CRASHED) from error
        finally:
            os.close(held)
        self._input, self._output = _pipe(self.process.stdin), _pipe(self.process.stdout)
        os.set_blocking(self._input.fileno(), False)
        os.set_blocking(self._output.fileno(), False)
        self._unsent = b""
        self._unread = b""

    def tell(self, message: wire.Message) -> None:
        """Keeps a message that needs no answer. It is sent with the next question."""
        self._unsent += wire.line(message)

    def ask(self, message: wire.Message, seconds: float) -> str:
        """Sends a message and returns the answer: one line, without its end."""
        self.tell(message)
        self._drain()
        if self._unread:
            raise Misconduct(FaultKind.FLOOD)
        until = time.monotonic() + seconds
        with selectors.DefaultSelector() as waiting:
            waiting.register(self._output, selectors.EVENT_READ)
            waiting.register(self._input, selectors.EVENT_WRITE)
            while b"\n" not in self._unread:
                left = until - time.monotonic()
                if left <= 0:
                    raise Misconduct(FaultKind.SLOW)
                for key, _ in waiting.select(left):
                    if key.fileobj is self._output:
                        self._read()
                    elif not self._send():
                        waiting.unregister(self._input)
        answer, _, self._unread = self._unread.partition(b"\n")
        if len(answer) > LONGEST_LINE:
            raise Misconduct(FaultKind.FLOOD)
        try:
            return answer.decode()
        except UnicodeDecodeError as error:
            raise Misconduct(FaultKind.UNREADABLE) from error

    def _send(self) -> bool:
        """Sends as much as fits. Returns whether something is left to send."""
        try:
            self._unsent = self._unsent[os.write(self._input.fileno(), self._unsent) :]
        except BlockingIOError:
            return True
        except OSError as error:
            raise Misconduct(FaultKind.CRASHED) from error
        return bool(self._unsent)

    def _read(self) -> bool:
        """Reads what is there. Returns whether there was something."""
        try:
            found = os.read(self._output.fileno(), FLOOD)
        except BlockingIOError:
            return False
        if not found:
            raise Misconduct(FaultKind.CRASHED)
        self._unread += found
        if len(self._unread) > FLOOD:
            raise Misconduct(FaultKind.FLOOD)
        return True

    def _drain(self) -> None:
        """Drops what the robot wrote before the question."""
        while self._read():
            pass

    def end(self, patience: float = 0) -> None:
        """End the robot and everything that it has started. It has ``patience`` seconds to read its
        last messages, to see that its input is closed, and to leave by itself."""
        until = time.monotonic() + patience
        with contextlib.suppress(Misconduct):  # it has left already
            while self._unsent and self._send() and time.monotonic() < until:
                time.sleep(0.01)
        self._input.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(max(0, until - time.monotonic()))
        self._lifeline.close()
        self.process.wait()
        self._output.close()


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None, "it was asked for"
    return pipe
