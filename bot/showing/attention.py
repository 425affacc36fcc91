"""The people who look at a platform now, and the people who were called a moment ago.

A person who looks is asked by the screen itself, which makes no sound. They are called only if they
do not answer. A person who is away is called at once."""

from collections.abc import Iterable
from typing import Final

from cachetools import FIFOCache

from bot.common.lived_time import Time
from bot.messages import MatchId, PersonId, UserId
from bot.showing.platform import NoticeWords
from bot.store.notices import LATE, REMIND, Notice

ACTIVE: Final = 20.0
"""Seconds. A person who did something less than this long ago is looking."""
JUST_NOW: Final = 2.0
"""Seconds after which the result of a person's step is surely shown, or about to be."""
ANSWER: Final = 10.0
"""Seconds in which a person who is looking may answer before they are called."""
CALLED_LATELY: Final = 120.0
"""Seconds. After a call less than this long ago for the same moment nobody needs a reminder."""
TO_ANSWER: Final = frozenset({"turn", "bet"})
"""The notices that ask a person for a step."""
ASKING: Final = frozenset({*TO_ANSWER, REMIND, LATE})
"""These notices, the reminder of them, and the notice that nobody has answered in time."""
_REMEMBERED: Final = 20_000


def is_said_by(notice: Notice, others: Iterable[Notice]) -> bool:
    """Whether this notice is not needed beside other waiting ones. So is a reminder beside the
    notice of the same turn, and beside an earlier reminder, which names all tables."""
    return notice.kind == REMIND and any(
        other.kind == REMIND or (other.match, other.moment) == (notice.match, notice.moment)
        for other in others
        if other.person == notice.person
    )


class Attention:
    """Remembers who is looking at one platform and who was called there."""

    def __init__(self, time: Time) -> None:
        self._time = time
        self._heard: FIFOCache[PersonId, float] = FIFOCache(_REMEMBERED)
        """For each person, the moment of their last activity."""
        self._rung: FIFOCache[UserId, tuple[MatchId, str, float]] = FIFOCache(_REMEMBERED)
        """By user: the match and the moment of the last notice, and when it was sent."""

    def heard(self, person: PersonId) -> None:
        """Notes that this person has just done something here."""
        self._heard[person] = self._time.now()

    def is_active(self, person: PersonId) -> bool:
        """Whether the person did something a moment ago."""
        return self._heard.get(person, 0.0) > self._time.now() - ACTIVE

    def acted_just_now(self, person: PersonId) -> bool:
        """Whether what has just happened at their table is most likely this person's own step."""
        return self._heard.get(person, float("-inf")) >= self._time.now() - JUST_NOW

    def forget(self, person: PersonId) -> None:
        """Notes that the person no longer looks, even if they have just done something."""
        self._heard.pop(person, None)

    async def leaves_unanswered(self, person: PersonId, words: NoticeWords) -> bool:
        """Waits while a person who is looking may answer. Returns whether the notice with these
        words is still true; then the person no longer counts as looking."""
        await self._time.pause(ANSWER)
        if await words() is None:
            return False
        self.forget(person)
        return True

    def rang(self, notice: Notice) -> None:
        """Notes that the person of this notice was just called."""
        self._rung[notice.person] = notice.match, notice.moment, self._time.now()

    def was_called_lately(self, notice: Notice) -> bool:
        """Whether the person was called a short time ago for the same moment."""
        match, moment, at = self._rung.get(notice.person, ("", "", 0.0))
        same = (match, moment) == (notice.match, notice.moment)
        return same and self._time.now() - at < CALLED_LATELY
