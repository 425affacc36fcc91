"""The changes that the store writes, and their outcomes."""

import math
from collections.abc import Sequence

from msgspec import Struct

from bot.common.lived_time import Lived
from bot.messages import AnyReply, CommunityId, MatchId, PersonId
from bot.store import model
from bot.store.notices import Notice, NoticeState
from bot.store.people.chips import is_person
from bot.store.people.linking import Merge
from bot.store.records import PackedRecord
from bot.store.results.model import (
    Badge,
    DailyResult,
    MatchResult,
    Rated,
    Rating,
    Standing,
    Statistics,
    Transfer,
)
from bot.store.results.standings import Scope


class Rewritten(Struct, frozen=True, gc=False):
    """A match's log without the name of an erased person (:mod:`bot.store.writing.erasing`)."""

    log: tuple[model.LogRow, ...]
    """The rows that replace all rows of the log; none if the match is packed."""
    record: PackedRecord | None
    """The packed record, in place of the log; ``None``: the match is not packed."""
    packed: int
    """The last packed row when the log was read; 0: none. The change needs it unchanged."""


class MatchChange(Struct, frozen=True, gc=False):
    """The changes of one step in one match. Surfaces should then show ``row.info.version``."""

    row: model.MatchRow
    log: tuple[model.LogRow, ...]
    """The step's rows, at least one; the last one has the number ``row.info.version``. The change
    is made only if no rows with these numbers exist yet."""
    deadlines: tuple[model.Deadline, ...]
    """All deadlines of the match from now on."""
    sitting: tuple[PersonId, ...] | None = None
    """The ids by which the match is found: those of the people with a seat, and of robots from
    outside; ``None``: the same as before."""
    results: tuple[MatchResult, ...] = ()
    transfers: tuple[Transfer, ...] = ()
    """Chips into or out of the match's pot. The change needs people to have what they pay."""
    notices: tuple[Notice, ...] = ()
    rewritten: Rewritten | None = None
    """The rows that replace the log before this step; ``None``: the log stays."""
    secret: model.SealedSecret | None = None
    """The secret of a table that is opened: its commitment enters the register."""
    round: int | None = None
    """The round of the beacon that this step fixes, for the register. It never changes again."""
    disclosed: model.Disclosed | None = None
    """What the register publishes about a match that ends; the sealed secret is deleted."""
    daily: DailyResult | None = None
    """The result of a hand of the day that was played to its end."""
    answers: tuple[model.DailyAnswer, ...] = ()
    """The robots' answers in new positions of a day. The change is made only if nobody has answered
    in these positions yet."""


class SurfaceSeen(Struct, frozen=True, gc=False):
    """The facts about one surface after it was shown."""

    surface: str
    shown: int
    digest: str
    address: str | None = None
    """The surface's new address; ``None``: it has not moved."""
    lost: bool = False
    read: model.Surface | None = None
    """The surface as it was read before it was shown. A change with this holds nothing else, and is
    written only if the surface still has that address. If somebody has asked meanwhile to show it
    anew, that request is kept."""


class Mark(Struct, frozen=True, gc=False):
    """Notes that a notice no longer waits. A change with a mark holds nothing else."""

    notice: str
    state: NoticeState
    call: Notice | None = None
    """The notice itself if it stands in a log row."""


class Tidy(Struct, frozen=True, gc=False):
    """A small step of clearing away, after everything else in the same batch is written."""

    before: float
    """A moment, in UTC seconds since the epoch. Everything that ended before it is old: answers,
    notices, surfaces that can no longer be changed, sums of weeks, meetings of two people, and the
    log and the surfaces of matches, which are then packed. Lost surfaces are always removed."""
    records_before: float | None = None
    """Matches that were packed and ended before this moment are deleted; ``None``: none ever."""
    most: int = 100
    """The most answers, notices, surfaces, sums and meetings that are removed."""
    matches: int = 10
    """The most matches that are packed or deleted."""


class Erase(Struct, frozen=True, gc=False):
    """Deletes everything that is kept of a person or of a community, apart from the matches. It is
    done after everything else in the same batch is written."""

    owners: tuple[PersonId | CommunityId, ...]
    """A person, with the communities of that person alone (private chats); or a community."""
    settings: tuple[str, ...] = ()
    """Names of settings that are about one of these owners. They are deleted for all owners."""
    answers_before: float = -math.inf
    """Answers from before this moment are deleted, because each of them may hold the name."""
    matches: tuple[MatchId, ...] = ()
    """Matches that are deleted as a whole."""


class Changes(Struct, frozen=True, gc=False):
    """Changes that are written together or not at all."""

    matches: tuple[MatchChange, ...] = ()
    answer: model.StoredAnswer | None = None
    """The answer to a request. The changes are made only if the request has no answer yet."""
    surfaces: tuple[model.Surface, ...] = ()
    """New surfaces, or surfaces that replace those with the same ids. The changes are made only if
    their match has no newer version than they should show."""
    forgotten: tuple[str, ...] = ()
    """Surfaces that no longer exist."""
    seen: tuple[SurfaceSeen, ...] = ()
    doubted: tuple[str, ...] = ()
    """Surfaces whose picture nobody knows for certain. They are shown anew in any case."""
    mark: Mark | None = None
    """Marks a notice. The changes are made only if the notice still waits."""
    preferences: tuple[model.Preference, ...] = ()
    """Languages that people have chosen, or that were chosen for communities. Surfaces that use
    such a choice are shown anew."""
    settings: tuple[model.Setting, ...] = ()
    transfers: tuple[Transfer, ...] = ()
    """Presents of chips. A transfer that was already made is not made again."""
    tidy: Tidy | None = None
    erase: Erase | None = None
    merge: Merge | None = None
    """Two people who become one. This comes after everything else in the batch."""
    lived: Lived | None = None
    """The moment of lived time of this write. Stored only if it is later than the stored one."""


