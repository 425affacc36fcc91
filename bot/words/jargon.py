"""The dictionary of what people say around the game: *estoy seco*, *irse a la pesca*.

``jargon.toml`` says what is said in which games; what it means is in the catalogues, as
``jargon.<id>``. The words are those of docs/spec/senas-y-jerga.md and sinais-e-girias.md.
"""

import tomllib
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import Final

from msgspec import Struct

from bot.words.shouts import plain

_NEAREST: Final = 3
"""Words that are named when an unknown one is asked for."""
_ALIKE: Final = 0.5


class Jargon(Struct, frozen=True):
    """Words that mean one thing."""

    id: str
    words: tuple[str, ...]
    """Ways to say it, the usual one first."""
    games: tuple[str, ...] = ()
    """Where it is said; empty: everywhere."""


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


def looked_up(text: str, game: str = "") -> str | None:
    """The id of what a word means, in this game if it says the word; ``None``: it is not there."""
    found = _by_word().get(_plain(text), ())
    here = (id for id in found if game in jargon()[id].games)
    return next(here, None) or next(iter(found), None)


def meanings(id: str) -> tuple[str, ...]:
    """This meaning, and the others that its words have."""
    known = _by_word()
    others = (other for word in jargon()[id].words for other in known[_plain(word)])
    return tuple(dict.fromkeys((id, *others)))


def nearest_words(text: str) -> tuple[str, ...]:
    """The words of the dictionary that look most like this text."""
    said = _plain(text)
    near = get_close_matches(said, _by_word(), _NEAREST, _ALIKE)
    like = near or [word for word in _by_word() if word[:1] == said[:1]]
    return tuple(like[:_NEAREST])
