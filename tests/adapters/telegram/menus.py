"""The lists of commands that a bot sets when it starts, as the look-alike knows them beforehand.

Every bot sends the same dozen lists, and nearly every test starts one: sending them took a fifth of
these tests' time. So they are noted once, and a look-alike that knows them is sent none. To one
that does not (``BotApi(knows_menus=False)``) the bot sends them.
"""

import json
from collections.abc import Iterable
from functools import cache
from typing import Any, Final, cast

from telegram import Bot, BotCommand, BotCommandScope, MenuButton, MenuButtonCommands

from adapters.telegram import adapter
from adapters.telegram.menus import fingerprint, set_menus

Lists = dict[tuple[str, str], list[dict[str, Any]]]
"""By scope and language, the commands."""

KNOWING: Final[dict[str, Lists]] = {}
"""By the address of a look-alike that knows the menus: where it has its lists."""


class _Noting:
    """Takes the lists in place of a bot."""

    def __init__(self) -> None:
        self.lists: Lists = {}

    async def set_my_commands(
        self, commands: Iterable[BotCommand], scope: BotCommandScope, language_code: str | None
    ) -> None:
        place = scope_key(scope.to_dict()), language_code or ""
        self.lists[place] = [command.to_dict() for command in commands]

    async def set_my_description(self, text: str, language_code: str | None) -> None:
        """What an empty chat says."""

    async def set_my_short_description(self, text: str, language_code: str | None) -> None:
        """What the bot's profile says."""

    async def set_chat_menu_button(self, menu_button: MenuButton) -> None:
        """The button beside the field of a private chat."""


def scope_key(scope: dict[str, Any]) -> str:
    """A scope as the look-alike finds its lists by it."""
    return json.dumps(scope, sort_keys=True)


def _noted(hidden: bool) -> Lists:
    noting = _Noting()
    setting = set_menus(cast(Bot, noting), MenuButtonCommands(), hidden=hidden)
    try:
        setting.send(None)  # nobody is waited for, so it ends at once
    except StopIteration:
        return noting.lists
    raise AssertionError


_LISTS: Final = {hidden: _noted(hidden) for hidden in (False, True)}


async def _set_menus(bot: Bot, button: MenuButton, *, hidden: bool) -> bool:
    lists = KNOWING.get(bot.base_url.removesuffix(bot.token))
    if lists is None:
        return await set_menus(bot, button, hidden=hidden)
    lists |= _LISTS[hidden]
    return True


vars(adapter).update(set_menus=_set_menus, fingerprint=cache(fingerprint))
