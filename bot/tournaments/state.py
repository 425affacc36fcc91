"""The state of a tournament: its entrants, units and pairings.

A :class:`Tournament` never changes: each step (:mod:`bot.tournaments.steps`) makes a new one. Its
state follows from its steps alone."""

from enum import StrEnum
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.messages import MatchId, PersonId

NOBODY: Final = -1
"""No unit: the pairing of a unit that has a bye; the winner of a pairing that nobody has won."""
UNDECIDED: Final = -2
"""The winner of a pairing that is still open."""
MOST_ENTRANTS: Final = 64
"""The most people who may sign up."""
LEAST_UNITS: Final = 2
LONGEST_ARENA: Final = 240
"""The most minutes of an arena."""
USUAL_DAYS: Final = 7
MOST_DAYS: Final = 30
"""The most days of a round of a league."""
UNIT_SIZES: Final = (1, 2, 3)
"""The possible numbers of people in a unit."""


class Format(StrEnum):
    """The format of a tournament: the plan of its pairings."""

    ELIMINATION = "eliminacion"
    """A player who loses is out."""
    ROUND_ROBIN = "todos"
    """Everybody plays everybody once."""
    SWISS = "suizo"
    """A few rounds; each unit plays others that stand near it, and no unit twice."""
    ARENA = "arena"
    """For a set time, each free player plays the next free player."""
    LEAGUE = "liga"
    """Everybody plays everybody once, in rounds of days; each pairing when its people want."""


MOST_UNITS: Final = {Format.ROUND_ROBIN: 16, Format.LEAGUE: 16}
"""The formats that allow fewer units than people, with the most units of each."""


class Entrant(Struct, frozen=True, gc=False):
    """A person who has signed up."""

    person: PersonId
    """The person's id; empty: a robot in a unit."""
    name: str
    """The name, as shown."""
    partners: tuple[tuple[PersonId, str], ...] = ()
    """The chosen partners, by shown name, the newest last; nobody once units are formed."""
    stakes: tuple[int, ...] = ()
    """The numbers of the entrant's stakes that lie in the pot, or have lain there until the end.
    There are two if two entrants became one person after the start."""

    def has_chosen(self, person: PersonId) -> bool:
        """Whether the entrant wants to play with this person."""
        return any(chosen == person for chosen, _ in self.partners)

    def without(self, person: PersonId) -> "Entrant":
        """The same entrant, without this person among the chosen partners."""
        left = tuple(partner for partner in self.partners if partner[0] != person)
        return self if left == self.partners else replace(self, partners=left)


class Unit(Struct, frozen=True, gc=False):
    """The people who play together: one person, a pair or a trio. A unit's place in
    ``Tournament.units`` is its number; the strongest has 0."""

    people: tuple[Entrant, ...]
    out: bool = False
    """The unit plays no more: one of its people has left, or did not come to a match."""

    @property
    def of_robots(self) -> bool:
        """Whether no person plays in the unit."""
        return not any(entrant.person for entrant in self.people)


class Pairing(Struct, frozen=True, gc=False):
    """Two units that meet once, or one unit that has a bye."""

    round: int
    """The round, from 0. An arena has no rounds: there it is the pairing's number."""
    place: int
    """The place of the pairing in its round."""
    one: int
    """The unit on side A."""
    other: int
    """The unit on side B; :data:`NOBODY`: the first unit has a bye."""
    match: MatchId = ""
    """The match of the pairing; empty: none yet, or the pairing was decided without a match."""
    winner: int = UNDECIDED
    """The number of the unit that has won, :data:`NOBODY` or :data:`UNDECIDED`."""
    played: bool = False
    """Whether the pairing was decided at a table, by playing."""
    score: tuple[int, ...] = ()
    """The points of both sides in that match; empty: not played, or older than this field."""
    came: tuple[int, ...] = ()
    """In a league: the units that came to a table of this pairing that closed without a result."""
    attempts: int = 0
    """How many tables the pairing has had. One that brings no result is followed by another."""

    @property
    def is_open(self) -> bool:
        """Whether the pairing is not decided yet."""
        return self.winner == UNDECIDED

    @property
    def sides(self) -> tuple[int, int]:
        """The numbers of both units."""
        return (self.one, self.other)

    @property
    def is_bye(self) -> bool:
        """Whether the pairing has only one unit."""
        return NOBODY in self.sides


