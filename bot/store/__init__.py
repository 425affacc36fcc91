"""Where matches live: values in, values out; one write, ``commit(changes)``."""

from bot.store.changes import Changes, Store
from bot.store.errors import StoreError, Trouble
from bot.store.memory import MemoryStore
from bot.store.sql import SqlStore

__all__ = ["Changes", "MemoryStore", "SqlStore", "Store", "StoreError", "Trouble"]
