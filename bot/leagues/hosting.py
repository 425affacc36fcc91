"""The next entries that a house may write in a league, and the things that it waits for.

Everything follows from the book, the house's key and the present moment, so a house that was
stopped at any point goes on from there."""

from collections.abc import Iterator
from typing import Final, Protocol

from msgspec import Struct

from bot.leagues.book import Book, read_book
from bot.leagues.entries import (
    ROOMS,
    AnySaid,
    EntersLeague,
    HouseKey,
    LeagueEntry,
    OpensRound,
    PairingConceded,
    Room,
    RoomPlayed,
    RoomShown,
    SealsRound,
    SeenEntry,
    read_entry,
    record_hash,
    seal_of,
)
from bot.leagues.judging import LeagueVerdict
from bot.leagues.ledger import LeagueLedger, plan_of
from bot.leagues.rooms import BadRoom, RoomPlan, bare, points_of_room
from bot.leagues.terms import DAY, Fixture, LeagueTerms, problems
from bot.tournaments.state import NOBODY
from engine.fairness.beacon import Pulse

AHEAD: Final = DAY
"""Seconds before a round begins from which its secret is sealed."""

_OF_A_CHAIN: Final = ("LI-05", "LI-06")
"""Faults after which a house may write nothing: it would sign one number twice."""


class NotNow(Exception):
    """The house may not write this entry, or not yet."""


class RoomToPlay(Struct, frozen=True):
    """A room of this house whose deals are known and that is not over."""

    fixture: Fixture
    room: Room
    beacon_round: int
    """The round of the beacon that goes into its deals; 0: the league has no beacon."""


class LeagueHouse(Protocol):
    """A house that keeps its book in some place. Each method may take long, and raises
    :class:`NotNow`, :class:`bot.leagues.book.NoLeague` or ``OSError``."""

    def desk(self) -> "LeagueDesk":
        """The desk of the house, at which it reads and writes its book."""

    def go_on(self) -> "LeagueDesk":
        """Writes all entries that are due, and shows the records that may be shown."""

    def report(self, fixture: Fixture, room: Room, text: str) -> None:
        """Writes that a room is over, and keeps the room's record until it may be shown."""

    def verdict(self) -> LeagueVerdict:
        """The results and the table."""


