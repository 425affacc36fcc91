"""``/liga``: a league between houses (``docs/leagues.md``). A person who plays in it gives the word
of their team once, and comes to their room with one button. An administrator gives the word of the
club, and passes the words of its teams on."""

from collections.abc import AsyncIterator, Iterator
from typing import Final

from msgspec import Struct

from bot.chat_commands import OptionKind, chat_command, chat_option, choice_option
from bot.chat_options import PERSON
from bot.community.league_teams import ClubHome, Member
from bot.leagues.entries import ROOMS, Room
from bot.leagues.terms import Fixture
from bot.match.names import shown_name
from bot.messages import PersonId, Refused
from bot.model import Status
from bot.pages.page_spec import Audience, Commanded, PageSpec
from bot.reasons import ServiceReason
from bot.screens import reply_text
from bot.screens.pages import Leaf, Page
from bot.screens.tournaments import league
from bot.service.league_now import LeagueNow
from bot.tokens import saying
from bot.words import Words, words_for

SHOW: Final = "ver"
PLAY: Final = "jugar"
SLOW: Final = "turnos"
STOP: Final = "dejar"
LEAVE: Final = "salir"
REMOVE: Final = "sacar"
_BUTTONS: Final = {
    PLAY: "league.button.jugar",
    SLOW: "league.button.turnos",
    STOP: "league.button.dejar",
}


class _LeagueReader(Struct, frozen=True):
    """The reader of the page, and the place."""

    now: LeagueNow
    members: dict[PersonId, Member]
    mine: Member | None
    club: int
    """The club of this community; -1: none."""
    manages: bool

    def people(self, team: int) -> list[str]:
        """The names of the people who play for a team at this house."""
        return [member.name for member in self.members.values() if member.team == team]


async def _answer(commanded: Commanded) -> Page:
    words, now = words_for(commanded.locale), await commanded.service.league.now()
    if now is None:
        return Page(words.text("league.title"), words.text("league.none"))
    told = await _done(commanded, now, words)
    reader = await _reader(commanded, now)
    lines = [*told, *([""] if told else []), league.when(now.terms, now.round, words)]
    lines += [line async for line in _mine(commanded, reader, words)]
    lines += [line async for line in _desk(commanded, reader, words)]
    lines += ["", *league.table(now.verdict.rows, words)]
    buttons = [button async for button in _buttons(commanded, reader, words)]
    return Page(now.terms.name, "\n".join(lines), turns=tuple(buttons))


async def _reader(commanded: Commanded, now: LeagueNow) -> _LeagueReader:
    teams = commanded.service.league.teams
    members = await teams.members(now.id)
    homes = await teams.homes(now.id)
    here = (club for club, home in homes.items() if home.community == commanded.community)
    manages = (await commanded.administration()).manages
    return _LeagueReader(now, members, members.get(commanded.person), next(here, -1), manages)


# --- commands ------------------------------------------------------------------------------------


async def _done(commanded: Commanded, now: LeagueNow, words: Words) -> list[str]:
    """Carries the command out. Returns lines about its result."""
    word, action = commanded.values.get("palabra", ""), commanded.values.get("accion", SHOW)
    if word:
        return [await _says_word(commanded, now, word, words)]
    if action == SHOW:
        return []
    if action == REMOVE:
        return [await _remove(commanded, now, words)]
    rooms = commanded.service.league
    member = (await rooms.teams.members(now.id)).get(commanded.person)
    if member is None:
        return [words.text("league.told.no_team")]
    if action == STOP:
        await rooms.teams.leave(commanded.person)
        return [words.text("league.told.stopped")]
    if action == LEAVE:
        await rooms.teams.join(now.id, commanded.person, None)
        return [words.text("league.told.left", team=now.terms.teams[member.team].name)]
    told = await rooms.wait(now, commanded.person, member, slow=action == SLOW)
    return [words.text(told)]


async def _says_word(commanded: Commanded, now: LeagueNow, word: str, words: Words) -> str:
    """Accepts a word. The word of a club, given by an administrator, makes the community take part.
    The word of a team makes the person a player of the team."""
    rooms, terms = commanded.service.league, now.terms
    club, team = await rooms.whose(now, word)
    if club >= 0:
        if not (await commanded.administration()).manages:
            return reply_text(Refused(ServiceReason.NOT_ADMIN), commanded.locale)
        await rooms.teams.settle(now.id, club, ClubHome(commanded.community, commanded.place))
        return words.text("league.told.club", club=terms.clubs[club].name)
    if team < 0:
        return words.text("league.told.no_word")
    name = shown_name(commanded.name)
    if not name:
        return reply_text(Refused(ServiceReason.BAD_NAME), commanded.locale)
    members = await rooms.teams.members(now.id)
    before = members.get(commanded.person)
    if before is not None and before.team != team:
        return words.text("league.told.other_team", team=terms.teams[before.team].name)
    others = [one for one, its in members.items() if its.team == team and one != commanded.person]
    if len(others) >= terms.players:
        return words.text("league.told.full", team=terms.teams[team].name)
    await rooms.teams.join(now.id, commanded.person, Member(team, name))
    return words.text("league.told.joined", team=terms.teams[team].name)


