"""``/robots``: the robots from outside in a community, their ladder, and a robot of the person's
own.

A page shows a token once, to the robot's owner alone. It is shown nowhere else."""

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from bot.chat_commands import OptionKind, chat_command, chat_option, choice_option
from bot.community.foreign_robots import ForeignRobot
from bot.community.linked_users import platform_of
from bot.community.robot_ladder import LEVEL, PEOPLE, LadderRow
from bot.messages import Accepted, AddRobot, CommunityId, MatchId, Refused
from bot.model import MatchInfo, Status
from bot.pages.page_spec import Audience, Commanded, PageSpec
from bot.reasons import ServiceReason
from bot.screens import reply_text
from bot.screens.pages import Leaf, Page
from bot.tokens import saying
from bot.words import Words, words_for
from bot.words.options import value_label

SHOW: Final = "ver"
BRING: Final = "traer"
SEND_AWAY: Final = "quitar"
SEAT: Final = "sentar"
ALLOW: Final = "permitir"
FORBID: Final = "prohibir"
_BUTTONS: Final = {
    SEAT: "robots.button.sentar",
    ALLOW: "robots.button.permitir",
    FORBID: "robots.button.prohibir",
}
_MOST: Final = 20
"""The most robots, and the most rows of the ladder, on the page."""
_KEY: Final = "robot:"
_PAGE: Final = "web"


class _Desk(Struct, frozen=True):
    """The robots of this community, and the reader's rights over them."""

    robots: tuple[ForeignRobot, ...]
    """The robots that may sit here or wait for permission, and the reader's own robot."""
    community: CommunityId
    mine: ForeignRobot | None
    manages: bool
    lobby: MatchInfo | None
    """The lobby of which the reader is the host."""
    on_page: bool
    """The community is the page's own, where a robot sits only at its owner's tables."""


async def _answer(commanded: Commanded) -> Page:
    service, words = commanded.service, words_for(commanded.locale)
    action = commanded.values.get("accion", SHOW)
    told: list[str] = []
    if action == BRING:
        told += await _bring(commanded, words)
    elif action == SEND_AWAY:
        gone = await service.foreign_robots.send_away(commanded.person)
        told.append(words.text("robots.gone" if gone else "robots.none.mine"))
    desk = await _desk(commanded)
    if action in (ALLOW, FORBID, SEAT):
        told.append(await _done(commanded, desk, action))
        desk = await _desk(commanded)
    rows = await service.robot_ladder.of(commanded.community)
    connected = service.foreign_robots.connected
    lines = [*told, *_listed(desk, connected, words), *_ladder(rows, desk.robots, words)]
    return Page(words.text("robots.title"), "\n".join(lines), turns=tuple(_buttons(desk, words)))


async def _desk(commanded: Commanded) -> _Desk:
    service = commanded.service
    robots = list(await service.foreign_robots.in_community(commanded.community))
    mine = await service.foreign_robots.of_person(commanded.person)
    if mine is not None and mine.id not in {robot.id for robot in robots}:
        robots.append(mine)
    manages = bool(robots) and (await commanded.administration()).manages
    lobby, on_page = None, platform_of(commanded.place) == _PAGE
    if robots:
        for info in await service.matches.infos(await service.matches.of_person(commanded.person)):
            if info.host == commanded.person:
                lobby = info if info.status is Status.LOBBY and not info.starting else lobby
    return _Desk(tuple(robots[:_MOST]), commanded.community, mine, manages, lobby, on_page)


async def _bring(commanded: Commanded, words: Words) -> list[str]:
    """Registers the person's robot. Returns lines with its token."""
    service = commanded.service
    name = commanded.values.get("robot", "")
    mine = await service.foreign_robots.of_person(commanded.person)
    name = name if name or mine is None else mine.name
    if not name:
        return [words.text("robots.how")]
    token = await service.foreign_robots.bring(
        commanded.person, name, commanded.name, commanded.community
    )
    if isinstance(token, Refused):
        return [reply_text(token, commanded.locale)]
    robots = service.foreign_robots
    said = [words.text("robots.token", name=name, token=token)]
    if robots.address:
        said.append(words.text("robots.door", address=robots.address))
    if not robots.address or robots.is_near:
        said.append(words.text("robots.door.near" if robots.address else "robots.door.none"))
    return [*said, ""]


