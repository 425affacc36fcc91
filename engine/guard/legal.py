"""The legal actions of each seat, and the seats for which the table waits."""

from itertools import permutations

from engine import memo
from engine.actions import (
    CARD_VERBS,
    COVER,
    DESCARTA,
    PLAY,
    PLAY_NTH,
    STACK,
    Action,
    Legal,
    Range,
    pile,
)
from engine.cards import UNKNOWN
from engine.errors import IllegalAction, Reason
from engine.guard.offers import offer_of
from engine.guard.refusals import explain
from engine.nodes import Node
from engine.numbers import NOBODY, Seat
from engine.state.offer import DISCARD, EITHER, NO_CARD, NTH, PILES, Offer
from engine.state.seats import awaited_in, waits_for_blind
from engine.state.state import CLAIMS, OVER, Hand, State
from engine.state.table import Cards, Table, action


def legal_actions(state: State, seat: int) -> tuple[Legal, ...]:
    """Everything that this seat may do now, with the traps; empty when it may do nothing.

    A call with a free number is a :class:`Range`. A record may not know a seat's cards; then the
    seat gets every word that the public half allows.
    """
    return offered_actions(state, seat, traps=True)


def offered_actions(state: State, seat: int, *, traps: bool = False) -> tuple[Legal, ...]:
    """The actions that a seat is offered, without traps; with ``traps`` all legal actions."""
    hand = state.hand
    if hand is None or state.winner >= 0 or state.ended:
        return ()
    table = state.table
    position = hand.position
    node: Node | None = table.latest
    if node is None or node.position is not position:
        node = memo.node_of(table, position)
    offer = node.offers[seat] or memo.offer(table, node, table.seats[seat], offer_of)
    lay, blind = offer.lay, position.blind
    if blind != NOBODY and blind != seat and not traps and lay != DISCARD:
        return ()
    calls = offer.plain
    if calls is not offer.holder:
        calls = _calls(table, hand, offer, seat)
    if traps and (offer.traps or offer.false):
        calls += offer.traps + _lies(table, hand, offer, seat)
    if lay == NO_CARD or (offer.trap and not traps):
        return calls
    if lay > EITHER:
        return _restricted(table, hand, offer, table.seats[seat]) + calls
    return table.lays(seat, hand.cards[seat], lay == EITHER) + calls


def _restricted(table: Table, hand: Hand, offer: Offer, seat: Seat) -> tuple[Legal, ...]:
    """The card actions of a seat when the rules restrict them: cards by their place in the deal,
    piles, the highest card alone, or a card to put away."""
    cards = hand.cards[seat]
    if offer.lay == DISCARD:
        return tuple(action(seat, DESCARTA, card) for card in dict.fromkeys(cards))
    if offer.lay == PILES:
        return piles(table, hand, seat)
    if offer.lay == NTH:
        dealt = hand.dealt[seat]
        return tuple(
            action(seat, PLAY_NTH, at) for at, card in enumerate(dealt, start=1) if card in cards
        )
    return table.lays(seat, highest_of(table, hand, cards), cover=False)


def piles(table: Table, hand: Hand, seat: Seat) -> tuple[Legal, ...]:
    """The piles a seat may lay: the better card on top, equal ones either way (VE-PAR-02)."""
    heights = table.heights(hand.turned)
    found = [
        action(seat, STACK, pile(top, below))
        for top, below in permutations(hand.cards[seat], 2)
        if UNKNOWN in (top, below) or heights[top] >= heights[below]
    ]
    return tuple(dict.fromkeys(found))


def highest_of(table: Table, hand: Hand, cards: Cards) -> Cards:
    """The highest of these cards; several if they are equal (MI-TRI-04). All of them when one is
    unknown."""
    if UNKNOWN in cards:
        return cards
    heights = table.heights(hand.turned)
    best = max((heights[card] for card in cards), default=0)
    return tuple(card for card in cards if heights[card] == best)


def _lies(table: Table, hand: Hand, offer: Offer, seat: int) -> tuple[Legal, ...]:
    """The word *flor* for a seat without a flor (TR-FLO-03). Empty when the seat's cards are not
    known, because then the offer has the word already."""
    return offer.false if offer.false and has_mark(table, hand, seat) is False else ()


def _calls(table: Table, hand: Hand, offer: Offer, seat: int) -> tuple[Legal, ...]:
    if offer.plain is offer.holder:
        return offer.plain
    marked = has_mark(table, hand, seat)
    if marked is None:
        return offer.calls
    return offer.holder if marked else offer.plain


