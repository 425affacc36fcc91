"""Makes texts in one language."""

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Final, Literal

from babel import Locale
from babel.lists import format_list

from bot.words.catalogues import entries_of, regional
from engine.cards import FRENCH, RANKS, SPANISH, UNKNOWN, Card, Spelling

SUIT_NAMES: Final = {
    SPANISH.name: ("espadas", "bastos", "oros", "copas"),
    FRENCH.name: ("clubs", "hearts", "spades", "diamonds"),
}
"""The names of each deck's suits in message ids, in numbering order."""
_THE: Final = {
    "10": ("card.the.sota", "rank.the.sota"),
    "J": ("card.the.sota", "rank.the.sota"),
    "Q": ("card.the.dama", "rank.the.dama"),
}
"""By rank, the message ids of "the (card)" and "the (rank)", for ranks whose article differs from
that of most ranks in some language."""
_THE_OTHERS: Final = ("card.the", "rank.the")
"""These two message ids for all other ranks."""


@lru_cache(maxsize=1024)
def _is_singular(locale: Locale, number: int) -> bool:
    return bool(locale.plural_form(number) == "one")


@lru_cache(maxsize=1024)
def _joined(items: tuple[str, ...], style: Literal["standard", "or"], locale: str) -> str:
    return format_list(items, style=style, locale=locale)


class MissingWords(LookupError):
    """No catalogue has this message id, or a parameter of it is missing."""


class Words:
    """The words of one language, at a table of one game. It is cheap to make, because the
    catalogues are read once and shared. A game may have a message of its own, under
    ``<variant>.<id>``, if its word for a thing differs from that of other games."""

    def __init__(self, locale: str, variant: str = "") -> None:
        self.locale: Final = regional(locale, variant)
        self._entries = entries_of(self.locale, variant)
        self._babel = Locale.parse(self.locale)
        self._cards: dict[tuple[Card, str], str] = {}
        """The names of cards that were asked for. There are not more than those of a few decks."""

    def __contains__(self, id: str) -> bool:
        return id in self._entries

    def text(self, id: str, **parameters: object) -> str:
        """The message with its parameters filled in; ``n`` chooses between singular and plural.
        Raises :class:`MissingWords` for an unknown id and for a missing parameter."""
        entry = self._entries.get(id)
        if entry is None:
            raise MissingWords(id)
        form = entry.forms[0]
        if entry.fixed:
            return form
        if entry.plural:
            number = parameters.get("n")
            if not isinstance(number, int):
                raise MissingWords(f"{id}: n")
            form = entry.forms[0 if _is_singular(self._babel, number) else 1]
        try:
            return form.format_map(parameters)
        except KeyError as error:
            raise MissingWords(f"{id}: {error}") from None

    def card(self, card: Card, deck: Spelling = SPANISH) -> str:
        """A card of a deck in words: "siete de oros", "seven of coins"."""
        known = self._cards.get((card, deck.name))
        if known is None:
            known = self._cards[card, deck.name] = self._card(card, deck)
        return known

    def _card(self, card: Card, deck: Spelling) -> str:
        if card == UNKNOWN:
            return self.text("card.hidden")
        rank = self.text(f"rank.{deck.ranks[card % RANKS]}")
        return self.text("card.name", rank=rank, suit=self.suit(card, deck))

    def the_card(self, card: Card, deck: Spelling = SPANISH) -> str:
        """A card with its article, as in a sentence: "el siete de oros", "la sota de oros"."""
        if card == UNKNOWN:
            return self.text("card.hidden")
        name = deck.ranks[card % RANKS]
        id, _ = _THE.get(name, _THE_OTHERS)
        return self.text(id, rank=self.text(f"rank.{name}"), suit=self.suit(card, deck))

    def the_rank(self, card: Card, deck: Spelling) -> str:
        """A card's rank with its article, as in a sentence: "el siete", "la sota"."""
        name = deck.ranks[card % RANKS]
        _, id = _THE.get(name, _THE_OTHERS)
        return self.text(id, rank=self.text(f"rank.{name}"))

    def suit(self, card: Card, deck: Spelling) -> str:
        """A card's suit: "oros"."""
        return self.text(f"suit.{SUIT_NAMES[deck.name][card // RANKS]}")

    def with_name(self, card: str, name: str) -> str:
        """A card in words with its name for its strength: "dos de tréboles (zap)". The name is not
        added if the card already ends with it: "dama de copas"."""
        return card if card.endswith(name) else self.text("card.manilha", card=card, name=name)

    def month(self, number: int) -> str:
        """A month by its number, 1 to 12: "marzo"."""
        return str(self._babel.months["stand-alone"]["wide"][number])

    def rank(self, card: Card, deck: Spelling = SPANISH) -> str:
        """The four cards of a rank together: "los reyes"."""
        return self.text(f"ranks.{deck.ranks[card % RANKS]}")

    def cards(self, cards: Iterable[Card], deck: Spelling = SPANISH) -> str:
        """Several cards in words."""
        return self.list(self.card(card, deck) for card in cards)

    def list(self, items: Iterable[str]) -> str:
        """ "A, B y C"."""
        return self._listed(items, "standard")

    def either(self, items: Iterable[str]) -> str:
        """ "A, B o C"."""
        return self._listed(items, "or")

    def _listed(self, items: Iterable[str], style: Literal["standard", "or"]) -> str:
        several = tuple(items)
        return several[0] if len(several) == 1 else _joined(several, style, self.locale)


def words_for(locale: str, variant: str = "") -> Words:
    """The words of a language, with the game's own messages if a game is given. Made once."""
    return _made(regional(locale, variant), variant)


@cache
def _made(locale: str, variant: str) -> Words:
    return Words(locale, variant)
