"""Works out what a typed command means for its writer at this moment.

This module decides nothing: the engine answers what the game allows. A command that makes no sense
now is sent all the same. So every refusal comes from one place, with the right reason."""

from typing import Final

from bot import messages
from bot.catalogue import opening
from bot.catalogue.commands import COMMAND, PAGE_OF
from bot.catalogue.intent import Asker, Intent, Pick, Send, Show, ShowKind, ShowPage
from bot.catalogue.option_names import option_names, switched
from bot.catalogue.refusals import no_article
from bot.catalogue.seat_commands import SeatCommands, named_seat
from bot.catalogue.spoken_calls import SpokenCalls
from bot.catalogue.typed import CALLS, SAY, Typed
from bot.chat_commands import Cannot
from bot.match.table_phrases import PHRASES
from bot.pages import film, friends, puzzle
from bot.screen import Question
from bot.screens.pages import HELP, TABLE_LIST
from bot.tokens import PHRASE, REMOVE, encode, is_invitation
from bot.words import Words, words_for
from bot.words.articles import articles
from bot.words.jargon import looked_up, nearest_words
from bot.words.options import option_specs, value_label
from bot.words.shouts import plain
from engine.numbers import NOBODY
from engine.seen.view import PUBLIC

_SHOWN: Final = {
    "mesa": ShowKind.TABLE,
    "mano": ShowKind.HAND,
    "idioma": ShowKind.LANGUAGE,
    "repeticion": ShowKind.RECORD,
    "configurar": ShowKind.SETTINGS,
    "vincular": ShowKind.LINK,
    "mis-datos": ShowKind.OWN_DATA,
}
"""The commands whose answer a platform shows in its own way."""


def interpret(typed: Typed, asker: Asker) -> Intent | None:
    """The meaning of a command: send something to the bot, show or ask something, or refuse.
    ``None``: the line is talk, because it is no call now."""
    values = dict(typed.values)
    if typed.command == SAY and CALLS not in values and not asker.plays:
        return None
    found = _at_any_table(typed, values, asker)
    if found is not None:
        return found
    match = values.get("codigo", values.get("mesa", asker.match)).lower()
    if not match:
        return Cannot("say.no_table")
    found = _at_this_table(typed, values, asker, match)
    if found is not None:
        return found
    if asker.view is None:
        return Cannot("say.not_playing")
    if asker.view.seat == PUBLIC:
        return Cannot("reply.not_seated")
    seat = SeatCommands(asker, asker.view)
    if typed.command == SAY:
        return SpokenCalls(seat).decide(values)
    return seat.decide(typed.command, values)


def _at_any_table(typed: Typed, values: dict[str, str], asker: Asker) -> Intent | None:
    """The meaning of a command that shows something, opens a table or is about a tournament.
    ``None``: the command is about an existing table."""
    match typed.command:
        case "verificar" if "frase" in values and asker.match:
            return Send(messages.AddWords(**asker.at_table, words=values["frase"]))
        case "acordar" if values and asker.match:
            return _agree(values, asker)
        case shown if shown in _SHOWN or shown in PAGE_OF:
            return _show(typed, values, asker)
        case "desafiar" if "persona" not in values:
            return ShowPage(friends.PAGE.name, (("accion", typed.command),))
        case "jugar" | "desafiar":
            return opening.open_table(values, asker)
        case "torneo":
            return opening.about_tournament(values, asker)
        case "aprender":
            return opening.open_lesson(values, asker)
        case "diaria" if "problema" in values:
            values = {"variante": asker.defaults.usual} | values
            return ShowPage(puzzle.PAGE.name, tuple(values.items()))
        case "diaria":
            return opening.play_daily(values, asker)
        case _:
            return None


def _show(typed: Typed, values: dict[str, str], asker: Asker) -> Show | ShowPage | Cannot:
    command = typed.command
    if command == "mesa" and not asker.match:
        return ShowPage(TABLE_LIST)
    if COMMAND[command].in_match and not asker.match:
        return Cannot("say.no_table")
    as_film = values.get("forma", film.FILM_FORM) == film.FILM_FORM
    if command in _SHOWN and not (command in PAGE_OF and as_film):
        return Show(_SHOWN[command], typed.values)
    page, article = PAGE_OF[command].name, values.get("articulo")
    if command == HELP and "palabra" in values:
        return _word(values["palabra"], asker)
    if article is None:
        return ShowPage(page, typed.values)
    if article not in articles():
        return no_article(article, asker.locale)
    return ShowPage(page, (("tema", article),))


def _word(said: str, asker: Asker) -> ShowPage | Cannot:
    """The answer about a word of the dictionary. The refusal names the most similar words."""
    if (id := looked_up(said, asker.game)) is not None:
        return ShowPage(HELP, (("palabra", id),))
    words = words_for(asker.locale)
    near = words.either(words.text("hint.word", word=word) for word in nearest_words(said))
    return Cannot("say.no_word", (("text", said), ("near", near)))


