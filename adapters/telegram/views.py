"""Shows people what they ask for: the table, their hand, help and rules, the scoreboard, a
record."""

from collections.abc import Coroutine
from contextlib import suppress
from functools import partial
from html import escape
from typing import assert_never

from msgspec.structs import replace

from adapters.telegram.addresses import read_address, user_id
from adapters.telegram.answers import Answers
from adapters.telegram.caller import Caller, Press
from adapters.telegram.delayed import room_to_spare
from adapters.telegram.group_settings import GroupSettings
from adapters.telegram.groups import KnownPerson
from adapters.telegram.hidden_messages import Receiver
from adapters.telegram.layout import alert_text, order_alert
from adapters.telegram.message import InlineButton, Page, clipped
from adapters.telegram.pages import text_page
from adapters.telegram.platform import TelegramPlatform
from adapters.telegram.trouble import Missing, Same, Unreachable
from adapters.telegram.wire import Wire
from adapters.telegram.words import say
from bot import messages, tokens
from bot.asking import Asked
from bot.asking.arriving import ArrivingPages
from bot.asking.standing_lists import StandingList, StandingLists
from bot.catalogue import PAGES, Show, ShowKind, ShowPage, page_for
from bot.community.own_data import FILE
from bot.film.films import Viewer
from bot.messages import MatchId
from bot.model import MatchInfo
from bot.pages.film import RecordFile, record_file, written_record
from bot.pages.links import linking
from bot.pages.page_spec import Audience, Commanded, Community
from bot.screen import Screen
from bot.screens import reply_text
from bot.screens.pages import CARD, TABLE_LIST, PageKey
from bot.screens.pages import Page as BotPage
from bot.service import Service
from bot.store.model import Surface
from bot.words import words_for
from engine.cards import UNKNOWN
from engine.variants import table_for


