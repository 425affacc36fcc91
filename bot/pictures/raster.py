"""Turns a drawing into pixels."""

import resvg_py


def png(svg: str, side: int) -> bytes:
    """A drawing as a PNG, ``side`` pixels wide. It needs no fonts: ours contain no text."""
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=side, skip_system_fonts=True))
