"""The result of the check of a proof (:mod:`engine.fairness.verify`)."""

from enum import Enum

from msgspec import Struct

from engine.fairness.contributions import Contributions
from engine.fairness.tournament_table import TournamentTable


class ProofField(Enum):
    """A field of a proof. The value is the field's word in the record."""

    RECORD = "record"
    """The text is no record."""
    PROTOCOL = "protocol"
    MATCH = "match"
    COMMITMENT = "commitment"
    REGISTER = "register"
    VELO = "velo"
    CONTRIBUTION = "contribution"
    FARO = "faro"
    AZAR = "azar"
    FRASE = "frase"
    NINGUNO = "ninguno"
    TORNEO = "torneo"
    """The tournament of the table: its seal does not stand before that of the table, or the table's
    secret does not follow from its secret."""
    TABLE = "table"
    ROOT = "root"
    CUT = "cut"
    LEAVES = "leaves"
    OPENING = "opening"
    CARDS = "cards"
    """The cards of a hand: its ``deal`` or ``deck`` lines, or the turned card."""
    TRANSCRIPT = "transcript"
    PUBLISHED = "secret"
    TOURNAMENT_PUBLISHED = "torneo-secret"
    OTHER = "other"
    """A proof line with a word that the protocol does not have."""


class ProofFault(Struct, frozen=True):
    """The first fault of a proof."""

    hand: int
    """The number of the hand, from 1; 0: before the first one."""
    field: ProofField
    line: int
    """The number of the line with the fault, from 1. For a field that is missing: the line of its
    hand."""


class ProofResult(Struct, frozen=True):
    """The result of the check of a proof."""

    proved: bool
    """There is a proof at all."""
    match: str = ""
    commitment: str = ""
    """The commitment that the players have seen before the match, in hexadecimal digits."""
    hands: int = 0
    """The number of hands that were checked and are right."""
    velo: bool = False
    """The secret is not published: only the cards that the table has seen are checked."""
    fault: ProofFault | None = None
    protocol: str = ""
    """The protocol of the deals."""
    added: Contributions = Contributions()
    """The contributions to the deals besides the secret. Whether the signature of a beacon's round
    is right is not checked here."""
    tournament: TournamentTable | None = None
    """The tournament from whose secret the table's secret follows; ``None``: there is none."""
    tournament_opened: bool = False
    """The secret of the tournament is published, and the table's secret follows from it."""

    @property
    def holds(self) -> bool:
        """Whether there is a proof and nothing in it is wrong."""
        return self.proved and self.fault is None
