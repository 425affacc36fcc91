"""The ways to reach people: the place of their cards, closed private chats, and calls.

A person's cards go to their private chat with the bot. If that is closed, or if they prefer it, the
cards come as an answer in the channel that only they see. Such an answer needs a press of that
person from the last fifteen minutes. For others every table has the button *Mi mano*."""

from typing import Final

import discord
import structlog

from adapters.discord.address import BOTLESS, DIRECT, HERE, TABLE, Address, read
from adapters.discord.community import ways_of
from adapters.discord.ids import PLATFORM, is_botless, user_id, user_of
from adapters.discord.last_presses import LastPresses
from adapters.discord.layout import note
from adapters.discord.message import Json, PreparedMessage, button, rows, text
from adapters.discord.trouble import ANY
from adapters.discord.words import plain, say
from bot.common.tasks import Background
from bot.community.linked_users import platform_of
from bot.happenings import MatchChanged
from bot.messages import MatchId, PersonId
from bot.model import MatchInfo
from bot.screen import Button
from bot.screens import notice_button, notice_text
from bot.service import Service
from bot.showing.attention import Attention
from bot.showing.platform import SHOWN, Delivery, NoticeWords
from bot.store.model import Surface
from bot.store.notices import CHALLENGE, INVITED, OF_TOURNAMENT, PAIRED, REMIND, REMOVED, Notice

_SETTLED: Final = 3.0
"""Seconds after which a new lobby surely has its message."""
HAND: Final = "discord_hand"
"""A person's setting: ``direct`` or ``here`` (the person's choice), ``closed`` (no private chat);
empty: as the server prefers."""

_log = structlog.get_logger(__name__)
_Called = tuple[Notice, int, int]
"""A call: its channel and the number of its message."""


