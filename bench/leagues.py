"""A season of clubs on two houses in two processes that are killed again and again.

    python -m bench.leagues --clubs 8 --kills 60

Each process is a house: it takes the file of the other house, signs what is due, and lets robots
play its rooms. Only files connect the two. They are killed without warning at any moment, and
another process goes on where one was. When the season is over, both must have the same table,
without any fault, and no house may have signed two entries with one number.
"""

import argparse
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Final

from adapters.league_folder import BOOK, LeagueFolder
from bot.leagues.book import read_book
from bot.leagues.judging import judge
from bot.leagues.ledger import LeagueLedger
from bot.leagues.terms import LeagueTerms
from engine.robots import SKILLS
from tests.bot.leagues.season import is_signed, key, pulse, terms_of

HOUSES: Final = 2
LONGEST: Final = 300.0
"""Seconds that a season may take."""


def main() -> None:
    """Prints the result of the season. The exit code is 1 if anything is wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--clubs", type=int, default=8)
    parser.add_argument("--kills", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--house", type=int, help="what a killed process is")
    parser.add_argument("--folder", type=Path)
    given = parser.parse_args()
    terms = terms_of(given.clubs)
    if given.house is not None:
        be_house(given.folder, given.house, terms)
    else:
        with tempfile.TemporaryDirectory() as folder:
            sys.exit(season(Path(folder), given.clubs, given.kills, Random(given.seed)))


def be_house(folder: Path, house: int, terms: LeagueTerms) -> None:
    """The process that is killed."""
    other = folder / str(1 - house) / BOOK
    moment = folder / "now"
    mine = LeagueFolder(folder / str(house), key(house), lambda: float(moment.read_text()))
    mine.enter(terms)
    while True:
        mine.add([other] if other.exists() else [])
        desk = mine.go_on()
        for due in [*desk.rooms()]:
            mine.play(due, SKILLS["principiante"], pulse(due.beacon_round))
        time.sleep(0.02)


def season(folder: Path, clubs: int, kills: int, rng: Random) -> int:
    """Plays a season to its end; the exit code."""
    terms, begun = terms_of(clubs), time.monotonic()
    (folder / "now").write_text(str(terms.begins))
    houses = [_started(folder, house, clubs) for house in range(HOUSES)]
    killed = round = 0
    try:
        while round < terms.rounds and time.monotonic() - begun < LONGEST:
            time.sleep(rng.uniform(0.5, 2.5))
            for house in (0, 1) if killed == kills else (rng.randrange(HOUSES),):
                if killed < kills or houses[house].poll() is not None:
                    if (ended := houses[house].poll()) is not None:
                        print(f"house {house} has ended by itself: {ended}")
                        return 1
                    houses[house].send_signal(signal.SIGKILL)
                    houses[house].wait()
                    houses[house] = _started(folder, house, clubs)
                    killed += 1
            if all(_is_done(folder, house, round + 1) for house in range(HOUSES)):
                round += 1
                _next_round(folder, terms, round)
    finally:
        for process in houses:
            process.kill()
            process.wait()
    return _told(folder, terms, killed, time.monotonic() - begun)


def _started(folder: Path, house: int, clubs: int) -> subprocess.Popen[bytes]:
    words = ["--clubs", str(clubs), "--house", str(house), "--folder", str(folder)]
    return subprocess.Popen([sys.executable, "-m", "bench.leagues", *words])


def _next_round(folder: Path, terms: LeagueTerms, round: int) -> None:
    if round < terms.rounds:
        part = folder / "then"
        part.write_text(str(terms.starts(round + 1)))
        part.replace(folder / "now")


def _is_done(folder: Path, house: int, round: int) -> bool:
    """Whether the house has the records of all rooms of this round."""
    file = folder / str(house) / BOOK
    if not file.exists():
        return False
    ledger = LeagueLedger(read_book({"": file.read_bytes()}))
    pairings = sum(fixture.round == round for fixture in ledger.fixtures.values())
    return sum(place[0] == round for place in ledger.shown) == 2 * pairings


def _told(folder: Path, terms: LeagueTerms, killed: int, seconds: float) -> int:
    files = [(folder / str(house) / BOOK).read_bytes() for house in range(HOUSES)]
    one, other = (judge(read_book({"": data}), is_signed) for data in files)
    decided = sum(result.winner >= -1 for result in one.results)
    print(
        f"{len(terms.clubs)} clubs, {HOUSES} houses, {killed} kills, {seconds:.0f} s: "
        f"{decided} of {len(one.results)} pairings, {len(one.faults)} faults, "
        f"{len(files[0])} bytes, tables {'the same' if one == other else 'differ'}"
    )
    for row in one.rows:
        print(f"  {row.placing.place:2}  {row.team:12} {row.placing.points:3}  imps {row.imps}")
    for fault in one.faults:
        print(f"  {fault}")
    return int(bool(one.faults) or one != other or decided < len(one.results))


if __name__ == "__main__":
    main()
