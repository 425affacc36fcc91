"""The bot in Telegram's clients: lists of commands by chat and language, and its description."""

import json
from collections.abc import Iterator
from hashlib import sha256
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
    MenuButton,
)
from telegram.error import TelegramError

from adapters.telegram.words import say
from bot.catalogue import LISTED
from bot.chat_commands import CommandGroup
from bot.words import words_for

log = structlog.get_logger(__name__)

LANGUAGES: Final = (("", "es"), ("es", "es"), ("pt", "pt_BR"), ("en", "en"))
"""Telegram's language codes, each with ours. The empty code is for everybody else."""
_PRESENTED: Final = ("bot.about", "bot.short")
"""The messages that describe the bot: in an empty chat, and in its profile."""
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


def fingerprint(button: MenuButton, *, hidden: bool) -> str:
    """A hash of everything that :func:`set_menus` sets: it changes with any of it."""
    told: list[object] = [
        [
            code,
            *(say(locale, id) for id in _PRESENTED),
            *(
                [command.to_dict() for command in commands_for(locale, admins=admins, hidden=hid)]
                for _, admins, hid in _scopes(hidden=hidden)
            ),
        ]
        for code, locale in LANGUAGES
    ]
    told.append(button.to_dict())
    return sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:32]


async def set_menus(bot: Bot, button: MenuButton, *, hidden: bool) -> bool:
    """Sets every list, the bot's description, and the ``button`` beside the field of a private
    chat. Lists permit nothing. Returns whether Telegram has taken all of it."""
    taken = [
        await _set(bot, scope, code, locale, admins=admins, hidden=secretly)
        for scope, admins, secretly in _scopes(hidden=hidden)
        for code, locale in LANGUAGES
    ]
    return all([*taken, await _present(bot, button)])


def _scopes(*, hidden: bool) -> tuple[tuple[BotCommandScope, bool, bool], ...]:
    """The scopes of a list, with two marks: for administrators, and marks hidden commands."""
    return (
        (BotCommandScopeAllPrivateChats(), False, False),
        (BotCommandScopeAllGroupChats(), False, hidden),
        (BotCommandScopeAllChatAdministrators(), True, hidden),
    )


async def set_group_menu(bot: Bot, chat: int, locale: str, *, hidden: bool) -> None:
    """Sets a group's lists of commands, in the group's language."""
    await _set(bot, BotCommandScopeChat(chat), "", locale, admins=False, hidden=hidden)
    administrators = BotCommandScopeChatAdministrators(chat)
    await _set(bot, administrators, "", locale, admins=True, hidden=hidden)


async def _present(bot: Bot, button: MenuButton) -> bool:
    """Sets the texts of an empty chat and of the bot's profile, and the button of private chats.
    Returns whether Telegram has taken it."""
    about, short = _PRESENTED
    try:
        for code, locale in LANGUAGES:
            await bot.set_my_description(say(locale, about), language_code=code or None)
            await bot.set_my_short_description(say(locale, short), language_code=code or None)
        await bot.set_chat_menu_button(menu_button=button)
    except TelegramError as error:
        log.warning("telegram_menu", error=type(error).__name__)
        return False
    return True


async def _set(
    bot: Bot, scope: BotCommandScope, code: str, locale: str, *, admins: bool, hidden: bool
) -> bool:
    try:
        await bot.set_my_commands(
            list(commands_for(locale, admins=admins, hidden=hidden)),
            scope=scope,
            language_code=code or None,
        )
    except TelegramError as error:
        log.warning("telegram_menu", error=type(error).__name__)
        return False
    return True
