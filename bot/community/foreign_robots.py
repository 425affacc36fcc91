"""Robots from outside: programs of other people that play at live tables.

A person brings at most one robot. It is a setting of the person, so it is given out and erased with
the person's other data. The robot identifies itself with a token; only the token's hash is kept.
The administrators of a community decide whether it may sit at the community's tables. On the page,
it may sit at the tables of its owner. ``docs/robot-protocol.md`` is for the robot's author."""

import hashlib
import re
import secrets
from collections.abc import Iterable
from typing import Any, Final

from msgspec import Struct
from msgspec.json import Decoder
from msgspec.structs import replace

from bot.community.linked_users import LinkedUsers
from bot.environment import Config
from bot.match.names import shown_name
from bot.messages import AddRobot, CommunityId, PersonId, Refused
from bot.model import MatchInfo
from bot.reasons import ServiceReason
from bot.store import Store
from bot.store.json_settings import JsonSetting
from bot.store.queries import match_queries

ROBOT_PATH: Final = "/robot"
"""The path at which robots connect, below the page's address."""
FOREIGN: Final = "robot"
"""The setting of a person who has brought a robot."""
LONGEST: Final = 14
"""The most characters of its name, and of its owner's name beside it."""
ASKED: Final = 20
"""The most communities whose administrators are asked for one robot; earlier ones are forgotten."""
_TOKEN: Final = re.compile(r"truco_[A-Za-z0-9_-]{43}")


class ForeignRobot(Struct, frozen=True, omit_defaults=True):
    """A robot from outside that a person has brought."""

    id: PersonId
    """``robot:`` and the hash of its owner's id: always the same for an owner."""
    name: str
    owner: PersonId
    owner_name: str
    """The owner's name, as shown when the robot was brought."""
    mark: str
    """The hash of its token, in hexadecimal digits."""
    asked: tuple[CommunityId, ...] = ()
    """The communities whose administrators were asked for it, the newest last."""
    allowed: tuple[CommunityId, ...] = ()
    """The communities at whose tables it may sit."""

    def may_play(self, info: MatchInfo) -> bool:
        """Whether the robot may sit at this table, which another person may have opened."""
        own = info.is_of_page and info.host == self.owner
        return own or info.community in self.allowed

    def told(self) -> dict[str, Any]:
        """The facts about the robot that its owner gets among their own data."""
        return {"name": self.name, "asked": self.asked, "allowed": self.allowed}


ROBOT: Final = JsonSetting(FOREIGN, Decoder(ForeignRobot))


def foreign_id(owner: PersonId) -> PersonId:
    """The id of the robot of this person. Nobody can learn from it which person that is."""
    digest = hashlib.sha256(b"truco robot\0" + owner.encode()).hexdigest()
    return f"robot:{digest[:16]}"


