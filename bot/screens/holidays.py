"""``/vacaciones``: how long the reader's clock rests, and how many days are left."""

from typing import Final

from bot.community.holidays import DAY, Holidays
from bot.screens.dates import date_text
from bot.screens.pages import HOLIDAYS, Leaf, Page, PageKey
from bot.words import Words

TAKE: Final = "tomar"
"""The topic of a button that takes holidays; the part is the number of days, 0 ends them."""
_OFFERED: Final = (1, 3, 5, 7)
"""Days for which there are buttons; others may be typed."""


def holidays_page(held: Holidays, now: float, words: Words) -> Page:
    """What the reader has, with a button for what they can do now. ``now``: UTC seconds since the
    epoch."""
    days = round(held.left / DAY)
    if held.until > now:
        text = words.text("holidays.resting", until=date_text(held.until, words))
        ways = [Leaf(_key(0), words.text("holidays.back"))]
    else:
        text = words.text("holidays.left", n=days) if days else words.text("holidays.none")
        ways = [Leaf(_key(n), words.text("holidays.take", n=n)) for n in _OFFERED if n <= days]
    return Page(title=words.text("holidays.title"), text=text, turns=tuple(ways))


def _key(days: int) -> str:
    return str(PageKey(HOLIDAYS, topic=TAKE, part=days))
