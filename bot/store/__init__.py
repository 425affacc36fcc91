"""Where matches are stored. Reads return values, and ``commit(changes)`` is the only write."""

from bot.store.changes import Changes, Store
from bot.store.errors import DatabaseTrouble, StoreError
from bot.store.sql import SqlStore

__all__ = ["Changes", "DatabaseTrouble", "SqlStore", "Store", "StoreError"]
