"""The claims of a robot after the last card: it shows cards, denounces, or asks about a flor."""

from itertools import combinations
from random import Random
from typing import Final

from engine.actions import DENUNCIA, MOSTRAR, PIDO_FLOR, TENGO, Action
from engine.cards import suit_of
from engine.robots.imagining.hidden_cards import said_flores
from engine.robots.imagining.likelihood import HIDDEN_FLOR
from engine.seen.view import SeatView
from engine.state.facts import HAS_FLOR
from engine.state.seats import opponents
from engine.state.table import Table

UNSEEN: Final = 0.05
"""How likely a hand is a flor when at most one of its cards was seen."""
HALF_SEEN: Final = 0.2
"""How likely a hand is a flor when two of its cards were seen and have the same suit."""
SUSPICION: Final = HIDDEN_FLOR * HALF_SEEN
"""A robot does not ask about a flor that is less likely than this, even if a wrong question costs
nothing."""
ASKS: Final = 0.2
"""How often a robot asks about a flor of which it is not sure. When the cards on the table show a
flor, it always asks."""


def claim(view: SeatView, table: Table) -> Action | None:
    """The claim of a seat after the last card: it shows its cards if it may, denounces if it can
    prove a fault, or asks about a flor if the question is likely to pay. ``None``: no claim."""
    for legal in view.offered:
        if isinstance(legal, Action) and legal.verb == MOSTRAR:
            return legal
        if isinstance(legal, Action) and legal.verb == DENUNCIA and _caught(view, table):
            return legal
    flor = table.rules.flor
    if flor is None:
        return None
    best: tuple[float, Action] | None = None
    for legal in view.offered:
        if not isinstance(legal, Action) or legal.verb != PIDO_FLOR:
            continue
        chance = flor_chance(view, table, legal.arg)
        value = chance * flor.claim - (1 - chance) * flor.false_claim
        if value > 0 and chance >= SUSPICION and (best is None or value > best[0]):
            best = (value, legal)
    if best is None or (best[0] < flor.claim and not _asks(view)):
        return None
    return best[1]


def _asks(view: SeatView) -> bool:
    """Whether the robot asks although it is not sure. The answer depends only on the view, so it
    stays the same when the robot is asked several times after one hand."""
    return Random(f"{view.seat} {view.score} {view.dealt} {view.plays}").random() < ASKS


def _caught(view: SeatView, table: Table) -> bool:
    """Whether the cards on the table contradict what a rival has said (TR-FAL-05)."""
    rivals = opponents(table, view.position, view.seat) if view.position is not None else ()
    lacking = {fact.seat for fact in view.facts if fact.kind == HAS_FLOR and not fact.high}
    for seat in said_flores(view):
        suits = {suit_of(card) for card in view.seen[seat]}
        if seat in rivals and (len(suits) > 1 or seat in lacking):
            return True
    return any(
        word.verb == TENGO
        and word.seat in rivals
        and len(view.seen[word.seat]) == 3
        and table.envido_points(view.seen[word.seat], view.turned) != word.number
        for word in view.said
    )


def flor_chance(view: SeatView, table: Table, seat: int) -> float:
    """How likely a seat holds a flor that it has not said, judged by its cards that were seen."""
    seen = view.seen[seat]
    if any(suit_of(first) != suit_of(second) for first, second in combinations(seen, 2)):
        return 0.0
    if len(seen) >= 3:
        return 1.0 if table.has_flor(tuple(seen), view.turned) else 0.0
    return HIDDEN_FLOR * (HALF_SEEN if len(seen) == 2 else UNSEEN)
