"""Profiles: the results of a person in all communities, and their level."""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.community.saved_settings import SavedSettings
from bot.messages import PersonId
from bot.store import Store
from bot.store.queries import profile_queries, result_queries, scoreboard_queries
from bot.store.results.badges import in_order
from bot.store.results.model import Badge, Rating, Standing, Statistics
from bot.store.results.ratings import shown
from bot.store.results.standings import ALONE, ALWAYS, EVERYWHERE, UNLISTED, Scope, month
from bot.store.results.statistics import counted, in_all
from engine.cards import SPANISH, Card
from engine.variants import VARIANTS

_CARDS: Final = "4c 5c 6c 7c 10c 11c 12c 1c 2c 3c 7o 7e 1b 1e"
LEVELS: Final[tuple[Card, ...]] = tuple(map(SPANISH.read, _CARDS.split()))
"""The levels are the cards of truco argentino, the weakest first: one of each rank."""
_STEP: Final = 50
"""The ranking points from the first level to the second. Each step is larger by this number."""
VISIBLE: Final = "profile_visible"
"""The setting of a person who lets others see the profile."""
FILM_HIDDEN: Final = "film_hidden"
"""The setting of a person who is called *somebody* in films."""

_RATINGS: Final = 6
"""The most ratings that a profile shows."""
_CURVE: Final = 20
"""The most matches in the curve of a rating."""


class Level(Struct, frozen=True):
    """A level by ranking points."""

    number: int
    """From 1."""
    card: Card
    missing: int
    """Ranking points up to the next level; 0: this is the highest level."""


def level(earned: int) -> Level:
    """The level of a person with this many ranking points."""
    number = max(reached for reached in range(1, len(LEVELS) + 1) if threshold(reached) <= earned)
    missing = threshold(number + 1) - earned if number < len(LEVELS) else 0
    return Level(number, LEVELS[number - 1], missing)


def threshold(number: int) -> int:
    """The ranking points with which a level is reached."""
    return _STEP * number * (number - 1) // 2


class RatingCurve(Struct, frozen=True):
    """A person's rating and how it developed."""

    rating: Rating
    curve: tuple[int, ...]
    """The rating as it was shown after each of the last matches, the newest last."""


class Profile(Struct, frozen=True):
    """A person's sums over all communities, of matches in which other people played too.
    Statistics and badges are of all matches."""

    whole: Standing | None
    """``None``: no such match has ended yet."""
    month: Standing | None
    """The sums of this month."""
    games: tuple[tuple[str, Standing], ...]
    """The sums by game; the game played most comes first."""
    visible: bool
    """Others may see it."""
    listed: bool = True
    """The person stands on scoreboards of all communities."""
    ratings: tuple[RatingCurve, ...] = ()
    """The ratings; the one with the most matches comes first."""
    statistics: Statistics | None = None
    """The counts of the person's play in all matches; ``None``: none was counted."""
    badges: tuple[Badge, ...] = ()
    """The newest first."""
    alone: Standing | None = None
    """The sums of matches against robots alone. Only the person reads them."""


class Profiles:
    """Everybody's profiles, from stored sums."""

    def __init__(self, store: Store, settings: SavedSettings) -> None:
        self._store = store
        self._settings = settings

    async def of(self, person: PersonId, now: float) -> Profile:
        """A person's profile at this moment (seconds UTC)."""
        scopes = [Scope(EVERYWHERE), *(Scope(EVERYWHERE, variant) for variant in VARIANTS)]
        whole, *each = await self._store.read(scoreboard_queries.sums_of, person, scopes, ALWAYS)
        (this_month,) = await self._store.read(
            scoreboard_queries.sums_of, person, scopes[:1], month(now)
        )
        (alone,) = await self._store.read(
            scoreboard_queries.sums_of, person, [Scope(ALONE)], ALWAYS
        )
        games = [
            (game, standing)
            for game, standing in zip(VARIANTS, each, strict=True)
            if standing is not None
        ]
        games.sort(key=lambda played: -played[1].matches)
        hidden = UNLISTED in await self._settings.of(person)
        return Profile(
            whole,
            this_month,
            tuple(games),
            await self.is_visible(person),
            not hidden,
            await self._ratings(person),
            in_all(person, sums)
            if (sums := await self._store.read(profile_queries.statistics_of, person))
            else None,
            await self.badges_of(person),
            alone,
        )

    async def shown_to_others(self, person: PersonId, now: float) -> Profile:
        """The profile as others see it, without matches against robots alone: statistics and badges
        are those of the matches in which other people played too."""
        profile = await self.of(person, now)
        if profile.alone is None:
            return profile
        results = await self._store.read(result_queries.all_results_of, person)
        sums, badges = counted(result for result in results if not result.alone)
        statistics = in_all(person, sums) if sums else None
        return replace(profile, alone=None, statistics=statistics, badges=_newest_first(badges))

    async def head_to_head(self, one: PersonId, other: PersonId) -> tuple[int, int]:
        """How many matches against each other two people have won, over all communities."""
        return await self._store.read(result_queries.head_to_head, one, other)

    async def badges_of(self, person: PersonId) -> tuple[Badge, ...]:
        """A person's badges, the newest first."""
        return _newest_first(await self._store.read(profile_queries.badges_of, person))

    async def _ratings(self, person: PersonId) -> tuple[RatingCurve, ...]:
        made = []
        for rating in (await self._store.read(profile_queries.ratings_of, person))[:_RATINGS]:
            rows = await self._store.read(profile_queries.rated_of, rating, _CURVE)
            made.append(RatingCurve(rating, tuple(shown(row)[0] for row in rows)))
        return tuple(made)

    async def is_visible(self, person: PersonId) -> bool:
        """Whether others may see this person's profile. It is hidden until the person shows it."""
        return bool((await self._settings.of(person)).get(VISIBLE))

    async def let_list(self, person: PersonId, *, listed: bool) -> None:
        """Puts the person on the scoreboards of all communities, or takes them off all of these."""
        await self._settings.save(person, **{UNLISTED: "" if listed else "1"})

    async def let_see(self, person: PersonId, *, visible: bool) -> None:
        """Shows the person's profile to others, or hides it from them."""
        await self._settings.save(person, **{VISIBLE: "1" if visible else ""})


def _newest_first(badges: Iterable[Badge]) -> tuple[Badge, ...]:
    """Badges of one moment stand in the order of :func:`bot.store.results.badges.in_order`."""
    found = {badge.badge: badge for badge in badges}
    return tuple(sorted((found[name] for name in in_order(found)), key=lambda badge: -badge.at))
