"""Signing up for a tournament, choosing partners, and leaving a tournament."""

from typing import Final

from msgspec.structs import replace

from bot.match import stakes
from bot.match.match_draft import MatchDraft
from bot.match.names import shown_name
from bot.messages import Accepted, AnyReply, Join, MatchId, PersonId, Refused
from bot.model import MatchInfo, Status
from bot.reasons import ServiceReason
from bot.tournaments import steps
from bot.tournaments.state import Entrant, Format, Tournament
from bot.tournaments.teams import are_together, waiting_for

SIGNED_UP: Final = "tournament.signed_up"
CHOSEN: Final = "tournament.chosen"
TOGETHER: Final = "tournament.together"
ENTERED: Final = frozenset({SIGNED_UP, CHOSEN, TOGETHER})
"""The notes of the answers to people who sign up or choose a partner."""
WITHDRAWN: Final = "tournament.withdrawn"
"""The note of the answer to a person who leaves."""

Partners = tuple[tuple[PersonId, str], ...]
"""People as (id, name)."""


def sign_up(draft: MatchDraft, tournament: Tournament, command: Join) -> AnyReply:
    """Signs the person up, or notes the partners that the person chooses."""
    info, name = draft.info, shown_name(command.name)
    known = tournament.entrant(command.person)
    if not name:
        return Refused(ServiceReason.BAD_NAME, info.match)
    if (command.partner or command.accepts) and (refused := _no_choice(info, tournament)):
        return refused
    if info.status is Status.HELD:
        if (reason := _too_late(tournament, command)) is not None:
            return Refused(reason, info.match)
    elif known is not None and not (command.partner or command.accepts):
        return Refused(ServiceReason.SIGNED_UP, info.match)
    most = steps.most_entrants(tournament)
    if known is None and len(tournament.entrants) >= most:
        return Refused(ServiceReason.TOURNAMENT_FULL, info.match, (("n", str(most)),))
    wanted = _wanted(info, tournament, command)
    if isinstance(wanted, Refused):
        return wanted
    if known is None or info.status is Status.HELD:
        tournament = steps.signed_up(tournament, Entrant(command.person, name))
    for partner, called in wanted:
        tournament = steps.partner_chosen(tournament, command.person, partner, called)
    if tournament != info.tournament:
        draft.set_info(tournament=tournament)
    paid = stakes.put_in(draft, command.person) if known is None else ()
    answer = _answer(info.match, tournament, command.person, wanted)
    return replace(answer, parameters=(*answer.parameters, *paid))


def _too_late(tournament: Tournament, command: Join) -> ServiceReason | None:
    """The refusal of a new person in a running tournament; ``None``: they may sign up."""
    if tournament.plays(command.person):
        return _without_match(tournament, command.person)
    if not tournament.takes_late:
        known = tournament.entrant(command.person)
        return ServiceReason.OUT_OF_TOURNAMENT if known else ServiceReason.SIGN_UP_OVER
    # Without ``late`` the person looks for their match.
    return None if command.late else ServiceReason.NOT_SIGNED_UP


def _no_choice(info: MatchInfo, tournament: Tournament) -> Refused | None:
    """The refusal of a partner, if none can be chosen here or now; ``None``: they may be."""
    if tournament.size == 1:
        return Refused(ServiceReason.NO_PARTNERS, info.match)
    if info.status is Status.HELD:
        return Refused(ServiceReason.PARTNERS_SETTLED, info.match)
    return None


def _wanted(info: MatchInfo, tournament: Tournament, command: Join) -> Partners | Refused:
    """The new partners that the person chooses, without earlier ones, or a refusal."""
    if not command.accepts:
        return () if command.chosen is None else (command.chosen,)
    found = waiting_for(tournament, command.person)
    if not found:
        return Refused(ServiceReason.NOBODY_CHOSE_YOU, info.match)
    if len(found) >= tournament.size:
        names = ", ".join(entrant.name for entrant in found)
        return Refused(ServiceReason.SEVERAL_CHOSE_YOU, info.match, (("names", names),))
    return tuple((entrant.person, entrant.name) for entrant in found)


def _answer(match: MatchId, tournament: Tournament, person: PersonId, wanted: Partners) -> Accepted:
    """The answer to a person who has signed up or chosen a partner."""
    if not wanted:
        return Accepted(match, SIGNED_UP)
    mutual = all(are_together(tournament, person, partner) for partner, _ in wanted)
    names = ", ".join(name for _, name in wanted)
    return Accepted(match, TOGETHER if mutual else CHOSEN, (("names", names),))


def _without_match(tournament: Tournament, person: PersonId) -> ServiceReason:
    """The reason why a person who is still in the tournament has no match now."""
    unit = tournament.unit_of(person)
    mine = tournament.of_unit(unit)
    if tournament.format is Format.ELIMINATION and any(pairing.winner != unit for pairing in mine):
        return ServiceReason.OUT_OF_TOURNAMENT
    last = tournament.closing
    if rounds := steps.rounds(tournament):
        last = max((pairing.round for pairing in mine), default=-1) >= rounds - 1
    return ServiceReason.NO_MORE_MATCHES if last else ServiceReason.NO_MATCH_YET


def withdraw(draft: MatchDraft, tournament: Tournament, person: PersonId) -> AnyReply:
    """The person leaves the tournament. If they were its host, the first of the others to have
    signed up becomes the host. A tournament without people closes."""
    info = draft.info
    if tournament.entrant(person) is None:
        return Refused(ServiceReason.NOT_SIGNED_UP, info.match)
    host = _next_host(tournament, person) if info.host == person else None
    if tournament.begun and not tournament.plays(person) and host is None:
        return Refused(ServiceReason.OUT_OF_TOURNAMENT, info.match)
    before, tournament = tournament, steps.withdrawn(tournament, person)
    draft.set_info(tournament=tournament)
    if not before.begun:
        stakes.give_back(draft, before, person)
    if host is not None:
        draft.set_info(host=host.person, opened_by=host.name)
    elif not tournament.entrants:
        draft.set_info(status=Status.CLOSED)
    return Accepted(info.match, WITHDRAWN)


def _next_host(tournament: Tournament, person: PersonId) -> Entrant | None:
    """Who signed up first among those who play on without this person; ``None``: nobody."""
    left = steps.withdrawn(tournament, person)
    for entrant in left.entrants:
        if not left.begun or left.plays(entrant.person):
            return entrant
    return None
