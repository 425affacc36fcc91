"""Names as shown: people's names, cleaned, and the robots' own."""

import re
import unicodedata
from typing import Final

from bot.chance import Chance
from engine.record.notation.record import clean_name

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


_JOINERS: Final = "\u200c\u200d"
"""Characters that join others into an emoji or a word, and show nothing alone."""
_BLANK: Final = "\u115f\u1160\u2800\u3164\uffa0"
"""Characters that show nothing."""
_CALLS: Final = re.compile(r"(?<!\w)@+(?=\w)|(?<![\w/<>])/(?=\w)")
"""Characters that a messenger reads as calling somebody or as a command."""


def shown_name(*names: str) -> str:
    """A person's name on one line and not too long. Empty when no character of it is visible.

    It does not change the direction of the words around it and calls nobody."""
    for name in names:
        kept = "".join(one for one in name if unicodedata.category(one) != "Cf" or one in _JOINERS)
        shown = _CALLS.sub("", clean_name(kept))[:LONGEST].strip()
        if any(unicodedata.category(one)[0] in "LNPS" and one not in _BLANK for one in shown):
            return shown
    return ""


def robot_name(taken: set[str], chance: Chance) -> str:
    """A robot's name that nobody at the table has."""
    free = [name for name in ROBOTS if name not in taken]
    return free[chance.below(len(free))]
