"""The table as an onlooker sees it."""

from msgspec.structs import replace

from bot.model import MatchInfo, Status
from bot.screen import Button, Screen
from bot.screens.moment.lines import worded
from bot.tokens import LEAVE, encode
from bot.words import words_for


def for_onlooker(screen: Screen, info: MatchInfo, *, late: bool = False) -> Screen:
    """The public screen with the buttons of an onlooker, who takes no step of the game. ``late``:
    the screen is of the end of the hand before, and says so in its first line."""
    words = words_for(screen.locale, info.variant)
    lines = screen.lines
    if late:
        lines = (worded(words, "table.onlookers.late", "strong"), *lines)
    leave = Button(encode(info.match, "", LEAVE), words.text("button.look_away"), "match")
    if info.status is Status.LOBBY:
        kept = tuple(button for button in screen.buttons if button.token != leave.token)
        return replace(screen, buttons=(*kept, leave), onlooker=True)
    return replace(screen, lines=lines, buttons=(leave,), onlooker=True)
