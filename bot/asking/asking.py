"""Finds the table that a person means, and what their line or command does there."""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Final

from msgspec import Struct

from bot.asking.choosing import About, Candidate, about, for_onlookers, meant
from bot.asking.resumed import Resume
from bot.catalogue import (
    SAY,
    Asker,
    Intent,
    Pick,
    Send,
    Show,
    ShowKind,
    ShowPage,
    Typed,
    command_in,
    interpret,
    parse,
)
from bot.catalogue.commands import COMMAND
from bot.catalogue.typed import CALLS
from bot.chat_commands import Cannot, OptionKind
from bot.match.lesson import narrowed
from bot.messages import CommunityId, MatchId, PersonId, PlaceId, SeeOptions, UserId
from bot.model import MatchInfo, Status
from bot.pages.page_spec import Administration, Commanded
from bot.screen import Question
from bot.service import Service
from bot.tokens import LIMIT, saying
from bot.words import Words, words_for
from engine.seen.view import SeatView

_MOST_CHOICES: Final = 10
"""The most tables that a question names. With this many, Telegram's keyboard is still readable."""


class Whereabouts(Struct, frozen=True, kw_only=True):
    """The person who asks, and the place."""

    request: str
    person: PersonId
    name: str
    community: CommunityId
    place: PlaceId
    locale: str
    tongue: str = ""
    """The person's language with its country, if the platform says it; empty: use ``locale``."""
    private: bool = False
    """The place is the person's own chat with the bot."""
    shown: MatchId = ""
    """The table that this thread, topic or tab shows; empty: none in particular."""
    hall: bool = False
    """The person looks at a list of tables and at none of them. Only their own tables are meant
    then, or a lobby to sit down at."""
    pointed: tuple[UserId, str] | None = None
    """The user that the platform names along with the command, and the user's name."""


class Asked(Struct, frozen=True):
    """The meaning of a line or a command."""

    asker: Asker
    info: MatchInfo | None
    """The table that is meant; ``None``: there is none."""
    intent: Intent | None
    """The intent of the line or command; ``None``: the line is not for the bot."""
    typed: Typed | Cannot | None = None

    def commanded(
        self,
        service: Service,
        show: Show | ShowPage,
        locale: str,
        *,
        administration: Callable[[], Awaitable[Administration]],
        links: Callable[[str], Iterable[str]],
        shown: MatchId = "",
    ) -> Commanded:
        """The command that opens a page. ``locale``: the language of the answer. The other
        arguments are known only to the platform: ``administration``, ``links`` and ``shown``, the
        table that is shown here."""
        asker = self.asker
        return Commanded(
            service=service,
            values=dict(show.values),
            request=asker.request,
            person=asker.person,
            name=asker.name,
            community=asker.community,
            place=asker.place,
            locale=locale,
            info=self.info,
            shown=shown,
            administration=administration,
            links=links,
        )


_TOURNAMENT: Final = "torneo"


