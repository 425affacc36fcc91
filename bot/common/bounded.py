"""Bounded memory: the oldest entries go when there are too many."""

from collections import OrderedDict
from typing import TypeVar

_K = TypeVar("_K")
_V = TypeVar("_V")


def keep(memory: OrderedDict[_K, _V], key: _K, value: _V, most: int) -> None:
    """Adds an entry as the newest; while there are more than ``most``, the oldest goes."""
    memory[key] = value
    memory.move_to_end(key)
    while len(memory) > most:
        memory.popitem(last=False)
