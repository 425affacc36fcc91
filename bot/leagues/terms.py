"""The terms that the houses of a league have agreed on, and its pairings (LI-03, LI-09)."""

from collections.abc import Iterator
from typing import Annotated, Final

from msgspec import Meta, Struct
from msgspec.json import encode
from msgspec.structs import replace

from bot.chance import match_id_of
from bot.messages import MatchId
from bot.tournaments.round_robin import next_pairings
from bot.tournaments.state import MOST_UNITS, NOBODY, Entrant, Format, Tournament, Unit
from engine.errors import BadRules
from engine.fairness.beacon import KEY_SIZE, Chain
from engine.fairness.contributions import is_hex
from engine.fairness.hashes import HASH_SIZE, Hashes
from engine.rules.rule_set import DUPLICATE, HAND_CAP, LEGS, OF_DUPLICATE
from engine.state.table import Table
from engine.variants import VARIANTS, table_for

LIGA_1: Final = Hashes("truco-liga/1")
"""Every hash of a league begins with this name (LI-01)."""
DAY: Final = 86_400
"""Seconds."""
PLAYERS: Final = (2, 4)
"""The possible numbers of players in a room. A team has as many, for it plays in two."""

Count = Annotated[int, Meta(ge=0, lt=1 << 40)]
Name = Annotated[str, Meta(min_length=1, max_length=60, pattern=r"^[^\x00-\x1f\x7f]+$")]


class House(Struct, frozen=True, forbid_unknown_fields=True):
    """An instance of the bot that runs rooms of a league, with a key of its own."""

    name: Name
    key: str
    """Its public key for Ed25519, in hexadecimal digits."""


class LeagueClub(Struct, frozen=True, forbid_unknown_fields=True):
    """A community that enters teams."""

    name: Name
    house: Count
    """The number of its house."""


class LeagueTeam(Struct, frozen=True, forbid_unknown_fields=True):
    """The people of a club who play together. Their names stand nowhere in a league."""

    name: Name
    club: Count
    """The number of its club."""


class LeagueChain(Struct, frozen=True, forbid_unknown_fields=True):
    """The beacon whose rounds go into the deals (AZ-30)."""

    hash: str
    key: str
    genesis: Count
    period: Annotated[int, Meta(gt=0, lt=1 << 20)]

    @property
    def chain(self) -> Chain:
        """The same chain as a value of the fair deal."""
        return Chain(bytes.fromhex(self.hash), bytes.fromhex(self.key), self.genesis, self.period)


class LeagueTerms(Struct, frozen=True, forbid_unknown_fields=True):
    """The terms that every house of a league signs before anything is played."""

    name: Name
    variant: str
    players: Count
    """The number of players in a room: two or four."""
    deals: Count
    """The number of deals of each pairing, as :data:`engine.rules.rule_set.DUPLICATE` allows."""
    begins: Count
    """The moment at which the first round begins, in UTC seconds since the epoch."""
    days: Annotated[int, Meta(ge=1, le=60)]
    """The length of a round, in days."""
    houses: tuple[House, ...]
    clubs: tuple[LeagueClub, ...]
    teams: tuple[LeagueTeam, ...]
    """The strongest first, as far as that is known."""
    options: tuple[tuple[str, str], ...] = ()
    """The options of the game, in the order of their names; without those of duplicate matches."""
    beacon: LeagueChain | None = None
    """``None``: only the houses' chance goes into the deals."""

    @property
    def id(self) -> str:
        """The id of the league: the hash of its terms, in hexadecimal digits."""
        return LIGA_1.hashed("liga", encode(self, order="sorted")).hex()

    @property
    def rounds(self) -> int:
        """The number of rounds. In each of them every team plays or rests."""
        return len(self.teams) - 1 + len(self.teams) % 2

    def starts(self, round: int) -> int:
        """The moment at which a round begins and the round before it ends, in UTC seconds since the
        epoch. Rounds are counted from 1."""
        return self.begins + (round - 1) * self.days * DAY

    def house_of(self, team: int) -> int:
        return self.clubs[self.teams[team].club].house

    def house(self, key: str) -> int:
        """The number of the house with this public key; :data:`NOBODY`: there is none."""
        return next((at for at, house in enumerate(self.houses) if house.key == key), NOBODY)

    @property
    def room_options(self) -> dict[str, str]:
        """All options of every room, by name. Raises ``KeyError``."""
        return dict(self.options) | {
            DUPLICATE.name: str(self.deals),
            HAND_CAP.name: str(VARIANTS[self.variant].hand_cap),
            LEGS.name: LEGS.values[1],
        }

    def table(self) -> Table:
        """The table of every room. Raises :class:`engine.errors.BadRules` or ``KeyError``."""
        return table_for(self.variant, self.players, self.room_options)

    def tournament(self) -> Tournament:
        """The league as a tournament without pairings: each team is a unit."""
        units = tuple(Unit((Entrant("", team.name),)) for team in self.teams)
        return Tournament(Format.LEAGUE, units=units, days=self.days)


