"""Files that are complete or not there at all, even if a process crashes or two write the same."""

import os
import secrets
from pathlib import Path


def write_whole(file: Path, data: bytes) -> None:
    """Writes a file, which appears under its name when all of it is on the disk. What stood there
    is replaced; its folder is made if there is none. Raises ``OSError``."""
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(f"{file.name}.{secrets.token_hex(4)}")
    with part.open("wb") as opened:
        opened.write(data)
        opened.flush()
        os.fsync(opened.fileno())
    part.replace(file)
