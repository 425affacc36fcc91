"""Starts of windows, each of which one page may take.

When a person opens a window, the chat platform signs the person's name: this is a *start*. Another
person who reads a start on its way could open a window as that person, so a start belongs to the
page that took it first. The taking is stored as the first answer to a request of the user, so it
holds for all processes of a database and after a restart of the bot. It is cleared away with the
other first answers, when starts of its age have been refused for a long time."""

from hashlib import sha256
from typing import Final

from bot.common.lived_time import Time
from bot.messages import Accepted, UserId
from bot.store import Store
from bot.store.changes import Changes, Repeated
from bot.store.model import StoredAnswer

_PAGE: Final = "page"


class TakenStarts:
    """Remembers the page that took a start first."""

    def __init__(self, store: Store, time: Time) -> None:
        self._store = store
        self._time = time

    async def take(self, user: UserId, mark: str, page: str) -> bool:
        """Whether this page takes the start with this ``mark``, or took it before; ``False``:
        another page was first. ``page``: a digest of the page's key."""
        reply = Accepted(parameters=((_PAGE, page),))
        request = f"window:{sha256(mark.encode()).hexdigest()[:32]}"
        answer = StoredAnswer(user, request, reply, self._time.utc())
        (outcome,) = await self._store.commit([Changes(answer=answer)])
        return not isinstance(outcome, Repeated) or outcome.reply == reply
