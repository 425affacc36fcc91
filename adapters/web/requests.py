"""Translates a page's wishes into commands, and the replies into the person's language.

Nothing is decided here. A press is the command in its token, a typed line means what the catalogue
says, and the person is always the tab's own."""

import re
from functools import partial
from typing import assert_never

from msgspec.structs import replace

from adapters.web import limits
from adapters.web.addresses import PageAddress
from adapters.web.chat import AboutWriter, Chat, read_web_press
from adapters.web.protocol import (
    AddAzar,
    Ask,
    AzarAdded,
    Choose,
    Complete,
    Completions,
    Configure,
    Enter,
    Hello,
    Incoming,
    Line,
    Locale,
    Name,
    Panel,
    Prepared,
    Press,
    PushWish,
    Quick,
    Record,
    Reply,
    Share,
    Sight,
    Sit,
    Speak,
    Suggested,
    WantRecord,
    Watch,
    Wish,
)
from adapters.web.push_requests import answer_push
from adapters.web.pushes import Pushes
from adapters.web.qr import qr_code
from adapters.web.tab_commands import TabCommands
from adapters.web.table_list import COMMUNITY, QUICK, TableList, home_of, own_home_of
from adapters.web.tabs import PLATFORM, Starting, Tab, request_of
from adapters.web.windows import Windows
from adapters.web.words import name_of, say
from adapters.windows import HALL
from bot import asking, messages, tokens
from bot.catalogue import (
    PAGES,
    Pick,
    Send,
    Show,
    ShowKind,
    ShowPage,
    Typed,
    command_in,
    complete,
    interpret,
)
from bot.chat_commands import Cannot
from bot.community.own_data import FILE
from bot.happenings import ActedInWindow
from bot.messages import MatchId
from bot.model import Status
from bot.pages.film import PICTURE_FORM
from bot.pages.links import linking
from bot.pages.page_spec import Administration, Audience
from bot.reasons import ServiceReason
from bot.screens import cannot_text, reply_text
from bot.screens.pages import TABLE_LIST, PageKey
from bot.service import Service
from bot.words import words_for
from engine.variants import VARIANTS

_CODE = re.compile(r"[a-z0-9]{8}")
"""A table's code, written alone."""
_SECRET = re.compile(r"(?=.*\d)(?:[a-z0-9]{8}|[a-z0-9]{10}|[a-z0-9]{16})")
"""The form of codes of tables, links and invitations. Such a text is told to nobody."""
_VALUE = re.compile(r"[A-Za-z0-9 _-]{1,40}")


