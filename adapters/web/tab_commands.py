"""Sends the commands of a tab to the service, and shows the tab what follows from them: the answer,
the table, the list."""

import asyncio
from typing import Final

from msgspec.structs import replace

from adapters.web.chat import Chat
from adapters.web.elsewhere import tell_elsewhere
from adapters.web.personal import for_reader
from adapters.web.protocol import Ask, Door, Locale, Options, Panel, Record, Reply, Settings
from adapters.web.table_list import COMMUNITY, TableList, home_of, own_home_of
from adapters.web.tabs import PLATFORM, Starting, Tab
from adapters.web.words import say
from bot import messages, tokens
from bot.asking import follow_up
from bot.catalogue import page_for
from bot.common.tasks import Background, logged
from bot.film.films import Viewer
from bot.match.lobby import no_seat_for
from bot.messages import AnyCommand, AnyReply, MatchId
from bot.model import MatchInfo, Status
from bot.pages.page_spec import Community, match_meant
from bot.reasons import ServiceReason
from bot.screens import question_of, reply_text
from bot.screens.pages import SIGNS, PageKey
from bot.screens.rules.options import options_line
from bot.service import Service
from bot.showing.open_windows import HIDDEN, SEEN
from bot.words import closest_locale, words_for

_NO_SUCH: Final = {False: ServiceReason.NO_SUCH_MATCH, True: ServiceReason.NO_SUCH_INVITATION}
"""The reason why an address leads nowhere, by whether it is an invitation's address."""
_UNDER_WAY: Final = 2.0
"""Seconds for which a start waits for the chance of the browser that wants it."""


