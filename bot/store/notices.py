"""Notices as they are stored: calls for a person's attention, and posts that must still be made."""

from enum import StrEnum
from typing import Final

from msgspec import Struct

from bot.messages import MatchId, PersonId


class NoticeState(StrEnum):
    """The state of a notice."""

    WAITING = "waiting"
    TAKEN = "taken"
    """It was handed to the platform. This is done once, and nobody asks whether it arrived."""
    DROPPED = "dropped"
    """It was dropped, because it was no longer true when its turn came."""


CHALLENGE: Final = "challenge"
"""The kind of notice to a person for whom a seat is kept."""
INVITED: Final = "invited"
"""The kind of notice to a person who was invited to a lobby. It is not stored."""
REMOVED: Final = "removed"
"""The kind of notice to a person who was removed from a table."""
REMIND: Final = "remind"
"""The kind of notice to a person whose time is half over."""
LATE: Final = "late"
"""The kind of notice to people who may claim, because an adversary's time has run out."""
HOST_GONE: Final = "host_gone"
"""The kind of notice that a lobby has another host, because the one before has gone."""
PAIRED: Final = "paired"
"""The kind of notice to people who got a match by the queue."""
FULL: Final = "full"
"""The kind of notice to a slow table's host that all seats are taken: it may be started."""
SEAT_FREE: Final = "seat_free"
"""The kind of notice to onlookers of a lobby that a seat has come free in it."""
STARTING: Final = "starting"
"""The kind of notice that a tournament begins soon, to people who have signed up."""
NOT_STARTED: Final = "not_started"
"""The kind of notice that a tournament does not take place, to people who have signed up."""
ROUND: Final = "round"
"""The kind of notice that a round of a league has begun, to its people."""
ROUND_ENDS: Final = "round_ends"
"""The kind of notice that a round of a league ends soon, to people who have not played yet."""
OF_TOURNAMENT: Final = (STARTING, NOT_STARTED, ROUND, ROUND_ENDS)
"""Notices about a tournament as a whole."""


SEAL: Final = "seal"
"""The kind of notice that the commitment of a new table must still be published. It calls nobody:
its person is the host, and its moment is the table's community."""
SHARED: Final = "shared"
"""The kind of notice that a person's result of a hand of the day must still be posted in the place
where they asked for it. It calls nobody: its moment is that place."""
DAY_BOARD: Final = "day_board"
"""The kind of notice that the scoreboard of a day must still be posted. It calls nobody: its person
is the community, its moment the place, its match stands for the day
(:func:`bot.match.daily.board_id`)."""
CONCLUDED: Final = "concluded"
"""The kind of notice that the end of a tournament must still be posted in its place. It calls
nobody: its person is the community, its moment that place."""
CHAMPIONS: Final = "champions"
"""The kind of notice that the champions of a season must still be told in their community. It calls
nobody: its person is the community, its moment the place, its match stands for the season
(:func:`bot.community.champions.season_id`)."""
POSTS: Final = (SEAL, SHARED, DAY_BOARD, CONCLUDED, CHAMPIONS)
"""Notices that call nobody: a process with the platform of their moment posts something."""


class Notice(Struct, frozen=True, gc=False):
    """A call for one person's attention. Screens by themselves notify nobody."""

    id: str
    match: MatchId
    person: PersonId
    kind: str
    """``turn`` (lay a card), ``bet`` (answer a call), ``end`` (the match is over),
    :data:`REMIND`, :data:`LATE`, :data:`CHALLENGE`, :data:`INVITED`, :data:`REMOVED`, or one of
    :data:`OF_TOURNAMENT` or :data:`POSTS`."""
    moment: str
    """The moment of the game that it is about. When it has passed, the notice is dropped."""
    at: float
    state: NoticeState = NoticeState.WAITING
    number: int = 0
    """The log row of a call to a step, until the next step. 0: the notice has its own row."""


def notice_id(match: MatchId, name: str) -> str:
    """The id of a notice; ``name`` is unique in its match."""
    return f"{match}.{name}"
