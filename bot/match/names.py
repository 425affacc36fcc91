"""Names as shown: people's, made fit to be shown, and the robots' own."""

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
"""What holds an emoji or a word together, and is nothing by itself."""
_BLANK: Final = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs that show nothing."""
_CALLS: Final = re.compile(r"(?<!\w)@+(?=\w)|(?<![\w/<>])/(?=\w)")
"""Of what messengers make a call of somebody else, or a command to tap on."""


def shown_name(*names: str) -> str:
    """A person's name on one line and not too long: the first of which something is to be seen;
    empty when there is none. It neither turns the words around it (as signs of the direction of
    writing would) nor calls anybody."""
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
