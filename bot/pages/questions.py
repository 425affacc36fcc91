"""Questions that a page asks before an action. Their buttons carry a mark of the person and the
minute, so an old button asks again."""

import zlib
from typing import Final

from bot.messages import PersonId

_ANSWER_MINUTES: Final = 15
"""Minutes in which a question may be answered; an older button asks again."""
_MINUTES: Final = 10**6
PEOPLE: Final = 1000
"""The number of marks for people."""


def mark_of(person: PersonId, now: float) -> int:
    """A mark for a question asked now: the minute, and a number of the person."""
    return int(now // 60) % _MINUTES * PEOPLE + zlib.crc32(person.encode()) % PEOPLE


def is_answer(mark: int, person: PersonId, now: float) -> bool:
    """Whether the mark belongs to a question that this person was asked a short time ago."""
    minute, whose = divmod(mark, PEOPLE)
    today, mine = divmod(mark_of(person, now), PEOPLE)
    return whose == mine and (today - minute) % _MINUTES <= _ANSWER_MINUTES
