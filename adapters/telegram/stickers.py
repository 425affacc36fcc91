"""The decks as static stickers: pictures within Telegram's limits, each with its emoji.

Nothing is uploaded, because a set of stickers belongs to a person, who makes it with @Stickers."""

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from PIL import Image

from bot.pictures.deck import BACK, DECKS
from bot.pictures.raster import png

SIDE: Final = 512
"""The longer side's pixels (https://core.telegram.org/stickers#static-stickers-and-emoji)."""
MOST_BYTES: Final = 512 * 1024
"""The most bytes of a file."""
EMOJI_FILE: Final = "emoji.txt"
"""The name of a file in the deck's folder, with a line for each picture: its file and its emoji."""
_SUITS: Final = {
    "spanish": {"e": "⚔️", "b": "🪵", "o": "🪙", "c": "🏆"},
    "french": {"s": "♠️", "h": "♥️", "d": "♦️", "c": "♣️"},
}
_FIGURES: Final = {"10": "🔟", "11": "🐴", "12": "👑", "A": "🅰️", "Q": "👸", "J": "💂", "K": "🤴"}
_BACK: Final = "🎴"


def emoji_of(deck: str, code: str) -> str:
    """The emoji by which people find a sticker: first that of its suit, then that of its rank."""
    if code == BACK:
        return _BACK
    rank = code[:-1]
    return _SUITS[deck][code[-1]] + _FIGURES.get(rank, f"{rank}\ufe0f\u20e3")


def sticker(deck: str, code: str) -> bytes:
    """A card, or the back, as a WEBP file with transparent corners."""
    drawn = DECKS[deck]
    svg = drawn.back_svg() if code == BACK else drawn.card_svg(code)
    with Image.open(io.BytesIO(png(svg, SIDE))) as whole:
        size = round(whole.width * SIDE / whole.height), SIDE
        card = whole.convert("RGBA").resize(size, Image.Resampling.LANCZOS)
    made = io.BytesIO()
    card.save(made, "WEBP", lossless=True)
    return made.getvalue()


def write_stickers(folder: Path) -> Iterator[Path]:
    """Writes a folder for each deck into ``folder``, which is made if needed. Yields each deck's
    folder when it is complete. Raises :class:`OSError` if nothing can be written."""
    for deck, drawn in DECKS.items():
        own = folder / deck
        own.mkdir(parents=True, exist_ok=True)
        lines = []
        for code in (*drawn.codes, BACK):
            name = f"{code}.webp"
            (own / name).write_bytes(sticker(deck, code))
            lines.append(f"{name} {emoji_of(deck, code)}\n")
        (own / EMOJI_FILE).write_text("".join(lines), encoding="utf-8")
        yield own