class Reachability:
    """How to reach each person: where the hand is shown, and the calls for attention."""

    def __init__(self, client: discord.Client, service: Service) -> None:
        self._client = client
        self._service = service
        presses = LastPresses(client, service)
        self.pressed: Final = presses.pressed
        self.follow: Final = presses.follow
        self.follow_openly: Final = presses.follow_openly
        self.webhook: Final = presses.webhook
        self._attention = Attention(service.time)
        """The people who look, by user."""
        self._calls: dict[MatchId, dict[PersonId, _Called]] = {}
        self._told: set[MatchId] = set()
        self._background = Background(_note_failure)
        self.later: Final = self._background.start
        """Starts work in the background. It is cancelled when the adapter ends."""
        self.soon: Final = self._background.soon
        """Starts work in the background and waits for its end for a while."""
        self.stop: Final = self._background.stop

    # --- who looks -----------------------------------------------------------------------------

    def heard(self, user: int) -> None:
        """Notes that this user has just pressed or typed something."""
        self._attention.heard(user_id(user))

    def looks(self, user: int) -> bool:
        """Whether this user did something a moment ago."""
        return self._attention.is_active(user_id(user))

    async def take_over(self, match: MatchId, person: PersonId) -> None:
        """Reaches a person here who has just stopped looking at this table in a window. They may be
        called at once, and in a match of Discord's they get a place for their cards, even if no
        chat has shown the match so far."""
        user = await self.user_of(person)
        if user is None:
            return
        self._attention.forget(user_id(user))
        info = await self._service.matches.info(match)
        if info is None or platform_of(info.community) != PLATFORM:
            return
        if info.is_played_by(person):
            await self.seat(match, person)

    # --- hands ---------------------------------------------------------------------------------

    async def user_of(self, person: PersonId) -> int | None:
        """The number of a person's user on Discord; ``None``: the person has none."""
        return user_of(await self._service.users.on(PLATFORM, person))

    async def is_theirs(self, user: int, person: PersonId) -> bool:
        """Whether this user still belongs to the person. It may have been unlinked."""
        return await self._service.users.person_of(user_id(user)) == person

    async def seat(self, match: MatchId, person: PersonId) -> None:
        """Gives a person a place for their cards of this match, unless they have one already: their
        chat with the bot, or the channel, as they or the server prefer (:data:`HAND`)."""
        user = await self.user_of(person)
        if user is None or await self._has_hand(match, person):
            return
        chosen = (await self._service.settings.of(person)).get(HAND, "")
        info = await self._service.matches.info(match)
        if not chosen and info is not None:
            ways = await ways_of(self._service, info.community)
            chosen = "here" if ways.here else ""
        if info is not None and is_botless(info.community):
            chosen = "here"  # people there have a private chat with the bot only by chance
        kind = HERE if chosen in ("here", "closed") else DIRECT
        await self._surface(match, person, Address(kind, user))

    async def _has_hand(self, match: MatchId, person: PersonId) -> bool:
        """Whether the person has a surface with their cards of this match."""
        for surface in await self._service.surfaces.of_match(match):
            ours = surface.platform == PLATFORM and surface.person == person
            if ours and not surface.lost and self._is_writable(read(surface.address)):
                return True
        return False

    def _is_writable(self, address: Address) -> bool:
        """Whether there is a message at this address, and it can still be edited."""
        over = address.kind == HERE and self._service.time.utc() >= address.until
        return bool(address.message) and not over

    async def prefer_here(self, match: MatchId, person: PersonId) -> None:
        """Shows this person's cards where they press from now on, and not in their private chat."""
        user = await self.user_of(person)
        if user is None:
            return
        await self._service.settings.save(person, **{HAND: "here"})
        for surface in await self._service.surfaces.of_match(match):
            if surface.person == person and read(surface.address).kind == DIRECT:
                await self._service.surfaces.remove(surface.id)
        await self._surface(match, person, Address(HERE, user))

    async def _surface(self, match: MatchId, person: PersonId, address: Address) -> None:
        await self._service.surfaces.add(
            match,
            platform=PLATFORM,
            address=str(address),
            chat=f"{address.kind}{address.target}",
            person=person,
            key=address.kind,
        )

    async def opened(self, person: PersonId) -> None:
        """Notes that a private chat is open: they wrote there, or a message arrived."""
        if (await self._service.settings.of(person)).get(HAND) in ("closed", "here"):
            await self._service.settings.save(person, **{HAND: "direct"})

    async def closed(self, surface: Surface, *, for_good: bool) -> None:
        """A private chat refused a message: the cards are shown where the person last pressed."""
        person, user = surface.person, read(surface.address).target
        known = (await self._service.settings.of(person)).get(HAND)
        if for_good and known != "closed":
            await self._service.settings.save(person, **{HAND: "closed"})
            self.later(self._tell_closed(surface.match, person, user))
        info = await self._service.matches.info(surface.match)
        if info is not None and info.part_of and person in dict(info.kept):
            self.later(self._call_below_tournament(info, person))
        await self._surface(surface.match, person, Address(HERE, user))

    async def _call_below_tournament(self, info: MatchInfo, person: PersonId) -> None:
        """Calls the person in the tournament's channel: the private chat refused the call."""
        locale = await self._service.screens.locale_for(person, info.match)
        said = notice_text(CHALLENGE, info, None, locale)
        await self._call(info.match, person, said, notice_button(CHALLENGE, info, locale))

    async def _tell_closed(self, match: MatchId, person: PersonId, user: int) -> None:
        """Tells the person once that their private chat is closed, below the table if need be."""
        locale = await self._service.screens.locale_for(person, match)
        said = say(locale, "closed")
        if await self.follow(user, note(said)) is None:
            await self._call(match, person, said)

    # --- calling people ------------------------------------------------------------------------

    async def notify(self, notice: Notice, words: NoticeWords) -> Delivery:
        """Starts to deliver a notice in the background, in the way that its kind needs: a call
        below the table, an answer that only the person sees, or a private message. It disturbs
        nobody who has just acted. A notice about the end is not sent, because the table itself
        shows the end."""
        if notice.kind == "end":
            return SHOWN  # the table shows the end, and nobody has to act
        if notice.kind in (CHALLENGE, INVITED):
            self.later(self._challenge(notice, words))
        elif notice.kind == PAIRED:
            self.later(self._seat_paired(notice))
        elif notice.kind == REMOVED:
            self.later(self._tell_notice(notice, words))
        elif notice.kind in OF_TOURNAMENT:
            self.later(self._summon(notice, words))
        elif notice.kind != REMIND and self._attention.is_active(notice.person):
            self.later(self._call_later(notice, words))
        elif notice.kind != REMIND or not self._attention.was_called_lately(notice):
            self.later(self._call_now(notice, words))
        return SHOWN

    async def _tell_notice(self, notice: Notice, words: NoticeWords) -> None:
        person = await self._service.users.person_of(notice.person)
        user, said = await self.user_of(person), await words()
        if user is not None and said is not None:
            found = await self._service.screens.notice_button(notice)
            await self.tell_alone(user, said, *_pressed(found))

    async def _seat_paired(self, notice: Notice) -> None:
        """Gives somebody their cards of the match that the queue has found for them."""
        await self.seat(notice.match, await self._service.users.person_of(notice.person))

    async def _summon(self, notice: Notice, words: NoticeWords) -> None:
        """Tells a person that the tournament waits for them: in the private chat, or below the
        tournament if that chat is closed."""
        person = await self._service.users.person_of(notice.person)
        if (await self._service.settings.of(person)).get(HAND) != "closed":
            try:
                await self._tell_notice(notice, words)
                return
            except discord.Forbidden:
                pass
        await self._call_now(notice, words)

    async def tell_alone(self, user: int, said: str, *buttons: Json) -> None:
        """Tells a person something that nobody else sees: in the channel where they have just
        pressed, or else in the private chat."""
        if await self.follow(user, note(plain(said), *buttons)) is not None:
            return
        opened = await self._client.create_dm(discord.Object(user))
        channel = self._client.get_partial_messageable(opened.id)
        await channel.send(view=PreparedMessage([text(plain(said)), *rows(buttons)]))

    async def _challenge(self, notice: Notice, words: NoticeWords) -> None:
        """Calls a person below the lobby; if Discord does not show it, in the private chat."""
        # The lobby is an answer, which appears a moment after it was opened.
        await self._service.time.pause(_SETTLED)
        person = await self._service.users.person_of(notice.person)
        user = await self.user_of(person)
        info = await self._service.matches.info(notice.match)
        closed = (await self._service.settings.of(person)).get(HAND) == "closed"
        if info is not None and is_botless(info.community):
            await self._challenge_openly(notice, user, words)
        elif info is not None and info.part_of and closed:
            await self._call_now(notice, words)
        elif await self._calling_place(notice.match, person) is None and user is not None:
            await self._surface(notice.match, person, Address(DIRECT, user))
        else:
            await self._call_now(notice, words)

    async def _challenge_openly(self, notice: Notice, user: int | None, words: NoticeWords) -> None:
        """Calls a person in a place without the bot, by an answer to the person who opened the
        table."""
        said = await words()
        for surface in await self._service.surfaces.of_match(notice.match):
            table = read(surface.address) if surface.platform == PLATFORM else None
            if user is None or said is None or table is None or not table.token or surface.person:
                continue
            found = await self._service.screens.notice_button(notice)
            await self.webhook(table.token).send(
                view=_mentioned(user, said, found), allowed_mentions=_only(user), wait=True
            )
            return

    async def _call_later(self, notice: Notice, words: NoticeWords) -> None:
        """Calls a person who is looking, if they do not answer. Their hand has asked them."""
        unanswered = await self._attention.leaves_unanswered(notice.person, words)
        person = await self._service.users.person_of(notice.person)
        if unanswered and not self._service.windows.looks(notice.match, person):
            await self._call_now(notice, words)

    async def _call_now(self, notice: Notice, words: NoticeWords) -> None:
        said = await words()
        if said is None:
            return
        person = await self._service.users.person_of(notice.person)
        found = await self._service.screens.notice_button(notice)
        if (sent := await self._call(notice.match, person, said, found)) is not None:
            self._attention.rang(notice)
            if await self._service.screens.is_true(notice):  # it takes the place of an earlier one
                self._delete_call(notice.match, notice.person)
                self._calls.setdefault(notice.match, {})[notice.person] = (notice, *sent)
            else:
                self._delete(*sent)  # it arrived too late
        await self.uncall(notice.match)

    async def _call(
        self, match: MatchId, person: PersonId, said: str, found: Button | None = None
    ) -> tuple[int, int] | None:
        """Mentions somebody below the table, perhaps with a button. If Discord does not show the
        table, it calls them in their private chat or below the tournament of the match. Returns the
        numbers of the channel and of the message; ``None``: nobody was called."""
        user = await self.user_of(person)
        channel = None if user is None else await self._calling_place(match, person)
        if channel is None and (info := await self._service.matches.info(match)) is not None:
            channel = await self._calling_place(info.part_of, person)
        if user is None or channel is None:
            return None
        made = await self._client.get_partial_messageable(channel).send(
            view=_mentioned(user, said, found), allowed_mentions=_only(user)
        )
        return channel, made.id

    async def _calling_place(self, match: MatchId, person: PersonId) -> int | None:
        """The channel in which a person is called; ``None``: there is none."""
        private = None
        for surface in await self._service.surfaces.of_match(match):
            if surface.platform != PLATFORM or surface.lost:
                continue
            address = read(surface.address)
            if not surface.person and address.kind == BOTLESS:
                continue  # the bot may not write there
            if not surface.person:
                return address.target
            if surface.person == person and address.kind == DIRECT:
                private = address.channel or None
        return private

    async def match_changed(self, changed: MatchChanged) -> None:
        """Deletes calls that are no longer true, even if the answer to a press shows the table and
        nothing else does."""
        if changed.match in self._calls:
            self.later(self.uncall(changed.match))

    async def uncall(self, match: MatchId) -> None:
        """Deletes the calls of a match that are no longer true."""
        for person, call in [*self._calls.get(match, {}).items()]:
            if await self._service.screens.is_true(call[0]):
                continue
            if self._calls.get(match, {}).get(person) is call:  # not if a new call came
                self._delete_call(match, person)

    def _delete_call(self, match: MatchId, person: PersonId) -> None:
        """Deletes the message by which a person was called, if there is one."""
        calls = self._calls.get(match, {})
        call = calls.pop(person, None)
        if call is None:
            return
        if not calls:
            del self._calls[match]
        _, *sent = call
        self._delete(*sent)

    def _delete(self, channel: int, message: int) -> None:
        partial = self._client.get_partial_messageable(channel).get_partial_message(message)
        self.later(partial.delete())

    async def lost_table(self, surface: Surface) -> None:
        """Tells people once where they can play on: their channel was deleted or closed to us."""
        if surface.match in self._told:
            return
        self._told.add(surface.match)
        self.later(self._tell_lost(surface.match))

    def found_table(self, match: MatchId) -> None:
        """Notes that the table is shown again. If it is lost again, its people are told again."""
        self._told.discard(match)

    async def _tell_lost(self, match: MatchId) -> None:
        for surface in await self._service.surfaces.of_match(match):
            address = read(surface.address) if surface.platform == PLATFORM else None
            if address is None or address.kind == TABLE or surface.lost:
                continue
            locale = await self._service.screens.locale_for(surface.person, match)
            said = note(say(locale, "lost"))
            if address.kind == HERE:
                await self.follow(address.target, said)
            elif address.channel:
                channel = self._client.get_partial_messageable(address.channel)
                await channel.send(view=PreparedMessage(said.components))


def _note_failure(error: Exception) -> None:
    if isinstance(error, ANY):
        _log.info("discord.left", error=type(error).__name__)
    else:
        _log.error("discord.failed", error=type(error).__name__)


def _mentioned(user: int, said: str, found: Button | None) -> PreparedMessage:
    """A call that mentions somebody, perhaps with a button."""
    return PreparedMessage([text(f"<@{user}> {plain(said)}"), *rows(_pressed(found))])


def _only(user: int) -> discord.AllowedMentions:
    return discord.AllowedMentions(users=[discord.Object(user)])


def _pressed(found: Button | None) -> list[Json]:
    """The button of a call, for Discord."""
    return [] if found is None else [button(found.token, found.label, found.style)]
