"""The storage of matches: ``read(query, ...)`` returns values, and ``commit(changes)`` is the only
write."""

from bot.store.changes import Changes
from bot.store.errors import DatabaseTrouble, StoreError
from bot.store.store import Store