async def _remove(commanded: Commanded, now: LeagueNow, words: Words) -> str:
    """An administrator removes a person from a team of the club, or from a guest's team."""
    reader = await _reader(commanded, now)
    if not reader.manages or reader.club < 0:
        return reply_text(Refused(ServiceReason.NOT_ADMIN), commanded.locale)
    name = commanded.values.get("persona", "").strip().lstrip("@").casefold()
    for person, member in reader.members.items():
        club = now.terms.teams[member.team].club
        theirs = club == reader.club or now.terms.clubs[club].house != now.house
        if theirs and member.name.casefold() == name:
            await commanded.service.league.teams.join(now.id, person, None)
            team = now.terms.teams[member.team].name
            return words.text("league.told.removed", name=member.name, team=team)
    return words.text("league.told.nobody")


# --- the page ------------------------------------------------------------------------------------


async def _mine(commanded: Commanded, reader: _LeagueReader, words: Words) -> AsyncIterator[str]:
    """The reader's team, and its rooms of this round."""
    now, mine = reader.now, reader.mine
    if mine is None:
        yield words.text("league.join")
        return
    names = words.list(reader.people(mine.team))
    yield words.text("league.team", team=now.terms.teams[mine.team].name, names=names)
    fixture = now.of_team(mine.team)
    if fixture is None:
        return
    yield league.pairing(now.terms, fixture, words)
    for room in ROOMS:
        yield await _room(commanded, now, fixture, room, words)
    waiting = [
        wait.name
        for wait in await commanded.service.league.teams.waiting()
        if (wait.round, wait.board) == fixture.place
    ]
    if waiting:
        yield words.text("league.waiting", names=words.list(waiting))


async def _room(
    commanded: Commanded, now: LeagueNow, fixture: Fixture, room: Room, words: Words
) -> str:
    name = league.room_name(room, words)
    if (*fixture.place, room) in now.over:
        return words.text("league.room.over", room=name)
    house = fixture.houses[ROOMS.index(room)]
    if house != now.house:
        return words.text("league.room.away", room=name, house=now.terms.houses[house].name)
    info = await commanded.service.league.table_info(now, fixture, room)
    if info is None:
        dealt = fixture.round in now.dealt
        return words.text("league.room.free" if dealt else "league.room.sealed", room=name)
    if info.status is Status.OVER:
        return words.text("league.room.over", room=name)
    names = words.list(seat.name for seat in info.people)
    return words.text("league.room.played", room=name, names=names, match=info.match)


async def _desk(commanded: Commanded, reader: _LeagueReader, words: Words) -> AsyncIterator[str]:
    """For administrators: the words of the club's teams and of their guests."""
    if not reader.manages:
        return
    now, club = reader.now, reader.club
    yield ""
    if club < 0:
        yield words.text("league.club.none")
        return
    yield words.text("league.club", club=now.terms.clubs[club].name)
    teams = [*_teams_of(reader), *_guests_of(reader)]
    _, said = await commanded.service.league.words((), teams)
    for team, word in zip(teams, said, strict=True):
        one = now.terms.teams[team]
        names = words.list(reader.people(team)) or words.text("league.nobody")
        house = now.terms.clubs[one.club].house
        if house == now.house:
            yield words.text("league.word", team=one.name, names=names, word=word)
        else:
            where = now.terms.houses[house].name
            yield words.text(
                "league.word.guest", team=one.name, house=where, names=names, word=word
            )


def _teams_of(reader: _LeagueReader) -> Iterator[int]:
    for number, team in enumerate(reader.now.terms.teams):
        if team.club == reader.club:
            yield number


def _guests_of(reader: _LeagueReader) -> Iterator[int]:
    """The teams of other houses that come to a room of this club in this round."""
    now, own = reader.now, {*_teams_of(reader)}
    for fixture in now.fixtures:
        sides = {fixture.one, fixture.other}
        if fixture.round == max(1, now.round) and sides & own and not sides <= own:
            (other,) = sides - own
            if now.terms.house_of(other) != now.house:
                yield other


async def _buttons(
    commanded: Commanded, reader: _LeagueReader, words: Words
) -> AsyncIterator[Leaf]:
    rooms, now, mine = commanded.service.league, reader.now, reader.mine
    fixture = None if mine is None else now.of_team(mine.team)
    if fixture is None:
        return
    if await rooms.teams.wait_of(commanded.person) is not None:
        yield _button(STOP, words)
    elif await rooms.may_play(now, fixture, commanded.person):
        yield _button(PLAY, words)
        yield _button(SLOW, words)


def _button(action: str, words: Words) -> Leaf:
    return Leaf(saying("liga", ("accion", action)), words.text(_BUTTONS[action]))


PAGE: Final = PageSpec(
    name="liga",
    command=chat_command(
        "liga/liga/truco_league",
        choice_option(
            "accion/acao/action",
            "choice.liga",
            f"{SHOW}/ver/show, {PLAY}/jogar/play, {SLOW}/turnos/turns, {STOP}/parar/stop, "
            f"{LEAVE}/sair/leave, {REMOVE}/remover/remove",
        ),
        chat_option("palabra/palavra/word", OptionKind.WORDS),
        PERSON,
        in_match=False,
        also="league",
    ),
    answer=_answer,
    audience=Audience.PERSON,
    deals=frozenset({PLAY, SLOW}),
)
