"""Suggests how a typed line may go on: commands, options, values, the person's cards."""

from collections.abc import Iterator
from typing import Final, assert_never

from msgspec import Struct

from bot.catalogue.commands import GROUPS, LISTED, TYPED, offered
from bot.catalogue.intent import Asker
from bot.catalogue.play_options import TIME
from bot.catalogue.typed import Typed, command_in, group_named, read_values
from bot.catalogue.values import option_named
from bot.chat_commands import CommandGroup, CommandSpec, Listed, Option, OptionKind
from bot.words import Words, words_for
from bot.words.articles import articles
from bot.words.options import PLAYERS, VARIANT, option_label, option_specs, time_label, value_label
from bot.words.shouts import plain
from engine.actions import COVER, PIDO_FLOR, PLAY, PLAY_NTH, Action
from engine.cards import SPELLINGS, UNKNOWN
from engine.seen.senas import may_look, senas_for
from engine.seen.view import PUBLIC, table_of
from engine.variants import VARIANTS, rules_for

_LABEL: Final = 80
"""The most characters of an article that a list shows."""
MOST: Final = 25
"""The most suggestions at a time, not counting names of commands."""
_TABLE_OPTIONS: Final = {
    "param.jugar.jugadores": PLAYERS,
    "param.jugar.puntos": "target",
    "param.jugar.flor": "flor",
    "param.jugar.senas": "senas",
    "param.configurar.jugadores": PLAYERS,
    "param.configurar.puntos": "target",
    "param.configurar.flor": "flor",
    "param.configurar.senas": "senas",
}
"""Options of ``/jugar`` whose values depend on the game, by their description."""


class Suggestion(Struct, frozen=True):
    """One possible continuation of a typed line."""

    text: str
    """The whole line with this suggestion; it ends in a blank or a colon where more may follow."""
    label: str
    hint: str


def complete(text: str, asker: Asker) -> tuple[Suggestion, ...]:
    """The ways to go on typing this line; empty when it does not begin with ``/``."""
    line = text.lstrip()
    if not line.startswith("/"):
        return ()
    words = words_for(asker.locale, asker.game)
    if " " not in line:
        return tuple(_commands(line[1:], words))
    command, name, rest = command_in(line)
    if command is None:
        return ()
    done, _, fragment = rest.rpartition(" ")
    found = _values(command, name, done, fragment, asker, words)
    parts = () if done else _group_parts(name, fragment, words)
    return (*parts, *found)[:MOST]


def _commands(fragment: str, words: Words) -> Iterator[Suggestion]:
    """The commands whose names begin with this text, without those of administrators. If a name is
    begun, the commands of groups and those that are only typed are added. If the whole name of a
    command is typed, that name is kept, whichever of the command's names it is."""
    said = plain(fragment)
    for name, named in (*_listed(words), *(_unlisted(words) if said else ())):
        known = [plain(each) for each in (*named.names.all(), named.also or name)]
        if any(each.startswith(said) for each in known):
            more = " " if isinstance(named, CommandGroup) or named.options else ""
            text = fragment if said in known else name
            yield Suggestion(f"/{text}{more}", f"/{name}", words.text(named.description))


def _listed(words: Words) -> Iterator[tuple[str, Listed]]:
    for listed in LISTED:
        if not (isinstance(listed, CommandGroup) and listed.for_administrators):
            yield listed.names.of(words.locale), listed


def _unlisted(words: Words) -> Iterator[tuple[str, CommandSpec]]:
    """The commands of groups, by the names of group and part; then those only typed."""
    for group in GROUPS:
        for part in group.parts:
            if part.command.id != group.id:
                own = group.names.of(words.locale), part.names.of(words.locale)
                yield " ".join(own), part.command
    for command in TYPED:
        yield command.names.of(words.locale), command


def _group_parts(name: str, fragment: str, words: Words) -> Iterator[Suggestion]:
    group = group_named(name)
    for part in group.parts if group is not None else ():
        own = part.names.of(words.locale)
        if _fits(fragment, own, own):
            more = " " if part.command.options else ""
            description = words.text(part.command.description)
            yield Suggestion(f"/{name} {own}{more}", own, description)


def _values(
    command: CommandSpec, name: str, done: str, fragment: str, asker: Asker, words: Words
) -> Iterator[Suggestion]:
    before = read_values(command, done, words.locale, asker.game)
    values = dict(before.values) if isinstance(before, Typed) else {}
    start = f"/{name} {done} " if done else f"/{name} "
    key, colon, typed = fragment.partition(":")
    named = option_named(command, key) if colon else None
    if named is not None:
        for value, label in value_choices(named, values, asker, words):
            if _fits(typed, value, label):
                yield Suggestion(f"{start}{key}:{value}", label, words.text(named.description))
        return
    left = [option for option in command.options if option.id not in values]
    if not left:
        return
    for option in left:
        if option is left[0] or fragment or option.kind is OptionKind.FLAG:
            for value, label in value_choices(option, values, asker, words):
                if _fits(fragment, value, label):
                    prefix = _prefix(command, option, words)
                    yield Suggestion(f"{start}{prefix}{value}", label, _hint(option, words))
    if len(command.options) > 1:
        for option in left:
            own = option.names.of(words.locale)
            if option.kind is not OptionKind.FLAG and plain(own).startswith(plain(fragment)):
                yield Suggestion(f"{start}{own}:", f"{own}:", words.text(option.description))