def _at_this_table(
    typed: Typed, values: dict[str, str], asker: Asker, match: messages.MatchId
) -> Intent | None:
    """What a command to a table means. ``None``: it is a command of a seat in a running match."""
    at = asker.at(match)
    match typed.command:
        case "unirse":
            return _join(values, asker, match)
        case "salir":
            return Send(messages.Leave(**at))
        case "empezar" if not asker.seated:
            return Cannot("reply.not_seated")
        case "empezar":
            return Send(messages.Start(**at))
        case "opciones":
            return _options(values, asker)
        case "mirar" if "mesa" in values or not (asker.seated or "jugador" in values):
            return Send(messages.LookOn(**at, name=asker.name))
        case "cortar":
            where = values.get("donde", "medio")
            return Send(messages.Cut(**at, where=where))
        case "frase":
            return _phrase(values, asker)
        case "sacar":
            return _remove(values, asker)
        case "terminar":
            agree = values.get("respuesta", "si") == "si"
            return Send(messages.ProposeEnd(**at, agree=agree))
        case _:
            return None


def _join(values: dict[str, str], asker: Asker, code: str) -> Send:
    """The command that takes a seat. ``code``: the code of a table or of an invitation."""
    invited = is_invitation(code)
    return Send(
        messages.Join(
            request=asker.request,
            person=asker.person,
            match="" if invited else code,
            name=asker.name,
            team=values.get("equipo", ""),
            invitation=code if invited else "",
        )
    )


def _label(words: Words, option: str, value: str) -> str:
    return plain(value_label(words, option, value))


def _named_onlooker(text: str, asker: Asker) -> messages.PersonId:
    """The onlooker with this name, or else one that begins with it; empty: there is none."""
    said = plain(text)
    known = [(plain(onlooker.name), onlooker.person) for onlooker in asker.onlookers]
    exact = [person for name, person in known if name == said]
    close = [person for name, person in known if name.startswith(said)]
    return next(iter(exact or close), "")


def _phrase(values: dict[str, str], asker: Asker) -> Intent:
    """Says a phrase; asks which one if none is named; or silences the phrases of a person."""
    if "callar" in values:
        seat = named_seat(values["callar"], asker.seats)
        onlooker = "" if seat is not None else _named_onlooker(values["callar"], asker)
        if seat is None and not onlooker:
            return Cannot("say.no_person", (("text", values["callar"]),))
        return Send(
            messages.Silence(
                **asker.at_table, seat=NOBODY if seat is None else seat, onlooker=onlooker
            )
        )
    if "frase" not in values:
        words = words_for(asker.locale)
        choices = tuple((id, words.text(f"phrase.{id}")) for id in PHRASES)
        token = encode(asker.match, "", f"{PHRASE} ?")
        return Pick(Question("ask.phrase", words.text("ask.phrase"), token, choices=choices))
    phrase = values["frase"]
    return Send(messages.SayPhrase(**asker.at_table, phrase=phrase))


def _remove(values: dict[str, str], asker: Asker) -> Intent:
    """Removes somebody, or answers a vote about a removal. Asks who is meant, if several may be."""
    agree, name = values.get("respuesta", "si") == "si", values.get("persona", "")
    seat = named_seat(name, asker.seats) if name else -1
    if seat is None:
        return Cannot("say.no_person", (("text", name),))
    if not name and agree and "respuesta" not in values and len(asker.removable) > 1:
        choices = tuple((str(removable), asker.seats[removable]) for removable in asker.removable)
        token = encode(asker.match, "", f"{REMOVE} ?")
        text = words_for(asker.locale).text("ask.remove")
        return Pick(Question("ask.remove", text, token, choices=choices))
    return Send(messages.Remove(**asker.at_table, seat=seat, agree=agree))


def _agree(values: dict[str, str], asker: Asker) -> Intent:
    """Agrees a sign with the partners: a gesture and its meaning (the person may also type
    ``gesture = meaning``). Or drops a sign that was agreed."""
    at = asker.at_table
    if "quitar" in values:
        return Send(messages.DropSign(**at, sign=values["quitar"]))
    gesture, _, behind = values.get("gesto", "").partition("=")
    meaning = values.get("significado", behind)
    return Send(messages.AgreeSign(**at, gesture=gesture, meaning=meaning))


def _options(values: dict[str, str], asker: Asker) -> Intent:
    if not values:
        return Send(messages.SeeOptions(**asker.at_table))
    words = words_for(asker.locale, asker.coming)
    specs = option_specs(asker.coming)
    if described := opening.chosen_options(values):
        return Send(messages.SetOptions(**asker.at_table, options=tuple(described.items())))
    said, _, behind = values.get("opcion", "").replace("=", ":").partition(":")
    value = values.get("valor", behind)
    name = next((name for name in specs if plain(said) in option_names(name, words)), said)
    if value or name not in specs:
        meant = (
            allowed
            for allowed in specs.get(name, ())
            if plain(value) == _label(words, name, allowed)
        )
        switch = switched(value, specs.get(name, ())) or value
        options = ((name, next(meant, switch)),)
        return Send(messages.SetOptions(**asker.at_table, options=options))
    choices = tuple((value, value_label(words, name, value)) for value in specs[name])
    token = encode(asker.match, "", f"OPTION {name} ?")
    return Pick(Question(f"option.{name}", words.text(f"option.{name}"), token, choices=choices))
