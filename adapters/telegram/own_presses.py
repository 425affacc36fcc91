"""Buttons that only Telegram has: their texts, and the meaning of a press on them.

Those of a table are tokens in the form of :mod:`bot.tokens`; the service never gets them. Their
spelling cannot be equal to any other token."""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot import tokens
from bot.asking import AnyAtTable, AtTable, Press, Unclear, UnknownWord, read_press

PLACE: Final = "PLACE"
"""``PLACE 2``: the person's second card as dealt, if they have only public buttons."""
SURE: Final = "SURE"
"""``SURE mazo``: the person has confirmed the step."""
MENU: Final = "MENU"
"""``MENU senas``, ``covered``, ``options``, ``more``, ``option flor``, ``back``; in the list of a
table's options ``list``, ``list flor``, ``list flor con``."""
LAY: Final = "LAY"
"""``LAY 3 play 7o``: below a card that a person has sent with ``@bot``: with three cards in hand
they lay this one. The message itself is the step; a press on the button shows one's own hand."""
WHY: Final = "WHY"
"""The button that shows the person a text that waits for them; each person gets their own text."""

_OWN: Final = "g1."
_PLAY: Final = "jugar"
_PANEL: Final = "set"
"""``g1.set``: the panel; ``g1.set.flor``: one of its lists; ``g1.set.flor.con``: an entry."""
_LANGUAGE: Final = "idioma"
WITH_ROBOTS: Final = f"{_OWN}{_PLAY}.robots"
"""The button that opens a table with robots and begins at once."""


class OpenMenu(AtTable, frozen=True):
    """Other buttons are wanted under the message."""

    words: tuple[str, ...]


class PlayPlace(AtTable, frozen=True):
    """A card is played by its place in the deal, from 1."""

    place: int
    """0: no such place."""


class Sure(AtTable, frozen=True):
    """The person has confirmed a step."""

    step: Press


class LayCard(AtTable, frozen=True):
    """A card was sent with ``@bot``."""

    held: int
    """How many cards the person held when it was offered."""
    step: Press


class TellWaiting(AtTable, frozen=True):
    """The person wants to read the text that waits for them."""


class PlayNow(Struct, frozen=True):
    """A table with robots is wanted at once."""


class PlayLine(Struct, frozen=True):
    """A table is wanted."""

    line: str
    """The typed line for which the button stands."""


class PanelButton(Struct, frozen=True):
    """A button of the panel of settings."""

    setting: str
    """Empty: back to the panel."""
    value: str
    """Empty: back to the list of the setting."""


class ChooseLanguage(Struct, frozen=True):
    """A language was chosen."""

    locale: str


AnyOwnAtTable = AnyAtTable | OpenMenu | PlayPlace | Sure | LayCard | TellWaiting
TelegramPress = Press | AnyOwnAtTable | PlayNow | PlayLine | PanelButton | ChooseLanguage


def own_token(match: str, point: str, *words: str) -> str:
    """A token of this adapter alone."""
    return tokens.encode(match, point, " ".join(words))


def play_data(values: str = "") -> str:
    """The data of the button for a table with these values; too long: for the usual table."""
    data = f"{_OWN}{_PLAY}.{values}"
    return data if len(data.encode()) <= tokens.LIMIT else play_data()


def set_data(*words: str) -> str:
    """The data of a button of the panel of settings."""
    return ".".join((f"{_OWN}{_PANEL}", *words))


def language_data(locale: str) -> str:
    """The data of the button that chooses a language."""
    return f"{_OWN}{_LANGUAGE}.{locale}"


def read_data(data: str) -> TelegramPress:
    """The meaning of a button's data."""
    if not data.startswith(_OWN):
        pressed = read_press(data)
        return _own_at_table(pressed) if isinstance(pressed, UnknownWord) else pressed
    if data == WITH_ROBOTS:
        return PlayNow()
    match data.removeprefix(_OWN).split("."):
        case [word, *rest] if word == _PLAY:
            return PlayLine(f"/jugar {'.'.join(rest)}".strip())
        case [word, *rest] if word == _PANEL:
            setting, value = (*rest, "", "")[:2]
            return PanelButton(setting, value)
        case [word, locale] if word == _LANGUAGE:
            return ChooseLanguage(locale)
        case _:
            return Unclear()


def _own_at_table(pressed: UnknownWord) -> AnyOwnAtTable:
    """The meaning of a token of which the service does not know the words."""
    token = pressed.token
    word, *rest = token.action.split(" ")
    if word == WHY:
        return TellWaiting(token)
    if word == MENU:
        return OpenMenu(token, tuple(rest))
    if word == PLACE:
        return PlayPlace(token, int(rest[0]) if rest and rest[0] in ("1", "2", "3") else 0)
    if word == SURE and rest:
        return Sure(token, read_press(str(replace(token, action=" ".join(rest)))))
    if word == LAY and len(rest) > 1 and rest[0].isdecimal():
        step = read_press(str(replace(token, action=" ".join(rest[1:]))))
        return LayCard(token, int(rest[0]), step)
    return pressed