class Tournament(Struct, frozen=True, gc=False):
    """A tournament: first people sign up, then units are paired until it is over."""

    format: Format
    size: int = 1
    """The number of people in a unit."""
    minutes: int = 0
    """The length of an arena, in minutes; 0: the tournament is no arena."""
    entrants: tuple[Entrant, ...] = ()
    """The people who have signed up, in the order in which they did."""
    units: tuple[Unit, ...] = ()
    """The units, the strongest first; none before the start."""
    pairings: tuple[Pairing, ...] = ()
    """The pairings, in the order in which they were made."""
    closing: bool = False
    """The time of an arena is over: no new pairings are made. In a league: the time of a round is
    over, and no new table is opened before the next round."""
    begins: float = 0.0
    """When the tournament begins by itself, in UTC seconds since the epoch; 0: by its host."""
    robots: bool = False
    """At the start robots fill the missing places, so that nobody stays out, and nobody rests
    because an adversary is missing."""
    reminded: bool = False
    """People were told that the tournament begins soon; in a league, that the round ends soon."""
    days: int = 0
    """The length of a round of a league, in days; 0: the tournament is no league."""
    tables: tuple[MatchId, ...] = ()
    """The tournament's tables that are not over, even if their pairings or it itself are."""

    @property
    def begun(self) -> bool:
        """Whether the tournament has begun: its units are formed."""
        return bool(self.units)

    @property
    def open(self) -> tuple[Pairing, ...]:
        """The pairings that are not decided."""
        return tuple(pairing for pairing in self.pairings if pairing.is_open)

    @property
    def active(self) -> tuple[int, ...]:
        """The units that still play."""
        return tuple(number for number, unit in enumerate(self.units) if not unit.out)

    @property
    def takes_late(self) -> bool:
        """Whether people may sign up after it has begun. In an arena of singles a new player plays
        the next free player."""
        return self.format is Format.ARENA and self.size == 1 and not self.closing

    @property
    def chosen(self) -> tuple[PersonId, ...]:
        """The people who are chosen as partners, signed up or not."""
        return tuple(dict.fromkeys(who for entrant in self.entrants for who, _ in entrant.partners))

    @property
    def stakes(self) -> int:
        """The number of stakes that lie in the pot, or have lain there until the end."""
        return sum(len(entrant.stakes) for entrant in self.entrants)

    def with_stakes(self, person: PersonId, stakes: tuple[int, ...]) -> "Tournament":
        """The same tournament with these stakes of an entrant."""
        entrants = (
            replace(entrant, stakes=stakes) if entrant.person == person else entrant
            for entrant in self.entrants
        )
        return replace(self, entrants=tuple(entrants))

    def entrant(self, person: PersonId) -> Entrant | None:
        """The entrant of the person; ``None``: the person has not signed up."""
        return next((signed_up for signed_up in self.entrants if signed_up.person == person), None)

    def unit_of(self, person: PersonId) -> int:
        """The number of the person's unit; :data:`NOBODY`: they are in none. If two entrants became
        one person, that person has two; then this is the one that plays."""
        found = [
            number
            for number, unit in enumerate(self.units)
            if any(person and entrant.person == person for entrant in unit.people)
        ]
        return min(found, key=lambda number: self.units[number].out, default=NOBODY)

    def plays(self, person: PersonId) -> bool:
        """Whether the person's unit still plays."""
        return self.unit_of(person) in self.active

    def of_unit(self, unit: int) -> tuple[Pairing, ...]:
        return tuple(pairing for pairing in self.pairings if unit in pairing.sides)

    @property
    def round(self) -> int:
        """The newest round, from 0; -1: there is none."""
        return max((pairing.round for pairing in self.pairings), default=-1)

    def to_play(self, person: PersonId) -> Pairing | None:
        """The pairing of a league whose table this person may open now; ``None``: there is none."""
        unit = self.unit_of(person)
        if self.format is not Format.LEAGUE or self.closing or unit not in self.active:
            return None
        return next(
            (pairing for pairing in self.open if unit in pairing.sides and not pairing.match), None
        )

    def table_of(self, person: PersonId) -> MatchId:
        """The table at which the person plays now; empty: none."""
        unit = self.unit_of(person)
        found = (pairing.match for pairing in self.open if unit != NOBODY and unit in pairing.sides)
        return next(found, "")
