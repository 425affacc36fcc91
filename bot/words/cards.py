"""Reads a card as people type it: ``7o``, ``7 de oros``, *ancho de espada*, *zap*, ``Qh``."""

from functools import cache
from typing import Final

from bot.words.catalogues import LOCALES
from bot.words.shouts import plain
from bot.words.speech import SUIT_NAMES, words_for
from engine.cards import Spelling

_FILLERS: Final = frozenset({"de", "of", "the", "el", "la", "o", "a"})
_RANKS_TOO: Final = {
    deck: {said: rank for rank, words in ranks.items() for said in words.split()}
    for deck, ranks in {
        "spanish": {
            "1": "ancho uno um one",
            "10": "diez dez ten sota",
            "11": "once onze eleven",
            "12": "doce doze twelve rey",
        },
        "french": {"A": "1 uno um one", "Q": "dama", "J": "sota"},
    }.items()
}
_SUITS_TOO: Final = {
    "spanish": {"basto": "b", "bastos": "b"},
    "french": {"trebol": "c", "corazon": "h", "pica": "s", "oro": "d", "oros": "d"},
}
_NICKNAMES: Final = {"spanish": {"macho": "1e", "hembra": "1b"}, "french": dict[str, str]()}
MANILHAS: Final = ("zap", "copas", "espadilha", "pica-fumo")
"""The names of the four best cards of the Brazilian games, the strongest first; the same in every
language. Which cards they are depends on the hand."""
TURNED: Final = {"uruguayo": "muestra", "venezolano": "vira_piezas"}
"""The last part of the message ids about the turned card, for games where it is not ``vira``."""
PIECES: Final = {"venezolano": ("perico", "perica")}
"""The names of a turned card's pieces, the strongest first, where each has its own."""
PIECE_NAMES: Final = {"11": "perico", "10": "perica"}
"""The names of pieces by rank, in the games that have them (UY-CAR-01, VE-CAR-01)."""
_MANILHAS_TOO: Final = {
    said: name
    for name, others in {
        "zap": ("zape", "gato", "zorro"),
        "copas": ("copeta", "copilha", "escopeta"),
        "pica-fumo": ("picafumo", "pica fumo", "ouros", "mole", "bebinho", "ourinho"),
    }.items()
    for said in others
}
"""Their other names in the rules pages (*Sinais e gírias*, sections 2 and 4)."""
PLACES: Final = {
    "1": ("1", "primera", "primeira", "first"),
    "2": ("2", "segunda", "second"),
    "3": ("3", "tercera", "terceira", "third"),
}
"""The places in the deal, for people who may not see their own cards."""
LONGEST: Final = 4
"""The most words in the name of a card ("el siete de oros")."""


@cache
def _ranks(deck: Spelling) -> dict[str, str]:
    names = {rank.lower(): rank for rank in deck.ranks} | _RANKS_TOO[deck.name]
    for locale in LOCALES:
        for rank in deck.ranks:
            names.setdefault(plain(words_for(locale).text(f"rank.{rank}")), rank)
    return names


@cache
def _suits(deck: Spelling) -> dict[str, str]:
    names = {letter: letter for letter in deck.suits} | _SUITS_TOO[deck.name]
    for locale in LOCALES:
        for suit, letter in zip(SUIT_NAMES[deck.name], deck.suits, strict=True):
            name = plain(words_for(locale).text(f"suit.{suit}"))
            names.setdefault(name, letter)
            names.setdefault(name.removesuffix("s"), letter)
    return names


def read_card(text: str, deck: Spelling) -> str | None:
    """The card's code (``7o``), or ``None`` when this is no card of the deck."""
    said = plain(text)
    if said in _NICKNAMES[deck.name]:
        return _NICKNAMES[deck.name][said]
    words = said.split()
    if not words:
        return None
    if len(words) == 1:
        rank, suit = said[:-1], said[-1:]
    else:
        named = [words[0], *(word for word in words[1:-1] if word not in _FILLERS), words[-1]]
        named = named[1:] if len(named) > 2 and named[0] in _FILLERS else named
        if len(named) != 2:
            return None
        rank, suit = named
    code = _ranks(deck).get(rank, "") + _suits(deck).get(suit, "?")
    try:
        deck.read(code)
    except ValueError:
        return None
    return code


def read_manilha(text: str) -> str | None:
    """The name of a manilha (one of :data:`MANILHAS`), or ``None``."""
    said = plain(text)
    said = _MANILHAS_TOO.get(said, said)
    return said if said in MANILHAS else None


def read_place(text: str) -> str | None:
    """A card's place in the deal, ``1`` to ``3``, or ``None``."""
    said = plain(text)
    return next((place for place, names in PLACES.items() if said in names), None)
