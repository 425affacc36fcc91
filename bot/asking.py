"""Decides which table a person means, and what is shown after their command.

Every platform asks here. An adapter says who asks and where (:class:`Whereabouts`). The answer is
the :class:`~bot.catalogue.Asker` with the table that the person means. If the person may mean
several tables, the answer is a question that names them. The rules, in this order:

1. An explicit code always decides.
2. The command says what kind of table it is about (:class:`About`): ``/unirse`` is about a lobby
   with a free seat, ``/empezar`` about a lobby of the person, ``/truco`` about their running match.
3. A table of this place goes before one of another place. In a private chat every table of the
   person counts as one of this place.
4. Of tables that are equal so far, the table that this thread, topic or tab shows is meant.
5. If several are left, a command that changes something asks; a command that only shows something
   takes the newest.
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Final

from msgspec import Struct

from bot.catalogue import (
    SAY,
    Asker,
    Cannot,
    Intent,
    Pick,
    Send,
    Show,
    Typed,
    command_named,
    interpret,
    parse,
)
from bot.catalogue.commands import COMMAND, Kind
from bot.match.onlookers import LOOKED_ON
from bot.match.signing_up import ENTERED, WITHDRAWN
from bot.messages import (
    Accepted,
    AgreeSign,
    AnyCommand,
    AnyReply,
    CommunityId,
    Decline,
    DropSign,
    Join,
    Leave,
    LookOn,
    MatchId,
    OpenTable,
    PersonId,
    PlaceId,
    PlayDaily,
    Rematch,
    Return,
    SeeOptions,
    Start,
    UserId,
)
from bot.model import LIVE, MatchInfo, Status
from bot.screen import Question
from bot.service import Service
from bot.tokens import LIMIT, is_match
from bot.words import Words, words_for

PREFIX: Final = "l1."
"""The beginning of the token that answers "which table?":
``l1.<match>.<command>.<option>=<value>...``. Without a match the token says the command alone."""

_MOST_CHOICES: Final = 10
"""The most tables that a question names. With this many, Telegram's keyboard is still readable."""


class About(StrEnum):
    """What kind of table a command is about."""

    JOINING = "joining"
    """A lobby with a free seat in which the person does not sit yet. A table of a tournament is
    meant only by people of that tournament; for them it goes first."""
    FORMING = "forming"
    """A lobby that the person may change. A lobby of which the person is the host goes before one
    where they only sit."""
    INVITING = "inviting"
    """A lobby to which the person invites somebody. The lobby that is shown here goes first, also
    if the person only looks on there; then a lobby as in ``FORMING``."""
    ARRANGING = "arranging"
    """A table whose options the person may change or look at: a lobby as in ``FORMING`` goes
    before a running match of the person."""
    PLAYING = "playing"
    """A running match of the person. One that waits for the person goes first."""
    LEAVING = "leaving"
    """Any table at which the person sits; after those, any table at which they look on."""
    TALKING = "talking"
    """A running match of the person as in ``PLAYING``, or a table at which they look on."""
    LOOKING = "looking"
    """A table to look at. The one that is shown here goes first, then the person's own; a running
    match goes before a lobby."""


_ABOUT: Final = {
    "unirse": About.JOINING,
    "empezar": About.FORMING,
    "invitar": About.INVITING,
    "opciones": About.ARRANGING,
    "acordar": About.ARRANGING,
    "salir": About.LEAVING,
    "frase": About.TALKING,
    "mesa": About.LOOKING,
    "cerrar": About.LOOKING,
}


def about(command: str) -> About:
    """What kind of table a command (its id) is about. A word of the game is about playing."""
    spec = COMMAND.get(command)
    usual = About.PLAYING if spec is None or spec.in_match else About.LOOKING
    return _ABOUT.get(command, usual)


class Whereabouts(Struct, frozen=True, kw_only=True):
    """Who asks, and where."""

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
    pointed: tuple[UserId, str] | None = None
    """The user whom the platform names along with the command, and their name."""


class Candidate(Struct, frozen=True):
    """A table that might be meant."""

    info: MatchInfo
    here: bool
    """Whether the table stands in this place."""
    awaited: bool = False
    """The match waits for this person."""


class Asked(Struct, frozen=True):
    """The meaning of a line or a command."""

    asker: Asker
    info: MatchInfo | None
    """The table that is meant; ``None``: there is none."""
    intent: Intent | None
    """What to do; ``None``: the line is not for the bot."""
    typed: Typed | Cannot | None = None


