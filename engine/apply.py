"""The only function that changes a match: ``apply(state, action) -> Step(state, events)``.

It takes values and returns new ones; chance comes in with :class:`engine.actions.Deal`. A step that
may not be taken raises :class:`engine.errors.IllegalAction`, and the state that was passed in does
not change.
"""

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from engine import memo
from engine.actions import (
    ALEY,
    BUENAS,
    CARD_VERBS,
    CFT,
    CORRE,
    DENUNCIA,
    DESCARTA,
    FLOR,
    FT,
    INTERFIERE,
    JOGA,
    MAZO,
    MOSTRAR,
    NO_QUIERO,
    PART_VERBS,
    PASSO,
    PIDO_FLOR,
    PLAY,
    PLAY_NTH,
    QUIERO,
    STACK,
    TENGO,
    VER,
    Action,
    AnyAction,
    Close,
    Deal,
    End,
)
from engine.cards import UNKNOWN, Card
from engine.errors import BadDeal, IllegalAction, Reason
from engine.events import Dealt, MatchEnded, PutAway
from engine.guard.legal import check, needs
from engine.moves import blind, envido, flor, leaving, truco
from engine.moves import last_hands as special
from engine.moves import own_flores as flores
from engine.moves.claims import pido_flor
from engine.moves.draft import Draft
from engine.moves.ending import close, count, denounce, interfere, settle
from engine.moves.flor import announce_automatically
from engine.moves.showing import mostrar
from engine.moves.tricks import lay, lay_pile
from engine.numbers import NO_ACCOUNT, NO_SEATS, NOBODY, Seat
from engine.state.seats import is_blind
from engine.state.state import (
    BLIND_GAME,
    CLAIMS,
    ENVIDO_GAME,
    OVER,
    PLAYING,
    Hand,
    State,
    Step,
    step_of,
)
from engine.state.table import Table


def new_match(table: Table, score: tuple[int, ...] = (), games: tuple[int, ...] = ()) -> State:
    """A match before its first hand, perhaps with points already won."""
    none = (0,) * len(table.account_names)
    return State(table, score=score or none, games=games or none)


def apply(state: State, action: AnyAction) -> Step:
    """Take one step.

    Raises :class:`IllegalAction` for a step that may not be taken, :class:`BadDeal` for a deal that
    is not possible, and :class:`engine.errors.UnknownCard` when a card that the record does not
    know decides the step.
    """
    if type(action) is Action:
        return memo.step(state, action, check(state, action), take)
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
    return Step(ended, (MatchEnded(NO_ACCOUNT, action.reason),))


# --- the step of a seat ---------------------------------------------------------------------


def take(state: State, action: Action) -> Draft:
    """Take a step that a seat may take, by the rules alone."""
    assert state.hand is not None
    draft = Draft(state, state.hand)
    _act(draft, action)
    _finish(draft)
    return draft


def _finish(draft: Draft) -> None:
    """Does what follows from a step: settles calls that nobody is left to answer, says the
    program's own words, and ends the contest and the hand."""
    if draft.phase == PLAYING:
        if draft.gone or (draft.stack and draft.stack[-1].said_no):
            leaving.catch_up(draft)
        settle(draft)
        flor_rules = draft.rules.flor
        if flor_rules is not None and flor_rules.automatic and draft.phase == PLAYING:
            announce_automatically(draft, flor_rules.automatic)
            settle(draft)
    if draft.phase == OVER:
        count(draft)


# --- the words ------------------------------------------------------------------------------


def _put_away(draft: Draft, seat: Seat, card: Card) -> None:
    """TR-GAL-04: the lone player keeps three of his four cards."""
    draft.put_one_away(seat, card)
    draft.discard = NOBODY
    draft.events.append(PutAway(seat))
    if draft.stack:
        blind.open_parts(draft)


def _quiero(draft: Draft, seat: Seat) -> None:
    if draft.stack[-1].game == BLIND_GAME:
        blind.answer(draft, seat, QUIERO)
        return
    if draft.stack[-1].game == ENVIDO_GAME:
        envido.accept(draft, seat)
    else:
        truco.accept(draft, seat)


def _no_quiero(draft: Draft, seat: Seat) -> None:
    if draft.stack[-1].game == BLIND_GAME:
        blind.answer(draft, seat, NO_QUIERO)
        return
    if draft.stack[-1].game == ENVIDO_GAME:
        envido.refuse(draft, seat)
    else:
        truco.refuse(draft, seat)


def _mostrar(draft: Draft, seat: Seat) -> None:
    if draft.phase == PLAYING:
        special.show_unbeatable(draft, seat)
    else:
        mostrar(draft, seat)


WORDS: Final[dict[str, Callable[[Draft, Seat], None]]] = {
    QUIERO: _quiero,
    NO_QUIERO: _no_quiero,
    FLOR: flor.say,
    PASSO: flor.keep,
    BUENAS: envido.give_up,
    MAZO: leaving.leave,
    VER: blind.look,
    INTERFIERE: interfere,
    DENUNCIA: denounce,
    MOSTRAR: _mostrar,
    ALEY: flores.ley,
    JOGA: special.play,
    CORRE: special.run,
}
"""Words that take no argument, each with the function that says it for a seat."""


