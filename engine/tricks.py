"""Laying cards, and who wins tricks and hands (AR-TRI, AR-HAN, AR-COV)."""

from engine.actions import COVER
from engine.cards import UNKNOWN, Card
from engine.draft import Draft
from engine.errors import UnknownCard
from engine.events import Laid, TrickEnded
from engine.facts import ABOVE
from engine.state import NOBODY, TRUCO_GAME, Play, Trick
from engine.truco import accept

UNDECIDED = -2
"""The hand goes on (``NOBODY`` is a result: nobody has won it)."""


def lay(draft: Draft, seat: int, verb: str, card: Card) -> None:
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
        see(draft, seat, (card,))
    if card == UNKNOWN and not covered:
        raise UnknownCard
    if (
        draft.rules.tricks.highest_after_tie
        and draft.trick == 1
        and draft.tied
        and not draft.is_blind
    ):
        _is_highest(draft, seat, card)
    draft.laid |= 1 << seat
    if covered:
        draft.covered |= 1 << seat
    draft.opened |= 1 << seat
    draft.events.append(Laid(seat, card, covered))
    pass_turn(draft, seat)


def _is_highest(draft: Draft, seat: int, card: Card) -> None:
    """MI-TRI-04: nothing he still holds is above it. Of the cards dealt to him only those he has
    laid before may be, and one that he laid face down."""
    heights = draft.table.heights(draft.hand.turned)
    before = [play for play in draft.plays if play.seat == seat and play.trick < draft.trick]
    above = sum(1 for play in before if play.covered or heights[play.card] > heights[card])
    draft.learn(ABOVE, seat, "tricks.highest", 0, above, card=card)


def see(draft: Draft, seat: int, cards: tuple[Card, ...]) -> None:
    """These cards of a seat lie face up from now on."""
    seen = list(draft.seen)
    seen[seat] = seen[seat] + cards
    draft.seen = tuple(seen)


def pass_turn(draft: Draft, seat: int) -> None:
    """The next seat that is still in and has not laid; none: the trick is over."""
    out = draft.gone | draft.laid
    for one in draft.table.order_from(draft.contest, seat)[1:]:
        if not out >> one & 1:
            draft.turn = one
            return
    end_trick(draft)


def end_trick(draft: Draft) -> None:
    """Who won the trick, who leads the next, and whether the hand is decided."""
    side, seat, leads = result(draft)
    draft.covered = 0
    draft.beaten = NOBODY
    draft.tied = draft.tied or side == NOBODY
    trick = Trick(side, seat, leads)
    draft.tricks = (*draft.tricks, trick)
    draft.events.append(TrickEnded(draft.trick, side, seat))
    winner = hand_winner(
        tuple(one.side for one in draft.tricks),
        draft.table.sides[draft.contest[0]] if draft.rules.tricks.all_tied == "mano" else NOBODY,
    )
    if winner != UNDECIDED:
        draft.turn = NOBODY
        steps = draft.rules.truco.steps
        if draft.level and steps[draft.level - 1].match and winner != NOBODY:
            # PA-FIN-04: what the winner lacks, and with it the match.
            missing = draft.rules.match.target - draft.score[winner]
            draft.decided = (winner, missing, steps[draft.level - 1].verb)
            return
        draft.decided = (winner, draft.worth(), "hand")
        return
    draft.trick += 1
    draft.laid = 0
    draft.lead = draft.turn = leads


def result(draft: Draft) -> tuple[int, int, int]:
    """(winning side, winning seat, who leads next) of the trick on the table.

    AR-TRI-02 the highest wins; AR-TRI-03 equals of one side win for it and the first laid leads;
    AR-TRI-04 equals of both are a parda. AR-COV-02: a card face down loses to every other.
    """
    table = draft.table
    heights = table.heights(draft.hand.turned)
    best_seats = highest(draft.plays[-draft.laid.bit_count() :], heights)
    if draft.beaten != NOBODY:
        # PA-TRU-11: who called over a card that lay there has to beat it.
        best_seats = (
            tuple(seat for seat in best_seats if table.sides[seat] != draft.beaten) or best_seats
        )
    sides = {table.sides[seat] for seat in best_seats}
    if len(sides) == 1:
        leads = best_seats[0]
        return table.sides[leads], leads, _still_in(draft, leads)
    leads = {
        "mano": draft.contest[0],
        "previous_leader": draft.lead,
        "first_tied": best_seats[0],
        "last_tied": best_seats[-1],
    }[draft.rules.tricks.tie_lead]
    return NOBODY, NOBODY, _still_in(draft, leads)


def highest(plays: tuple[Play, ...], strength: tuple[int, ...]) -> tuple[int, ...]:
    """The seats whose card is the highest among these, in the order in which they laid."""
    best, seats = -1, []
    for play in plays:
        height = 0 if play.covered else strength[play.card]
        if height > best:
            best, seats = height, [play.seat]
        elif height == best:
            seats.append(play.seat)
    return tuple(seats)


def _still_in(draft: Draft, seat: int) -> int:
    """AR-MAZ-09: a lead that would be a leaver's goes to the next player still in."""
    for one in draft.table.order_from(draft.contest, seat):
        if not draft.gone >> one & 1:
            return one
    return seat


def hand_winner(results: tuple[int, ...], all_tied: int) -> int:
    """The side that has won the hand after these tricks (AR-HAN-01 to 07).

    ``UNDECIDED`` while it goes on; ``all_tied`` is who wins three pardas.
    """
    won = [side for side in results if side != NOBODY]
    if len(results) == 1:
        return UNDECIDED
    if results[0] == NOBODY:
        if won:
            return won[0]  # AR-HAN-04, AR-HAN-05
        return all_tied if len(results) == 3 else UNDECIDED  # AR-HAN-07
    if results[-1] in (NOBODY, results[0]):
        return results[0]  # AR-HAN-01, AR-HAN-03, AR-HAN-06
    return UNDECIDED if len(results) == 2 else results[2]  # AR-HAN-02