def has_mark(table: Table, hand: Hand, seat: int) -> bool | None:
    """Whether the seat's cards hold what decides its words: a flor, or in a special hand the two
    best cards. ``None``: unknown cards hide it."""
    if hand.position.special:
        cards = hand.cards[seat]
        if table.unbeatable(cards, hand.turned):
            return True
        return None if UNKNOWN in cards else False
    return table.has_flor(hand.dealt[seat], hand.turned)


def public_actions(state: State, seat: int) -> tuple[Legal, ...]:
    """The words that this seat may say now as far as everyone knows; no cards, no traps.

    Buttons that others can see are made of these words alone.
    """
    hand = state.hand
    if hand is None or state.winner >= 0 or state.ended:
        return ()
    table = state.table
    node = memo.node_of(table, hand.position)
    return memo.offer(table, node, table.seats[seat], offer_of).calls


def is_trap(state: State, step: Legal) -> bool:
    """Whether a legal action is a trap: no robot chooses it and no screen offers it.

    There are three traps: to lay a card that would accept a pending call (AR-TRU-07), to say a
    truco that costs the hand (PA-ONZ-05), and to do anything while another seat may still call
    blind (TR-COM-01).
    """
    hand = state.hand
    if hand is None:
        return False
    if takes_choice(state, step):
        return True
    table = state.table
    node = memo.node_of(table, hand.position)
    offer = memo.offer(table, node, table.seats[step.seat], offer_of)
    if step.verb in CARD_VERBS:
        return offer.trap
    return step in offer.traps or step in _lies(table, hand, offer, step.seat)


def takes_choice(state: State, step: Legal) -> bool:
    """Whether a step would take another seat's choice to call blind away (TR-COM-01).

    A record may hold such a step. A live table waits for the choice first.
    """
    hand = state.hand
    if hand is None or step.verb == DESCARTA:
        return False
    return waits_for_blind(hand.position, step.seat)


def awaited(state: State) -> tuple[Seat, ...]:
    """The seats that the table waits for. Empty when it waits for a deal or for the end of the
    claims."""
    hand = state.hand
    if hand is None or state.winner >= 0 or state.ended:
        return ()
    node = memo.node_of(state.table, hand.position)
    if node.awaited is None:
        node.awaited = awaited_in(state.table, hand.position)
    return node.awaited


def needs(state: State) -> str:
    """The kind of step that must come next: ``seat`` (a word or a card of a seat), ``close``,
    ``deal``, or ``over``."""
    if state.winner >= 0 or state.ended:
        return "over"
    hand = state.hand
    if hand is None or hand.position.phase == OVER:
        return "deal"
    return "close" if hand.position.phase == CLAIMS else "seat"


def check(state: State, action: Action) -> Node:  # noqa: C901, asked at every step
    """Returns the node of the position if the step may be taken now; otherwise raises
    :class:`IllegalAction` with the reason."""
    hand = state.hand
    if state.winner >= 0 or state.ended:
        raise IllegalAction(Reason.MATCH_OVER)
    if hand is None:
        raise IllegalAction(Reason.HAND_OVER)
    table = state.table
    seat = action.seat
    if 0 <= seat < table.players:
        position = hand.position
        node: Node | None = table.latest
        if node is None or node.position is not position:
            node = memo.node_of(table, position)
        offer = node.offers[seat] or memo.offer(table, node, table.seats[seat], offer_of)
        verb = action.verb
        if verb in CARD_VERBS or verb == DESCARTA:
            lay = offer.lay
            if lay > EITHER:
                if action in _restricted(table, hand, offer, table.seats[seat]):
                    return node
            elif verb == PLAY:
                if lay != NO_CARD and action.arg in hand.cards[seat]:
                    return node
            elif verb == COVER and lay == EITHER and action.arg in hand.cards[seat]:
                return node
        elif action in offer.sure:
            return node
        else:
            calls = _calls(table, hand, offer, seat)
            if action in calls or action in offer.traps or action in offer.false:
                return node
            for call in calls:
                if (
                    type(call) is Range
                    and call.verb == verb
                    and call.low <= action.arg <= call.high
                ):
                    return node
    raise IllegalAction(refusal(state, action))


def refusal(state: State, action: Action) -> Reason:
    """The reason why this step is refused. The caller knows that it is refused."""
    hand = state.hand
    if hand is None:
        return Reason.HAND_OVER
    table = state.table
    if not 0 <= action.seat < table.players:
        return Reason.NOT_IN_PLAY
    seat, marked = table.seats[action.seat], has_mark(table, hand, action.seat)
    return explain(table, hand.position, seat, action.verb, action.arg, marked)
