"""The common part of the platforms and of the page for windows of chat platforms: the address of
the page in a window, and the messages that lead to it."""

import hmac
import re
from typing import Final

from msgspec import Struct

from bot.messages import MatchId, PlaceId
from bot.screen import IN_WINDOWS

FRAMED: Final = "/ventana/"
"""The beginning of the addresses of pages that other pages may hold in a frame. Each of these pages
tells in its headers which pages may hold it."""
LEADING: Final = frozenset({"lobby", "table", "hand", IN_WINDOWS})
"""The kinds of screens below which a button opens the window: those of a running table."""
PROXIED: Final = ".proxy/"
"""The prefix that Discord's proxy removes from a path. The proxy lets a page ask only for paths
with this prefix, although newer pages of its documentation say otherwise."""


HALL: Final = "hall"
"""Stands in place of a table: a window was opened for the tables of its chat."""
_HALL_CODE: Final = re.compile(rf"{HALL}_(-[1-9][0-9]{{0,18}})_([0-9]{{1,10}})_([0-9a-f]{{16}})")


class WindowTarget(Struct, frozen=True):
    """The target for which a person opens a window."""

    match: MatchId = ""
    """The table, or :data:`HALL`; empty: none."""
    place: PlaceId = ""
    """The place of the chat in which the window is opened; empty: a private chat."""


class HallCodes:
    """The codes by which links name the hall of a group of Telegram's. A code has a mark that only
    the bot can make, so only codes that the bot has given out are valid."""

    def __init__(self, token: str) -> None:
        """``token``: the bot's."""
        self._key: Final = hmac.digest(token.encode(), b"truco hall", "sha256")

    def code(self, place: PlaceId) -> str:
        """The code of a group, or of a topic of it; in letters that a link may hold."""
        community, _, thread = place.removeprefix("telegram:").rpartition("/")
        return f"{HALL}_{community}_{thread}_{self._mark(place)}"

    def place(self, code: str) -> PlaceId:
        """The place of this code; empty: the text is no code, or the bot has not made it."""
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
