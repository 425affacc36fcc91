"""How contests, hands, games and the match end (AR-MAT, AR-MOS, AR-PIC)."""

from itertools import combinations

from msgspec.structs import replace

from engine import memo
from engine.actions import DENUNCIA, INTERFIERE, MOSTRAR
from engine.cards import UNKNOWN, Card
from engine.errors import UnknownCard
from engine.events import (
    Checked,
    ClaimsOpened,
    ContestBegan,
    ContestEnded,
    Denounced,
    FlorClaimed,
    GameEnded,
    HandEnded,
    Interfered,
    MatchEnded,
    Scored,
    Shown,
)
from engine.moves import envido
from engine.moves import own_flores as flores
from engine.moves.draft import WON, Draft
from engine.moves.last_hands import decision, limits
from engine.moves.last_hands import kind as special_hand
from engine.numbers import (
    BIT,
    NO_ACCOUNT,
    NO_NUMBER,
    NO_SEATS,
    NO_SIDE,
    NO_SIDES,
    NOBODY,
    Kind,
    Seat,
    Seats,
    Side,
    the_one,
)
from engine.state.facts import ENVIDO_POINTS, HAS_FLOR, HOLDS, Fact
from engine.state.ledger import home, points_of, tally
from engine.state.seats import opponents
from engine.state.state import (
    CLAIMS,
    DENOUNCEMENT,
    FLOR_CLAIM,
    FLOR_POINTS_KIND,
    FLOR_SAID,
    KIND_NAMES,
    OPEN,
    OVER,
    PLAYING,
    SPECIAL,
    TRUCO_POINTS_KIND,
    VOID,
    Entry,
    Held,
    Position,
    Statement,
    other,
)
from engine.state.table import Cards, Table


def opening(
    table: Table,
    contest: tuple[Seat, ...],
    score: tuple[int, ...],
    flores: Seats = NO_SEATS,
    begun: Seats = NO_SEATS,
) -> Position:
    """The first position of a contest: its first seat is mano.

    ``flores`` and ``begun`` come from the contests before it in the same deal.
    """
    special, side = special_hand(table, score)
    rules = table.rules.special
    stack = (decision(rules, side),) if rules is not None and special == SPECIAL else ()
    return Position(
        contest=contest,
        turn=contest[0],
        lead=contest[0],
        trick=0,
        laid=NO_SEATS,
        opened=NO_SEATS,
        gone=NO_SEATS,
        level=0,
        word=NO_SIDE,
        stack=stack,
        envido=OPEN if table.rules.envido.calls else VOID,
        flor=OPEN if table.rules.flor is not None else VOID,
        flores=flores,
        phase=PLAYING,
        claimed=NO_SIDES,
        owing=NO_SEATS,
        begun=begun | table.mask_of(contest),
        special=special,
        limits=limits(table, score),
        lacking=lacking(table, score),
        blind=_may_call_blind(table, contest),
        discard=table.lone if table.rules.gallo.four_cards else NOBODY,
        shut=_shut(table, score),
    )


def _may_call_blind(table: Table, contest: tuple[Seat, ...]) -> Seat:
    """TR-COM-01: the pie of the side that does not deal; nobody in a duel."""
    if table.rules.blind is None or len(contest) < table.players:
        return NOBODY
    dealer = contest[-1]
    return next(seat for seat in contest[::-1] if table.sides[seat] != table.sides[dealer])


def _shut(table: Table, score: tuple[int, ...]) -> int:
    """TR-ENV-17: the envido calls that do not exist at equal scores."""
    if not table.unless_level:
        return 0
    one, two = table.by_side(score)
    return table.unless_level if one == two else 0


def lacking(table: Table, score: tuple[int, ...]) -> int:
    """What the leader lacks, at least 1, where a called number is bounded by it (VE-ENV-04)."""
    if not table.unbounded:
        return 0
    return max(1, table.rules.match.target - max(score))


