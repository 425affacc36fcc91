"""The keys that seal the secrets of running matches. They come from the setting, and from a file
beside the database."""

import os
import secrets
from pathlib import Path
from typing import Final

from bot.common.database_address import is_postgres, sqlite_file
from bot.store.errors import DatabaseTrouble, StoreError
from bot.store.sqlite.driver import OWNER_ONLY

_SIZE: Final = 32


def key_file(url: str) -> Path:
    """The file with the key of an SQLite database. It stands beside the database file itself, even
    if the address is a link."""
    real = sqlite_file(url).resolve()
    return real.with_name(real.name + ".key")


def keys_for(url: str, setting: str | None) -> tuple[bytes, ...]:
    """The keys of a database. The first one seals; each of them may open. If there is neither a
    setting nor a file, a key file is made. A file that is older than the setting still opens what
    it has sealed. The caller has opened the database, so no other process makes the file at the
    same time. Raises :class:`StoreError`."""
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
            DatabaseTrouble.OTHER, f"The key file {file} cannot be used ({type(error).__name__})."
        ) from None
    if len(key) != _SIZE:
        raise StoreError(DatabaseTrouble.OTHER, f"The key file {file} holds no key.")
    return (*given, key)


def _made(file: Path) -> bytes:
    """A new key. Its file is written as a whole or not at all."""
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
