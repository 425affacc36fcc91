"""Refusals of typed commands. Each says what was wrong and what can be typed instead."""

from bot.catalogue.commands import COMMAND, listed_name, offered
from bot.catalogue.phrases import nearest, opens_table, speaks_so, unclear
from bot.catalogue.play_options import TIME
from bot.catalogue.values import option_named, speaks_by_name, takers_of_number
from bot.chat_commands import Cannot, CommandSpec, Option, OptionKind
from bot.words import words_for
from bot.words.articles import nearest_articles
from bot.words.options import option_label, value_label
from engine.cards import SPELLINGS
from engine.variants import VARIANTS, rules_for


def usage(command: CommandSpec, locale: str) -> str:
    """The form of a command: ``/carta [carta] [tapada]``."""
    name = words_for(locale).locale
    options = (f"[{option.names.of(name)}]" for option in command.options)
    return " ".join([f"/{listed_name(command, name)}", *options])


def unknown_option(command: CommandSpec, text: str, locale: str) -> Cannot:
    """The refusal of a text that no option of the command can read."""
    name = listed_name(command, words_for(locale).locale)
    told = (("text", text), ("command", name), ("usage", usage(command, locale)))
    return Cannot("say.unknown_option", told)


def no_article(text: str, locale: str) -> Cannot:
    """The refusal of an article id that does not exist, with the most similar ids."""
    near = words_for(locale).either(nearest_articles(text))
    return Cannot("say.no_article", (("text", text), ("near", near)))


def misfit(
    command: CommandSpec, found: dict[str, str], words: list[str], locale: str, variant: str
) -> Cannot:
    said = option_named(command, words[0])
    if said is not None and said.id not in found and speaks_by_name(said):
        return bad_value(said, " ".join(words[1:]), locale, variant)
    if speaks_so(command):
        if several := _unclear(command, found, words, locale):
            return several
        if not words[0].isdecimal():
            return _unknown_word(command, words, locale)
    left = [option for option in command.options if option.id not in found]
    for option in left:
        if option.kind is OptionKind.NUMBER and words[0].isdecimal():
            return bad_value(option, words[0], locale, variant)
    plain_kinds = (OptionKind.CHOICE, OptionKind.NUMBER, OptionKind.ARTICLE, OptionKind.CARD)
    few = len(command.options) <= 3 and all(unfilled.kind in plain_kinds for unfilled in left)
    if len(command.options) == 1 or few or (left and left[0].kind is OptionKind.CARD):
        for option in left:
            return bad_value(option, " ".join(words), locale, variant)
    return unknown_option(command, " ".join(words), locale)


def _unclear(
    command: CommandSpec, found: dict[str, str], words: list[str], locale: str
) -> Cannot | None:
    """The refusal of words with several meanings. It lists the meanings. ``None``: the words have
    one meaning, or none."""
    told = words_for(locale)
    numbered = takers_of_number(command, found, words[0])
    said, readings = (
        " ".join(words[:1]),
        [f"{option.names.of(told.locale)}:{words[0]}" for option in numbered],
    )
    if len(readings) < 2:
        if not opens_table(command):
            return None
        length, meant = unclear(words)
        said = " ".join(words[:length])
        readings = [
            f"{option_label(told, name)} {value_label(told, name, value)}" for name, value in meant
        ]
    if len(readings) < 2:
        return None
    either = told.either(told.text("hint.word", word=reading) for reading in readings)
    return Cannot("say.unclear", (("text", said), ("readings", either)))


def _unknown_word(command: CommandSpec, unread: list[str], locale: str) -> Cannot:
    """The refusal of the first word that means nothing about a table, or beside a game's name."""
    words = words_for(locale)
    said, near = nearest(command, unread)
    if near:
        return Cannot("say.unknown_near", (("text", said), ("near", words.either(near))))
    games = words.list(words.text(f"option.variant.{game}") for game in VARIANTS)
    if not opens_table(command):
        told = (("text", said), ("usage", usage(command, locale)), ("games", games))
        return Cannot("say.unknown_game", told)
    name = command.names.of(words.locale)
    return Cannot("say.unknown_word", (("text", said), ("command", name), ("games", games)))


def bad_value(option: Option, text: str, locale: str, variant: str) -> Cannot:
    words = words_for(locale)
    name = option.names.of(words.locale)
    if option.kind is OptionKind.CARD:
        deck = SPELLINGS[VARIANTS[variant].deck]
        code = f"7{deck.suits[2]}"
        like = f"{code}, {words.card(deck.read(code), deck)}"
        return Cannot("say.bad_card", (("text", text), ("like", like)))
    if option.kind is OptionKind.ARTICLE:
        return no_article(text, locale)
    if option.kind is OptionKind.START:
        return Cannot("say.bad_start", (("text", text),))
    if option.kind is OptionKind.NUMBER:
        low, high = str(option.low), str(_highest(option, variant))
        id = "say.bad_time" if option.id == TIME.id else "say.bad_number"
        return Cannot(id, (("option", name), ("low", low), ("high", high)))
    named = [choice.names.of(words.locale) for choice in offered(option, variant)]
    if option.kind is OptionKind.FLAG:
        named = [words.text("choice.si"), words.text("choice.no")]
    choices = words.either(named) if named else name
    return Cannot("say.bad_value", (("text", text), ("option", name), ("choices", choices)))


def _highest(option: Option, variant: str) -> int:
    """The highest number that can be right. For tantos: the most points that its cards can make."""
    tantos = rules_for(variant).envido.highest
    return tantos if option is COMMAND["canto"].option("puntos") and tantos else option.high
