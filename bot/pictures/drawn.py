"""Makes files of all pictures that are sent to people.

A picture that is already there is not sent again. A picture is drawn for the first time in a
thread, one after another, so that people who play do not wait. Pillow, and all that draws with it,
is loaded with the first picture."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from bot.pictures.kinds import Picture
from bot.pictures.moment import PicturedMoment

_THREAD: Final = ThreadPoolExecutor(1, thread_name_prefix="pictures")


async def drawn(picture: Picture) -> bytes:
    """The picture as a PNG; ``KeyError`` where it shows a card that its deck does not have."""
    if _is_ready(picture):
        return png(picture)
    return await asyncio.get_running_loop().run_in_executor(_THREAD, png, picture)


def png(picture: Picture) -> bytes:
    """The picture as a PNG, drawn at once in the caller's thread."""
    from bot.pictures.drawing import by_kind

    return by_kind.png(picture)


def _is_ready(picture: Picture) -> bool:
    """Whether all pieces of the picture are drawn already. Then a thread would take longer."""
    from bot.pictures.drawing import by_kind

    return by_kind.is_ready(picture)


def moving_gif(moments: Sequence[PicturedMoment]) -> bytes:
    from bot.pictures.drawing import moment

    return moment.moving_gif(moments)


def is_drawable(text: str) -> bool:
    """Whether a picture can show every character of the text, or a similar one."""
    from bot.pictures.drawing.lettering import is_whole

    return is_whole(text)
