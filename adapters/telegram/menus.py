"""What Telegram's clients show of the bot: lists of commands by chat and language, and what the bot
is."""

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
    BotCommandScopeChatAdministrators,
    MenuButtonCommands,
)
from telegram.error import TelegramError

from adapters.telegram.words import say
from bot.catalogue import LISTED
from bot.chat_commands import CommandGroup
from bot.words import words_for

log = structlog.get_logger(__name__)

LANGUAGES: Final = (("", "es"), ("es", "es"), ("pt", "pt_BR"), ("en", "en"))
"""Telegram's language codes, each with ours. The empty code is for everybody else."""
HIDDEN: Final = frozenset({"mano", "sena", "datos"})
"""Commands that nobody else sees, if the server knows hidden messages."""


def commands_for(locale: str, *, admins: bool, hidden: bool) -> Iterator[BotCommand]:
    """The list of commands in this language."""
    words = words_for(locale)
    for listed in LISTED:
        if isinstance(listed, CommandGroup) and listed.for_administrators and not admins:
            continue
        yield BotCommand(
            listed.names.of(locale),
            words.text(listed.description),
            api_kwargs={"is_ephemeral": True} if hidden and listed.id in HIDDEN else None,
        )


async def set_menus(bot: Bot, *, hidden: bool) -> None:
    """Sets every list, and what the bot is. The lists only show commands; they permit nothing."""
    scopes: tuple[tuple[BotCommandScope, bool, bool], ...] = (
        (BotCommandScopeAllPrivateChats(), False, False),
        (BotCommandScopeAllGroupChats(), False, hidden),
        (BotCommandScopeAllChatAdministrators(), True, hidden),
    )
    for scope, admins, secretly in scopes:
        for code, locale in LANGUAGES:
            await _set(bot, scope, code, locale, admins=admins, hidden=secretly)
    await _present(bot)


async def set_group_menu(bot: Bot, chat: int, locale: str, *, hidden: bool) -> None:
    """Sets a group's lists of commands, in the group's language."""
    await _set(bot, BotCommandScopeChat(chat), "", locale, admins=False, hidden=hidden)
    administrators = BotCommandScopeChatAdministrators(chat)
    await _set(bot, administrators, "", locale, admins=True, hidden=hidden)


async def _present(bot: Bot) -> None:
    """Sets what an empty chat and the bot's profile say, and the button that opens the list."""
    try:
        for code, locale in LANGUAGES:
            await bot.set_my_description(say(locale, "bot.about"), language_code=code or None)
            await bot.set_my_short_description(say(locale, "bot.short"), language_code=code or None)
        await bot.set_chat_menu_button(menu_button=MenuButtonCommands())
    except TelegramError as error:
        log.warning("telegram_menu", error=type(error).__name__)


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
