"""Reading what people type: ``/carta 7o tapada``, ``/jugar 4 flor:con``, or just ``quiero``.

After a command's name come values, with their option's name (``carta:7o``) or without. A value
without a name goes to the first option, in the command's order, that can read it. A value takes as
many words as it can, so that *siete de oros* is one card and *real envido* one choice.
"""

from collections.abc import Iterator
from functools import cache
from typing import Final

from msgspec import Struct

from bot.catalogue.commands import COMMAND, COMMANDS, CommandSpec, Kind, Option, offered
from bot.catalogue.option_names import take_option
from bot.catalogue.phrases import (
    FILLERS,
    answers,
    called,
    is_number,
    is_plainly_phrase,
    nearest,
    opens_table,
    speaks_so,
    take_named,
    take_phrase,
    unclear,
)
from bot.catalogue.start_times import take_start
from bot.community.table_defaults import TYPED
from bot.words import LOCALES, words_for
from bot.words.articles import article_id, nearest_articles
from bot.words.cards import LONGEST, read_card, read_manilha, read_place
from bot.words.options import option_label, value_label
from bot.words.shouts import plain, spoken_verb
from engine.actions import TENGO
from engine.cards import SPELLINGS
from engine.variants import VARIANTS, rules_for

SAY: Final = "decir"
"""The command id of a plain line (*truco*, *no quiero*). Its value ``verbo`` is the canonical
verb."""

OPTIONS: Final = "opciones"
"""The command that changes a table's options."""


class Typed(Struct, frozen=True):
    """A command as somebody typed or chose it."""

    command: str
    """The command's id, or :data:`SAY`."""
    values: tuple[tuple[str, str], ...] = ()
    """Option ids with canonical values: the value of a choice, the code of a card (or its name in
    this hand: a manilha, a place ``1`` to ``3``), ``on`` for a flag. An option of the table that
    the command does not have stands here under its own name (``deck``)."""


class Cannot(Struct, frozen=True):
    """A kind refusal: the id of a message (``reason.*`` or ``say.*``) with its parameters."""

    id: str
    parameters: tuple[tuple[str, str], ...] = ()


@cache
def _by_name() -> dict[str, CommandSpec]:
    names: dict[str, CommandSpec] = {}
    for locale in ("es", "pt_BR", "en"):  # where two languages differ, the default's name wins
        for command in COMMANDS:
            names.setdefault(_joined(command.names.of(locale)), command)
    return names


def command_named(name: str) -> CommandSpec | None:
    """The command with this name in any language. Accents and hyphens do not matter."""
    return _by_name().get(_joined(name))


def _joined(name: str) -> str:
    return plain(name).replace("-", "")


def language_named(line: str) -> str:
    """The language whose command name this line begins with.

    Empty: the line begins with no command name, or with a name that several languages share."""
    said = _joined(line[1:].partition(" ")[0]) if line.startswith("/") else ""
    command = command_named(said) if said else None
    if command is None:
        return ""
    names = {locale: _joined(command.names.of(locale)) for locale in LOCALES}
    found = [locale for locale, name in names.items() if name == said]
    return found[0] if len(found) == 1 else ""


def parse(
    text: str,
    locale: str = "es",
    variant: str = "argentino",
    *,
    loose: bool = False,
    pointed: bool = False,
) -> Typed | Cannot | None:
    """The command of a typed line; ``None``: the line is just talk and not for the bot.

    ``loose``: the table also accepts *dale*, *veo* and the like for *quiero* (AR-TRU-08).
    ``pointed``: the platform names a user along with the line, so the line need not begin with a
    name.
    """
    line = text.strip()
    if not line.startswith("/"):
        return _spoken(line, variant, loose=loose)
    name, _, rest = line[1:].partition(" ")
    command = command_named(name)
    if command is None:
        return Cannot("say.unknown_command")
    if pointed and opens_table(command):
        described = read_values(COMMAND["jugar"], rest, locale, variant)
        if isinstance(described, Typed):
            return Typed(command.id, described.values)
    return read_values(command, rest, locale, variant)


def _spoken(line: str, variant: str, *, loose: bool) -> Typed | None:
    verb = spoken_verb(variant, line, loose=loose)
    if verb is not None:
        return Typed(SAY, (("verbo", verb),))
    words = plain(line).split()
    if len(words) == 2 and words[0] == TENGO and is_number(words[1]):
        return Typed("canto", (("puntos", str(int(words[1]))),))
    return None


