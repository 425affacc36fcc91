"""The robots' answers on the days that are played, in memory."""

from collections.abc import Iterable, Mapping
from typing import Final

from cachetools import FIFOCache

from bot.messages import MatchId
from bot.store import Store
from bot.store.model import DailyAnswer
from bot.store.queries import daily_hands

_REMEMBERED: Final = 50
"""Days kept in memory: those of two dates, of every game."""


class DayAnswers:
    """The robots' answers of each day, by position. Another process may have added some. If a
    process stores an answer for a position that has one already, the answer is refused, and the
    process reads the answers again."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: FIFOCache[MatchId, dict[str, str]] = FIFOCache(_REMEMBERED)

    async def of(self, sealed: MatchId) -> Mapping[str, str]:
        """All answers of the day that this table holds. The mapping does not change any more."""
        known = self._known.get(sealed)
        if known is None:
            known = await self._store.read(daily_hands.answers, sealed)
            self._known[sealed] = known
        return dict(known)

    def note(self, answers: Iterable[DailyAnswer]) -> None:
        for answer in answers:
            if answer.sealed in self._known:
                self._known[answer.sealed][answer.position] = answer.answer

    def forget(self, sealed: MatchId) -> None:
        """Forgets the answers of a day. They are read again when somebody asks for them."""
        self._known.pop(sealed, None)
