"""The articles of the specification, quoted by ``/reglas``: ``AR-ENV-07``.

``articles.json`` is made from docs/spec by ``tools/articles.py``. The articles are in English.
"""

import json
import re
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import Final

_ID: Final = re.compile(r"(?:([A-Z]{2})-?([A-Z]{3})|(SI))-?(\d{1,3})")
_CITED: Final = re.compile(r"\b(?:[A-Z]{2}-[A-Z]{3}|SI)-\d\d\b")
_NEAREST: Final = 3
"""Articles that are named when an unknown one is asked for."""


@cache
def articles() -> dict[str, str]:
    """The text of every article, by id."""
    text = files("bot.words").joinpath("articles.json").read_text("utf-8")
    found: dict[str, str] = json.loads(text)
    return found


def article_id(text: str) -> str | None:
    """The id that a typed word has the form of, in its usual spelling (``ar-env-7`` is
    ``AR-ENV-07``); ``None``: it has no such form. There may be no such article."""
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
