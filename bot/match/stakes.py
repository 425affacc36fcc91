"""The chips that people stake at a tournament.

Whoever signs up stakes the same. Each stake has a number of its own, the version of the tournament
at which it went into the pot, so it is given back once at most. The people of the unit that wins
share the pot when the tournament is over, a quarter less for the bank, as at a table; what cannot
be divided is the bank's as well. Before the start whoever leaves gets their stake back, and at the
end whoever never had a pairing; where the tournament is cancelled, or nobody of those who have
staked has won it, everybody does.
"""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from bot.match.match_draft import MatchDraft
from bot.messages import PersonId
from bot.model import MatchInfo, Status, is_someone
from bot.store.chips import BANK, holds, payments, shares
from bot.store.model import Transfer
from bot.tournaments.standings import podium
from bot.tournaments.state import Entrant, Tournament

STAKED: Final = "stake"
"""The parameter of a reply that says how many chips somebody has just put into the pot."""


class Prizes(Struct, frozen=True):
    """How the pot of a tournament that is over is shared."""

    winners: tuple[Entrant, ...]
    """The people of the unit that has won; empty: every stake goes back."""
    each: int
    bank: int


def pot_of(info: MatchInfo) -> int:
    """The chips that lie in the pot of a tournament as long as it is not over."""
    return 0 if info.tournament is None else info.stake * info.tournament.stakes


def prizes(info: MatchInfo) -> Prizes:
    """Who shares the pot. Nothing of it is for somebody whose data were erased."""
    tournament = info.tournament
    assert tournament is not None
    staked = [one.person for one in tournament.entrants if one.stakes]
    # One unit alone has nothing to win from others, robots among them.
    contested = len({tournament.unit_of(person) for person in staked}) > 1
    steps = podium(tournament) if contested else ()
    people = [one for unit in (steps[0] if steps else ()) for one in tournament.units[unit].people]
    winners = tuple(one for one in people if _has_staked(tournament, one.person))
    each, bank = shares(info.stake, tournament.stakes, len(winners))
    return Prizes(winners, each, bank)


def _has_staked(tournament: Tournament, person: PersonId) -> bool:
    entrant = tournament.entrant(person)
    return entrant is not None and bool(entrant.stakes) and not is_someone(person)


def put_in(draft: MatchDraft, person: PersonId) -> tuple[tuple[str, str], ...]:
    """Somebody who has just signed up puts in their stake; returns the parameters of the reply that
    tell them so."""
    tournament, stake = draft.info.tournament, draft.info.stake
    if not stake or tournament is None:
        return ()
    number = draft.info.version + 1
    _move(draft, holds(draft.info.match, stake, [(number, person)], draft.environment.utc))
    draft.set_info(tournament=tournament.with_stakes(person, (number,)))
    return ((STAKED, str(stake)),)


def give_back(draft: MatchDraft, tournament: Tournament, person: PersonId, keep: int = 0) -> None:
    """The person gets their stakes back, all but so many. ``tournament``: with this person in it.
    The draft's own tournament then has them no more. What somebody had who was erased is for the
    bank."""
    entrant, info = tournament.entrant(person), draft.info
    if entrant is None or info.tournament is None:
        return
    kind, owner = ("bank", BANK) if is_someone(person) else ("back", person)
    paid = [(number, owner, info.stake) for number in entrant.stakes[keep:]]
    if paid:
        _move(draft, payments(info.match, paid, kind, draft.environment.utc))
        left = info.tournament.with_stakes(person, entrant.stakes[:keep])
        draft.set_info(tournament=left)


def give_back_to_all(draft: MatchDraft, people: Iterable[Entrant]) -> None:
    """These people get their stakes back."""
    for one in people:
        if draft.info.tournament is not None:
            give_back(draft, draft.info.tournament, one.person)


def cancel(draft: MatchDraft) -> None:
    """The tournament closes before its end: every stake goes back."""
    tournament = draft.info.tournament
    draft.set_info(status=Status.CLOSED)
    if tournament is not None:
        give_back_to_all(draft, tournament.entrants)


def conclude(draft: MatchDraft) -> None:
    """The tournament is over: its pot is shared. It still says who has staked. Whoever came too
    late to an arena to play gets their stake back."""
    draft.set_info(status=Status.CONCLUDED)
    if draft.info.tournament is not None:
        give_back_to_all(draft, _without_pairing(draft.info.tournament))
    info, tournament = draft.info, draft.info.tournament
    if tournament is None or not pot_of(info):
        return
    found = prizes(info)
    if not found.winners:
        give_back_to_all(draft, tournament.entrants)
        return
    now = draft.environment.utc
    paid = [(place, one.person, found.each) for place, one in enumerate(found.winners)]
    _move(draft, payments(info.match, paid, "won", now))
    _move(draft, payments(info.match, [(-1, BANK, found.bank)], "bank", now))


def _without_pairing(tournament: Tournament) -> list[Entrant]:
    """The entrants whose unit has met nobody, and has had no bye."""
    return [
        one for one in tournament.entrants if not tournament.of_unit(tournament.unit_of(one.person))
    ]


def merged(tournament: Tournament, person: PersonId, to: PersonId) -> tuple[int, ...]:
    """The stakes of two entrants who become one person, the second one's first."""
    both = (tournament.entrant(to), tournament.entrant(person))
    return tuple(number for one in both if one is not None for number in one.stakes)


def _move(draft: MatchDraft, transfers: Iterable[Transfer]) -> None:
    draft.transfers = (*draft.transfers, *transfers)
