"""The possible meanings of a typed line: send a command, show something, ask, refuse kindly."""

from enum import StrEnum

from msgspec import Struct

from bot.chat_commands import Cannot
from bot.community.table_defaults import TableDefaults
from bot.messages import AnyCommand, CommunityId, MatchId, PersonId, PlaceId, TableFields
from bot.model import Onlooker, OwnSign
from bot.screen import Question
from engine.seen.view import PUBLIC, SeatView


class Asker(Struct, frozen=True, kw_only=True):
    """The person who typed it, the place, and what the person sees."""

    request: str
    person: PersonId
    name: str
    community: CommunityId
    place: PlaceId
    locale: str
    private: bool = False
    """The place is the person's own chat with the bot."""
    match: MatchId = ""
    """The table that the line is about; empty: there is none here."""
    view: SeatView | None = None
    """The person's view of the running match: their seat's view, or the public's."""
    untaught: frozenset[str] = frozenset()
    """The person's words that a guided match has not taught yet. No suggestion names them."""
    signs: tuple[OwnSign, ...] = ()
    """The own signs that the person knows there."""
    seats: tuple[str, ...] = ()
    """The names at the table by seat."""
    removable: tuple[int, ...] = ()
    """The seats of the people that the person may propose to remove."""
    seated: bool = False
    """The person has a seat there."""
    onlookers: tuple[Onlooker, ...] = ()
    """The people who look on there."""
    variant: str = ""
    """The game of the table, also if it is a lobby; empty: the usual one."""
    planned: str = ""
    """The game of the next match at that table, where the host has chosen another one."""
    defaults: TableDefaults = TableDefaults()
    """The default terms of a new table."""

    @property
    def at_table(self) -> TableFields:
        """The common fields of a command to the table that the line is about."""
        return self.at(self.match)

    def at(self, match: MatchId) -> TableFields:
        """The common fields of a command to this table."""
        return {"request": self.request, "person": self.person, "match": match}

    @property
    def plays(self) -> bool:
        """The person has a seat in a running match there."""
        return self.view is not None and self.view.seat != PUBLIC

    @property
    def game(self) -> str:
        """The game that the person speaks of."""
        if self.view is not None:
            return self.view.variant
        return self.variant or self.defaults.usual

    @property
    def coming(self) -> str:
        """The game whose options may be changed."""
        return self.planned or self.game


class Send(Struct, frozen=True):
    """Send this command to the service."""

    command: AnyCommand
    then: tuple[AnyCommand, ...] = ()
    """Commands that are sent after ``command``, in order, as long as each is accepted. Their
    ``match`` is empty: they get the match of the first reply."""


class ShowKind(StrEnum):
    """The things that a platform shows in its own way."""

    TABLE = "table"
    HAND = "hand"
    RECORD = "record"
    """A finished match as a file or a picture."""
    LANGUAGE = "language"
    """The person's language; with a value, the new language of the person."""
    SETTINGS = "settings"
    """The settings of the community; the platform knows who may change them."""
    LINK = "link"
    OWN_DATA = "own_data"


class Show(Struct, frozen=True):
    """Show something to this person (the table: to everybody); nothing is changed."""

    what: ShowKind
    values: tuple[tuple[str, str], ...] = ()
    """The command's values: ``partida``, ``idioma``, ``codigo``."""


class ShowPage(Struct, frozen=True):
    """Show a page; some commands of pages also change something."""

    page: str
    """A name in :data:`bot.catalogue.commands.PAGES`."""
    values: tuple[tuple[str, str], ...] = ()
    """The command's values: ``tema``, ``periodo``, ``partida``."""


class Pick(Struct, frozen=True):
    """A choice is missing; only this person is asked. The answer replaces the ``?`` in the
    question's token; the result is a token like a button's."""

    question: Question


Intent = Send | Show | ShowPage | Pick | Cannot
"""The meaning of a typed line."""
