"""A group's settings, as a panel of buttons for its administrators; and the choice of languages."""

from contextlib import suppress
from html import escape

from adapters.telegram.answers import Answers
from adapters.telegram.caller import Caller, Press
from adapters.telegram.groups import Groups
from adapters.telegram.menus import set_group_menu
from adapters.telegram.message import InlineButton, Page
from adapters.telegram.own_presses import language_data
from adapters.telegram.pages import panel_page, setting_page
from adapters.telegram.trouble import Same
from adapters.telegram.wire import Wire
from adapters.telegram.words import say
from bot import messages
from bot.messages import AnyReply
from bot.pages.page_spec import Administration
from bot.reasons import ServiceReason
from bot.screens import reply_text
from bot.screens.community.panel import Panel
from bot.service import Service
from bot.words import CHOICES, words_for


class GroupSettings:
    """Shows and changes the settings."""

    def __init__(self, service: Service, wire: Wire, groups: Groups, answers: Answers) -> None:
        self._service = service
        self._wire = wire
        self._groups = groups
        self._answers = answers

    async def show(self, caller: Caller, values: dict[str, str]) -> None:
        """Shows the group's settings. Everybody sees them, administrators change them."""
        admin = await self.is_admin(caller)
        if not values:
            page = panel_page(await self._panel(caller), press=admin, locale=caller.locale)
            await self._answers.give(caller, page, "", private=False)
        elif admin:
            reply = await self.configure(caller, values)
            await self._answers.tell(caller, reply_text(reply, caller.locale))
        else:
            refused = messages.Refused(ServiceReason.NOT_ADMIN)
            await self._answers.tell(caller, reply_text(refused, caller.locale))

    async def _panel(self, caller: Caller) -> Panel:
        spot = caller.spot
        here = say(caller.locale, "settings.topic" if spot.forum else "settings.group")
        places = ((spot.place, here),) if spot.forum else ()
        posts = () if spot.private else ((spot.place, here),)
        return await self._service.screens.panel(spot.community, caller.locale, places, posts)

    async def press(self, caller: Caller, press: Press, name: str, value: str) -> None:
        """Serves a button of the panel: a list, an entry (``value``), or back (no ``name``)."""
        if not await self.is_admin(caller):
            refused = messages.Refused(ServiceReason.NOT_ADMIN)
            press.answer(reply_text(refused, caller.locale), alert=True)
            return
        panel = await self._panel(caller)
        setting = panel.setting(name)
        if value and setting is not None:
            reply = await self.configure(caller, {name: setting.with_(value)})
            if not isinstance(reply, messages.Accepted):
                press.answer(reply_text(reply, caller.locale), alert=True)
                return
        press.answer()
        # The page is made only when it may be written, so after many presses it shows the last
        # choice.
        await self._wire.turn(caller.spot.chat)
        panel = await self._panel(caller)
        setting = panel.setting(name)
        if setting is None or (value and not setting.many):
            page = panel_page(panel, press=True, locale=caller.locale)
        else:
            page = setting_page(panel, setting, caller.locale)
        with suppress(Same):
            await self._answers.put_page(caller, page)

    async def configure(self, caller: Caller, values: dict[str, str]) -> AnyReply:
        """Stores settings. If the group's language changes, its list of commands changes too."""
        reply = await self._service.settings.configure(caller.spot.community, values)
        if "idioma" in values and isinstance(reply, messages.Accepted) and not caller.spot.private:
            locale = await self._groups.group_locale(caller.spot.community)
            self._answers.spawn(
                set_group_menu(self._wire.bot, caller.spot.chat, locale, hidden=self._wire.hidden)
            )
        return reply

    async def is_admin(self, caller: Caller) -> bool:
        """Whether the person is an administrator; in a private chat everybody is."""
        if caller.spot.private or caller.admin:
            return True
        return await self._wire.is_admin(caller.spot.chat, caller.known.user)

    async def administration(self, caller: Caller) -> Administration:
        """The place in which an administrator gave a command."""
        manages = not caller.spot.private and await self.is_admin(caller)
        return Administration(caller.spot.community, manages)

    async def speak(self, caller: Caller, wanted: str) -> str:
        """Sets the person's language."""
        spoken = await self._service.languages.choose(caller.known.person, wanted)
        await self._groups.chose(caller.known.user)
        return spoken or caller.locale

    async def language(self, caller: Caller, wanted: str) -> None:
        """``/idioma``: sets the person's language, and an administrator's group's."""
        if wanted:
            # For the person, and for the whole group if the person is an administrator.
            spoken = await self.speak(caller, wanted)
            if not caller.spot.private and await self.is_admin(caller):
                await self.configure(caller, {"idioma": wanted})
            await self._answers.tell(caller, words_for(spoken).text("language.set"))
            return
        keys = tuple(
            (InlineButton(words_for(choice).text(f"language.{choice}"), language_data(choice)),)
            for choice in CHOICES
        )
        page = Page(escape(say(caller.locale, "language.ask")), keys)
        await self._answers.give(caller, page, "", private=False)
