"""The entries of the houses of a league, sorted by kind, and the faults among them (LI-08, LI-10,
LI-11, LI-17 to LI-19)."""

from collections.abc import Mapping
from typing import Any

from bot.leagues.book import Book, BuiltOn, LeagueFault
from bot.leagues.entries import (
    ROOMS,
    OpensRound,
    PairingConceded,
    Room,
    RoomPlayed,
    RoomShown,
    SealsRound,
    record_hash,
    seal_of,
)
from bot.leagues.rooms import RoomPlan, planned
from bot.leagues.terms import Fixture, fixtures
from bot.tournaments.state import NOBODY
from engine.fairness.beacon import Pulse

RoomKey = tuple[int, int, Room]
"""Round, board, room."""


class LeagueLedger:
    """The seals, secrets, rooms and concessions in a book, each once."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.terms = book.terms
        self.faults: list[LeagueFault] = []
        self.fixtures = {
            (fixture.round, fixture.board): fixture for fixture in fixtures(book.terms)
        }
        self.seals: dict[tuple[int, int], tuple[str, int, int]] = {}
        """By round and house: the seal, its entry's number, and the moment of writing."""
        self.opened: dict[tuple[int, int], bytes] = {}
        """By round and house: the secret; empty: it was opened wrongly. It cannot be opened again,
        because other houses may have sealed theirs when they knew it."""
        self.played: dict[RoomKey, RoomPlayed] = {}
        self.shown: dict[RoomKey, str] = {}
        self.conceded: dict[tuple[int, int], int] = {}
        self._numbers: dict[RoomKey, int] = {}
        """By room, the number of the entry that says that the room is over."""
        everything = [*book.entries()]
        for kind in (SealsRound, RoomPlayed, OpensRound, RoomShown, PairingConceded):
            for house, entry, known in everything:
                if isinstance(entry.said, kind):
                    self._take(house, entry.number, entry.at, known, entry.said)

    def wrong(
        self,
        article: str,
        told: str,
        house: int = NOBODY,
        round: int = 0,
        board: int = 0,
        room: str = "",
    ) -> None:
        self.faults.append(LeagueFault(article, told, house, round, board, room))

    def secrets(self, round: int) -> tuple[bytes, ...]:
        """The secrets of all houses for a round, in their order; empty: not all are opened."""
        houses = range(len(self.terms.houses))
        found = [self.opened.get((round, house)) for house in houses]
        return tuple(secret for secret in found if secret is not None) if all(found) else ()

    def beacon_round(self, round: int) -> int:
        """The round of the beacon that is due in a round: the first that comes after the last seal
        (LI-12); 0: the league has no beacon, or not all houses have sealed."""
        houses = range(len(self.terms.houses))
        seals = [self.seals.get((round, house)) for house in houses]
        latest = [seal[2] for seal in seals if seal is not None]
        if self.terms.beacon is None or len(latest) < len(seals):
            return 0
        return self.terms.beacon.chain.round_after(max(latest) + 1)

    def _take(
        self,
        house: int,
        number: int,
        at: int,
        known: BuiltOn,
        said: SealsRound | RoomPlayed | OpensRound | RoomShown | PairingConceded,
    ) -> None:
        round = said.round
        if not 1 <= round <= self.terms.rounds:
            self.wrong("LI-08", "there is no such round", house, round)
            return
        match said:
            case SealsRound(seal=seal):
                if self._first(self.seals, (round, house), house, round):
                    self.seals[round, house] = (seal, number, at)
            case OpensRound(secret=secret):
                if self._first(self.opened, (round, house), house, round):
                    self._open(house, round, bytes.fromhex(secret), known)
            case RoomPlayed() | RoomShown():
                self._room(house, number, known, said)
            case PairingConceded(board=board, team=team):
                fixture = self.fixtures.get((round, board))
                sides = () if fixture is None else (fixture.one, fixture.other)
                if team not in sides or self.terms.house_of(team) != house:
                    self.wrong("LI-19", "it has no team there", house, round, board)
                elif self._first(self.conceded, (round, board), house, round, board):
                    self.conceded[round, board] = team

    def _first(
        self, said: Mapping[Any, Any], key: object, house: int, round: int, board: int = 0
    ) -> bool:
        """Whether a house says this for the first time. Notes a fault if not."""
        if key in said:
            self.wrong("LI-08", "it has said so before", house, round, board)
        return key not in said

    def _open(self, house: int, round: int, secret: bytes, known: BuiltOn) -> None:
        self.opened[round, house] = b""
        seal, *_ = self.seals.get((round, house), ("",))
        league, key = self.book.league, self.terms.houses[house].key
        if seal_of(league, round, key, secret).hex() != seal:
            self.wrong("LI-10", "the secret does not fit its seal", house, round)
            return
        for other in range(len(self.terms.houses)):
            sealed = self.seals.get((round, other))
            if sealed is None or not known.has(other, sealed[1]):
                if other not in known.lacks:  # it may have had entries that are not here
                    told = "it has opened its secret before it had the seals of all houses"
                    self.wrong("LI-11", told, house, round)
                return
        self.opened[round, house] = secret

    def _room(self, house: int, number: int, known: BuiltOn, said: RoomPlayed | RoomShown) -> None:
        place = (said.round, said.board, said.room)
        fixture = self.fixtures.get((said.round, said.board))
        if fixture is None or fixture.houses[ROOMS.index(said.room)] != house:
            self.wrong("LI-08", "it has no such room", house, *place)
        elif isinstance(said, RoomPlayed):
            if self._first(self.played, place, house, *place[:2]):
                self.played[place] = said
                self._numbers[place] = number
        elif self._first(self.shown, place, house, *place[:2]):
            self._show(house, fixture, place, known, said.record)

    def _show(
        self, house: int, fixture: Fixture, place: RoomKey, known: BuiltOn, text: str
    ) -> None:
        round, board, _ = place
        both: tuple[RoomKey, ...] = tuple((round, board, room) for room in ROOMS)
        for other, key in zip(fixture.houses, both, strict=True):
            number = self._numbers.get(key)
            if number is None or not known.has(other, number):
                if other not in known.lacks:
                    told = "its record was shown before both rooms were over"
                    self.wrong("LI-18", told, house, *place)
                return
        if record_hash(text) != self.played[place].record:
            told = "the record is not the one that it had when the room was over"
            self.wrong("LI-17", told, house, *place)
            return
        self.shown[place] = text


def plan_of(ledger: LeagueLedger, fixture: Fixture, pulse: Pulse | None) -> RoomPlan | None:
    """The deals of a pairing; ``None``: not all houses have opened their secrets."""
    secrets = ledger.secrets(fixture.round)
    if not secrets:
        return None
    return planned(ledger.terms, ledger.book.league, fixture, secrets, pulse)
