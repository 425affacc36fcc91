"""Where a surface is, as text. The service stores it and does not read it.

=============================================  =============================================
``#channel`` or ``#channel/message/hand``      the table, in a channel (or in a thread of it)
``@user`` or ``@user/channel/message/hand``    somebody's hand, in their chat with the bot
``~user`` or ``~user/message/until/token``     a hand in a channel, seen by one person alone
``!channel`` or                                the table, in an answer that a channel sees in which
``!channel/message/until/token``               the bot is not
=============================================  =============================================

In the short forms nothing has been sent yet. ``hand`` is the number of the hand that the message
was begun for. A token edits one answer for fifteen minutes; it is kept and never logged.
"""

from msgspec import Struct

TABLE, DIRECT, HERE, BOTLESS = "#", "@", "~", "!"


class Address(Struct, frozen=True):
    """The parts of one address."""

    kind: str
    target: int
    """The number of a channel for a table; else the number of a user."""
    channel: int = 0
    message: int = 0
    hand: int = 0
    until: int = 0
    token: str = ""

    @property
    def answers(self) -> bool:
        """Whether the message is an answer to an interaction, which its token edits."""
        return self.kind in (HERE, BOTLESS)

    def __str__(self) -> str:
        if not self.message:
            return f"{self.kind}{self.target}"
        if self.kind == TABLE:
            return f"#{self.target}/{self.message}/{self.hand}"
        if self.kind == DIRECT:
            return f"@{self.target}/{self.channel}/{self.message}/{self.hand}"
        return f"{self.kind}{self.target}/{self.message}/{self.until}/{self.token}"


def read(address: str) -> Address:
    """Reads an address in the form that :meth:`Address.__str__` writes."""
    kind, target, *rest = address[0], *address[1:].split("/")
    found = Address(kind, int(target))
    if not rest:
        return found
    if kind == TABLE:
        message, hand = map(int, rest)
        return Address(kind, found.target, found.target, message, hand)
    if kind == DIRECT:
        channel, message, hand = map(int, rest)
        return Address(kind, found.target, channel, message, hand)
    return Address(kind, found.target, 0, int(rest[0]), 0, int(rest[1]), rest[2])
