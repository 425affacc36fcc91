"""The puzzles of a person: the next one, the tries, and the ratings of the person and the puzzle.

The first answer counts, like a match between the person and the puzzle; later answers are there to
learn. A person's state is one setting of theirs, and a puzzle's rating is a setting of the puzzle.
Each change has a number that the store accepts once. So a press that reaches two processes is
counted once."""

import asyncio
from collections.abc import Mapping
from statistics import NormalDist
from typing import Final

from msgspec import Struct
from msgspec.json import Decoder
from msgspec.structs import replace

from bot.common.lived_time import Time
from bot.common.queues import Queues
from bot.messages import Accepted, PersonId
from bot.store import Store
from bot.store.changes import Changes, Committed
from bot.store.json_settings import JsonSetting
from bot.store.model import Setting, StoredAnswer
from bot.store.queries import people_queries
from bot.store.results.ratings import BEGINNER, SPREAD, Strength, met, points
from engine.puzzles import Puzzle, shipped
from engine.variants import VARIANTS

MINE: Final = "puzzles"
"""The setting of a person that holds their puzzles."""
RATING: Final = "puzzle"
"""The setting of a puzzle that holds its rating."""
TRIES: Final = 2
LEVELS: Final = ("justo", "facil", "dificil")
"""The levels: how hard the next puzzle is. A button names a level by its place in this list."""
_STEP: Final = 4.0
"""The distance of easy and hard puzzles from the person's rating, below and above (in openskill's
units; 160 points as shown)."""
_AWAY: Final = {"justo": 0.0, "facil": -_STEP, "dificil": _STEP}
_SURE: Final = 0.05
"""The first difficulty treats a puzzle that is missed less often than this, or solved less often,
as if it were exactly this."""
_AGAIN: Final = 5
"""The number of attempts to store a change if other processes are faster."""


class PuzzleHistory(Struct, frozen=True):
    """A person's state."""

    mu: float = BEGINNER.mu
    sigma: float = BEGINNER.sigma
    solved: int = 0
    """The number of puzzles solved at the first try."""
    number: int = 0
    """The number of changes so far."""
    since: float = 0.0
    """When the person asked for their first puzzle, in UTC seconds since the epoch."""
    now: str = ""
    """The puzzle before the person; empty: none yet."""
    level: str = LEVELS[0]
    tried: tuple[int, ...] = ()
    """The answers that were tried at that puzzle, by their places."""
    change: int = 0
    """The points by which that puzzle has changed the rating."""
    seen: tuple[str, ...] = ()
    """The puzzles that have counted."""

    @property
    def strength(self) -> Strength:
        """The person's rating."""
        return Strength(self.mu, self.sigma)


HISTORY: Final = JsonSetting(MINE, Decoder(PuzzleHistory))


class PuzzleShown(Struct, frozen=True):
    """A puzzle in its present state, for its person."""

    puzzle: Puzzle
    mine: PuzzleHistory
    difficulty: int
    """The rating of the puzzle, as people read it."""

    @property
    def is_solved(self) -> bool:
        """Whether the best answer was found, or one that comes to the same."""
        return not set(self.puzzle.right).isdisjoint(self.mine.tried)

    @property
    def is_over(self) -> bool:
        """Whether the explanation is told."""
        return self.is_solved or self.left <= 0

    @property
    def left(self) -> int:
        """The number of tries that are left."""
        puzzle = self.puzzle
        return min(TRIES, len(puzzle.answers) - len(puzzle.right)) - len(self.mine.tried)


class NoPuzzle(Struct, frozen=True):
    """There is no puzzle. ``why``: the id of the message that says so."""

    why: str
    variant: str = ""


