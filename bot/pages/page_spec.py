"""The declaration of a page: the command that opens it, the keys of its buttons, its builder.

Every page is a module of this folder with a :class:`PageSpec`. The list in
:mod:`bot.catalogue.commands` has all of them. From it follow the catalogue of commands, the slash
commands, typed lines, help, and the keys that are read."""

from collections.abc import Awaitable, Callable, Iterable
from enum import StrEnum

from msgspec import Struct

from bot.chat_commands import CommandSpec, Listed
from bot.messages import CommunityId, MatchId, PersonId, PlaceId, UserId
from bot.model import MatchInfo
from bot.screens.pages import Page, PageKey
from bot.service import Service
from bot.words import Words, words_for


class Community(Struct, frozen=True):
    """The community in which a page is read."""

    id: CommunityId
    name: str
    """The community's shown name."""


class Administration(Struct, frozen=True):
    """The place in which an administrator gave a command."""

    community: CommunityId
    manages: bool
    """The person is an administrator there, according to the platform."""


class Reading(Struct, frozen=True, kw_only=True):
    """The reading of a page: everything that the page's builder needs."""

    service: Service
    key: PageKey
    user: UserId | None
    """``None``: everybody may read the page."""
    person: PersonId | None
    """The person of ``user``."""
    locale: str
    where: Community
    commands: tuple[Listed, ...]
    """The list of chat commands."""

    @property
    def reader(self) -> PersonId:
        """The person who reads a page that is about them."""
        assert self.person is not None, self.key
        return self.person

    @property
    def words(self) -> Words:
        """The words in the reader's language."""
        return words_for(self.locale)


class Commanded(Struct, frozen=True, kw_only=True):
    """A command that opens a page, with the person who gave it and the place."""

    service: Service
    values: dict[str, str]
    """The values of the command's options."""
    request: str
    person: PersonId
    name: str
    """The person's shown name."""
    community: CommunityId
    place: PlaceId
    locale: str
    """The language of the answer."""
    info: MatchInfo | None
    """The table that the command means; ``None``: it means no table."""
    shown: MatchId = ""
    """The table of a command without a code: the one shown here; empty: the place's newest."""
    administration: Callable[[], Awaitable[Administration]]
    """Finds out whether the person is an administrator here."""
    links: Callable[[str], Iterable[str]]
    """Returns the addresses that open the table with this code."""

    @property
    def table(self) -> MatchId:
        """The table that the command means; empty: none."""
        return "" if self.info is None else self.info.match

    async def match(self, code: str) -> MatchId:
        """The match with this code. Without a code, the match that is meant here."""
        return await match_meant(self.service, code, self.place, self.shown)


class Audience(StrEnum):
    """The readers of the answer to a page's command, in a chat with several people."""

    ALONE = "alone"
    """The person alone. The page is shown only where nobody else reads it."""
    PERSON = "person"
    """The person. In a group the page waits behind a button for the person."""
    CHAT = "chat"
    """The whole chat."""
    EVERYBODY = "everybody"
    """The whole chat. In a private chat with the bot the page has the person's own data."""
    REPLY = "reply"
    """The whole chat. The answer is a sentence and not a page to turn."""


def no_key(topic: str, part: int) -> bool:
    """Refuses every key: no button of a page leads here. A button of a table may."""
    return False


def topics(*known: str) -> Callable[[str, int], bool]:
    """Accepts the keys of a page that has these topics and may be read without a topic."""
    return lambda topic, part: topic in ("", *known)


class PageSpec(Struct, frozen=True, kw_only=True):
    """A page. :mod:`bot.pages.hint` is a short example."""

    name: str
    """The page's name in the keys of its buttons: ``p1.<name>.<match>.<topic>.<part>``."""
    build: Callable[[Reading], Awaitable[Page]] | None = None
    """Makes the page for a key; ``None``: no key leads to the page, only its command does."""
    command: CommandSpec | None = None
    """The chat command that opens the page; ``None``: only buttons or another command open it."""
    answer: Callable[[Commanded], Awaitable[PageKey | Page]] | None = None
    """Carries out the command. Returns the key of the page that it means, or a page. ``None``: the
    result is the key of this page, about the table if the command is about one."""
    keys: Callable[[str, int], bool] | None = None
    """Whether a page's button may lead to this topic and part; ``None``: it has no topics."""
    personal: bool = False
    """The page is about its reader, so it is shown to nobody else."""
    audience: Audience = Audience.ALONE
    deals: frozenset[str] = frozenset()
    """The values of the option ``accion`` with which the command may give the person cards at a
    table that no place shows; ``""``: without that option."""

    def may_be_read(self, topic: str, part: int) -> bool:
        """Whether a button of a page may lead to this topic and part."""
        if self.build is None:
            return False
        return not topic if self.keys is None else self.keys(topic, part)

    async def answered(self, commanded: Commanded) -> PageKey | Page:
        """Carries out the page's command. The catalogue has refused it without a needed table."""
        at_table = self.command is not None and self.command.in_match
        assert not at_table or commanded.info is not None, self.name
        if self.answer is not None:
            return await self.answer(commanded)
        return PageKey(self.name, commanded.table if at_table else "")


async def match_meant(service: Service, code: str, place: PlaceId, shown: MatchId) -> MatchId:
    """The match with this code. Without a code: the table that is shown here, or else the newest
    match of the place; empty: there is none."""
    return code.lower() or shown or await service.matches.last_at_place(place) or ""
