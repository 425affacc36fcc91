"""Remembers who may read in a chat, because a platform is not asked each time."""

from cachetools import TLRUCache

from bot.common.lived_time import Time

_REMEMBERED = 20_000
_ASKED_AGAIN = {True: 600.0, False: 30.0}
"""Seconds for which an answer is believed: people may come to the chat, or could not be asked
for."""

KnownReaders = TLRUCache[tuple[int, int], bool]
"""By chat and user, whether they may read there."""


def known_readers(time: Time) -> KnownReaders:
    """An empty memory, in lived time."""
    return KnownReaders(
        _REMEMBERED, lambda _, reads, now: now + _ASKED_AGAIN[reads], timer=time.now
    )
