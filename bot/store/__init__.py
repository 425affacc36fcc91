"""Where matches are stored: ``read(query, ...)`` gives values, and ``commit(changes)`` is the only
write."""

from bot.store.changes import Changes
from bot.store.errors import DatabaseTrouble, StoreError
from bot.store.store import Store

__all__ = ["Changes", "DatabaseTrouble", "Store", "StoreError"]
