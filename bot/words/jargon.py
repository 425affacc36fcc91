"""The dictionary of phrases around the game: *estoy seco*, *irse a la pesca*.

``jargon.toml`` has the phrases and their games; the meanings are in the catalogues, as
``jargon.<id>``. The words are those of docs/spec/senas-y-jerga.md and sinais-e-girias.md."""

import tomllib
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import Final

from msgspec import Struct

from bot.words.shouts import plain

_NEAREST: Final = 3
"""The number of words that are named when a person asks for an unknown one."""


class Jargon(Struct, frozen=True):
    """Words with one meaning."""

    id: str
    words: tuple[str, ...]
    """The words, the usual one first."""
    games: tuple[str, ...]
    """The games in which people say it; empty: all games."""


@cache
def jargon() -> dict[str, Jargon]:
    """The whole dictionary by id."""
    text = files("bot.words").joinpath("jargon.toml").read_text("utf-8")
    return {
        id: Jargon(id, tuple(entry["words"]), tuple(entry.get("games", ())))
        for id, entry in tomllib.loads(text).items()
    }


@cache
def _by_word() -> dict[str, tuple[str, ...]]:
    """The ids of the meanings that each word has, in the form in which words are compared."""
    found: dict[str, tuple[str, ...]] = {}
    for entry in jargon().values():
        for word in map(_plain, entry.words):
            found[word] = (*found.get(word, ()), entry.id)
    return found


def _plain(text: str) -> str:
    return plain(text).replace("-", " ")


def looked_up(text: str, game: str) -> str | None:
    """The id of a word's meaning, this game's if it has one; ``None``: it is not in there."""
    found = _by_word().get(_plain(text), ())
    here = (id for id in found if game in jargon()[id].games)
    return next(here, None) or next(iter(found), None)


def meanings(id: str) -> tuple[str, ...]:
    """This meaning, and all other meanings of its words."""
    known = _by_word()
    others = (other for word in jargon()[id].words for other in known[_plain(word)])
    return tuple(dict.fromkeys((id, *others)))


def nearest_words(text: str) -> tuple[str, ...]:
    """The words of the dictionary that are most similar to this text."""
    return tuple(get_close_matches(_plain(text), _by_word(), _NEAREST, 0.0))
