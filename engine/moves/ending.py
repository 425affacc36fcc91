"""How contests, hands, games and the match end (AR-MAT, AR-MOS, AR-PIC)."""

from engine import memo
from engine.actions import DENUNCIA, DRAWN, INTERFIERE
from engine.events import (
    ClaimsOpened,
    ContestEnded,
    GameEnded,
    HandEnded,
    Interfered,
    MatchEnded,
    MeddlingDenounced,
    Scored,
)
from engine.moves import envido, showing
from engine.moves import own_flores as flores
from engine.moves.claims import check_flor, denounce_statements
from engine.moves.draft import WON, Draft
from engine.moves.scoring import check_statements, credit, entries_of_contest, win
from engine.numbers import NO_ACCOUNT, NO_SEATS, NO_SIDE, NOBODY, Account, Seat
from engine.state.ledger import counted, home, points_of, tally
from engine.state.opening import judged_by
from engine.state.state import (
    CLAIMS,
    KIND_NAMES,
    MEDDLING,
    OVER,
    PLAYING,
    TRUCO_POINTS_KIND,
    Entry,
    other,
)


def begin_contest(draft: Draft, duel: int) -> None:
    """Begins a contest of the deal. ``duel``: its index."""
    contest = draft.contests()[duel]
    draft.duel = duel
    stated = draft.stated
    score = judged_by(draft.table, draft.score, draft.start)
    position, began = memo.opening(draft.table, duel, contest, score, draft.flores, draft.begun)
    draft.take_over(position)
    draft.plays = ()
    draft.tricks = ()
    draft.said = ()
    draft.stated = stated
    if not draft.rules.denounce:
        draft.proofs = ()
    draft.events.append(began)


def settle(draft: Draft) -> None:
    """Ends the contest or the hand, if the step has decided it."""
    if draft.decided is not None:
        _end_contest(draft)
    elif draft.home or draft.stopped:
        # AR-MAT-05: the rest of the hand is not played, a truco is void.
        _end_hand(draft, None)


def _end_contest(draft: Draft) -> None:
    """Ends the contest: pays its truco points, then begins the next duel or ends the hand."""
    _settle_bets(draft)
    assert draft.decided is not None
    side, points, article = draft.decided
    was_home = draft.home
    if not draft.rules.denounce:
        check_statements(draft)
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
        showing.show_proofs(draft)
    if entry is not None:
        win(draft, entry.kind, entry.side, entry.points, entry.article)  # AR-PIC-05
    if draft.rules.match.standing:
        draft.score = tally(draft.table, draft.score, entries_of_contest(draft))[0]  # TR-MAT-04
    begin_contest(draft, draft.duel + 1)
    draft.decided = None


def _settle_bets(draft: Draft) -> None:
    """Pays the bets that wait for the end of the hand: first flores, then the envido
    (VE-MAT-02)."""
    if draft.table.each_his_own:
        flores.settle(draft)
    if draft.bets:
        envido.settle_bets(draft)


def _would_be_home(draft: Draft, entry: Entry | None) -> bool:
    """Whether these points would end a game (AR-PIC-05, ``end``)."""
    if draft.rules.match.standing:
        more = () if entry is None else (entry,)
        return home(draft.table, draft.score, (*entries_of_contest(draft), *more)) != NO_ACCOUNT
    score = list(draft.score)
    if entry is not None:
        for account in draft.table.accounts[entry.side]:
            score[account] += entry.points
    if draft.rules.match.end == "more_points" and score[0] == score[1]:
        return False
    return max(score) >= draft.rules.match.target


def _end_hand(draft: Draft, entry: Entry | None) -> None:
    """Ends the play of cards: begins the time for claims, or counts the hand if there is none."""
    draft.turn = NOBODY
    draft.stack = ()
    denounce = bool(draft.stated)
    if not denounce:
        showing.show_proofs(draft)
    flor = draft.rules.flor
    claims = flor is not None and flor.claim > 0 and not draft.home
    draft.owing = showing.owing(draft)
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
        win(draft, entry.kind, entry.side, entry.points, entry.article)
    showing.resolve_held(draft)
    draft.phase = OVER


def interfere(draft: Draft, seat: Seat) -> None:
    """TR-SEI-05: a seat speaks in a duel of others. That costs nothing until the player of the
    other side denounces it."""
    draft.speak(seat, INTERFIERE)
    draft.claimed |= MEDDLING << draft.table.sides[seat]
    draft.events.append(Interfered(seat))


def denounce(draft: Draft, seat: Seat) -> None:
    """In a duel: that somebody of the other side has meddled. After the last card: that the other
    side has stated points that it did not have."""
    if draft.phase == PLAYING:
        _denounce_meddling(draft, seat)
    else:
        denounce_statements(draft, seat)


def _denounce_meddling(draft: Draft, seat: Seat) -> None:
    """TR-SEI-05: the side that has meddled loses the duel and every point it has won in it."""
    duels = draft.rules.duels
    assert duels is not None, "a duel at a table without duels"
    winner = draft.table.sides[seat]
    loser = other(winner)
    draft.speak(seat, DENUNCIA)
    draft.events.append(MeddlingDenounced(seat))
    here = draft.duel
    draft.looks_at(WON)
    lost = sum(
        entry.points for entry in draft.entries if entry.duel == here and entry.side == loser
    )
    credit(draft, loser, -lost)
    draft.entries = tuple(
        entry for entry in draft.entries if entry.duel != here or entry.side != loser
    )
    draft.held = tuple(held for held in draft.held if held.duel != here or held.side != loser)
    meddled = [meddler for meddler in draft.contest if draft.table.sides[meddler] == loser]
    draft.proofs = tuple(proof for proof in draft.proofs if proof.seat not in meddled)
    draft.stack = ()
    draft.decided = (winner, duels.interference, "duel.interfered")


# --- counting -------------------------------------------------------------------------------


def close(draft: Draft) -> None:
    """Ends the time for claims: decides the points in escrow, then counts the hand."""
    if draft.stated:
        check_statements(draft)
        for statement in draft.statements:
            check_flor(draft, statement)
        showing.show_proofs(draft)
    showing.resolve_held(draft)
    draft.entries = (*draft.entries, *draft.waiting)
    draft.waiting = ()
    draft.owing = NO_SEATS
    draft.phase = OVER


def count(draft: Draft) -> None:
    """Counts a finished hand, and ends games and the match (AR-MAT-04 to 06).

    Flor comes before envido and envido before truco, duel by duel. The first side that reaches the
    target in that order wins the game. With ``more_points`` everything is counted, and a tie means
    another hand.
    """
    if draft.table.deals:
        _count_for_total(draft)
        return
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


def _count_for_total(draft: Draft) -> None:
    """DU-02 to DU-04: in a duplicate match the points of each hand come to the total, and the next
    hand begins at 0 to 0. After the last one the side with the higher total wins. DU-07: a hand may
    have a cap."""
    one, two = counted(draft.table, points_of(draft.entries))
    draft.games = (draft.games[0] + one, draft.games[1] + two)
    draft.score = (0, 0)
    draft.events.append(HandEnded((one, two), draft.games))
    if draft.state.number < draft.table.hands:
        return
    if draft.games[0] == draft.games[1]:
        draft.ended = DRAWN
    else:
        draft.winner = Account(draft.games.index(max(draft.games)))
    draft.events.append(MatchEnded(draft.winner, draft.ended))
