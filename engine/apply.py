"""The one transition: ``apply(state, action) -> Step(state, events)``.

Values in, values out; chance comes in with :class:`engine.actions.Deal`. A step that may not be
taken raises :class:`engine.errors.IllegalAction`, and the state that was passed in is as it was.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from msgspec.structs import replace

from engine import envido, flor, leaving, truco
from engine.actions import (
    ACHICO,
    BUENAS,
    CARD_VERBS,
    CONTRAFLOR,
    COVER,
    FLOR,
    FLOR_QUIERO,
    MAZO,
    MOSTRAR,
    NO_QUIERO,
    PIDO_FLOR,
    QUIERO,
    RESTO,
    TENGO,
    Action,
    AnyAction,
    Close,
    Deal,
    End,
)
from engine.cards import UNKNOWN, Card
from engine.closing import close, count, mostrar, opening, pido_flor, settle
from engine.draft import Draft
from engine.errors import BadDeal, IllegalAction, Reason
from engine.events import AnyEvent, ContestBegan, Dealt, Laid, MatchEnded
from engine.flor import announce_automatically
from engine.legal import check, needs
from engine.state import (
    CALLED,
    CLAIMS,
    ENVIDO_GAME,
    NOBODY,
    OPEN,
    OVER,
    PLAYING,
    Hand,
    Play,
    Position,
    Spoken,
    State,
)
from engine.table import LIMIT, Table
from engine.tricks import lay


class Step(NamedTuple):
    """What :func:`apply` returns."""

    state: State
    events: tuple[AnyEvent, ...]


def new_match(
    table: Table, score: tuple[int, ...] = (0, 0), games: tuple[int, ...] = (0, 0)
) -> State:
    """A match before its first hand, perhaps with points already won."""
    return State(table, score=score, games=games)


def apply(state: State, action: AnyAction) -> Step:
    """Take one step.

    Raises :class:`IllegalAction`, :class:`BadDeal`, or :class:`engine.errors.UnknownCard` where
    the step cannot be judged without a card that the record does not know.
    """
    if type(action) is Action:
        check(state, action)
        hand = state.hand
        assert hand is not None
        if action.verb in CARD_VERBS:
            after = _simple_lay(state.table, hand.position, action)
            if after is not None:
                return _lay(state, hand, after, action)
        else:
            word = state.table.words.get((hand.position, action))
            if word is not None:
                said = hand.said + word.said
                made = replace(hand, position=word.position, said=said)
                return Step(replace(state, hand=made), word.events)
        draft = Draft(state, hand)
        _act(draft, action)
        step = _finish(draft)
        _remember_word(state, hand, action, step)
        return step
    if isinstance(action, Deal):
        return _deal(state, action)
    if isinstance(action, Close):
        return _close(state)
    assert isinstance(action, End)
    if state.winner >= 0 or state.ended:
        raise IllegalAction(Reason.MATCH_OVER)
    ended = replace(state, ended=action.reason)
    if state.hand is not None and state.hand.position.phase != OVER:
        # An unfinished hand counts for nothing.
        ended = replace(ended, score=state.hand.start)
    return Step(ended, (MatchEnded(NOBODY, action.reason),))


def _finish(draft: Draft) -> Step:
    if draft.phase == PLAYING:
        if draft.gone:
            leaving.catch_up(draft)
        settle(draft)
    if draft.phase == PLAYING:
        announce_automatically(draft)
        settle(draft)
    if draft.phase == OVER:
        count(draft)
    return Step(draft.freeze(), tuple(draft.events))


# --- the commonest step ---------------------------------------------------------------------


def _simple_lay(table: Table, position: Position, action: Action) -> Position | None:
    """The position after a card that changes nothing but whose turn it is, else ``None``.

    True of most cards: nothing is pending, the trick goes on, and no flor is announced by the
    program. What :func:`engine.tricks.lay` does to a draft comes to the same; this only spares
    the draft.
    """
    seat = action.seat
    try:
        return table.laying[position, seat]  # type: ignore[no-any-return]
    except KeyError:
        pass
    flor_rules = table.rules.flor
    laid = position.laid | 1 << seat
    out = position.gone | laid
    order = table.order_from(position.contest, seat)
    turn = next((one for one in order[1:] if not out >> one & 1), NOBODY)
    if (
        position.stack
        or turn == NOBODY
        or (flor_rules is not None and flor_rules.automatic and position.flor == OPEN)
    ):
        return None
    after = replace(position, turn=turn, laid=laid, opened=position.opened | 1 << seat)
    if len(table.laying) > LIMIT:
        table.laying.clear()
    table.laying[position, seat] = after
    return after


class Word(NamedTuple):
    """What a word does that changes nothing but the position."""

    position: Position
    said: tuple[Spoken, ...]
    events: tuple[AnyEvent, ...]


def _remember_word(state: State, hand: Hand, action: Action, step: Step) -> None:
    """Keep what a step did, if it is the same whatever the cards and the score.

    So it is when all that it changed is the position and the words said, and when nothing that
    it did looked at a hand: calls and raises of the ladder, the quiero of a truco, and without
    flor the calls of the envido.
    """
    after = step.state.hand
    if after is None or action.verb in CARD_VERBS or not _only_moved(hand, after):
        return
    table = state.table
    flor_rules = table.rules.flor
    if flor_rules is not None:
        envido_words = hand.position.envido == CALLED or after.position.envido == CALLED
        if envido_words or flor_rules.automatic or action.verb == FLOR:
            return
    if len(table.words) > LIMIT:
        table.words.clear()
    table.words[hand.position, action] = Word(
        after.position, after.said[len(hand.said) :], step.events
    )


def _only_moved(before: Hand, after: Hand) -> bool:
    """Whether all but the position and the words is the very same as before."""
    return (
        after.position.phase == PLAYING
        and after.entries is before.entries
        and after.facts is before.facts
        and after.held is before.held
        and after.proofs is before.proofs
        and after.cards is before.cards
        and after.tricks is before.tricks
        and after.seen is before.seen
        and after.duel == before.duel
    )


def _lay(state: State, hand: Hand, after: Position, action: Action) -> Step:
    seat, card = action.seat, action.arg
    covered = action.verb == COVER
    held = hand.cards[seat]
    at = held.index(card)
    cards = (*hand.cards[:seat], held[:at] + held[at + 1 :], *hand.cards[seat + 1 :])
    seen = hand.seen
    if not covered:
        seen = (*seen[:seat], (*seen[seat], card), *seen[seat + 1 :])
    made = replace(
        hand,
        cards=cards,
        plays=(*hand.plays, Play(after.trick, seat, card, covered)),
        seen=seen,
        position=after,
    )
    return Step(replace(state, hand=made), (Laid(seat, card, covered),))


# --- the words ------------------------------------------------------------------------------


def _quiero(draft: Draft, seat: int) -> None:
    if draft.stack[-1].game == ENVIDO_GAME:
        envido.accept(draft, seat)
    else:
        truco.accept(draft, seat)


def _no_quiero(draft: Draft, seat: int) -> None:
    if draft.stack[-1].game == ENVIDO_GAME:
        envido.refuse(draft, seat)
    else:
        truco.refuse(draft, seat)


WORDS: Final[dict[str, Callable[[Draft, int], None]]] = {
    QUIERO: _quiero,
    NO_QUIERO: _no_quiero,
    FLOR: flor.announce,
    FLOR_QUIERO: flor.accept,
    ACHICO: flor.refuse,
    BUENAS: envido.give_up,
    MAZO: leaving.leave,
    MOSTRAR: mostrar,
}
"""Words that need nothing but who says them."""


def _act(draft: Draft, action: Action) -> None:
    verb, seat = action.verb, action.seat
    if verb in CARD_VERBS:
        lay(draft, seat, verb, action.arg)
        return
    word = WORDS.get(verb)
    if word is not None:
        word(draft, seat)
    elif verb in (CONTRAFLOR, RESTO):
        flor.raise_flor(draft, seat, verb)
    elif verb == TENGO:
        envido.declare(draft, seat, action.arg)
    elif verb == PIDO_FLOR:
        pido_flor(draft, seat, action.arg)
    elif any(one.verb == verb for one in draft.rules.envido.calls):
        envido.call(draft, seat, verb)
    else:
        truco.call(draft, seat, verb)


# --- the table's own steps ------------------------------------------------------------------


def next_dealer(state: State) -> int:
    """Who deals the next hand (AR-DEA-01); ``NOBODY`` before the first: by lot."""
    return NOBODY if state.hand is None else (state.dealer + 1) % state.table.players


def next_mode(state: State) -> str:
    """The next hand's mode (AR-PIC-01, AR-PIC-02); empty where the table knows no duels."""
    modes = state.table.modes
    if not modes:
        return ""
    duels = state.table.rules.duels
    assert duels is not None
    redonda, duel = modes
    if state.hand is None or state.first or state.hand.mode != redonda:
        return redonda
    leader = max(state.score)
    lacking = state.table.rules.match.target - leader
    return duel if leader >= duels.score_from and lacking >= duels.missing else redonda


