"""Reads matches and their logs, deadlines, surfaces and notices. Each function is a work
(:mod:`bot.store.transaction`)."""

from collections.abc import Collection
from typing import Final

import msgspec
from msgspec.structs import replace

from bot.common.lived_time import Lived
from bot.messages import AnyReply, CommunityId, MatchId, PersonId, PlaceId
from bot.model import ENDED
from bot.store.changes import Stored
from bot.store.errors import DamagedMatch
from bot.store.model import Deadline, HandSnapshot, LogRow, MatchRow, Notice, NoticeState, Surface
from bot.store.records import PackedRecord, unpacked
from bot.store.seals import seal_of_match
from bot.store.statements import Statements
from bot.store.transaction import Rows, Work, ask, of_one_moment

_match_decoder: Final = msgspec.json.Decoder(MatchRow)
_reply_decoder: Final[msgspec.json.Decoder[AnyReply]] = msgspec.json.Decoder(AnyReply)


@of_one_moment
def load(use: Statements, match: MatchId) -> Work[Stored | None]:
    """What is needed to continue a match; ``None``: the match is unknown.

    Raises :class:`bot.store.errors.DamagedMatch` when the stored rows are not those that were
    written.
    """
    found = yield from ask(use.whole_match, {"match": match})
    if not found:
        return None
    *values, seal = found[0]
    deadlines = _deadlines((yield from ask(use.deadlines_of, {"match": match})))
    row = _match_row(*values[-4:])
    if row is None or seal != seal_of_match(values, deadlines):
        raise DamagedMatch(match)
    record: PackedRecord | None = None
    if row.info.status in ENDED:
        record = yield from record_of(use, match)
    if record is not None:
        row = replace(row, snapshot=None)
    after = 0 if row.snapshot is None else row.snapshot.number
    log = yield from _log_from(use, match, record, after)
    return Stored(row, log, deadlines, 0 if record is None else record.number)


def record_of(use: Statements, match: MatchId) -> Work[PackedRecord | None]:
    """The packed record of a match; ``None``: nothing of it is packed."""
    found = yield from ask(use.record_of, {"match": match})
    return PackedRecord(*found[0]) if found else None


@of_one_moment
def whole_log(use: Statements, match: MatchId) -> Work[tuple[LogRow, ...]]:
    """Every step of a match. In a packed match one row stands for all packed rows; it has the
    number of the last of them."""
    record = yield from record_of(use, match)
    return (yield from _log_from(use, match, record, 0))


def _log_from(
    use: Statements, match: MatchId, record: PackedRecord | None, after: int
) -> Work[tuple[LogRow, ...]]:
    """The log after a row; all of it where some is packed."""
    if record is None:
        return (yield from log_after(use, match, after))
    return (unpacked(record), *(yield from log_after(use, match, record.number)))


def log_after(use: Statements, match: MatchId, number: int) -> Work[tuple[LogRow, ...]]:
    """A match's log rows after that number."""
    found = yield from ask(use.log_after, {"match": match, "after": number})
    return tuple(LogRow(*row) for row in found)


def version(use: Statements, match: MatchId) -> Work[int]:
    """The number of a match's last log row, or 0."""
    found = yield from ask(use.version, {"match": match})
    return found[0][0] if found else 0


def matches_at(use: Statements, place: PlaceId) -> Work[tuple[MatchRow, ...]]:
    """Open lobbies and running matches of a place, the newest first."""
    return _match_rows((yield from ask(use.matches_at, {"place": place})))


def matches_in(use: Statements, community: CommunityId) -> Work[tuple[MatchRow, ...]]:
    """Open lobbies and running matches of all places of a community, the newest first."""
    # All that begins so, as the index has it: the sign after the stroke is the nought.
    values = {"first": f"{community}/", "end": f"{community}0"}
    return _match_rows((yield from ask(use.matches_in, values)))


def last_match_at(use: Statements, place: PlaceId) -> Work[MatchRow | None]:
    """The newest match of a place that was ever started, or else its newest lobby; ``None``:
    there is neither."""
    return _first(_match_rows((yield from ask(use.last_match_at, {"place": place}))))


def matches_of(use: Statements, person: PersonId) -> Work[tuple[MatchRow, ...]]:
    """Open lobbies and running matches in which the person has a seat, the newest first."""
    return _match_rows((yield from ask(use.matches_of, {"person": person})))


def last_matches_of(use: Statements, person: PersonId, most: int) -> Work[tuple[MatchRow, ...]]:
    """At most so many matches that are over in which the person has a seat, newest first."""
    values = {"person": person, "most": most}
    return _match_rows((yield from ask(use.last_matches_of, values)))


def tournaments_at(use: Statements, place: PlaceId) -> Work[tuple[MatchRow, ...]]:
    """Tournaments of a place that are not over, the newest first."""
    return _match_rows((yield from ask(use.tournaments_at, {"place": place})))


def tournaments_of(use: Statements, person: PersonId) -> Work[tuple[MatchRow, ...]]:
    """Tournaments for which the person has signed up that are not over, the newest first."""
    return _match_rows((yield from ask(use.tournaments_of, {"person": person})))


