"""Limits how often people call others to a table, by a challenge or by announcing a lobby."""

from typing import Final

from cachetools import FIFOCache

from bot.common.lived_time import Time
from bot.environment import Config
from bot.messages import PersonId, Refused
from bot.reasons import ServiceReason

_WITHIN: Final = 600.0
"""Seconds for which a call counts."""
_REMEMBERED: Final = 2000


class Calls:
    """Counts calls by person, so that nobody is called again and again."""

    def __init__(self, time: Time, config: Config) -> None:
        self._time = time
        self._config = config
        self._lately: FIFOCache[PersonId, tuple[float, ...]] = FIFOCache(_REMEMBERED)

    def refusal(self, person: PersonId) -> Refused | None:
        """The refusal if this person may call nobody now; ``None``: they may."""
        if len(self._of(person)) < self._config.calls:
            return None
        number = (("n", str(self._config.calls)),)
        return Refused(ServiceReason.TOO_MANY_CALLS, parameters=number)

    def note(self, person: PersonId) -> None:
        self._lately[person] = (*self._of(person), self._time.now())

    def _of(self, person: PersonId) -> tuple[float, ...]:
        now = self._time.now()
        return tuple(at for at in self._lately.get(person, ()) if now - at < _WITHIN)