def meant(
    command: str, person: PersonId, candidates: Sequence[Candidate], shown: MatchId = ""
) -> tuple[MatchInfo, ...]:
    """The tables that a command means equally well, newest first; empty when there is no candidate.

    ``candidates`` come newest first too."""
    kind = about(command)
    ranked = [
        (_rank(kind, person, one, shown), one.info)
        for one in candidates
        if kind is not About.JOINING or _may_join(one.info, person)
    ]
    if not ranked:
        return ()
    best = min(rank for rank, _ in ranked)
    found = tuple(info for rank, info in ranked if rank == best)
    here = tuple(info for info in found if info.match == shown)
    return here or found


def _may_join(info: MatchInfo, person: PersonId) -> bool:
    """Whether the person may take a seat at this table. Only people of a tournament may join its
    tables."""
    own = info.seat_of(person) is not None or person in dict(info.kept)
    return own or not info.part_of


def _rank(kind: About, person: PersonId, one: Candidate, shown: MatchId) -> tuple[int, ...]:
    """How well a table fits: the lowest rank is meant. Finished tables fit only commands that
    look."""
    info, away = one.info, not one.here
    if info.status not in LIVE and kind is not About.LOOKING:
        return (2,)
    lobby = info.status is Status.LOBBY
    mine = info.seat_of(person) is not None
    looks_on = info.onlooker(person) is not None
    match kind:
        case About.JOINING:
            awaited = bool(info.part_of) and person in dict(info.kept)
            open_seat = lobby and not mine and any(seat.free for seat in info.seats)
            closed = info.private and not mine
            fits = open_seat and one.here
            return (not fits, not awaited, closed, not (mine and one.here), away, not lobby)
        case About.FORMING | About.INVITING:
            seen = kind is About.INVITING and lobby and info.match == shown
            return (not seen, not (mine and lobby), away, info.host != person, not mine, not lobby)
        case About.ARRANGING:
            return (not (mine and lobby), not mine, away, info.host != person, not lobby)
        case About.PLAYING:
            return (not (mine and not lobby), not mine, away, not one.awaited, lobby)
        case About.TALKING:
            return (not ((mine and not lobby) or looks_on), not mine, away, not one.awaited, lobby)
        case About.LEAVING:
            return (not (mine or looks_on), not mine, away)
        case About.LOOKING:
            return (info.match != shown, away, not mine, lobby)


_TOURNAMENT: Final = "torneo"


