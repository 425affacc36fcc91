"""Shouts: the binding words of each game, the same in every language.

At a table with an English reader the call is still *vale cuatro*. Sentences around a shout are in
the catalogues. The shout itself belongs to the variant, and is in ``shouts.toml``."""

import re
import tomllib
import unicodedata
from collections.abc import Mapping
from importlib.resources import files
from typing import Final

from engine.state.table import Table

_MARKS: Final = re.compile(r"[^\w\s?:=-]")
_BOOK: Final = tomllib.loads(files("bot.words").joinpath("shouts.toml").read_text("utf-8"))


def _shouts(game: str) -> dict[str, str]:
    own = dict(_BOOK["games"][game])
    shared = [said for name in own.pop("like") for said in _BOOK["shared"][name].items()]
    return {**dict(shared), **own}


def _captions(game: str) -> dict[str, str]:
    """The shouts of a game without punctuation marks, for captions. A caption names no number."""
    said = {verb: shout for verb, shout in SHOUTS[game].items() if not verb.endswith(" n")}
    own = _BOOK["captions"]
    return {
        verb: own.get(verb) or shout.strip("¡!.")
        for verb, shout in said.items()
        if verb not in _BOOK["no_button"]
    }


SHOUTS: Final[Mapping[str, Mapping[str, str]]] = {game: _shouts(game) for game in _BOOK["games"]}
"""The words that are said aloud at the table, by variant and verb."""

BUTTONS: Final[Mapping[str, Mapping[str, str]]] = {game: _captions(game) for game in SHOUTS}
"""The same words as captions of buttons."""

PASO_LEAVES: Final = frozenset({"uruguayo"})
"""Games in which *paso*, with nothing to answer, means leaving the hand alone (UY-MAZ-03)."""

DUELS: Final = {"pica": "pica-pica", "pico": "pico a pico", "punta": "punta"}
"""The name of a hand of duels, by its mode; the same in every language."""


def shout(variant: str, verb: str, number: int = -1) -> str:
    """The shout for this verb: "¡Vale cuatro!", and with a number "¡4 envido!"."""
    book = SHOUTS[variant]
    numbered = book.get(f"{verb} n") if number >= 0 else None
    return (numbered or book[verb]).format(n=number)


def caption(variant: str, verb: str) -> str:
    """The caption of the button that says this verb: "Vale cuatro"."""
    return BUTTONS[variant][verb]


def named_call(variant: str, verb: str) -> str:
    """A call as it is named in a sentence: its caption, or else its shout without marks; empty: the
    verb is no call of this game. A call with a number is named without it."""
    said = BUTTONS[variant].get(verb) or SHOUTS[variant].get(verb, "")
    return said.replace("{n}", "").strip("¡!. ")


def plain(text: str) -> str:
    """Text as it is compared: lower case, without accents, punctuation and double blanks."""
    letters = text.casefold()
    if not letters.isascii():
        folded = unicodedata.normalize("NFKD", letters)
        letters = "".join(char for char in folded if not unicodedata.combining(char))
    return " ".join(_MARKS.sub(" ", letters).split())


def mazo_question(table: Table) -> str:
    """The id of the message that asks whether the person really wants to go to the deck."""
    if table.rules.leave.whole_team or table.players == 2:
        return "hand.mazo.confirm"
    return "hand.mazo.confirm.alone"