class ForeignRobots:
    """Keeps the robots from outside, their owners, and the communities where they may sit."""

    def __init__(self, store: Store, users: LinkedUsers, config: Config) -> None:
        self._store = store
        self._users = users
        self._config = config
        self.connected: Final[set[PersonId]] = set()
        """The robots that are connected to this process."""
        self.local_page = ""
        """The address of this process's page for people near it; empty: it has no page."""

    @property
    def address(self) -> str:
        """The address at which robots connect; empty: this process knows of no page."""
        page = self._config.page or self.local_page
        return f"{page.replace('http', 'ws', 1)}{ROBOT_PATH}" if page else ""

    @property
    def is_near(self) -> bool:
        """Whether only people near the bot can reach that address."""
        return not self._config.page

    # --- its owner -------------------------------------------------------------------------------

    async def bring(
        self, person: PersonId, name: str, owner_name: str, community: CommunityId
    ) -> str | Refused:
        """Notes the person's robot under this name, in place of the one before, and that the
        administrators of this community are asked for it. Returns the robot's token, which nobody
        can read again; an earlier token is no longer valid. A new name has to be allowed anew."""
        name = shown_name(name, longest=LONGEST)
        if not name:
            return Refused(ServiceReason.BAD_NAME)
        before = await self.of_person(person)
        taken = (robot for robot in await self.all() if before is None or robot.id != before.id)
        if any(robot.name.casefold() == name.casefold() for robot in taken):
            return Refused(ServiceReason.NAME_TAKEN, parameters=(("name", name),))
        token = f"truco_{secrets.token_urlsafe(32)}"
        robot = ForeignRobot(
            foreign_id(person) if before is None else before.id,
            name,
            person if before is None else before.owner,
            shown_name(owner_name, longest=LONGEST),
            _mark(token),
        )
        if before is not None and before.name == name:
            robot = replace(robot, asked=before.asked, allowed=before.allowed)
        asked = (*(place for place in robot.asked if place != community), community)[-ASKED:]
        await self._save(replace(robot, asked=asked))
        return token

    async def send_away(self, person: PersonId) -> bool:
        """Removes the person's robot; its token is no longer valid. ``False``: there was none."""
        robot = await self.of_person(person)
        if robot is not None:
            await self._store.save(ROBOT.row(robot.owner, None))
        return robot is not None

    async def of_person(self, person: PersonId) -> ForeignRobot | None:
        """The robot that this person has brought; ``None``: none."""
        for user in (await self._users.of(person)).all:
            if (robot := ROBOT.read(await self._store.settings_of(user))) is not None:
                return robot
        return None

    # --- a community -----------------------------------------------------------------------------

    async def in_community(self, community: CommunityId) -> tuple[ForeignRobot, ...]:
        """The robots that may sit in this community, or want to, by name."""
        found = [robot for robot in await self.all() if community in (*robot.asked, *robot.allowed)]
        return tuple(sorted(found, key=lambda robot: robot.name.casefold()))

    async def allow(
        self, community: CommunityId, name: str, *, allowed: bool
    ) -> ForeignRobot | Refused:
        """Allows the robot with this name to sit in the community, or forbids it. At a table where
        a forbidden robot sits, one of our own robots then plays for it."""
        found = [
            candidate for candidate in await self.in_community(community) if candidate.name == name
        ]
        if not found:
            return Refused(ServiceReason.NO_SUCH_ROBOT, parameters=(("name", name),))
        robot = _elsewhere(found[0], community)
        robot = replace(robot, asked=(*robot.asked, community)[-ASKED:])
        if allowed:
            robot = replace(robot, allowed=(*robot.allowed, community))
        await self._save(robot)
        return robot

    async def forget_community(self, community: CommunityId) -> None:
        """Removes an erased community from the data of robots."""
        for robot in await self.in_community(community):
            await self._save(_elsewhere(robot, community))

    # --- a table ---------------------------------------------------------------------------------

    async def seated(self, command: AddRobot, info: MatchInfo | None) -> AddRobot | Refused:
        """The command with the names of the robot and of its owner, or the refusal of the seat."""
        robot = await self.by_id(command.foreign)
        if robot is None or info is None or not robot.may_play(info):
            return Refused(ServiceReason.NO_SUCH_ROBOT, command.match)
        tables = await self._store.read(match_queries.matches_of, robot.id)
        most = self._config.foreign_tables
        if sum(row.info.match != command.match for row in tables) >= most:
            told = (("name", robot.name), ("n", str(most)))
            return Refused(ServiceReason.ROBOT_BUSY, command.match, told)
        return replace(command, name=robot.name, owner=robot.owner_name)

    # --- the robot itself ------------------------------------------------------------------------

    async def by_token(self, token: str) -> ForeignRobot | None:
        """The robot that has this token; ``None``: no robot has it."""
        if not _TOKEN.fullmatch(token):
            return None
        mark = _mark(token)
        return next((robot for robot in await self.all() if robot.mark == mark), None)

    async def by_id(self, id: PersonId) -> ForeignRobot | None:
        """The robot with this id; ``None``: it was sent away."""
        return next((robot for robot in await self.all() if robot.id == id), None)

    async def newest(self, robot: ForeignRobot) -> ForeignRobot | None:
        """The stored state of this robot now; ``None``: its token is no longer valid."""
        now = ROBOT.read(await self._store.settings_of(robot.owner))
        return None if now is None or now.mark != robot.mark else now

    async def tables_of(self, id: PersonId) -> tuple[MatchInfo, ...]:
        """The open lobbies and running matches at which this robot sits."""
        rows = await self._store.read(match_queries.matches_of, id)
        return tuple(row.info for row in rows)

    async def all(self) -> Iterable[ForeignRobot]:
        """Every robot that a person has brought."""
        return (await self._store.read(ROBOT.of_all)).values()

    async def _save(self, robot: ForeignRobot) -> None:
        await self._store.save(ROBOT.row(robot.owner, robot))


def _mark(token: str) -> str:
    return hashlib.sha256(b"truco robot token\0" + token.encode()).hexdigest()


def _elsewhere(robot: ForeignRobot, community: CommunityId) -> ForeignRobot:
    return replace(
        robot,
        asked=tuple(place for place in robot.asked if place != community),
        allowed=tuple(place for place in robot.allowed if place != community),
    )
