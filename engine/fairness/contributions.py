"""The contributions to a deal, and their lines in a record (AZ-07, AZ-29 to AZ-34)."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from engine.fairness.beacon import SIGNATURE_SIZE, Pulse
from engine.fairness.deal import AZAR_1, FairProtocol
from engine.fairness.hashes import HASH_SIZE, Part

PHRASE_OF_A_SEAT: Final = "contribution"
"""By the first protocol: the phrase of a seat."""
FARO: Final = "faro"
"""A round of a public beacon."""
AZAR: Final = "azar"
"""The chance of the browser of a seat."""
FRASE: Final = "frase"
"""A phrase that somebody typed."""
NINGUNO: Final = "ninguno"
"""No contribution: the operator alone could have chosen the cards."""
KINDS: Final = (FARO, AZAR, FRASE, NINGUNO)
"""By the second protocol: the words of its lines."""

NONE: Final = "none"
"""A round of the beacon is expected, and there is none."""
OFF: Final = "off"
LATE: Final = "late"
WRONG: Final = "wrong"
GONE: Final = "gone"
REASONS: Final = (OFF, LATE, WRONG, GONE)
"""The reasons for a missing round: the host uses no beacon; it came too late; its signature was
wrong; no relay answered (AZ-30)."""

_HEX: Final = frozenset("0123456789abcdef")


def pulse_line(pulse: Pulse) -> str:
    """The words of the record for a round of a beacon."""
    return f"{FARO} {pulse.chain.hex()} {pulse.round} {pulse.signature.hex()}"


def no_pulse(reason: str) -> str:
    """The words of the record if the beacon gave no round. ``reason``: one of :data:`REASONS`."""
    return f"{FARO} {NONE} {reason}"


def of_seat(kind: str, seat: int, added: bytes) -> str:
    """The words of the record for the contribution of a seat. ``added``: its hash."""
    return f"{kind} {seat} {added.hex()}"


class Contributions(Struct, frozen=True):
    """All contributions of a record to the deals of its match."""

    values: tuple[bytes, ...] = ()
    """The hashes of the contributions, in the order of the lines; the hash of the table uses them
    (AZ-09, AZ-34)."""
    labels: tuple[Part, ...] = ()
    """The kind of each contribution, and its seat if it has one, in the order of the lines; the
    first transcript uses them (AZ-17). Empty by the first protocol, whose lines have one fixed
    order."""
    pulse: Pulse | None = None
    no_pulse: str = ""
    """The reason why the beacon gave no round; empty: it gave one, or nobody asked it."""
    azar: tuple[int, ...] = ()
    """The seats whose browsers added their chance."""
    frase: tuple[int, ...] = ()
    """The seats whose people typed a phrase."""

    @property
    def operator_alone(self) -> bool:
        """Whether the operator of the bot alone could have chosen the cards, and nobody could
        tell."""
        return self.pulse is None and not self.azar and not self.frase


class BadContribution(Exception):
    """A line that the protocol does not have, in this place or at all."""

    def __init__(self, at: int) -> None:
        super().__init__(at)
        self.at: Final = at
        """The number of the line, from 0. The number of lines itself: a line is missing."""


def words_of_lines(protocol: FairProtocol) -> tuple[str, ...]:
    """The first words of the lines with contributions to a deal."""
    return (PHRASE_OF_A_SEAT,) if protocol is AZAR_1 else KINDS


def read_contributions(
    protocol: FairProtocol, lines: Sequence[Sequence[str]], players: int
) -> Contributions:
    """The contributions of these lines, each given as its words after ``proof``. Raises
    :class:`BadContribution`."""
    if protocol is AZAR_1:
        return _phrases(lines, players)
    return _ContributionReader(protocol, lines, players).read()


def _phrases(lines: Sequence[Sequence[str]], players: int) -> Contributions:
    """By the first protocol: one for each seat, in the order of the seats (AZ-18)."""
    values = []
    for at, words in enumerate(lines):
        if at >= players or len(words) != 3 or words[1] != str(at) or not is_hex(words[2]):
            raise BadContribution(at)
        values.append(bytes.fromhex(words[2]))
    if len(values) != players:
        raise BadContribution(len(values))
    return Contributions(tuple(values), frase=tuple(range(players)))


class _ContributionReader:
    def __init__(
        self, protocol: FairProtocol, lines: Sequence[Sequence[str]], players: int
    ) -> None:
        self._protocol = protocol
        self._lines = lines
        self._seats = tuple(map(str, range(players)))
        self._values: list[bytes] = []
        self._labels: list[Part] = []
        self._pulse: Pulse | None = None
        self._reason = ""
        self._by_seat: dict[str, list[int]] = {AZAR: [], FRASE: []}

    def read(self) -> Contributions:
        if not self._lines:
            raise BadContribution(0)
        for at, words in enumerate(self._lines):
            if not self._take(words):
                raise BadContribution(at)
        azar, frase = (tuple(self._by_seat[kind]) for kind in (AZAR, FRASE))
        return Contributions(
            tuple(self._values), tuple(self._labels), self._pulse, self._reason, azar, frase
        )

    def _take(self, words: Sequence[str]) -> bool:
        """Whether the line is one that may stand there."""
        if words[0] == FARO:
            return self._pulse is None and not self._reason and self._faro(words[1:])
        if words[0] in self._by_seat:
            return self._of_seat(words)
        self._labels.append(NINGUNO)
        return list(words) == [NINGUNO] and len(self._lines) == 1

    def _faro(self, words: Sequence[str]) -> bool:
        hashed = self._protocol.hashed
        if len(words) == 2 and words[0] == NONE and words[1] in REASONS:
            self._reason = words[1]
            self._add(hashed(FARO, NONE, self._reason), FARO)
            return True
        if len(words) != 3 or not is_hex(words[0]) or not is_hex(words[2], SIGNATURE_SIZE):
            return False
        if not is_number(words[1]) or words[1] == "0":
            return False
        chain, signature = bytes.fromhex(words[0]), bytes.fromhex(words[2])
        self._pulse = pulse = Pulse(chain, int(words[1]), signature)
        self._add(hashed(FARO, pulse.chain, pulse.round, pulse.randomness), FARO)
        return True

    def _of_seat(self, words: Sequence[str]) -> bool:
        seats = self._by_seat[words[0]]
        if len(words) != 3 or words[1] not in self._seats or not is_hex(words[2]):
            return False
        if int(words[1]) in seats:
            return False
        seats.append(int(words[1]))
        self._add(bytes.fromhex(words[2]), words[0], int(words[1]))
        return True

    def _add(self, value: bytes, *label: Part) -> None:
        self._values.append(value)
        self._labels += label


def is_number(text: str) -> bool:
    """Whether the text is a number as the protocol writes it (AZ-03). A text longer than any
    possible number is not one."""
    return text.isascii() and text.isdigit() and len(text) < 16 and text == str(int(text))


def is_hex(text: str, size: int = HASH_SIZE) -> bool:
    """Whether these are the hexadecimal digits of this many bytes (AZ-04)."""
    return len(text) == 2 * size and _HEX.issuperset(text)
