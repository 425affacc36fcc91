"""Refusals of commands that a community does not allow, or that are too much for one person.

The bot asks here before the match itself decides a command. Each method returns the refusal, or
``None`` if the command is allowed."""

from collections.abc import Iterable

from msgspec.structs import replace

from bot.community.bars import BAR, MUTE
from bot.community.parts import PeopleParts
from bot.match.parts import PlayParts
from bot.messages import (
    Join,
    LookOn,
    MatchId,
    OpenTable,
    PersonId,
    Refused,
    Rematch,
    Return,
    SayPhrase,
    SetOptions,
    ShareDaily,
)
from bot.model import MatchInfo, Status
from bot.reasons import ServiceReason
from bot.store.model import MatchRow
from bot.store.queries import match_queries
from bot.table_options import COMPETITIVE, STAKE, table_values
from bot.words.options import VARIANT


class HouseRules:
    """Refuses what a community or a limit forbids: to open, to sit down, to look on, to change."""

    def __init__(self, play: PlayParts, people: PeopleParts) -> None:
        self._store = play.store
        self._running = play.running
        self._config = play.config
        self._settings = people.settings
        self._admission = people.admission
        self._purses = people.purses
        self._users = people.users
        self._bars = people.bars

    # --- at a table that exists ------------------------------------------------------------------

    async def keep_away(
        self, command: Join | LookOn | Return | Rematch | SayPhrase | ShareDaily
    ) -> Refused | None:
        """Refuses a person whom the table's community has barred, and a phrase or a shared result
        of a person whom it has silenced."""
        info = await self._info(command.match)
        if info is None:
            return None
        kinds = (BAR, MUTE) if isinstance(command, SayPhrase | ShareDaily) else (BAR,)
        refused = await self._bars.refusal(info.community, command.person, *kinds)
        return refused and replace(refused, match=command.match)

    async def refuse_seat(self, command: Join) -> Refused | None:
        """Refuses a person a new seat."""
        return await self.shut_out(command) or await self._too_poor(command)

    async def shut_out(self, command: Join | LookOn) -> Refused | None:
        """Refuses a person who was removed from the table, or was not invited to a private one."""
        info = await self._info(command.match)
        looks = isinstance(command, LookOn)
        if info is None or (info.status is not Status.LOBBY and not looks):
            return None
        if info.shares_deals:
            return None  # nobody else learns whose hand it is
        users = (await self._users.of(command.person)).all
        if not looks and any(user in info.removed for user in users):
            return Refused(ServiceReason.REMOVED, info.match)
        if await self._admission.admits(info, users):
            return None
        reason = ServiceReason.PRIVATE_LOOK if looks else ServiceReason.PRIVATE_TABLE
        return Refused(reason, info.match, (("host", info.host_name),))

    async def _too_poor(self, command: Join) -> Refused | None:
        """Refuses a person who cannot pay the table's stake."""
        info = await self._info(command.match)
        if info is None or not info.competitive or not _has_to_stake(info, command):
            return None
        refused = await self._purses.refusal(command.person, info.stake)
        return refused and replace(refused, match=command.match)

    async def refuse_options(self, command: SetOptions) -> Refused | None:
        """Refuses a game that the community does not play, and a stake that the host cannot pay."""
        return await self._not_played(command) or await self._too_high(command)

    async def _not_played(self, command: SetOptions) -> Refused | None:
        variant = dict(command.options).get(VARIANT)
        info = await self._info(command.match) if variant else None
        if variant is None or info is None:
            return None
        rules = await self._settings.rules(info.community)
        refused = rules.refuses(variant)
        return refused and replace(refused, match=command.match)

    async def _too_high(self, command: SetOptions) -> Refused | None:
        stake = STAKE.read(dict(command.options).get(STAKE.name, STAKE.values[0]))
        if stake is None:
            return None  # the match itself reports the mistake
        refused = await self._purses.refusal(command.person, stake)
        return refused and replace(refused, match=command.match)

    # --- one more table --------------------------------------------------------------------------

    async def refuse_opening(
        self, command: OpenTable, here: tuple[MatchRow, ...]
    ) -> Refused | None:
        """Refuses a person a new table. ``here``: the tables that are already in its place."""
        if refused := await self._open_already(command, here):
            return refused
        values, _ = table_values(dict(command.options))
        stake = values[STAKE.name] if values[COMPETITIVE.name] else 0
        return (
            await self._bars.refusal(command.community, command.person)
            or await self._forbidden(command, here)
            or await self.too_many_tables(command.person)
            or await self._too_many_lobbies(command)
            or await self._purses.refusal(command.person, stake)
        )

    async def refuse_rematch(
        self, wanted: MatchInfo, person: PersonId, here: tuple[MatchRow, ...]
    ) -> Refused | None:
        """Refuses a person a rematch. ``here``: the tables that are already in its place."""
        return await self._forbidden(wanted, here) or await self.too_many_tables(person)

    async def too_many_tables(self, person: PersonId) -> Refused | None:
        """Refuses a person who has a seat at too many tables already. A seat that a robot plays for
        the person counts too, because its table goes on. A hand of the day does not count: nobody
        else is there, and midnight ends it."""
        rows = [row.info for row in await self._store.read(match_queries.matches_of, person)]
        sat = sum(info.seat_of(person) is not None and info.daily is None for info in rows)
        if sat < self._config.tables:
            return None
        number = (("n", str(self._config.tables)),)
        return Refused(ServiceReason.TOO_MANY_TABLES, parameters=number)

    async def _open_already(self, command: OpenTable, here: tuple[MatchRow, ...]) -> Refused | None:
        """Refuses a second lobby of the same person in a place, and a second tournament there."""
        for row in here:
            lobby = row.info.status is Status.LOBBY and not command.format
            if lobby and row.info.host == command.person:
                return Refused(ServiceReason.ALREADY_OPEN, row.info.match)
        if command.format and (
            held := await self._store.read(match_queries.tournaments_at, command.place)
        ):
            return Refused(ServiceReason.TOURNAMENT_HERE, held[0].info.match)
        return None

    async def _forbidden(
        self, table: OpenTable | MatchInfo, here: tuple[MatchRow, ...]
    ) -> Refused | None:
        """Refuses a table that the community's rules forbid. ``here``: the tables of its place."""
        rules = await self._settings.rules(table.community)
        return rules.refusal(table.place, table.variant, _number(here))

    async def _too_many_lobbies(self, command: OpenTable) -> Refused | None:
        """Refuses a lobby if the person, or the community, has too many already."""
        most, full = self._config.lobbies, self._config.community_tables
        mine = [
            row.info for row in await self._store.read(match_queries.matches_of, command.person)
        ]
        hosted = [
            info for info in mine if info.status is Status.LOBBY and info.host == command.person
        ]
        if len(hosted) >= most:
            return Refused(ServiceReason.TOO_MANY_LOBBIES, parameters=(("n", str(most)),))
        if (
            full
            and _number(await self._store.read(match_queries.matches_in, command.community)) >= full
        ):
            return Refused(ServiceReason.COMMUNITY_FULL, parameters=(("n", str(full)),))
        return None

    async def _info(self, match: MatchId) -> MatchInfo | None:
        found = await self._running.load(match)
        return None if found is None else found.info


def _number(rows: Iterable[MatchRow]) -> int:
    """How many of these tables count for a community's limits. Tables of tournaments do not count:
    no person opened them, and no person can close them."""
    return sum(not row.info.part_of for row in rows)


def _has_to_stake(info: MatchInfo, command: Join) -> bool:
    """Whether this command seats or signs up the person, who then needs the stake."""
    tournament = info.tournament
    if tournament is None:
        return info.status is Status.LOBBY
    is_open = info.status is Status.SIGN_UP or (command.late and tournament.takes_late)
    return is_open and tournament.entrant(command.person) is None
