"""What the page in a window of a chat platform is to the platforms and to the page alike: its
address, and the messages that lead to it."""

from typing import Final

from bot.screen import IN_WINDOWS

FRAMED: Final = "/ventana/"
"""The addresses of pages that other pages may hold in a frame begin with this. Each says itself
which pages."""
LEADING: Final = frozenset({"lobby", "table", "hand", IN_WINDOWS})
"""The kinds of screens below which a button opens the window: those of a running table."""
PROXIED: Final = ".proxy/"
"""Discord's proxy takes this away from the beginning of a path. It lets a page ask for nothing
else; newer pages of its documentation say that it may."""


def window_path(platform: str) -> str:
    """The page's address for the windows of this platform."""
    return f"{FRAMED}{platform}"
