"""Finds the person whom another person names."""

from bot.community.admission import Admission
from bot.community.linked_users import LinkedUsers
from bot.match.names import shown_name
from bot.messages import PersonId, Refused, UserId
from bot.reasons import ServiceReason


class NamedPeople:
    """Finds people by the account that the platform names, or else by their name."""

    def __init__(self, admission: Admission, users: LinkedUsers) -> None:
        self._admission = admission
        self._users = users

    async def found(
        self, person: PersonId, name: str, user: UserId
    ) -> tuple[PersonId, str] | Refused:
        """The person whom ``person`` names, with the name to show; a refusal if nobody fits. With
        ``user``: the person of that user. Without it: a friend, or a person met at a table, with
        this ``name``. People cannot name themselves."""
        if not user:
            return await self._admission.find(person, name)
        found, name = await self._users.person_of(user), shown_name(name)
        if found == person or not name:
            return Refused(ServiceReason.NO_SUCH_PERSON, parameters=(("name", name),))
        return found, name
