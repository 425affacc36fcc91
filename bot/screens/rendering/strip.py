"""The order of the cards in one line, strongest first, with marks at the reader's own cards."""

from collections.abc import Callable, Sequence
from typing import Final

from bot.screen import Rung

SIGNS: Final = {
    "spanish": {"e": "⚔️", "b": "🪵", "o": "🪙", "c": "🏆"},
    "french": {"c": "♣️", "h": "♥️", "s": "♠️", "d": "♦️"},
}
BACK: Final = "🂠"


def sign_of(code: str, deck: str) -> str:
    return SIGNS[deck].get(code[-1], BACK) if code != "back" else BACK


def short(code: str, deck: str) -> str:
    """A card in its shortest form: "7 🪙"."""
    return BACK if code == "back" else f"{code[:-1]} {sign_of(code, deck)}"


def strip_of(order: Sequence[Rung], deck: str, mark: Callable[[str], str] = "[{}]".format) -> str:
    """ "1 ⚔️ › 1 🪵 › [7 ⚔️] › 7 🪙 › 3 [3 🪙] › 2". ``mark``: marks a card of the reader."""

    def signed(rung: Rung) -> str:
        if rung.short:
            return " ".join([rung.short, *(mark(short(code, deck)) for code in rung.mine)])
        cards = ((code, short(code, deck)) for code in rung.codes)
        return " ".join(mark(said) if code in rung.mine else said for code, said in cards)

    return " › ".join(map(signed, order))
