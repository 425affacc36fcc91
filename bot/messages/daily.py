"""Commands about the hand of the day."""

from bot.messages.command import Command, MatchCommand
from bot.messages.ids import CommunityId, MatchId, PlaceId


class PlayDaily(Command, frozen=True):
    """``/diaria``: begins the person's hand of the day, or goes on with it."""

    community: CommunityId
    place: PlaceId
    """The place where the person asked for it."""
    name: str
    """The person's shown name."""
    variant: str
    private: bool = False
    """The place is the person's own chat with the bot."""
    match: MatchId = ""
    """The id of the match; empty: the service finds it."""


class SealDay(MatchCommand, frozen=True):
    """Opens the table that holds the secret of a day. The service itself sends it."""

    number: int
    """The number of the day."""
    variant: str


class DealDaily(MatchCommand, frozen=True):
    """Opens a person's hand of the day. If the person is empty, opens the master's, which gives
    par. The service itself sends it."""

    name: str
    community: CommunityId
    sealed: MatchId
    """The table that holds the day's secret."""
    commitment: str
    """The commitment of that table, in hexadecimal digits."""
    protocol: str
    """The protocol by which the table deals."""
    added: tuple[str, ...]
    """The additions to the deals of the day."""
    number: int
    variant: str
    asked_in: PlaceId = ""
    """The place where the person asked for it, as in :attr:`bot.model.Daily.asked_in`."""


class ShareDaily(MatchCommand, frozen=True):
    """The person shares the result of their hand of the day where they asked for it."""


DailyCommand = PlayDaily | SealDay | DealDaily | ShareDaily
