"""The buttons and links that open the page in a window of Telegram.

In a private chat a button opens the page itself. In a group Telegram allows only a link, to the web
app that BotFather knows by its short name."""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from adapters.telegram.message import InlineButton, Page
from adapters.windows import LEADING, HallCodes, window_path
from bot.messages import PlaceId
from bot.screen import Screen
from bot.words import words_for

_PATH: Final = window_path("telegram")


class Window(Struct):
    """Makes the addresses and links of windows."""

    app: str
    """The short name of the web app."""
    page: str
    """The page's public address, without a slash at its end."""
    halls: HallCodes
    username: str = ""
    """The bot's user name, once it is known."""

    @property
    def address(self) -> str:
        """The address of the page that Telegram opens in a window."""
        return f"{self.page}{_PATH}"

    def link(self, target: str = "") -> str:
        """The link that opens the window for a table, for the code of an invitation or of a hall,
        or for nothing. It is for groups, and for people who have no chat with the bot."""
        return f"https://t.me/{self.username}/{self.app}" + (target and f"?startapp={target}")

    def beside(self, page: Page, screen: Screen, *, private: bool) -> Page:
        """The message with the button under it, if its screen is one of a running table."""
        if screen.kind not in LEADING or not self.username:
            return page
        label = words_for(screen.locale).text("window.open")
        if private:
            key = InlineButton(label, window=f"{self.address}?mesa={screen.match}")
        else:
            key = InlineButton(label, url=self.link(screen.match))
        return replace(page, keys=(*page.keys, (key,)))

    def below(self, page: Page, place: PlaceId, locale: str) -> Page:
        """The message of a group with the button under it that opens the group's hall."""
        if not self.username:
            return page
        label = words_for(locale).text("window.hall")
        key = InlineButton(label, url=self.link(self.halls.code(place)))
        return replace(page, keys=(*page.keys, (key,)))
