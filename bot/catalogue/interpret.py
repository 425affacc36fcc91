"""Works out what a typed command means for its writer at this moment.

This module decides nothing: the engine answers what the game allows. A command that makes no sense
now is sent all the same. So every refusal comes from one place, with the right reason.
"""

from msgspec.structs import replace

from bot.catalogue.commands import COMMAND
from bot.catalogue.intent import Asker, Intent, Pick, Send, Show
from bot.catalogue.option_names import option_names, switched
from bot.catalogue.refusals import Cannot, no_article, unknown_option
from bot.catalogue.seat_commands import SeatCommands, named_seat
from bot.catalogue.start_times import start_of
from bot.catalogue.typed import Typed
from bot.community.table_defaults import TABLE, TYPED
from bot.match.table_phrases import PHRASES
from bot.messages import (
    AddRobot,
    AddWords,
    AgreeSign,
    Cut,
    DropSign,
    Join,
    Leave,
    LookOn,
    MatchId,
    OpenTable,
    PersonId,
    PlayDaily,
    ProposeEnd,
    Remove,
    SayPhrase,
    SeeOptions,
    SetOptions,
    Silence,
    Start,
)
from bot.model import PACES, SPECTATORS
from bot.screen import Question
from bot.tokens import PHRASE, REMOVE, encode, is_invitation
from bot.tournaments.state import USUAL_DAYS, Format
from bot.words import Words, words_for
from bot.words.articles import articles
from bot.words.options import (
    COMPETITIVE,
    CUT,
    PACE,
    PLAYERS,
    PRIVATE,
    SKILL,
    SPECTATORS_OPTION,
    STAKE,
    TURN_SECONDS,
    VARIANT,
    VELO,
    YES,
    option_specs,
    value_label,
)
from bot.words.shouts import plain
from engine.numbers import NOBODY
from engine.robots import MASTER
from engine.seen.view import PUBLIC
from engine.variants import VARIANTS

_SHOWN = {
    "mesa": "table",
    "mano": "hand",
    "pista": "hint",
    "marcador": "scoreboard",
    "reglas": "rules",
    "ayuda": "help",
    "idioma": "language",
    "repeticion": "record",
    "analizar": "analysis",
    "verificar": "proof",
    "configurar": "settings",
    "vincular": "link",
    "privacidad": "privacy",
    "mis-datos": "own_data",
    "borrar-mis-datos": "erasure",
    "invitar": "invitation",
    "amigos": "friends",
    "acordar": "signs",
    "perfil": "profile",
    "vetar": "bars",
    "cerrar": "close",
}


def interpret(typed: Typed, asker: Asker) -> Intent:
    """What to do about a command: send something to the bot, show or ask something, or refuse."""
    values = dict(typed.values)
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
        return Cannot("say.not_seated")
    return SeatCommands(asker, asker.view).decide(typed.command, values)


def _at_any_table(typed: Typed, values: dict[str, str], asker: Asker) -> Intent | None:
    """What to do about a command that shows something, opens a table or is about a tournament.
    ``None``: the command is about a table that exists."""
    match typed.command:
        case "verificar" if "frase" in values and asker.match:
            return Send(
                AddWords(
                    request=asker.request,
                    person=asker.person,
                    match=asker.match,
                    words=values["frase"],
                )
            )
        case "acordar" if values and asker.match:
            return _agree(values, asker)
        case shown if shown in _SHOWN:
            return _show(typed, values, asker)
        case "desafiar" if "persona" not in values:
            return Show("friends", (("accion", typed.command),))
        case "jugar" | "desafiar":
            return _open(values, asker)
        case "torneo":
            return _tournament(values, asker)
        case "aprender":
            return _learn(values, asker)
        case "diaria" if "problema" in values:
            return Show("puzzle", tuple(({"variante": asker.defaults.usual} | values).items()))
        case "diaria":
            return _daily(values, asker)
        case _:
            return None


