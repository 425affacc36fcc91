"""The findings of ``truco doctor``: one for each thing that it has checked."""

from msgspec import Struct


class Finding(Struct, frozen=True):
    """The result for one thing that was checked."""

    about: str
    """The thing, such as ``Discord: commands``."""
    well: bool
    said: str
    """The result in words; if something is wrong, also the way to repair it."""