class Requests(TabCommands):
    """Serves the tabs, one message of each at a time."""

    def __init__(
        self,
        service: Service,
        table_list: TableList,
        chat: Chat,
        address: PageAddress,
        windows: Windows,
        pushes: Pushes | None,
    ) -> None:
        super().__init__(service, table_list, chat)
        self._pushes = pushes
        self._address = address
        self._asking = asking.Asking(service)
        self._windows = windows

    async def arrive(self, tab: Tab, hello: Hello) -> None:
        """Serves a tab that has just said hello: shows it the table to which it belongs."""
        tab.person = await self._service.users.acting(tab.user)
        self._tell_sight(tab)
        if not tab.in_window:
            await self._remember_language(tab)
        elif tab.chosen != hello.locale:
            tab.say(Locale(tab.chosen))
        if tab.in_window and tokens.is_invitation(hello.match):
            await self._watch(tab, "")
            await self._enter(tab, "", f"{PLATFORM}:{tab.id}.enter", hello.match, sits=False)
            return
        if hello.match == HALL:
            if tab.hall is None:
                self._close_hall(tab, "")
            await self._watch(tab, "")
            return
        match = hello.match
        if match and await self._service.matches.info(match) is None:
            match = ""
            self._refuse(tab, "", "web.gone")
        if not match:
            match = await self._own_table(tab)
        await self._watch(tab, match)

    async def _own_table(self, tab: Tab) -> MatchId:
        """The table at which the person sits, one of this place first; empty: none, or a window
        has a list to choose from."""
        here = await self._service.matches.of_person_at(tab.person, home_of(tab).place)
        if here is not None or tab.hall is not None:
            return here or ""
        own = await self._service.matches.of_person(tab.person)
        return own[0] if len(own) == 1 or (own and not tab.in_window) else ""

    async def receive(self, tab: Tab, message: Incoming) -> None:
        """Carries out a page's request. Answers go to the tab; no press raises anything."""
        tab.person = await self._service.users.acting(tab.user)
        await self._note_sight(tab, message)
        if await self._has_lost_hall(tab, message):
            return
        info = await self._service.matches.info(tab.match) if tab.match else None
        tab.game = "" if info is None else info.variant
        match message:
            case Hello():
                self._refuse(tab, "", "web.unclear")
            case Name(name=name):
                # In a window people are called as in their chats.
                tab.name = (name_of(name) if not tab.in_window else "") or tab.name
            case Speak(locale=locale):
                await self._speak(tab, locale)
            case Watch(match=match):
                known = match and await self._service.matches.info(match) is not None
                if match and not known:
                    gone = messages.Refused(ServiceReason.NO_SUCH_MATCH)
                    tab.say(Reply("", "no", reply_text(gone, tab.locale)))
                await self._watch(tab, match if known else "")
            case Sight():
                pass  # noted above
            case AddAzar(match=match, chance=chance):
                await self._add_azar(tab, match, chance)
            case Complete(n=n, text=text):
                await self._complete(tab, n, text[: limits.LINE])
            case _:
                request = request_of(message.id)
                if request is None:
                    self._refuse(tab, "", "web.unclear")
                else:
                    await self._asked(tab, message, request)

    async def _note_sight(self, tab: Tab, message: Incoming) -> None:
        """Notes from a page's message whether its person can see it."""
        if isinstance(message, Sight):
            tab.is_seen = message.seen
        elif tab.in_window:
            await self._service.happenings.publish(ActedInWindow(tab.person))
        self._tell_sight(tab)

    async def _has_lost_hall(self, tab: Tab, message: Incoming) -> bool:
        """Whether the page's request is about a hall that its person may not see any more; if so,
        tells them. No step at a table concerns a hall, and none waits until a platform is asked."""
        step = isinstance(message, Press) and message.token.startswith(tokens.PREFIX)
        if step or isinstance(message, Sight | AddAzar) or await self._table_list.keep_hall(tab):
            return False
        self._close_hall(tab, getattr(message, "id", ""))
        if not tab.match:
            await self._table_list.show(tab)
        return True

    async def _asked(self, tab: Tab, message: Wish, request: str) -> None:
        if isinstance(message, PushWish):
            await answer_push(tab, message, self._pushes)
            return
        match message:
            case Press(id=id, token=token, value=value):
                await self._press(tab, id, request, token, value)
            case Line(id=id, text=text):
                await self._line(tab, id, request, text[: limits.LINE])
            case Quick(id=id, players=players, variant=variant):
                await self._quick(tab, id, request, players, variant)
            case Sit(id=id, match=match, seat=seat):
                join = messages.Join(
                    request=request, person=tab.person, match=match, name=tab.name, seat=seat
                )
                await self._send(tab, id, join)
            case Enter(id=id, code=code, sits=sits):
                await self._enter(tab, id, request, code.lower(), sits)
            case Share(id=id, match=match):
                await self._share(tab, id, match)
            case Choose(id=id, match=match, name=name, value=value, listed=listed):
                options = ((name, value),)
                chosen = messages.SetOptions(
                    request=request, person=tab.person, match=match, options=options
                )
                await self._send(tab, id, chosen)
                if listed:
                    await self._options(tab, match)
            case Configure(id=id, name=name, value=value):
                await self._configure(tab, id, {name: value}, seen=True)
                await self._settings(tab, "")
            case WantRecord(id=id, match=match):
                await self._record(tab, id, match)

    async def _share(self, tab: Tab, id: str, match: MatchId) -> None:
        """Prepares an invitation to a lobby, if a window asks for it."""
        made = ""
        if tab.window is not None:
            made = await self._windows.share(tab.user, tab.name, tab.locale, match)
        if made:
            tab.say(Prepared(id, made))
        else:
            tab.say(Reply(id, "no", words_for(tab.locale).text("window.unshared")))

    async def _press(self, tab: Tab, id: str, request: str, token: str, value: str | None) -> None:
        if value is not None:
            if not _VALUE.fullmatch(value):
                self._refuse(tab, id, "web.unclear")
                return
            token = token.replace("?", value)
        pressed = read_web_press(token)
        match pressed:
            case AboutWriter():
                await self._chat.press(tab, id, request, pressed)
            case asking.TurnPage(key=key) | asking.OpenPage(key=key):
                await self._read(tab, id, key)
            case asking.Resume():
                asked = await self._asking.resumed(self._who(tab, request), pressed)
                await self._do(tab, id, asked)
            case asking.Do():
                command = pressed.by(person=tab.person, request=request, name=tab.name)
                await self._send(tab, id, command)
            case asking.SeeHand() | asking.SeeOrder():
                tab.say(Reply(id))
                await self._fresh(tab)
            case asking.UnknownPage() | asking.UnknownWord() | asking.Unclear():
                self._refuse(tab, id, "web.unclear")
            case _:
                assert_never(pressed)

    async def _quick(self, tab: Tab, id: str, request: str, players: int, variant: str) -> None:
        if players not in QUICK or variant not in ("", *VARIANTS):
            self._refuse(tab, id, "web.unclear")
            return
        # A match with robots concerns nobody else, so it is announced in no chat.
        own = own_home_of(tab)
        who = replace(self._who(tab, request), community=own.community, place=own.place)
        asker, _ = await self._asking.asker(who, "jugar")
        game = (("variante", variant),) if variant else ()
        opened = interpret(Typed("jugar", (*game, ("jugadores", str(players)))), asker)
        if isinstance(opened, Cannot):
            tab.say(Reply(id, "no", cannot_text(opened, tab.locale)))
            return
        assert isinstance(opened, Send)
        reply = await self._service.handle(opened.command)
        if not isinstance(reply, messages.Accepted):
            await self._answer(tab, id, opened.command, reply, "")
            return
        await self._start_with_chance(tab, Starting(reply.match, f"{request}+start", id))

    async def _add_azar(self, tab: Tab, match: MatchId, chance: str) -> None:
        """Adds the browser's chance to the deal, for which a table of one press has waited."""
        request = f"{PLATFORM}:azar.{match}.{chance[:16]}"
        adds = messages.AddChance(request=request, person=tab.person, match=match, chance=chance)
        if isinstance(await self._service.handle(adds), messages.Accepted):
            tab.say(AzarAdded(match))
        if tab.starts is not None and tab.starts.match == match:
            await self._start(tab)

    async def _line(self, tab: Tab, id: str, request: str, text: str) -> None:
        who = self._who(tab, request)
        asked = await self._asking.line(who, text)
        code = text.strip().lower()
        coded = asked.intent is None and _CODE.fullmatch(code) is not None
        invited = asked.intent is None and tokens.is_invitation(code)
        info = await self._service.matches.info(code) if coded else None
        if info is not None and info.status is Status.PLAYING and not info.seat_of(tab.person):
            asked = await self._asking.chosen(who, Typed("mirar", (("mesa", code),)))
        elif invited or info is not None:
            asked = await self._asking.chosen(who, Typed("unirse", (("codigo", code),)))
        elif asked.intent is None and tab.match and not _SECRET.fullmatch(code):
            await self._chat.write(tab, id, text)
            return
        await self._do(tab, id, asked)

    async def _do(self, tab: Tab, id: str, asked: asking.Asked) -> None:
        """Carries out the meaning of a line, or of the answer to "which table?"."""
        match asked.intent:
            case None:
                # In the hall there is nobody to talk to.
                self._refuse(tab, id, "web.talk")
            case Cannot() as cannot:
                tab.say(Reply(id, "no", cannot_text(cannot, tab.locale)))
            case Pick(question=question):
                tab.say(Ask(id, question))
            case Send(command=command, then=then):
                await self._send(tab, id, command, then)
            case Show() as show:
                await self._show(tab, id, show, asked)
            case ShowPage() as show_page:
                await self._show_page(tab, id, show_page, asked)

    def _who(self, tab: Tab, request: str) -> asking.Whereabouts:
        return asking.Whereabouts(
            request=request,
            person=tab.person,
            name=tab.name,
            community=home_of(tab).community,
            place=home_of(tab).place,
            locale=tab.locale,
            shown=tab.match,
            hall=not tab.match,
            private=tab.in_window and not tab.hall and not tab.match,
        )

    async def _complete(self, tab: Tab, n: int, text: str) -> None:
        command, _, _ = command_in(f"/{text.lstrip('/')}")
        named = command.id if command is not None else ""
        asker, _ = await self._asking.asker(self._who(tab, ""), named)
        items = complete(text, asker)
        found = tuple(Suggested(item.text, item.label, item.hint) for item in items)
        tab.say(Completions(n, found))

    async def _show_page(self, tab: Tab, id: str, show: ShowPage, asked: asking.Asked) -> None:
        if show.page == TABLE_LIST and tab.match:
            # The page has a list of its own, which is always up to date.
            tab.say(Reply(id))
            await self._watch(tab, "")
            return
        commanded = asked.commanded(
            self._service,
            show,
            tab.locale,
            administration=_nobody_administers,
            links=partial(self._links, tab),
            shown=tab.match,
        )
        page = PAGES[show.page]
        found = await page.answered(commanded)
        if isinstance(found, PageKey):
            await self._read(tab, id, found)
        elif page.audience is Audience.REPLY:
            tab.say(Reply(id, "no", found.text))
        else:
            followed = found.links if self._address.followed else ()
            tab.say(Panel(id, found, tuple(map(qr_code, followed))))
            self._table_list.wake()

    async def _show(self, tab: Tab, id: str, show: Show, asked: asking.Asked) -> None:
        values = dict(show.values)
        match show.what:
            case ShowKind.LINK:
                await self._link(tab, id, values.get("codigo", ""))
            case ShowKind.OWN_DATA:
                tab.say(Record(id, FILE, await self._service.own_data.of(tab.person)))
            case ShowKind.RECORD if values["forma"] == PICTURE_FORM:
                wanted = await self._wanted(tab, values.get("partida", ""))
                told = say(tab.locale, "web.film.picture", url=self._film(wanted))
                tab.say(Reply(id, "ok", told))
            case ShowKind.RECORD:
                await self._record(tab, id, values.get("partida", ""))
            case ShowKind.LANGUAGE if wanted := values.get("idioma", ""):
                await self._speak(tab, wanted)
                tab.say(Reply(id, "ok", words_for(tab.locale).text("language.set")))
            case ShowKind.LANGUAGE:
                tab.say(Reply(id, "ok", words_for(tab.locale).text("reply.done")))
            case ShowKind.SETTINGS if values:
                await self._configure(tab, id, values)
            case ShowKind.SETTINGS:
                await self._settings(tab, id)
            case ShowKind.TABLE | ShowKind.HAND:
                tab.say(Reply(id))
                if asked.info is not None and asked.info.match != tab.match:
                    await self._watch(tab, asked.info.match)
                else:
                    await self._fresh(tab)
            case _:
                assert_never(show.what)

    async def _link(self, tab: Tab, id: str, code: str) -> None:
        """Shows the person's users; with a code, links one more first and shows its table."""
        linked = await linking(self._service, tab.user, code, tab.locale, tab.source)
        tab.say(Panel(id, linked.page))
        tab.person = linked.person
        if linked.tables and tab.match not in linked.tables:
            await self._watch(tab, linked.tables[0])

    def _links(self, tab: Tab, code: str) -> tuple[str, ...]:
        """The address of a table or an invitation. From a window the address leads into a window,
        where people are the people of the chat."""
        return (self._windows.link(tab.user, code) or f"{self._address.base}/mesa/{code}",)

    def _film(self, match: MatchId) -> str:
        return f"{self._address.base}/partida/{match}"

    async def _remember_language(self, tab: Tab) -> None:
        # A person with users elsewhere has chosen theirs.
        alone = not (await self._service.users.of(tab.person)).others
        if alone and await self._service.languages.of(tab.person) != tab.chosen:
            await self._service.languages.choose(tab.person, tab.chosen)


async def _nobody_administers() -> Administration:
    """Nobody is an administrator of the page: everybody who reaches it has the same rights."""
    return Administration(COMMUNITY, False)
