"""The findings of ``truco doctor``: one for each thing that it has checked."""

from msgspec import Struct


class Finding(Struct, frozen=True):
    """The result for one thing that was checked."""

    about: str
    """The thing, such as ``Discord: commands``."""
    well: bool
    said: str
    """What was found; if something is wrong, what to do about it."""
