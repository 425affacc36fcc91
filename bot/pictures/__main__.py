"""``python -m bot.pictures DIR`` writes the decks to a folder each, to be looked at or served."""

import sys
from pathlib import Path

from bot.pictures import french, spanish


def write(folder: Path) -> None:
    """Write ``spanish/`` and ``french/``: the sprite, each card, the back and the unknown card.

    Folders are made if needed.
    """
    for name, deck in (("spanish", spanish), ("french", french)):
        pictures = {"deck": deck.sprite()}
        pictures |= {f"card-{code}": deck.card_svg(code) for code in deck.CODES}
        pictures |= {"card-back": deck.back_svg(), "card-unknown": deck.unknown_svg()}
        (folder / name).mkdir(parents=True, exist_ok=True)
        for picture, svg in pictures.items():
            (folder / name / f"{picture}.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m bot.pictures DIR")
    write(Path(sys.argv[1]))
