"""Every chat command once, and every page, in the order in which people see them.

A command that a page answers is declared beside the page, in a module of :mod:`bot.pages`; besides
its words it needs only one line in this list. Commands that belong together are in the lists of the
platforms under one name (:class:`bot.chat_commands.CommandGroup`); each may also be typed by its
own name."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from bot.catalogue import personal_commands, play_commands, table_commands
from bot.chat_commands import CommandGroup, CommandSpec, Listed, Option, OptionChoice, Part, names
from bot.pages import (
    ahead,
    analysis,
    badges,
    bars,
    card,
    closing,
    erasure,
    film,
    friends,
    help,
    hint,
    holidays,
    invitation,
    league,
    links,
    own_signs,
    privacy,
    profile,
    proof,
    puzzle,
    quick,
    robots,
    rules,
    scoreboard,
    table_list,
)
from bot.pages.page_spec import PageSpec
from bot.words.shouts import SHOUTS

_Entry = CommandSpec | PageSpec
"""A command alone, or a page with its command."""


class _Together(Struct, frozen=True):
    """A group, and its entries."""

    group: CommandGroup
    entries: tuple[_Entry, ...]


def _command(entry: _Entry) -> CommandSpec:
    command = entry.command if isinstance(entry, PageSpec) else entry
    assert command is not None, entry
    return command


def _together(
    called: str,
    *named: tuple[str, _Entry],
    also: str,
    by: str = "",
    for_administrators: bool = False,
) -> _Together:
    """Entries that are in the lists under one name (:func:`bot.chat_commands.names`). If no part is
    named, the first one is meant."""
    parts = tuple(Part(names(part), _command(entry)) for part, entry in named)
    group = CommandGroup(names(called), parts, also, names(by) if by else None, for_administrators)
    return _Together(group, tuple(entry for _, entry in named))


_LIST: Final[tuple[_Entry | _Together, ...]] = (
    play_commands.TRUCO,
    play_commands.ENVIDO,
    play_commands.QUIERO,
    play_commands.PASO,
    table_commands.JUGAR,
    _together(
        "mano/mao/truco_hand",
        ("cartas/cartas/cards", table_commands.MANO),
        ("mesa/mesa/table", table_commands.MESA),
        ("mesas/mesas/tables", table_list.PAGE),
        also="hand",
        by="ver/ver/show",
    ),
    scoreboard.PAGE,
    help.PAGE,
    play_commands.FLOR,
    _together(
        "sena/sinal/truco_signal",
        ("hacer/fazer/make", play_commands.SENA),
        ("acordar/combinar/agree", own_signs.PAGE),
        also="signal",
    ),
    table_commands.FRASE,
    table_commands.APRENDER,
    table_commands.DIARIA,
    table_commands.DESAFIAR,
    table_commands.UNIRSE,
    _together(
        "invitar/convidar/truco_invite",
        ("mesa/mesa/table", invitation.PAGE),
        ("amigos/amigos/friends", friends.PAGE),
        ("rival/rival/opponent", quick.PAGE),
        ("robots/robos/robots", robots.PAGE),
        ("liga/liga/league", league.PAGE),
        also="invite",
    ),
    table_commands.MIRAR,
    table_commands.SALIR,
    table_commands.OPCIONES,
    table_commands.TORNEO,
    _together(
        "partida/partida/truco_match",
        ("repeticion/replay/replay", film.PAGE),
        ("analizar/analisar/analyse", analysis.PAGE),
        ("verificar/verificar/verify", proof.PAGE),
        ("terminar/encerrar/end", table_commands.TERMINAR),
        also="match",
    ),
    rules.PAGE,
    profile.PAGE,
    _together(
        "configurar/configurar/truco_settings",
        ("lugar/lugar/place", personal_commands.CONFIGURAR),
        ("idioma/idioma/language", personal_commands.IDIOMA),
        ("vacaciones/ferias/holidays", holidays.PAGE),
        also="settings",
    ),
    _together(
        "datos/dados/truco_data",
        ("privacidad/privacidade/privacy", privacy.PAGE),
        ("descargar/baixar/download", personal_commands.MIS_DATOS),
        ("borrar/apagar/delete", erasure.PAGE),
        ("vincular/vincular/link", links.COMMAND),
        also="data",
    ),
    _together(
        "moderar/moderar/truco_moderate",
        ("vetar/barrar/bar", bars.PAGE),
        ("sacar/remover/remove", table_commands.SACAR),
        ("cerrar/fechar/close", closing.PAGE),
        also="moderate",
        for_administrators=True,
    ),
)
"""All listed commands, in the order in which people see them."""
_NOT_LISTED: Final[tuple[_Entry, ...]] = (
    play_commands.CARTA,
    play_commands.MAZO,
    play_commands.CORTAR,
    play_commands.CANTO,
    play_commands.RECLAMAR,
    table_commands.EMPEZAR,
    hint.PAGE,
)
"""Commands that have buttons. They are in no list, but may be typed."""
_BEHIND_BUTTONS: Final = (ahead.PAGE, badges.PAGE, card.PAGE, links.PAGE, puzzle.PAGE)
"""Pages that have no command of their own."""


def _entries() -> Iterator[_Entry]:
    for listed in _LIST:
        if isinstance(listed, _Together):
            yield from listed.entries
        else:
            yield listed
    yield from _NOT_LISTED


PAGES: Final = {
    page.name: page for page in (*_entries(), *_BEHIND_BUTTONS) if isinstance(page, PageSpec)
}
"""The pages by their names."""
COMMANDS: Final = tuple(_command(entry) for entry in _entries())
"""Every command, those of the lists first."""
COMMAND: Final = {command.id: command for command in COMMANDS}
"""The commands by their ids."""
LISTED: Final[tuple[Listed, ...]] = tuple(
    listed.group if isinstance(listed, _Together) else _command(listed) for listed in _LIST
)
"""The entries of the platforms' lists, in order."""
TYPED: Final = tuple(map(_command, _NOT_LISTED))
"""The commands that may be typed and are in no list."""
GROUPS: Final = tuple(listed for listed in LISTED if isinstance(listed, CommandGroup))
"""The commands that stand together."""
PAGE_OF: Final = {page.command.id: page for page in PAGES.values() if page.command is not None}
"""The pages that answer a command, by its id."""


def listed_name(command: CommandSpec, locale: str) -> str:
    """A command's name in the lists (``partida analizar``); one that is only typed: its own."""
    for group in GROUPS:
        for part in group.parts:
            if part.command.id == command.id:
                name = group.names.of(locale)
                return name if command == group.command else f"{name} {part.names.of(locale)}"
    return command.names.of(locale)


def offered(option: Option, variant: str) -> tuple[OptionChoice, ...]:
    """The choices that this game has. Calls that are not words of the game are left out."""
    return tuple(
        choice for choice in option.choices if not choice.verb or choice.verb in SHOUTS[variant]
    )


def verb_of(option: Option, value: str) -> str:
    """The word of the game that a choice stands for."""
    return next(choice.verb for choice in option.choices if choice.value == value)
