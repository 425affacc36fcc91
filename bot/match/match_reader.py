"""Reads matches: the table, the game, its events, and lists of matches."""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.common.lived_time import Time
from bot.match.deadline_kinds import is_persons, turn_ends
from bot.match.deadlines import asked, foreign_asked
from bot.match.running_match import RunningMatch
from bot.match.running_matches import RunningMatches
from bot.messages import CommunityId, MatchId, PersonId, PlaceId
from bot.model import NO_SIGNS, ROBOT_MARK, MatchInfo, SignsOf, Status, is_someone
from bot.store import Store
from bot.store.model import ConditionalAnswer
from bot.store.queries import commitment_register, match_queries
from bot.store.records import record_text, renamed
from bot.words import words_for
from engine.events import AnyEvent
from engine.fairness.proof import secret_proof, tournament_proof, veiled
from engine.guard.legal import needs
from engine.seen.view import SeatView, view

_STUCK: Final = 60.0
"""Seconds. A table is stuck if its deadline has waited for longer than this."""


class TableCounts(Struct, frozen=True):
    """The numbers of live and of stuck tables in the whole store."""

    live: int
    """Open lobbies and running matches."""
    stuck: int
    """The tables among them whose deadline has waited so long that something must be wrong."""
    overdue: float
    """For how many seconds the oldest deadline has waited."""


class RobotsTable(Struct, frozen=True):
    """A table as a robot from outside may know it."""

    info: MatchInfo
    seat: int
    seen: SeatView
    """The game as its seat sees it, without señas."""
    needs: str
    """The next thing that the match needs: see :func:`engine.guard.legal.needs`."""
    question: str
    """The id of the deadline of the step for which it is asked; empty: it is not asked now."""
    due: float
    """The moment of lived time at which one of our robots takes that step instead."""


def public_info(running: RunningMatch, time: Time) -> MatchInfo:
    """The table as everyone may know it, with the end of the turn, without past holidays."""
    info, row, now = running.info, turn_ends(running.deadlines), time.utc()
    if any(0 < seat.rests <= now for seat in info.seats):
        seats = (replace(seat, rests=0.0) if seat.rests <= now else seat for seat in info.seats)
        info = replace(info, seats=tuple(seats))
    if row is None:
        return info
    return replace(info, deadline=time.shown(row.due), rested=row.since < time.rested)


def with_someone(text: str, seats: set[int], locale: str) -> str:
    """The record with a word in place of the names in these seats, and of erased names."""
    named = words_for(locale).text("someone")

    def other(seat: int, name: str) -> str:
        mark = f" {ROBOT_MARK}" if name.endswith(ROBOT_MARK) else ""
        return f"{named}{mark}" if seat in seats else name

    return renamed(text, other)


