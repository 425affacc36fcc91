"""The claims after a hand that may still come true, by the public information.

After a hand of a game with claims, the guard allows the words of all of them. Most of these claims
cannot come true: the cards seen, the facts and the way in which the hand ended exclude them. A
table need not wait for such claims. Everything here follows from the public view alone, so waiting
or not waiting tells nothing of hidden cards.
"""

from itertools import combinations

from engine.actions import PIDO_FLOR, Action, Legal
from engine.numbers import Seat
from engine.seen.imagine import fits, known_cards
from engine.seen.view import SeatView, table_of
from engine.state.facts import HOLDS
from engine.state.state import CLAIMS, TRUCO_POINTS_KIND, VOID


def claimable(view: SeatView, seat: int) -> tuple[Legal, ...]:
    """The claims of a seat that may come true. ``view`` is the view of ``PUBLIC``; empty when the
    time for claims does not run."""
    if view.position is None or view.position.phase != CLAIMS:
        return ()
    return tuple(
        word
        for word in view.sayable[seat]
        if not isinstance(word, Action)
        or word.verb != PIDO_FLOR
        or is_suspected(view, Seat(word.arg))
    )


def is_suspected(view: SeatView, seat: Seat) -> bool:
    """Whether a seat may hold a flor that it did not announce in time.

    Its time is over: it has laid a card or left (AR-FLO-13, TR-FLO-10), or an accepted envido has
    closed the flor (AR-FLO-12). And no public information about its cards excludes a flor. A seat
    that had laid no card when the hand ended by a refusal could still have announced its flor, so
    it is not suspected.
    """
    assert view.position is not None
    closed = view.position.flor == VOID
    return (
        not view.position.flores >> seat & 1
        and (closed or view.counts[seat] < 3 or _has_left(view, seat))
        and _may_hold_flor(view, seat)
    )


def _has_left(view: SeatView, seat: Seat) -> bool:
    """Whether the contest of this seat ended because its side went to the deck, or it alone did."""
    assert view.position is not None
    if view.position.gone >> seat & 1:
        return True
    duel = next((n for n, seats in enumerate(view.contests) if seat in seats), 0)
    return any(
        entry.kind == TRUCO_POINTS_KIND
        and entry.duel == duel
        and entry.side != view.sides[seat]
        and entry.article.startswith("leave.")
        for entry in view.entries
    )


def _may_hold_flor(view: SeatView, seat: Seat) -> bool:
    """Whether a flor of this seat agrees with the public information about its cards."""
    table = table_of(view)
    known = known_cards(view)
    gone = {card for cards in known for card in cards} | {view.turned}
    facts = tuple(
        fact for fact in view.facts if fact.seat == seat and (fact.kind != HOLDS or fact.negated)
    )
    pool = [card for card in table.deck if card not in gone]
    for rest in combinations(pool, 3 - len(known[seat])):
        dealt = tuple(sorted((*known[seat], *rest)))
        if table.has_flor(dealt, view.turned) and fits(table, dealt, facts, view.turned):
            return True
    return False
