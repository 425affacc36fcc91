"""The checks of ``/verificar``: the deals of a running match, as far as one person may know them,
and the whole proof of a match that is over."""

import asyncio
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final

from msgspec import Struct

from bot.common.lived_time import Time
from bot.match import daily, fair_deals
from bot.match.running_match import RunningMatch
from bot.match.running_matches import RunningMatches
from bot.messages import MatchId, PersonId
from bot.model import MatchInfo
from bot.store import Store
from bot.store.model import RegisterEntry
from bot.store.queries import commitment_register
from engine.cards import UNKNOWN
from engine.errors import EngineError
from engine.fairness import deal
from engine.fairness.contributions import Contributions
from engine.fairness.proof_result import ProofField
from engine.fairness.tournament_table import TournamentTable
from engine.fairness.verify import verify
from engine.record.notation import parse_record
from engine.record.replay import replay

_ROOT: Final = "proof root "
_CUT: Final = "proof cut "
_COUNTED: Final = 60.0
"""Seconds for which the numbers of the register are remembered."""
_STILL: Final = 2 * 86_400.0
"""Seconds. An entry is overdue when its table is still for longer. A turn lasts a day at most."""


class OwnCard(Struct, frozen=True):
    """One of a person's own cards, with all that they need to check its leaf after the match."""

    card: str
    place: int
    salt: str
    """In hexadecimal digits."""


class Receipt(Struct, frozen=True):
    """A person's receipt for one hand, with which they can check their own cards."""

    root: str
    """The hash of the whole deck, in hexadecimal digits."""
    offset: int
    """The number of cards that the cut took off."""
    cards: tuple[OwnCard, ...]
    agrees: bool
    """The cards are at the places in the deck where the rules deal them."""


class LiveProof(Struct, frozen=True):
    """The public facts about the deals of a match that still runs, and the person's own receipt."""

    entry: RegisterEntry
    added: Contributions | None
    """The contributions to the deals besides the secret; ``None``: nothing is fixed yet."""
    mine: str
    """The words that the person adds; empty: none."""
    table: str
    """The hash of everything that is known before the first hand. Empty in a lobby."""
    hands: int
    root: str
    receipt: Receipt | None
    """The receipt for the running hand until the next deal; ``None``: no cards they may see."""
    opens: float | None
    """When the secret is published, in UTC seconds since the epoch; ``None``: after the match."""


class CheckedPart(StrEnum):
    """The parts of a check of a match that is over, in their order."""

    SEAL = "seal"
    SEATS = "seats"
    DECKS = "decks"
    CUTS = "cuts"
    DEALS = "deals"
    SCORE = "score"


_TICKS: Final[Mapping[ProofField, CheckedPart]] = {
    ProofField.PROTOCOL: CheckedPart.SEAL,
    ProofField.MATCH: CheckedPart.SEAL,
    ProofField.COMMITMENT: CheckedPart.SEAL,
    ProofField.REGISTER: CheckedPart.SEAL,
    ProofField.PUBLISHED: CheckedPart.SEAL,
    ProofField.TORNEO: CheckedPart.SEAL,
    ProofField.TOURNAMENT_PUBLISHED: CheckedPart.SEAL,
    ProofField.VELO: CheckedPart.SEATS,
    ProofField.CONTRIBUTION: CheckedPart.SEATS,
    ProofField.TABLE: CheckedPart.SEATS,
    ProofField.ROOT: CheckedPart.DECKS,
    ProofField.LEAVES: CheckedPart.DECKS,
    ProofField.CUT: CheckedPart.CUTS,
}
"""The part of the check to which each field belongs. All others belong to the deals."""
_WITH_SECRET: Final = frozenset({CheckedPart.SEAL, CheckedPart.DECKS})
"""The parts that need the published secret."""


class ClosedProof(Struct, frozen=True):
    """The result of the check of a match that is over."""

    commitment: str
    hands: int
    velo: bool
    """The secret stays secret, so only the cards that the table has seen could be checked."""
    wrong: CheckedPart | None
    """The first part that failed; ``None``: every part that could be checked is right."""
    unchecked: frozenset[CheckedPart]
    """The parts that nobody can check, because the record does not hold what they need."""
    added: Contributions
    """The contributions to the deals besides the secret."""
    tournament: TournamentTable | None
    """The tournament whose secret decides that of the table; ``None``: there is none."""
    tournament_opened: bool
    """The secret of the tournament is published, and the secret of the table follows from it."""


class Register(Struct, frozen=True):
    """The numbers of the register that everybody may see."""

    entries: int
    live: int
    """Entries whose tables are still open."""
    overdue: int
    """Entries without a published secret whose tables are closed or stand still."""
    void: int
    """Entries whose matches were declared void."""
    lost: int
    """Entries whose secrets no key could open when the match ended."""


