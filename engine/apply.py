"""The one transition: ``apply(state, action) -> Step(state, events)``.

Values in, values out; chance comes in with :class:`engine.actions.Deal`. A step that may not be
taken raises :class:`engine.errors.IllegalAction`, and the state that was passed in is as it was.
"""

from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple

from msgspec.structs import replace

from engine import blind, envido, flor, flores, leaving, special, truco
from engine.actions import (
    ALEY,
    BUENAS,
    CARD_VERBS,
    CFT,
    CORRE,
    COVER,
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
    PLACE,
    PLAY,
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
from engine.closing import (
    close,
    count,
    denounce,
    interfere,
    mostrar,
    opening,
    pido_flor,
    points_of,
    settle,
)
from engine.draft import Draft, known
from engine.errors import BadDeal, IllegalAction, Reason
from engine.events import AnyEvent, ContestBegan, Dealt, HandEnded, Laid, MatchEnded, PutAway
from engine.flor import announce_automatically
from engine.ledger import tally
from engine.legal import check, needs
from engine.places import Outcome, Place, remembered
from engine.seats import is_blind
from engine.state import (
    BLIND_GAME,
    CLAIMS,
    DECLARATION,
    ENVIDO_GAME,
    NOBODY,
    OVER,
    PLAYING,
    Hand,
    Play,
    Position,
    State,
)
from engine.table import Table
from engine.tricks import highest, lay, lay_pile


class Step(NamedTuple):
    """What :func:`apply` returns."""

    state: State
    events: tuple[AnyEvent, ...]


_step: Final = partial(tuple.__new__, Step)
"""``Step(...)`` of a pair, in half the time."""


def new_match(table: Table, score: tuple[int, ...] = (), games: tuple[int, ...] = ()) -> State:
    """A match before its first hand, perhaps with points already won."""
    none = (0,) * len(table.account_names)
    return State(table, score=score or none, games=games or none)


def apply(state: State, action: AnyAction) -> Step:
    """Take one step.

    Raises :class:`IllegalAction`, :class:`BadDeal`, or :class:`engine.errors.UnknownCard` where
    the step cannot be judged without a card that the record does not know.
    """
    if type(action) is Action:
        place = check(state, action)
        hand = state.hand
        assert hand is not None
        if action.verb in CARD_VERBS:
            if action.verb == STACK:
                return _work_out(state, hand, action)
            if action.verb == PLACE:
                card = hand.dealt[action.seat][action.arg - 1]
                action = Action(action.seat, PLAY, card)
            return _lay(state, hand, place, action)
        outcome = place.known.get(action)
        if outcome:
            if not outcome.settles:
                made = replace(hand, position=outcome.position, said=hand.said + outcome.said)
                if outcome.facts:
                    made = replace(made, facts=known(hand.facts, outcome.facts))
                return _step((replace(state, hand=made), outcome.events))
            if _holds(state, hand, outcome):
                return _settle(state, hand, outcome, outcome.events)
            return _work_out(state, hand, action)
        return _not_known(state, hand, place, action, action)
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
        if draft.gone or (draft.stack and draft.stack[-1].said_no):
            leaving.catch_up(draft)
        settle(draft)
        flor_rules = draft.rules.flor
        if flor_rules is not None and flor_rules.automatic and draft.phase == PLAYING:
            announce_automatically(draft, flor_rules.automatic)
            settle(draft)
    if draft.phase == OVER:
        count(draft)
    return _step((draft.freeze(), tuple(draft.events)))


# --- steps that are known already -----------------------------------------------------------


def _work_out(state: State, hand: Hand, action: Action) -> Step:
    draft = Draft(state, hand)
    _act(draft, action)
    return _finish(draft)


def _not_known(state: State, hand: Hand, place: Place, key: object, action: Action) -> Step:
    """A step whose outcome is not remembered. It is when it is taken for the second time, for most
    steps are not taken again; and not where it turned out to depend on more than the place."""
    draft = Draft(state, hand)
    _act(draft, action)
    step = _finish(draft)
    if place.first is None:
        place.first = key
    elif place.again(key):
        place.known[key] = _is_plain(draft, action, step) and _outcome(draft, action, step)
    return step


def _lay(state: State, hand: Hand, place: Place, action: Action) -> Step:
    """Lay a card. The cards of the trick decide where that leads only if they are all there."""
    if place.position.stack or action.arg == UNKNOWN:
        return _work_out(state, hand, action)
    seat, card = action.seat, action.arg
    covered = action.verb == COVER
    position = place.position
    plays = (*hand.plays, Play(position.trick, seat, card, covered))
    key: object = covered
    if place.closes:
        heights = state.table.heights(hand.turned)
        key = (highest(plays[-1 - position.laid.bit_count() :], heights), hand.tricks)
    outcome = place.known.get(key)
    if not outcome:
        return _not_known(state, hand, place, key, action)
    if outcome.settles and not _holds(state, hand, outcome):
        return _work_out(state, hand, action)
    held = hand.cards[seat]
    at = held.index(card)
    cards = list(hand.cards)
    cards[seat] = held[:at] + held[at + 1 :]
    seen = hand.seen
    if not covered:
        shown = list(seen)
        shown[seat] = (*seen[seat], card)
        seen = tuple(shown)
    made = replace(
        hand,
        cards=tuple(cards),
        plays=plays,
        tricks=hand.tricks + outcome.tricks,
        seen=seen,
        position=outcome.position,
    )
    events = (Laid(seat, card, covered), *outcome.events)
    if outcome.settles:
        return _settle(state, made, outcome, events)
    return _step((replace(state, hand=made), events))


def _holds(state: State, hand: Hand, outcome: Outcome) -> bool:
    """Whether a remembered outcome that settles something is that of this state too."""
    if hand.proofs or hand.bets or hand.held:
        return False
    match = state.table.rules.match
    furthest = max(state.score) + outcome.most
    if match.standing:
        furthest += sum([one.points for one in hand.entries])
    return furthest < match.target


def _settle(state: State, hand: Hand, outcome: Outcome, events: tuple[AnyEvent, ...]) -> Step:
    """Take a step that wins points or ends the hand and whose outcome is remembered."""
    entries = hand.entries + outcome.entries
    score = state.score
    if not state.table.rules.match.standing:
        (one, two), (more, most) = score, outcome.points
        score = (one + more, two + most)
    elif outcome.ends:
        score, _ = tally(state.table, hand.start, entries)
    first = state.first
    if outcome.ends:
        first = False
        events = (*events, HandEnded(points_of(entries), score))
    made = replace(
        hand,
        said=hand.said + outcome.said,
        position=outcome.position,
        entries=entries,
        waiting=outcome.waiting,
    )
    return _step((replace(state, first=first, score=score, hand=made), events))


def _outcome(draft: Draft, action: Action, step: Step) -> Outcome | None:
    """What a plain step did; ``None`` where it is worth another look, nearer or further from the
    end of a game."""
    state, hand, after = draft.state, draft.hand, step.state.hand
    assert after is not None
    before = hand.position
    entries = after.entries[len(hand.entries) :]
    position = after.position
    ends = position.phase == OVER
    events = step.events
    if action.verb in CARD_VERBS:
        assert type(events[0]) is Laid
        events = events[1:]
    if ends:
        if type(events[-1]) is not HandEnded:
            return None  # it closed a game
        events = events[:-1]
    outcome = Outcome(
        position,
        after.said[len(hand.said) :],
        after.tricks[len(hand.tricks) :],
        draft.implied,
        entries,
        after.waiting,
        events,
        points_of(entries),
        max(points_of(entries + after.waiting)),
        ends or bool(entries) or position.phase == CLAIMS,
        ends,
    )
    if outcome.settles and (outcome.facts or not _holds(state, hand, outcome)):
        return None
    if entries and before.stack and before.stack[-1].game == DECLARATION:
        return None  # a falta is worth what the score makes it
    return remembered(state.table, outcome)


def _is_plain(draft: Draft, action: Action, step: Step) -> bool:
    """Whether a step does the same whatever the hidden cards and, far from the end of the game,
    whatever the score.

    So it is when the position, the words, the tricks, the points won and what a word tells of its
    speaker are all that changed, and nothing that it did looked at a hand: most cards laid, calls
    and raises, the quiero of a truco, every no quiero, and where nobody looks for a flor also
    leaving. Whatever depends on a hand puts down a fact, known already or not, or something to be
    shown.
    """
    before, after, rules = draft.hand, step.state.hand, draft.rules
    position = before.position
    if (
        draft.told
        or after is None
        or before.waiting
        or position.phase != PLAYING
        or after.held is not before.held
        or after.proofs is not before.proofs
        or after.bets is not before.bets
        or after.statements is not before.statements
        or after.stopped != before.stopped
        or after.duel != before.duel
    ):
        return False
    if action.verb in CARD_VERBS:
        return not position.stack
    if action.verb == INTERFIERE:
        return False  # what the side has won
    laid = position.trick + (position.laid >> action.seat & 1)
    if action.verb == MAZO and rules.leave.ask_leaver and laid > 1:
        return False  # whether he has shown two suits
    return (
        after.cards is before.cards and after.tricks is before.tricks and after.seen is before.seen
    )


# --- the words ------------------------------------------------------------------------------


def _put_away(draft: Draft, seat: int, card: Card) -> None:
    """TR-GAL-04: the lone player keeps three of his four cards."""
    held = draft.hand.dealt[seat]
    at = held.index(card)
    kept = held[:at] + held[at + 1 :]
    dealt = (*draft.hand.dealt[:seat], kept, *draft.hand.dealt[seat + 1 :])
    draft.hand = replace(draft.hand, dealt=dealt)
    draft.cards = dealt
    draft.put_away = card
    draft.discard = NOBODY
    draft.events.append(PutAway(seat))
    if draft.stack:
        blind.open_parts(draft)


def _quiero(draft: Draft, seat: int) -> None:
    if draft.stack[-1].game == BLIND_GAME:
        blind.answer(draft, seat, QUIERO)
        return
    if draft.stack[-1].game == ENVIDO_GAME:
        envido.accept(draft, seat)
    else:
        truco.accept(draft, seat)


def _no_quiero(draft: Draft, seat: int) -> None:
    if draft.stack[-1].game == BLIND_GAME:
        blind.answer(draft, seat, NO_QUIERO)
        return
    if draft.stack[-1].game == ENVIDO_GAME:
        envido.refuse(draft, seat)
    else:
        truco.refuse(draft, seat)


def _mostrar(draft: Draft, seat: int) -> None:
    if draft.phase == PLAYING:
        special.show_unbeatable(draft, seat)
    else:
        mostrar(draft, seat)


WORDS: Final[dict[str, Callable[[Draft, int], None]]] = {
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
"""Words that need nothing but who says them."""


def _act(draft: Draft, action: Action) -> None:
    verb, seat = action.verb, action.seat
    if draft.blind != NOBODY and seat != draft.blind and verb != DESCARTA:
        draft.blind = NOBODY  # TR-COM-01: any other step closes the choice
    if verb == STACK:
        lay_pile(draft, seat, action.arg)
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
        pido_flor(draft, seat, action.arg)
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
    """The deal of a deck in its order. Where a card is turned it is the next one."""
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
    """Look again at a deal that is not simply so many cards of the deck: some may be unknown."""
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


def _opening(
    table: Table, dealer: int, mode: str, score: tuple[int, ...]
) -> tuple[Position, ContestBegan]:
    """The first position of a hand and the event that goes with it."""
    key = (dealer, mode, score if table.score_matters else ())
    made: tuple[Position, ContestBegan] | None = table.openings.get(key)
    if made is None:
        contest = table.contests(dealer, mode)[0]
        made = table.openings[key] = (
            opening(table, contest, score),
            ContestBegan(0, contest),
        )
    return made


def _deal(state: State, deal: Deal) -> Step:
    mode = check_deal(state, deal)
    table = state.table.seated(deal.dealer)
    position, began = _opening(table, deal.dealer, mode, state.score)
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
    made = State(table, deal.dealer, number, state.first, state.score, state.games, hand)
    unseen = is_blind(table, position.special)
    events = (
        Dealt(number, deal.dealer, mode, deal.turned, deal.hands, unseen, position.blind),
        began,
    )
    flor_rules = table.rules.flor
    if flor_rules is None or not flor_rules.automatic:
        return _step((made, events))
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