class Asking:
    """Finds the table that a person means."""

    def __init__(self, service: Service) -> None:
        self._service = service

    async def line(self, who: Whereabouts, text: str) -> Asked:
        """Finds out what a typed line means: the table and what to do."""
        word = text.strip().partition(" ")[0]
        spec = command_named(word[1:]) if word.startswith("/") else None
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
        """Finds out what a command means, the table and what to do. The caller has already read
        the command's values."""
        code = dict(typed.values).get("codigo", "").lower()
        if typed.command == _TOURNAMENT and code:
            tables = await self._held((code,))
        else:
            tables = await self._tables(typed.command, who)
        asker, info = await self._asker(who, tables)
        return self._asked(who, tables, asker, info, typed)

    async def resumed(self, who: Whereabouts, token: str) -> Asked | None:
        """Finds out what an answer to "which table?" means, or the press of a button made by
        :func:`saying`. ``None``: the token is neither."""
        read = read_resumed(token)
        if read is None:
            return None
        match, typed = read
        if not match:
            return await self.chosen(who, typed)
        info = await self._service.matches.info(match)
        tables = () if info is None else (info,)
        asker, known = await self._asker(who, tables)
        return self._asked(who, tables, asker, known, typed, is_chosen=True)

    async def asker(self, who: Whereabouts, command: str) -> tuple[Asker, MatchInfo | None]:
        """The person who asks, with the table that the command means; if it may mean several, the
        newest."""
        return await self._asker(who, await self._tables(command, who))

    async def _tables(self, command: str, who: Whereabouts) -> tuple[MatchInfo, ...]:
        if command == _TOURNAMENT:
            # The tournament that is shown here goes first; then one of this place, then one of the
            # person.
            known = await self._service.tournaments.near(who.place, who.person)
            return (await self._held((who.shown, *known)))[:1]
        here = await self._service.matches.at_place(who.place)
        mine = await self._service.matches.of_person(who.person)
        shown = (who.shown,) if who.shown else ()
        candidates = []
        for match in dict.fromkeys((*shown, *here, *mine)):
            info = await self._service.matches.info(match)
            if info is None:
                continue
            seat = info.seat_of(who.person)
            view = None
            if seat is not None and info.status is Status.PLAYING:
                view = await self._service.matches.view(match, who.person)
            awaited = view is not None and view.seat in view.awaited
            near = match in here or match == who.shown or (who.private and seat is not None)
            candidates.append(Candidate(info, near, awaited))
        candidates.sort(key=lambda one: -one.info.created)
        return meant(command, who.person, candidates, who.shown)

    async def _held(self, matches: Iterable[MatchId]) -> tuple[MatchInfo, ...]:
        """The tournaments among these matches."""
        found = [await self._service.matches.info(match) for match in matches if match]
        return tuple(info for info in found if info is not None and info.tournament is not None)

    async def _asker(
        self, who: Whereabouts, tables: Sequence[MatchInfo]
    ) -> tuple[Asker, MatchInfo | None]:
        info = tables[0] if tables else None
        service = self._service
        asker = Asker(
            request=who.request,
            person=who.person,
            name=who.name,
            community=who.community,
            place=who.place,
            locale=who.locale,
            private=who.private,
            match=info.match if info else "",
            view=await service.matches.view(info.match, who.person) if info else None,
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
        """``is_chosen``: the person has just said which table they mean."""
        intent: Intent | None
        if typed is None or isinstance(typed, Cannot):
            intent = typed
        else:
            typed = _pointed(typed, who, info)
            intent = interpret(typed, asker)
            named = not {"codigo", "mesa"}.isdisjoint(dict(typed.values))
            looks = _looks(intent)
            many = len(tables) > 1 or (not is_chosen and _gives_up_a_day(who, info, typed))
            if many and not named and not looks and _speaks_of_a_table(typed.command):
                intent = _which(who, tables, typed)
        return Asked(asker, info, intent, typed)


def _gives_up_a_day(who: Whereabouts, info: MatchInfo | None, typed: Typed) -> bool:
    """Whether the command gives up a hand of the day that is not before the person: for good, so
    they are asked first. They may have left another table a moment ago, and pressed twice."""
    if info is None or info.daily is None or about(typed.command) is not About.LEAVING:
        return False
    return info.match != who.shown and not who.private


def _pointed(typed: Typed, who: Whereabouts, info: MatchInfo | None) -> Typed:
    """The command, with the user whom the platform names if the person named nobody in words.

    `/torneo` as the answer to a message names its author only when a partner can be chosen.
    """
    spec = COMMAND.get(typed.command)
    if typed.command == "torneo" and not _chooses_partner(typed, who, info):
        return typed
    takes = spec is not None and any(one.kind is Kind.USER for one in spec.options)
    if who.pointed is None or not takes or "persona" in dict(typed.values):
        return typed
    user, name = who.pointed
    return Typed(typed.command, (*typed.values, ("persona", name), ("usuario", user)))


def _chooses_partner(typed: Typed, who: Whereabouts, info: MatchInfo | None) -> bool:
    pairs = info is not None and info.tournament is not None and info.tournament.size > 1
    joins = dict(typed.values).get("accion") == "entrar"
    return pairs and joins and who.pointed is not None and who.pointed[0] != who.person


def _removable(info: MatchInfo, person: PersonId) -> tuple[int, ...]:
    """The seats of the people who may be removed: in a match the absent ones, in a lobby everybody
    else."""
    if info.status is not Status.LOBBY:
        return info.removable
    return tuple(seat.seat for seat in info.people if seat.person != person)


def _looks(intent: Intent) -> bool:
    """Whether this only shows something and changes nothing at a table."""
    if isinstance(intent, Send):
        return isinstance(intent.command, SeeOptions)
    return isinstance(intent, Show) and intent.what != "hand"


def _speaks_of_a_table(command: str) -> bool:
    spec = COMMAND.get(command)
    return spec is None or spec.in_match


def _which(who: Whereabouts, tables: Sequence[MatchInfo], typed: Typed) -> Pick | Cannot:
    """The question that names the tables; the answer repeats the command for one of them."""
    words = words_for(who.locale)
    named = [(info.match, _named(words, info, typed)) for info in tables[:_MOST_CHOICES]]
    text = words.text("ask.table")
    token = _resumed("?", typed)
    free = any(set(".=?") & set(value) for _, value in typed.values)
    if len(token.encode()) + len(tables[0].match) - 1 > LIMIT or free:
        told = words.list(f"{label} ({match})" for match, label in named)
        return Cannot("say.which_table", (("tables", told),))
    return Pick(Question("ask.table", text, token, choices=tuple(named)))


def _named(words: Words, info: MatchInfo, typed: Typed) -> str:
    """A table by its game and the names of its people. A hand of the day that would be left also
    says that it is for good."""
    if info.daily is not None:
        id = "ask.table.leaves_day" if typed.command == "salir" else "ask.table.daily"
        return words.text(id, game=words.text(f"variant.{info.variant}"))
    names = words.list(seat.name for seat in info.seats if seat.name)
    return words.text("ask.table.choice", game=words.text(f"variant.{info.variant}"), names=names)


def _resumed(match: MatchId, typed: Typed) -> str:
    values = (f"{option}={value}" for option, value in typed.values)
    return PREFIX + ".".join((match, typed.command, *values))


def saying(command: str, *values: tuple[str, str]) -> str:
    """The token of a button that stands for a command with these option values. ``command``: its
    id."""
    return _resumed("", Typed(command, values))


def read_resumed(token: str) -> tuple[MatchId, Typed] | None:
    """The table and the command in an answer to "which table?". For a button made by
    :func:`saying`: no table, and its command. ``None``: the token is neither.

    A forged token is harmless: it says no more than a person may type."""
    match, _, rest = token.removeprefix(PREFIX).partition(".")
    command, *values = rest.split(".")
    known = command == SAY or command in COMMAND
    if not token.startswith(PREFIX) or len(token.encode()) > LIMIT:
        return None
    if (match and not is_match(match)) or not known or not all("=" in value for value in values):
        return None
    pairs = tuple((value.partition("=")[0], value.partition("=")[2]) for value in values)
    options = {"verbo"} if command == SAY else {option.id for option in COMMAND[command].options}
    if not {option for option, _ in pairs} <= options:
        return None
    return match, Typed(command, pairs)


class FollowUp(Struct, frozen=True):
    """What an adapter shows after an accepted command, and to whom."""

    match: MatchId = ""
    """The table that the other fields are about; empty: nothing more is shown."""
    here: bool = False
    """The table is shown in the place of the command, unless it is shown there already."""
    seat: bool = False
    """The person gets their private picture of the table."""
    gone: bool = False
    """The person's private pictures of the table are no longer kept up to date."""
    looked_on: bool = False
    """The person no longer looks on at the table."""
    options: bool = False
    """The person gets the table's options."""
    signs: bool = False
    """The person gets the own signs that they know at the table."""
    begins: bool = False
    """The match begins: a platform that moves matches into threads does so now."""
    before: MatchId = ""
    """``match`` is the rematch of this table: the places and people that this table was shown to
    see ``match`` from now on."""


def follow_up(command: AnyCommand, reply: AnyReply) -> FollowUp:
    """What is shown after a command besides its answer; nothing if the command was refused."""
    if not isinstance(reply, Accepted):
        return FollowUp()
    match command:
        case OpenTable(format=form) if form:
            return FollowUp(reply.match, here=True)
        case Join() if reply.note in ENTERED:
            return FollowUp(reply.match, here=True)
        case PlayDaily():
            return FollowUp(reply.match, seat=True)
        case OpenTable() | Join():
            return FollowUp(reply.match, here=True, seat=True)
        case LookOn(match=seen):
            return FollowUp(seen, seat=True)
        case Return(match=back):
            return FollowUp(back, here=True, seat=True)
        case Leave() if reply.note == WITHDRAWN:
            return FollowUp()
        case Leave(match=left) | Decline(match=left):
            return FollowUp(left, gone=True, looked_on=reply.note == LOOKED_ON)
        case SeeOptions(match=seen):
            return FollowUp(seen, options=True)
        case AgreeSign(match=agreed) | DropSign(match=agreed):
            return FollowUp(agreed, signs=True)
        case Start(match=started):
            return FollowUp(started, begins=True)
        case Rematch(match=before):
            return FollowUp(reply.match, here=True, seat=True, before=before)
        case _:
            return FollowUp()