def begin_contest(draft: Draft, duel: int) -> None:
    """The next contest of the deal."""
    contest = draft.contests()[duel]
    draft.duel = duel
    stated = draft.stated
    score = _score_of_contest(draft)
    draft.take_over(opening(draft.table, contest, score, draft.flores, draft.begun))
    draft.plays = ()
    draft.tricks = ()
    draft.said = ()
    draft.stated = stated
    if not draft.rules.denounce:
        draft.proofs = ()
    draft.events.append(ContestBegan(duel, contest))


def _score_of_contest(draft: Draft) -> tuple[int, ...]:
    """The score by which the special hands and the limits of a duel are decided."""
    return draft.score if draft.rules.match.standing else draft.start


def settle(draft: Draft) -> None:
    """After a step: end what the step has ended."""
    if draft.decided is not None:
        _end_contest(draft)
    elif draft.home or draft.stopped:
        # AR-MAT-05: the rest of the hand is not played, a truco is void.
        _end_hand(draft, None)


def _end_contest(draft: Draft) -> None:
    """The contest is over: its truco points, and the next duel or the end of the hand."""
    _settle_bets(draft)
    assert draft.decided is not None
    side, points, article = draft.decided
    was_home = draft.home
    if not draft.rules.denounce:
        draft.check_statements()
    if draft.home and not was_home:
        _end_hand(draft, None)
        return
    draft.events.append(ContestEnded(draft.duel, side))
    entry = Entry(draft.duel, TRUCO_POINTS_KIND, side, points, article) if side != NO_SIDE else None
    duels = draft.contests()
    last = draft.duel == len(duels) - 1
    if last or draft.stopped or _would_be_home(draft, entry):
        _end_hand(draft, entry)
        return
    if not draft.rules.denounce:
        _show_proofs(draft)
    if entry is not None:
        draft.win(entry.kind, entry.side, entry.points, entry.article)  # AR-PIC-05
    if draft.rules.match.standing:
        draft.score = tally(draft.table, draft.score, draft.of_contest())[0]  # TR-MAT-04
    begin_contest(draft, draft.duel + 1)
    draft.decided = None


def _settle_bets(draft: Draft) -> None:
    """What waited for the end of the hand: flores before the envido (VE-MAT-02)."""
    if draft.table.each_his_own:
        flores.settle(draft)
    if draft.bets:
        envido.settle_bets(draft)


def _would_be_home(draft: Draft, entry: Entry | None) -> bool:
    """Whether a game is over with these points (AR-PIC-05, ``end``)."""
    if draft.rules.match.standing:
        more = () if entry is None else (entry,)
        return home(draft.table, draft.score, (*draft.of_contest(), *more)) != NO_ACCOUNT
    score = list(draft.score)
    if entry is not None:
        score[entry.side] += entry.points
    if draft.rules.match.end == "more_points" and score[0] == score[1]:
        return False
    return max(score) >= draft.rules.match.target


def _end_hand(draft: Draft, entry: Entry | None) -> None:
    """No more cards are laid: the claims, if there is anything to claim, or the end at once."""
    draft.turn = NOBODY
    draft.stack = ()
    denounce = bool(draft.stated)
    if not denounce:
        _show_proofs(draft)
    flor = draft.rules.flor
    claims = flor is not None and flor.claim > 0 and not draft.home
    draft.owing = _owing(draft)
    if claims or draft.owing or denounce:
        if entry is not None:
            draft.waiting = (*draft.waiting, entry)
            draft.events.append(
                Scored(
                    entry.duel,
                    KIND_NAMES[entry.kind],
                    entry.side,
                    entry.points,
                    entry.article,
                    True,
                )
            )
        draft.phase = CLAIMS
        draft.events.append(ClaimsOpened())
        return
    if entry is not None:
        draft.win(entry.kind, entry.side, entry.points, entry.article)
    _resolve_held(draft)
    draft.phase = OVER


# --- showing --------------------------------------------------------------------------------


