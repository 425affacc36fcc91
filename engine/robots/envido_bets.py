"""The calls of the envido of two, one over the other, and what each of them pays at a score."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from engine.moves.envido import REFUSED_PAYS
from engine.robots.situation import Situation
from engine.rules.rule_set import UNLIMITED, EnvidoCall

MANO, PIE = 0, 1
"""The two players of the envido."""

CHAINS: Final = (4, 3, 2)
"""After so many calls nobody raises any more: the first of these with which there are no more calls
than ``LARGEST``."""
LARGEST: Final = 12
HIGHER: Final = 3
"""How much more than the lowest number of a call is said."""
DIGITS: Final = 4
"""What bets are worth, in points, is rounded to so many digits: both seats reckon the same."""


class Bet(Struct, frozen=True):
    """A call. All worths are of the mano, in points, beside silence."""

    said: str
    """The verb, and the number if it is said with one."""
    wanted: int
    """The points that it pays when it is accepted; 0 if a formula decides."""
    won: float
    """Accepted, when the mano has the better points."""
    lost: float
    """Accepted, when the pie has."""
    refused: tuple[float, float]
    """Refused, when the mano has called it, and when the pie has."""
    raises: tuple["Bet", ...]
    """What may be said over it."""


def every(bets: tuple[Bet, ...]) -> Iterator[Bet]:
    """These calls and all that may be said over them."""
    for bet in bets:
        yield bet
        yield from every(bet.raises)


def openings(situation: Situation) -> tuple[Bet, ...]:
    """The calls that may begin, with as many raises as there is time to think of."""
    found: tuple[Bet, ...] = ()
    for chain in CHAINS:
        found = bets_of(situation, chain)
        if sum(1 for _ in every(found)) <= LARGEST:
            break
    return found


def bets_of(situation: Situation, chain: int) -> tuple[Bet, ...]:
    """The calls that may begin at this table, without raises by a number of one's own.

    ``chain``: after so many calls nobody raises any more.
    """
    rules, stakes, shut = situation.rules.envido, situation.stakes, situation.position.shut
    mine = situation.me == MANO
    silent = stakes.won(0) if mine else -stakes.won(0)

    def worth(mano: int, pie: int) -> float:
        found = stakes.after(mano, pie) if mine else -stakes.after(pie, mano)
        return round((found - silent) / stakes.unit, DIGITS)

    def bet(step: int, said: tuple[int, ...], wanted: int, refused: int, number: int = 0) -> Bet:
        call = rules.calls[step]
        adds = number * call.each if number else call.adds
        pays = situation.capped(REFUSED_PAYS[call.refused or rules.refused](wanted, refused))
        total = 0 if call.formula else call.flat or wanted + adds
        ours, theirs = situation.envido_worth(step, total)
        if call.formula and rules.floor:
            ours, theirs = max(ours, pays), max(theirs, pays)
        mano, pie = (ours, theirs) if mine else (theirs, ours)
        said = (*said, step)
        raises = tuple(
            bet(higher, said, total, pays)
            for higher, other in enumerate(rules.calls)
            if call.verb in other.over
            and said.count(higher) < other.times
            and len(said) < chain
            and usable(higher)
            and other.bare
            and not (rules.at_least and other.adds < adds and not other.formula)
        )
        refusals = (worth(pays, 0), worth(0, pays))
        name = f"{call.verb} {number}" if number else call.verb
        return Bet(name, total, worth(mano, 0), worth(0, pie), refusals, raises)

    def usable(step: int) -> bool:
        call = rules.calls[step]
        return not call.ley and not shut >> step & 1

    return tuple(
        bet(step, (), 0, 0, number)
        for step, call in enumerate(rules.calls)
        if call.opens and usable(step)
        for number in numbers(situation, call)
    )


def numbers(situation: Situation, call: EnvidoCall) -> list[int]:
    """With which numbers a robot opens with this call; 0: without one. A call that needs a number
    is said with the lowest and with a higher one."""
    if call.bare:
        return [0]
    high = call.high if call.high < UNLIMITED else situation.position.lacking
    return [*dict.fromkeys((call.low, min(call.low + HIGHER, high)))] if call.low <= high else []
