"""The chips that people stake on a tournament.

Everybody who signs up stakes the same. Each stake has a number, the version of the tournament at
which it went into the pot; so it is given back at most once. When the tournament is over, the
people of the winning unit share the pot; if units share the first place, all their people do, each
with the same part. As at a table, a quarter goes to the bank, and so do chips that cannot be
divided. A person gets the stake back if they leave before the start, or if they never had a
pairing. Everybody gets it back if the tournament is cancelled, or if none of the people who staked
has won."""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from bot.match.match_draft import MatchDraft
from bot.messages import PersonId
from bot.model import MatchInfo, Status, is_someone
from bot.store.people.chips import BANK, holds, payments, shares
from bot.store.results.model import Transfer
from bot.tournaments.standings import podium
from bot.tournaments.state import Entrant, Tournament

STAKED: Final = "stake"
"""The parameter of a reply with the number of chips that the person has just staked."""


class Prizes(Struct, frozen=True):
    """The shares of the pot of a finished tournament."""

    winners: tuple[Entrant, ...]
    """The people of the winning units, each once; empty: every stake is given back."""
    each: int
    bank: int


def pot_of(info: MatchInfo) -> int:
    """The chips in the pot of a tournament that is not over."""
    return 0 if info.tournament is None else info.stake * info.tournament.stakes


def prizes(info: MatchInfo) -> Prizes:
    """The shares of the pot. A person whose data were erased gets nothing."""
    tournament = info.tournament
    assert tournament is not None
    staked = [entrant.person for entrant in tournament.entrants if entrant.stakes]
    # A single unit that has staked has nothing to win; robots stake nothing.
    contested = len({tournament.unit_of(person) for person in staked}) > 1
    steps = podium(tournament) if contested else ()
    people = [
        entrant for unit in (steps[0] if steps else ()) for entrant in tournament.units[unit].people
    ]
    # Two entrants who became one person may have both units in the first place of an arena.
    winners = tuple({e.person: e for e in people if _has_staked(tournament, e.person)}.values())
    each, bank = shares(info.stake, tournament.stakes, len(winners))
    return Prizes(winners, each, bank)


def _has_staked(tournament: Tournament, person: PersonId) -> bool:
    entrant = tournament.entrant(person)
    return entrant is not None and bool(entrant.stakes) and not is_someone(person)


def put_in(draft: MatchDraft, person: PersonId) -> tuple[tuple[str, str], ...]:
    """Puts the stake of a person who signed up into the pot. Returns the reply's parameters."""
    tournament, stake = draft.info.tournament, draft.info.stake
    if not stake or tournament is None:
        return ()
    number = draft.info.version + 1
    _move(draft, holds(draft.info.match, stake, [(number, person)], draft.environment.utc))
    draft.set_info(tournament=tournament.with_stakes(person, (number,)))
    return ((STAKED, str(stake)),)


def give_back(draft: MatchDraft, tournament: Tournament, person: PersonId, keep: int = 0) -> None:
    """Gives the person their stakes back, except the first ``keep`` of them. ``tournament``: the
    tournament while it still has this person. The draft's tournament then no longer holds these
    stakes. The stakes of a person whose data were erased go to the bank."""
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
    for entrant in people:
        if draft.info.tournament is not None:
            give_back(draft, draft.info.tournament, entrant.person)


def cancel(draft: MatchDraft) -> None:
    """Closes the tournament before its end and gives all stakes back."""
    tournament = draft.info.tournament
    draft.set_info(status=Status.CLOSED)
    if tournament is not None:
        give_back_to_all(draft, tournament.entrants)


def conclude(draft: MatchDraft) -> None:
    """Ends the tournament and shares its pot. The tournament keeps the list of the people who have
    staked. People who came too late to play in an arena get their stakes back."""
    draft.set_info(status=Status.CONCLUDED)
    tournament = draft.info.tournament
    if tournament is None:
        return
    give_back_to_all(draft, _without_pairing(tournament))
    found = prizes(draft.info)
    if not found.winners:
        give_back_to_all(draft, tournament.entrants)
        return
    match, now = draft.info.match, draft.environment.utc
    paid = [(place, winner.person, found.each) for place, winner in enumerate(found.winners)]
    _move(draft, payments(match, paid, "won", now))
    _move(draft, payments(match, [(-1, BANK, found.bank)], "bank", now))


def _without_pairing(tournament: Tournament) -> list[Entrant]:
    """The entrants whose unit never had a pairing, not even a bye."""
    return [
        entrant
        for entrant in tournament.entrants
        if not tournament.of_unit(tournament.unit_of(entrant.person))
    ]


def merged(tournament: Tournament, person: PersonId, to: PersonId) -> tuple[int, ...]:
    """The stakes of two entrants who become one person; first those of ``to``."""
    both = (tournament.entrant(to), tournament.entrant(person))
    return tuple(number for entrant in both if entrant is not None for number in entrant.stakes)


def _move(draft: MatchDraft, transfers: Iterable[Transfer]) -> None:
    draft.transfers = (*draft.transfers, *transfers)