def marked(notice: Notice, state: NoticeState) -> Changes:
    """The change that notes the new state of a notice."""
    return Changes(mark=Mark(notice.id, state, notice if notice.number else None))


class Committed(Struct, frozen=True, gc=False):
    """The change was stored, durably."""


class Lost(Struct, frozen=True, gc=False):
    """Another process was faster: nothing of this change was stored."""


class Short(Struct, frozen=True, gc=False):
    """Some people do not have the chips that they should pay: nothing of this change was stored."""

    people: tuple[PersonId, ...]


class Repeated(Struct, frozen=True, gc=False):
    """The request was answered before: nothing of this change was stored."""

    reply: AnyReply


class Tidied(Struct, frozen=True, gc=False):
    """The rows that one step of clearing away, or one erasure, has removed."""

    packed: tuple[MatchId, ...] = ()
    deleted: tuple[MatchId, ...] = ()
    surfaces: tuple[str, ...] = ()
    """The surfaces that were removed."""
    notices: tuple[tuple[str, MatchId], ...] = ()
    """The notices that were removed, with their matches."""
    owners: tuple[str, ...] = ()
    """The people and communities whose language or settings were removed."""
    more: bool = False
    """There may be more old data."""


Outcome = Committed | Lost | Short | Repeated | Tidied


class Stored(Struct, frozen=True, gc=False):
    """A match as it was stored at one instant."""

    row: model.MatchRow
    log: tuple[model.LogRow, ...]
    """The log's rows after the snapshot, without one all, as :meth:`Store.log` returns it."""
    deadlines: tuple[model.Deadline, ...]
    packed: int = 0
    """The number of the last packed row of the log; 0: nothing is packed."""


class KeptOfPerson(Struct, frozen=True, gc=False):
    """Everything that is stored about a person, except the matches and the settings."""

    transfers: tuple[Transfer, ...]

    results: tuple[MatchResult, ...]
    standings: tuple[tuple[Scope, str, Standing], ...]
    """The person's sums, each with its scope and its period's key."""
    answers: tuple[model.StoredAnswer, ...]
    surfaces: tuple[model.Surface, ...]
    notices: tuple[Notice, ...]
    ratings: tuple[Rating, ...]
    rated: tuple[Rated, ...]
    """The changes that each match made to the person's ratings."""
    statistics: tuple[Statistics, ...]
    """The person's statistics, one for each game."""
    badges: tuple[Badge, ...]
    daily: tuple[DailyResult, ...]
    """The newest day first."""
    meetings: tuple[tuple[str, int], ...]
    """For each adversary on each of the last days: the day, and how often they met."""


def rounds(changes: Sequence[Changes]) -> list[list[int]]:
    """Sorts changes into rounds. The changes of one round share no key, so they may be written at
    the same time. Each round is a list of indexes into ``changes``. A change comes in a later round
    than every earlier change with one of its keys."""
    if len(changes) == 1:
        return [[0]]
    made: list[list[int]] = []
    last_round: dict[tuple[str, ...], int] = {}
    for index, change in enumerate(changes):
        keys = _keys(change)
        turn = 1 + max((last_round.get(key, -1) for key in keys), default=-1)
        if turn == len(made):
            made.append([])
        made[turn].append(index)
        last_round.update(dict.fromkeys(keys, turn))
    return made


def transfers_of(change: Changes) -> tuple[Transfer, ...]:
    return (
        *change.transfers,
        *(transfer for part in change.matches for transfer in part.transfers),
    )


def _keys(change: Changes) -> set[tuple[str, ...]]:
    keys: set[tuple[str, ...]] = {("match", part.row.info.match) for part in change.matches}
    keys |= {
        ("daily", answer.sealed, answer.position)
        for part in change.matches
        for answer in part.answers
    }
    if change.answer is not None:
        keys.add(("answer", change.answer.person, change.answer.request))
    if change.mark is not None:
        keys.add(("notice", change.mark.notice))
    keys |= {("surface", surface.id) for surface in change.surfaces}
    keys |= {("match", surface.match) for surface in change.surfaces}
    keys |= {("surface", surface) for surface in change.forgotten}
    keys |= {("surface", seen.surface) for seen in change.seen}
    keys |= {("surface", surface) for surface in change.doubted}
    keys |= {("owner", preference.owner) for preference in change.preferences}
    keys |= {("setting", setting.owner) for setting in change.settings}
    moved = transfers_of(change)
    owners = {transfer.payer for transfer in moved} | {transfer.payee for transfer in moved}
    keys |= {("chips", owner) for owner in owners if is_person(owner)}
    return keys
