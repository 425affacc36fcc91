"""Everything that is kept of a person, for that person: one text in JSON."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import asdict

from bot.common.lived_time import Time
from bot.common.queues import Queues
from bot.community.bars import Bars, Listed
from bot.community.foreign_robots import ROBOT
from bot.community.linked_users import SECRET, LinkedUsers
from bot.community.push_subscriptions import SUBSCRIPTION
from bot.community.puzzles import HISTORY, PuzzleHistory
from bot.match.match_reader import MatchReader
from bot.messages import MatchId, PersonId, Refused
from bot.model import MatchInfo
from bot.store import Store
from bot.store.model import StoredAnswer, Surface
from bot.store.notices import Notice
from bot.store.queries import people_queries
from bot.store.results.model import MatchResult, Standing
from bot.store.results.standings import Scope
from bot.store.results.statistics import UNCOUNTED, read_count
from bot.tournaments.state import NOBODY, Tournament

FILE: Final = "truco-mis-datos.json"
"""The name of the file."""
_QUEUE: Final = "own data"
_ELSEWHERE: Final = {*SECRET, HISTORY.name, SUBSCRIPTION.name, ROBOT.name}
"""Settings that the text leaves out, or has in another place."""


class OwnData:
    """Gathers what is kept of one person. Of other people it holds only what the record of a
    finished match shows to everybody. Of a running match it holds the person's own seat alone."""

    def __init__(
        self,
        store: Store,
        matches: MatchReader,
        users: LinkedUsers,
        bars: Bars,
        queues: Queues,
        time: Time,
    ) -> None:
        self._bars = bars
        self._store = store
        self._matches = matches
        self._users = users
        self._queues = queues
        self._time = time

    async def of(self, person: PersonId) -> str:
        """Everything that is kept of the person, as JSON."""
        async with self._queues.turn(_QUEUE):  # the text may be long, so one is made at a time
            told: dict[str, Any] = {"person": person, "made": _moment(self._time.utc())}
            told |= await self._kept_of(person)
            linked = (await self._users.of(person)).others
            told["linked"] = [{"user": user} | await self._kept_of(user) for user in linked]
        return msgspec.json.format(msgspec.json.encode(told), indent=1).decode() + "\n"

    async def _kept_of(self, person: PersonId) -> dict[str, Any]:
        """All that is kept under the id of a person, or of a user who was linked later."""
        kept = await self._store.read(people_queries.kept_of, person)
        sat = await self._store.read(people_queries.matches_sat_at, person)
        settings = await self._store.settings_of(person)
        push, robot = SUBSCRIPTION.read(settings), ROBOT.read(settings)
        return {
            "language": await self._store.locale_of(person),
            "settings": {name: settings[name] for name in settings if name not in _ELSEWHERE},
            **({} if push is None else {"push": push.told()}),
            **({} if robot is None else {"robot": robot.told()}),
            "puzzles": _puzzles(HISTORY.read(settings)),
            "matches": [one for match in sat if (one := await self._match(match, person))],
            "looks_on": await self._looked_on(person, kept.surfaces),
            "chips": [
                _own(transfer, "id") | {"at": _moment(transfer.at)} for transfer in kept.transfers
            ],
            "results": [_result(result) for result in kept.results],
            "ratings": [_own(rating) for rating in kept.ratings],
            "statistics": [_own(statistic) for statistic in kept.statistics],
            "badges": [_own(badge) | {"at": _moment(badge.at)} for badge in kept.badges],
            "daily": [_own(result) | {"at": _moment(result.at)} for result in kept.daily],
            "rated": [
                _own(match, "place", "winner") | {"at": _moment(match.at)} for match in kept.rated
            ],
            "meetings": [{"day": day, "number": number} for day, number in kept.meetings],
            "scoreboards": [_standing(*standing) for standing in kept.standings],
            "bars": [_bar(*bar) for bar in await self._bars.about(person)],
            "answers": [_answer(answer) for answer in kept.answers],
            "pictures": [_surface(surface) for surface in kept.surfaces],
            "notices": [_notice(notice) for notice in kept.notices],
        }

    async def _looked_on(
        self, person: PersonId, surfaces: Iterable[Surface]
    ) -> list[dict[str, Any]]:
        """The tables at which the person looks on now. Each of them is shown to the person on one
        of these surfaces."""
        told = []
        for match in dict.fromkeys(surface.match for surface in surfaces):
            info = await self._matches.info(match)
            onlooker = None if info is None else info.onlooker(person)
            if info is not None and onlooker is not None:
                silent = person in info.silent_onlookers
                told.append({"match": match, "name": onlooker.name, "silent": silent})
        return told

    async def _match(self, match: MatchId, person: PersonId) -> dict[str, Any] | None:
        info = await self._matches.info(match)
        if info is not None and info.tournament is not None:
            return _tournament(info, info.tournament, person)
        seat = None if info is None else info.seat_in_result(person)
        if info is None or seat is None:
            return None
        return {
            **_about(info, person),
            "seat": seat.seat,
            "name": seat.name,
            "away": seat.away,
            "left": seat.left,
            "removed": info.is_removed(seat),
            "words": await self._matches.words(match, person),
            "signs": [
                {"gesture": sign.gesture, "meaning": sign.meaning}
                for sign in (await self._matches.signs(match, person)).known
                if sign.people[0] == person
            ],
            "ahead": [
                {"about": ahead.about, "answer": ahead.answer}
                for ahead in await self._matches.ahead(match, person)
                if not ahead.dropped
            ],
            "record": await self._matches.record(match),
        }


