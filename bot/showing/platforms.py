"""The platforms of this process, and messages to people and places through them."""

from typing import Final

from bot.community.linked_users import LinkedUsers, platform_of
from bot.messages import CommunityId, PersonId, PlaceId, UserId
from bot.showing.platform import Platform


class Platforms:
    """Finds the platform of a user, a place or a community."""

    def __init__(self, users: LinkedUsers) -> None:
        self._users = users
        self.by_name: Final[dict[str, Platform]] = {}

    def add(self, platform: Platform) -> None:
        self.by_name[platform.name] = platform

    def of(self, owner: UserId | PlaceId | CommunityId) -> Platform | None:
        """The platform of a user, a place or a community; ``None``: this process lacks it."""
        return self.by_name.get(platform_of(owner))

    async def tell(self, person: PersonId, text: str) -> None:
        """Tells a person something that concerns only them, on the platform where they did
        something last. It is told at most once, and only if this process can reach them."""
        user = await self._users.reached_at(person)
        if (platform := self.of(user)) is not None:
            await platform.tell(user, text)

    async def takes_posts(self, place: PlaceId) -> bool:
        """Whether the bot can post in a place so that everybody there reads it."""
        platform = self.of(place)
        return platform is not None and await platform.address_in(place) is not None

    async def place_name(self, place: PlaceId, person: PersonId) -> str:
        """The name of a place for this person; empty: they are not told it, or it has none."""
        platform = self.of(place)
        user = "" if platform is None else await self._users.on(platform.name, person)
        return await platform.place_name(place, user) if platform is not None and user else ""

    async def may_read(self, place: PlaceId, person: PersonId) -> bool:
        """Whether a person reads what is written in a place."""
        platform = self.of(place)
        user = "" if platform is None else await self._users.on(platform.name, person)
        return platform is not None and bool(user) and await platform.may_read(place, user)
