"""Serves typed application commands, and suggests values for an option while it is typed."""

import gzip
import io
from typing import Any, assert_never

import discord
from msgspec.structs import replace

from adapters.discord import commands, layout, pages
from adapters.discord.address import BOTLESS, TABLE, Address
from adapters.discord.answer import Answer
from adapters.discord.answering import Answering
from adapters.discord.caller import Caller, caller_of, chose, is_direct
from adapters.discord.community import channels_of
from adapters.discord.follow_up import FollowUps
from adapters.discord.ids import PLATFORM, community_id, place_id, user_id
from adapters.discord.last_presses import TOKEN_SECONDS
from adapters.discord.message import CHOICES, Message, PreparedMessage, cut, gallery, text
from adapters.discord.platform import DiscordPlatform
from adapters.discord.views import Views
from adapters.discord.words import say
from bot import messages
from bot.asking import Asked, Asking, Resume, follow_up
from bot.catalogue import PAGES, Pick, Send, Show, ShowKind, ShowPage, value_choices
from bot.chat_commands import Cannot
from bot.community.own_data import FILE
from bot.film.films import Viewer
from bot.messages import AnyReply, MatchId
from bot.model import MatchInfo
from bot.pages.film import RecordFile, record_file, written_record
from bot.pages.page_spec import Administration, Commanded
from bot.reasons import ServiceReason
from bot.screens import cannot_text, question_of, reply_text
from bot.screens.pages import SIGNS, PageKey
from bot.service import Service
from bot.words import regional, words_for
from bot.words.shouts import plain as folded


