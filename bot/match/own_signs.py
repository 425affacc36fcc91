"""Own signs: gestures of a side, with a meaning that its partners have agreed on.

The people of a side agree before the match or between hands. The people who sat on the side when
the sign was written know it, and nobody else does. When one of them leaves the side, the sign is
removed. Robots know no own signs."""

from typing import Final

from bot.match.match_draft import MatchDraft
from bot.match.names import shown_name
from bot.messages import Accepted, AgreeSign, AnyReply, DropSign, NotSeated, PersonId, Refused
from bot.model import LIVE, OwnSign
from bot.reasons import ServiceReason
from engine.guard.legal import needs
from engine.seen.senas import MINIMUM_PLAYERS, senas_for
from engine.variants import table_for

MOST: Final = 6
"""The most own signs of a side."""
LONGEST_GESTURE: Final = 32
LONGEST_MEANING: Final = 48


def agree(draft: MatchDraft, command: AgreeSign) -> AnyReply:
    """Agrees on the meaning of a gesture. A gesture that already has a meaning gets the new one."""
    if refused := _not_now(draft, command.person):
        return refused
    info = draft.info
    gesture = shown_name(command.gesture, longest=LONGEST_GESTURE)
    meaning = shown_name(command.meaning, longest=LONGEST_MEANING)
    if not gesture or not meaning:
        return Refused(ServiceReason.BAD_SIGN, info.match)
    side = _side_of(draft, command.person)
    if len(side) < 2:
        return Refused(ServiceReason.NO_ONE_TO_AGREE, info.match)
    others = tuple(partner for partner in side if partner != command.person)
    sign = OwnSign(gesture, meaning, (command.person, *others))
    # Another sign with this number would have the same button.
    kept = tuple(
        other
        for other in draft.row.signs
        if other.number != sign.number or other.people[0] not in side
    )
    if sum(other.people[0] in side for other in kept) >= MOST:
        return Refused(ServiceReason.TOO_MANY_SIGNS, info.match, (("n", str(MOST)),))
    draft.set_signs((*kept, sign))
    return Accepted(info.match)


def drop(draft: MatchDraft, command: DropSign) -> AnyReply:
    """Removes a sign. Anybody who knows it may do that."""
    if refused := _not_now(draft, command.person):
        return refused
    known = known_as(draft, command.person, command.sign)
    if known is None:
        return Refused(ServiceReason.NO_SUCH_SENA, draft.info.match)
    draft.set_signs(tuple(sign for sign in draft.row.signs if sign != known))
    return Accepted(draft.info.match)


def known_as(draft: MatchDraft, person: PersonId, sign: str) -> OwnSign | None:
    """The own sign with this id or gesture, if this person knows it."""
    known = (own for own in draft.row.signs if person in own.people)
    return next((own for own in known if sign in (own.id, own.gesture)), None)


def _not_now(draft: MatchDraft, person: PersonId) -> AnyReply | None:
    """The refusal of a new sign; ``None``: the person may agree on one now."""
    info, state = draft.info, draft.state
    seat = info.seat_of(person)
    if seat is None:
        return NotSeated(info.match)
    if info.status not in LIVE:
        return Refused(ServiceReason.TABLE_CLOSED, info.match)
    if info.has_gone(seat):
        return Refused(ServiceReason.HAS_LEFT, info.match)
    table = table_for(info.variant, info.players, dict(info.options))
    if not senas_for(table):
        few = info.players < MINIMUM_PLAYERS
        reason = ServiceReason.NO_PARTNER if few else ServiceReason.SENAS_OFF
        return Refused(reason, info.match)
    if state is not None and needs(state) == "seat":
        return Refused(ServiceReason.SIGNS_LATER, info.match)
    return None


def _side_of(draft: MatchDraft, person: PersonId) -> tuple[PersonId, ...]:
    """The people of this person's side who have not left."""
    info = draft.info
    sides = table_for(info.variant, info.players, dict(info.options)).sides
    mine = info.seat_of(person)
    return tuple(
        seat.person
        for seat in info.people
        if mine is not None and sides[seat.seat] == sides[mine.seat]
        if not info.has_gone(seat)
    )
