"""The keys for the secrets of running matches: the setting, and a file beside the database."""

import os
import secrets
from pathlib import Path
from typing import Final

from bot.store.errors import StoreError, Trouble
from bot.store.sql import is_postgres
from bot.store.sqlite import OWNER_ONLY, sqlite_file

_SIZE: Final = 32


def key_file(url: str) -> Path:
    """Where the key of an SQLite database is: beside the file itself, whatever links lead to it."""
    real = sqlite_file(url).resolve()
    return real.with_name(real.name + ".key")


def keys_for(url: str, setting: str | None) -> tuple[bytes, ...]:
    """The keys of a database: the first seals, each may open. A key file is made where there is
    neither a setting nor a file; an older file still opens what it has sealed.

    The database must be open: then no other process makes the file. Raises :class:`StoreError`."""
    given = () if setting is None else (setting.encode(),)
    if is_postgres(url):
        return given
    file = key_file(url)
    try:
        if not file.exists():
            return given or (_made(file),)
        key = bytes.fromhex(file.read_text("ascii").strip())
    except (OSError, ValueError) as error:
        raise StoreError(
            Trouble.OTHER, f"The key file {file} cannot be used ({type(error).__name__})."
        ) from None
    if len(key) != _SIZE:
        raise StoreError(Trouble.OTHER, f"The key file {file} holds no key.")
    return (*given, key)


def _made(file: Path) -> bytes:
    """A new key, whole in its file or not there at all."""
    key = secrets.token_bytes(_SIZE)
    part = file.with_name(file.name + ".part")
    part.unlink(missing_ok=True)
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY)
    with os.fdopen(handle, "w", encoding="ascii") as written:
        written.write(key.hex() + "\n")
        written.flush()
        os.fsync(written.fileno())
    part.rename(file)
    return key
