"""The memory of who may read in a chat, so that a platform is not asked each time."""

from typing import Final

from cachetools import TLRUCache

from bot.common.lived_time import Time

_REMEMBERED: Final = 20_000
_ASKED_AGAIN: Final = {True: 600.0, False: 30.0}
"""Seconds for which each answer is believed. A no is asked again soon: the person may have come to
the chat meanwhile, or the platform had only failed to answer."""

KnownReaders = TLRUCache[tuple[int, int], bool]
"""By chat and user, whether they may read there."""


def known_readers(time: Time) -> KnownReaders:
    """An empty memory, in lived time."""
    return KnownReaders(
        _REMEMBERED, lambda _, reads, now: now + _ASKED_AGAIN[reads], timer=time.now
    )