class Puzzles:
    """The puzzles of all people."""

    def __init__(self, store: Store, queues: Queues, time: Time) -> None:
        self._store = store
        self._queues = queues
        self._time = time

    async def ask(self, person: PersonId, variant: str, level: str) -> PuzzleShown | NoPuzzle:
        """The puzzle that this person is solving. If they have none of this game, or it is over, a
        new one of this game and level."""
        async with self._queues.turn(f"puzzles {person}"):
            mine = await self.of(person)
            for _ in range(_AGAIN):
                found = await self._shown(mine)
                if found is not None and not found.is_over and found.puzzle.variant == variant:
                    return found
                chosen = await self._choose(mine, variant, level)
                if chosen is None:
                    return await self._none(variant)
                made = replace(mine, now=chosen.id, level=level, tried=(), change=0)
                if (kept := await self._keep(person, mine, made)) is not None:
                    return PuzzleShown(chosen, kept, points((await self._rating(chosen)).mu))
                mine = await self._newest(person)
        return NoPuzzle("puzzle.busy")

    async def answer(self, person: PersonId, id: str, place: int) -> PuzzleShown | NoPuzzle:
        """The puzzle after an answer. An answer again, or after its end, changes nothing."""
        async with self._queues.turn(f"puzzles {person}"):
            mine = await self.of(person)
            found = await self._shown(mine)
            if found is None or found.puzzle.id != id:
                return NoPuzzle("puzzle.gone") if found is None else found
            if found.is_over or place in mine.tried or place >= len(found.puzzle.answers):
                return found
            counts = not mine.tried and id not in mine.seen
            made = replace(mine, tried=(*mine.tried, place))
            rating = await self._rating(found.puzzle)
            right = place in found.puzzle.right
            if counts:
                after, _ = met(mine.strength, rating, right)
                made = replace(
                    made,
                    mu=after.mu,
                    sigma=after.sigma,
                    solved=mine.solved + right,
                    change=points(after.mu) - points(mine.mu),
                    seen=(*mine.seen, id),
                )
            kept = await self._keep(person, mine, made)
            if kept is None:  # another process was faster: what stands now is told
                return await self._shown(await self._newest(person)) or NoPuzzle("puzzle.gone")
            if counts:
                rating = await self._move(found.puzzle, mine.strength, right)
            return PuzzleShown(found.puzzle, kept, points(rating.mu))

    async def of(self, person: PersonId) -> PuzzleHistory:
        settings = await self._store.settings_of(person)
        return HISTORY.read(settings) or PuzzleHistory(since=self._time.utc())

    async def _newest(self, person: PersonId) -> PuzzleHistory:
        """The state of this person, read from the store: another process has just changed it."""
        found = (await self._store.read(HISTORY.of_all)).get(person)
        return found or PuzzleHistory(since=self._time.utc())

    async def _shown(self, mine: PuzzleHistory) -> PuzzleShown | None:
        for variant in VARIANTS:
            for puzzle in await _on_shelf(variant):
                if puzzle.id == mine.now:
                    return PuzzleShown(puzzle, mine, points((await self._rating(puzzle)).mu))
        return None

    async def _choose(self, mine: PuzzleHistory, variant: str, level: str) -> Puzzle | None:
        """The next puzzle: of those not seen yet, the nearest to the wanted rating (the person's
        own, shifted by the level). The puzzle that the person is solving comes last."""
        wanted = mine.mu + _AWAY[level]
        ratings = await self._ratings()
        unseen = [puzzle for puzzle in await _on_shelf(variant) if puzzle.id not in mine.seen]
        return min(
            unseen,
            key=lambda puzzle: (
                puzzle.id == mine.now,
                abs(_read(puzzle, ratings)[0].mu - wanted),
                puzzle.id,
            ),
            default=None,
        )

    async def _none(self, variant: str) -> NoPuzzle:
        some = await _on_shelf(variant)
        return NoPuzzle("puzzle.all" if some else "puzzle.none", variant)

    async def _keep(
        self, person: PersonId, before: PuzzleHistory, after: PuzzleHistory
    ) -> PuzzleHistory | None:
        """Stores a change and returns it; ``None``: another one came since ``before`` was read."""
        made = replace(after, number=before.number + 1)
        answer = StoredAnswer(
            person, f"puzzle {made.since} {made.number}", Accepted(), self._time.utc()
        )
        change = Changes(answer=answer, settings=(HISTORY.row(person, made),))
        (outcome,) = await self._store.commit([change])
        return made if isinstance(outcome, Committed) else None

    async def _rating(self, puzzle: Puzzle) -> Strength:
        return _read(puzzle, await self._ratings())[0]

    async def _ratings(self) -> dict[str, str]:
        """The present ratings of all puzzles that somebody has tried."""
        return await self._store.read(people_queries.settings_named, RATING)

    async def _move(self, puzzle: Puzzle, person: Strength, right: bool) -> Strength:
        """Stores and returns the puzzle's rating after a person's first answer."""
        rating = FIRST
        for _ in range(_AGAIN):
            rating, number = _read(puzzle, await self._ratings())
            _, after = met(person, rating, right)
            owner, text = _owner(puzzle), f"{after.mu} {after.sigma} {number + 1}"
            answer = StoredAnswer(owner, f"puzzle {number + 1}", Accepted(), self._time.utc())
            (outcome,) = await self._store.commit(
                [Changes(answer=answer, settings=(Setting(owner, RATING, text),))]
            )
            if isinstance(outcome, Committed):
                return after
        return rating


FIRST: Final = Strength(BEGINNER.mu, BEGINNER.sigma / 2)
"""The first rating of a puzzle. It is surer than a person's: robots have tried it."""


async def _on_shelf(variant: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game. Reading them for the first time takes a while, so a thread does it."""
    return (await asyncio.to_thread(shipped, variant)).puzzles


def _owner(puzzle: Puzzle) -> str:
    """The owner of the setting that holds a puzzle's rating."""
    return f"puzzle:{puzzle.id}"


def _read(puzzle: Puzzle, ratings: Mapping[str, str]) -> tuple[Strength, int]:
    """The rating of a puzzle, and the number of people who have changed it."""
    text = ratings.get(_owner(puzzle), "")
    if not text:
        return Strength(first_difficulty(puzzle), FIRST.sigma), 0
    mu, sigma, number = text.split()
    return Strength(float(mu), float(sigma)), int(number)


def first_difficulty(puzzle: Puzzle) -> float:
    """The rating with which beginners would miss a puzzle as often as the lesser robots do."""
    misses = min(max(puzzle.misses, _SURE), 1 - _SURE)
    return BEGINNER.mu + SPREAD * NormalDist().inv_cdf(misses)
