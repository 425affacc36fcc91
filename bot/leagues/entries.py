"""The entries of a house in a league: one signed line after another (LI-02, LI-04, LI-05).

A house adds to its own chain and to no other. A file is any lines of any chains in any order, so
two files are put together by putting their lines together."""

from base64 import b32encode
from typing import Annotated, Final, Literal

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec import DecodeError, Meta, Struct, ValidationError
from msgspec.json import Decoder, encode

from bot.leagues.terms import LIGA_1, Count, LeagueTerms
from engine.fairness.contributions import is_hex
from engine.fairness.hashes import Hashes

SEED_SIZE: Final = 32
"""The number of bytes from which a house's key and all its secrets follow."""
LONGEST_LINE: Final = 1 << 20
"""The most bytes of a line; a record of fifteen deals with four players has about 60,000."""
_SIGNATURE: Final = 64
"""Bytes."""
_FINGERPRINT: Final = 20
"""Bytes of a hash that people compare: 32 letters."""
_WORD: Final = 5
"""Bytes of a word that people tell one another: eight letters and digits."""

Place = Annotated[int, Meta(ge=1, le=1000)]
Digits = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]
Room = Literal["open", "closed"]
ROOMS: Final[tuple[Room, Room]] = ("open", "closed")
"""In the order of :attr:`bot.leagues.terms.Fixture.houses`."""


class _Said(Struct, frozen=True, forbid_unknown_fields=True, tag_field="says"):
    """The content of an entry."""


class EntersLeague(_Said, frozen=True, tag="enter"):
    """The house agrees to the terms. This is the first entry of each house."""

    terms: LeagueTerms


class SealsRound(_Said, frozen=True, tag="seal"):
    """The house has a secret for this round (LI-10)."""

    round: Place
    seal: Digits


class OpensRound(_Said, frozen=True, tag="open"):
    """The secret of the house for this round, for the houses that deal (LI-11)."""

    round: Place
    secret: Digits


class RoomPlayed(_Said, frozen=True, tag="play"):
    """A room of the house is over (LI-17)."""

    round: Place
    board: Place
    room: Room
    record: Digits
    """The hash of the room's record."""
    points: tuple[Count, Count]
    """The points of all hands, by side."""


class RoomShown(_Said, frozen=True, tag="show"):
    """The record of a room (LI-18)."""

    round: Place
    board: Place
    room: Room
    record: str


class PairingConceded(_Said, frozen=True, tag="concede"):
    """A team of the house gives its pairing to the other team (LI-19)."""

    round: Place
    board: Place
    team: Count


AnySaid = EntersLeague | SealsRound | OpensRound | RoomPlayed | RoomShown | PairingConceded


class SeenEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """The newest entry of another house that a house had when it wrote its own."""

    house: Count
    number: Place
    hash: Digits


class LeagueEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """One line of a house, without its signature."""

    league: Digits
    """The id of the terms."""
    house: Digits
    """The public key of the house that writes the entry."""
    number: Annotated[int, Meta(ge=1, le=100_000)]
    """The number of the entry among those of its house, from 1."""
    before: str
    """The hash of the house's entry before it; empty: it is the first."""
    seen: tuple[SeenEntry, ...]
    """The newest entries of other houses, by number of house; one without entries is left out."""
    at: Count
    """The moment of writing, in UTC seconds since the epoch; no earlier than the entries seen."""
    said: AnySaid

    @property
    def text(self) -> bytes:
        """The bytes that are hashed and signed (LI-02)."""
        return encode(self, order="sorted")

    @property
    def hash(self) -> str:
        """The hash that names the entry, in hexadecimal digits."""
        return LIGA_1.hashed("asiento", self.text).hex()


class BadEntry(Exception):
    """A line that no house can have written. ``article``: the rule that it breaks."""

    def __init__(self, article: str, told: str) -> None:
        super().__init__(told)
        self.article: Final = article


_DECODER: Final = Decoder(LeagueEntry)


def read_entry(line: bytes) -> LeagueEntry:
    """The entry of a line, signed by the key that it names. Raises :class:`BadEntry`."""
    digits, _, text = line.partition(b" ")
    try:
        if len(line) > LONGEST_LINE or not is_hex(digits.decode("ascii"), _SIGNATURE):
            raise BadEntry("LI-02", "it is no line of a league")
        entry = _DECODER.decode(text)
    except (DecodeError, ValidationError, UnicodeDecodeError, RecursionError) as error:
        raise BadEntry("LI-02", f"it cannot be read: {str(error)[:120]}") from None
    if entry.text != text:
        raise BadEntry("LI-02", "the bytes are not those that its words have")
    if not is_signed_line(LIGA_1, entry.house, line):
        raise BadEntry("LI-04", "its house has not signed it")
    return entry


def is_signed_line(protocol: Hashes, house: str, line: bytes) -> bool:
    """Whether the house with this public key has signed the line, by this protocol. A line is a
    signature, one blank and the signed text."""
    digits, _, text = line.partition(b" ")
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(house))
        key.verify(bytes.fromhex(digits.decode("ascii")), protocol.joined("firma", text))
    except (InvalidSignature, ValueError):
        return False
    return True


class HouseKey:
    """The key of a house, and the secrets that follow from it. It never shows its bytes."""

    __slots__ = ("_private", "_seed", "public")

    def __init__(self, seed: bytes) -> None:
        assert len(seed) == SEED_SIZE
        self._seed = seed
        private = LIGA_1.keyed(seed, "llave")
        self._private: Final = Ed25519PrivateKey.from_private_bytes(private)
        self.public: Final = self._private.public_key().public_bytes_raw().hex()

    def __repr__(self) -> str:
        return "HouseKey()"

    def secret(self, league: str, round: int) -> bytes:
        """The secret of the house for a round. It follows from the key, so no crash loses it."""
        return LIGA_1.keyed(self._seed, "secreto", league, round)

    def word(self, league: str, whose: str, number: int) -> str:
        """The word by which this house recognizes the people of the club or the team (``whose``)
        with this number. The house gives it to them; no file has it."""
        made = LIGA_1.keyed(self._seed, "palabra", league, whose, number)[:_WORD]
        return _in_groups(made)

    def signed(self, entry: LeagueEntry) -> bytes:
        """The signed line of an entry of this house."""
        return self.signed_line(LIGA_1, entry.text)

    def signed_line(self, protocol: Hashes, text: bytes) -> bytes:
        """A signed line of this house by a protocol: the signature, one blank and the text."""
        signature = self._private.sign(protocol.joined("firma", text))
        return signature.hex().encode() + b" " + text


def seal_of(league: str, round: int, house: str, secret: bytes) -> bytes:
    """The seal of a house's secret for a round (LI-10)."""
    return LIGA_1.hashed("sello", league, round, house, secret)


def record_hash(text: str) -> str:
    """The hash that names the record of a room before the record is shown (LI-17)."""
    return LIGA_1.hashed("acta", text.encode()).hex()


def fingerprint(digits: str) -> str:
    """A public key, or a league's id, as people compare it: eight groups of four characters."""
    assert is_hex(digits)
    return _in_groups(LIGA_1.hashed("huella", bytes.fromhex(digits))[:_FINGERPRINT])


def _in_groups(data: bytes) -> str:
    """These bytes in groups of four small letters and digits."""
    letters = b32encode(data).decode().lower()
    return "-".join(letters[at : at + 4] for at in range(0, len(letters), 4))