class Fixture(Struct, frozen=True):
    """Two teams of a league that meet, in an open and a closed room."""

    round: int
    """From 1."""
    board: int
    """The number of the pairing in its round, from 1."""
    one: int
    """The team that is side A in the open room, and side B in the closed one."""
    other: int
    houses: tuple[int, int]
    """The houses of the open and the closed room: the first team's and the other one's."""

    @property
    def place(self) -> tuple[int, int]:
        """Round and board: no other pairing of the league has both."""
        return self.round, self.board

    def match(self, league: str) -> MatchId:
        """The name that the records of both rooms have."""
        return match_id_of(LIGA_1.hashed("encuentro", league, self.round, self.board))


def fixtures(terms: LeagueTerms) -> Iterator[Fixture]:
    """The pairings in which each team meets each other team once, in the order of the rounds."""
    league = terms.tournament()
    while pairings := next_pairings(league):
        for pairing in pairings:
            if not pairing.is_bye:
                houses = terms.house_of(pairing.one), terms.house_of(pairing.other)
                round, board = pairing.round + 1, pairing.place + 1
                yield Fixture(round, board, pairing.one, pairing.other, houses)
        decided = (replace(pairing, winner=NOBODY) for pairing in pairings)
        league = replace(league, pairings=(*league.pairings, *decided))


def problems(terms: LeagueTerms) -> Iterator[str]:
    """The faults of these terms, in words; none: the terms are right."""
    most = MOST_UNITS[Format.LEAGUE]
    if not 2 <= len(terms.teams) <= most:
        yield f"teams: from 2 to {most}"
    if not terms.houses or any(not is_hex(house.key) for house in terms.houses):
        yield f"houses: each has a key of {HASH_SIZE} bytes"
    if any(club.house >= len(terms.houses) for club in terms.clubs):
        yield "clubs: each is of a house"
    if any(team.club >= len(terms.clubs) for team in terms.teams):
        yield "teams: each is of a club"
    for what, given in (
        ("houses", [house.key for house in terms.houses]),
        ("clubs", [club.name for club in terms.clubs]),
        ("teams", [team.name for team in terms.teams]),
    ):
        if len(set(given)) != len(given):
            yield f"{what}: one stands there twice"
    chain = terms.beacon
    if chain is not None and not (is_hex(chain.hash) and is_hex(chain.key, KEY_SIZE)):
        yield "beacon: hash and key in hexadecimal digits"
    yield from _bad_options(terms)


def _bad_options(terms: LeagueTerms) -> Iterator[str]:
    names = [name for name, _ in terms.options]
    if names != sorted(set(names)) or {spec.name for spec in OF_DUPLICATE} & {*names}:
        yield "options: in the order of their names, none of a duplicate match"
        return
    if terms.players not in PLAYERS:
        yield "players: 2 or 4"
        return
    if str(terms.deals) not in DUPLICATE.values:
        yield f"deals: {', '.join(DUPLICATE.values[1:])}"
        return
    try:
        terms.table()
    except KeyError:
        yield f"variant: there is no {terms.variant}"
    except BadRules as error:
        yield f"options: {dict(error.problems)}"
