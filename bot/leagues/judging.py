"""Works out the results, the table and every fault from the book of a league (LI-12 to LI-22).

Everything follows from the entries alone, so each house works out the same. Faulty entries do not
count, and each fault is named; people decide on its consequences."""

import math
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from bot.leagues.book import Book, LeagueFault
from bot.leagues.entries import ROOMS, Room
from bot.leagues.ledger import LeagueLedger, RoomKey, plan_of
from bot.leagues.rooms import BadRoom, bare, points_of_room
from bot.leagues.scoring import PairingScore, scored
from bot.leagues.terms import DAY, Fixture, LeagueTerms
from bot.tournaments.standings import Placing, standings
from bot.tournaments.state import NOBODY, UNDECIDED, Pairing, Tournament
from engine.fairness.beacon import IsSigned, Pulse
from engine.fairness.contributions import BadContribution, read_contributions
from engine.fairness.deal import AZAR_2
from engine.fairness.transcript import words_of


class LeagueResult(Struct, frozen=True):
    """The result of a pairing."""

    fixture: Fixture
    scored: PairingScore | None = None
    """The score of both rooms; ``None``: a room is not shown, or its record is wrong."""
    conceded: int = NOBODY
    """The team that gave the pairing to the other team."""

    @property
    def winner(self) -> int:
        """The team that won; :data:`NOBODY`: equal IMPs; :data:`UNDECIDED`: not known yet."""
        one, other = self.fixture.one, self.fixture.other
        if self.conceded != NOBODY:
            return other if self.conceded == one else one
        if self.scored is None:
            return UNDECIDED
        first, second = self.scored.imps
        return NOBODY if first == second else one if first > second else other


class LeagueRow(Struct, frozen=True):
    """A team in the table of a league."""

    placing: Placing
    team: str
    club: str
    deals: tuple[int, int]
    """The number of deals that the team has won, and lost."""
    imps: tuple[int, int]
    """The IMPs that the team has won, and that were won against it."""


class LeagueVerdict(Struct, frozen=True):
    """Everything that follows from the files of a league."""

    results: tuple[LeagueResult, ...]
    rows: tuple[LeagueRow, ...]
    """The best first."""
    faults: tuple[LeagueFault, ...]

    @property
    def holds(self) -> bool:
        return not self.faults


def judge(
    book: Book,
    is_signed: IsSigned,
    kept: Mapping[str, str] = MappingProxyType({}),
    now: float = math.inf,
) -> LeagueVerdict:
    """Every result, the table, and the faults. ``kept``: records that players have kept, by the
    names of their files. ``now``: in UTC seconds since the epoch. The moment of an entry may be at
    most a day later than ``now``, so that no house can make others late by a moment to come."""
    ledger = LeagueLedger(book)
    for house, chain in enumerate(book.chains):
        if any(entry.at > now + DAY for entry in chain):
            ledger.wrong("LI-07", "it has written a moment that has not come", house)
    judged = _Judge(ledger, is_signed, min(now, book.moment))
    results = tuple(judged.result(fixture) for fixture in ledger.fixtures.values())
    judged.overdue()
    for name, text in kept.items():
        judged.compare(name, text)
    faults = tuple(dict.fromkeys((*book.faults, *ledger.faults)))
    return LeagueVerdict(results, rows_of(book.terms, results), faults)


def rows_of(terms: LeagueTerms, results: tuple[LeagueResult, ...]) -> tuple[LeagueRow, ...]:
    """The table: that of a tournament in which each pairing has the IMPs as its score (LI-21)."""
    rows = []
    for placing in standings(as_tournament(terms, results)):
        team = terms.teams[placing.unit]
        deals, imps = [0, 0], [0, 0]
        for result in results:
            sides = (result.fixture.one, result.fixture.other)
            if result.scored is not None and placing.unit in sides and result.conceded == NOBODY:
                first = sides.index(placing.unit)
                for place, side in enumerate((first, 1 - first)):
                    deals[place] += result.scored.deals[side]
                    imps[place] += result.scored.imps[side]
        club = terms.clubs[team.club].name
        counts = (deals[0], deals[1]), (imps[0], imps[1])
        rows.append(LeagueRow(placing, team.name, club, *counts))
    return tuple(rows)


def as_tournament(terms: LeagueTerms, results: tuple[LeagueResult, ...]) -> Tournament:
    """The league as a tournament, with the results of its pairings."""
    pairings = []
    for result in results:
        fixture, counts = result.fixture, result.scored
        played = counts is not None and result.conceded == NOBODY
        pairing = Pairing(fixture.round - 1, fixture.board - 1, fixture.one, fixture.other)
        score = counts.imps if counts is not None and played else ()
        pairings.append(replace(pairing, winner=result.winner, played=played, score=score))
    return replace(terms.tournament(), pairings=tuple(pairings))


