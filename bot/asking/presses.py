"""Reads the meaning of a button's text, once for every platform.

A platform serves each kind of :data:`Press` with an exhaustive ``match``. Buttons that only one
platform draws have texts and kinds of their own; the platform reads these itself, and all other
texts here. A forged text is harmless: it says no more than a person may ask for."""

from collections.abc import Callable
from functools import partial
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot import tokens
from bot.asking.resumed import Resume, read_resumed
from bot.catalogue import Typed, read_key
from bot.film.card import film_key
from bot.messages import AnyCommand, Join, LookOn, MatchId, PersonId
from bot.screens.pages import AHEAD, ANALYSIS, CARD, HINT, BadKey, PageKey
from bot.screens.pages import PREFIX as PAGE
from bot.tokens import Token


class AtTable(Struct, frozen=True):
    """A press on a button of a table. The form of its token is described in :mod:`bot.tokens`."""

    token: Token


class Do(AtTable, frozen=True):
    """A command to the service."""

    command: AnyCommand
    """The command without its person and request. :meth:`by` adds them."""

    def by(self, *, person: PersonId, request: str, name: str) -> AnyCommand:
        """The command of this person. ``name``: the name that is shown for the person, if the
        command gives them a seat or lets them look on."""
        given = replace(self.command, person=person, request=request)
        return replace(given, name=name) if isinstance(given, Join | LookOn) else given


class SeeHand(AtTable, frozen=True):
    """The person wants to see their cards."""


class SeeOrder(AtTable, frozen=True):
    """The person wants to see the order of the cards."""


class OpenPage(AtTable, frozen=True):
    """The person wants to read a page about the table."""

    key: PageKey


class UnknownWord(AtTable, frozen=True):
    """The token has words that the service does not know: it is forged, or of an older version."""


class TurnPage(Struct, frozen=True):
    """A button of a page that opens another page in its place."""

    key: PageKey


class UnknownPage(Struct, frozen=True):
    """A button of a page that opens nothing: it is forged, or of an older version."""


class Unclear(Struct, frozen=True):
    """Not the text of a button: it is forged, cut short, or of an older version."""


_PAGES: Final[dict[str, Callable[[MatchId], PageKey]]] = {
    tokens.FILM: film_key,
    tokens.ANALYSE: partial(PageKey, ANALYSIS),
    tokens.CARD: partial(PageKey, CARD),
    tokens.HINT: partial(PageKey, HINT),
    tokens.AHEAD: partial(PageKey, AHEAD),
}

AnyAtTable = Do | SeeHand | SeeOrder | OpenPage | UnknownWord
Press = AnyAtTable | TurnPage | UnknownPage | Resume | Unclear


def read_press(text: str) -> Press:
    """The meaning of a button's text."""
    if text.startswith(PAGE):
        try:
            return TurnPage(read_key(text))
        except BadKey:
            return UnknownPage()
    if text.startswith(tokens.SAYING):
        return read_resumed(text) or Unclear()
    try:
        token = tokens.decode(text)
    except tokens.BadToken:
        return Unclear()
    if token.action == tokens.INVITE:
        return Resume(token.match, Typed("invitar"))
    return _at_table(text, token)


def _at_table(text: str, token: Token) -> AnyAtTable:
    if token.action == tokens.MY_HAND:
        return SeeHand(token)
    if token.action == tokens.ORDER:
        return SeeOrder(token)
    if token.action in _PAGES:
        return OpenPage(token, _PAGES[token.action](token.match))
    try:
        command = tokens.command(text, person="", request="", name="")
    except tokens.BadToken:
        return UnknownWord(token)
    assert command is not None, text
    return Do(token, command)
