"""Pure functions about the notes that a surface was shown: two notes as one, and a surface with a
note applied."""

from msgspec.structs import replace

from bot.store.changes import SurfaceSeen
from bot.store.model import Surface


def after(known: Surface, seen: SurfaceSeen) -> Surface:
    """The surface after the note ``seen``. Applying it again changes nothing."""
    anew = seen.read is not None and known.shown < seen.read.shown
    kept = seen.shown < known.shown or (anew and not known.digest)
    return replace(
        known,
        shown=known.shown if anew else max(known.shown, seen.shown),
        digest=known.digest if kept else seen.digest,
        address=known.address if seen.address is None else seen.address,
        lost=known.lost or seen.lost,
    )


def joined(first: SurfaceSeen, second: SurfaceSeen) -> SurfaceSeen | None:
    """One note that says the same as these two about a surface, one after the other; ``None``:
    there is none. Nothing else about the surface may have been stored between them."""
    if second.shown < first.shown:
        return None
    if first.read is None:
        return replace(second, read=None)
    if second.read is None or second.read.shown <= first.read.shown:
        return second
    return replace(second, read=first.read)