def read_values(
    command: CommandSpec, text: str, locale: str, variant: str = "argentino"
) -> Typed | Cannot:
    """The values of a command. ``variant``: the table's game, for its cards."""
    if command.id == OPTIONS and (described := _described(command, text, locale)) is not None:
        return described
    found: dict[str, str] = {}
    names = (one for one in command.options if one.kind is Kind.PERSON and opens_table(command))
    person = next(names, None)
    for named, segment in _segments(command, text):
        words = segment
        if named is not None:
            taken = _take(named, words, variant, named=True)
            person = None if named is person else person
            if taken is None:
                return _bad_value(named, " ".join(words), locale, variant)
            found[named.id], words = taken
        while words:
            if person is not None:
                name = _name(words, locale, variant)
                found |= {person.id: called(words[:name])} if name else {}
                words, person = words[name:], None
                continue
            left = _next(command, found, words, variant)
            if left is None:
                return _misfit(command, found, words, locale, variant)
            words = left
    order = {option.id: place for place, option in enumerate(command.options)}
    ordered = sorted(found.items(), key=lambda pair: order.get(pair[0], len(order)))
    return Typed(command.id, tuple(ordered))


def _described(command: CommandSpec, text: str, locale: str) -> Typed | Cannot | None:
    """Reads the options of a table in words (``/opciones con flor, a 15``), in the same way as the
    command that opens a table. ``None``: the text names one option, with a value or without (*flor
    con*)."""
    words = text.split()
    named = take_option(words) if words else None
    if not words or any(
        option_named(command, word.partition(":")[0]) for word in words if ":" in word
    ):
        return None
    if named is not None and len(named[1]) <= (len(words) == 2):
        return None
    read = read_values(COMMAND["jugar"], text, locale)
    if isinstance(read, Cannot):
        return read if read.id in ("say.unknown_near", "say.unclear") or len(words) > 2 else None
    return None if dict(read.values).get("robots") else Typed(command.id, read.values)


def _next(
    command: CommandSpec, found: dict[str, str], words: list[str], variant: str
) -> list[str] | None:
    """Reads the value at the beginning of these words into ``found``.

    Returns the words after it; ``None``: no option can read the first word."""
    for time in (one for one in command.options if one.kind is Kind.START):
        if time.id not in found and (taken := _take(time, words, variant)) is not None:
            return _put(time, taken, found)
    phrase = take_phrase(command, words)
    if phrase is not None and not all(option in found for option, _ in phrase[0]):
        for option, value in phrase[0]:
            found.setdefault(option, value)
        return phrase[1]
    named = option_named(command, words[0]) if speaks_so(command) else None
    if named is not None and named.id not in found and _speaks_by_name(named):
        return _put(named, _take(named, words[1:], variant, named=True), found)
    if speaks_so(command) and len(_numbered(command, found, words[0])) > 1:
        return None
    if opens_table(command) and unclear(words)[0]:
        return None
    if speaks_so(command) and (left := _after_its_name(command, found, words)) is not None:
        return left
    if speaks_so(command) and plain(words[0]) in FILLERS and take_phrase(command, words[1:]):
        return words[1:]
    bare = speaks_so(command) and answers(words[0])  # *no* without a word that it denies
    filler = speaks_so(command) and plain(words[0]) in ("", *FILLERS)
    for each in _by_precedence(command):
        if each.id in found or each.by_name or (filler and each.kind is Kind.TEXT):
            continue
        if each.kind is Kind.PERSON and opens_table(command):
            continue
        taken = None if bare else _take(each, words, variant)
        if taken is not None:
            found[each.id], left = taken
            return left
    return words[1:] if filler else None


def _by_precedence(command: CommandSpec) -> tuple[Option, ...]:
    """The options in the order in which they may take words. In a description of a table, the
    option of free words comes last."""
    if not speaks_so(command):
        return command.options
    return tuple(sorted(command.options, key=lambda one: one.kind is Kind.TEXT))


def _speaks_by_name(option: Option) -> bool:
    """Whether this option's name may stand before its value without a colon (*nivel maestro*)."""
    return option.by_name or option.kind is Kind.START


def _put(
    option: Option, taken: tuple[str, list[str]] | None, found: dict[str, str]
) -> list[str] | None:
    """Stores a value that was read in ``found``. Returns the words after it; ``None``: none was
    read."""
    if taken is None:
        return None
    found[option.id], left = taken
    return left


def _after_its_name(
    command: CommandSpec, found: dict[str, str], words: list[str]
) -> list[str] | None:
    """Reads a number that follows the name of its option without a colon: *tiempo por turno 45*.
    Returns the words after it; ``None``: there is no such number."""
    name, left = take_option(words) or ("", words[1:])
    said = option_named(command, words[0])
    for option in command.options:
        if option.id not in found and (option is said or TYPED.get(option.id) == name):
            number = _number(option, left)
            if number is not None:
                found[option.id], left = number
                return left
    return None