def deal_from(table: Table, dealer: int, deck: tuple[Card, ...], mode: str = "") -> Deal:
    """The deal of a deck in its order: one card to each seat from the mano, three rounds."""
    n = table.players
    hands: list[tuple[Card, ...]] = [()] * n
    for step in range(3 * n):
        seat = (dealer + 1 + step) % n
        hands[seat] = (*hands[seat], deck[step])
    return Deal(dealer, tuple(hands), UNKNOWN, mode)


def check_deal(state: State, deal: Deal) -> str:
    """The mode of a deal that is in order; raises :class:`BadDeal` or :class:`IllegalAction`."""
    table = state.table
    must = needs(state)
    if must == "over":
        raise IllegalAction(Reason.MATCH_OVER)
    if must != "deal":
        raise BadDeal(Reason.BAD_DEAL, what="unfinished")
    if not 0 <= deal.dealer < table.players or (
        state.hand is not None and deal.dealer != next_dealer(state)
    ):
        raise BadDeal(Reason.BAD_DEAL, what="dealer", dealer=deal.dealer)
    due = next_mode(state)
    mode = deal.mode or due
    if mode != due and (state.hand is not None or mode not in table.modes):
        raise BadDeal(Reason.BAD_DEAL, what="mode", mode=mode)
    if len(deal.hands) != table.players or any(len(cards) != 3 for cards in deal.hands):
        raise BadDeal(Reason.BAD_DEAL, what="count")
    dealt = [card for cards in deal.hands for card in cards]
    if UNKNOWN in dealt:
        dealt = [card for card in dealt if card != UNKNOWN]
    different = set(dealt)
    if not different <= table.deck_set:
        raise BadDeal(Reason.BAD_DEAL, what="stranger")
    if len(different) != len(dealt):
        raise BadDeal(Reason.BAD_DEAL, what="twice")
    return mode


