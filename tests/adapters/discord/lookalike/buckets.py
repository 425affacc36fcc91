"""Rate limits, as the headers tell them: per route and place, and the bot's of a second."""

import math
from collections.abc import Callable
from dataclasses import dataclass

from tests.adapters.discord.lookalike.errors import rate_limited


@dataclass
class Limit:
    """So many requests in so many seconds."""

    count: int
    seconds: float


@dataclass
class _Bucket:
    used: int = 0
    ends: float = 0.0


class Buckets:
    """Counts. A bucket opens with its first request and empties all at once when its time is up."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self.limits: dict[str, Limit] = {
            "create_message": Limit(5, 5.0),
            "update_message": Limit(5, 5.0),
            "delete_message": Limit(5, 1.0),
            "create_dm": Limit(50, 10.0),
            "execute_webhook": Limit(5, 2.0),
            "update_original_webhook_message": Limit(5, 2.0),
            "update_webhook_message": Limit(5, 2.0),
        }
        """By operation; the real numbers are not published and change."""
        self.per_second = 50
        self._buckets: dict[tuple[str, str], _Bucket] = {}
        self._second = _Bucket()
        self.refusals = 0
        """How many requests were one too many."""

    def take(self, operation: str, major: str) -> dict[str, str]:
        """The headers of this request; raises the 429 when it is one too many."""
        now = self._clock()
        limit = self.limits.get(operation)
        if limit is None:
            return {}
        bucket = self._buckets.setdefault((operation, major), _Bucket())
        if bucket.ends <= now:
            bucket.used, bucket.ends = 0, now + limit.seconds
        bucket.used += 1
        left = _told(bucket.ends - now)
        headers = {
            "X-RateLimit-Limit": str(limit.count),
            "X-RateLimit-Remaining": str(max(0, limit.count - bucket.used)),
            "X-RateLimit-Reset": f"{bucket.ends:.3f}",
            "X-RateLimit-Reset-After": f"{left:.3f}",
            "X-RateLimit-Bucket": f"bucket-{operation}",
        }
        if bucket.used > limit.count:
            self.refusals += 1
            refusal = rate_limited(left, is_global=False)
            refusal.headers |= headers
            raise refusal
        return headers

    def take_global(self) -> None:
        """One request of the bot's fifty a second."""
        now = self._clock()
        if self._second.ends <= now:
            self._second = _Bucket(0, now + 1.0)
        self._second.used += 1
        if self._second.used > self.per_second:
            self.refusals += 1
            raise rate_limited(_told(self._second.ends - now), is_global=True)


def _told(seconds: float) -> float:
    """Whole milliseconds, never too few: whoever waits as told may send."""
    return math.ceil(seconds * 1000) / 1000
