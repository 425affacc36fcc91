"""The inputs of a decision besides the match: the time, chance, and the bot's configuration."""

from typing import Protocol

from msgspec import Struct

from bot.chance import Chance
from bot.messages import MatchId, UserId


class Config(Struct, frozen=True, kw_only=True):
    """How long things take, in seconds, and the defaults where nobody has chosen."""

    turn_seconds: int = 60
    """A person's time to play or answer, unless the table says otherwise."""
    bet_seconds: int | None = None
    """A person's time to answer a call, at tables with the usual time of a turn; ``None``: that of
    a turn."""
    least_turn_seconds: int = 5
    most_turn_seconds: int = 86_400
    bank: float = 0.0
    """What a person has beyond the time of a turn, in each hand anew, for all turns together."""
    robot_delay: float = 1.5
    """How long a robot waits before it acts, so that people can follow."""
    cut: float = 20.0
    """How long the table waits for a step that may be left out: cutting the pack, calling blind."""
    last_phrases: float = 15.0
    """How long everybody may look at the last list of phrases before the first deal."""
    longest_start: float = 60.0
    """How long a start lasts at most, however often somebody changes their phrase in it."""
    pause: float = 4.0
    """From the end of a hand to the next deal."""
    claims: float = 15.0
    """The time for claims after the last card, while a person may still have one."""
    lobby: float = 1800.0
    """How long a lobby waits for its start."""
    sign_up: float = 7 * 86_400.0
    """How long people may sign up for a tournament."""
    reminder: float = 600.0
    """How long before a tournament begins by itself its people are told so."""
    round_reminder: float = 86_400.0
    """How long before the end of a league's round those who have not played are told so; half of
    the round at most."""
    no_show: float = 600.0
    """How long a tournament's table waits for its people."""
    abandon: float = 600.0
    """Robots hold every person's seat: the match waits so long for somebody to come back."""
    tables: int = 10
    """A person may have a seat at so many open lobbies and running matches at a time."""
    lobbies: int = 3
    """A person may be the host of so many open lobbies at a time."""
    community_tables: int = 100
    """A community has so many open lobbies and running matches at a time; 0: any number."""
    calls: int = 5
    """A person may challenge others so often in ten minutes."""
    phrase_pause: float = 8.0
    """Between two phrases of one person."""
    misses: int = 2
    """A person who lets so many turns pass in a row is replaced by a robot."""
    barred: frozenset[UserId] = frozenset()
    """The users whom the host of the bot keeps away from all tables."""
    page: str = ""
    """The address where people reach the page; empty: it is for this machine alone."""
    default_locale: str = "es"
    robot_budget: float = 24
    """How many deals a robot imagines for one decision."""
    keep: float = 86_400.0
    """How long first answers, notices and expired surfaces are kept. Then the log of a finished
    match is packed, and its surfaces go."""
    keep_records: float | None = None
    """How long a finished match is kept; ``None``: for ever."""
    erase: float = 7 * 86_400.0
    """A person who wants to be erased may change their mind for so long."""
    purge: float = 30 * 86_400.0
    """A community that has removed the bot may add it again for so long; then nothing is kept of
    it."""

    def addresses(self, code: str) -> tuple[str, ...]:
        """Where the page opens the table of this code; empty: people elsewhere do not reach it."""
        return (f"{self.page}/mesa/{code}",) if self.page else ()

    def film_addresses(self, match: MatchId) -> tuple[str, ...]:
        """Where the page shows the film of this match; empty as above."""
        return (f"{self.page}/partida/{match}",) if self.page else ()

    @property
    def verifiers(self) -> tuple[str, ...]:
        """Where the page checks a file in the browser; empty as above."""
        return (f"{self.page}/verificar",) if self.page else ()


class Secrets(Protocol):
    """What makes the secret of a new table (:class:`bot.match.vault.Vault`)."""

    def committed(self, match: MatchId) -> tuple[bytes, bytes]:
        """The commitment of a new secret, and the secret sealed."""


class Environment(Struct, frozen=True):
    """Everything around a decision."""

    now: float
    """The moment of lived time: what deadlines are counted from."""
    utc: float
    """UTC seconds since the epoch: what is written down for people."""
    chance: Chance
    config: Config
    secrets: Secrets | None = None
    """Makes the secrets of new tables; ``None``: their packs are shuffled by chance."""