def _show(typed: Typed, values: dict[str, str], asker: Asker) -> Show | Cannot:
    if COMMAND[typed.command].in_match and not asker.match:
        return Cannot("say.no_table")
    article = values.get("articulo")
    if article is None:
        return Show(_SHOWN[typed.command], typed.values)
    if article not in articles():
        return no_article(article, asker.locale)
    return Show("rules", (("tema", article),))


def _at_this_table(
    typed: Typed, values: dict[str, str], asker: Asker, match: MatchId
) -> Intent | None:
    """What to do about a command to a table. ``None``: it is a command of a seat in a running
    match."""
    request, person = asker.request, asker.person
    match typed.command:
        case "unirse":
            return _join(values, asker, match)
        case "salir":
            return Send(Leave(request=request, person=person, match=match))
        case "empezar" if not asker.seated:
            return Cannot("say.not_seated")
        case "empezar":
            return Send(Start(request=request, person=person, match=match))
        case "opciones":
            return _options(values, asker)
        case "mirar" if "mesa" in values or not (asker.seated or "jugador" in values):
            return Send(LookOn(request=request, person=person, match=match, name=asker.name))
        case "cortar":
            where = values.get("donde", "medio")
            return Send(Cut(request=request, person=person, match=match, where=where))
        case "frase":
            return _phrase(values, asker)
        case "sacar":
            return _remove(values, asker)
        case "terminar":
            agree = values.get("respuesta", "si") == "si"
            return Send(ProposeEnd(request=request, person=person, match=match, agree=agree))
        case _:
            return None


def _join(values: dict[str, str], asker: Asker, code: str) -> Send:
    """The command that takes a seat. ``code``: of a table or of an invitation."""
    invited = is_invitation(code)
    return Send(
        Join(
            request=asker.request,
            person=asker.person,
            match="" if invited else code,
            name=asker.name,
            team=values.get("equipo", ""),
            invitation=code if invited else "",
        )
    )


def _daily(values: dict[str, str], asker: Asker) -> Send:
    """The command that begins the hand of the day. The game is the one that was named, or else the
    usual one."""
    return Send(
        PlayDaily(
            request=asker.request,
            person=asker.person,
            community=asker.community,
            place=asker.place,
            name=asker.name,
            variant=values.get("variante", asker.defaults.usual),
            private=asker.private,
        )
    )


def _learn(values: dict[str, str], asker: Asker) -> Send:
    """The command that opens a guided match, and the one that starts it. The game is the one that
    was named, or else the usual one."""
    command = OpenTable(
        request=asker.request,
        person=asker.person,
        community=asker.community,
        place=asker.place,
        name=asker.name,
        variant=values.get("variante", asker.defaults.usual),
        lesson=True,
    )
    start = Start(request=f"{asker.request}+start", person=asker.person, match="")
    return Send(command, (start,))


def _tournament(values: dict[str, str], asker: Asker) -> Intent:
    """Opens a tournament, or does something in the one that is meant. Without an action it shows
    the tournament; if there is none and a format was given, it opens one."""
    match = asker.match
    usual = "ver" if match or "formato" not in values else "abrir"
    action = values.get("accion", usual)
    if "persona" in values and action != "entrar":
        return Cannot("say.partner_later", (("name", values["persona"]),))
    if action == "abrir":
        return _unread(values, asker) or _open_tournament(values, asker)
    if not match:
        return Cannot("say.no_tournament")
    request, person = asker.request, asker.person
    match action:
        case "entrar":
            join = Join(request=request, person=person, match=match, name=asker.name, late=True)
            partner, called = values.get("persona", ""), values.get("usuario", "")
            return Send(replace(join, partner=partner, called=called))
        case "salir":
            return Send(Leave(request=request, person=person, match=match))
        case "empezar":
            return Send(Start(request=request, person=person, match=match))
        case "cancelar":
            return Show("close", (("codigo", match),))  # the adapter knows who may do this
        case _:
            return Show("table")


