"""Medals for pictures."""

import io
from functools import lru_cache

from PIL import Image

from bot.pictures.medals import SIDE, medal_svg
from bot.pictures.raster import png


@lru_cache(64)
def medal(badge: str) -> Image.Image:
    """The medal of a badge on a transparent ground. Callers must not change the image."""
    with Image.open(io.BytesIO(png(medal_svg(badge), SIDE))) as image:
        return image.convert("RGBA")
