"""Brings a table in order when people come and go: the host, votes, ends, onlookers."""

from typing import Final

from msgspec.structs import replace

from bot.match.match_draft import MatchDraft
from bot.messages import PersonId
from bot.model import LIVE, SPECTATORS_NO, Status
from bot.store.notices import SEAT_FREE
from engine.variants import table_for

FEWEST_VOTERS: Final = 2
"""A person cannot remove another one alone, so in a match of two nobody is removed."""


def settle(draft: MatchDraft) -> None:
    """Brings a table in order after people have come or gone; called after every command."""
    people = draft.info.people
    present = tuple(seat.person for seat in people if not seat.away)
    if draft.info.status is Status.PLAYING:
        gone = people and all(map(draft.info.has_gone, people))
        if gone and draft.info.room is None:
            draft.end("abandoned")
            return
        _settle_vote(draft)
        late = tuple(seat for seat in draft.info.late if draft.info.seats[seat].present)
        if late != draft.info.late:
            draft.set_info(late=late)
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
    seated = [seat for seat in people if not draft.info.has_gone(seat)]
    unseen = tuple(
        person for person in draft.info.unseen if any(person == s.person for s in seated)
    )
    if unseen != draft.info.unseen:
        draft.set_info(unseen=unseen)
    if seated and draft.info.host not in {seat.person for seat in seated}:
        draft.set_info(host=min(seated, key=lambda seat: (seat.since, seat.seat)).person)


def _settle_vote(draft: MatchDraft) -> None:
    """Counts a vote for the people who are present now. The vote ends when the absent person is
    back, when too few people are left, or when all have said yes."""
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


def _keep_signs(draft: MatchDraft) -> None:
    """Removes the own signs of which not all people sit on the same side any more."""
    info = draft.info
    sides: tuple[set[PersonId], set[PersonId]] = (set(), set())
    if info.status is not Status.CLOSED:
        table = table_for(info.variant, info.players, dict(info.options))
        for seat in info.people:
            sides[table.sides[seat.seat]].add(seat.person)
    signs = tuple(
        sign for sign in draft.row.signs if any(set(sign.people) <= side for side in sides)
    )
    if signs != draft.row.signs:
        draft.set_signs(signs)


def _keep_words(draft: MatchDraft) -> None:
    """Removes the words of people who have left the lobby from the deal."""
    words = tuple(word for word in draft.row.words if draft.info.seat_of(word.person) is not None)
    if words != draft.row.words:
        draft.row = replace(draft.row, words=words)


def let_onlookers_go(draft: MatchDraft) -> None:
    """Removes the onlookers who have sat down. Removes all onlookers when the table no longer
    allows them, has just become private, or is over."""
    info, before = draft.info, draft.before.info
    if not info.onlookers and not info.silent_onlookers:
        return
    if info.status not in LIVE:
        draft.set_info(onlookers=(), silent_onlookers=())
        return
    wanted = info.spectators != SPECTATORS_NO and (before.private or not info.private)
    left = tuple(
        onlooker for onlooker in info.onlookers if wanted and info.seat_of(onlooker.person) is None
    )
    seated = [seat for seat in info.people if seat.person in info.silent_onlookers]
    draft.set_info(
        onlookers=left,
        # A person who was silenced as an onlooker stays silenced in the seat.
        silent=tuple(dict.fromkeys((*info.silent, *(seat.seat for seat in seated)))),
        silent_onlookers=tuple(
            onlooker for onlooker in info.silent_onlookers if info.seat_of(onlooker) is None
        ),
    )


def tell_of_free_seat(draft: MatchDraft) -> None:
    """Tells the onlookers of a full lobby when a seat comes free."""
    info, before = draft.info, draft.before.info
    if draft.new or info.status is not Status.LOBBY or info.starting or info.part_of:
        return
    if any(seat.free for seat in info.seats) and not any(seat.free for seat in before.seats):
        draft.summon(SEAT_FREE, [onlooker.person for onlooker in info.onlookers])