async def _done(commanded: Commanded, desk: _Desk, action: str) -> str:
    """Seats a robot, or gives or takes its permission. Returns the result or a reason."""
    service, words = commanded.service, words_for(commanded.locale)
    name = commanded.values.get("robot", "")
    robot = next(
        (
            candidate
            for candidate in desk.robots
            if name in (candidate.name, candidate.id.removeprefix(_KEY))
        ),
        None,
    )
    if action != SEAT and not (await commanded.administration()).manages:
        return reply_text(Refused(ServiceReason.NOT_ADMIN), commanded.locale)
    if robot is None:
        refused = Refused(ServiceReason.NO_SUCH_ROBOT, parameters=(("name", name),))
        return reply_text(refused, commanded.locale)
    if action != SEAT:
        allowed = action == ALLOW
        found = await service.foreign_robots.allow(commanded.community, robot.name, allowed=allowed)
        if isinstance(found, Refused):
            return reply_text(found, commanded.locale)
        return words.text("robots.allowed" if allowed else "robots.forbidden", name=robot.name)
    if desk.lobby is None:
        return words.text("robots.no_lobby")
    return await _seat(commanded, desk.lobby.match, robot)


async def _seat(commanded: Commanded, match: MatchId, robot: ForeignRobot) -> str:
    command = AddRobot(
        request=commanded.request, person=commanded.person, match=match, foreign=robot.id
    )
    reply = await commanded.service.handle(command)
    if isinstance(reply, Accepted):
        return words_for(commanded.locale).text("robots.seated", name=robot.name, match=match)
    return reply_text(reply, commanded.locale)


def _listed(desk: _Desk, connected: set[str], words: Words) -> Iterator[str]:
    """A line for each robot: its owner, its permission, whether it is connected."""
    if not desk.robots:
        yield words.text("robots.none")
    for robot in desk.robots:
        name = words.text("robot.of", name=robot.name, owner=robot.owner_name)
        here = words.text("robots.connected" if robot.id in connected else "robots.absent")
        if desk.community in robot.allowed:
            yield words.text("robots.line", name=name, here=here)
        elif desk.on_page:
            yield words.text("robots.line.own", name=name, here=here)
        else:
            yield words.text("robots.line.asked", name=name, here=here)
    if desk.mine is None:
        yield words.text("robots.how")


def _ladder(
    rows: tuple[LadderRow, ...], robots: tuple[ForeignRobot, ...], words: Words
) -> Iterator[str]:
    """The ladder of the community, the strongest first."""
    names = {
        robot.id: words.text("robot.of", name=robot.name, owner=robot.owner_name)
        for robot in robots
    }
    if rows:
        yield ""
        yield words.text("robots.ladder")
    for place, row in enumerate(rows[:_MOST], 1):
        yield words.text(
            "robots.row",
            place=place,
            name=_named(row.key, names, words),
            rating=row.rating,
            uncertainty=row.uncertainty,
            won=row.won,
            lost=row.lost,
        )


def _named(key: str, names: Mapping[str, str], words: Words) -> str:
    if key == PEOPLE:
        return words.text("robots.people")
    if key.startswith(LEVEL):
        label = value_label(words, "skill", key.removeprefix(LEVEL))
        return words.text("robots.level", level=label)
    return names.get(key, words.text("robots.other"))


def _buttons(desk: _Desk, words: Words) -> Iterator[Leaf]:
    for robot in desk.robots:
        if desk.lobby is not None and robot.may_play(desk.lobby):
            yield _way(words, SEAT, robot)
        if desk.manages:
            yield _way(words, FORBID if desk.community in robot.allowed else ALLOW, robot)


def _way(words: Words, action: str, robot: ForeignRobot) -> Leaf:
    values = (("accion", action), ("robot", robot.id.removeprefix(_KEY)))
    return Leaf(saying("robots", *values), words.text(_BUTTONS[action], name=robot.name))


PAGE: Final = PageSpec(
    name="robots",
    command=chat_command(
        "robots/robos/truco_robots",
        choice_option(
            "accion/acao/action",
            "choice.robots",
            f"{SHOW}/ver/show, {BRING}/trazer/bring, {SEAT}/sentar/seat, "
            f"{SEND_AWAY}/tirar/remove, {ALLOW}/permitir/allow, {FORBID}/proibir/forbid",
        ),
        chat_option("robot/robo/robot", OptionKind.WORDS),
        in_match=False,
        also="robots",
    ),
    answer=_answer,
    audience=Audience.PERSON,
)
