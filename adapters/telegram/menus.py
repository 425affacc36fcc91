"""The lists of commands that Telegram's clients show, by chat and language."""

from collections.abc import Iterator
from typing import Final

import structlog
from telegram import (
    Bot,
    BotCommand,
    BotCommandScope,
    BotCommandScopeAllChatAdministrators,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
    BotCommandScopeChat,
)
from telegram.error import TelegramError

from bot.catalogue import COMMANDS
from bot.words import words_for

log = structlog.get_logger(__name__)

LANGUAGES: Final = (("", "es"), ("es", "es"), ("pt", "pt_BR"), ("en", "en"))
"""Telegram's language codes, each with ours. The empty code is for everybody else."""
HIDDEN: Final = frozenset({"mano", "pista", "sena", "acordar", "mis-datos", "borrar-mis-datos"})
"""Commands that nobody else sees, if the server knows hidden messages."""
_ADMINS: Final = frozenset({"configurar"})
_LONGEST: Final = 256


def commands_for(locale: str, *, admins: bool, hidden: bool) -> Iterator[BotCommand]:
    """The commands of the catalogue as a list in this language."""
    words = words_for(locale)
    for command in COMMANDS:
        if command.id in _ADMINS and not admins:
            continue
        yield BotCommand(
            command.names.of(locale).replace("-", ""),  # Telegram has no hyphen in a name
            words.text(command.description)[:_LONGEST],
            api_kwargs={"is_ephemeral": True} if hidden and command.id in HIDDEN else None,
        )


async def set_menus(bot: Bot, *, hidden: bool) -> None:
    """Sets every list. The lists only show commands; they permit nothing."""
    scopes: tuple[tuple[BotCommandScope, bool, bool], ...] = (
        (BotCommandScopeAllPrivateChats(), False, False),
        (BotCommandScopeAllGroupChats(), False, hidden),
        (BotCommandScopeAllChatAdministrators(), True, hidden),
    )
    for scope, admins, secretly in scopes:
        for code, locale in LANGUAGES:
            await _set(bot, scope, code, locale, admins=admins, hidden=secretly)


async def set_group_menu(bot: Bot, chat: int, locale: str, *, hidden: bool) -> None:
    """Sets a group's list of commands, in the group's language."""
    scope = BotCommandScopeChat(chat)
    await _set(bot, scope, "", locale, admins=False, hidden=hidden)


async def _set(
    bot: Bot, scope: BotCommandScope, code: str, locale: str, *, admins: bool, hidden: bool
) -> None:
    try:
        await bot.set_my_commands(
            list(commands_for(locale, admins=admins, hidden=hidden)),
            scope=scope,
            language_code=code or None,
        )
    except TelegramError as error:
        log.warning("telegram_menu", error=type(error).__name__)