def _about(info: MatchInfo, person: PersonId) -> dict[str, Any]:
    """The match or tournament in which the person plays, or for which they have signed up."""
    return {
        "match": info.match,
        "community": info.community,
        "place": info.place,
        "variant": info.variant,
        "players": info.players,
        "options": dict(info.options),
        "created": _moment(info.created),
        "status": info.status.value,
        "host": info.host == person,
    }


def _tournament(info: MatchInfo, tournament: Tournament, person: PersonId) -> dict[str, Any] | None:
    """The data of a tournament about a person who has signed up for it; ``None``: they have not."""
    entrant, unit = tournament.entrant(person), tournament.unit_of(person)
    if entrant is None:
        return None
    return {
        **_about(info, person),
        "format": tournament.format.value,
        "name": entrant.name,
        "partners": [name for _, name in entrant.partners],
        "out": unit != NOBODY and tournament.units[unit].out,
        "tables": [pairing.match for pairing in tournament.of_unit(unit) if pairing.match],
    }


def _moment(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")


def _bar(community: str, one: Listed) -> dict[str, Any]:
    until, reason = _moment(one.bar.until), one.bar.reason
    return {"community": community, "kind": one.kind, "until": until, "reason": reason}


def _own(row: Struct, *without: str) -> dict[str, Any]:
    """A row's values without the person's id and those in ``without``, which the reader knows."""
    values: dict[str, Any] = msgspec.to_builtins(row)
    return {name: value for name, value in values.items() if name not in ("person", *without)}


def _result(one: MatchResult) -> dict[str, Any]:
    counts = {} if one.counts == UNCOUNTED else asdict(read_count(one.counts))
    return _own(one) | {"at": _moment(one.at), "counts": counts}


def _standing(scope: Scope, period: str, one: Standing) -> dict[str, Any]:
    where: dict[str, Any] = msgspec.to_builtins(scope)
    return where | {"period": period or "always"} | _own(one)


def _answer(one: StoredAnswer) -> dict[str, Any]:
    """An answer without its parameters, because they may name other people."""
    reply = one.reply
    reason = reply.reason if isinstance(reply, Refused) else ""
    return {
        "request": one.request,
        "at": _moment(one.at),
        "match": reply.match,
        "answer": type(reply).__name__,
        "reason": reason,
    }


def _surface(one: Surface) -> dict[str, Any]:
    """A surface without its address, because with the address other people could write there."""
    return {"match": one.match, "platform": one.platform, "chat": one.chat, "locale": one.locale}


def _notice(one: Notice) -> dict[str, Any]:
    return _own(one, "id", "moment") | {"at": _moment(one.at)}


def _puzzles(mine: PuzzleHistory | None) -> dict[str, Any] | None:
    """The person's puzzles; ``None``: they never asked for one."""
    if mine is None:
        return None
    return {
        "rating": {"mu": mine.mu, "sigma": mine.sigma},
        "solved": mine.solved,
        "seen": list(mine.seen),
        "now": {"puzzle": mine.now, "level": mine.level, "tried": list(mine.tried)},
        "since": _moment(mine.since),
    }