def last_press_of(use: Statements, person: PersonId) -> Work[float]:
    """When the person's newest answer was stored; 0: there is none."""
    ((at,),) = yield from ask(use.last_press_of, {"person": person})
    return at or 0.0


# --- what a store may know by heart: ask its methods, which ask these -----------------------


def due(use: Statements, now: float, most: int) -> Work[tuple[Deadline, ...]]:
    """Deadlines that have come, the oldest first."""
    return _deadlines((yield from ask(use.due, {"now": now, "most": most})))


def lived(use: Statements) -> Work[Lived | None]:
    """The last moment of lived time that was stored."""
    found = yield from ask(use.lived)
    return Lived(*found[0]) if found else None


def all_deadlines(use: Statements) -> Work[tuple[Deadline, ...]]:
    """Every deadline."""
    return _deadlines((yield from ask(use.all_deadlines)))


def next_due(use: Statements) -> Work[float | None]:
    """The moment of the earliest deadline."""
    found = yield from ask(use.next_due)
    earliest: float | None = found[0][0]
    return earliest


def surfaces_behind(use: Statements, some: Collection[MatchId] | None) -> Work[tuple[Surface, ...]]:
    """Surfaces that do not show the version that they should, of some matches or of all
    (``None``)."""
    if some is None:
        return surfaces_from((yield from ask(use.surfaces_behind)))
    if not some:
        return ()
    return surfaces_from(
        (yield from ask(use.surfaces_behind_of, *({"match": match} for match in some)))
    )


def notices_waiting(use: Statements, some: Collection[MatchId] | None) -> Work[tuple[Notice, ...]]:
    """Notices that still wait to be sent, of some matches or of all (``None``), the oldest
    first."""
    if some is None:
        return notices_from((yield from ask(use.notices_waiting)))
    if not some:
        return ()
    found = yield from ask(use.notices_waiting_of, *({"match": match} for match in some))
    return tuple(sorted(notices_from(found), key=lambda notice: (notice.at, notice.id)))


def surface(use: Statements, id: str) -> Work[Surface | None]:
    """The surface with this id; ``None``: there is none."""
    found = surfaces_from((yield from ask(use.surface_with, {"id": id})))
    return found[0] if found else None


def surfaces_of(use: Statements, match: MatchId) -> Work[tuple[Surface, ...]]:
    """The surfaces of a match."""
    return surfaces_from((yield from ask(use.surfaces_of, {"match": match})))


def all_matches(use: Statements) -> Work[tuple[MatchId, ...]]:
    """Every match there is."""
    return tuple(row[0] for row in (yield from ask(use.all_matches)))


def matches_beside(use: Statements) -> Work[tuple[MatchId, ...]]:
    """Matches of which something is left, but not their own row."""
    return tuple(sorted(row[0] for row in (yield from ask(use.matches_beside))))


def sitting(use: Statements, match: MatchId) -> Work[frozenset[PersonId]]:
    """The people with a seat, as one looks for matches by them."""
    found = yield from ask(use.sitting_at, {"match": match})
    return frozenset(row[0] for row in found)


class ByHeart(msgspec.Struct, frozen=True):
    """All that the store holds and that changes with the press, not with the matches of a year."""

    deadlines: tuple[Deadline, ...]
    surfaces: tuple[Surface, ...]
    communities: dict[MatchId, CommunityId]
    """By match: open lobbies, running matches, and every other match that is shown somewhere."""
    notices: tuple[Notice, ...]
    """The notices that wait."""


@of_one_moment
def by_heart(use: Statements) -> Work[ByHeart]:
    """See :class:`ByHeart`."""
    deadlines = yield from all_deadlines(use)
    shown = yield from ask(use.all_surfaces)
    notices = yield from notices_waiting(use, None)
    communities = {row[1]: row[-1] for row in shown if row[-1] is not None}
    communities.update((yield from ask(use.live_communities)))
    return ByHeart(deadlines, surfaces_from([row[:-1] for row in shown]), communities, notices)


def read_reply(text: str) -> AnyReply:
    """A reply as it was written."""
    return _reply_decoder.decode(text)


def _match_rows(rows: Rows) -> tuple[MatchRow, ...]:
    made = (_match_row(*row) for row in rows)
    return tuple(row for row in made if row is not None)


def _match_row(
    text: str, snapshot: bytes | None, number: int | None, seal: bytes | None
) -> MatchRow | None:
    """The row, or ``None`` for one that cannot be read: a list goes on without it."""
    try:
        row = _match_decoder.decode(text)
    except (msgspec.MsgspecError, UnicodeError, TypeError):
        return None
    if snapshot is None or number is None or seal is None:
        return row
    return replace(row, snapshot=HandSnapshot(number, snapshot, seal))


def _first(rows: tuple[MatchRow, ...]) -> MatchRow | None:
    return rows[0] if rows else None


def _deadlines(rows: Rows) -> tuple[Deadline, ...]:
    return tuple(Deadline(*row) for row in rows)


def surfaces_from(rows: Rows) -> tuple[Surface, ...]:
    return tuple(replace(Surface(*row), lost=bool(row[-1])) for row in rows)


def notices_from(rows: Rows) -> tuple[Notice, ...]:
    return tuple(replace(Notice(*row), state=NoticeState(row[-1])) for row in rows)