def _opening(table: Table, dealer: int, mode: str) -> tuple[Position, ContestBegan]:
    """The first position of a hand and the event that goes with it."""
    key = (dealer, mode)
    made: tuple[Position, ContestBegan] | None = table.openings.get(key)
    if made is None:
        contest = table.contests(dealer, mode)[0]
        made = table.openings[key] = (
            opening(table, contest, flores=0, begun=0),
            ContestBegan(0, contest),
        )
    return made


def _deal(state: State, deal: Deal) -> Step:
    mode = check_deal(state, deal)
    table = state.table
    position, began = _opening(table, deal.dealer, mode)
    hand = Hand(
        mode,
        deal.hands,
        deal.turned,
        0,
        deal.hands,
        (),
        (),
        (),
        ((),) * table.players,
        position,
        state.score,
    )
    number = state.number + 1
    made = State(table, deal.dealer, number, state.first, state.score, state.games, hand)
    events = (Dealt(number, deal.dealer, mode, deal.turned, deal.hands), began)
    flor_rules = table.rules.flor
    if flor_rules is None or not flor_rules.automatic:
        return Step(made, events)
    draft = Draft(made, hand)
    draft.events.extend(events)
    return _finish(draft)


def _close(state: State) -> Step:
    if state.hand is None or state.hand.position.phase != CLAIMS or needs(state) == "over":
        raise IllegalAction(Reason.NOT_AVAILABLE if needs(state) != "over" else Reason.MATCH_OVER)
    draft = Draft(state, state.hand)
    close(draft)
    count(draft)
    return Step(draft.freeze(), tuple(draft.events))
