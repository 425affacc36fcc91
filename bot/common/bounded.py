"""What is remembered only as long as there is room."""

from collections import OrderedDict
from typing import TypeVar

_K = TypeVar("_K")
_V = TypeVar("_V")


def keep(memory: OrderedDict[_K, _V], key: _K, value: _V, most: int) -> None:
    """Puts it in as the newest; of more than ``most`` the oldest go."""
    memory[key] = value
    memory.move_to_end(key)
    while len(memory) > most:
        memory.popitem(last=False)
