"""Whom somebody means who names another person."""

from bot.community.admission import Admission
from bot.community.linked_users import LinkedUsers
from bot.match.names import shown_name
from bot.messages import PersonId, Refused, UserId
from bot.reasons import ServiceReason


class NamedPeople:
    """Finds people by the account that a platform names, or else by their name."""

    def __init__(self, admission: Admission, users: LinkedUsers) -> None:
        self._admission = admission
        self._users = users

    async def found(
        self, person: PersonId, name: str, user: UserId
    ) -> tuple[PersonId, str] | Refused:
        """The person of ``user`` with the name to show, or with no ``user`` the friend, or the
        person met at a table, who is called ``name``; or why that is nobody. Nobody means
        themselves."""
        if not user:
            return await self._admission.find(person, name)
        found, name = await self._users.person_of(user), shown_name(name)
        if found == person or not name:
            return Refused(ServiceReason.NO_SUCH_PERSON, parameters=(("name", name),))
        return found, name
