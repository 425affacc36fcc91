"""Presses on what Discord alone has: lists, the panel of settings, a question before a step."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from bot import tokens
from bot.asking import Press, Unclear, read_press
from bot.messages import MatchId
from bot.tokens import SAYING

CONFIRM: Final = "?"
"""The prefix of a token that needs confirmation."""
RESTS: Final = "-"
"""The prefix of a disabled button; the card's place follows."""
LIST: Final = "="
"""The prefix of a list whose values are tokens, before its name."""
OPTIONS: Final = f"{LIST}option"
"""The beginning of a list of a table's options; its values are their names."""
FORM: Final = f"{LIST}set."
"""The prefix of a form with values of a table's options, before the match."""
ASIDE: Final = "~"
"""The prefix of the button with which a person chooses, before a match, to see their cards in the
channel instead of the private chat."""
WINDOW: Final = "+"
"""The prefix of the button that opens the page in a window, before the match."""
PANEL: Final = "&"
"""The prefix of a panel's list, before the name of a setting."""


class ChooseOptions(Struct, frozen=True):
    """Options of a table were chosen from a list; a form with their values comes next."""

    match: MatchId
    options: tuple[str, ...]


class PanelChoice(Struct, frozen=True):
    """A list or button of the panel of settings."""

    setting: str
    values: tuple[str, ...]


class Aside(Struct, frozen=True):
    """The person wants to see their cards in the channel and not in the private chat."""

    match: MatchId


class OpenWindow(Struct, frozen=True):
    """The person wants to see the table in a window."""

    match: MatchId


class Confirm(Struct, frozen=True):
    """A step that the person must confirm first."""

    match: MatchId
    token: str


DiscordPress = Press | ChooseOptions | PanelChoice | Aside | OpenWindow | Confirm


def read_component(id: str, values: Sequence[str]) -> DiscordPress:
    """The meaning of a button, or of a list of which these values were chosen."""
    rest = id[1:]
    if id.startswith(OPTIONS):
        return ChooseOptions(id.rpartition(".")[2], tuple(values))
    if id.startswith(LIST):
        return _picked(id, next(iter(values), ""))
    if id.startswith(PANEL):
        return PanelChoice(rest, tuple(values))
    if id.startswith(ASIDE):
        return Aside(rest)
    if id.startswith(WINDOW):
        return OpenWindow(rest)
    if not id.startswith(CONFIRM):
        return read_press(id)
    try:
        return Confirm(tokens.decode(rest).match, rest)
    except tokens.BadToken:
        return Unclear()


def _picked(id: str, value: str) -> DiscordPress:
    """The meaning of an entry of a list. The list's id says what ``value`` is: a value for the
    list's own token, or a whole token."""
    token = id.removeprefix(LIST)
    own = token.startswith((tokens.PREFIX, SAYING))
    return read_press(token.replace("?", value) if own else value)
