"""A table with a secret from its tournament, and its line in a record (AZ-37 to AZ-39)."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from engine.fairness.contributions import is_hex, is_number
from engine.fairness.deal import TORNEO, FairProtocol

_WORDS: Final = 9


class TournamentTable(Struct, frozen=True):
    """The seal of a tournament, its entry in the register, and the place of this table in the
    tournament."""

    tournament: str
    commitment: bytes
    """The commitment of the tournament's secret."""
    number: int
    """The number of that commitment in the register."""
    before: bytes
    """The register's link before the commitment."""
    link: bytes
    """The commitment's own link in the register."""
    round: int
    """The round of the tournament, from 1."""
    board: int
    """The number of the pairing in its round, from 1."""
    attempt: int
    """The number of the table of its pairing, from 1: a table without a result is followed by
    another one."""

    @property
    def line(self) -> str:
        """The words of the record, without ``proof``."""
        place = f"{self.round} {self.board} {self.attempt}"
        entry = f"{self.number} {self.before.hex()} {self.link.hex()}"
        return f"{TORNEO} {self.tournament} {self.commitment.hex()} {entry} {place}"

    def secret(self, protocol: FairProtocol, secret: bytes) -> bytes:
        """The secret of this table, from the tournament's secret."""
        return protocol.secret_of_table(
            secret, self.tournament, self.round, self.board, self.attempt
        )

    def is_before(self, protocol: FairProtocol, match: str, number: int, before: bytes) -> bool:
        """Whether the register has the tournament's commitment before this table's commitment.
        ``match``, ``number``, ``before``: the table, its number in the register, and the link
        before it."""
        link = protocol.link_of(self.before, self.number, self.tournament, self.commitment)
        follows = self.number + 1 < number or (self.number + 1 == number and link == before)
        return link == self.link and follows and self.tournament != match


class SeenTables:
    """Tables whose records were checked together. All records of a tournament name one seal, and no
    two of them are the same table (AZ-40)."""

    def __init__(self) -> None:
        self._seals: dict[str, bytes] = {}
        self._matches: dict[tuple[str, int, int, int], str] = {}

    def is_new(self, table: TournamentTable, match: str) -> bool:
        """Whether this record fits those before it. ``match``: the table's own id."""
        key = (table.tournament, table.round, table.board, table.attempt)
        seal = self._seals.setdefault(table.tournament, table.commitment)
        return seal == table.commitment and self._matches.setdefault(key, match) == match


def read_tournament_table(words: Sequence[str]) -> TournamentTable | None:
    """The table that a line names; the line is given as its words after ``proof``. ``None``: the
    protocol has no such line."""
    if len(words) != _WORDS or not all(is_hex(words[place]) for place in (2, 4, 5)):
        return None
    numbers = [words[place] for place in (3, 6, 7, 8)]
    if not all(is_number(number) and number != "0" for number in numbers):
        return None
    number, *place = map(int, numbers)
    commitment, before, link = (bytes.fromhex(words[at]) for at in (2, 4, 5))
    return TournamentTable(words[1], commitment, number, before, link, *place)
