"""Finds the partner with whom a person wants to play in a tournament."""

from msgspec.structs import replace

from bot.community.admission import Admission
from bot.community.bars import Bars
from bot.community.linked_users import LinkedUsers
from bot.match.names import shown_name
from bot.messages import Join, PersonId, Refused
from bot.model import MatchInfo, is_someone
from bot.reasons import ServiceReason
from bot.words.shouts import plain

_REASONS = {
    ServiceReason.NO_SUCH_PERSON: ServiceReason.NO_SUCH_PARTNER,
    ServiceReason.SEVERAL_PEOPLE: ServiceReason.SEVERAL_PARTNERS,
}


class Partners:
    """Finds partners. First comes the user whom the platform names, then a person with that name
    who has signed up, then a friend or a person met at a table. The partner need not have signed up
    before."""

    def __init__(self, admission: Admission, users: LinkedUsers, bars: Bars) -> None:
        self._admission = admission
        self._users = users
        self._bars = bars

    async def found(self, command: Join, info: MatchInfo) -> Join | Refused:
        """The command with the partner whom it names, or the refusal if nobody fits. When no
        partner can be chosen (any more), the command is returned unchanged, and the tournament
        itself refuses it."""
        tournament = info.tournament
        if tournament is None or tournament.begun or tournament.size == 1:
            return command
        found = await self._meant(command, info)
        if isinstance(found, Refused):
            reason = _REASONS.get(ServiceReason(found.reason), found.reason)
            return replace(found, reason=reason, match=info.match)
        if found[0] == command.person:
            return Refused(ServiceReason.PARTNER_IS_SELF, info.match)
        if await self._bars.refusal(info.community, found[0]):
            return Refused(ServiceReason.PERSON_BARRED, info.match, (("name", found[1]),))
        return replace(command, chosen=found)

    async def _meant(self, command: Join, info: MatchInfo) -> tuple[PersonId, str] | Refused:
        name = shown_name(command.partner)
        if command.called and name:
            return await self._users.person_of(command.called), name
        entrants = info.tournament.entrants if info.tournament is not None else ()
        here = {
            entrant.person: entrant.name
            for entrant in entrants
            if plain(entrant.name) == plain(name) and not is_someone(entrant.person)
        }
        others = {person: called for person, called in here.items() if person != command.person}
        if len(others) == 1:
            return next(iter(others.items()))
        if len(others) > 1:
            told = (("name", name),)
            return Refused(ServiceReason.SEVERAL_PARTNERS, parameters=told)
        known = await self._admission.find(command.person, name)
        return next(iter(here.items())) if here and isinstance(known, Refused) else known
