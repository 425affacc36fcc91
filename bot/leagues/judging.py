"""What a book of a league gives: the results, the table, and every fault (LI-08, LI-10 to LI-21).

It follows from the entries alone, so each house works out the same. What is wrong does not count,
and is named; what becomes of it, people decide.
"""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from bot.leagues.book import Book, LeagueFault
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
from bot.leagues.rooms import BadRoom, RoomPlan, bare, planned, points_of_room
from bot.leagues.scoring import PairingScore, scored
from bot.leagues.terms import Fixture, LeagueTerms, fixtures
from bot.tournaments.standings import Placing, standings
from bot.tournaments.state import NOBODY, UNDECIDED, Pairing, Tournament
from engine.fairness.beacon import Pulse
from engine.fairness.contributions import BadContribution, read_contributions
from engine.fairness.deal import AZAR_2
from engine.fairness.transcript import words_of

IsSigned = Callable[[Pulse, bytes], bool]
"""Whether the owner of this public key has signed the round of a beacon."""
RoomKey = tuple[int, int, Room]
"""Round, board, room."""


class LeagueResult(Struct, frozen=True):
    """What has become of a pairing."""

    fixture: Fixture
    scored: PairingScore | None = None
    """``None``: at least one room is not shown, or not right."""
    conceded: int = NOBODY
    """The team that gave it to the other one."""

    @property
    def winner(self) -> int:
        """A team; :data:`NOBODY`: both have as many IMPs; :data:`UNDECIDED`."""
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
    """How many deals it has won, and lost."""
    imps: tuple[int, int]
    """The IMPs that it has won, and that were won against it."""


class LeagueVerdict(Struct, frozen=True):
    """Everything that the files of a league give."""

    results: tuple[LeagueResult, ...]
    rows: tuple[LeagueRow, ...]
    """The best first."""
    faults: tuple[LeagueFault, ...]

    @property
    def holds(self) -> bool:
        """Nothing is wrong."""
        return not self.faults


class LeagueLedger:
    """What the houses of a book have said, each thing once."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.terms = book.terms
        self.faults: list[LeagueFault] = []
        self.fixtures = {(one.round, one.board): one for one in fixtures(book.terms)}
        self.seals: dict[tuple[int, int], tuple[str, int, int]] = {}
        """By round and house: the seal, the number of its entry and when it was written."""
        self.opened: dict[tuple[int, int], bytes] = {}
        """By round and house: the secret; empty: it was opened wrongly, and cannot be again, for
        others may have sealed theirs when they knew it."""
        self.played: dict[RoomKey, RoomPlayed] = {}
        self.shown: dict[RoomKey, str] = {}
        self.conceded: dict[tuple[int, int], int] = {}
        self._numbers: dict[RoomKey, int] = {}
        """The number of the entry that a room is over."""
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
        """Notes a fault."""
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
        known: tuple[int, ...],
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
        """Whether this is said for the first time."""
        if key in said:
            self.wrong("LI-08", "it has said so before", house, round, board)
        return key not in said

    def _open(self, house: int, round: int, secret: bytes, known: tuple[int, ...]) -> None:
        self.opened[round, house] = b""
        seal, *_ = self.seals.get((round, house), ("",))
        league, key = self.book.league, self.terms.houses[house].key
        if seal_of(league, round, key, secret).hex() != seal:
            self.wrong("LI-10", "the secret does not fit its seal", house, round)
            return
        for other in range(len(self.terms.houses)):
            sealed = self.seals.get((round, other))
            if sealed is None or sealed[1] > known[other]:
                told = "it has opened its secret before it had the seals of all houses"
                self.wrong("LI-11", told, house, round)
                return
        self.opened[round, house] = secret

    def _room(
        self, house: int, number: int, known: tuple[int, ...], said: RoomPlayed | RoomShown
    ) -> None:
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
        self, house: int, fixture: Fixture, place: RoomKey, known: tuple[int, ...], text: str
    ) -> None:
        round, board, _ = place
        both: tuple[RoomKey, ...] = tuple((round, board, room) for room in ROOMS)
        for other, key in zip(fixture.houses, both, strict=True):
            if self._numbers.get(key, known[other] + 1) > known[other]:
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


def judge(
    book: Book, is_signed: IsSigned, kept: Mapping[str, str] = MappingProxyType({})
) -> LeagueVerdict:
    """Every result, the table, and what is wrong. ``kept``: records that players have kept, by the
    names of their files."""
    ledger = LeagueLedger(book)
    judged = _Judge(ledger, is_signed)
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
    """The league as a tournament, with what has become of its pairings."""
    pairings = []
    for result in results:
        fixture, counts = result.fixture, result.scored
        played = counts is not None and result.conceded == NOBODY
        pairing = Pairing(fixture.round - 1, fixture.board - 1, fixture.one, fixture.other)
        score = counts.imps if counts is not None and played else ()
        pairings.append(replace(pairing, winner=result.winner, played=played, score=score))
    return replace(terms.tournament(), pairings=tuple(pairings))


class _Judge:
    """Looks at the rooms of each pairing."""

    def __init__(self, ledger: LeagueLedger, is_signed: IsSigned) -> None:
        self._ledger = ledger
        self._is_signed = is_signed
        self._signed: dict[Pulse, bool] = {}

    def result(self, fixture: Fixture) -> LeagueResult:
        """What has become of a pairing."""
        conceded = self._ledger.conceded.get((fixture.round, fixture.board), NOBODY)
        rooms = [self._points(fixture, room) for room in ROOMS]
        opened, closed = rooms
        if opened is None or closed is None:
            return LeagueResult(fixture, conceded=conceded)
        return LeagueResult(fixture, scored(opened, closed), conceded)

    def overdue(self) -> None:
        """What is missing of the rounds that were over before the files end (LI-20)."""
        ledger = self._ledger
        for round in range(1, ledger.terms.rounds + 1):
            if ledger.terms.starts(round + 1) < ledger.book.moment:
                for house, told, place in self._missing(round):
                    ledger.wrong("LI-20", told, house, round, *place)

    def compare(self, name: str, text: str) -> None:
        """A record that a player has kept is one of those that were shown (LI-22)."""
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
        """House, what it has not done, and where: only what nobody else had to do before."""
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
        """The points of each hand of a room; ``None``: it is not shown, or not right."""
        ledger, place = self._ledger, (fixture.round, fixture.board, room)
        text = ledger.shown.get(place)
        house = fixture.houses[ROOMS.index(room)]
        if text is None:
            return None
        pulse = self._pulse(fixture.round, text)
        plan = plan_of(ledger, fixture, pulse)
        if plan is None:
            told = "it was played before all houses had opened their secrets"
            ledger.wrong("LI-11", told, house, *place)
            return None
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
        """The round of the beacon in a record, where it is the one that was due and is signed."""
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
