"""Commands before a match: its options, the additions to its deals, its start."""

from bot.messages.command import MatchCommand
from bot.messages.ids import PersonId
from engine.fairness.beacon import Pulse


class SetOptions(MatchCommand, frozen=True):
    """``/opciones``: the host changes options of the table. All wrong ones are listed. In the lobby
    a change holds at once; later it holds from the next match on (time and pace: from the next hand
    on). The option ``players`` changes the number of seats, ``turn_seconds`` the time, ``variant``
    the game. Options that the new game does not have get their defaults."""

    options: tuple[tuple[str, str], ...]


class SeeOptions(MatchCommand, frozen=True):
    """``/opciones`` without values: a person looks at the table's options. Everybody may do so. If
    the person is at the table, they no longer see the mark of a change."""


class AddWords(MatchCommand, frozen=True):
    """``/verificar frase``: the words that the person adds to the deal before the match begins."""

    words: str


class AddChance(MatchCommand, frozen=True):
    """The browser of a seat adds its chance to the deal. Sent by itself when it has the seal."""

    chance: str
    """32 bytes in hexadecimal digits."""


class Start(MatchCommand, frozen=True):
    """``/empezar``: the host starts the match; robots take the empty seats. In a tournament the
    people who have signed up play."""

    seeds: tuple[PersonId, ...] = ()
    """For a tournament: its people from the strongest to the weakest. The service fills this in."""
    strength: int = 0
    """How many points the people of the table are rated above somebody without a rating, on
    average. The service fills this in."""
    expected: tuple[tuple[PersonId, str], ...] = ()
    """The people who were invited by name, and their names. The service fills this in."""
    sure: bool = False
    """The host does not wait for people who were invited and have not sat down."""


class BeginMatch(MatchCommand, frozen=True):
    """Begins a match that was started, because its round of the beacon has come or cannot be had.
    For the table that holds a day's secret: sets the additions to the deals of the day. The service
    itself sends it."""

    round: int
    pulse: Pulse | None
    """``None``: the beacon gives none."""
    reason: str = ""
    """The reason why the beacon gives none."""


StartingCommand = SetOptions | SeeOptions | AddWords | AddChance | Start | BeginMatch
