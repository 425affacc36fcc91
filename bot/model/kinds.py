"""The data of guided matches and of hands of the day."""

from msgspec import Struct

from bot.messages import MatchId, PlaceId


class Lesson(Struct, frozen=True, gc=False):
    """The explanations that a guided match has given to its newcomer. Its hands are prepared and
    public, so nothing here reveals a card."""

    told: tuple[str, ...] = ()
    """The topics that were explained, in their order (:mod:`bot.match.lesson`)."""
    now: str = ""
    """The new topic of this moment; empty: nothing is new."""
    answer: str = ""
    """The word that the master would say in the newcomer's place, if :attr:`now` is about a call
    that the newcomer may answer or make."""
    came: str = ""
    """The result of the last call, until the newcomer moves on; empty: there is none."""
    heard: int = 0
    """The number of words that were said in this hand when this was written."""
    skipped: bool = False
    """The person already knows the game: no more explanations and no more prepared hands."""


class Daily(Struct, frozen=True, gc=False):
    """What makes a table a hand of the day: a few hands that are the same for everybody."""

    number: int
    """The number of the day (:mod:`bot.match.daily`)."""
    sealed: MatchId
    """The table with the day's secret, from which all its deals follow. Nobody sits there."""
    begins: float
    """The moment from which the hand may be played, in UTC seconds since the epoch."""
    ends: float
    """The moment at which the day is over for everybody, in UTC seconds since the epoch."""
    hands: tuple[int, ...] = ()
    """For each finished hand, the points of seat 0 minus those of seat 1."""
    asked_in: PlaceId = ""
    """The place of several people where it was asked for; empty: it was a private chat."""
    shared: bool = False
    """The person has shared the result in that place."""

    @property
    def points(self) -> int:
        """The sum over all hands so far."""
        return sum(self.hands)
