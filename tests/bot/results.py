"""Results of made-up matches, and what scoreboards, ratings and profiles must make of them."""

import json
import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from bot.messages import CommunityId, PersonId
from bot.store import Changes
from bot.store.model import NUMBERS
from bot.store.results.model import MatchResult, Standing, Transfer
from bot.store.results.standings import ALWAYS, EVERYWHERE, Period, Scope
from engine.variants import VARIANTS
from tests.bot.store.test_store import step

ADA, BRUNO, CIRO, DORA = "discord:1", "telegram:2", "discord:3", "telegram:4"
"""People with an account."""
HERE, THERE = "discord:9", "telegram:8"
"""Communities."""
DAY: Final = 86_400.0
NOON: Final = 15 * 3600.0
"""On the first day."""
BEGINNER: Final = (25.0, 25.0 / 3)
"""The rating before the first match, as openskill keeps it."""


def match(
    name: str,
    *people: tuple[PersonId, int, int] | tuple[PersonId, int, int, bool],
    players: int = 0,
    community: str = HERE,
    variant: str = "argentino",
    at: float = NOON,
) -> Changes:
    """A match's results: of each person the account, what it is worth (20 won, 5 lost, 0 left),
    and whether the person plays for points, as everybody does who says nothing of it. The account
    0 has won unless somebody of another has."""
    players = players or len(people)
    rows = tuple(
        MatchResult(
            match=name,
            person=person,
            community=community,
            name=person.title(),
            won=worth == 20,
            points_for=12,
            points_against=3,
            at=at,
            account=account,
            variant=variant,
            players=players,
            ranked=ranked != (False,),
            worth=0 if ranked == (False,) else worth,
            seats=1 if players == 3 else players // 2,
        )
        for person, account, worth, *said in people
        for ranked in [tuple(said)]
    )
    return step(1, name, results=rows)


def with_counts(change: Changes, told: Sequence[str]) -> Changes:
    """The match, with what each person did in it."""
    (part,) = change.matches
    rows = [replace(row, counts=count) for row, count in zip(part.results, told, strict=True)]
    return replace(change, matches=(replace(part, results=tuple(rows)),))


def gift(name: str, payer: str, payee: str, amount: int) -> Changes:
    """Chips that one gives another."""
    return Changes(transfers=(Transfer(name, NOON, "daily", "", payer, payee, amount),))


def in_order(results: Iterable[MatchResult]) -> list[MatchResult]:
    """By time."""
    return sorted(results, key=lambda result: (result.at, result.match))