class MatchReader:
    """Reads matches as stored now; changes nothing."""

    def __init__(self, store: Store, running: RunningMatches, time: Time) -> None:
        self._store = store
        self._running = running
        self._time = time

    # --- one match -------------------------------------------------------------------------

    async def info(self, match: MatchId) -> MatchInfo | None:
        """The table as everyone may know it; ``None`` for an unknown match."""
        running = await self._running.newest(match)
        return None if running is None else public_info(running, self._time)

    async def infos(self, matches: Iterable[MatchId]) -> list[MatchInfo]:
        """Those of these tables that are known, in this order."""
        found = [await self.info(match) for match in matches]
        return [info for info in found if info is not None]

    async def view(self, match: MatchId, person: PersonId | None) -> SeatView | None:
        """The game as this person sees it. A stranger, or ``person=None``, sees what the public
        sees. ``None`` before the start, and for an unknown match."""
        running = await self._running.newest(match)
        return None if running is None else running.view(running.seat_of(person))

    async def robots_table(self, match: MatchId, robot: PersonId) -> RobotsTable | None:
        """The table for this robot from outside; ``None``: it does not sit there, or none began."""
        running = await self._running.newest(match)
        if running is None or running.state is None:
            return None
        asked = foreign_asked(running)
        for seat in running.info.seats:
            if seat.foreign == robot:
                mine = asked if asked is not None and asked.seat == seat.seat else None
                return RobotsTable(
                    running.info,
                    seat.seat,
                    view(running.state, seat.seat),
                    needs(running.state),
                    "" if mine is None else mine.id,
                    0.0 if mine is None else mine.due,
                )
        return None

    async def asked(self, match: MatchId) -> frozenset[int]:
        """The seats of people for whom the table waits; empty for an unknown match."""
        running = await self._running.newest(match)
        if running is None or running.state is None:
            return frozenset()
        return frozenset(asked(running.state, running.info))

    async def claimants(self, match: MatchId) -> tuple[int, ...]:
        """The seats of the people who may claim there now; empty for an unknown match."""
        running = await self._running.newest(match)
        return () if running is None else running.claimants

    async def signs(self, match: MatchId, person: PersonId) -> SignsOf:
        """The own signs that this person knows at the table."""
        running = await self._running.newest(match)
        return NO_SIGNS if running is None else running.signs_of(person)

    async def ahead(self, match: MatchId, person: PersonId) -> tuple[ConditionalAnswer, ...]:
        """This person's conditional answers for the running hand, also those that were dropped."""
        running = await self._running.newest(match)
        return () if running is None else running.ahead(running.seat_of(person))

    async def words(self, match: MatchId, person: PersonId) -> str:
        """The words that this person has added to the deal at the table; empty: none are stored."""
        running = await self._running.newest(match)
        words = None if running is None else running.row.words_of(person)
        return "" if words is None else words.text

    async def events(self, match: MatchId, person: PersonId | None) -> tuple[AnyEvent, ...]:
        """The events of the running (or last) hand, as this person may know them."""
        running = await self._running.newest(match)
        return () if running is None else running.events_for(running.seat_of(person))

    async def record(self, match: MatchId, locale: str = "") -> str | None:
        """The whole record of a match that is over; then anybody may check it.

        ``locale``: the reader's language, for the word that replaces erased names; empty: nothing
        replaces them. ``None`` for an unknown match, for one that never started, and for one that
        still runs, because its record holds everyone's cards; also for a hand of the day or a
        room of a league until the secret of its deals is published, which then is the last line.
        Of a tournament that is over, its secret is the last line. With velo, the record leaves out
        the cards that the table has not seen."""
        running = await self._running.newest(match)
        if running is None or running.info.status is not Status.OVER:
            return None
        text = record_text(await self._store.read(match_queries.whole_log, match))
        if running.info.shares_deals:
            kept = await self._store.read(commitment_register.secret_of, running.info.sealed_as)
            if kept is None or kept.entry.secret is None:
                return None  # others play the same deals
            text = f"{text}{secret_proof(kept.entry.secret)}\n"
        if running.info.torneo and not running.info.velo:
            kept = await self._store.read(commitment_register.secret_of, running.info.part_of)
            if kept is not None and kept.entry.secret is not None:
                text = f"{text}{tournament_proof(kept.entry.secret)}\n"
        if running.info.velo:
            text = "\n".join(veiled(text.split("\n")))
        nameless = {seat.seat for seat in running.info.people if is_someone(seat.person)}
        return with_someone(text, nameless, locale) if nameless and locale else text

    async def finished_room(self, match: MatchId) -> str | None:
        """The whole record of a room of a league that was played to its end, with its secret, for
        the league alone: nobody else may read it before the secret is published. ``None``: there
        is no such room, or it is not over."""
        running = await self._running.newest(match)
        if running is None or running.info.room is None or running.info.status is not Status.OVER:
            return None
        sealed = await self._running.newest_with_secret(running.info.sealed_as)
        if sealed is None or sealed.dealing is None or sealed.dealing.secret is None:
            return await self.record(match)  # published meanwhile
        text = record_text(await self._store.read(match_queries.whole_log, match))
        return f"{text}{secret_proof(sealed.dealing.secret.reveal())}\n"

    # --- which matches there are -----------------------------------------------------------

    async def at_place(self, place: PlaceId) -> tuple[MatchId, ...]:
        """Open lobbies and running matches of a place, newest first."""
        return tuple(
            row.info.match for row in await self._store.read(match_queries.matches_at, place)
        )

    async def in_community(self, community: CommunityId) -> tuple[MatchId, ...]:
        """Open lobbies and running matches of all places of a community, newest first."""
        return tuple(
            row.info.match for row in await self._store.read(match_queries.matches_in, community)
        )

    async def of_person(self, person: PersonId) -> tuple[MatchId, ...]:
        """Open lobbies and running matches in which this person has a seat, newest first."""
        return tuple(info.match for info in await self._of(person))

    async def _of(self, person: PersonId) -> list[MatchInfo]:
        rows = await self._store.read(match_queries.matches_of, person)
        return [row.info for row in rows if row.info.seat_of(person) is not None]

    async def of_person_at(self, person: PersonId, place: PlaceId) -> MatchId | None:
        """The table of this place at which the person sits: a running match before a lobby."""
        mine = [info for info in await self._of(person) if info.place == place]
        mine.sort(key=lambda info: info.status is Status.LOBBY)
        return mine[0].match if mine else None

    async def last_at_place(self, place: PlaceId) -> MatchId | None:
        """The newest table of a place, open or over (for a rematch, a replay)."""
        row = await self._store.read(match_queries.last_match_at, place)
        return None if row is None else row.info.match

    async def awaited_people(self) -> tuple[PersonId, ...]:
        """The people for whom a table waits now."""
        found: dict[PersonId, None] = {}
        for row in await self._store.deadlines():
            info = await self.info(row.match) if is_persons(row) else None
            if info is not None and info.seats[row.seat].person:
                found[info.seats[row.seat].person] = None
        return tuple(found)

    async def count(self, now: float) -> TableCounts:
        """The number of open and running tables, of those that are stuck, and the seconds by which
        the oldest deadline is overdue. Every table has a deadline."""
        rows = await self._store.deadlines()
        late = max((now - row.due for row in rows), default=0.0)
        return TableCounts(
            live=len({row.match for row in rows}),
            stuck=len({row.match for row in rows if row.due <= now - _STUCK}),
            overdue=max(0.0, late),
        )

    async def are_safe(self) -> bool:
        """Always true. Raises the store's error when matches cannot be read or written."""
        await self._store.check()
        return True