def _unread(values: dict[str, str], asker: Asker) -> Cannot | None:
    """The refusal of a code in a command that opens a tournament. A new tournament has no code yet,
    so the word was not understood. ``None``: the command has no code."""
    said = values.get("codigo", "")
    if not said:
        return None
    if said[0].isdecimal():
        return Cannot("say.bad_start", (("text", said),))
    return unknown_option(COMMAND["torneo"], said, asker.locale)


def _open_tournament(values: dict[str, str], asker: Asker) -> Send | Cannot:
    size = int(values.get("equipos", "1"))
    robots = values.get("robots") == "si"
    values = {name: value for name, value in values.items() if name != "robots"}
    opened = _open({**values, "jugadores": str(2 * size)}, asker)
    if isinstance(opened, Cannot):
        return opened
    assert isinstance(opened.command, OpenTable)
    form = values.get("formato", Format.ELIMINATION)
    minutes = int(values.get("duracion", "60"))
    days = int(values.get("dias", USUAL_DAYS))
    start = start_of(values.get("empieza", ""))
    stake = int(values.get("apuesta", "0"))  # the person's last table was not a tournament
    # The options of the person's last table say nothing about a tournament.
    usual = dict(asker.defaults.community).get(COMPETITIVE, YES) == YES
    held = replace(
        opened.command,
        format=form,
        minutes=minutes,
        days=days,
        stake=stake,
        start=start,
        robots=robots,
        competitive=usual,
        skill=MASTER.name,
    )
    return Send(held)


def chosen_options(values: dict[str, str]) -> dict[str, str]:
    """The options of a table by their own names, from the values of a command."""
    every = {name for game in VARIANTS for name in option_specs(game)}
    known = {option: values[typed] for typed, option in TYPED.items() if typed in values}
    others = {name: value for name, value in values.items() if name in every and name not in known}
    return known | others


def _other_games(said: dict[str, str], asker: Asker) -> tuple[str, ...]:
    """The games played here that have all the values that were typed. It is empty if the usual game
    has them, because then no other game needs to be offered."""

    def suits(game: str) -> bool:
        specs = option_specs(game)
        return all(
            value in specs.get(name, ())
            for name, value in said.items()
            if name == PLAYERS or name not in TABLE
        )

    usual = asker.defaults.fill(said)[VARIANT]
    games = tuple(game for game in (asker.defaults.games or VARIANTS) if suits(game))
    return () if suits(usual) else games


def _open(values: dict[str, str], asker: Asker) -> Send | Cannot:
    said = chosen_options(values)
    if VARIANT not in said and (games := _other_games(said, asker)):
        if len(games) > 1:
            words = words_for(asker.locale)
            usual = words.text(f"option.variant.{asker.defaults.fill(said)[VARIANT]}")
            either = words.either([words.text(f"option.variant.{game}") for game in games])
            return Cannot("say.which_game", (("usual", usual), ("games", either)))
        said[VARIANT] = games[0]
    chosen = asker.defaults.fill(said)
    seconds = chosen.get(TURN_SECONDS)
    command = OpenTable(
        request=asker.request,
        person=asker.person,
        community=asker.community,
        place=asker.place,
        name=asker.name,
        variant=chosen[VARIANT],
        players=int(chosen[PLAYERS]),
        options=tuple((name, value) for name, value in chosen.items() if name not in TABLE),
        turn_seconds=None if seconds is None else int(seconds),
        pace=chosen.get(PACE, next(iter(PACES))),
        private=chosen.get(PRIVATE) == YES,
        competitive=chosen.get(COMPETITIVE, YES) == YES,
        spectators=chosen.get(SPECTATORS_OPTION, SPECTATORS[0]),
        stake=int(chosen.get(STAKE, "0")),
        cut=chosen.get(CUT) == YES,
        velo=chosen.get(VELO) == YES,
        skill=chosen.get(SKILL, MASTER.name),
        challenged=values.get("persona", ""),
        called=values.get("usuario", ""),
        as_last=asker.defaults.as_last(said),
    )
    robots = tuple(
        AddRobot(request=f"{asker.request}+{number}", person=asker.person, match="")
        for number in range(1, int(values.get("robots", "0")) + 1)
    )
    return Send(command, robots)