def _name(words: list[str], locale: str, variant: str) -> int:
    """How many of these words are a person's name: all of them, or those before a description of
    the table (*Ana con flor*, *Ana, privada*). A single word belongs to the name even if it has
    another meaning: *Dos Santos*, *Rosa Flor a 30*."""
    table = COMMAND["jugar"]
    for name in range(len(words)):
        if (name and words[name - 1].endswith(",")) or is_plainly_phrase(table, words[name:]):
            rest = " ".join(words[name:])
            if isinstance(read_values(table, rest, locale, variant), Typed):
                return name
    return len(words)


def _numbered(command: CommandSpec, found: dict[str, str], word: str) -> tuple[Option, ...]:
    """The options that may take a number without an option name. Seats and points come first."""
    if not is_number(word):
        return ()
    for option in command.options:
        if option.kind is Kind.CHOICE and option.id not in found and _choice(option, [word]):
            return (option,)
    numbers = (option for option in command.options if option.id not in found)
    return tuple(option for option in numbers if _number(option, [word]))


def _segments(command: CommandSpec, text: str) -> Iterator[tuple[Option | None, list[str]]]:
    """The words, cut before every ``name:`` of an option."""
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
    return next(
        (
            option
            for option in command.options
            if said in {plain(known) for known in option.names.all()}
        ),
        None,
    )


def _take(
    option: Option, words: list[str], variant: str, *, named: bool = False
) -> tuple[str, list[str]] | None:
    """The value at the beginning of these words, and the words after it."""
    match option.kind:
        case Kind.TEXT:
            return (words[0], words[1:]) if words else None
        case Kind.START:
            return take_start(words)
        case Kind.OPTION:
            return (take_option(words) or (words[0], words[1:])) if words else None
        case Kind.ARTICLE:
            id = article_id(words[0]) if words else None
            return (id, words[1:]) if id is not None else None
        case Kind.SEAT | Kind.SENA | Kind.PERSON | Kind.WORDS | Kind.OWN_SIGN | Kind.VALUE:
            return (" ".join(words), []) if words else None
        case Kind.USER:
            return None
        case Kind.FLAG if named:
            return _flag(words)
        case Kind.FLAG:
            names = {plain(name) for name in option.names.all()}
            return ("on", words[1:]) if plain(words[0]) in names else None
        case Kind.CARD:
            for length in range(min(LONGEST, len(words)), 0, -1):
                code = _card(" ".join(words[:length]), variant)
                if code is not None:
                    return code, words[length:]
            return None
        case Kind.NUMBER | Kind.CHOICE:
            known = _choice(option, words) or _number(option, words)
            return known or (take_named(option, words) if named else None)


def _card(text: str, variant: str) -> str | None:
    """A card's code; in the Brazilian games also a manilha's name, or a card's place."""
    declared = VARIANTS[variant]
    code = read_card(text, SPELLINGS[declared.deck])
    if code is None and any(spec.name == "ferro" for spec in declared.options):
        return read_manilha(text) or read_place(text)
    return code


def _flag(words: list[str]) -> tuple[str, list[str]] | None:
    said = {"si": "on", "sim": "on", "yes": "on", "on": "on", "true": "on"}
    if words and plain(words[0]) in {*said, "no", "nao", "off", "false"}:
        return said.get(plain(words[0]), "off"), words[1:]
    return None


def _choice(option: Option, words: list[str]) -> tuple[str, list[str]] | None:
    best: tuple[int, str] = (0, "")
    for choice in option.choices:
        for name in (choice.value, *choice.names.all()):
            length = len(plain(name).split())
            if length > best[0] and plain(" ".join(words[:length])) == plain(name):
                best = (length, choice.value)
    if best[0] == 1 and plain(words[0]) in {plain(name) for name in option.names.all()}:
        # It is the option's own name, after which another value may come: *problema dificil*.
        return _choice(option, words[1:]) or (best[1], words[1:])
    return (best[1], words[best[0] :]) if best[0] else None


def _number(option: Option, words: list[str]) -> tuple[str, list[str]] | None:
    if option.kind is not Kind.NUMBER or not words or not is_number(words[0]):
        return None
    number = int(words[0])
    return (str(number), words[1:]) if option.low <= number <= option.high else None


# --- refusals that say what was wrong --------------------------------------------------------


