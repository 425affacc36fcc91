"""What the page in a window of a chat platform is to the platforms and to the page alike: its
address, and the messages that lead to it."""

import hmac
import re
from typing import Final

from msgspec import Struct

from bot.messages import MatchId, PlaceId
from bot.screen import IN_WINDOWS

FRAMED: Final = "/ventana/"
"""The addresses of pages that other pages may hold in a frame begin with this. Each says itself
which pages."""
LEADING: Final = frozenset({"lobby", "table", "hand", IN_WINDOWS})
"""The kinds of screens below which a button opens the window: those of a running table."""
PROXIED: Final = ".proxy/"
"""Discord's proxy takes this away from the beginning of a path. It lets a page ask for nothing
else; newer pages of its documentation say that it may."""


HALL: Final = "hall"
"""Stands in place of a table: a window was opened for the tables of its chat."""
_HALL_CODE: Final = re.compile(rf"{HALL}_(-[1-9][0-9]{{0,18}})_([0-9]{{1,10}})_([0-9a-f]{{16}})")


class WindowTarget(Struct, frozen=True):
    """For what somebody opens a window."""

    match: MatchId = ""
    """A table, or :data:`HALL`; empty: none."""
    place: PlaceId = ""
    """The place of the chats where it is opened; empty: a private chat."""


class HallCodes:
    """The codes by which links name the hall of a group of Telegram's. A code has a mark that only
    the bot can make, so it names a place where the bot has given it out."""

    def __init__(self, token: str) -> None:
        """``token``: the bot's."""
        self._key: Final = hmac.digest(token.encode(), b"truco hall", "sha256")

    def code(self, place: PlaceId) -> str:
        """The code of a group, or of a topic of it; in letters that a link may hold."""
        community, _, thread = place.removeprefix("telegram:").rpartition("/")
        return f"{HALL}_{community}_{thread}_{self._mark(place)}"

    def place(self, code: str) -> PlaceId:
        """The place of this code; empty: it is no code, or the bot has not made it."""
        found = _HALL_CODE.fullmatch(code)
        if found is None:
            return ""
        community, thread, mark = found.groups()
        place = f"telegram:{community}/{thread}"
        return place if hmac.compare_digest(self._mark(place), mark) else ""

    def _mark(self, place: PlaceId) -> str:
        return hmac.digest(self._key, place.encode(), "sha256").hex()[:16]


def window_path(platform: str) -> str:
    """The page's address for the windows of this platform."""
    return f"{FRAMED}{platform}"