def _act(draft: Draft, action: Action) -> None:  # noqa: C901, a branch for each verb
    verb, seat = action.verb, draft.table.seats[action.seat]
    if draft.blind != NOBODY and seat != draft.blind and verb != DESCARTA:
        draft.blind = NOBODY  # TR-COM-01: any other step closes the choice
    if verb == STACK:
        lay_pile(draft, seat, action.arg)
        return
    if verb == PLAY_NTH:
        lay(draft, seat, PLAY, draft.dealt_to(seat)[action.arg - 1])
        return
    if verb in CARD_VERBS:
        lay(draft, seat, verb, action.arg)
        return
    if draft.table.each_his_own:
        flores.hear(draft, seat, verb)
    word = WORDS.get(verb)
    if word is not None:
        word(draft, seat)
    elif verb in draft.table.flor_words:
        flor.respond(draft, seat, verb)
    elif verb == TENGO:
        envido.declare(draft, seat, action.arg)
    elif verb == PIDO_FLOR:
        pido_flor(draft, seat, draft.table.seats[action.arg])
    elif verb in (CFT, FT):
        blind.call(draft, seat, verb)
    elif verb in PART_VERBS:
        blind.answer(draft, seat, verb)
    elif verb == DESCARTA:
        _put_away(draft, seat, action.arg)
    elif verb in draft.table.envido_words:
        envido.call(draft, seat, verb, action.arg)
    elif draft.special:
        special.fault(draft, seat, verb)
    else:
        truco.call(draft, seat, verb)


# --- the table's own steps ------------------------------------------------------------------


def next_dealer(state: State) -> int:
    """The next dealer (AR-DEA-01); ``NOBODY`` before the first: by lot."""
    return NOBODY if state.hand is None else (state.dealer + 1) % state.table.players


def next_mode(state: State) -> str:
    """The next hand's mode (AR-PIC-01, AR-PIC-02); empty if the table has no duels."""
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
    """Deals from a deck in its order: the hands first. At a table that turns a card, the next card
    of the deck is turned."""
    turned = deck[table.dealt] if table.turns else UNKNOWN
    return Deal(dealer, table.split(dealer, deck), turned, mode)


def check_deal(state: State, deal: Deal) -> str:
    """The mode of a deal that is in order; raises :class:`BadDeal` or :class:`IllegalAction`."""
    table = state.table
    must = needs(state)
    if must != "deal":
        if must == "over":
            raise IllegalAction(Reason.MATCH_OVER)
        raise BadDeal(Reason.BAD_DEAL, what="unfinished")
    if state.hand is not None:
        in_order = deal.dealer == next_dealer(state)
    else:
        in_order = 0 <= deal.dealer < table.players
    if not in_order:
        raise BadDeal(Reason.BAD_DEAL, what="dealer", dealer=deal.dealer)
    due = next_mode(state) if table.modes else ""
    mode = deal.mode or due
    if mode != due and (state.hand is not None or mode not in table.modes):
        raise BadDeal(Reason.BAD_DEAL, what="mode", mode=mode)
    if tuple([len(cards) for cards in deal.hands]) != table.seated(deal.dealer).hand_sizes:
        raise BadDeal(Reason.BAD_DEAL, what="count")
    different = set().union(*deal.hands)
    if (
        len(different) != table.dealt
        or not different <= table.deck_set
        or (deal.turned != UNKNOWN) != table.turns
        or deal.turned in different
    ):
        _check_cards(table, deal)
    return mode


def _check_cards(table: Table, deal: Deal) -> None:
    """Checks a deal in which cards may be unknown: raises :class:`BadDeal` if a known card is not
    in the deck, if a card is there twice, or if it has a turned card against the rules."""
    if (deal.turned != UNKNOWN) != table.turns:
        raise BadDeal(Reason.BAD_DEAL, what="turned")
    dealt = [card for cards in deal.hands for card in cards if card != UNKNOWN]
    if table.turns:
        dealt.append(deal.turned)
    different = set(dealt)
    if not different <= table.deck_set:
        raise BadDeal(Reason.BAD_DEAL, what="stranger")
    if len(different) != len(dealt):
        raise BadDeal(Reason.BAD_DEAL, what="twice")


def _deal(state: State, deal: Deal) -> Step:
    mode = check_deal(state, deal)
    table = state.table.seated(deal.dealer)
    dealer = table.seats[deal.dealer]
    contest = table.contests(deal.dealer, mode)[0]
    position, began = memo.opening(table, 0, contest, state.score, NO_SEATS, NO_SEATS)
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
        facts=special.peeked(table, state.score, deal.hands) if position.special else (),
    )
    number = state.number + 1
    made = State(table, dealer, number, state.first, state.score, state.games, hand)
    unseen = is_blind(table, position.special)
    events = (Dealt(number, dealer, mode, deal.turned, deal.hands, unseen, position.blind), began)
    flor_rules = table.rules.flor
    if flor_rules is None or not flor_rules.automatic:
        return step_of((made, events))
    draft = Draft(made, hand)
    draft.events.extend(events)
    _finish(draft)
    return draft.step()


def _close(state: State) -> Step:
    if state.hand is None or state.hand.position.phase != CLAIMS or needs(state) == "over":
        raise IllegalAction(Reason.NOT_AVAILABLE if needs(state) != "over" else Reason.MATCH_OVER)
    draft = Draft(state, state.hand)
    close(draft)
    count(draft)
    return draft.step()