def proof(
    table: Table, kind: Kind, dealt: Cards, seen: Cards, turned: Card, stated: int = NO_NUMBER
) -> Cards:
    """The fewest further cards that prove the points (AR-MOS-01: only the scoring cards).

    Of several such sets the one with the lowest card numbers: the order of the deal, which nobody
    else knows, decides nothing. ``stated``: a number that may still be wrong is what they have to
    prove; where none do, they are all there are.
    """
    hidden = sorted([card for card in dealt if card not in seen])
    if kind == FLOR_POINTS_KIND:
        return tuple(hidden)
    worth = table.points(turned)
    points = worth.envido(dealt) if stated == NO_NUMBER else stated
    for count in range(len(hidden)):
        for cards in combinations(hidden, count):
            if worth.envido(seen + cards) == points:
                return cards
    return tuple(hidden)


def _show_proofs(draft: Draft) -> None:
    """``show=auto``: the program turns the scoring cards up, also after a mazo."""
    if draft.rules.show.claim:
        return
    for one in draft.proofs:
        show(draft, one.seat, one.kind)
    draft.proofs = ()


def show(draft: Draft, seat: Seat, kind: Kind, stated: int = NO_NUMBER) -> None:
    """Turn up what this seat has to show."""
    dealt = draft.dealt_to(seat)
    if UNKNOWN in dealt:
        raise UnknownCard
    seen = draft.seen_of(seat)
    cards = proof(draft.table, kind, dealt, seen, draft.turned, stated)
    if not cards:
        return
    draft.see(seat, cards)
    absent = _ruled_out(draft, kind, cards, seen, stated)
    draft.learn_all([Fact(HOLDS, seat, "show", card=card, negated=True) for card in absent])
    draft.learn_all([Fact(HOLDS, seat, "show", card=card) for card in cards])
    draft.events.append(Shown(seat, cards))


def _ruled_out(draft: Draft, kind: Kind, cards: Cards, seen: Cards, stated: int) -> Cards:
    """The cards that who shows these does not hold: with one of them, others were shown.

    Who shows 7 and 11 of a suit for 27 does not hold its 10, which proves as much and comes first.
    """
    table, turned = draft.table, draft.turned
    shown = (*seen, *cards)
    if kind == FLOR_POINTS_KIND or len(shown) == 3:
        return ()

    def work_out() -> Cards:
        worth = table.points(turned)
        points = worth.envido(shown)
        others = [card for card in table.deck if card not in shown and card != turned]
        if stated == NO_NUMBER:
            others = [card for card in others if worth.envido((*shown, card)) == points]
        return tuple(
            card
            for card in others
            if proof(table, kind, (*shown, card), seen, turned, stated) != cards
        )

    return memo.ruled_out(table, (cards, frozenset(seen), turned, stated), work_out)


def _unshown(draft: Draft, seats: Seats, kind: Kind) -> Seats:
    """The seats among these whose scoring cards have not all been seen."""
    missing = NO_SEATS
    for seat in draft.table.seats:
        if seats >> seat & 1:
            dealt = draft.dealt_to(seat)
            if UNKNOWN in dealt:
                raise UnknownCard
            if proof(draft.table, kind, dealt, draft.seen_of(seat), draft.turned):
                missing |= BIT << seat
    return missing


def _owing(draft: Draft) -> Seats:
    """The seats that still have to show the cards of points in escrow.

    While a number may still be denounced, only what everybody sees decides: that nothing is left
    to show must not tell whether it was true (TR-FAL-05).
    """
    mask = NO_SEATS
    for held in draft.held:
        if held.show and held.stated == NO_NUMBER:
            mask |= _unshown(draft, held.seats, held.kind)
        elif held.show:
            seen = draft.seen_of(the_one(held.seats))
            said = bool(seen) and draft.table.envido(seen, draft.turned) == held.stated
            mask |= NO_SEATS if said or len(seen) == 3 else held.seats
    return mask


def mostrar(draft: Draft, seat: Seat) -> None:
    """AR-MOS-02: show the cards of points in escrow."""
    draft.speak(seat, MOSTRAR)
    for held in draft.held:
        if held.seats >> seat & 1:
            show(draft, seat, held.kind, held.stated)
    draft.owing &= ~(BIT << seat)


