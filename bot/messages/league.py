"""Commands about leagues between houses, and the data of their tables."""

from msgspec import Struct

from bot.messages.command import MatchCommand
from bot.messages.ids import CommunityId, MatchId, PersonId


class LeagueRoom(Struct, frozen=True, gc=False):
    """The data of a table that belongs to a league between houses. The table is a room of the
    league, or it holds the secret of a pairing; both rooms' records name that table."""

    sealed: MatchId
    """The table that holds the secret. Nobody ever sits there."""
    league: str
    """The name of the league."""
    round: int
    board: int
    """The number of the pairing in its round."""
    room: str
    """One of :data:`bot.leagues.entries.ROOMS`; empty: it is the table that holds the secret."""
    teams: tuple[str, str]
    """The names of the teams, side A first."""
    closes: float
    """The moment at which the secret is published even if a room was not played, in UTC seconds
    since the epoch."""


class SealPairing(MatchCommand, frozen=True):
    """Opens the table that holds the secret of a pairing. The service itself sends it."""

    room: LeagueRoom
    variant: str
    options: tuple[tuple[str, str], ...]
    players: int
    commitment: str
    """The commitment of the secret, in hexadecimal digits."""
    secret: bytes
    """The secret, sealed by the vault."""
    added: tuple[str, ...]
    """The additions to the deals besides the secret."""


class OpenRoom(MatchCommand, frozen=True):
    """Opens a room of a league between houses with its people. The service itself sends it."""

    room: LeagueRoom
    variant: str
    options: tuple[tuple[str, str], ...]
    players: int
    commitment: str
    """The commitment of the table that holds the secret, in hexadecimal digits."""
    added: tuple[str, ...]
    community: CommunityId
    """The club at whose house the room is played."""
    people: tuple[tuple[PersonId, str], ...]
    """The people by seat, with their shown names. None of them waits afterwards."""
    slow: bool = False
    """A turn may last a day."""


class PublishDeals(MatchCommand, frozen=True):
    """Publishes the secret of a pairing's deals, because all its deals have been played. The
    service itself sends it to the table that holds the secret."""


LeagueCommand = SealPairing | OpenRoom | PublishDeals
