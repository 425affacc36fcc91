"""Points that a step wins: they are credited at once, or held until the cards that won them are
shown or checked (AR-MOS-01, AR-ENV-14)."""

from msgspec.structs import replace

from engine.events import Checked, Scored
from engine.moves.draft import Draft
from engine.numbers import NO_NUMBER, NOBODY, Kind, Seat, Side, the_one
from engine.state.facts import ENVIDO_POINTS
from engine.state.ledger import home
from engine.state.state import (
    ENVIDO_POINTS_KIND,
    KIND_NAMES,
    TRUCO_POINTS_KIND,
    DueProof,
    Entry,
    Held,
    other,
)


def win(draft: Draft, kind: Kind, side: Side, points: int, article: str) -> None:
    """Wins points that are safe at once. ``article``: the key of the rule that gives them."""
    if points <= 0:
        return
    draft.entries = (*draft.entries, Entry(draft.duel, kind, side, points, article))
    draft.events.append(Scored(draft.duel, KIND_NAMES[kind], side, points, article, False))
    credit(draft, side, points)
    if kind != TRUCO_POINTS_KIND and _reaches(draft, side):
        draft.home = True


def credit(draft: Draft, side: Side, points: int) -> None:
    """Adds points to the score of a side, except at a table where the score does not change
    during a contest."""
    if draft.rules.match.standing:
        return
    score = list(draft.score)
    for account in draft.table.accounts[side]:
        score[account] += points
    draft.score = tuple(score)


def entries_of_contest(draft: Draft) -> tuple[Entry, ...]:
    """The entries of the running contest."""
    duel = draft.duel
    return tuple([entry for entry in draft.entries if entry.duel == duel])


def _reaches(draft: Draft, side: Side, *, held: bool = False) -> bool:
    """Whether a side has reached the target where that ends play at once (``end=immediate``);
    ``held``: counting its held points as well."""
    match = draft.rules.match
    if match.end != "immediate":
        return False
    waiting = draft.held if held else ()
    if match.standing:
        more = [
            Entry(unsafe.duel, unsafe.kind, unsafe.side, unsafe.points, "") for unsafe in waiting
        ]
        winner = home(draft.table, draft.start, (*draft.entries, *more))
        return winner in draft.table.accounts[side]
    more_points = sum(unsafe.points for unsafe in waiting if unsafe.side == side)
    return draft.table.by_side(draft.score)[side] + more_points >= match.target


def win_shown(
    draft: Draft,
    kind: Kind,
    side: Side,
    points: int,
    article: str,
    seats: tuple[Seat, ...],
    stated: int = NO_NUMBER,
    claimant: Seat = NOBODY,
    keeps: int = 0,
) -> None:
    """Wins points whose cards must be seen (AR-MOS-01), and perhaps checked (AR-ENV-14).

    ``stated``: the number that the winner of a spoken declaration said. ``claimant``: a seat of
    the side whose flor may be false; ``keeps``: the points that are left if it is. Points that
    need no proof are credited at once. The others are held, so that the score does not reveal
    the cards.
    """
    draft.proofs = (*draft.proofs, *(DueProof(kind, seat) for seat in seats))
    show = draft.rules.show.claim
    if not show and stated == NO_NUMBER and claimant == NOBODY:
        win(draft, kind, side, points, article)
        return
    mask = draft.table.mask_of(seats)
    held = Held(
        draft.duel,
        kind,
        side,
        points,
        article,
        mask,
        stated,
        show,
        claimant,
        keeps,
        len(draft.entries),
    )
    draft.held = (*draft.held, held)
    draft.events.append(Scored(draft.duel, KIND_NAMES[kind], side, points, article, True))
    if _reaches(draft, side, held=True):
        if not draft.rules.denounce:
            check_statements(draft)
        if not draft.home and _reaches(draft, side, held=True):
            draft.stopped = True


def check_statements(draft: Draft) -> None:
    """Compares the numbers that winners stated with their cards (AR-ENV-14).

    For a true number the points stay won, or wait until the cards are shown. For a wrong one
    they go to the other side.
    """
    for held in draft.held:
        if held.stated == NO_NUMBER:
            continue
        seat = the_one(held.seats)
        true = draft.table.envido_points(draft.dealt_to(seat), draft.turned) == held.stated
        draft.learn(ENVIDO_POINTS, seat, "envido.wrong", held.stated, held.stated, negated=not true)
        rest = tuple(other_held for other_held in draft.held if other_held is not held)
        if true and held.show:
            safe = replace(held, stated=NO_NUMBER)
            draft.held = (*rest, safe)
            continue
        draft.held = rest
        if not true:
            draft.proofs = tuple(
                proof
                for proof in draft.proofs
                if proof.seat != seat or proof.kind != ENVIDO_POINTS_KIND
            )
        decide_held(draft, held, good=true, failed="envido.wrong")


def decide_held(draft: Draft, held: Held, *, good: bool, failed: str) -> None:
    """Held points go to the side that won them (``good``), or to the other side."""
    side = held.side if good else other(held.side)
    article = held.article if good else failed
    draft.events.append(Checked(held.duel, KIND_NAMES[held.kind], side, held.points, article, good))
    entry = Entry(held.duel, held.kind, side, held.points, article)
    draft.entries = (*draft.entries[: held.at], entry, *draft.entries[held.at :])
    credit(draft, side, held.points)
    if _reaches(draft, side):
        draft.home = True