def pido_flor(draft: Draft, seat: Seat, target: Seat) -> None:
    """AR-FLO-13: 3 points if he had one, else points to the side that was asked."""
    flor = draft.rules.flor
    assert flor is not None, "pido flor at a table without flor"
    found = draft.has_flor(target)
    side = draft.table.sides[seat]
    draft.speak(seat, "pidoflor", target)
    draft.claimed |= FLOR_CLAIM << side
    draft.learn(HAS_FLOR, target, "flor.claim", int(found), int(found))
    draft.events.append(FlorClaimed(seat, target, found))
    winner, points = (side, flor.claim) if found else (other(side), flor.false_claim)
    if draft.phase == PLAYING:
        draft.win(FLOR_POINTS_KIND, winner, points, "flor.claim")  # TR-FLO-10: at once
    elif points:
        duel = _duel_of(draft, seat)
        draft.waiting = (
            *draft.waiting,
            Entry(duel, FLOR_POINTS_KIND, winner, points, "flor.claim"),
        )
        draft.events.append(
            Scored(duel, KIND_NAMES[FLOR_POINTS_KIND], winner, points, "flor.claim", True)
        )


def _duel_of(draft: Draft, seat: Seat) -> int:
    contests = draft.contests()
    return next(index for index, seats in enumerate(contests) if seat in seats)


def denounce(draft: Draft, seat: Seat) -> None:
    """TR-FAL-05, TR-FAL-06: the others' numbers are looked at before any card is shown. In a hand
    of duels only the adversary's, and for the points of that duel."""
    side = draft.table.sides[seat]
    rivals = opponents(draft.table, draft.position(), seat)
    duel = _duel_of(draft, seat)
    proved = False
    for statement in draft.statements:
        _, one, number = statement
        if one not in rivals:
            continue
        if number < 0:
            true = draft.has_flor(one)
            draft.learn(HAS_FLOR, one, "denounce", int(true), int(true))
            if not true:
                _check_flor(draft, statement)
        else:
            dealt = draft.dealt_to(one)
            if UNKNOWN in dealt:
                raise UnknownCard
            true = draft.table.envido(dealt, draft.turned) == number
            draft.learn(ENVIDO_POINTS, one, "denounce", number, number, negated=not true)
        proved = proved or not true
    draft.speak(seat, DENUNCIA)
    draft.claimed |= DENOUNCEMENT << side
    draft.events.append(Denounced(seat, proved))
    if not proved:
        points = draft.rules.denounce
        draft.waiting = (
            *draft.waiting,
            Entry(duel, TRUCO_POINTS_KIND, other(side), points, "denounce.false"),
        )
        return

    def taken(entry: Entry) -> Entry:
        if entry.duel != duel or entry.side == side:
            return entry
        return replace(entry, side=side, article="denounce")

    lost = [one for one in draft.held if one.duel == duel and one.side != side]
    draft.held = tuple(one for one in draft.held if one not in lost)
    draft.proofs = tuple(one for one in draft.proofs if one.seat not in rivals)
    draft.owing = _owing(draft)
    draft.entries = tuple(taken(one) for one in draft.entries)
    draft.waiting = (
        *(taken(one) for one in draft.waiting),
        *(Entry(duel, one.kind, side, one.points, "denounce") for one in lost),
    )


def _check_flor(draft: Draft, statement: Statement) -> None:
    """TR-FLO-03: a flor that was none, or late, pays its side nothing, and the others for it.

    Of a late one everybody knows that it is lost; whether it was one is never told.
    """
    duel, seat, said = statement
    if said >= 0:
        return
    rules = draft.rules.flor
    assert rules is not None, "a flor said at a table without flor"
    true = said == FLOR_SAID and draft.has_flor(seat)
    if said == FLOR_SAID:
        draft.learn(HAS_FLOR, seat, "flor.fault", int(true), int(true))
    for held in draft.held:
        if held.claimant == seat:
            draft.held = tuple(one for one in draft.held if one is not held)
            _settle_claim(draft, held, true)
    draft.statements = tuple(one for one in draft.statements if one != statement)
    if true:
        return
    draft.proofs = tuple(
        one for one in draft.proofs if one.seat != seat or one.kind != FLOR_POINTS_KIND
    )
    kind, side = FLOR_POINTS_KIND, other(draft.table.sides[seat])
    draft.events.append(
        Checked(duel, KIND_NAMES[kind], side, rules.fault, "flor.fault", good=False)
    )
    # Counted after what was claimed before the hand was closed.
    draft.waiting = (*draft.waiting, Entry(duel, kind, side, rules.fault, "flor.fault"))


