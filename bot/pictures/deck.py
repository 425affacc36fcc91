"""The two decks, drawn for this project: files in ``decks/`` that a designer can edit.

``decks/spanish/7o.svg`` is a card, ``back.svg`` the back (it looks the same when turned by half),
``unknown.svg`` a card that the reader does not know. ``small/`` has each card as small as a letter:
the number and the emblem, as large as a square allows.

The Spanish deck has the *pinta*: gaps in the frame that show the suit when only an edge of the card
is seen (none for oros, one for copas, two for espadas, three for bastos). A drawing contains no ids
and no references, so any number of drawings may stand on one page."""

import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from bot.pictures.svg import group, inside, tag

FILES: Final = Path(__file__).parent / "decks"
BACK: Final = "back"
"""The code of the back of a deck."""

_VIEW_BOX = "0 0 200 312"


class Deck:
    """Forty faces and a back; each is read when it is asked for."""

    def __init__(self, name: str, suits: str, ranks: tuple[str, ...]) -> None:
        """``name``: the folder of the deck. ``suits``: the letters of the suits, in order."""
        self.name = name
        self.codes: tuple[str, ...] = tuple(rank + suit for suit in suits for rank in ranks)
        """The codes of all cards, such as ``7o`` or ``Kd``."""

    def card_svg(self, code: str) -> str:
        """A card's face as an SVG document of its own; ``KeyError`` if the code names no card."""
        return _read(self.name, code, self.codes)

    def back_svg(self) -> str:
        return _read(self.name, BACK, (BACK,))

    def unknown_svg(self) -> str:
        """A card that the reader does not know: it was laid face down, or is still hidden."""
        return _read(self.name, "unknown", ("unknown",))

    def small_svg(self, code: str) -> str:
        """A small picture of a card or the back; ``KeyError`` if the code names neither."""
        return _read(f"{self.name}/small", code, (*self.codes, BACK))

    def sprite(self) -> str:
        """One SVG with a ``<symbol>`` per card (``card-7o``), ``card-back`` and ``card-unknown``. A
        page shows a card with ``<use href="deck.svg#card-7o">``. Parts that several cards share
        (emblems, figures, leaves) occur only once, in ``<defs>``."""
        documents = {f"card-{code}": self.card_svg(code) for code in self.codes}
        documents |= {"card-back": self.back_svg(), "card-unknown": self.unknown_svg()}
        symbols = "".join(
            tag("symbol", inside(document), id=name, viewBox=_VIEW_BOX) + "\n"
            for name, document in documents.items()
        )
        parts = ""
        for number, part in enumerate(_repeated(symbols), 1):
            parts += group(part, id=f"deck-{number}") + "\n"
            symbols = symbols.replace(part, tag("use", href=f"#deck-{number}"))
        return (
            tag("svg", "\n", tag("defs", "\n", parts), symbols, xmlns="http://www.w3.org/2000/svg")
            + "\n"
        )


DECKS: Final[Mapping[str, Deck]] = {
    "spanish": Deck("spanish", "eboc", ("1", "2", "3", "4", "5", "6", "7", "10", "11", "12")),
    "french": Deck("french", "chsd", ("A", "2", "3", "4", "5", "6", "7", "Q", "J", "K")),
}
"""The decks by the names that :mod:`engine.cards` gives them."""


def _read(folder: str, code: str, codes: tuple[str, ...]) -> str:
    if code not in codes:
        raise KeyError(code)
    return (FILES / folder / f"{code}.svg").read_text("utf-8")


def _repeated(drawings: str) -> list[str]:
    """The contents of innermost groups that occur more than once, longest first."""
    counts = Counter(re.findall(r"<g [^>]*>((?:<(?!/?g[ >])[^>]*>)+)</g>", drawings))
    often = [part for part, count in counts.items() if count > 1 and len(part) > 60]
    return sorted(often, key=lambda part: (-len(part), part))
