"""Commands that open something: a table, a guided match, the hand of the day, a tournament."""

from msgspec.structs import replace

from bot.catalogue.commands import COMMAND
from bot.catalogue.intent import Asker, Intent, Send, Show, ShowKind, ShowPage
from bot.catalogue.refusals import unknown_option
from bot.catalogue.start_times import start_of
from bot.chat_commands import Cannot
from bot.community.table_defaults import TABLE, TYPED
from bot.messages import AddRobot, Join, Leave, OpenTable, PlayDaily, Start
from bot.pages import closing
from bot.table_options import COMPETITIVE, SKILL, STAKE, YES
from bot.tournaments.state import USUAL_DAYS, Format
from bot.words import words_for
from bot.words.options import PLAYERS, TURN_SECONDS, VARIANT, option_specs
from engine.rules.rule_set import DUPLICATE
from engine.variants import VARIANTS


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


def open_table(values: dict[str, str], asker: Asker) -> Send | Cannot:
    """The command that opens a table with these options; the others are as usual."""
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
    named = (VARIANT, PLAYERS, TURN_SECONDS)
    command = OpenTable(
        request=asker.request,
        person=asker.person,
        community=asker.community,
        place=asker.place,
        name=asker.name,
        variant=chosen[VARIANT],
        players=int(chosen[PLAYERS]),
        options=tuple((name, value) for name, value in chosen.items() if name not in named),
        turn_seconds=None if seconds is None else int(seconds),
        challenged=values.get("persona", ""),
        called=values.get("usuario", ""),
        as_last=asker.defaults.as_last(said),
    )
    robots = tuple(
        AddRobot(request=f"{asker.request}+{number}", person=asker.person, match="")
        for number in range(1, int(values.get("robots", "0")) + 1)
    )
    return Send(command, robots)


def open_lesson(values: dict[str, str], asker: Asker) -> Send:
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


def play_daily(values: dict[str, str], asker: Asker) -> Send:
    """The command that begins the hand of the day. The game: the named one, else the usual one."""
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


def about_tournament(values: dict[str, str], asker: Asker) -> Intent:
    """Opens a tournament, or does something in the one that is meant. Without an action it shows
    the tournament; if a format was given, it opens one."""
    match = asker.match
    action = values.get("accion", "abrir" if "formato" in values else "ver")
    if "persona" in values and action != "entrar":
        return Cannot("say.partner_later", (("name", values["persona"]),))
    if action == "abrir":
        return _unread(values, asker) or _open_tournament(values, asker)
    if not match:
        return Cannot("say.no_tournament")
    at = asker.at(match)
    match action:
        case "entrar":
            join = Join(**at, name=asker.name, late=True)
            partner, called = values.get("persona", ""), values.get("usuario", "")
            return Send(replace(join, partner=partner, called=called))
        case "salir":
            return Send(Leave(**at))
        case "empezar":
            return Send(Start(**at))
        case "cancelar":
            return ShowPage(closing.PAGE.name, (("codigo", match),))
        case _:
            return Show(ShowKind.TABLE)


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
    opened = open_table({**values, "jugadores": str(2 * size)}, asker)
    if isinstance(opened, Cannot):
        return opened
    assert isinstance(opened.command, OpenTable)
    duplicate = dict(opened.command.options).get(DUPLICATE.name, DUPLICATE.default)
    usual_form = Format.ELIMINATION if duplicate == DUPLICATE.default else Format.LEAGUE
    form = values.get("formato", usual_form)
    minutes = int(values.get("duracion", "60"))
    days = int(values.get("dias", USUAL_DAYS))
    start = start_of(values.get("empieza", ""))
    # The person's last table was no tournament, so its options say nothing about this one.
    usual = dict(asker.defaults.community).get(COMPETITIVE.name, YES)
    options = dict(opened.command.options) | {
        STAKE.name: values.get("apuesta", STAKE.values[0]),
        COMPETITIVE.name: usual,
        SKILL.name: SKILL.values[0],
    }
    held = replace(
        opened.command,
        format=form,
        minutes=minutes,
        days=days,
        start=start,
        robots=robots,
        options=tuple(options.items()),
    )
    return Send(held)