def _label(words: Words, option: str, value: str) -> str:
    return plain(value_label(words, option, value))


def _named_onlooker(text: str, asker: Asker) -> PersonId:
    """The onlooker with this name, or else with a name that begins with it; empty: there is
    none."""
    said = plain(text)
    known = [(plain(one.name), one.person) for one in asker.onlookers]
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
            Silence(
                request=asker.request,
                person=asker.person,
                match=asker.match,
                seat=NOBODY if seat is None else seat,
                onlooker=onlooker,
            )
        )
    if "frase" not in values:
        words = words_for(asker.locale)
        choices = tuple((id, words.text(f"phrase.{id}")) for id in PHRASES)
        token = encode(asker.match, "", f"{PHRASE} ?")
        return Pick(Question("ask.phrase", words.text("ask.phrase"), token, choices=choices))
    phrase = values["frase"]
    return Send(
        SayPhrase(request=asker.request, person=asker.person, match=asker.match, phrase=phrase)
    )


def _remove(values: dict[str, str], asker: Asker) -> Intent:
    """Removes somebody, or answers a vote about a removal. Asks which person, if several may be
    meant."""
    agree, name = values.get("respuesta", "si") == "si", values.get("persona", "")
    seat = named_seat(name, asker.seats) if name else -1
    if seat is None:
        return Cannot("say.no_person", (("text", name),))
    if not name and agree and "respuesta" not in values and len(asker.removable) > 1:
        choices = tuple((str(one), asker.seats[one]) for one in asker.removable)
        token = encode(asker.match, "", f"{REMOVE} ?")
        text = words_for(asker.locale).text("ask.remove")
        return Pick(Question("ask.remove", text, token, choices=choices))
    return Send(
        Remove(
            request=asker.request,
            person=asker.person,
            match=asker.match,
            seat=seat,
            agree=agree,
        )
    )


def _agree(values: dict[str, str], asker: Asker) -> Intent:
    """Agrees a sign with the partners: a gesture and its meaning (the person may also type
    ``gesture = meaning``). Or drops a sign that was agreed."""
    request, person, match = asker.request, asker.person, asker.match
    if "quitar" in values:
        return Send(DropSign(request=request, person=person, match=match, sign=values["quitar"]))
    gesture, _, behind = values.get("gesto", "").partition("=")
    meaning = values.get("significado", behind)
    return Send(
        AgreeSign(request=request, person=person, match=match, gesture=gesture, meaning=meaning)
    )


def _options(values: dict[str, str], asker: Asker) -> Intent:
    if not values:
        see = SeeOptions(request=asker.request, person=asker.person, match=asker.match)
        return Send(see)
    words = words_for(asker.locale, asker.coming)
    specs = option_specs(asker.coming)
    if described := chosen_options(values):
        return Send(
            SetOptions(
                request=asker.request,
                person=asker.person,
                match=asker.match,
                options=tuple(described.items()),
            )
        )
    said, _, behind = values.get("opcion", "").replace("=", ":").partition(":")
    value = values.get("valor", behind)
    name = next((name for name in specs if plain(said) in option_names(name, words)), said)
    if value or name not in specs:
        meant = (one for one in specs.get(name, ()) if plain(value) == _label(words, name, one))
        switch = switched(value, specs.get(name, ())) or value
        options = ((name, next(meant, switch)),)
        return Send(
            SetOptions(
                request=asker.request, person=asker.person, match=asker.match, options=options
            )
        )
    choices = tuple((value, value_label(words, name, value)) for value in specs[name])
    token = encode(asker.match, "", f"OPTION {name} ?")
    return Pick(Question(f"option.{name}", words.text(f"option.{name}"), token, choices=choices))