class Views:
    """Shows things to the person who asks for them."""

    def __init__(
        self,
        service: Service,
        wire: Wire,
        platform: TelegramPlatform,
        answers: Answers,
        settings: GroupSettings,
    ) -> None:
        self._service = service
        self._wire = wire
        self._platform = platform
        self._answers = answers
        self._settings = settings
        self._arriving = ArrivingPages()
        self._lists = StandingLists(service, platform.delayed.start)

    def _commanded(self, caller: Caller, show: Show | ShowPage, asked: Asked) -> Commanded:
        return asked.commanded(
            self._service,
            show,
            caller.locale,
            administration=lambda: self._settings.administration(caller),
            links=self._links,
        )

    async def show(self, caller: Caller, show: Show, asked: Asked) -> None:
        """Shows what a command asked for in Telegram's own way."""
        info, values = asked.info, dict(show.values)
        match show.what:
            case ShowKind.TABLE | ShowKind.HAND if info is None:
                await self._answers.tell(caller, words_for(caller.locale).text("say.no_table"))
            case ShowKind.TABLE:
                assert info is not None
                await self._show_table(caller, info)
            case ShowKind.HAND:
                assert info is not None
                await self._show_typed_hand(caller, info)
            case ShowKind.LINK:
                await self._alone(caller, self._linked(caller, values.get("codigo", "")))
            case ShowKind.OWN_DATA:
                await self._own_data(caller)
            case ShowKind.RECORD:
                await self._record(caller, await record_file(self._commanded(caller, show, asked)))
            case ShowKind.LANGUAGE:
                await self._settings.language(caller, values.get("idioma", ""))
            case ShowKind.SETTINGS:
                await self._settings.show(caller, values)
            case _:
                assert_never(show.what)

    async def answer_page(self, caller: Caller, show: ShowPage, asked: Asked) -> None:
        """Carries out the command of a page, and shows the page where it may be read."""
        page = PAGES[show.page]
        found = await page.answered(self._commanded(caller, show, asked))
        if isinstance(found, PageKey):
            await self._show_key(caller, found, page.audience)
        elif page.audience is Audience.REPLY:
            await self._answers.tell(caller, found.text)
        else:
            shown = text_page(found, caller.locale)
            await self._answers.give(caller, shown, found.text, private=True)

    async def _show_key(self, caller: Caller, key: PageKey, audience: Audience) -> None:
        match audience:
            case Audience.EVERYBODY:
                await self._read(caller, key)
            case Audience.CHAT:
                await self._scoreboard(caller, key)
            case Audience.PERSON | Audience.REPLY:
                page = await self._page(caller, key)
                private = audience is Audience.PERSON
                if page.again and (caller.spot.private or caller.known.open or caller.hidden):
                    self._answers.spawn(self._send_arriving(caller, page))
                    return
                await self._answers.give(caller, text_page(page), page.text, private=private)
            case Audience.ALONE:
                await self._alone(caller, self._with_record(caller, key))
            case _:
                assert_never(audience)

    async def _show_table(self, caller: Caller, info: MatchInfo) -> None:
        """Shows the table as the last message of the chat."""
        if caller.spot.private:
            await self._platform.surfaces.show_to(info.match, caller.known)
            seen = await self._platform.surfaces.seen_at(info.match, caller.known.person)
        else:
            await self._platform.surfaces.show_in(info.match, caller.spot)
            seen = await self._platform.surfaces.seen_at(info.match)
        plays = caller.spot.private or caller.known.person in info.sitting
        for surface in seen:
            address = read_address(surface.address)
            here = (address.chat, address.thread) == (caller.spot.chat, caller.spot.thread)
            if not (here and address.message):
                continue
            if self._may_see_again(caller, surface, plays=plays):
                self._answers.spawn(self._platform.messages.put_below(surface.id))
            else:
                self._answers.accept(caller)  # the table was shown a moment ago

    def _may_see_again(self, caller: Caller, surface: Surface, *, plays: bool) -> bool:
        """Whether a table may be sent anew for this person: they play there, or the group has room
        and nobody has asked for it lately."""
        limits, chat = self._wire.limits, caller.spot.chat
        if caller.spot.private:
            return True
        if plays:
            return limits.answer(chat, caller.known.person)
        return limits.look(chat, surface.id)

    async def _show_typed_hand(self, caller: Caller, info: MatchInfo) -> None:
        known = caller.known
        screen = await self._service.screens.screen(info.match, known.person, caller.locale)
        if screen is None or info.seat_of(known.person) is None:
            await self._answers.tell(caller, words_for(caller.locale).text("reply.not_seated"))
        elif caller.hidden:
            self._answers.spawn(self._show_hidden_hand(caller, info.match, screen))
        elif known.open:
            seen = await self._platform.surfaces.seen_at(info.match, known.person)
            await self._platform.surfaces.show_to(info.match, known)
            if seen and read_address(seen[0].address).message:
                self._answers.spawn(self._platform.messages.put_below(seen[0].id))
        else:
            key = InlineButton(
                words_for(caller.locale).text("button.hand"),
                tokens.encode(info.match, "", tokens.MY_HAND),
            )
            text = say(caller.locale, "hand.press", name=known.name)
            self._answers.spawn(self._answers.reply(caller, Page(escape(text), ((key,),))))

    async def show_hand(self, caller: Caller, press: Press, match: MatchId) -> None:
        """Shows a person their own cards, so that nobody else sees them: at once in the answer, and
        with buttons if that is possible."""
        info = await self._service.matches.info(match)
        screen = await self._service.screens.screen(match, caller.known.person, caller.locale)
        if info is not None and info.seat_of(caller.known.person) is None:
            press.answer(reply_text(messages.NotSeated(match), caller.locale), alert=True)
            return
        if screen is None:
            press.answer(words_for(caller.locale).text("say.no_table"), alert=True)
            return
        press.answer(alert_text(screen, await self._dealt(match, caller.known)), alert=True)
        if caller.known.open:
            if not await self._platform.surfaces.seen_at(match, caller.known.person):
                await self._platform.surfaces.show_to(match, caller.known)
        elif not caller.spot.private and screen.kind == "hand":
            await self._show_hidden_hand(caller, match, screen)

    async def show_order(self, caller: Caller, press: Press, match: MatchId) -> None:
        """Tells a person, and nobody else, the order of the cards in the running hand."""
        screen = await self._service.screens.screen(match, caller.known.person, caller.locale)
        if screen is None or not screen.order:
            press.answer(words_for(caller.locale).text("order.none"), alert=True)
            return
        press.answer(order_alert(screen), alert=True)

    async def _dealt(self, match: MatchId, known: KnownPerson) -> list[str]:
        view = await self._service.matches.view(match, known.person)
        if view is None or view.seat < 0:
            return []
        spelling = table_for(view.variant, view.players, dict(view.options)).spelling
        return ["back" if card == UNKNOWN else spelling.write(card) for card in view.dealt]

    async def _show_hidden_hand(self, caller: Caller, match: MatchId, screen: Screen) -> None:
        """Shows the hand as a message of the group that nobody else sees."""
        to = Receiver(caller.known.user, caller.query, 0 if caller.query else caller.hidden)
        spot = caller.spot
        await self._platform.hidden.show(match, caller.known, screen, spot.chat, spot.thread, to)

    async def _read(self, caller: Caller, key: PageKey) -> None:
        """Shows a page of help or rules. In a group only who asked gets it, if possible."""
        reader = user_id(caller.known.user) if caller.spot.private or caller.known.open else None
        found = await self._made(caller, key, reader)
        if caller.spot.private or caller.known.open:
            await self._answers.give(caller, text_page(found), found.title, private=True)
        else:
            await self._long(caller, f"{found.title}\n{found.text}")

    def _links(self, code: str) -> tuple[str, ...]:
        """The addresses that open a table: in Telegram, then elsewhere."""
        own = self._answers.link(f"{'i' if tokens.is_invitation(code) else 'j'}{code}")
        return own, *self._service.config.addresses(code)

    def _page(self, caller: Caller, key: PageKey) -> Coroutine[None, None, BotPage]:
        return self._made(caller, key, user_id(caller.known.user))

    async def _linked(self, caller: Caller, code: str) -> BotPage:
        """The page with the person's users. With a code it first links one more, and shows here the
        tables that come with it."""
        user = user_id(caller.known.user)
        found = await linking(self._service, user, code, caller.locale)
        for match in found.tables:
            await self._platform.surfaces.show_to(match, replace(caller.known, person=found.person))
        return found.page

    async def _alone(
        self, caller: Caller, page: Coroutine[None, None, BotPage], *, shares: bool = False
    ) -> None:
        """Makes a page for its reader alone. ``shares``: with a button for its address."""
        if not (caller.spot.private or caller.hidden or caller.known.open):
            page.close()
            await self.ask_into_private(caller)
            return
        found = await page
        if found.again:
            self._answers.spawn(self._send_arriving(caller, found))
            return
        shown = text_page(found, caller.locale if shares else "")
        await self._answers.give(caller, shown, found.title, private=True)

    async def _send_arriving(self, caller: Caller, page: BotPage) -> None:
        """Sends a page that is still being worked out, and waits for it: in the private chat, or if
        that is closed in a hidden message of the group."""
        if caller.spot.private or caller.known.open:
            chat = caller.known.user
            message = await self._answers.send_private(caller.known, text_page(page))
        else:
            chat = caller.spot.chat
            message = await self._answers.give_hidden(caller, text_page(page))
        if message:
            await self._arrive(caller, chat, message, page)

    async def _arrive(self, caller: Caller, chat: int, message: int, page: BotPage) -> None:
        """Brings the page to its end in this message, which in a group is a hidden one and waits
        for spare room."""
        user = caller.known.user

        async def wait(made: BotPage) -> None:
            await self._wire.prepare(text_page(made).picture)
            if chat == user:
                await self._wire.turn(chat)
            else:
                await room_to_spare(self._wire, chat)

        async def put(made: BotPage) -> bool:
            with suppress(Same):
                if chat == user:
                    await self._wire.edit(chat, message, text_page(made))
                else:
                    await self._wire.edit_hidden(chat, user, message, text_page(made))
            return True

        where = chat, user, message
        await self._arriving.arrive(where, page, partial(self._page, caller), put, wait)

    async def _own_data(self, caller: Caller) -> None:
        """Sends everything that is stored about the person as a file to the private chat."""
        if not (caller.spot.private or caller.known.open):
            await self.ask_into_private(caller)
            return
        told = await self._service.own_data.of(caller.known.person)
        self._answers.spawn(self._send_alone(caller, FILE, told.encode()))

    async def _send_alone(self, caller: Caller, name: str, data: bytes) -> None:
        """Sends a file to the private chat."""
        await self._wire.turn(caller.known.user)
        await self._wire.send_file(caller.known.user, name, data)

    async def ask_into_private(self, caller: Caller, payload: str = "hola") -> None:
        """Says that the answer comes in the private chat, which must be opened first."""
        text = say(caller.locale, "private.only", name=caller.known.name)
        key = InlineButton(say(caller.locale, "key.open"), url=self._answers.link(payload))
        page = Page(escape(text), ((key,),))
        await self._answers.give(caller, page, text, private=False)

    async def turn_page(self, caller: Caller, press: Press, key: PageKey) -> None:
        """Shows another page in place of the one before."""
        reader = user_id(caller.known.user) if caller.spot.private or caller.hidden else None
        found = await self._made(caller, key, reader)
        page = self._laid_out(caller, key, found)
        await self._wire.prepare(page.picture)
        if not await self._answers.has_room(caller):
            press.answer(found.text, alert=True)
            return
        press.answer()
        chat, message = caller.spot.chat, caller.hidden or caller.message
        self._arriving.turned((chat, caller.known.user, message))
        with suppress(Same):
            await self._answers.put_page(caller, page)
        if key.what == TABLE_LIST:
            self._stands(caller, key, caller.message, found)
        if caller.spot.private or caller.hidden:
            self._answers.spawn(self._arrive(caller, chat, message, found))

    async def _long(self, caller: Caller, text: str) -> None:
        """Shows a text to the whole group. Of a text over 700 characters it shows the beginning and
        a button that opens the rest."""
        if len(text) > 700:
            key = InlineButton(say(caller.locale, "key.open"), url=self._answers.link("ayuda"))
            short = clipped(text, 700)
            await self._answers.give(caller, Page(escape(short), ((key,),)), short, private=False)
            return
        await self._answers.give(caller, Page(escape(text)), text, private=False)

    async def _scoreboard(self, caller: Caller, key: PageKey) -> None:
        """Shows the scoreboard to the chat; in the private chat also the person's own place."""
        private = caller.spot.private or bool(caller.hidden)
        reader = user_id(caller.known.user) if private else None
        page = await self._made(caller, key, reader)
        if key.what == TABLE_LIST and not private:
            self._answers.spawn(self._send_list(caller, key, page))
        else:
            found = self._laid_out(caller, key, page)
            await self._answers.give(caller, found, found.html, private=private)

    async def _send_list(self, caller: Caller, key: PageKey, page: BotPage) -> None:
        """Sends the list of a group's tables to the group, where it then follows them."""
        if message := await self._answers.reply(caller, self._laid_out(caller, key, page)):
            self._stands(caller, key, message, page)

    def _stands(self, caller: Caller, key: PageKey, message: int, page: BotPage) -> None:
        """Lets the list of a group's tables follow them from spare room, if everybody there reads
        it. A group has one such list."""
        if caller.spot.private or caller.hidden:
            return
        chat, community = caller.spot.chat, caller.spot.community

        async def make() -> BotPage:
            await room_to_spare(self._wire, chat)
            return await self._made(caller, key, None)

        async def put(made: BotPage) -> bool:
            try:
                await self._wire.edit(chat, message, self._laid_out(caller, key, made))
            except Same:
                pass
            except (Missing, Unreachable):
                return False
            return True

        self._lists.stands(community, StandingList(community, page, make, put))

    def _laid_out(self, caller: Caller, key: PageKey, page: BotPage) -> Page:
        laid = text_page(page)
        if key.what != TABLE_LIST:
            return laid
        return self._platform.messages.with_hall(laid, caller.spot, caller.locale)

    async def _made(self, caller: Caller, key: PageKey, reader: str | None) -> BotPage:
        name = say(caller.locale, "chat" if caller.spot.private else "group")
        here = Community(caller.spot.community, name)
        return await page_for(self._service, key, reader, caller.locale, here)

    async def _with_record(self, caller: Caller, key: PageKey) -> BotPage:
        """Makes a page. If a record belongs to it, sends that to an open private chat."""
        found = await self._page(caller, key)
        if found.record and (caller.spot.private or caller.known.open):
            viewer = Viewer(caller.known.person, caller.spot.community)
            file = await written_record(self._service, found.record, caller.locale, viewer)
            if file is not None:
                self._answers.spawn(self._send_alone(caller, file.name, file.data))
        return found

    async def _record(self, caller: Caller, file: RecordFile | None) -> None:
        """Sends a finished match to the chat as a file, or says that there is none."""
        if file is None:
            await self._answers.tell(caller, words_for(caller.locale).text("record.none"))
            return
        self._answers.spawn(self._send(caller, file.name, file.data, file.alt))

    async def show_page(self, caller: Caller, press: Press, key: PageKey) -> None:
        """Shows a page to the person who pressed the button that opens it, and to nobody else."""
        if caller.hidden:
            found = await self._page(caller, key)
            message = await self._answers.give_hidden(caller, text_page(found))
            press.answer("" if message else found.text, alert=not message)
            if message:
                self._answers.spawn(self._arrive(caller, caller.spot.chat, message, found))
            return
        if not (caller.spot.private or caller.known.open):
            press.answer(say(caller.locale, "private.only", name=caller.known.name), alert=True)
            return
        press.answer(url="" if caller.spot.private else self._answers.link("hola"))
        await self._alone(caller, self._page(caller, key), shares=key.what == CARD)

    async def _send(self, caller: Caller, name: str, data: bytes, caption: str = "") -> None:
        """Sends a file to the chat in which it was asked for. If a group has no room for it, it
        goes to the private chat, or nowhere."""
        spot = caller.spot
        if await self._answers.turn(caller):
            await self._wire.send_file(spot.chat, name, data, thread=spot.thread, caption=caption)
        elif caller.known.open:
            await self._send_alone(caller, name, data)
