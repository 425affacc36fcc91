"""The buttons that open the page in a window of Telegram.

In a private chat a button opens the page itself. In a group Telegram allows only a link, to the web
app that BotFather knows by its short name.
"""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from adapters.telegram.message import InlineButton, Page
from adapters.telegram.words import say
from bot.screen import IN_WINDOWS, Screen

PATH: Final = "/ventana/telegram"
"""The page's address for Telegram's windows."""
_KINDS: Final = frozenset({"lobby", "table", "hand", IN_WINDOWS})
"""The screens that a window can take further."""


class Window(Struct):
    """Where windows lead."""

    app: str
    """The short name of the web app."""
    page: str
    """The page's public address, without a slash at its end."""
    username: str = ""
    """The bot's, once it is known."""

    def beside(self, page: Page, screen: Screen, *, private: bool) -> Page:
        """The message with the button under it, if its screen is one of a running table."""
        if screen.kind not in _KINDS or not self.username:
            return page
        label = say(screen.locale, "key.window")
        if private:
            key = InlineButton(label, window=f"{self.page}{PATH}?mesa={screen.match}")
        else:
            link = f"https://t.me/{self.username}/{self.app}?startapp={screen.match}"
            key = InlineButton(label, url=link)
        return replace(page, keys=(*page.keys, (key,)))
