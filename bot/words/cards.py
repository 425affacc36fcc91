"""Reading a Spanish card as people type it: ``7o``, ``7 de oros``, *ancho de espada*."""

from functools import cache
from typing import Final

from bot.words.catalogues import LOCALES
from bot.words.shouts import plain
from bot.words.speech import words_for
from engine.cards import SPANISH

_FILLERS: Final = frozenset({"de", "of", "the", "el", "la", "o", "a"})
_RANKS_TOO: Final = {
    "ancho": "1",
    "uno": "1",
    "um": "1",
    "one": "1",
    "diez": "10",
    "dez": "10",
    "ten": "10",
    "once": "11",
    "onze": "11",
    "eleven": "11",
    "doce": "12",
    "doze": "12",
    "twelve": "12",
    "sota": "10",
    "rey": "12",
}
_SUITS_TOO: Final = {"basto": "b", "bastos": "b"}
_SUIT_IDS: Final = {"espadas": "e", "bastos": "b", "oros": "o", "copas": "c"}
_NICKNAMES: Final = {"macho": "1e", "hembra": "1b"}
LONGEST: Final = 4
"""Words a card's name may have ("el siete de oros")."""


@cache
def _ranks() -> dict[str, str]:
    names = {rank: rank for rank in SPANISH.ranks} | _RANKS_TOO
    for locale in LOCALES:
        for rank in SPANISH.ranks:
            names.setdefault(plain(words_for(locale).text(f"rank.{rank}")), rank)
    return names


@cache
def _suits() -> dict[str, str]:
    names = {letter: letter for letter in SPANISH.suits} | _SUITS_TOO
    for locale in LOCALES:
        for suit, letter in _SUIT_IDS.items():
            name = plain(words_for(locale).text(f"suit.{suit}"))
            names.setdefault(name, letter)
            names.setdefault(name.removesuffix("s"), letter)
    return names


def read_card(text: str) -> str | None:
    """The card's code (``7o``), or ``None`` when this is no card of the Spanish deck."""
    said = plain(text)
    if said in _NICKNAMES:
        return _NICKNAMES[said]
    words = said.split()
    if not words:
        return None
    if len(words) == 1:
        rank, suit = said[:-1], said[-1:]
    else:
        named = [words[0], *(word for word in words[1:-1] if word not in _FILLERS), words[-1]]
        named = named[1:] if named[0] in _FILLERS else named
        if len(named) != 2:
            return None
        rank, suit = named
    code = _ranks().get(rank, "") + _suits().get(suit, "?")
    try:
        SPANISH.read(code)
    except ValueError:
        return None
    return code