class Asking:
    """Finds the table that a person means."""

    def __init__(self, service: Service) -> None:
        self._service = service

    async def line(self, who: Whereabouts, text: str) -> Asked:
        """Finds out what a typed line means: the table and what to do."""
        spec, _, _ = command_in(text.strip())
        command = spec.id if spec is not None else ""
        tables = await self._tables(command, who)
        asker, info = await self._asker(who, tables)
        loose = info is not None and ("words", "loose") in info.options
        pointed = who.pointed is not None
        typed = parse(text, who.locale, asker.game, loose=loose, pointed=pointed)
        if isinstance(typed, Typed) and typed.command == _TOURNAMENT:
            return await self.chosen(who, typed)
        return self._asked(who, tables, asker, info, typed)

    async def chosen(self, who: Whereabouts, typed: Typed) -> Asked:
        """What a command means: its table and what to do. The caller has read its values."""
        code = dict(typed.values).get("codigo", "").lower()
        if typed.command == _TOURNAMENT and code:
            tables = await self._held((code,))
        else:
            tables = await self._tables(typed.command, who)
        asker, info = await self._asker(who, tables)
        return self._asked(who, tables, asker, info, typed)

    async def resumed(self, who: Whereabouts, answer: Resume) -> Asked:
        """Finds out what an answer to "which table?" means, or the press of a button made by
        :func:`bot.tokens.saying`."""
        match, typed = answer.match, answer.typed
        if not match:
            return await self.chosen(who, typed)
        info = await self._service.matches.info(match)
        tables = () if info is None else (info,)
        asker, known = await self._asker(who, tables)
        return self._asked(who, tables, asker, known, typed, is_chosen=True)

    async def asker(self, who: Whereabouts, command: str) -> tuple[Asker, MatchInfo | None]:
        """The asker, with the table that the command means; if it may mean several, the newest."""
        return await self._asker(who, await self._tables(command, who))

    async def _tables(self, command: str, who: Whereabouts) -> tuple[MatchInfo, ...]:
        if command == _TOURNAMENT:
            # The tournament that is shown here goes first, then one of this place, then one of the
            # person's own.
            known = await self._service.tournaments.near(who.place, who.person)
            return (await self._held((who.shown, *known)))[:1]
        here = await self._service.matches.at_place(who.place)
        mine = await self._service.matches.of_person(who.person)
        shown = (who.shown,) if who.shown else ()
        seen = await self._service.looking_on.of(who.person) if for_onlookers(command) else ()
        candidates = []
        for match in dict.fromkeys((*shown, *here, *mine, *seen)):
            info = await self._service.matches.info(match)
            if info is None:
                continue
            seat = info.seat_of(who.person)
            own = seat is not None or info.onlooker(who.person) is not None
            if who.hall and not own and about(command) is not About.JOINING:
                continue
            view = None
            if seat is not None and info.status is Status.PLAYING:
                view = await self._service.matches.view(match, who.person)
            awaited = view is not None and view.seat in view.awaited
            theirs = seat is not None or match in seen
            near = match in here or match == who.shown or (who.private and theirs)
            candidates.append(Candidate(info, near, awaited))
        candidates.sort(key=lambda candidate: -candidate.info.created)
        return meant(command, who.person, candidates, who.shown)

    async def _held(self, matches: Iterable[MatchId]) -> tuple[MatchInfo, ...]:
        """The tournaments among these matches."""
        found = await self._service.matches.infos(filter(None, matches))
        return tuple(info for info in found if info.tournament is not None)

    async def _asker(
        self, who: Whereabouts, tables: Sequence[MatchInfo]
    ) -> tuple[Asker, MatchInfo | None]:
        info = tables[0] if tables else None
        service = self._service
        view = await service.matches.view(info.match, who.person) if info else None
        asker = Asker(
            request=who.request,
            person=who.person,
            name=who.name,
            community=who.community,
            place=who.place,
            locale=who.locale,
            private=who.private,
            match=info.match if info else "",
            view=view,
            untaught=_untaught(info, view) if info and view else frozenset(),
            signs=(await service.matches.signs(info.match, who.person)).known if info else (),
            seats=tuple(seat.name for seat in info.seats) if info else (),
            removable=_removable(info, who.person) if info else (),
            seated=info is not None and info.seat_of(who.person) is not None,
            onlookers=info.onlookers if info else (),
            variant=info.variant if info else "",
            planned=info.planned.variant if info and info.planned else "",
            defaults=await service.settings.table_defaults(
                who.community, who.person, who.tongue or who.locale
            ),
        )
        return asker, info

    def _asked(
        self,
        who: Whereabouts,
        tables: Sequence[MatchInfo],
        asker: Asker,
        info: MatchInfo | None,
        typed: Typed | Cannot | None,
        *,
        is_chosen: bool = False,
    ) -> Asked:
        """The intent of a command, after its table was found. ``is_chosen``: the person has just
        said which table they mean."""
        intent: Intent | None
        if typed is None or isinstance(typed, Cannot):
            intent = typed
        else:
            typed = _pointed(typed, who, info)
            intent = interpret(typed, asker)
            named = not {"codigo", "mesa"}.isdisjoint(dict(typed.values))
            looks = _looks(intent)
            many = len(tables) > 1 or (not is_chosen and _gives_up_a_day(who, info, typed))
            talks = intent is None or _is_private(typed, intent)
            if many and not (named or looks or talks) and _speaks_of_a_table(typed.command):
                intent = _which(who, tables, typed)
        return Asked(asker, info, intent, typed)


