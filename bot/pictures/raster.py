"""Pixels of a drawing."""

import resvg_py


def png(svg: str, side: int) -> bytes:
    """A drawing as a PNG so many pixels wide. It needs no fonts: our drawings hold no text."""
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=side, skip_system_fonts=True))
