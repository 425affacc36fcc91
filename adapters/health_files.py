"""What a running bot writes about its health, read by ``truco health``.

A container asks every few seconds, so this loads neither the store nor its library."""

import json
import re
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from bot.common.database_address import is_postgres, sqlite_file

STALE: Final = 30.0
"""Seconds. A file older than this is no longer being written."""


def health_file(url: str) -> Path:
    """The path of the file for the database with this address; that of a second process ends with
    ``-2``. For PostgreSQL it is in the data folder."""
    if is_postgres(url):
        database = Path("data") / (urlsplit(url).path.lstrip("/") or "truco")
    else:
        database = sqlite_file(url)
    return database.with_name(database.name + ".health")


def _places(file: Path) -> list[Path]:
    """The existing health files."""
    mine = re.compile(re.escape(file.name) + r"(-\d+)?")
    return sorted(path for path in file.parent.glob(file.name + "*") if mine.fullmatch(path.name))


def problems_of(file: Path, now: float) -> list[str]:
    """The problems of all processes here, one sentence each; empty: none."""
    places = _places(file)
    if not places:
        return [f"no bot is running on {file.with_suffix('')}."]
    return [problem for place in places for problem in _problems_at(place, now, len(places) > 1)]


def _problems_at(file: Path, now: float, named: bool) -> list[str]:
    try:
        told = json.loads(file.read_text("utf-8"))
        at, ill = float(told["at"]), [str(name) for name in told["ill"]]
        who = f"process {int(told['process'])}: " if named else ""
    except FileNotFoundError:
        return []  # that process has just ended normally
    except (OSError, ValueError, KeyError, TypeError):
        return [f"{file} cannot be read."]
    if not -STALE <= now - at <= STALE:
        return [f"{who}the bot has given no sign of life for {now - at:.0f} seconds."]
    return [f"{who}not well: {name}." for name in ill]
