"""Telegram's part of ``truco doctor``: checks the token, the bot's permissions, the webhook, the
commands.

It only looks: it sets and sends nothing, and it takes no update away from the bot."""

from collections.abc import AsyncIterator

from telegram import Bot, BotCommandScopeAllGroupChats
from telegram.error import BadRequest, InvalidToken, TelegramError

from adapters.checks import Finding
from adapters.telegram.connection import REFUSED
from adapters.telegram.hidden_messages import knows_hidden
from adapters.telegram.menus import commands_for
from adapters.telegram.sticker_sets import codes_of, set_name
from bot.host.settings import Settings
from bot.pictures.deck import DECKS


async def examine(settings: Settings) -> AsyncIterator[Finding]:
    """Yields all findings about Telegram, as far as it can be reached."""
    token = settings.telegram_token
    assert token is not None
    base = settings.telegram_api_url
    bot = Bot(token.get_secret_value(), base_url=f"{base}/bot")
    try:
        async for finding in _examine(bot, settings):
            yield finding
    finally:
        await bot.shutdown()


async def _examine(bot: Bot, settings: Settings) -> AsyncIterator[Finding]:
    about = "Telegram: token"
    try:
        await bot.initialize()
    except InvalidToken:
        yield Finding(about, False, REFUSED)
        return
    except TelegramError as error:
        said = f"{settings.telegram_api_url} cannot be reached ({type(error).__name__})."
        yield Finding(about, False, said)
        return
    yield Finding(about, True, f"it is the one of @{bot.username}.")
    yield _groups(bot)
    yield _privacy(bot)
    yield _elsewhere(bot)
    yield await _cards(bot)
    yield await _hidden(bot)
    yield await _commands(bot)
    yield await _webhook(bot, settings)


def _groups(bot: Bot) -> Finding:
    if bot.can_join_groups:
        return Finding("Telegram: groups", True, "it may be added to groups.")
    said = "it may not be added to groups: BotFather, /setjoingroups, Enable."
    return Finding("Telegram: groups", False, said)


def _privacy(bot: Bot) -> Finding:
    if bot.can_read_all_group_messages:
        said = "off: in groups it hears plain words too (where it was added after that)."
    else:
        said = "on: in groups it hears commands, answers to it and presses; all works that way."
    return Finding("Telegram: privacy mode", True, said)


def _elsewhere(bot: Bot) -> Finding:
    """The finding about inline mode and guest mode, the two ways to write to the bot in chats
    without it. BotFather switches them on."""
    inline = "on" if bot.supports_inline_queries else "off"
    guest = "on" if bot.bot.supports_guest_queries else "off"
    said = f"inline mode (BotFather, /setinline) is {inline}, guest mode {guest}."
    return Finding("Telegram: chats without it", True, said)


async def _cards(bot: Bot) -> Finding:
    """Whether people can play their cards with ``@bot``."""
    about, missing = "Telegram: cards by @", []
    for deck in DECKS:
        try:
            found = await bot.get_sticker_set(set_name(deck, bot.username))
        except BadRequest:
            missing.append(deck)
        except TelegramError as error:
            return Finding(about, False, f"they cannot be asked about ({type(error).__name__}).")
        else:
            if len(found.stickers) != len(codes_of(deck)):
                said = f"{found.name} has {len(found.stickers)} stickers, not {len(codes_of(deck))}"
                return Finding(about, False, f"{said}: delete it with @Stickers and make it anew.")
    if missing:
        said = f"off: no stickers ({', '.join(missing)}); `truco telegram cards` makes them."
        return Finding(about, True, said)
    if not bot.supports_inline_queries:
        return Finding(about, False, "there are stickers, but inline mode is off: /setinline.")
    return Finding(about, True, f"on: @{bot.username} in a group lists one's cards.")


async def _hidden(bot: Bot) -> Finding:
    try:
        known = await knows_hidden(bot, bot.id)
    except TelegramError:
        known = False
    said = "by messages that only one person sees."
    if not known:
        said = "by notices on the screen: this server has no messages that only one person sees."
    return Finding("Telegram: hands in groups", True, said)


async def _commands(bot: Bot) -> Finding:
    about = "Telegram: commands"
    try:
        found = await bot.get_my_commands(scope=BotCommandScopeAllGroupChats())
    except TelegramError as error:
        return Finding(about, False, f"they cannot be read ({type(error).__name__}).")
    wanted = [entry.command for entry in commands_for("es", admins=False, hidden=False)]
    if [entry.command for entry in found] == wanted:
        return Finding(about, True, f"{len(wanted)} are listed.")
    return Finding(about, True, "not as in this version yet; the next start sets them.")


async def _webhook(bot: Bot, settings: Settings) -> Finding:
    about = "Telegram: updates"
    try:
        info = await bot.get_webhook_info()
    except TelegramError as error:
        return Finding(about, False, f"they cannot be asked about ({type(error).__name__}).")
    wanted = settings.telegram_webhook_url
    waiting = f"{info.pending_update_count} waiting"
    if not wanted and not info.url:
        return Finding(about, True, f"the bot asks for them ({waiting}).")
    if not wanted:
        said = "another process has set a webhook; a start without one removes it."
        return Finding(about, False, said)
    if info.url != wanted:
        return Finding(about, True, f"the next start sets the webhook ({waiting}).")
    if info.last_error_message:
        said = f"Telegram could not bring them: {info.last_error_message} ({waiting})."
        return Finding(about, False, said)
    return Finding(about, True, f"Telegram brings them to {wanted} ({waiting}).")
