"""What a film costs: a record played, all its frames, one frame, and how much a page is sent.

    python -m bench.films

Processor time. The matches are random ones, so they are longer or shorter than those of people:
what a frame costs is the figure to read.
"""

import gzip
from random import Random
from time import process_time

import msgspec

from bot.film.frames import film_of
from engine.apply import new_match
from engine.variants import VARIANTS
from tests.strategies import Playout, random_table

SEED = 1


def main() -> None:
    """One match of each game, with as many seats as it has."""
    for name, variant in VARIANTS.items():
        playout = Playout(new_match(random_table(Random(SEED), name, (variant.players[-1],))), SEED)
        text = playout.play(10**6).record()
        film_of(text)  # tables remember what they have met
        begun = process_time()
        film = film_of(text)
        played = process_time()
        frames = list(film.frames("es"))
        made = process_time()
        film.frame(len(film) - 1, "es")
        one = process_time()
        packed = len(gzip.compress(msgspec.json.encode(frames)))
        print(
            f"{name:16} {film.players} seats  {len(film):4} frames"
            f"  record played {1e3 * (played - begun):5.1f} ms"
            f"  all frames {1e3 * (made - played):6.1f} ms"
            f"  a frame {1e3 * (made - played) / len(film):5.2f} ms"
            f"  one alone {1e3 * (one - made):5.2f} ms  packed {packed / 1024:5.1f} kB"
        )


if __name__ == "__main__":
    main()
