"""What a community has agreed on: the habits of its tables.

They stand in the store's settings under the names of the options of ``/jugar``; the language is
kept where all languages are (:meth:`bot.service.Service.set_language`).
"""

from collections.abc import Iterator, Mapping
from typing import Final

from bot.catalogue.commands import COMMAND
from bot.lobby import BadOptions, checked_options
from bot.words import words_for
from bot.words.options import option_label, value_label
from bot.world import Config
from engine.variants import VARIANTS

LANGUAGE: Final = "idioma"
_OPTIONS: Final = {
    "variante": "variant",
    "jugadores": "players",
    "puntos": "target",
    "flor": "flor",
    "tiempo": "turn_seconds",
    "senas": "senas",
}
"""By name: what they are called among the options of a table."""
USUAL: Final = "-"
"""The value that takes a habit back."""

TableDefaults = tuple[tuple[str, str], ...]


def table_defaults(settings: Mapping[str, str]) -> TableDefaults:
    """The habits among all that is set for a community."""
    return tuple((name, settings[name]) for name in _OPTIONS if settings.get(name))


def problems_of(habits: TableDefaults, config: Config) -> tuple[tuple[str, str], ...]:
    """Why these make no table, as options and values; empty: they do."""
    values = dict(habits)
    variant = values.get("variante", "argentino")
    if variant not in VARIANTS:
        return (("variant", variant[:32]),)
    known = VARIANTS[variant].players
    players = int(values.get("jugadores", known[0]))
    seconds = int(values.get("tiempo", config.turn_seconds))
    options = tuple(
        (_OPTIONS[name], values[name]) for name in ("puntos", "flor", "senas") if name in values
    )
    try:
        checked_options(variant, players, options, seconds, config)
    except BadOptions as error:
        return error.problems
    return ()


def settings_lines(language: str, habits: TableDefaults, locale: str) -> Iterator[tuple[str, str]]:
    """Every setting in words: what it is, and what holds. ``language``: the chosen one or empty."""
    words = words_for(locale)
    usual = words.text("settings.usual")
    chosen = words.text(f"language.{language}") if language else usual
    yield words.text(COMMAND["configurar"].option(LANGUAGE).description), chosen
    values = dict(habits)
    for name, option in _OPTIONS.items():
        value = values.get(name)
        told = usual if value is None else value_label(words, option, value)
        yield option_label(words, option), told


def settings_text(language: str, habits: TableDefaults, locale: str) -> str:
    """The same as a text."""
    words = words_for(locale)
    lines = settings_lines(language, habits, locale)
    return "\n".join(
        [
            words.text("settings.title"),
            *(words.text("lobby.option", label=label, value=value) for label, value in lines),
            words.text("settings.how"),
        ]
    )
