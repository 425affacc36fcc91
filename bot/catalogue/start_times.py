"""Reads the moments at which something is to begin, as people write them: *2h*, *in 1 h 30*, *21:30
UTC*, *21:30-3*.

A clock time needs its distance from UTC, because people of one channel may live in several time
zones."""

import re
from collections.abc import Sequence
from typing import Final

from bot.messages import StartTime
from bot.words.shouts import plain

_MINUTES: Final = {"m": 1, "min": 1, "h": 60, "d": 1440}
_UNITS: Final = {
    **dict.fromkeys(("minuto", "minutos", "minute", "minutes", "mins"), "m"),
    **dict.fromkeys(("hora", "horas", "hs", "hour", "hours", "hr", "hrs"), "h"),
    **dict.fromkeys(("dia", "dias", "day", "days"), "d"),
}
_PART: Final = re.compile(r"(\d{1,4})([a-z]+)")
_CLOCK: Final = re.compile(
    r"(\d{1,2})(?:hs?|[:.h ]?(\d{2})(?:hs?)?)(?=[utcgmz+-])(?:utc|gmt|z)?"
    r"(?:([+-])(\d{1,2})(?::?(\d{2}))?)?"
)
"""A time such as 21:30 or 21h, with its distance from UTC. Some platforms remove the colon."""
_BETWEEN: Final = re.compile(r"(?<!\d) | (?!\d)")
"""A space without meaning. A space between two numbers has one."""
_AT: Final = ("a", "at", "as")
_IN: Final = ("en", "in", "em", "dentro")
_EVENING: Final = re.compile(r"(1[3-9]|2[0-3])h(s|\d{2})?")
"""*21h* and *21h30*: in Brazil a time of day, in other places a duration from now."""
_LONGEST: Final = 6
"""The most words of a start: *in 1 day 2 hours 30 ...*"""


def take_start(words: Sequence[str]) -> tuple[str, list[str]] | None:
    """Reads the start at the beginning of these words, as :func:`start_of` does. Returns it and the
    words after it; ``None``: the words begin with no start."""
    for length in range(min(_LONGEST, len(words)), 0, -1):
        written = " ".join(words[:length])
        if start_of(written) is not None:
            return written, list(words[length:])
    return None


def start_of(text: str) -> StartTime | None:
    """The start that a person has written; ``None``: the text is no start, or is incomplete."""
    words = text.lower().replace("−", "-").split()
    before = plain(words[0]) if words else ""
    if before in (*_AT, *_IN):
        words = words[1:]
    if words and plain(words[0]) in ("de", "las"):
        words = words[1:]
    said = _BETWEEN.sub("", " ".join(words))
    clock = _clock(said)
    if clock is not None or before in _AT or (before not in _IN and _EVENING.fullmatch(said)):
        return clock
    return _from_now(said)


def _clock(said: str) -> StartTime | None:
    found = _CLOCK.fullmatch(said)
    if found is None:
        return None
    hours, minutes = int(found[1]), int(found[2] or 0)
    east = int(found[4] or 0) * 60 + int(found[5] or 0)
    if hours > 23 or minutes > 59 or east > 14 * 60:
        return None
    local = hours * 60 + minutes
    return StartTime((local - (east if found[3] == "+" else -east)) % _MINUTES["d"], clock=True)


def _from_now(said: str) -> StartTime | None:
    said = plain(said)
    total, place, units = 0, 0, []
    while found := _PART.match(said, place):
        unit = _UNITS.get(found[2], found[2])
        if unit not in _MINUTES:
            return None
        total += int(found[1]) * _MINUTES[unit]
        units.append(unit)
        place = found.end()
    # *1h30*
    if units == ["h"] and (rest := said[place:]).isdecimal() and len(rest) == 2 and rest < "60":
        total, place = total + int(rest), len(said)
    return StartTime(total) if units and total and place == len(said) else None
