"""Memory of limited size: when there are too many entries, the oldest is removed."""

from collections import OrderedDict
from typing import TypeVar

_K = TypeVar("_K")
_V = TypeVar("_V")


def keep(memory: OrderedDict[_K, _V], key: _K, value: _V, most: int) -> None:
    """Adds an entry as the newest. If there are more than ``most`` entries, the oldest is
    removed."""
    memory[key] = value
    memory.move_to_end(key)
    while len(memory) > most:
        memory.popitem(last=False)
