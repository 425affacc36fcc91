"""The calls of the envido of two, one over the other, and their points at a score."""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from engine.moves.envido import REFUSED_PAYS
from engine.robots.reading.situation import Situation, Word
from engine.rules.calls import EnvidoCall
from engine.rules.rule_set import UNLIMITED

MANO, PIE = 0, 1
"""The two players of the envido."""

CHAINS: Final = (4, 3, 2)
"""The possible limits for the number of calls, after which nobody raises any more. The first limit
that gives no more calls than ``LARGEST`` is taken."""
LARGEST: Final = 12
HIGHER: Final = 3
"""How much the second number that is said with a call is above its lowest number."""
DIGITS: Final = 4
"""The worths of bets, in points, are rounded to this many digits, so that both seats get the same
numbers."""


Heard = tuple[tuple[int, int, int], ...]
"""Numbers that were said: (how many calls there were before, the index of the call, the number)."""


class EnvidoBet(Struct, frozen=True):
    """A call. All worths are the mano's, in points, relative to silence."""

    said: str
    """The verb, and the number if it is said with one."""
    wanted: int
    """The points that the call pays when it is accepted; 0 if a formula decides."""
    won: float
    """The worth if the call is accepted and the mano has the better points."""
    lost: float
    """The worth if the call is accepted and the pie has the better points."""
    refused: tuple[float, float]
    """The worth if the call is refused: when the mano has called it, and when the pie has called
    it."""
    raises: tuple["EnvidoBet", ...]
    """The calls that may be said over it."""


def every(bets: tuple[EnvidoBet, ...]) -> Iterator[EnvidoBet]:
    """These calls and all calls that may be said over them."""
    for bet in bets:
        yield bet
        yield from every(bet.raises)


def heard_in(situation: Situation, words: Sequence[Word]) -> Heard:
    """The numbers with which these calls were said, if a number makes another bet than the call
    without it."""
    found: list[tuple[int, int, int]] = []
    before = 0
    for place, word in enumerate(words):
        call = situation.rules.envido.calls[word.step]
        adds = word.weight - before
        if call.each and not call.formula and not (call.bare and adds == call.adds):
            found.append((place, word.step, adds // call.each))
        before = word.weight
    return tuple(found)


def openings(situation: Situation, heard: Heard = ()) -> tuple[EnvidoBet, ...]:
    """The calls that may open, with as many raises as there is time to solve."""
    found: tuple[EnvidoBet, ...] = ()
    for chain in CHAINS:
        found = bets_of(situation, chain, heard)
        if sum(1 for _ in every(found)) <= LARGEST:
            break
    return found


def bets_of(situation: Situation, chain: int, heard: Heard = ()) -> tuple[EnvidoBet, ...]:
    """The calls that may open at this table.

    ``chain``: after this many calls nobody raises any more. ``heard``: numbers that were said; of
    all others a robot thinks of two where a call needs one, and of none in a raise.
    """
    rules, stakes, shut = situation.rules.envido, situation.stakes, situation.position.shut
    mine = situation.me == MANO
    silent = stakes.won(0) if mine else -stakes.won(0)

    def worth(mano: int, pie: int) -> float:
        found = stakes.after(mano, pie) if mine else -stakes.after(pie, mano)
        return round((found - silent) / stakes.unit, DIGITS)

    def bet(
        step: int, said: tuple[int, ...], wanted: int, refused: int, number: int = 0
    ) -> EnvidoBet:
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
            bet(higher, said, total, pays, number)
            for higher, other in enumerate(rules.calls)
            if call.verb in other.over
            and said.count(higher) < other.times
            and len(said) < chain
            and usable(higher)
            for number in ((0,) if other.bare else ()) + told(len(said), higher)
            if not rules.at_least
            or other.formula
            or (number * other.each if number else other.adds) >= adds
        )
        refusals = (worth(pays, 0), worth(0, pays))
        name = f"{call.verb} {number}" if number else call.verb
        return EnvidoBet(name, total, worth(mano, 0), worth(0, pie), refusals, raises)

    def told(place: int, step: int) -> tuple[int, ...]:
        return tuple(number for at, which, number in heard if (at, which) == (place, step))

    def usable(step: int) -> bool:
        call = rules.calls[step]
        return not call.ley and not shut >> step & 1

    return tuple(
        bet(step, (), 0, 0, number)
        for step, call in enumerate(rules.calls)
        if call.opens and usable(step)
        for number in dict.fromkeys((*numbers(situation, call), *told(0, step)))
    )


def numbers(situation: Situation, call: EnvidoCall) -> list[int]:
    """The numbers with which a robot opens with this call; 0: without a number. A call that needs a
    number is said with the lowest number and with a higher number."""
    if call.bare:
        return [0]
    high = call.high if call.high < UNLIMITED else situation.position.lacking
    return [*dict.fromkeys((call.low, min(call.low + HIGHER, high)))] if call.low <= high else []
