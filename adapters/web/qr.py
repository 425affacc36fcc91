"""An address as a QR code: with it a telephone beside the screen opens the page."""

from itertools import groupby

from msgspec import Struct

QUIET = 4
"""The width of the light border around a code, in squares, as the standard requires."""


class QrCode(Struct, frozen=True):
    """The code of an address."""

    address: str
    size: int
    """The number of squares of a side, with the light border."""
    path: str
    """Its dark squares, as the path of an SVG whose view has that size."""


def qr_code(address: str) -> QrCode:
    """The code of an address; a fifteenth of it may be hidden or dirty."""
    import segno  # most processes draw none in their first seconds

    rows = [bytes(row) for row in segno.make(address, micro=False, error="m").matrix]
    path = []
    for top, row in enumerate(rows, QUIET):
        left = QUIET
        for dark, squares in groupby(row):
            wide = len(list(squares))
            if dark:
                path.append(f"M{left} {top}h{wide}v1h-{wide}z")
            left += wide
    return QrCode(address, len(rows) + 2 * QUIET, "".join(path))
