"""The notices that a change of a match sends to people."""

from msgspec.structs import replace

from bot.match import daily, deadlines
from bot.match.match_draft import MatchDraft
from bot.messages import PersonId
from bot.model import Status
from bot.store.notices import (
    CHALLENGE,
    CONCLUDED,
    DAY_BOARD,
    LATE,
    REMIND,
    REMOVED,
    SEAL,
    SHARED,
    Notice,
    notice_id,
)


def notices(draft: MatchDraft, actor: PersonId, version: int) -> tuple[Notice, ...]:
    """The notices to store with this version of the match. ``actor``: the person who gave the
    command. They get no notice of it."""
    return (*_seal(draft), *_concluded(draft), *_after_change(draft, actor, version))


def _after_change(draft: MatchDraft, actor: PersonId, version: int) -> tuple[Notice, ...]:
    if draft.info.daily is not None:
        return (*_shared(draft), *_day_boards(draft))  # nobody waits for the person
    if draft.summons:
        return tuple(
            _notice(draft, f"{version}.t{number}", person, draft.summoned_to)
            for number, person in enumerate(draft.summons)
        )
    if draft.state is None:
        called = draft.new or draft.called_again
        return _challenges(draft, actor, version) if called else _dismissals(draft, version)
    kinds: dict[int, str]
    if draft.is_late:
        kinds = dict.fromkeys(draft.info.claimants(draft.state.table.sides), LATE)
    elif draft.row.moved == draft.before.row.moved:
        late = draft.reminded in deadlines.asked(draft.state, draft.info)
        kinds = {draft.reminded: REMIND} if late else {}
    elif draft.info.status is Status.OVER:
        kinds = {seat.seat: "end" for seat in draft.info.people if not draft.info.has_gone(seat)}
    else:
        kinds = deadlines.asked(draft.state, draft.info)
    # Reminders have rows of their own: at slow tables one tells of other tables too.
    stepped = draft.row.moved != draft.before.row.moved and not draft.is_late
    in_row = version if stepped and draft.info.status is Status.PLAYING else 0
    return _dismissals(draft, version) + tuple(
        replace(
            _notice(draft, f"{version}.{seat}", draft.info.seats[seat].person, kind), number=in_row
        )
        for seat, kind in kinds.items()
        if draft.info.seats[seat].person != actor
    )


def _seal(draft: MatchDraft) -> tuple[Notice, ...]:
    """The notice that makes the updater publish a new table's commitment, where a message of its
    own shows it; empty if no such table was opened."""
    if draft.secret is None or not draft.info.shows_seal:
        return ()
    made = _notice(draft, SEAL, draft.info.host, SEAL)
    return (replace(made, moment=draft.info.community),)


def _concluded(draft: MatchDraft) -> tuple[Notice, ...]:
    """The notice that makes the updater post the end of a tournament, when it has just ended."""
    info, before = draft.info, draft.before.info
    if info.status is not Status.CONCLUDED or before.status is Status.CONCLUDED:
        return ()
    made = _notice(draft, CONCLUDED, info.community, CONCLUDED)
    return (replace(made, moment=info.place),)


def _shared(draft: MatchDraft) -> tuple[Notice, ...]:
    """The notice that makes the updater post a result that was just shared."""
    now, before = draft.info.daily, draft.before.info.daily
    if now is None or before is None or not now.shared or before.shared:
        return ()
    made = _notice(draft, SHARED, draft.info.people[0].person, SHARED)
    return (replace(made, moment=now.asked_in),)


def _day_boards(draft: MatchDraft) -> tuple[Notice, ...]:
    """The notices that make the updater post the scoreboards of a day, when this table closes and
    held one of its secrets. There is such a table for each game; the notices are the same."""
    day = draft.info.daily
    if day is None:
        return ()
    board, now = daily.board_id(day.number), draft.environment.utc
    return tuple(
        Notice(notice_id(board, community), board, community, DAY_BOARD, place, now)
        for community, place in draft.environment.boards
    )


def _challenges(draft: MatchDraft, actor: PersonId, version: int) -> tuple[Notice, ...]:
    """The notices to people with a kept seat. In a league ``actor`` opened it and gets none."""
    return tuple(
        _notice(draft, f"{version}.k{number}", person, CHALLENGE)
        for number, (person, _) in enumerate(draft.info.kept)
        if not (draft.info.league and person == actor)
    )


def _dismissals(draft: MatchDraft, version: int) -> tuple[Notice, ...]:
    """The notices to the people who have just been removed."""
    before = () if draft.new else draft.before.info.removed
    return tuple(
        _notice(draft, f"{version}.x{number}", person, REMOVED)
        for number, person in enumerate(draft.info.removed)
        if len(draft.info.removed) > len(before) and person not in before
    )


def _notice(draft: MatchDraft, name: str, person: PersonId, kind: str) -> Notice:
    """A notice to this person. ``name`` must be unique in the match."""
    match, moment, now = draft.info.match, str(draft.row.moved), draft.environment.utc
    return Notice(notice_id(match, name), match, person, kind, moment, now)
