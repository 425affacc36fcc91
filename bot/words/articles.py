"""The articles of the specification, quoted by ``/reglas``: ``AR-ENV-07``.

``tools/articles.py`` makes ``articles.json`` from docs/spec, in English. docs/rules explains nearly
all of them to players; these texts are in ``articles_told.json``, in the game's language."""

import json
import re
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import Final

_ID: Final = re.compile(r"(?:([A-Z]{2})-?([A-Z]{3})|(SI))-?(\d{1,3})")
_CITED: Final = re.compile(r"\b(?:[A-Z]{2}-[A-Z]{3}|SI)-\d\d\b")
_NEAREST: Final = 3
"""The number of articles that are named when a person asks for an unknown one."""
_PORTUGUESE: Final = ("GA", "PA", "MI")
"""The games whose pages are in Portuguese, by the letters of their articles."""
TOPICS: Final = {
    "truco": ("TRU",),
    "envido": ("ENV",),
    "falta": ("FAL",),
    "flor": ("FLO",),
    "parda": ("HAN", "PAR"),
    "mazo": ("MAZ", "FOL"),
}
"""The most frequent questions, with the sections of articles about them."""
_ALSO: Final = {
    "falta": ("TR-ENV-18", "UY-ENV-07", "UY-ENV-08", "VE-ENV-06", "GA-ENV-06"),
    "parda": ("UY-TRI-01", "PA-TRI-05", "MI-TRI-03", "GA-TRI-03"),
    "mazo": ("TR-GEN-03", "TR-GEN-04", "PA-TRU-03", "MI-TRU-03"),
}
"""Articles about a topic that are in other sections."""


@cache
def articles() -> dict[str, str]:
    """The text of every article, by id."""
    text = files("bot.words").joinpath("articles.json").read_text("utf-8")
    found: dict[str, str] = json.loads(text)
    return found


@cache
def told_articles() -> dict[str, str]:
    """The articles as the pages of docs/rules tell them, each in the language of its game."""
    text = files("bot.words").joinpath("articles_told.json").read_text("utf-8")
    found: dict[str, str] = json.loads(text)
    return found


def article_for(id: str, locale: str) -> tuple[str, str]:
    """An article for a reader of this language, and the language of its text. Readers of Spanish or
    Portuguese get the text of docs/rules; readers of English get the specification itself."""
    told = told_articles().get(id, "")
    if locale.startswith("en") or not told:
        return articles()[id], "en"
    return told, "pt" if id[:2] in _PORTUGUESE else "es"


def articles_about(topic: str, game: str) -> tuple[str, ...]:
    """The ids of a game's articles about a topic of :data:`TOPICS`. ``game``: its letters."""
    sections = tuple(f"{game}-{section}-" for section in TOPICS[topic])
    also = (id for id in _ALSO.get(topic, ()) if id.startswith(f"{game}-"))
    return (*(id for id in sorted(articles()) if id.startswith(sections)), *also)


def article_id(text: str) -> str | None:
    """The id that is meant by a typed word, in its usual spelling (``ar-env-7`` is ``AR-ENV-07``);
    ``None``: the word has not the form of an id. There may be no such article."""
    found = _ID.fullmatch(text.upper())
    if found is None:
        return None
    game, section, signals, number = found.groups()
    return "-".join((*((signals,) if signals else (game, section)), f"{int(number):02}"))


def nearest_articles(text: str) -> tuple[str, ...]:
    """The ids of articles that look most like this text."""
    return tuple(get_close_matches(text.upper(), articles(), _NEAREST, 0.0))


def cited_in(id: str) -> tuple[str, ...]:
    """The other articles that an article's text names, once each."""
    named = dict.fromkeys(_CITED.findall(articles()[id]))
    return tuple(article for article in named if article in articles() and article != id)