class Slash:
    """Serves application commands."""

    def __init__(
        self,
        service: Service,
        platform: DiscordPlatform,
        answering: Answering,
        views: Views,
        follow_up: FollowUps,
    ) -> None:
        self._service = service
        self._platform = platform
        self._answering = answering
        self._views = views
        self._follow_up = follow_up
        self._asking = Asking(service)

    async def command(self, interaction: discord.Interaction, data: dict[str, Any]) -> None:
        """Serves a command that a person has sent."""
        called = commands.called(data)
        direct = is_direct(interaction)
        public = called is not None and (called.command.id in commands.PUBLIC or direct)
        async with self._answering.answer(interaction, public=public) as answer:
            caller = await caller_of(interaction, self._service)
            if called is None:
                await self._say(answer, words_for(caller.locale).text("say.unknown_command"))
                return
            spec, values = called.command, commands.chosen(called.options)
            if commands.names_no_match(data, called):
                await self._say(answer, say(caller.locale, "analyse.none"))
                return
            who = await self._follow_up.whereabouts(caller)
            if (named := commands.pointed(called, data)) is not None:
                who = replace(who, pointed=(user_id(named[0]), named[1]))
            asker, info = await self._asking.asker(who, spec.id)
            typed = commands.read(spec, values, caller.locale, asker.game)
            if isinstance(typed, Cannot):
                asked = Asked(asker, info, typed)
            else:
                asked = await self._asking.chosen(who, typed)
            await self.do(caller, answer, interaction, asked)

    async def enter(self, interaction: discord.Interaction) -> None:
        """Serves the command by which Discord offers the window of the application: it opens for
        the person's own table of this channel, if there is one."""
        async with self._answering.answer(interaction, first=True) as answer:
            caller = await caller_of(interaction, self._service)
            own = await self._service.matches.of_person_at(caller.person, caller.place)
            await self._platform.open_window(caller, answer, own or "")

    async def resume(
        self, caller: Caller, answer: Answer, interaction: discord.Interaction, chosen: Resume
    ) -> None:
        """Serves the answer to "which table?"."""
        asked = await self._asking.resumed(await self._follow_up.whereabouts(caller), chosen)
        await self.do(caller, answer, interaction, asked)

    async def do(
        self, caller: Caller, answer: Answer, interaction: discord.Interaction, asked: Asked
    ) -> None:
        """Carries out what a command means."""
        caller = replace(caller, locale=regional(caller.locale, asked.asker.game))
        match asked.intent:
            case Cannot() as cannot:
                await self._say(answer, cannot_text(cannot, caller.locale))
            case Pick(question=question):
                await self._views.ask(answer, question)
            case Send() as send:
                await self._send(caller, answer, interaction, send)
            case Show() as show:
                await self._show(caller, answer, interaction, show, asked)
            case ShowPage() as show_page:
                await self._show_page(caller, answer, show_page, asked)
            case None:
                pass

    async def _say(self, answer: Answer, said: str) -> None:
        await answer.private(layout.note(said))

    async def _done(self, caller: Caller, answer: Answer, said: str) -> None:
        """Tells what was done; if there is nothing to tell, that it was done."""
        await self._say(answer, said or words_for(caller.locale).text("reply.done"))

    async def _configure(self, caller: Caller, answer: Answer, values: dict[str, str]) -> None:
        """Stores the given settings; without any, shows the panel."""
        if caller.botless:
            await self._only_in_servers(caller, answer)
            return
        if not values or not caller.manages:
            await self._views.settings(caller, answer)
            return
        reply = await self._service.settings.configure(caller.community, values)
        await self._say(answer, reply_text(reply, caller.locale))

    async def _only_in_servers(self, caller: Caller, answer: Answer) -> None:
        """Tells the person that this command works only in places with the bot."""
        await self._say(answer, say(caller.locale, "botless.server"))

    # --- commands that do something ---------------------------------------------------------------

    async def _send(
        self, caller: Caller, answer: Answer, interaction: discord.Interaction, send: Send
    ) -> None:
        command = send.command
        opens = isinstance(command, messages.OpenTable)
        if caller.botless and isinstance(command, messages.OpenTable) and command.format:
            await self._only_in_servers(caller, answer)
            return
        alone = caller.direct
        if isinstance(command, messages.OpenTable) and command.lesson:
            # A lesson is for one person: it belongs to their private chat, wherever they ask.
            own = community_id(0, caller.user)
            command = replace(command, community=own, place=place_id(own, 0))
            alone = True
        if opens and caller.missing and not alone:
            rights = ", ".join(say(caller.locale, f"right.{right}") for right in caller.missing)
            await self._say(answer, say(caller.locale, "rights", rights=rights))
            return
        first, reply = await self._service.handle_each(command, send.then)
        match = getattr(first, "match", "") or getattr(command, "match", "")
        if isinstance(first, messages.Accepted) and opens:
            if alone:
                await self._views.hand(caller, answer, interaction, first.match)
            else:
                # The answer is the table's message from now on.
                await self._table(caller, answer, interaction, first.match)
        elif isinstance(first, messages.Accepted) and isinstance(command, messages.SeeOptions):
            await self._views.options(caller, answer, first.match)
        elif (after := follow_up(command, first)).signs:
            await self._views.page(caller, answer, PageKey(SIGNS, after.match))
        elif after.ended:
            await self._views.ended(caller, answer, after.match, reply)
        elif isinstance(first, messages.Accepted) and isinstance(command, messages.Leave):
            told = await self._service.screens.deed(command, first.match, caller.locale)
            await self._done(caller, answer, told)
        else:
            await self._answered(caller, answer, interaction, match, reply)
        await self._follow_up.after(caller, command, first)

    async def _table(
        self, caller: Caller, answer: Answer, interaction: discord.Interaction, match: MatchId
    ) -> None:
        """Answers with the table. An older message of the table in this channel is removed."""
        seen = await self._service.screens.info_and_screen(match, None, caller.shared)
        if seen is None:
            await self._say(answer, words_for(caller.locale).text("say.no_table"))
            return
        info, screen = seen
        locale = "" if info.community == caller.community else caller.shared
        message = self._platform.message(screen, info, greeting=False)
        sent = await answer.post(message)
        kind = BOTLESS if caller.botless else TABLE
        if not sent:
            await self._platform.surfaces.add_table(match, caller.channel, locale, kind)
            return
        self._platform.sent.remember(sent, message)
        key = f"{kind}{caller.channel}"
        address = Address(TABLE, caller.channel, caller.channel, sent, screen.number)
        if caller.botless:
            until = int(self._service.time.utc() + TOKEN_SECONDS)
            address = Address(BOTLESS, caller.channel, 0, sent, 0, until, interaction.token)
        await self._service.surfaces.add(
            match,
            platform=PLATFORM,
            address=str(address),
            chat=key,
            key=key,
            locale=locale,
            shown=screen,
        )
        if caller.alone:
            await self._say(answer, say(caller.locale, "botless.alone"))

    async def _answered(
        self,
        caller: Caller,
        answer: Answer,
        interaction: discord.Interaction,
        match: MatchId,
        reply: AnyReply,
    ) -> None:
        said = reply_text(reply, caller.locale)
        match reply:
            case messages.Accepted() if (
                await self._service.matches.view(match, caller.person) is not None
            ):
                info = await self._service.matches.info(match)
                if info is not None and info.seat_of(caller.person) is not None:
                    await self._views.hand(caller, answer, interaction, match)
                    if said:
                        await self._say(answer, said)
                else:
                    await self._done(caller, answer, said)
            case messages.Ask():
                await self._views.ask(answer, question_of(reply, caller.locale))
            case messages.Refused(reason=ServiceReason.NOT_HERE):
                await self._elsewhere(caller, answer)
            case _:
                await self._done(caller, answer, said)

    async def _elsewhere(self, caller: Caller, answer: Answer) -> None:
        """Tells the person that tables are not allowed here, and where they are."""
        known = await channels_of(self._service, caller.community)
        channels = " ".join(f"<#{channel}>" for channel in known)
        await answer.private(Message((text(say(caller.locale, "elsewhere", channels=channels)),)))

    # --- commands that show something -------------------------------------------------------------

    def _commanded(self, caller: Caller, show: Show | ShowPage, asked: Asked) -> Commanded:
        async def administration() -> Administration:
            return Administration(caller.community, caller.manages)

        return asked.commanded(
            self._service,
            show,
            caller.locale,
            administration=administration,
            links=self._service.config.addresses,
        )

    async def _show_page(
        self, caller: Caller, answer: Answer, show: ShowPage, asked: Asked
    ) -> None:
        found = await PAGES[show.page].answered(self._commanded(caller, show, asked))
        if not isinstance(found, PageKey):
            await answer.private(pages.page(found, caller.locale))
            return
        page = await self._views.page(caller, answer, found)
        if page.record:
            viewer = Viewer(caller.person, caller.community)
            record = await written_record(self._service, page.record, caller.locale, viewer)
            await self._record(caller, answer, record)

    async def _show(
        self,
        caller: Caller,
        answer: Answer,
        interaction: discord.Interaction,
        show: Show,
        asked: Asked,
    ) -> None:
        info, values = asked.info, dict(show.values)
        match show.what:
            case ShowKind.TABLE if info is not None and not caller.direct:
                await self._table_here(caller, answer, interaction, info)
            case ShowKind.HAND | ShowKind.TABLE:
                assert info is not None, show
                await self._views.hand(caller, answer, interaction, info.match)
            case ShowKind.LINK:
                await self._views.link(caller, answer, values.get("codigo", ""))
            case ShowKind.OWN_DATA:
                await self._own_data(caller, answer, interaction)
            case ShowKind.RECORD:
                file = await record_file(self._commanded(caller, show, asked))
                await self._record(caller, answer, file)
            case ShowKind.LANGUAGE:
                await self._language(caller, answer, values.get("idioma", ""))
            case ShowKind.SETTINGS:
                await self._configure(caller, answer, values)
            case _:
                assert_never(show.what)

    async def _table_here(
        self, caller: Caller, answer: Answer, interaction: discord.Interaction, info: MatchInfo
    ) -> None:
        """Answers with the table, if this channel allows tables or is the table's own."""
        home = info.place == caller.place
        if home or await self._service.settings.allows_tables(caller.community, caller.place):
            await self._table(caller, answer, interaction, info.match)
        else:
            await self._elsewhere(caller, answer)

    async def _language(self, caller: Caller, answer: Answer, wanted: str) -> None:
        """Sets the person's language."""
        locale = caller.locale
        if wanted:
            locale = await chose(self._service, caller.person, wanted) or locale
        await self._say(answer, words_for(locale).text("language.set"))

    async def _record(self, caller: Caller, answer: Answer, file: RecordFile | None) -> None:
        """Answers with a finished match as a file, or says that there is none."""
        if file is None:
            await self._say(answer, words_for(caller.locale).text("record.none"))
        else:
            await self._file(answer, file.name, file.data, alt=file.alt)

    async def _own_data(
        self, caller: Caller, answer: Answer, interaction: discord.Interaction
    ) -> None:
        """Answers with everything that is kept of the person, for that person alone. It is
        compressed if it is too long for Discord."""
        told, name = (await self._service.own_data.of(caller.person)).encode(), FILE
        if len(told) > interaction.filesize_limit:
            told, name = gzip.compress(told, mtime=0), f"{FILE}.gz"
        await self._file(answer, name, told)

    async def _file(self, answer: Answer, name: str, data: bytes, alt: str = "") -> None:
        """Answers with a file; with ``alt`` (an alternative text), a picture shown as one."""
        file = discord.File(io.BytesIO(data), filename=name, description=alt or None)
        url = f"attachment://{name}"
        part = gallery(url, alt) if alt else {"type": 13, "file": {"url": url}}
        await answer.file(PreparedMessage([part]), file)

    # --- while a command is typed
    # ------------------------------------------------------------------

    async def complete(self, interaction: discord.Interaction, data: dict[str, Any]) -> None:
        """Suggests values for the option that is being typed, for this person at this moment."""
        called = commands.called(data)
        given = () if called is None else called.options
        focused = next(
            (given_option for given_option in given if given_option.get("focused")), None
        )
        async with self._answering.answer(interaction, first=True) as answer:
            if called is None or focused is None:
                await answer.suggest([])
                return
            spec = called.command
            caller = await caller_of(interaction, self._service)
            who = await self._follow_up.whereabouts(caller)
            asker, _ = await self._asking.asker(who, spec.id)
            option = next(known for known in spec.options if known.names.es == focused["name"])
            values = {
                known.id: str(given_option.get("value", ""))
                for given_option in given
                for known in spec.options
                if known.names.es == given_option["name"] and given_option is not focused
            }
            said = folded(str(focused.get("value", "")))
            found = [
                discord.app_commands.Choice(name=cut(label, 100), value=value[:100])
                for value, label in value_choices(option, values, asker, words_for(caller.locale))
                if said in folded(label) or said in folded(value)
            ]
            await answer.suggest(found[:CHOICES])