def _is_private(typed: Typed, intent: Intent) -> bool:
    """Whether the line is no call and still gets an answer. Such an answer concerns no table."""
    return typed.command == SAY and isinstance(intent, Cannot) and CALLS not in dict(typed.values)


def _gives_up_a_day(who: Whereabouts, info: MatchInfo | None, typed: Typed) -> bool:
    """Whether the command gives up a hand of the day that the person does not see now. This cannot
    be undone, so the person is asked first: they may have left another table and pressed twice."""
    if info is None or info.daily is None or about(typed.command) is not About.LEAVING:
        return False
    return info.match != who.shown and not who.private


def _pointed(typed: Typed, who: Whereabouts, info: MatchInfo | None) -> Typed:
    """The command, with the user that the platform names if the person named nobody in words.
    `/torneo` as an answer to a message names its author only when a partner can be chosen."""
    spec = COMMAND.get(typed.command)
    if typed.command == "torneo" and not _chooses_partner(typed, who, info):
        return typed
    takes = spec is not None and any(option.kind is OptionKind.USER for option in spec.options)
    if who.pointed is None or not takes or "persona" in dict(typed.values):
        return typed
    user, name = who.pointed
    return Typed(typed.command, (*typed.values, ("persona", name), ("usuario", user)))


def _chooses_partner(typed: Typed, who: Whereabouts, info: MatchInfo | None) -> bool:
    pairs = info is not None and info.tournament is not None and info.tournament.size > 1
    joins = dict(typed.values).get("accion") == "entrar"
    return pairs and joins and who.pointed is not None and who.pointed[0] != who.person


def _untaught(info: MatchInfo, view: SeatView) -> frozenset[str]:
    shown = narrowed(info, view).offered
    return frozenset(offer.verb for offer in view.offered if offer not in shown)


def _removable(info: MatchInfo, person: PersonId) -> tuple[int, ...]:
    """The seats that may be removed: in a match the absent ones, in a lobby everybody else."""
    if info.status is not Status.LOBBY:
        return info.removable
    return tuple(seat.seat for seat in info.people if seat.person != person)


def _looks(intent: Intent | None) -> bool:
    """Whether this only shows something and changes nothing at a table."""
    if isinstance(intent, Send):
        return isinstance(intent.command, SeeOptions)
    if isinstance(intent, Show):
        return intent.what is not ShowKind.HAND
    return isinstance(intent, ShowPage)


def _speaks_of_a_table(command: str) -> bool:
    spec = COMMAND.get(command)
    return spec is None or spec.in_match


def _which(who: Whereabouts, tables: Sequence[MatchInfo], typed: Typed) -> Pick | Cannot:
    """The question that names the tables. The answer repeats the command for one of them."""
    words = words_for(who.locale)
    named = [(info.match, _named(words, info, typed)) for info in tables[:_MOST_CHOICES]]
    text = words.text("ask.table")
    token = saying(typed.command, *typed.values, match="?")
    free = any(set(".=?") & set(value) for _, value in typed.values)
    if len(token.encode()) + len(tables[0].match) - 1 > LIMIT or free:
        told = words.list(f"{label} ({match})" for match, label in named)
        return Cannot("say.which_table", (("tables", told),))
    return Pick(Question("ask.table", text, token, choices=tuple(named)))


def _named(words: Words, info: MatchInfo, typed: Typed) -> str:
    """A table by its game and the names of its people. For a hand of the day that would be given
    up, it adds that this cannot be undone."""
    if info.daily is not None:
        id = "ask.table.leaves_day" if typed.command == "salir" else "ask.table.daily"
        return words.text(id, game=words.text(f"variant.{info.variant}"))
    names = words.list(seat.name for seat in info.seats if seat.name)
    return words.text("ask.table.choice", game=words.text(f"variant.{info.variant}"), names=names)
