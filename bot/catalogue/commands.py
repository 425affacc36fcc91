"""Every chat command once, and every page, in the order in which people see them.

A command that a page answers is declared beside the page, in a module of :mod:`bot.pages`; one line
in this list is all that it needs besides its words.
"""

from typing import Final

from bot.catalogue import personal_commands, play_commands, table_commands
from bot.chat_commands import CommandSpec, Option, OptionChoice
from bot.pages import (
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
    invitation,
    links,
    own_signs,
    privacy,
    profile,
    proof,
    puzzle,
    receipt,
    rules,
    scoreboard,
)
from bot.pages.page_spec import PageSpec
from bot.words.shouts import SHOUTS

_LIST: Final[tuple[CommandSpec | PageSpec, ...]] = (
    table_commands.JUGAR,
    table_commands.APRENDER,
    table_commands.DIARIA,
    table_commands.DESAFIAR,
    table_commands.UNIRSE,
    table_commands.TORNEO,
    table_commands.SALIR,
    table_commands.EMPEZAR,
    table_commands.OPCIONES,
    invitation.PAGE,
    friends.PAGE,
    table_commands.MESA,
    table_commands.MANO,
    hint.PAGE,
    play_commands.CARTA,
    play_commands.TRUCO,
    play_commands.ENVIDO,
    play_commands.FLOR,
    play_commands.QUIERO,
    play_commands.PASO,
    play_commands.MAZO,
    play_commands.CORTAR,
    play_commands.CANTO,
    play_commands.RECLAMAR,
    play_commands.SENA,
    own_signs.PAGE,
    table_commands.MIRAR,
    table_commands.FRASE,
    scoreboard.PAGE,
    profile.PAGE,
    rules.PAGE,
    help.PAGE,
    table_commands.TERMINAR,
    table_commands.SACAR,
    personal_commands.IDIOMA,
    personal_commands.CONFIGURAR,
    bars.PAGE,
    closing.PAGE,
    film.PAGE,
    analysis.PAGE,
    proof.PAGE,
    links.COMMAND,
    privacy.PAGE,
    personal_commands.MIS_DATOS,
    erasure.PAGE,
)
"""In the order in which people see them."""
_BEHIND_BUTTONS: Final = (badges.PAGE, card.PAGE, links.PAGE, puzzle.PAGE, receipt.PAGE)
"""Pages that have no command of their own."""

PAGES: Final = {
    page.name: page for page in (*_LIST, *_BEHIND_BUTTONS) if isinstance(page, PageSpec)
}
"""The pages by their names."""
COMMANDS: Final[tuple[CommandSpec, ...]] = tuple(
    command
    for listed in _LIST
    if (command := listed.command if isinstance(listed, PageSpec) else listed) is not None
)
"""The commands in the order in which people see them."""
COMMAND: Final = {command.id: command for command in COMMANDS}
"""The commands by their ids."""
PAGE_OF: Final = {page.command.id: page for page in PAGES.values() if page.command is not None}
"""The pages that answer a command, by its id."""


def offered(option: Option, variant: str) -> tuple[OptionChoice, ...]:
    """The choices that this game has: calls that are not its words are left out."""
    return tuple(
        choice for choice in option.choices if not choice.verb or choice.verb in SHOUTS[variant]
    )


def verb_of(option: Option, value: str) -> str:
    """The word of the game that a choice stands for."""
    return next(choice.verb for choice in option.choices if choice.value == value)
