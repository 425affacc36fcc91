"""The earnings of a finished match: ranking points with their reasons, chips, badges."""

from collections.abc import Iterator, Sequence

from bot.community.profiles import level
from bot.model import is_alone, is_practice
from bot.screen import Line
from bot.screens.community.badges import badge_name
from bot.screens.moment.context import ScreenContext
from bot.store.people.chips import BANK, hold_id, totals
from bot.store.results.badges import dearest, in_order
from bot.store.results.earnings import WHOLE
from bot.store.results.model import MatchResult
from engine.cards import SPANISH
from engine.numbers import NO_ACCOUNT

_WON = "result.ranking.won"
_LOST = "result.ranking.lost"
_LEFT = "result.ranking.left"


def earnings(context: ScreenContext) -> Iterator[Line]:
    """The lines of a result about ranking, chips and badges."""
    if is_practice(context.info):
        yield context.line("result.practice", "quiet")
    elif context.info.competitive and is_alone(context.info) and context.winner != NO_ACCOUNT:
        yield context.line("result.alone", "quiet")
    yield from _chips(context)
    yield from _ranking(context)
    yield from _levels(context)
    yield from _badges(context)


def _ranking(context: ScreenContext) -> Iterator[Line]:
    ranked = [result for result in context.brought.results if result.ranked]
    if not any(result.meeting for result in ranked):
        return
    told = " · ".join(_groups(context, ranked))
    yield context.line("result.ranking", told=told)
    if any(result.meeting > WHOLE for result in ranked):
        meeting = max(result.meeting for result in ranked)
        yield context.line("result.ranking.less", "quiet", n=meeting)


def _levels(context: ScreenContext) -> Iterator[Line]:
    """The people who reached a new level by this match."""
    for result in context.brought.results:
        earned = context.brought.earned.get(result.person, 0)
        now = level(earned)
        if result.earned and level(earned - result.earned).number < now.number:
            card = context.words.card(now.card, SPANISH)
            yield context.line("result.level", name=_name(context, result), n=now.number, card=card)


def _badges(context: ScreenContext) -> Iterator[Line]:
    """The people who got a badge for the first time. The line names the most valuable of several
    badges; the profile has all."""
    words = context.words
    people: dict[tuple[str, int], list[str]] = {}
    for result in context.brought.results:
        mine = in_order(
            earned_badge.badge
            for earned_badge in context.brought.badges
            if earned_badge.person == result.person
        )
        if mine:
            people.setdefault((dearest(mine), len(mine) - 1), []).append(_name(context, result))
    told = [
        words.text(
            "result.badges.more" if more else "result.badges.of",
            name=words.list(names),
            badges=badge_name(badge, words),
            n=more,
        )
        for (badge, more), names in people.items()
    ]
    if told:
        yield context.line("result.badges", told=" · ".join(told))


def _chips(context: ScreenContext) -> Iterator[Line]:
    """The chips that each person won or lost, and the share of the bank."""
    transfers = context.brought.transfers
    changed = totals(transfers)
    people = [seat for seat in context.info.people if seat.seat in context.info.staked]
    # A person who was linked during the match has put in the stake as another user.
    stakes = {transfer.id: transfer.payer for transfer in transfers if transfer.kind == "hold"}
    told = [
        context.text("result.chips.of", name=seat.name, n=f"{sum(mine):+}")
        for seat in people
        if (
            mine := [
                changed[owner]
                for owner in {seat.person, stakes.get(hold_id(context.info.match, seat.seat))}
                if owner in changed
            ]
        )
    ]
    if told and changed.get(BANK):
        yield context.line("result.chips", told=" · ".join(told), n=changed[BANK])
    elif told:
        yield context.line("result.chips.back")


def _groups(context: ScreenContext, results: Sequence[MatchResult]) -> Iterator[str]:
    """The people in groups with equal earnings for the same reason, the winners first."""
    groups: dict[tuple[str, int], list[MatchResult]] = {}
    for result in sorted(results, key=lambda result: (-result.worth, -result.earned)):
        why = _WON if result.won else _LOST if result.worth else _LEFT
        groups.setdefault((why, result.earned), []).append(result)
    for (why, number), people in groups.items():
        names = context.words.list(_name(context, result) for result in people)
        yield context.text(why, names=names, n=number)


def _name(context: ScreenContext, result: MatchResult) -> str:
    """The name in the form that the rest of the screen uses."""
    seat = context.info.seat_in_result(result.person)
    return result.name if seat is None else seat.name
