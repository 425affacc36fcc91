"""The truco of four by the learnt tables: steps on a turn, answers, and the partner that
answers."""

from collections.abc import Sequence
from typing import Final

from engine.robots.learnt import truco_tables
from engine.robots.learnt.mix_tables import TrucoTable
from engine.robots.learnt.team_spots import (
    ASKED_FIRST,
    ASKED_LAST,
    OURS,
    POOR,
    TURN,
    UNTOLD,
    code_of,
    lying_of,
    team_spot,
    told_of,
    winning,
)
from engine.robots.learnt.truco_past import Chosen, above_in
from engine.robots.learnt.truco_spots import (
    FIRST,
    NOBODY,
    NONE,
    REFUSE,
    choices,
    effect_on,
    first_of,
    unseen_above,
    whose,
)
from engine.robots.learnt.truco_tables import ANY, home_step
from engine.robots.reading.situation import CALL, WANTED, Situation
from engine.robots.solving.playout import PARDA
from engine.seen.senas import cards_of
from engine.state.state import ORDINARY, TRUCO_GAME

PLAYERS: Final = 4
LEAVES: Final = 0.5
"""The first of two partners leaves an answer to the other, if the mix does so at least this
often."""


def chosen(situation: Situation, other: TrucoTable | None = None) -> Chosen | None:
    """The learnt strategy at this information set of the looking seat; ``None``: the tables do not
    cover it. ``other``: a table that is used instead of the shipped table.

    For a seat that is asked before its partner, the share of refusing is that of leaving the answer
    to the partner. The tables cover hands in which all cards lie face up, all four players are
    there, the hand is no special one, and neither side wins the game with the bare hand.
    """
    view, position = situation.view, situation.position
    if view.players != PLAYERS or situation.count != PLAYERS:
        return None
    if position.special != ORDINARY or situation.piling or position.gone:
        return None
    if any(play.covered or play.card < 0 for play in view.plays) or min(view.cards, default=0) < 0:
        return None
    stakes = situation.stakes
    if min(stakes.lacking, stakes.lacking_theirs) <= situation.table.worth[0]:
        return None
    table = other or truco_tables.table_at(situation.table, (ANY, ANY))
    return None if table is None else _chosen(situation, table)


def leaves(situation: Situation) -> bool | None:
    """Whether a seat that is asked first leaves the answer to a truco to its partner; ``None``: it
    is not asked first, or the tables do not know."""
    if not is_first(situation) or (found := chosen(situation)) is None:
        return None
    return found.shares[REFUSE] >= LEAVES


def spoken(situation: Situation, shares: Sequence[float]) -> Sequence[float]:
    """The shares of refusing, accepting and raising of a seat that does answer a truco.

    ``shares``: as :func:`chosen` gives them. A seat that is asked first and answers does not
    refuse: it would have left the answer to its partner."""
    if shares[REFUSE] < LEAVES and is_first(situation):
        return (0.0, *shares[1:])
    return shares


def is_first(situation: Situation) -> bool:
    """Whether this seat is asked a truco before its partner, who may answer too."""
    top = situation.top
    if top is None or top.game != TRUCO_GAME or situation.count != PLAYERS:
        return False
    if not any(seat in situation.partners for seat in situation.view.awaited):
        return False
    return (situation.me - situation.slot_of.get(top.seat, 0)) % PLAYERS == 1


