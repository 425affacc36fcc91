"""The findings of ``truco doctor``: one for each thing it looked at."""

from msgspec import Struct


class Finding(Struct, frozen=True):
    """One thing that was looked at."""

    about: str
    """``Discord: commands``."""
    well: bool
    said: str
    """What was found; if it is not well, what to do about it."""
