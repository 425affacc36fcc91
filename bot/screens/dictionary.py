"""The pages of the dictionary: what people say around the game."""

from collections.abc import Iterator

from bot.words import Words
from bot.words.jargon import Jargon, jargon, meanings


def help_dictionary(words: Words, game: str) -> str:
    """Every word with its meaning; the first line is the title. ``game``: its words come first."""
    of_game = sorted(jargon().values(), key=lambda entry: game not in entry.games)
    return "\n".join([words.text("help.dictionary"), *(_line(words, entry) for entry in of_game)])


def help_word(words: Words, id: str) -> str:
    """What a word means, in each of its meanings; the first line is the title."""
    found = [jargon()[other] for other in meanings(id)]
    return "\n".join([", ".join(found[0].words), *_meanings(words, found)])


def _meanings(words: Words, found: list[Jargon]) -> Iterator[str]:
    for entry in found:
        yield "\n".join(
            part for part in (words.text(f"jargon.{entry.id}"), _games(words, entry)) if part
        )


def _line(words: Words, entry: Jargon) -> str:
    said = ", ".join(entry.words)
    meaning = words.text(f"jargon.{entry.id}")
    return words.text("help.dictionary.word", words=said, meaning=meaning)


def _games(words: Words, entry: Jargon) -> str:
    """Where it is said; empty: everywhere."""
    if not entry.games:
        return ""
    named = words.list(words.text(f"option.variant.{game}") for game in entry.games)
    return words.text("help.dictionary.games", games=named)
