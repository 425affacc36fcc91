"""Laying cards, and who wins tricks and hands (AR-TRI, AR-HAN, AR-COV)."""

from typing import Final

from engine.actions import COVER, cards_of_pile
from engine.cards import UNKNOWN, Card
from engine.errors import UnknownCard
from engine.events import Laid, Stacked, TrickEnded, Turned
from engine.moves.draft import HANDS, TRICKS, Draft
from engine.moves.truco import accept, worth
from engine.numbers import BIT, NO_SEATS, NO_SIDE, NOBODY, Seat, Side
from engine.state.facts import ABOVE
from engine.state.seats import lays_highest, lays_piles
from engine.state.state import SPECIAL, TRUCO_GAME, Play, Trick
from engine.state.ties import highest

UNDECIDED: Final = Side(-2)
"""The hand goes on (``NO_SIDE`` is a result: neither has won it)."""


def lay(draft: Draft, seat: Seat, verb: str, card: Card) -> None:
    """Lay a card; the last one of a trick ends it.

    Laid while a truco waits for this seat's answer, it accepts that truco (AR-TRU-07).
    """
    if draft.stack and draft.stack[-1].game == TRUCO_GAME:
        accept(draft, seat, implied=True)
    covered = verb == COVER
    held = draft.cards[seat]
    at = held.index(card)
    cards = list(draft.cards)
    cards[seat] = held[:at] + held[at + 1 :]
    draft.cards = tuple(cards)
    draft.plays = (*draft.plays, Play(draft.trick, seat, card, covered))
    if not covered:
        draft.see(seat, (card,))
    if card == UNKNOWN and not covered:
        raise UnknownCard
    if draft.tied and lays_highest(draft.table, draft.special, draft.trick, draft.tied):
        _is_highest(draft, seat, card, "tricks.highest")
    draft.laid |= BIT << seat
    if covered and draft.table.covers_matter:
        draft.covered |= BIT << seat
    draft.opened |= BIT << seat
    draft.events.append(Laid(seat, card, covered))
    pass_turn(draft, seat)


def _is_highest(draft: Draft, seat: Seat, card: Card, article: str) -> None:
    """MI-TRI-04: everybody learns that the seat still holds no card higher than this one. Of the
    cards dealt to it, only cards that it laid before can be higher; one that it laid face down may
    be."""
    draft.looks_at(HANDS)
    heights = draft.table.heights(draft.turned)
    before = [play for play in draft.plays if play.seat == seat and play.trick < draft.trick]
    above = sum(1 for play in before if play.covered or heights[play.card] > heights[card])
    draft.learn(ABOVE, seat, article, 0, above, card=card)


def pass_turn(draft: Draft, seat: Seat) -> None:
    """Gives the turn to the next seat that is still in and has not laid a card. If there is none,
    the trick is over."""
    out = draft.gone | draft.laid
    for next_seat in draft.table.order_from(draft.contest, seat)[1:]:
        if not out >> next_seat & 1:
            draft.turn = next_seat
            return
    end_trick(draft)


# --- piles (VE-PAR) -----------------------------------------------------------------------------


def lay_pile(draft: Draft, seat: Seat, arg: int) -> None:
    """Lay the last two cards face down, one upon the other; the last pile decides the hand.

    The pile lies among the plays as a card face down in each of the two tricks to come.
    """
    top, below = cards_of_pile(arg)
    cards = list(draft.cards)
    cards[seat] = ()
    draft.cards = tuple(cards)
    trick = draft.trick
    draft.plays = (*draft.plays, Play(trick, seat, top, True), Play(trick + 1, seat, below, True))
    draft.laid |= BIT << seat
    draft.events.append(Stacked(seat, top, below))
    pass_turn(draft, seat)


def _turn(draft: Draft, trick: int, seats: tuple[Seat, ...]) -> None:
    """Turn up the cards that these seats have laid for this trick."""
    turned: list[tuple[Seat, Card]] = []
    plays: list[Play] = []
    for play in draft.plays:
        if play.trick == trick and play.seat in seats:
            play = Play(trick, play.seat, play.card, False)
            turned.append((play.seat, play.card))
        plays.append(play)
    if any(card == UNKNOWN for _, card in turned):
        raise UnknownCard
    draft.plays = tuple(plays)
    for seat, card in turned:
        draft.see(seat, (card,))
    draft.events.append(Turned(tuple(turned)))


