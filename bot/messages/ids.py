"""The ids of people, communities, places and matches."""

PersonId = str
"""``platform:key`` (``web:4f0c...``, ``discord:123``). It is no secret: nobody can act as a person
by knowing it. For a tab of the playground it is the hash of the tab's key."""

UserId = str
"""The id of a user on one platform, in the same form as a person's. A person's id is the id of the
main one of their users (:mod:`bot.community.linked_users`)."""

CommunityId = str
"""``platform:place`` of a server or group (``web:playground``)."""

PlaceId = str
"""The place of a table inside a community (a channel, a topic): ``web:playground/mesa``."""

MatchId = str
"""Eight characters, lower-case letters and digits without look-alikes."""