def usage(command: CommandSpec, locale: str) -> str:
    """How a command is typed: ``/carta [carta] [tapada]``."""
    name = words_for(locale).locale
    options = (f"[{option.names.of(name)}]" for option in command.options)
    return " ".join([f"/{command.names.of(name)}", *options])


def unknown_option(command: CommandSpec, text: str, locale: str) -> Cannot:
    """The refusal of a text that no option of the command can read."""
    name = command.names.of(words_for(locale).locale)
    told = (("text", text), ("command", name), ("usage", usage(command, locale)))
    return Cannot("say.unknown_option", told)


def _misfit(
    command: CommandSpec, found: dict[str, str], words: list[str], locale: str, variant: str
) -> Cannot:
    said = option_named(command, words[0])
    if said is not None and said.id not in found and _speaks_by_name(said):
        return _bad_value(said, " ".join(words[1:]), locale, variant)
    if speaks_so(command):
        if several := _unclear(command, found, words, locale):
            return several
        if not words[0].isdecimal():
            return _unknown_word(command, words, locale)
    left = [option for option in command.options if option.id not in found]
    for option in left:
        if option.kind is Kind.NUMBER and words[0].isdecimal():
            return _bad_value(option, words[0], locale, variant)
    plain_kinds = (Kind.CHOICE, Kind.NUMBER, Kind.ARTICLE)
    few = len(command.options) <= 2 and all(one.kind in plain_kinds for one in left)
    if len(command.options) == 1 or few or (left and left[0].kind is Kind.CARD):
        for option in left:
            return _bad_value(option, " ".join(words), locale, variant)
    return unknown_option(command, " ".join(words), locale)


def _unclear(
    command: CommandSpec, found: dict[str, str], words: list[str], locale: str
) -> Cannot | None:
    """The refusal of words with several meanings. It lists the meanings. ``None``: the words have
    one meaning, or none."""
    told = words_for(locale)
    numbered = _numbered(command, found, words[0])
    said, readings = (
        " ".join(words[:1]),
        [f"{one.names.of(told.locale)}:{words[0]}" for one in numbered],
    )
    if len(readings) < 2:
        if not opens_table(command):
            return None
        length, meant = unclear(words)
        said = " ".join(words[:length])
        readings = [
            f"{option_label(told, name)} {value_label(told, name, one)}" for name, one in meant
        ]
    if len(readings) < 2:
        return None
    either = told.either([f"«{reading}»" for reading in readings])
    return Cannot("say.unclear", (("text", said), ("readings", either)))


def _unknown_word(command: CommandSpec, unread: list[str], locale: str) -> Cannot:
    """The refusal of the first word that means nothing in a description of a table."""
    words = words_for(locale)
    said, near = nearest(command, unread)
    if near:
        return Cannot("say.unknown_near", (("text", said), ("near", words.either(near))))
    games = words.list(words.text(f"option.variant.{game}") for game in VARIANTS)
    name = command.names.of(words.locale)
    return Cannot("say.unknown_word", (("text", said), ("command", name), ("games", games)))


def no_article(text: str, locale: str) -> Cannot:
    """The refusal of an article id that does not exist. It names the articles with the most similar
    ids."""
    near = words_for(locale).either(nearest_articles(text))
    return Cannot("say.no_article", (("text", text), ("near", near)))


def _highest(option: Option, variant: str) -> int:
    """The highest number that can be right. For tantos: the most points that cards of the game can
    make."""
    tantos = rules_for(variant).envido.highest
    return tantos if option is COMMAND["canto"].option("puntos") and tantos else option.high


def _bad_value(option: Option, text: str, locale: str, variant: str) -> Cannot:
    words = words_for(locale)
    name = option.names.of(words.locale)
    if option.kind is Kind.CARD:
        deck = SPELLINGS[VARIANTS[variant].deck]
        code = f"7{deck.suits[2]}"
        like = f"{code}, {words.card(deck.read(code), deck)}"
        return Cannot("say.bad_card", (("text", text), ("like", like)))
    if option.kind is Kind.ARTICLE:
        return no_article(text, locale)
    if option.kind is Kind.START:
        return Cannot("say.bad_start", (("text", text),))
    if option.kind is Kind.NUMBER:
        low, high = str(option.low), str(_highest(option, variant))
        return Cannot("say.bad_number", (("option", name), ("low", low), ("high", high)))
    named = [choice.names.of(words.locale) for choice in offered(option, variant)]
    if option.kind is Kind.FLAG:
        named = [words.text("choice.si"), words.text("choice.no")]
    choices = words.either(named) if named else name
    return Cannot("say.bad_value", (("text", text), ("option", name), ("choices", choices)))
