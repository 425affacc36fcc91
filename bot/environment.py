"""The inputs of a decision besides the match: the time, chance, and the bot's configuration."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Protocol

from msgspec import Struct

from bot.chance import Chance
from bot.messages import CommunityId, MatchId, PlaceId, UserId
from engine.fairness.beacon import Chain
from engine.fairness.deal import FairProtocol


class Config(Struct, frozen=True, kw_only=True):
    """Durations in seconds, limits, and the defaults for values that nobody has chosen."""

    turn_seconds: int = 60
    """A person's time to play or answer, unless the table says otherwise."""
    bet_seconds: int | None = None
    """A person's time to answer a call where a turn has the usual time; ``None``: a turn's."""
    least_turn_seconds: int = 5
    most_turn_seconds: int = 604_800
    bank: float = 0.0
    """Seconds that a person has in each hand beyond the time of a turn, for all turns together."""
    robot_delay: float = 1.5
    """How long a robot waits before it acts, so that people can follow."""
    foreign_clock: float = 10.0
    """How long a robot from outside may think about a step before one of ours takes it."""
    foreign_tables: int = 4
    """The number of open lobbies and running matches at which one robot from outside may sit."""
    cut: float = 20.0
    """Seconds that the table waits for a step that may be skipped: cutting, calling blind."""
    pause: float = 4.0
    """Seconds from the end of a hand to the next deal."""
    between: float = 20.0
    """Seconds from the end of a match to the next match of a series; a press begins it sooner."""
    claims: float = 15.0
    """The time for claims after the last card, while a person may still have one."""
    lobby: float = 1800.0
    """How long a lobby waits for its start."""
    sign_up: float = 7 * 86_400.0
    """How long people may sign up for a tournament."""
    reminder: float = 600.0
    """How long before its start the people of a tournament are reminded of it."""
    round_reminder: float = 86_400.0
    """How long before a league's round ends people are reminded to play; at most half of it."""
    no_show: float = 600.0
    """How long a tournament's table waits for its people."""
    abandon: float = 600.0
    """How long a match waits for somebody to come back when robots play the seats of all people."""
    tables: int = 10
    """The number of open lobbies and running matches at which one person may have a seat."""
    lobbies: int = 3
    """The number of open lobbies of which one person may be the host."""
    community_tables: int = 100
    """The number of open lobbies and running matches that one community may have; 0: any number."""
    calls: int = 5
    """The number of challenges that one person may send in ten minutes."""
    phrase_pause: float = 8.0
    """The shortest time between two phrases of one person."""
    consult: float = 20.0
    """How long a robot waits for the answer of its partner, whom it asks before it calls."""
    misses: int = 2
    """The number of turns in a row that a person may let pass before a robot plays for them."""
    barred: frozenset[UserId] = frozenset()
    """The users whom the host of the bot keeps away from all tables."""
    day_folder: str = ""
    """The folder with other houses' counts of shared days; empty: there is none."""
    page: str = ""
    """The address where people reach the page; empty: only people on this machine can."""
    default_locale: str = "es"
    robot_budget: float = 24
    """The number of deals that a robot imagines for one decision."""
    keep: float = 86_400.0
    """How long first answers, notices and expired surfaces are kept. After that the log of a
    finished match is packed, and its surfaces are removed."""
    keep_records: float | None = None
    """How long a finished match is kept; ``None``: for ever."""
    erase: float = 7 * 86_400.0
    """How long a person who wants to be erased may change their mind."""
    purge: float = 30 * 86_400.0
    """How long a community that has removed the bot may add it again before its data are erased."""

    def addresses(self, code: str) -> tuple[str, ...]:
        """The address at which the page opens the table of this code; empty: only people on this
        machine reach the page."""
        return (f"{self.page}/mesa/{code}",) if self.page else ()

    def film_addresses(self, match: MatchId) -> tuple[str, ...]:
        """The address of the page with the film of this match; empty as for :meth:`addresses`."""
        return (f"{self.page}/partida/{match}",) if self.page else ()

    @property
    def verifiers(self) -> tuple[str, ...]:
        """The address of the page that checks a record; empty as for :meth:`addresses`."""
        return (f"{self.page}/verificar",) if self.page else ()


class Secrets(Protocol):
    """Makes the secret of a new table (:class:`bot.match.vault.Vault`)."""

    def committed(
        self, protocol: FairProtocol, match: MatchId, secret: bytes | None = None
    ) -> tuple[bytes, bytes]:
        """The commitment of this match's secret, and the sealed secret. ``secret`` ``None``: a new
        secret is drawn."""

    def day_secret(self, number: int, variant: str) -> bytes | None:
        """The common secret of a day that hosts share; ``None``: this host does not share it."""


NO_ANSWERS: Final[Mapping[str, str]] = MappingProxyType({})


class Environment(Struct, frozen=True):
    """The inputs of a decision besides the match."""

    now: float
    """The moment of lived time. Deadlines are counted from it."""
    utc: float
    """UTC seconds since the epoch, for times that people read."""
    chance: Chance
    config: Config
    secrets: Secrets | None = None
    """Makes the secrets of new tables; ``None``: their packs are shuffled by chance."""
    answers: Mapping[str, str] = NO_ANSWERS
    """The steps that robots have taken on the day of this match, by position
    (:mod:`bot.match.daily`); empty if it is no hand of the day."""
    chain: Chain | None = None
    """The chain of the beacon whose rounds go into the deals; ``None``: the host uses none."""
    boards: tuple[tuple[CommunityId, PlaceId], ...] = ()
    """If this table closes a day: the places for its scoreboards, one for each community."""