class TabCommands:
    """The commands of tabs, and the surface of each tab."""

    def __init__(self, service: Service, table_list: TableList, chat: Chat) -> None:
        self._service = service
        self._table_list = table_list
        self._chat = chat
        self.following: Final = Background(logged("playground.not_followed"))
        """Tabs that are about to look at a rematch, or to start a table."""

    async def depart(self, tab: Tab) -> None:
        """Handles a lost connection. A person who has a seat keeps it; a person who looked on here
        stops looking on. A table that waits for the page's chance starts without it."""
        if tab.in_window:
            self._tell_window(tab, "")
        if tab.starts is not None:
            await self._start(tab)
        surface, tab.surface = tab.surface, ""
        if surface:
            await self._service.surfaces.remove(surface)
            await self._service.seat_owners.look_on_no_longer(tab.match, tab.person, surface)
        self._chat.sweep()

    async def _send(
        self, tab: Tab, id: str, command: AnyCommand, then: tuple[AnyCommand, ...] = ()
    ) -> AnyReply:
        """Sends the commands one by one until one is not accepted. Returns the first reply."""

        async def say_slow() -> None:
            tab.say(Reply("", "ok", words_for(tab.locale).text("reply.slow")))

        if isinstance(command, messages.Rematch):
            command = replace(command, adds_chance=True)
        if isinstance(command, messages.OpenTable) and command.lesson:
            own = own_home_of(tab)
            command = replace(command, community=own.community, place=own.place)
        first, reply = await self._service.handle_each(command, then, say_slow)
        await self._answer(tab, id, command, reply, getattr(first, "match", ""))
        self._table_list.wake()
        if isinstance(command, messages.OpenTable) and isinstance(first, messages.Accepted):
            await self._show_in_chat(tab, first.match)
        if isinstance(command, messages.Rematch) and isinstance(first, messages.Accepted):
            await self._begin_again(tab, first.match)
        return first

    async def _show_in_chat(self, tab: Tab, match: MatchId) -> None:
        """The chat whose hall a window shows is shown the table that was opened there."""
        info = await self._service.matches.info(match)
        platform = None if tab.hall is None else self._service.platforms.of(tab.hall.place)
        if platform is None or info is None or tab.hall is None or info.place != tab.hall.place:
            return
        if (address := await platform.address_in(info.place)) is not None:
            written, chat = address
            await self._service.surfaces.add(
                match, platform=platform.name, address=written, chat=chat, key=chat
            )

    async def _answer(
        self, tab: Tab, id: str, command: AnyCommand, reply: AnyReply, match: MatchId
    ) -> None:
        match reply:
            case messages.Ask():
                tab.say(Ask(id, question_of(reply, tab.locale)))
                return
            case messages.Accepted():
                tone = "ok"
            case messages.Stale():
                tone = "stale"
            case _:
                tone = "no"
        after = follow_up(command, reply)
        if after.ended and await self._may_look(tab, after.match):
            tab.say(Reply(id, "ok", ""))
            await self._watch(tab, after.match)
            return
        tab.say(Reply(id, tone, reply_text(reply, tab.locale)))
        match reply:
            case messages.Accepted():
                await self._follow(tab, command, reply)
            case messages.Stale():
                await self._fresh(tab)
            case messages.Refused(match=other) if other and isinstance(command, messages.OpenTable):
                await self._watch(tab, other)
            case _:
                pass

    async def _follow(self, tab: Tab, command: AnyCommand, reply: AnyReply) -> None:
        """Lets a person who opens a table or sits down look at it."""
        after = follow_up(command, reply)
        if after.options:
            await self._options(tab, after.match)
        elif after.signs:
            await self._read(tab, "", PageKey(SIGNS, after.match))
        elif (after.here or after.seat) and after.match != tab.match:
            await self._watch(tab, after.match)
        elif after.gone and after.match == tab.match:
            info = await self._service.matches.info(after.match)
            if after.looked_on:
                await self._watch(tab, "")
            elif info is not None and info.seat_of(tab.person) is None:
                await self._watch(tab, after.match)  # a person who has left a lobby looks on there

    def follow_on(self, tab: Tab, before: MatchId, match: MatchId) -> None:
        """Moves the tab of one of a rematch's people to the rematch, a moment later, because the
        tab's surface has its turn just now."""
        self.following.start(self._follow_on(tab, before, match))

    async def _follow_on(self, tab: Tab, before: MatchId, match: MatchId) -> None:
        if tab.match == before:
            await self._watch(tab, match)

    def _close_hall(self, tab: Tab, id: str) -> None:
        """Tells a person that they may not read in the chat whose tables they want to see."""
        tab.say(Reply(id, "no", words_for(tab.locale).text("window.hall.closed")))

    def _refuse(self, tab: Tab, id: str, word: str) -> None:
        tab.say(Reply(id, "no", say(tab.locale, word)))

    async def _begin_again(self, tab: Tab, match: MatchId) -> None:
        """Starts a rematch at which nobody else has to agree."""
        info = await self._service.matches.info(match)
        is_lobby = info is not None and info.status is Status.LOBBY and not info.starting
        if info is not None and is_lobby and [seat.person for seat in info.people] == [tab.person]:
            await self._start_with_chance(tab, Starting(match, f"alone.{match}", ""))

    async def _start_with_chance(self, tab: Tab, starts: Starting) -> None:
        """Starts a table as soon as the page has added its chance to the deal."""
        info = await self._service.matches.info(starts.match)
        sealed = info is not None and tab.seal(info)
        tab.hidden = starts.match
        await self._watch(tab, starts.match)
        tab.starts = starts
        if not sealed:
            await self._start(tab)
            return
        # The browser's chance is under way.
        self.following.start(self._start_without(tab, starts))

    async def _start_without(self, tab: Tab, starts: Starting) -> None:
        """Starts a table although its browser has added no chance."""
        await asyncio.sleep(_UNDER_WAY)
        if tab.starts == starts:
            await self._start(tab)

    async def _start(self, tab: Tab) -> None:
        """Starts the table that waits for the page's chance."""
        assert tab.starts is not None
        starts, tab.starts = tab.starts, None
        start = messages.Start(request=starts.request, person=tab.person, match=starts.match)
        reply = await self._send(tab, starts.id, start)
        tab.hidden = ""
        if not isinstance(reply, messages.Accepted):
            await self._fresh(tab)

    async def _options(self, tab: Tab, match: MatchId) -> None:
        """The list of a table's options."""
        sheet = await self._service.screens.options(match, tab.person, tab.locale)
        if sheet is not None:
            tab.say(Options(sheet))

    async def _read(self, tab: Tab, id: str, key: PageKey) -> None:
        """A page of help or rules, or of the scoreboard."""
        home = home_of(tab)
        here = Community(home.community, tab.hall_name or say(tab.locale, "web.community"))
        tab.say(Panel(id, await page_for(self._service, key, tab.user, tab.locale, here)))

    async def _fresh(self, tab: Tab) -> None:
        """Sends the newest picture now, even if the surface has shown it already."""
        if not tab.match:
            return
        screen = await self._service.screens.screen(tab.match, tab.person, tab.locale)
        info = await self._service.matches.info(tab.match)
        if screen is not None and info is not None and screen.match == tab.match:
            tab.show(for_reader(screen, info, tab.person), again=True)

    async def _watch(self, tab: Tab, match: MatchId) -> None:
        """From now on the tab shows this table if its person may look at it, otherwise the list. If
        the tab already shows this table, its surface is replaced: if it were removed and added
        again, it would be retired although it is still shown."""
        if match != tab.match:
            await self.depart(tab)
        if match and (refused := await self._look_on(tab, match)) is not None:
            tab.say(Reply("", "no", reply_text(refused, tab.locale)))
            await self.depart(tab)
            match = ""
        tab.watch(match)
        self._chat.sweep()
        if match:
            await self._surface(tab)
            self._tell_sight(tab)
        else:
            await self._table_list.show(tab)
        await tell_elsewhere(self._service, tab)

    def _tell_sight(self, tab: Tab) -> None:
        """Tells the service whether the person sees the page, and in a window at which table."""
        if tab.in_window:
            self._tell_window(tab, tab.match if tab.is_seen else "")
        else:
            self._service.windows.page_is(tab.page, SEEN if tab.is_seen else HIDDEN, tab.person)

    def _tell_window(self, tab: Tab, match: MatchId) -> None:
        self._service.taking_over.window_shows(tab.page, match, tab.person)

    async def _may_look(self, tab: Tab, match: MatchId) -> bool:
        info = await self._service.matches.info(match)
        return info is None or await self._service.screens.may_look(info, tab.person)

    async def _look_on(self, tab: Tab, match: MatchId) -> AnyReply | None:
        """Makes a person who opens a table without a seat an onlooker. ``None``: they may look."""
        info = await self._service.matches.info(match)
        if info is None or info.seat_of(tab.person) is not None:
            return None
        tab.looks += 1
        reply = await self._service.handle(
            messages.LookOn(
                request=f"{PLATFORM}:{tab.id}.look.{tab.looks}",
                person=tab.person,
                match=match,
                name=tab.name,
            )
        )
        if await self._may_look(tab, match):
            return None
        return reply

    async def _surface(self, tab: Tab) -> None:
        tab.surface = await self._service.surfaces.add(
            tab.match,
            platform=PLATFORM,
            address=tab.id,
            chat=tab.id,
            person=tab.person,
            locale=tab.chosen,
            only_here=True,
        )

    async def _speak(self, tab: Tab, wanted: str) -> None:
        locale = closest_locale(wanted)
        if locale == tab.chosen:
            return
        tab.chosen = locale
        tab.say(Locale(locale))
        await self._service.languages.choose(tab.person, locale)
        if tab.match:
            await self._surface(tab)
        else:
            await self._table_list.show(tab)

    async def _enter(self, tab: Tab, id: str, request: str, code: str, sits: bool) -> None:
        """Takes a person to the table of an address: to a seat if one is free for them, otherwise
        as an onlooker, with the reason why they do not sit."""
        invited = tokens.is_invitation(code)
        match = await self._service.admission.match_of(code) if invited else code
        info = await self._service.matches.info(match) if match else None
        if info is None:
            unknown = _NO_SUCH[invited]
            tab.say(Reply(id, "no", reply_text(messages.Refused(unknown), tab.locale)))
        elif info.seat_of(tab.person) is not None:
            tab.say(Reply(id))
            await self._watch(tab, match)
        elif (refused := no_seat_for(info, tab.person)) is not None:
            tab.say(Reply(id))
            await self._watch(tab, match)
            if tab.match == match and info.status in (Status.LOBBY, Status.PLAYING):
                tab.say(Reply("", "no", reply_text(refused, tab.locale)))
        elif not sits and await self._may_sit(tab, info, invited):
            await self._ask_name(tab, id, code, info)
        else:
            join = messages.Join(
                request=request,
                person=tab.person,
                match="" if invited else match,
                name=tab.name,
                invitation=code if invited else "",
            )
            await self._send(tab, id, join)

    async def _may_sit(self, tab: Tab, info: MatchInfo, invited: bool) -> bool:
        if await self._service.bars.refusal(info.community, tab.person) is not None:
            return False
        users = (await self._service.users.of(tab.person)).all
        return invited or await self._service.admission.admits(info, users)

    async def _ask_name(self, tab: Tab, id: str, code: str, info: MatchInfo) -> None:
        words = words_for(tab.locale)
        about = f"{words.text(f'variant.{info.variant}')} · {options_line(info, words)}"
        about = about[:1].upper() + about[1:]
        watched = info.match if await self._may_look(tab, info.match) else ""
        tab.say(Door(id, code, info.host_name, about, watched))

    async def _configure(
        self, tab: Tab, id: str, values: dict[str, str], *, seen: bool = False
    ) -> None:
        """Changes settings; everybody who reaches the playground may, and nobody in a window.
        ``seen``: the panel shows the change already."""
        if tab.in_window:
            tab.say(Reply(id, "no", words_for(tab.locale).text("window.settings")))
            return
        reply = await self._service.settings.configure(COMMUNITY, values)
        self._table_list.wake(settings=True)
        done = isinstance(reply, messages.Accepted)
        text = "" if seen and done else reply_text(reply, tab.locale)
        tab.say(Reply(id, "ok" if done else "no", text))

    async def _settings(self, tab: Tab, id: str) -> None:
        if tab.in_window:
            tab.say(Reply(id, "no", words_for(tab.locale).text("window.settings")))
            return
        tab.say(Settings(id, await self._service.screens.panel(COMMUNITY, tab.locale)))

    async def _record(self, tab: Tab, id: str, match: MatchId) -> None:
        wanted = await self._wanted(tab, match)
        text = await self._service.films.record(wanted, tab.locale, Viewer(tab.person))
        if text is None:
            tab.say(Reply(id, "no", words_for(tab.locale).text("record.none")))
        else:
            tab.say(Record(id, f"truco-{wanted}.truco", text))

    async def _wanted(self, tab: Tab, match: MatchId) -> MatchId:
        """The match of this code, else the table that the tab shows, else the newest one."""
        return await match_meant(self._service, match, home_of(tab).place, tab.match)
