"""All chance: the shuffle, the first dealer, the ids of tables, and the robots' choices.

Cards and ids come from the operating system's own source. A number below a bound is drawn by
rejection, so that every order of the deck is equally likely. Tests pass in their own chance."""

import random
import secrets
from collections.abc import Sequence
from typing import Final, Protocol

from bot.messages import MatchId
from engine.cards import Card

_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
_ID_LENGTH: Final = 8
_INVITATION_LENGTH: Final = 16


class Chance(Protocol):
    """The source of all chance."""

    def below(self, bound: int) -> int:
        """A whole number from 0 to ``bound - 1``; all are equally likely."""

    def dice(self) -> random.Random:
        """A generator for one decision of a robot. It never touches a deck."""


class SystemChance:
    """The operating system's chance."""

    def below(self, bound: int) -> int:
        bits = (bound - 1).bit_length()
        while (number := secrets.randbits(bits)) >= bound:
            pass
        return number

    def dice(self) -> random.Random:
        return random.Random(secrets.randbits(64))  # noqa: S311 - a robot's whims, no cards


def shuffled(cards: Sequence[Card], chance: Chance) -> tuple[Card, ...]:
    """The cards in an order drawn by chance (Fisher and Yates)."""
    deck = list(cards)
    for last in range(len(deck) - 1, 0, -1):
        other = chance.below(last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return tuple(deck)


def new_match_id(chance: Chance) -> MatchId:
    """A new id of a match: eight characters. They are letters and digits that cannot be confused:
    there is no 0, o, 1, i or l."""
    return _letters(_ID_LENGTH, chance)


def match_id_of(digest: bytes) -> MatchId:
    """The id of a match that is known before the match is opened. ``digest``: a hash of the values
    that identify the match."""
    return "".join(_LETTERS[byte % len(_LETTERS)] for byte in digest[:_ID_LENGTH])


def new_invitation(chance: Chance) -> str:
    """A secret that cannot be guessed: sixteen characters, 79 bits."""
    return _letters(_INVITATION_LENGTH, chance)


def new_code(chance: Chance) -> str:
    """A secret valid for ten minutes: twice five characters, easy to type; 31^10 such codes."""
    return f"{_letters(5, chance)}-{_letters(5, chance)}"


def _letters(number: int, chance: Chance) -> str:
    return "".join(_LETTERS[chance.below(len(_LETTERS))] for _ in range(number))
