"""``python -m bot.pictures DIR`` writes the deck to a folder, to be looked at or served."""

import sys
from pathlib import Path

from bot.pictures import spanish


def write(folder: Path) -> None:
    """Write the sprite, each card, the back and the unknown card, making the folder if needed."""
    folder.mkdir(parents=True, exist_ok=True)
    pictures = {"deck": spanish.sprite()}
    pictures |= {f"card-{code}": spanish.card_svg(code) for code in spanish.CODES}
    pictures |= {"card-back": spanish.back_svg(), "card-unknown": spanish.unknown_svg()}
    for name, svg in pictures.items():
        (folder / f"{name}.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m bot.pictures DIR")
    write(Path(sys.argv[1]))
