"""The public lines of a record, without the cards that lay face down (AZ-16)."""

from collections.abc import Iterable, Iterator
from typing import Final

from engine.actions import COVER, DESCARTA, PLAY, STACK
from engine.cards import UNKNOWN_TEXT

RULES_WORDS: Final = frozenset({"variant", "option", "players", "score", "games"})
"""The first words of the header lines that hold the rules."""
PUBLIC_WORDS: Final = frozenset({"hand", "cut", "close", "result", "end"})
PUBLIC_PROOFS: Final = frozenset({("proof", "root"), ("proof", "cut"), ("proof", "opening")})
HIDDEN: Final = {
    COVER: (UNKNOWN_TEXT,),
    DESCARTA: (UNKNOWN_TEXT,),
    STACK: (UNKNOWN_TEXT, UNKNOWN_TEXT),
}
"""The steps whose cards the other seats do not see."""
CARD_WORDS: Final = frozenset({PLAY, *HIDDEN})
"""The steps that name cards of their seat."""


def words_of(line: str) -> list[str]:
    """The words of a line without its comment."""
    return line.split("#", 1)[0].split()


def rules_lines(lines: Iterable[str]) -> list[str]:
    """The lines of a header that make the rules, with single blanks between words."""
    found = [words_of(line) for line in lines]
    return [" ".join(words) for words in found if words and words[0] in RULES_WORDS]


def public_lines(lines: Iterable[str]) -> Iterator[str]:
    """The public lines among the lines of a record, from the first ``hand`` line on.

    In a blind hand a step names its card by the place in the deal. The public line names the card
    itself."""
    dealt: dict[str, list[str]] = {}
    for line in lines:
        words = words_of(line)
        if not words:
            continue
        if words[0] == "deal":
            dealt[words[1]] = words[2:]
        elif words[0] in PUBLIC_WORDS or tuple(words[:2]) in PUBLIC_PROOFS:
            yield " ".join(words)
        elif words[0].isdigit():
            seat, verb, *rest = words
            if verb == PLAY and rest and rest[0].isdigit():
                rest = dealt.get(seat, [])[int(rest[0]) - 1 : int(rest[0])]
            yield " ".join((seat, verb, *HIDDEN.get(verb, rest)))
