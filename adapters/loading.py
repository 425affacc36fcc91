"""Loads the modules of a bot that starts: quickly, and without what none of them needs."""

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

_UNUSED: Final = "rich"
"""structlog loads it where it finds it, to draw exceptions. The bot draws none of them."""


@contextmanager
def loading() -> Iterator[None]:
    """The context in which the modules are loaded. Almost all that comes with them stays, so the
    garbage collector looks at none of it, now or later."""
    hidden = _UNUSED not in sys.modules
    if hidden:
        sys.modules[_UNUSED] = None  # type: ignore[assignment]
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
        if hidden:
            del sys.modules[_UNUSED]