class Book:
    """What matches bring, in the order in which they are stored; kept without the code of the
    store."""

    def __init__(self, *changes: Changes) -> None:
        self.results: list[MatchResult] = []
        self.met: Counter[tuple[int, frozenset[PersonId]]] = Counter()
        """How often two adversaries met on a day."""
        self.ratings: dict[tuple[PersonId, str], list[tuple[float, float]]] = {}
        """Of each person and game, the rating after each match."""
        self.rated: set[tuple[CommunityId, PersonId, str]] = set()
        self.chips: Counter[PersonId] = Counter()
        self.hidden: set[PersonId] = set()
        """Who wants to stand on no scoreboard of all communities."""
        for change in changes:
            self.add(change)

    def add(self, change: Changes) -> None:
        """A match."""
        (part,) = change.matches
        meetings: dict[PersonId, list[int]] = {}
        for pair in {
            frozenset((result.person, other.person))
            for result in part.results
            for other in part.results
            if result.ranked and other.ranked and result.account != other.account
        }:
            # Midnight is at three in UTC.
            key = (int((part.results[0].at - 10_800) // DAY), pair)
            self.met[key] += 1
            for person in pair:
                meetings.setdefault(person, []).append(self.met[key])
        brought = []
        for result in part.results:
            meeting = min(meetings.get(result.person, [0]))
            earned = int(result.worth / 2 ** ((meeting - 1) // 5)) if meeting else 0
            brought.append(replace(result, meeting=meeting, earned=earned))
        self.results += brought
        if any(result.earned for result in brought):
            self._rate(brought)

    def _rate(self, results: Sequence[MatchResult]) -> None:
        """Places of robots, and of people who do not play for points, are a beginner's."""
        winner = 0 if any(result.won for result in results if result.account == 0) else 1
        rated = [result for result in results if result.meeting]
        teams = []
        for side in (0, 1):
            known = [self._rating(result) for result in rated if result.account == side]
            teams.append(known + [BEGINNER] * (results[0].seats - len(known)))
        after = {}
        for result in rated:
            won = winner == result.account and result.worth > 0
            mine, others = teams[result.account], teams[1 - result.account]
            after[result.person, result.variant] = weng_lin(self._rating(result), mine, others, won)
            for community in (result.community, EVERYWHERE):
                self.rated.add((community, result.person, result.variant))
        for key, strength in after.items():
            self.ratings.setdefault(key, []).append(strength)

    def _rating(self, result: MatchResult) -> tuple[float, float]:
        return self.ratings.get((result.person, result.variant), [BEGINNER])[-1]

    def erase_community(self, community: CommunityId) -> None:
        """Ratings stay, with what its matches did to them."""
        self.results = [result for result in self.results if result.community != community]
        self.rated = {place for place in self.rated if place[0] != community}

    def erase_person(self, person: PersonId) -> None:
        """What the others won of that person stays."""
        self.results = [result for result in self.results if result.person != person]
        self.met = Counter({key: times for key, times in self.met.items() if person not in key[1]})
        self.ratings = {key: told for key, told in self.ratings.items() if key[0] != person}
        self.rated = {place for place in self.rated if place[1] != person}
        self.chips.pop(person, None)
        self.hidden.discard(person)

    # --- what is read ----------------------------------------------------------------------------

    def is_listed(self, person: PersonId, community: str) -> bool:
        return community != EVERYWHERE or person not in self.hidden

    def people_in(self, community: str) -> set[PersonId]:
        """Everybody who has played there."""
        return {row.person for row in self.results if community in (row.community, EVERYWHERE)}

    def sums(self, scope: Scope, period: Period = ALWAYS) -> dict[PersonId, Standing]:
        """What the results of each person add up to."""
        rows: dict[PersonId, list[MatchResult]] = {}
        for row in in_order(self.results):
            if (
                scope.community in (EVERYWHERE, row.community)
                and scope.variant in ("", row.variant)
                and scope.players in (0, row.players)
                and period.holds(row.at)
            ):
                rows.setdefault(row.person, []).append(row)
        return {person: _added_up(theirs) for person, theirs in rows.items()}

    def standings(self, scope: Scope, period: Period = ALWAYS) -> list[Standing]:
        """The scoreboard, the first first."""
        sums = self.sums(scope, period).values()
        listed = [standing for standing in sums if self.is_listed(standing.person, scope.community)]
        return sorted(listed, key=rank)

    def purses(self, community: str) -> list[tuple[int, PersonId]]:
        """Everybody who has played there: the chips (as a negative number), the richest first."""
        there = self.people_in(community)
        return sorted(
            (-self.chips[person], person) for person in there if self.is_listed(person, community)
        )

    def statistics(self, person: PersonId) -> tuple[dict[str, int], dict[str, str]]:
        """The sums of all games together by name, and the first match of each badge."""
        sums: Counter[str] = Counter()
        badges: dict[str, str] = {}
        games: set[str] = set()
        for result in in_order(row for row in self.results if row.person == person and row.counts):
            told = json.loads(result.counts)
            before, (brought, _, left), answers = told[:9], told[9:12], told[12:]
            numbers = [*before, *(max(0, answer) for answer in answers)]
            did = dict(zip(NUMBERS, numbers, strict=True))
            if not did["hands"]:
                continue
            sums.update(did)
            if not left:
                sums["matches"] += 1
                games.add(result.variant)
            now = {*brought}
            now |= {"first_win"} if result.won else set()
            now |= {"ten_matches"} if sums["matches"] >= 10 else set()
            now |= {"liar"} if sums["bluffs"] >= 25 else set()
            now |= {"every_game"} if len(games) == len(VARIANTS) else set()
            for badge in now:
                badges.setdefault(badge, result.match)
        return {name: number for name, number in sums.items() if number}, badges


def _added_up(results: Sequence[MatchResult]) -> Standing:
    """One person's results, the first first."""
    runs = "".join("w" if result.won else " " for result in results)
    return Standing(
        person=results[-1].person,
        name=results[-1].name,
        won=runs.count("w"),
        lost=runs.count(" "),
        points_for=sum(result.points_for for result in results),
        points_against=sum(result.points_against for result in results),
        streak=len(runs) - len(runs.rstrip("w")),
        best_streak=max(map(len, runs.split(" "))),
        earned=sum(result.earned for result in results),
    )


def rank(standing: Standing) -> tuple[object, ...]:
    """Points, wins, fewer losses, the difference of points, then the name and the person."""
    return (
        -standing.earned,
        -standing.won,
        standing.lost,
        standing.points_against - standing.points_for,
        standing.name.casefold(),
        standing.person,
    )


def weng_lin(
    me: tuple[float, float],
    mine: Sequence[tuple[float, float]],
    others: Sequence[tuple[float, float]],
    won: bool,
) -> tuple[float, float]:
    """A rating after a match of two sides, by the formulas of Weng and Lin (Algorithm 4)."""
    drift, beta = (25 / 300) ** 2, 25 / 6
    variance = sum(sigma**2 + drift for _, sigma in mine)
    against = sum(sigma**2 + drift for _, sigma in others)
    c = math.sqrt(variance + against + 2 * beta**2)
    ahead = (sum(mu for mu, _ in mine) - sum(mu for mu, _ in others)) / c
    chance = 1 / (1 + math.exp(-ahead))
    own = me[1] ** 2 + drift
    shift = own / c * ((1 if won else 0) - chance)
    surer = own / c**2 * (math.sqrt(variance) / c) * chance * (1 - chance)
    return me[0] + shift, math.sqrt(own * (1 - surer))