def _chosen(situation: Situation, table: TrucoTable) -> Chosen | None:
    """The strategy of this table at the information set of the looking seat."""
    view, position, heights = situation.view, situation.position, situation.heights
    above = above_in(situation)
    laid = [heights[play.card] for play in view.plays]
    trick = [level for _, level in situation.running]
    leader = situation.running[0][0] if trick else situation.slot_of.get(position.lead, 0)
    side, facing = situation.side, max(trick, default=NONE)
    most = home_step(situation.table.worth, situation.stakes.lacking)
    if position.limits:
        most = min(most, position.limits[situation.table_side])
    top = situation.top
    if top is None:
        if (leader + len(trick)) % PLAYERS != situation.me:
            return None
        accepted, may = _accepted(situation)
        kind, step, own = TURN, accepted, False
        raises = step < most and may in (NOBODY, side)
    elif top.game == TRUCO_GAME and len(position.stack) == 1:
        kind, step, may = ASKED_FIRST if is_first(situation) else ASKED_LAST, top.step, NOBODY
        own = (situation.me - leader) % PLAYERS < len(trick)
        raises = step < most
    else:
        return None

    def unseen(level: int) -> int:
        return unseen_above(level, above, laid)

    answered = NONE if own else facing
    codes = [code_of(unseen(level), effect_on(level, answered)) for level in situation.levels]
    spot = team_spot(
        codes,
        kind,
        len(trick),
        own,
        winning(leader, trick, side),
        len(situation.results),
        first_of(situation.results[0], side) if situation.results else FIRST,
        step,
        whose(may, side),
        0 if facing < 0 else lying_of(unseen(facing)),
        _told(situation, above),
        raises,
    )
    if kind != TURN:
        shares = table.mix(spot, 3 if raises else 2)
        return None if shares is None else Chosen((), shares)
    held = tuple([situation.levels[place] for place in choices(codes, len(trick) == PLAYERS - 1)])
    if len(held) == 1 and not raises:
        return Chosen(held, (1.0,))
    shares = table.mix(spot, len(held) + raises)
    return None if shares is None else _sparing(situation, trick, leader, Chosen(held, shares))


def _sparing(situation: Situation, trick: list[int], leader: int, found: Chosen) -> Chosen:
    """The strategy without wasted cards: of the cards with the same effect in this trick the lowest
    is laid, or in a trick that decides the hand, the highest, because it is of no use later."""
    held, count, facing = found.levels, len(found.levels), max(trick, default=NONE)
    decides = situation.results == (PARDA,)  # after a tie this trick decides the hand
    if facing < 0:
        return _put(found, 0, count, count - 1) if decides else found
    last = len(trick) == PLAYERS - 1
    if last and winning(leader, trick, situation.side) == OURS:
        return _put(found, 0, count, 0)
    if decides and not last:
        found = _put(found, sum([level <= facing for level in held]), count, count - 1)
    return _put(found, 0, sum([level < facing for level in held]), 0)


def _put(mix: Chosen, first: int, end: int, place: int) -> Chosen:
    """The strategy in which the card at ``place`` takes the shares of the cards from ``first`` to
    before ``end``: all of them do the same in this trick."""
    if end - first < 2:
        return mix
    found = [0.0 if first <= at < end else share for at, share in enumerate(mix.shares)]
    found[place] = sum(mix.shares[first:end])
    return Chosen(mix.levels, tuple(found))


def _accepted(situation: Situation) -> tuple[int, int]:
    """(the accepted step, the side that may call the next one)."""
    may = NOBODY
    pending = 0
    for word in situation.words:
        if word.game != TRUCO_GAME:
            continue
        side = situation.slot_of[word.seat] & 1
        if word.meaning == CALL:
            may = side if pending else may
            pending = word.step
        elif word.meaning == WANTED:
            may, pending = side, 0
    return situation.position.level, may


def _told(situation: Situation, above: list[int]) -> int:
    """What the partner has told by a seña: :data:`UNTOLD`, :data:`STRONG` or :data:`POOR`."""
    told = UNTOLD
    for seat, sena in situation.senas:
        if sena.spoken:
            continue
        if not sena.of_cards:
            if told == UNTOLD:
                told = POOR  # a robot tells its points only when it has no good card
            continue
        promised = cards_of(situation.table, sena, situation.view.turned)
        levels = [situation.heights[card] for card in promised]
        laid = [
            situation.heights[play.card]
            for play in situation.view.plays
            if play.seat == seat and play.card >= 0
        ]
        if levels and not any(level in levels for level in laid):
            told = told_of(above[max(levels)])
    return told
