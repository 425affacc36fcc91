"""What follows from people's coming and going: who hosts, who votes, what ends, who looks on."""

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from bot.messages import PersonId
from bot.model import LIVE, SPECTATORS_NO, MatchInfo, Status
from engine.variants import table_for

if TYPE_CHECKING:
    from bot.match.match_draft import MatchDraft

FEWEST_VOTERS: Final = 2
"""Nobody removes another alone: in a match of two people nobody is removed."""


def settle(draft: "MatchDraft") -> None:
    """Does what follows from people's coming and going, after any command."""
    present = tuple(seat.person for seat in draft.info.people if not seat.away)
    if draft.info.status is Status.PLAYING:
        if all(map(draft.info.has_gone, draft.info.people)):
            draft.end("abandoned")
            return
        _settle_vote(draft)
        agreed = tuple(person for person in draft.info.agreed if person in present)
        if agreed != draft.info.agreed:
            draft.set_info(agreed=agreed)
        if agreed and set(agreed) == set(present):
            draft.end("agreed")
            return
    if draft.row.signs:
        _keep_signs(draft)
    if draft.info.commitment and draft.info.status is Status.LOBBY:
        _keep_words(draft)
        _settle_start(draft)
        draft.count_words()
    seated = [seat for seat in draft.info.people if not draft.info.has_gone(seat)]
    unseen = tuple(one for one in draft.info.unseen if any(one == s.person for s in seated))
    if unseen != draft.info.unseen:
        draft.set_info(unseen=unseen)
    if seated and draft.info.host not in {seat.person for seat in seated}:
        draft.set_info(host=min(seated, key=lambda seat: (seat.since, seat.seat)).person)


def _settle_start(draft: "MatchDraft") -> None:
    """Somebody comes, goes, or changes what is played: the host has to start anew. Somebody
    changes their phrase: everybody looks at the new list. So they do at a full table of a
    tournament when somebody goes on with another account: nobody else could start it anew."""
    before, info = draft.before, draft.info
    if not (before.info.starting and info.starting):
        return
    if _who_and_what(before.info) != _who_and_what(info):
        if info.part_of and not any(seat.free for seat in info.seats):
            draft.show_last_phrases()
            return
        draft.set_info(starting=False, ready=())
    elif before.row.words != draft.row.words:
        draft.show_last_phrases(draft.row.words[-1].person)


def _settle_vote(draft: "MatchDraft") -> None:
    """A vote counts for the people who are present now. It is over when its absent person is
    back, when too few are left to vote, or when all of them have said yes."""
    info, vote = draft.info, draft.info.vote
    if vote is None:
        return
    agreed = tuple(seat for seat in vote.agreed if seat in info.voters)
    if vote.seat not in info.removable or not agreed or len(info.voters) < FEWEST_VOTERS:
        draft.set_info(vote=None)
    elif set(agreed) == set(info.voters):
        absent = info.seats[vote.seat].person
        draft.set_info(vote=None, removed=(*info.removed, absent))
    elif agreed != vote.agreed:
        draft.set_info(vote=replace(vote, agreed=agreed))


def _keep_signs(draft: "MatchDraft") -> None:
    """An own sign is gone once one of those who know it sits at their side no more."""
    info = draft.info
    sides: tuple[set[PersonId], set[PersonId]] = (set(), set())
    if info.status is not Status.CLOSED:
        table = table_for(info.variant, info.players, dict(info.options))
        for seat in info.people:
            sides[table.sides[seat.seat]].add(seat.person)
    signs = tuple(one for one in draft.row.signs if any(set(one.people) <= side for side in sides))
    if signs != draft.row.signs:
        draft.set_signs(signs)


def _keep_words(draft: "MatchDraft") -> None:
    """Who has left the lobby adds nothing."""
    words = tuple(one for one in draft.row.words if draft.info.seat_of(one.person) is not None)
    if words != draft.row.words:
        draft.row = replace(draft.row, words=words)


def let_onlookers_go(draft: "MatchDraft") -> None:
    """Whoever has sat down looks on no longer; nobody does where the table does not want it any
    more, or has just become private, or is over."""
    info, before = draft.info, draft.before.info
    if not info.onlookers and not info.silent_onlookers:
        return
    if info.status not in LIVE:
        draft.set_info(onlookers=(), silent_onlookers=())
        return
    wanted = info.spectators != SPECTATORS_NO and (before.private or not info.private)
    left = tuple(one for one in info.onlookers if wanted and info.seat_of(one.person) is None)
    seated = [seat for seat in info.people if seat.person in info.silent_onlookers]
    draft.set_info(
        onlookers=left,
        # A person is silent in their seat as they were beside it.
        silent=tuple(dict.fromkeys((*info.silent, *(seat.seat for seat in seated)))),
        silent_onlookers=tuple(one for one in info.silent_onlookers if info.seat_of(one) is None),
    )


def _who_and_what(info: MatchInfo) -> tuple[object, ...]:
    """Who sits where, and what is played."""
    return tuple((seat.person, seat.robot) for seat in info.seats), info.terms