def _open_piles(draft: Draft) -> None:
    """Turns the piles up. VE-PAR-02: the best card on top wins. VE-PAR-03: if both sides tie, the
    second cards of the tied piles decide. VE-PAR-04: if these tie too, the seat nearest to the mano
    wins. VE-PAR-07: equal cards of one side simply win."""
    table = draft.table
    heights = table.heights(draft.turned)
    trick = draft.trick
    _turn(draft, trick, draft.everyone_in())
    tops = tuple(play for play in draft.plays if play.trick == trick)
    for play in tops:
        _is_highest(draft, play.seat, play.card, "tricks.pile")
    best = highest(tops, heights)
    if len({table.sides[seat] for seat in best}) > 1:
        _close_trick(draft, NO_SIDE, NOBODY, NOBODY)
        _turn(draft, trick + 1, best)
        seconds = tuple(play for play in draft.plays if play.trick == trick + 1)
        best = highest(tuple(play for play in seconds if play.seat in best), heights)
        draft.trick += 1
    _close_trick(draft, table.sides[best[0]], best[0], best[0])


def _close_trick(draft: Draft, side: Side, seat: Seat, leads: Seat) -> None:
    draft.tricks = (*draft.tricks, Trick(side, seat, leads))
    draft.events.append(TrickEnded(draft.trick, side, seat))


# --- who wins -----------------------------------------------------------------------------------


def end_trick(draft: Draft) -> None:
    """Decides who won the trick, who leads the next one, and whether the hand is decided."""
    draft.looks_at(TRICKS)
    if lays_piles(draft.table, draft.trick, draft.tied):
        _open_piles(draft)
        _decide(draft, draft.tricks[-1].side)
        return
    side, seat, leads = result(draft)
    draft.covered = NO_SEATS
    draft.beaten = NO_SIDE
    draft.tied = draft.tied or side == NO_SIDE
    _close_trick(draft, side, seat, leads)
    winner = hand_winner(
        tuple(trick.side for trick in draft.tricks),
        draft.table.sides[draft.contest[0]] if draft.rules.tricks.all_tied == "mano" else NO_SIDE,
    )
    if winner != UNDECIDED:
        _decide(draft, winner)
        return
    draft.trick += 1
    draft.laid = NO_SEATS
    draft.lead = draft.turn = leads


def _decide(draft: Draft, winner: Side) -> None:
    """Ends the contest: the cards have decided who wins."""
    draft.played_out = True
    draft.turn = NOBODY
    article = "hand"
    if draft.special:
        article = "special.hand" if draft.special == SPECIAL else "ferro.hand"
    elif draft.level:
        step = draft.rules.truco.steps[draft.level - 1]
        article = step.verb if step.formula and winner != NO_SIDE else step.article
    draft.decided = (winner, worth(draft, winner), article)


def result(draft: Draft) -> tuple[Side, Seat, Seat]:
    """The trick on the table: (winning side, winning seat, seat that leads next).

    AR-TRI-02: the highest card wins. AR-TRI-03: of equal cards of one side the one laid first wins,
    and its seat leads. AR-TRI-04: equal cards of both sides are a parda. AR-COV-02: a card face
    down loses to every other card.
    """
    table = draft.table
    heights = table.heights(draft.turned)
    best_seats = highest(draft.plays[-draft.laid.bit_count() :], heights)
    if draft.beaten != NO_SIDE:
        # PA-TRU-11: a side that called truco over a card on the table has to beat that card.
        best_seats = (
            tuple(seat for seat in best_seats if table.sides[seat] != draft.beaten) or best_seats
        )
    sides = {table.sides[seat] for seat in best_seats}
    if draft.rules.tricks.equal_cards == "mano" and len(sides) > 1:  # UY-CAR-04
        best_seats = (min(best_seats, key=draft.contest.index),)
        sides = {table.sides[best_seats[0]]}
    if len(sides) == 1:
        leads = best_seats[0]
        return table.sides[leads], leads, _still_in(draft, leads)
    leads = {
        "mano": draft.contest[0],
        "previous_leader": draft.lead,
        "first_tied": best_seats[0],
        "last_tied": best_seats[-1],
    }[draft.rules.tricks.tie_lead]
    return NO_SIDE, NOBODY, _still_in(draft, leads)


def _still_in(draft: Draft, seat: Seat) -> Seat:
    """AR-MAZ-09: if this seat has left, the next player who is still in leads instead."""
    for next_seat in draft.table.order_from(draft.contest, seat):
        if not draft.gone >> next_seat & 1:
            return next_seat
    return seat


def hand_winner(results: tuple[Side, ...], all_tied: Side) -> Side:
    """The side that has won the hand after these tricks (AR-HAN-01 to 07).

    ``UNDECIDED`` while it goes on; ``all_tied``: the side that wins three pardas.
    """
    won = [side for side in results if side != NO_SIDE]
    if len(results) == 1:
        return UNDECIDED
    if results[0] == NO_SIDE:
        if won:
            return won[0]  # AR-HAN-04, AR-HAN-05
        return all_tied if len(results) == 3 else UNDECIDED  # AR-HAN-07
    if results[-1] in (NO_SIDE, results[0]):
        return results[0]  # AR-HAN-01, AR-HAN-03, AR-HAN-06
    return UNDECIDED if len(results) == 2 else results[2]  # AR-HAN-02