def _settle_claim(draft: Draft, held: Held, true: bool) -> None:
    """What was won with a flor that could have been none."""
    points = held.points if true else held.keeps
    seats = held.seats if true else held.seats & ~(BIT << held.claimant)
    rest = replace(held, points=points, seats=seats, claimant=NOBODY)
    if held.show and points:
        draft.held = (*draft.held, rest)
    elif points:
        draft.decide_held(rest, good=True, failed="flor.fault")


def interfere(draft: Draft, seat: Seat) -> None:
    """TR-SEI-05: the duel is lost, with all that the side has won in it."""
    duels = draft.rules.duels
    assert duels is not None, "a duel at a table without duels"
    side = draft.table.sides[seat]
    draft.speak(seat, INTERFIERE)
    draft.events.append(Interfered(seat))
    here = draft.duel
    draft.looks_at(WON)
    lost = sum(one.points for one in draft.entries if one.duel == here and one.side == side)
    draft.credit(side, -lost)
    draft.entries = tuple(one for one in draft.entries if one.duel != here or one.side != side)
    draft.held = tuple(one for one in draft.held if one.duel != here or one.side != side)
    meddled = [one for one in draft.contest if draft.table.sides[one] == side]
    draft.proofs = tuple(one for one in draft.proofs if one.seat not in meddled)
    draft.stack = ()
    draft.decided = (other(side), duels.interference, "duel.interfered")


# --- counting -------------------------------------------------------------------------------


def close(draft: Draft) -> None:
    """The time for claims is over: what is in escrow is decided, then the hand is counted."""
    if draft.stated:
        draft.check_statements()
        for statement in draft.statements:
            _check_flor(draft, statement)
        _show_proofs(draft)
    _resolve_held(draft)
    draft.entries = (*draft.entries, *draft.waiting)
    draft.waiting = ()
    draft.owing = NO_SEATS
    draft.phase = OVER


def _resolve_held(draft: Draft) -> None:
    """AR-MOS-03: points whose cards were not shown go to the others."""
    for held in draft.held:
        shown = not _unshown(draft, held.seats, held.kind)
        draft.decide_held(held, good=shown, failed="show.missing")
        if not shown and draft.rules.show.hand_too:
            draft.entries = tuple(
                _hand_to_others(one, held.duel, held.side) for one in draft.entries
            )
            draft.waiting = tuple(
                _hand_to_others(one, held.duel, held.side) for one in draft.waiting
            )
    draft.held = ()


def _hand_to_others(entry: Entry, duel: int, side: Side) -> Entry:
    """AR-MOS-03, ``envido_and_truco``: a side that did not show also loses the hand's points."""
    if entry.kind == TRUCO_POINTS_KIND and entry.duel == duel and entry.side == side:
        return replace(entry, side=other(side), article="show.missing")
    return entry


def count(draft: Draft) -> None:
    """Count a finished hand in its order and close games and the match (AR-MAT-04 to 06).

    Flor before envido before truco, duel by duel; the first to reach the target in that order has
    won the game. With ``more_points`` everything is counted, and a tie means another hand.
    """
    rules = draft.rules.match
    draft.score, winner = tally(draft.table, draft.start, draft.entries)
    draft.first = winner != NO_ACCOUNT
    draft.events.append(HandEnded(points_of(draft.entries), draft.score))
    if winner == NO_ACCOUNT:
        return
    games = list(draft.games)
    games[winner] += 1
    if any(
        entry.article in draft.table.for_match and winner in draft.table.accounts[entry.side]
        for entry in draft.entries
    ):
        games[winner] = rules.games_to_win  # PA-TRU-10: for the game and the match
    draft.games = tuple(games)
    draft.events.append(GameEnded(winner, draft.games))
    if games[winner] < rules.games_to_win:
        draft.score = (0,) * len(draft.score)
        return
    draft.winner = winner
    draft.events.append(MatchEnded(winner, ""))