class LeagueDesk:
    """The desk at which a house reads and writes its book. ``data``: its file, which may be empty;
    ``moment``: the present moment, in UTC seconds since the epoch."""

    def __init__(self, key: HouseKey, data: bytes, moment: float) -> None:
        self._key = key
        self._data = data
        self._now = int(moment)
        self._book: Book | None = None
        self._entries: dict[bytes, LeagueEntry] = {}
        """By line, the entries that were read before."""

    @property
    def data(self) -> bytes:
        """The file with all entries that were added."""
        return self._data

    def book(self) -> Book:
        """The book as it is now. Raises :class:`bot.leagues.book.NoLeague`."""
        if self._book is None:
            self._book = read_book({"": self._data}, self._entry)
        return self._book

    def ledger(self) -> LeagueLedger:
        """The entries of the houses so far, sorted by kind."""
        return LeagueLedger(self.book())

    def enter(self, terms: LeagueTerms) -> None:
        """Signs the terms. Raises :class:`NotNow` if they are wrong, or not those of the file."""
        if told := ", ".join(problems(terms)):
            raise NotNow(told)
        if terms.house(self._key.public) == NOBODY:
            raise NotNow("the terms do not name this house's key")
        if not self._data:
            self._write(
                LeagueEntry(terms.id, self._key.public, 1, "", (), self._now, EntersLeague(terms))
            )
            return
        if self.book().league != terms.id:
            raise NotNow("the file is of another league, or of other terms")
        if not self._chain():
            self._say(EntersLeague(terms))

    def go_on(self) -> None:
        """Writes all entries that are due: seals, secrets, records. Raises :class:`NotNow` before
        the house has entered."""
        if not self._chain():
            raise NotNow("this house has not entered the league yet")
        while (said := next(self._due(), None)) is not None:
            self._say(said)

    def rooms(self) -> Iterator[RoomToPlay]:
        """The rooms of this house that can be played now."""
        ledger, house = self.ledger(), self._house()
        for fixture in ledger.fixtures.values():
            if ledger.secrets(fixture.round) and not self._is_conceded(ledger, fixture):
                due = ledger.beacon_round(fixture.round)
                for room, its_house in zip(ROOMS, fixture.houses, strict=True):
                    key = (*fixture.place, room)
                    if its_house == house and key not in ledger.played:
                        yield RoomToPlay(fixture, room, due)

    def plan(self, fixture: Fixture, pulse: Pulse | None) -> RoomPlan:
        """The deals of a pairing. ``pulse``: the round of the beacon that is due for it."""
        plan = plan_of(self.ledger(), fixture, pulse)
        if plan is None:
            raise NotNow("not all houses have opened their secrets")
        return plan

    def report(self, fixture: Fixture, room: Room, text: str, pulse: Pulse | None) -> None:
        """Writes that a room is over, with the hash of its record. The house keeps the text of the
        record until both rooms are over. Raises :class:`NotNow` if the record is not right."""
        text = bare(text)
        try:
            points = points_of_room(self.plan(fixture, pulse), text)
        except BadRoom as bad:
            raise NotNow(f"{bad.article}: {bad}") from None
        key = (*fixture.place, room)
        if fixture.houses[ROOMS.index(room)] != self._house() or key in self.ledger().played:
            raise NotNow("this house has no such room, or it is over already")
        total = (sum(hand[0] for hand in points), sum(hand[1] for hand in points))
        self._say(RoomPlayed(*key, record=record_hash(text), points=total))

    def show(self, fixture: Fixture, room: Room, text: str) -> bool:
        """Shows the record of a room if both are over. Returns whether it is shown."""
        ledger, text = self.ledger(), bare(text)
        key = (*fixture.place, room)
        others = [ledger.played.get((*key[:2], other)) for other in ROOMS]
        mine = ledger.played.get(key)
        if key in ledger.shown or not all(others) or mine is None:
            return key in ledger.shown
        if mine.record != record_hash(text):
            raise NotNow("it is not the record that the room had when it was over")
        self._say(RoomShown(*key, record=text))
        return True

    @property
    def number(self) -> int:
        """The number of this house. Raises :class:`NotNow`."""
        return self._house()

    def word_of_club(self, club: int) -> str:
        """The word of a club of this house: its administrator says it to the bot once."""
        return self._key.word(self.book().league, "club", club)

    def word_of_team(self, team: int) -> str:
        """The word of a team of this house, or a guest team: a player says it to the bot once."""
        return self._key.word(self.book().league, "equipo", team)

    def concede(self, fixture: Fixture, team: int) -> None:
        """Gives a pairing of a team of this house to the other team."""
        terms = self.book().terms
        if team not in (fixture.one, fixture.other) or terms.house_of(team) != self._house():
            raise NotNow("this house has no such team there")
        if not self._is_conceded(self.ledger(), fixture):
            self._say(PairingConceded(fixture.round, fixture.board, team))

    def waits_for(self) -> Iterator[str]:
        """The things that must happen before this house can go on, in plain English: entries of
        other houses, or the passing of time."""
        ledger, terms = self.ledger(), self.book().terms
        houses = range(len(terms.houses))
        entered = zip(terms.houses, self.book().chains, strict=True)
        if missing := [house.name for house, chain in entered if not chain]:
            yield f"{', '.join(missing)} to enter"
            return
        for round in range(1, terms.rounds + 1):
            if terms.starts(round) - AHEAD > self._now:
                return
            for said, word in ((ledger.seals, "seal"), (ledger.opened, "secret")):
                missing = [
                    terms.houses[house].name for house in houses if (round, house) not in said
                ]
                if missing:
                    yield f"round {round}: the {word} of {', '.join(missing)}"
                    break
            else:
                yield from self._rooms_elsewhere(ledger, round)

    def _rooms_elsewhere(self, ledger: LeagueLedger, round: int) -> Iterator[str]:
        """The rooms that other houses still have to play, or to show, in a round that is dealt."""
        for fixture in ledger.fixtures.values():
            if fixture.round != round or self._is_conceded(ledger, fixture):
                continue
            keys = [(round, fixture.board, room) for room in ROOMS]
            over = all(key in ledger.played for key in keys)
            said, word = (ledger.shown, "record of the") if over else (ledger.played, "end of the")
            for key, house in zip(keys, fixture.houses, strict=True):
                if key not in said and house != self._house():
                    name = ledger.terms.houses[house].name
                    yield f"round {round} board {fixture.board}: the {word} {key[2]} room at {name}"

    def _due(self) -> Iterator[AnySaid]:
        ledger, house = self.ledger(), self._house()
        book, terms = self.book(), self.book().terms
        entered = all(book.chains)
        houses = range(len(terms.houses))
        for round in range(1, terms.rounds + 1):
            if terms.starts(round) - AHEAD > self._now or not entered:
                return
            secret = self._key.secret(book.league, round)
            if (round, house) not in ledger.seals:
                seal = seal_of(book.league, round, self._key.public, secret)
                yield SealsRound(round, seal.hex())
            sealed = all((round, other) in ledger.seals for other in houses)
            if sealed and terms.starts(round) <= self._now and (round, house) not in ledger.opened:
                yield OpensRound(round, secret.hex())

    def _is_conceded(self, ledger: LeagueLedger, fixture: Fixture) -> bool:
        return fixture.place in ledger.conceded

    def _house(self) -> int:
        house = self.book().terms.house(self._key.public)
        if house == NOBODY:
            raise NotNow("this house's key is not one of the league")
        return house

    def _chain(self) -> tuple[LeagueEntry, ...]:
        return self.book().chains[self._house()]

    def _say(self, said: AnySaid) -> None:
        book, mine, house = self.book(), self._chain(), self._house()
        broken = (fault for fault in book.faults if fault.article in _OF_A_CHAIN)
        if any(house in (fault.house, fault.about) for fault in broken):
            raise NotNow("this file lacks entries of this house; add the newest file that it gave")
        newest = [(one, chain[-1]) for one, chain in enumerate(book.chains) if chain]
        seen = tuple(
            SeenEntry(one, entry.number, entry.hash) for one, entry in newest if one != house
        )
        latest = max([self._now, *(entry.at for _, entry in newest)])
        if latest > self._now + AHEAD:
            raise NotNow("an entry is more than a day later than this house's clock")
        before = mine[-1].hash if mine else ""
        self._write(
            LeagueEntry(book.league, self._key.public, len(mine) + 1, before, seen, latest, said)
        )

    def _entry(self, line: bytes) -> LeagueEntry:
        if line not in self._entries:
            self._entries[line] = read_entry(line)
        return self._entries[line]

    def _write(self, entry: LeagueEntry) -> None:
        self._data += self._key.signed(entry) + b"\n"
        self._book = None
