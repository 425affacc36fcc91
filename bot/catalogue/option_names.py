"""The names that people use for a table's options and their values, taken from the words of the
screens."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from bot.catalogue.commands import COMMAND
from bot.community.table_defaults import TYPED
from bot.words import LOCALES, Words, words_for
from bot.words.options import option_specs, value_label
from bot.words.shouts import plain
from engine.variants import VARIANTS

Meant = tuple[str, str]
"""An option of ``/jugar``, or the name of a table's option, with one of its values."""

_OF_JUGAR = {option: typed for typed, option in TYPED.items()}

YES: Final = ("si", "sim", "yes")
NO: Final = ("no", "nao", "not")
WITH: Final = ("con", "com", "with")
WITHOUT: Final = ("sin", "sem", "without", *NO)
"""Words that mean *without*: *no señas* means *sin señas*."""

_SWITCHES: Final = (("con", "sin"), ("si", "no"), ("on", "off"), ("partner", "off"), ("10", "off"))
"""For options that can be switched on and off: the two values, on first."""


def _key(option: str) -> str:
    return _OF_JUGAR.get(option, option)


@lru_cache(maxsize=2048)
def _plain(text: str) -> str:
    """Text in the form in which phrases are compared. Question marks and colons of labels are
    dropped, because people do not type them."""
    return " ".join(plain(text).replace(":", " ").replace("?", " ").split())


def _short(text: str) -> set[str]:
    """The short forms of a label: *limpio, sin cartas bajas* is also *limpio*."""
    return {_plain(text.partition(mark)[0]) for mark in ",(;"}


def option_names(option: str, words: Words) -> set[str]:
    """The names of a table's option that people use: its own, its label, its name in ``/jugar``."""
    names = {plain(option)} | _labelled(words, f"option.{option}")
    if option in _OF_JUGAR:
        typed = COMMAND["jugar"].option(_OF_JUGAR[option])
        names.update(plain(name) for name in typed.names.all())
    return names


def _labelled(words: Words, id: str) -> set[str]:
    known = [words.text(key) for key in (id, f"straight.{id}") if key in words]
    return {_plain(text) for text in known}.union(*map(_short, known))


def value_names(option: str, value: str, words: Words) -> set[str]:
    """The names of a value: its own, and its label."""
    straight = f"straight.option.{option}.{value}"
    more = {_plain(words.text(straight))} if straight in words else set()
    return {plain(value), _plain(value_label(words, option, value)), *more}


class _Named(Struct, frozen=True):
    option: str
    value: str
    names: frozenset[str]
    """The names of the option."""
    said: frozenset[str]
    """The full names of the value."""
    short: frozenset[str]


@cache
def _every() -> tuple[_Named, ...]:
    """All options and values of all games, with their names in all languages."""

    def named() -> Iterator[_Named]:
        for variant in VARIANTS:
            for locale in LOCALES:
                words = words_for(locale, variant)
                for option, values in option_specs(variant).items():
                    names = frozenset(option_names(option, words))
                    for value in values:
                        said = frozenset(value_names(option, value, words))
                        short = frozenset(_short(value_label(words, option, value)))
                        yield _Named(_key(option), value, names, said, short)

    return tuple(dict.fromkeys(named()))


@cache
def _of_options() -> Mapping[str, str]:
    """The option that each name stands for."""
    names: dict[str, str] = {}
    for named in _every():
        for name in sorted(named.names):
            names.setdefault(name, named.option)
    return MappingProxyType(names)


def take_option(words: list[str]) -> tuple[str, list[str]] | None:
    """The option of a table that these words begin to name, and the words after its name."""
    for length in range(len(words), 0, -1):
        if (known := _of_options().get(_plain(" ".join(words[:length])))) is not None:
            return TYPED.get(known, known), words[length:]
    return None


def _readings(sayings: Iterator[tuple[str, Meant, bool]]) -> Mapping[str, tuple[Meant, ...]]:
    """The possible meanings of each saying. If a saying is the full name of something, its meanings
    as a short form are dropped."""
    whole: dict[str, set[Meant]] = {}
    short: dict[str, set[Meant]] = {}
    for said, meant, is_whole in sayings:
        (whole if is_whole else short).setdefault(said, set()).add(meant)
    return MappingProxyType(
        {said: tuple(sorted(meant)) for said, meant in {**short, **whole}.items()}
    )


@cache
def named_values() -> Mapping[str, tuple[Meant, ...]]:
    """The meanings of an option's name together with a value's name: *mazo limpio*."""
    return _readings(
        (f"{name} {said}", (named.option, named.value), said in named.said)
        for named in _every()
        for name in named.names
        for said in named.said | named.short
    )


@cache
def values_alone() -> Mapping[str, tuple[Meant, ...]]:
    """The meanings of a value's name without that of its option, if it has several words."""
    return _readings(
        (said, (named.option, named.value), said in named.said)
        for named in _every()
        for said in named.said | named.short
        if " " in said and not said[0].isdecimal()
    )


def switched(said: str, values: Iterable[str]) -> str | None:
    """The value that *sí* or *con* means for this option, or *no* or *sin*. ``None``: the word is
    none of these, or the option cannot be switched on and off."""
    pairs = (pair for pair in _SWITCHES if set(pair) <= set(values))
    on, off = next(pairs, (None, None))
    if plain(said) in (*YES, *WITH):
        return on
    return off if plain(said) in WITHOUT else None


@cache
def switches() -> Mapping[str, Mapping[str, Meant]]:
    """By each name of an option that can be switched: what *con* and *sin* mean for it."""
    values: dict[str, set[str]] = {}
    named: dict[str, set[str]] = {}
    for meaning in _every():
        values.setdefault(meaning.option, set()).add(meaning.value)
        for name in meaning.names:
            named.setdefault(name, set()).add(meaning.option)
    found = {}
    for name, options in named.items():
        (option, *others) = options
        on, off = switched("con", values[option]), switched("sin", values[option])
        if not others and on is not None and off is not None:
            found[name] = {"con": (option, on), "sin": (option, off)}
    return MappingProxyType(found)
