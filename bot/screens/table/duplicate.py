"""The extra lines of a duplicate match: the number of the deal, the end of the first half, and the
value of the cards at the end (docs/duplicate.md)."""

from collections.abc import Iterator
from typing import Final

from bot.match.fair_deals import first_hands
from bot.screen import Line
from bot.screens.moment.context import ScreenContext
from engine.state.ledger import points_of

_TOLD: Final = 3
"""The number of deals that are told at the end: those with the greatest difference."""


def playing(context: ScreenContext) -> Iterator[Line]:
    """The line while a hand is played: the number of the deal, and the half."""
    total, number = context.table.deals, context.view.number
    if context.info.room is not None and number:
        yield context.line("duplicate.room", "quiet", n=number, total=total)
    elif 0 < number <= total:
        yield context.line("duplicate.first", "quiet", n=number, total=total)
    elif total:
        yield context.line("duplicate.second", "quiet", n=number - total, total=total)


def capped(context: ScreenContext) -> Iterator[Line]:
    """The line after a hand in which a side made more points than a hand can count (DU-07)."""
    cap, brought = context.table.hand_cap, points_of(context.view.entries)
    if cap and max(brought) > cap:
        yield context.line("duplicate.capped", n=cap)


def turned(context: ScreenContext) -> Iterator[Line]:
    """The line after the last hand of the first half: what comes next. For a room of a league, the
    second half is played in another room."""
    deals = context.table.deals
    if deals < context.table.hands and context.view.number == deals:
        yield context.line("duplicate.turn", "strong")


def told(context: ScreenContext) -> Iterator[Line]:
    """The lines at the end of a match that was played to its end: both halves, the value of the
    cards of the first half, and the deals with the greatest difference."""
    info, deals = context.info, context.table.deals
    if not deals or not info.secret or len(info.by_hand) < 2 * deals:
        return
    first, second = info.by_hand[:deals], info.by_hand[deals:]
    (a, b), (c, d) = _sum(first), _sum(second)
    legs = {"first": context.score_pair((a, b)), "second": context.score_pair((c, d))}
    yield context.line("duplicate.legs", **legs)
    yield _luck(context, (a - b) - (c - d))
    order = first_hands(info, context.table, bytes.fromhex(info.secret))
    found = [(deal, deals + at) for at, deal in enumerate(order, start=1)]

    def difference(one: tuple[int, int]) -> int:
        (here, there), (now, then) = (info.by_hand[number - 1] for number in one)
        return abs(here - there + now - then)

    most = sorted(found, key=lambda pair: (-difference(pair), pair))[:_TOLD]
    parts = []
    for first_deal, second_deal in sorted(pair for pair in most if difference(pair)):
        mine, theirs = _sum((info.by_hand[first_deal - 1], info.by_hand[second_deal - 1]))
        score = f"{mine} – {theirs}"
        parts.append(context.text("duplicate.deal", one=first_deal, two=second_deal, score=score))
    if parts:
        yield context.line("duplicate.deals", "quiet", deals="; ".join(parts))


def _sum(hands: tuple[tuple[int, int], ...]) -> tuple[int, int]:
    return sum(mine for mine, _ in hands), sum(theirs for _, theirs in hands)


def _luck(context: ScreenContext, doubled: int) -> Line:
    """The value of the first half's cards. ``doubled``: twice, for side A; below 0: B (DU-06)."""
    if not doubled:
        return context.line("duplicate.luck.none")
    seats = context.view.accounts[0 if doubled > 0 else 1]
    whole, half = divmod(abs(doubled), 2)
    points = f"{whole or ''}½" if half else str(whole)
    names = context.names(seats)
    return context.line("duplicate.luck", n=len(seats), points=points, names=names)
