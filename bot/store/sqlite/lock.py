"""A lock of the operating system beside the database: only one process may use a file.

The lock ends with its process in any case, so nothing has to be cleaned up."""

import os
import sys
from pathlib import Path

from bot.store.errors import DatabaseTrouble, StoreError


class FileLock:
    """Lets one process at a time use a database file: from :meth:`take` to :meth:`release`."""

    def __init__(self, database: Path) -> None:
        self._database = database
        # The lock stands beside the file itself, even if the path is a link.
        real = database.resolve()
        self._path = real.with_name(real.name + ".lock")
        self._handle: int | None = None

    def take(self) -> None:
        """Raises :class:`StoreError` when another process has it."""
        try:
            handle = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise StoreError(
                DatabaseTrouble.FOLDER,
                f"The folder {self._path.parent} cannot be written: {error.strerror}.",
            ) from None
        try:
            _lock(handle)
        except OSError:
            os.close(handle)
            raise StoreError(
                DatabaseTrouble.IN_USE,
                f"The database {self._database} is in use by another process; only one may.",
            ) from None
        self._handle = handle

    def release(self) -> None:
        """Gives the lock back; does nothing if the lock was not taken."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
