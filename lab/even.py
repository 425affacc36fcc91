"""Measures the skills in whole matches, and whether a robot that follows a rating is even.

``python -m lab.even --variant paulista --pairs 50 --seed 1``: matches of each skill against the
one below it, in pairs with the same deals and the seats exchanged; points of rating follow.

``python -m lab.even --variant paulista --rated 40 --pairs 25 --seed 1 --made``: made players, one
of each skill and the textbook player, get a rating by ``--rated`` matches against robots of the
skill ``club``, as people get a rating; then each of them meets a robot that plays at that rating.
"""

import random
from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from math import log
from typing import Final

from msgspec.structs import replace

from bot.store.results.model import Rated
from bot.store.results.ratings import BEGINNER, START, beginner, counted, shown, with_match
from engine import robots
from engine.robots.players.levels import EVEN, even
from engine.robots.players.skills import CLUB, SKILLS
from engine.state.table import Table
from lab.arguments import arguments, table_of
from lab.players import PLAYERS, Player
from lab.robots import has_won, matches

POINTS: Final = 316
"""Points of rating for one unit of the logarithm of the odds of a match. With openskill's usual
numbers this is right after 30 to 100 matches against people of 1500 ± 160. The number was found
with drawn results (60 people each, who win 12, 30 or 64 matches of a hundred)."""


def points(chance: float) -> float:
    """The difference of ratings at which a player wins this share of its matches."""
    return POINTS * log(chance / (1 - chance))


def skills_in_matches(table: Table, pairs: int, seed: int) -> Iterator[str]:
    """Each skill against the one below it."""
    for better, worse in pairwise(SKILLS):
        chance, half = matches(table, PLAYERS[better], PLAYERS[worse], pairs, f"{seed} {better}")
        low, high = (
            points(min(max(bound, 0.01), 0.99)) for bound in (chance - half, chance + half)
        )
        yield (
            f"{better} - {worse}: {100 * chance:.0f} ± {100 * half:.0f} % of {2 * pairs} matches, "
            f"{points(min(max(chance, 0.01), 0.99)):+.0f} points ({low:+.0f} to {high:+.0f})"
        )


def rating_of(table: Table, who: str, count: int, seed: str) -> int:
    """The rating of a made player after this many matches against robots of the skill ``club``. The
    robots have the rating of a person without results, but with a low uncertainty."""
    rating, draw = beginner(who, table.rules.variant, who), random.Random(seed)
    for number in range(count):
        deals, swapped = draw.getrandbits(64), number % 2 == 1
        winner = (
            0 if has_won(table, PLAYERS[who], PLAYERS[CLUB.name], deals, swapped=swapped) else 1
        )
        rows = [
            Rated(
                match=str(number),
                place=place,
                person=str(place),
                variant=rating.variant,
                players=2,
                number=number + 1,
                at=0,
                account=place,
                seats=1,
                left=False,
                winner=winner,
                mu_before=mu,
                sigma_before=sigma,
                mu=0.0,
                sigma=0.0,
            )
            for place, (mu, sigma) in enumerate(((rating.mu, rating.sigma), (BEGINNER.mu, 4.0)))
        ]
        mu, sigma = counted(rows)[0]
        rating = with_match(rating, replace(rows[0], mu=mu, sigma=sigma), who)
    return shown(rating)[0]


def made_players(table: Table, count: int, pairs: int, seed: int) -> Iterator[str]:
    for who in (*SKILLS, "honest"):
        rating = rating_of(table, who, count, f"{seed} {who} rated")
        choose = partial(robots.choose, skill=even(rating - START))
        rival = Player(EVEN, choose, agree=True)
        chance, half = matches(table, PLAYERS[who], rival, pairs, f"{seed} {who}")
        yield (
            f"{who}: rated {rating} after {count} matches, wins {100 * chance:.0f} ± "
            f"{100 * half:.0f} % of {2 * pairs} matches against a robot at that rating"
        )


def main() -> None:
    """Print the comparisons."""
    reader = arguments(__doc__, "paulista")
    reader.add_argument("--pairs", type=int, default=50)
    reader.add_argument("--rated", type=int, default=40)
    reader.add_argument("--made", action="store_true")
    given = reader.parse_args()
    table = table_of(given)
    lines = (
        made_players(table, given.rated, given.pairs, given.seed)
        if given.made
        else skills_in_matches(table, given.pairs, given.seed)
    )
    for line in lines:
        print(f"{given.variant}: {line}", flush=True)


if __name__ == "__main__":
    main()