class _Judge:
    """Checks the rooms of each pairing."""

    def __init__(self, ledger: LeagueLedger, is_signed: IsSigned, moment: float) -> None:
        self._ledger = ledger
        self._moment = moment
        self._is_signed = is_signed
        self._signed: dict[Pulse, bool] = {}

    def result(self, fixture: Fixture) -> LeagueResult:
        conceded = self._ledger.conceded.get(fixture.place, NOBODY)
        rooms = [self._points(fixture, room) for room in ROOMS]
        opened, closed = rooms
        if opened is None or closed is None:
            return LeagueResult(fixture, conceded=conceded)
        return LeagueResult(fixture, scored(opened, closed), conceded)

    def overdue(self) -> None:
        """Notes as faults the entries missing in rounds that were over before the end (LI-20)."""
        ledger = self._ledger
        missing = {fault.about for fault in ledger.book.faults}
        for round in range(1, ledger.terms.rounds + 1):
            if ledger.terms.starts(round + 1) < self._moment:
                for house, told, place in self._missing(round):
                    if house not in missing:  # the entries that are not here may have it
                        ledger.wrong("LI-20", told, house, round, *place)

    def compare(self, name: str, text: str) -> None:
        """Checks that a record that a player has kept is one of the shown records (LI-22)."""
        ledger = self._ledger
        words = [words_of(line) for line in text.split("\n")]
        match = next((line[2] for line in words if line[:2] == ["proof", "match"] and line[2:]), "")
        places = {one.match(ledger.book.league): place for place, one in ledger.fixtures.items()}
        place = places.get(match)
        if place is None:
            ledger.faults.append(LeagueFault("LI-22", "it is of no room of the league", where=name))
            return
        shown = [ledger.shown.get((*place, room)) for room in ROOMS]
        if all(shown) and bare(text) not in shown:
            told = "a player has kept another record of it than any that was shown"
            ledger.faults.append(LeagueFault("LI-22", told, NOBODY, *place, where=name))

    def _missing(self, round: int) -> Iterator[tuple[int, str, tuple[int, str] | tuple[()]]]:
        """Each missing step as its house, the fault and the place. Only steps that did not have to
        wait for a missing step of another house count."""
        ledger = self._ledger
        houses = range(len(ledger.terms.houses))
        steps = ((ledger.seals, "it has not sealed"), (ledger.opened, "it has not opened"))
        for said, told in steps:
            late = [house for house in houses if (round, house) not in said]
            if late:
                yield from ((house, told, ()) for house in late)
                return
        for fixture in ledger.fixtures.values():
            if fixture.round == round and (round, fixture.board) not in ledger.conceded:
                keys: list[RoomKey] = [(round, fixture.board, room) for room in ROOMS]
                missing = [key for key in keys if key not in ledger.played]
                told = "the room was not played"
                if not missing:
                    missing = [key for key in keys if key not in ledger.shown]
                    told = "the record is not shown"
                for _, board, room in missing:
                    yield fixture.houses[ROOMS.index(room)], told, (board, room)

    def _points(self, fixture: Fixture, room: Room) -> tuple[tuple[int, int], ...] | None:
        """The points of each hand of a room; ``None``: its record is not shown, or not right."""
        ledger, place = self._ledger, (*fixture.place, room)
        text = ledger.shown.get(place)
        house = fixture.houses[ROOMS.index(room)]
        if text is None:
            return None
        pulse = self._pulse(fixture.round, text)
        plan = plan_of(ledger, fixture, pulse)
        if plan is None:
            return None  # the secrets are not all here, or the round has no deals
        if pulse is None and ledger.terms.beacon is not None:
            told = "its deals do not have the round of the beacon that was due"
            ledger.wrong("LI-12", told, house, *place)
            return None
        try:
            points = points_of_room(plan, text)
        except BadRoom as bad:
            ledger.wrong(bad.article, str(bad), house, *place)
            return None
        total = tuple(sum(hand[side] for hand in points) for side in (0, 1))
        if total != ledger.played[place].points:
            told = f"its record gives {total[0]} to {total[1]} points, and not what it has said"
            ledger.wrong("LI-17", told, house, *place)
            return None
        return points

    def _pulse(self, round: int, text: str) -> Pulse | None:
        """The beacon's round in a record; ``None``: not the one that was due, or not signed."""
        due, chain = self._ledger.beacon_round(round), self._ledger.terms.beacon
        lines = [words_of(line)[1:] for line in text.split("\n") if line.startswith("proof faro ")]
        if chain is None or len(lines) != 1:
            return None
        try:
            pulse = read_contributions(AZAR_2, lines, self._ledger.terms.players).pulse
        except BadContribution:
            return None
        if pulse is None or pulse.round != due or pulse.chain != chain.chain.hash:
            return None
        if pulse not in self._signed:
            self._signed[pulse] = self._is_signed(pulse, chain.chain.public_key)
        return pulse if self._signed[pulse] else None
