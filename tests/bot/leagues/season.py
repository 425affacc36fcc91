"""A league of houses in memory, whose rooms robots play, for the tests."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from random import Random

from bot.leagues.book import Book, read_book
from bot.leagues.entries import ROOMS, HouseKey, Room
from bot.leagues.hosting import LeagueDesk
from bot.leagues.judging import LeagueVerdict, judge
from bot.leagues.rooms import RoomPlan
from bot.leagues.terms import House, LeagueChain, LeagueClub, LeagueTeam, LeagueTerms
from bot.leagues.writing import RoomRecord, play_room
from engine.actions import Action, Range
from engine.fairness.beacon import SIGNATURE_SIZE, Chain, Pulse
from engine.seen.view import SeatView

BEGINS = 1_790_000_000
CHAIN = Chain(sha256(b"a chain").digest(), sha256(b"its key").digest() * 3, 1_000_000_000, 3)


def pulse(round: int) -> Pulse:
    """A round of the chain; its signature is no real one."""
    made = sha256(f"round {round}".encode()).digest() * 2
    return Pulse(CHAIN.hash, round, made[:SIGNATURE_SIZE])


def is_signed(given: Pulse, public_key: bytes) -> bool:
    """Whether it is one of these rounds."""
    return given == pulse(given.round) and public_key == CHAIN.public_key


@cache
def key(house: int) -> HouseKey:
    return HouseKey(sha256(f"house {house}".encode()).digest())


def terms_of(
    clubs: int = 2, houses: int = 2, beacon: bool = True, **changed: object
) -> LeagueTerms:
    """A league of clubs with a team each, the first half of them at the first house."""
    chain = LeagueChain(CHAIN.hash.hex(), CHAIN.public_key.hex(), CHAIN.genesis, CHAIN.period)
    given = {
        "name": "Liga de prueba",
        "variant": "argentino",
        "players": 2,
        "deals": 6,
        "begins": BEGINS,
        "days": 7,
        "houses": tuple(House(f"Casa {number}", key(number).public) for number in range(houses)),
        "clubs": tuple(
            LeagueClub(f"Club {number}", number * houses // clubs) for number in range(clubs)
        ),
        "teams": tuple(LeagueTeam(f"Equipo {number}", number) for number in range(clubs)),
        "beacon": chain if beacon else None,
    }
    return LeagueTerms(**(given | changed))  # type: ignore[arg-type]


@dataclass
class Houses:
    """The houses of a league; each has a file of its own, and the records of its rooms."""

    terms: LeagueTerms
    files: list[bytes] = field(default_factory=list)
    records: dict[tuple[int, int, Room], str] = field(default_factory=dict)
    moment: int = BEGINS
    entered: bool = False

    def __post_init__(self) -> None:
        if self.entered:
            return
        self.entered = True
        self.files = [b""] * len(self.terms.houses)
        for house in range(len(self.files)):
            desk = self.desk(house)
            desk.enter(self.terms)
            self.files[house] = desk.data
            self.exchange()

    def desk(self, house: int) -> LeagueDesk:
        return LeagueDesk(key(house), self.files[house], self.moment)

    def exchange(self) -> None:
        """Every house gets the files of all."""
        lines = {line for data in self.files for line in data.splitlines()}
        self.files = [b"".join(line + b"\n" for line in sorted(lines))] * len(self.files)

    def go_on(self) -> None:
        """Every house says what is due, twice, with the files of all between."""
        for _ in range(2):
            for house in range(len(self.files)):
                desk = self.desk(house)
                desk.go_on()
                self.files[house] = desk.data
                self.exchange()

    def play(self) -> None:
        """Every room that can be played is played and said to be over."""
        for house in range(len(self.files)):
            desk = self.desk(house)
            for due in [*desk.rooms()]:
                added = pulse(due.beacon_round) if self.terms.beacon else None
                text = played(desk.plan(due.fixture, added), due)
                desk.report(due.fixture, due.room, text, added)
                self.records[due.fixture.round, due.fixture.board, due.room] = text
            self.files[house] = desk.data
            self.exchange()

    def show(self) -> None:
        """Every record is shown."""
        for house in range(len(self.files)):
            desk = self.desk(house)
            for (round, board, room), text in self.records.items():
                fixture = desk.ledger().fixtures[round, board]
                if fixture.houses[ROOMS.index(room)] == house:
                    desk.show(fixture, room, text)
            self.files[house] = desk.data
            self.exchange()

    def round(self, round: int) -> None:
        self.moment = self.terms.starts(round)
        self.go_on()
        self.play()
        self.show()

    def book(self) -> Book:
        return read_book({f"{house}.liga": data for house, data in enumerate(self.files)})

    def verdict(self) -> LeagueVerdict:
        return judge(self.book(), is_signed)


class Careless:
    """A player who says and lays anything."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def choose(self, seen: SeatView) -> Action:
        step = self.rng.choice(seen.offered)
        if isinstance(step, Range):
            return Action(step.seat, step.verb, self.rng.randint(step.low, step.high))
        return step

    def claim(self, seen: SeatView) -> None:
        return None

    def speaker(self, views: Sequence[SeatView]) -> SeatView:
        return views[0]


def played(plan: RoomPlan, seed: object) -> str:
    """The record of a room."""
    record = RoomRecord(plan)
    return play_room(record, [Careless(Random(f"{seed} {seat}")) for seat in record.table.seats])
