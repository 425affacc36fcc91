"""A small process that runs one robot, and ends everything that the robot has started.

``python -I -S keeper.py LIFELINE COMMAND...``: the robot gets this process's input and output. When
the robot ends, or LIFELINE (the number of a pipe that the arena holds open) is closed, by the arena
or because the arena is no more, then everything that the robot has started is ended, and after it
this process.

On Linux a process that has lost its parent becomes a child of this process, so no process gets
away, whatever group or session it has chosen. Elsewhere only the robot's own group is ended.

There is one of these for each seat, and it has to start quickly: it imports nothing of the project,
and of the standard library only what is loaded in a moment."""

import contextlib
import ctypes
import os
import select
import signal
import sys
import time

SET_PARENT_DEATH_SIGNAL = 1
SET_CHILD_SUBREAPER = 36
"""The option of Linux's ``prctl`` (``linux/prctl.h``)."""
NOT_STARTED = 127
"""The exit code of a command that cannot be run."""
LINUX = sys.platform == "linux"


def keep(lifeline: int, command: list[str]) -> None:
    """Run this command until it ends or the lifeline is closed, and end all that it has started."""
    os.set_inheritable(lifeline, False)
    if LINUX:
        _prctl(SET_CHILD_SUBREAPER, 1)
    woken, wakes = os.pipe()
    os.set_blocking(wakes, False)
    signal.set_wakeup_fd(wakes)
    for number in (signal.SIGCHLD, signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, _noted)
    robot = _started(command)
    # The robot alone holds its input and output, so that their ends are seen.
    for mine in (0, 1):
        os.close(mine)
    while not _has_ended(robot):
        ready, _, _ = select.select([lifeline, woken], [], [])
        if lifeline in ready or set(os.read(woken, 1024)) - {signal.SIGCHLD}:
            break
    _end_all(robot)


def _prctl(what: int, value: int) -> None:
    ctypes.CDLL(None).prctl(what, value, 0, 0, 0)


def _noted(_number: int, _frame: object) -> None:
    """A handler that does nothing: the signal is read from the pipe that it wakes."""


def _started(command: list[str]) -> int:
    """The robot's process id. It leads a session of its own, and ends with this process."""
    if robot := os.fork():
        return robot
    try:
        os.setsid()
        if LINUX:
            _prctl(SET_PARENT_DEATH_SIGNAL, signal.SIGKILL)
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        # The command is what the caller of the arena wants to run; no shell reads it.
        os.execvp(command[0], command)  # noqa: S606
    except BaseException as error:
        os.write(2, f"{command[0]}: {error}\n".encode(errors="replace"))
    os._exit(NOT_STARTED)


def _has_ended(robot: int) -> bool:
    """Whether the robot has ended. Other ended processes are waited for, and so removed. The robot
    is not waited for, so that the number of its group is not given to another process."""
    while (ended := os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOWAIT | os.WNOHANG)) is not None:
        if ended.si_pid == robot:
            return True
        os.waitpid(ended.si_pid, 0)
    return False


def _end_all(robot: int) -> None:
    """Ends everything. The children of an ended process become children of this process, until
    there are none. Processes that this process may not end are left."""
    for end, number in ((os.killpg, robot), (os.kill, robot)):
        with contextlib.suppress(OSError):  # it has ended, or has no group of its own yet
            end(number, signal.SIGKILL)
    untouchable: set[int] = set()
    while True:
        children = _children() if LINUX else []
        for child in children:
            try:
                os.kill(child, signal.SIGKILL)
            except PermissionError:
                untouchable.add(child)
        if children and untouchable.issuperset(children):
            return
        try:
            while os.waitpid(-1, os.WNOHANG if LINUX else 0)[0]:
                pass
        except ChildProcessError:
            return
        time.sleep(0.001)


def _children() -> list[int]:
    """The processes whose parent is this one."""
    mine = os.getpid()
    found = []
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat", "rb") as file:
                    told = file.read()
            except OSError:
                continue
            # The name stands in brackets and may hold anything; then come the state and the parent.
            if int(told.rpartition(b")")[2].split()[1]) == mine:
                found.append(int(name))
    return found


if __name__ == "__main__":
    keep(int(sys.argv[1]), sys.argv[2:])
