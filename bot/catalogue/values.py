"""Reads one value of a command from typed words: a number, a card, a choice."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from bot.catalogue.option_names import take_option
from bot.catalogue.phrases import is_number, take_named
from bot.catalogue.play_options import TIME
from bot.catalogue.start_times import take_start
from bot.chat_commands import CommandSpec, Names, Option, OptionKind
from bot.words.articles import article_id
from bot.words.cards import LONGEST, read_card, read_manilha, read_place
from bot.words.shouts import plain
from engine.cards import SPELLINGS
from engine.variants import VARIANTS

_LASTS: Final = re.compile(r"([0-9]{1,6})(s|min|h|d)")
_UNITS: Final = {"s": 1, "min": 60, "h": 3600, "d": 86_400}


def segments(command: CommandSpec, text: str) -> Iterator[tuple[Option | None, list[str]]]:
    """The words, cut before each ``name:`` of an option."""
    option: Option | None = None
    words: list[str] = []
    for word in text.split():
        name, colon, value = word.replace("=", ":", 1).partition(":")
        named = option_named(command, name) if colon else None
        if named is None:
            words.append(word)
            continue
        if option is not None or words:
            yield option, words
        option, words = named, [value] if value else []
    if option is not None or words:
        yield option, words


def option_named(command: CommandSpec, name: str) -> Option | None:
    """The option of this name, in any language."""
    said = plain(name)
    return next((option for option in command.options if said in _plain_names(option.names)), None)


@cache
def _plain_names(names: Names) -> frozenset[str]:
    """Every name in the form in which it is compared."""
    return frozenset(map(plain, names.all()))


def speaks_by_name(option: Option) -> bool:
    """Whether this option's name may stand before its value without a colon (*nivel maestro*)."""
    return option.by_name or option.kind is OptionKind.START


def take(
    option: Option, words: list[str], variant: str, *, named: bool = False
) -> tuple[str, list[str]] | None:
    """The value at the beginning of these words, and the words after it."""
    match option.kind:
        case OptionKind.TEXT:
            return (words[0], words[1:]) if words else None
        case OptionKind.START:
            return take_start(words)
        case OptionKind.OPTION:
            return (take_option(words) or (words[0], words[1:])) if words else None
        case OptionKind.ARTICLE:
            id = article_id(words[0]) if words else None
            return (id, words[1:]) if id is not None else None
        case (
            OptionKind.SEAT
            | OptionKind.SENA
            | OptionKind.PERSON
            | OptionKind.WORDS
            | OptionKind.OWN_SIGN
            | OptionKind.VALUE
        ):
            return (" ".join(words), []) if words else None
        case OptionKind.USER:
            return None
        case OptionKind.FLAG if named:
            return _flag(words)
        case OptionKind.FLAG:
            return ("on", words[1:]) if plain(words[0]) in _plain_names(option.names) else None
        case OptionKind.CARD:
            return _take_card(words, variant)
        case OptionKind.NUMBER | OptionKind.CHOICE:
            known = _choice(option, words) or number_in(option, words)
            return known or (take_named(option, words) if named else None)


def _take_card(words: list[str], variant: str) -> tuple[str, list[str]] | None:
    """The longest name of a card at the beginning of these words, and the words after it."""
    for length in range(min(LONGEST, len(words)), 0, -1):
        if (code := _card(" ".join(words[:length]), variant)) is not None:
            return code, words[length:]
    return None


def _card(text: str, variant: str) -> str | None:
    """A card's code, or its place in the deal; in the Brazilian games also a manilha's name."""
    declared = VARIANTS[variant]
    code = read_card(text, SPELLINGS[declared.deck]) or read_place(text)
    if code is None and any(spec.name == "ferro" for spec in declared.options):
        return read_manilha(text)
    return code


def _flag(words: list[str]) -> tuple[str, list[str]] | None:
    said = {"si": "on", "sim": "on", "yes": "on", "on": "on", "true": "on"}
    if words and plain(words[0]) in {*said, "no", "nao", "off", "false"}:
        return said.get(plain(words[0]), "off"), words[1:]
    return None


def _choice(option: Option, words: list[str]) -> tuple[str, list[str]] | None:
    best: tuple[int, str] = (0, "")
    said: dict[int, str] = {}
    for choice in option.choices:
        for name in (plain(choice.value), *_plain_names(choice.names)):
            length = name.count(" ") + 1 if name else 0
            if length > best[0]:
                if length not in said:
                    said[length] = plain(" ".join(words[:length]))
                if said[length] == name:
                    best = (length, choice.value)
    if best[0] == 1 and said[1] in _plain_names(option.names):
        # It is the option's own name, after which another value may come: *problema dificil*.
        return _choice(option, words[1:]) or (best[1], words[1:])
    return (best[1], words[best[0] :]) if best[0] else None


def number_in(option: Option, words: list[str]) -> tuple[str, list[str]] | None:
    """A number that this option takes; for a time also *6h* and *3d*."""
    if option.kind is not OptionKind.NUMBER or not words:
        return None
    lasts = _LASTS.fullmatch(plain(words[0])) if option.id == TIME.id else None
    if lasts is not None:
        number = int(lasts[1]) * _UNITS[lasts[2]]
    elif is_number(words[0]):
        number = int(words[0])
    else:
        return None
    return (str(number), words[1:]) if option.low <= number <= option.high else None


def takers_of_number(command: CommandSpec, found: dict[str, str], word: str) -> tuple[Option, ...]:
    """The options that may take a number without an option name. Seats and points come first."""
    if not is_number(word):
        return ()
    for option in command.options:
        if option.kind is OptionKind.CHOICE and option.id not in found and _choice(option, [word]):
            return (option,)
    numbers = (option for option in command.options if option.id not in found)
    return tuple(option for option in numbers if number_in(option, [word]))
