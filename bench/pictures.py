"""The cost of the pictures of a running match and of pages: processor time, and bytes of the files.

    python -m bench.pictures

Every hand and every table is a new one; their cards have been drawn before, as in a bot that has
run for a while. The cost of the first picture of a deck is printed separately.
"""

from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from time import process_time

from bot.pictures.board import Board, BoardRow
from bot.pictures.deck import DECKS
from bot.pictures.drawn import png
from bot.pictures.ending import Ending, EndingSeat
from bot.pictures.kinds import Picture
from bot.pictures.portrait import GameBar, Medal, Portrait, StrengthCurve, Tile
from bot.pictures.row import CardRow
from bot.pictures.table import TableCard, TableSeat, TableShot, Tally

CODES = {name: deck.codes for name, deck in DECKS.items()}
NAMES = ("Ana", "Beto", "Carla", "Daniela", "Eva", "Federico", "Gabi", "Hugo")
SAYS = ("", "", "¡Quiero!", "27", "¡Contraflor al resto!")
ROUNDS = 300
FEW = 20


def hand(rng: Random, deck: str) -> CardRow:
    """Three cards."""
    return CardRow(deck, tuple(rng.sample(CODES[deck], 3)))


def table(rng: Random, deck: str, players: int) -> TableShot:
    """A table at any moment of a hand, with lines that were not there before."""
    codes = iter(rng.sample(CODES[deck], 3 * players + 1))
    laid = [rng.randrange(4) for _ in range(players)]
    seats = tuple(
        TableSeat(
            NAMES[seat],
            "AB"[seat % 2],
            rng.choice(SAYS),
            turn=seat == 1,
            mano=seat == 1,
            dealer=seat == 0,
            held=3 - count,
            laid=tuple(TableCard(next(codes), rng.random() < 0.3) for _ in range(count)),
            face=rng.randrange(40),
        )
        for seat, count in enumerate(laid)
    )
    tallies = tuple(
        Tally(names, side, points := rng.randrange(30), f"{points} malas")
        for names, side in (("Ana y Carla", "A"), ("Beto y Daniela", "B"))
    )
    title = f"Truco argentino, mano {rng.randrange(40)}"
    return TableShot(deck, title, seats, tallies, next(codes))


def ending(rng: Random, deck: str) -> Ending:
    """A match of four that is over."""
    codes = iter(rng.sample(CODES[deck], 12))
    seats = tuple(
        EndingSeat(
            NAMES[seat], "AB"[seat % 2], tuple(TableCard(next(codes)) for _ in range(3)), seat
        )
        for seat in range(4)
    )
    tallies = (Tally("Ana y Carla", "A", 30, "30"), Tally("Beto y Daniela", "B", 9, "9"))
    won = f"Ganaron Ana y Carla, {rng.randrange(1000)}."
    told = f"Mano {rng.randrange(40)} para Ana y Carla: envido 2 + truco 3 = 5"
    return Ending(deck, "Truco argentino", won, tallies, seats, "", "La mano", told, "Los pibes")


def board(rng: Random) -> Board:
    """A scoreboard with a podium, seven rows and the reader's own row."""
    rows = [
        BoardRow(str(place), rng.choice(NAMES), tuple(str(rng.randrange(1000)) for _ in range(5)))
        for place in range(1, 12)
    ]
    headings = ("Ranking", "Jugadas", "Ganadas", "Perdidas", "Racha")
    podium = tuple((row,) for row in rows[:3])
    return Board("Marcador", "Desde siempre", headings, podium, tuple(rows[3:]), apart=True)


def portrait(rng: Random) -> Portrait:
    """A profile with everything."""
    tiles = tuple(Tile(name, str(rng.randrange(500))) for name in ("Jugadas", "Ganadas", "Racha"))
    curve = tuple(1500 + rng.randrange(-80, 80) for _ in range(20))
    return Portrait(
        "Perfil de Ana",
        "Nivel 7: sota de copas",
        "10c",
        "ranking 340 de 400",
        rng.randrange(100),
        tiles,
        (GameBar("truco argentino", "80 de 110", 73),),
        "Fuerza",
        (StrengthCurve("truco argentino", "1540 ± 80", "", curve, 80),),
        ("Trucos: 210 cantados",),
        "Insignias: 3 de 33",
        tuple(Medal(badge, badge) for badge in ("first_win", "flor", "ace_of_swords")),
    )


def measured(name: str, make: Callable[[], Picture], rounds: int) -> None:
    """Prints the times and sizes of this many pictures, after the same number for warming up."""
    for _ in range(rounds):
        png(make())
    times, sizes = [], []
    for _ in range(rounds):
        one = make()
        begun = process_time()
        data = png(one)
        times.append(process_time() - begun)
        sizes.append(len(data))
    times.sort()
    sizes.sort()
    middle, late = times[rounds // 2], times[rounds * 95 // 100]
    print(
        f"{name:24} p50 {1e3 * middle:6.2f} ms  p95 {1e3 * late:6.2f} ms"
        f"  median {sizes[rounds // 2] / 1000:5.1f} kB  largest {sizes[-1] / 1000:5.1f} kB"
    )


def kinds(rng: Random) -> Iterator[tuple[str, Callable[[], Picture], int]]:
    """Every kind of picture, and how many of it are made."""
    for deck in CODES:
        yield f"a hand, {deck}", partial(hand, rng, deck), ROUNDS
        for players in (2, 4, 6):
            yield f"a table of {players}, {deck}", partial(table, rng, deck, players), ROUNDS
        yield f"the end of a match, {deck}", partial(ending, rng, deck), ROUNDS
    yield "a scoreboard", partial(board, rng), FEW
    yield "a profile", partial(portrait, rng), FEW


def main() -> None:
    """Measures the first picture of a deck, then every kind of picture."""
    rng = Random(1)
    for deck, codes in CODES.items():
        begun = process_time()
        png(hand(rng, deck))
        print(f"{f'first hand, {deck}':24} {1e3 * (process_time() - begun):10.2f} ms")
        png(CardRow(deck, codes))
    for name, make, rounds in kinds(rng):
        measured(name, make, rounds)


if __name__ == "__main__":
    main()