class Proofs:
    """Checks the matches of a store."""

    def __init__(self, store: Store, running: RunningMatches, time: Time) -> None:
        self._store = store
        self._running = running
        self._time = time
        self._one = asyncio.Semaphore(1)
        self._counted: tuple[float, Register] | None = None
        """The moment at which the register's numbers were counted, and these numbers."""

    async def register(self) -> Register:
        """The register's numbers, at most a minute old."""
        now = self._time.now()
        if self._counted is None or now - self._counted[0] >= _COUNTED:
            self._counted = now, await self._count()
        return self._counted[1]

    async def _count(self) -> Register:
        counted, utc = await self._store.read(commitment_register.counts), self._time.utc()
        unopened = await self._store.read(commitment_register.unopened)
        live = [
            entry for entry in unopened if entry.live and (entry.slow or utc - entry.moved < _STILL)
        ]
        return Register(
            entries=counted.entries,
            live=len(live),
            overdue=len(unopened) - len(live),
            void=counted.void,
            lost=counted.lost,
        )

    async def live(self, match: MatchId, person: PersonId | None) -> LiveProof | None:
        """The facts about the deals of an open table that this person may know; ``None``: that
        everybody may know. Returns ``None`` if the table has no commitment, or is not open."""
        running = await self._running.newest_with_secret(match)
        if running is None or running.dealing is None or running.dealing.kept is None:
            return None
        return LiveProof(
            entry=running.dealing.kept.entry,
            added=fair_deals.contributions_of(running.info) if running.info.table_hash else None,
            mine=mine.text if (mine := running.row.words_of(person)) is not None else "",
            table=running.info.table_hash,
            hands=0 if running.state is None else running.state.number,
            root=running.info.root,
            receipt=_receipt(running, running.seat_of(person)),
            opens=_opens(running.info),
        )

    async def tournament(self, match: MatchId) -> RegisterEntry | None:
        """The register's entry of a tournament, with its open secret; ``None``: no commitment."""
        kept = await self._store.read(commitment_register.secret_of, match)
        return None if kept is None else kept.entry

    async def closed(self, record: str) -> ClosedProof | None:
        """The check of a record, in a thread, one at a time; ``None``: the record has no proof."""
        async with self._one:
            return await asyncio.to_thread(_checked, record)


def _opens(info: MatchInfo) -> float | None:
    return daily.opens(info) if info.room is None else info.room.closes


def _receipt(running: RunningMatch, seat: int) -> Receipt | None:
    """The receipt of this seat; ``None``: its cards may not be seen, or they have no proof."""
    state, info, dealing = running.state, running.info, running.dealing
    view = running.view(seat)
    known = () if view is None else view.dealt
    if state is None or dealing is None or dealing.secret is None or UNKNOWN in known or not known:
        return None
    table = state.table
    root, offset = _said(running.lines, _ROOT, 2), int(_said(running.lines, _CUT, 3))
    deck = fair_deals.deck_of(info, table, dealing.secret, state.number)
    after = deal.cut(tuple(range(len(deck.cards))), offset)
    places = table.split(state.dealer, after)[seat]
    agrees = deck.root.hex() == root and known == tuple(deck.cards[place] for place in places)
    write = table.spelling.write
    cards = tuple(OwnCard(write(deck.cards[p]), p, deck.salts[p].hex()) for p in places)
    return Receipt(root, offset, cards, agrees)


def _said(lines: Sequence[str], begins: str, word: int) -> str:
    """A word of the line of the running hand that begins in this way."""
    return next(line.split()[word] for line in lines if line.startswith(begins))


def _checked(record: str) -> ClosedProof | None:
    verdict = verify(record)
    if not verdict.proved:
        return None
    wrong: CheckedPart | None = None
    unchecked = _WITH_SECRET if verdict.velo else frozenset()
    if verdict.fault is not None:
        wrong = _TICKS.get(verdict.fault.field, CheckedPart.DEALS)
    else:
        holds = _replays(record)
        if holds is None:
            unchecked |= {CheckedPart.SCORE}
        elif not holds:
            wrong = CheckedPart.SCORE
    return ClosedProof(
        verdict.commitment,
        verdict.hands,
        verdict.velo,
        wrong,
        unchecked,
        verdict.added,
        verdict.tournament,
        verdict.tournament_opened,
    )


def _replays(record: str) -> bool | None:
    """Whether every step is legal and the score is right by the rules; ``None``: a step needs a
    card that the record does not name."""
    try:
        played = replay(parse_record(record))
    except EngineError:
        return False
    if played.error is not None:
        return False
    return True if played.complete else None