def _prefix(command: CommandSpec, option: Option, words: Words) -> str:
    """The option's name with a colon, where another option could have its value; else empty."""
    bare = len(command.options) <= 2 or option.kind in (OptionKind.FLAG, OptionKind.CARD)
    return "" if bare else f"{option.names.of(words.locale)}:"


def _hint(option: Option, words: Words) -> str:
    return words.text(option.description)


def _fits(fragment: str, value: str, label: str) -> bool:
    said = plain(fragment)
    return any(word.startswith(said) for word in (plain(value), plain(label))) or bool(
        said and any(word.startswith(said) for word in plain(label).split())
    )


Choices = Iterator[tuple[str, str]]
"""Values of an option, each with its shown text."""


def value_choices(option: Option, values: dict[str, str], asker: Asker, words: Words) -> Choices:
    """The values an option may take here and now, each with its shown text."""
    match option.kind:
        case OptionKind.CHOICE | OptionKind.NUMBER:
            yield from _listed_values(option, values, asker, words)
        case OptionKind.FLAG:
            own = option.names.of(words.locale)
            yield own, own
        case OptionKind.CARD:
            yield from _cards(asker, words)
        case OptionKind.SEAT:
            yield from _seats(option, asker)
        case OptionKind.SENA:
            yield from _senas(asker, words)
        case OptionKind.OWN_SIGN:
            yield from _own_signs(asker, words)
        case OptionKind.OPTION:
            yield from _options(asker, words)
        case OptionKind.VALUE:
            name = values.get("opcion", "")
            for value in option_specs(asker.coming).get(name, ()):
                yield value, value_label(words, name, value)
        case OptionKind.ARTICLE:
            yield from _articles(asker)
        case (
            OptionKind.TEXT
            | OptionKind.PERSON
            | OptionKind.USER
            | OptionKind.WORDS
            | OptionKind.START
        ):
            return
        case _:
            assert_never(option.kind)


def _senas(asker: Asker, words: Words) -> Choices:
    """The señas of this table, and the signs that partners have agreed on."""
    known = senas_for(table_of(asker.view)) if asker.view is not None else ()
    for id in known:
        yield id, words.text(f"sena.{id}")
    if known:
        yield from _own_signs(asker, words)


def _options(asker: Asker, words: Words) -> Choices:
    """The options of a table with more than one value."""
    for name, choices in option_specs(asker.coming).items():
        if len(choices) > 1:
            yield name, option_label(words, name)


def _listed_values(option: Option, values: dict[str, str], asker: Asker, words: Words) -> Choices:
    known = _known_values(option, values, asker)
    for choice in offered(option, asker.game):
        if known is None or choice.value in known:
            own = choice.names.of(words.locale)
            if option.id == TIME.id:
                yield own, time_label(words, int(choice.value))
            else:
                yield own, words.text(choice.label) if choice.label else own


def _cards(asker: Asker, words: Words) -> Choices:
    """The cards that the person may lay now, else all of theirs; in a blind hand, places."""
    view = asker.view
    if view is None or view.seat == PUBLIC:
        return
    spelling = SPELLINGS[VARIANTS[view.variant].deck]
    steps = [action for action in view.legal if isinstance(action, Action)]
    for action in steps:
        if action.verb == PLAY_NTH:
            yield str(action.arg), words.text(f"card.place.{action.arg}")
    may_lay = [action.arg for action in steps if action.verb in (PLAY, COVER)]
    for card in dict.fromkeys(may_lay or view.cards):
        if card != UNKNOWN:
            yield spelling.write(card), words.card(card, spelling)


def _seats(option: Option, asker: Asker) -> Choices:
    """The seats that an option may name: for a word to a partner, the partners; for a question
    about a flor or for watching señas, the adversaries; for a removal, the people who may be
    removed."""
    if option.description == "param.sacar.persona":
        yield from ((asker.seats[seat], asker.seats[seat]) for seat in asker.removable)
        return
    view = asker.view
    if view is None or view.seat == PUBLIC:
        return
    to_partner = option.id == "companero"
    table = table_of(view)
    if option.id == "jugador":
        if not may_look(table):
            return
    elif not to_partner and not any(offer.verb == PIDO_FLOR for offer in view.offered):
        return
    sides = table.sides
    for seat, name in enumerate(asker.seats):
        same = sides[seat] == sides[view.seat]
        if seat != view.seat and same == to_partner and name:
            yield name, name


def _own_signs(asker: Asker, words: Words) -> Choices:
    for sign in asker.signs:
        yield sign.gesture, words.text("signs.text", gesture=sign.gesture, meaning=sign.meaning)


def _articles(asker: Asker) -> Choices:
    """All articles with the beginning of their text, those of the table's game first."""
    own = next((article for _, article in rules_for(asker.game).articles), "")[:2]
    for id, text in sorted(articles().items(), key=lambda labelled: labelled[0][:2] != own):
        yield id, f"{id} {text}"[:_LABEL]


def _known_values(option: Option, values: dict[str, str], asker: Asker) -> tuple[str, ...] | None:
    """The values that the table's game has for this option; ``None``: they depend on no game."""
    name = _TABLE_OPTIONS.get(option.description)
    if name is None:
        return None
    variant = values.get("variante") or asker.defaults.fill({})[VARIANT]
    return option_specs(variant).get(name, ())
