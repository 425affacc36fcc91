"""Saying something in one language."""

from collections.abc import Iterable
from functools import cache
from typing import Final

from babel import Locale
from babel.lists import format_list

from bot.words.catalogues import closest_locale, entries
from engine.cards import RANKS, SPANISH, UNKNOWN, Card

_SUIT_NAMES: Final = ("espadas", "bastos", "oros", "copas")
_RANK_NAMES: Final = SPANISH.ranks


class MissingWords(LookupError):
    """No catalogue has this message id, or a parameter of it is missing."""


class Words:
    """One language. Cheap: the catalogues are read once and shared."""

    def __init__(self, locale: str) -> None:
        self.locale: Final = closest_locale(locale)
        self._entries = entries(self.locale)
        self._babel = Locale.parse(self.locale)

    def __contains__(self, id: str) -> bool:
        return id in self._entries

    def text(self, id: str, **parameters: object) -> str:
        """The message with its parameters filled in; ``n`` chooses between one and several.

        Raises :class:`MissingWords` for an unknown id and for a missing parameter.
        """
        entry = self._entries.get(id)
        if entry is None:
            raise MissingWords(id)
        form = entry.forms[0]
        if entry.plural:
            number = parameters.get("n")
            if not isinstance(number, int):
                raise MissingWords(f"{id}: n")
            form = entry.forms[0 if self._babel.plural_form(number) == "one" else 1]
        try:
            return form.format_map(parameters)
        except KeyError as error:
            raise MissingWords(f"{id}: {error}") from None

    def card(self, card: Card) -> str:
        """A Spanish card in words: "siete de oros", "seven of coins"."""
        if card == UNKNOWN:
            return self.text("card.hidden")
        rank = self.text(f"rank.{_RANK_NAMES[card % RANKS]}")
        suit = self.text(f"suit.{_SUIT_NAMES[card // RANKS]}")
        return self.text("card.name", rank=rank, suit=suit)

    def the_card(self, card: Card) -> str:
        """The same in a sentence: "el siete de oros", "la sota de oros"."""
        if card == UNKNOWN:
            return self.text("card.hidden")
        name = _RANK_NAMES[card % RANKS]
        rank = self.text(f"rank.{name}")
        suit = self.text(f"suit.{_SUIT_NAMES[card // RANKS]}")
        if name == "10":
            return self.text("card.the.sota", rank=rank, suit=suit)
        return self.text("card.the", rank=rank, suit=suit)

    def rank(self, card: Card) -> str:
        """All four cards of a rank: "los reyes"."""
        return self.text(f"ranks.{_RANK_NAMES[card % RANKS]}")

    def cards(self, cards: Iterable[Card]) -> str:
        """Several cards in words."""
        return self.list(self.card(card) for card in cards)

    def list(self, items: Iterable[str]) -> str:
        """ "A, B y C"."""
        return format_list(list(items), locale=self._babel)

    def either(self, items: Iterable[str]) -> str:
        """ "A, B o C"."""
        return format_list(list(items), style="or", locale=self._babel)


@cache
def words_for(locale: str) -> Words:
    """The words of a language, made once."""
    return Words(locale)
