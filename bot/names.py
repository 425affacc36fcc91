"""Names as shown: people's, made fit to be shown, and the robots' own."""

from typing import Final

from bot.dealing import Chance
from engine.notation.record import clean_name

LONGEST: Final = 32

ROBOTS: Final = (
    "Tuerca",
    "Bujía",
    "Chispa",
    "Resorte",
    "Pampa",
    "Lata",
    "Perilla",
    "Engranaje",
    "Tornillo",
    "Alambre",
)


def shown_name(name: str) -> str:
    """A person's name on one line and not too long; empty when nothing is left of it."""
    return clean_name(name)[:LONGEST].strip()


def robot_name(taken: set[str], chance: Chance) -> str:
    """A robot's name that nobody at the table has."""
    free = [name for name in ROBOTS if name not in taken]
    return free[chance.below(len(free))]
