"""Deals that anybody can check: what the service adds to a match with a commitment.

``docs/spec/azar.md`` is the protocol, and :mod:`engine.fairness` works out its numbers. This module
decides the moment at which each number is made. The rules of the games know nothing of it: they get
a deck for a deal, and the record gets lines."""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.match.vault import Secret
from bot.model import VEILED, VOID, MatchInfo, Status
from bot.store.model import AddedWords, Disclosed, KeptSecret
from bot.tournaments.state import Pairing
from engine.cards import Card
from engine.events import AnyEvent
from engine.fairness import deal, proof
from engine.fairness.beacon import Pulse
from engine.fairness.contributions import (
    AZAR,
    FRASE,
    NINGUNO,
    PHRASE_OF_A_SEAT,
    Contributions,
    no_pulse,
    of_seat,
    pulse_line,
    read_contributions,
)
from engine.fairness.deal import AZAR_1, PROTOCOLS, FairProtocol
from engine.fairness.deck import FairDeck
from engine.fairness.hashes import Key
from engine.fairness.tournament_table import TournamentTable
from engine.fairness.transcript import public_lines, rules_lines
from engine.state.table import Table

_HAND: Final = "hand "
"""The beginning of a hand's first line."""
_OPENING: Final = "proof opening "
_TRANSCRIPT: Final = "proof transcript "
CLOSED: Final = "closed"
"""The outcome of a lobby that was never started."""


def protocol_of(info: MatchInfo) -> FairProtocol:
    """The protocol by which a table deals, to its end."""
    return PROTOCOLS[info.protocol]


class HandDeck(Struct, frozen=True, gc=False):
    """The deck of the running hand, and the key that its salts come from."""

    cards: tuple[Card, ...]
    """The deck before the cut."""
    key: Key


class Dealing(Struct, frozen=True, gc=False):
    """The secret and the decks that a match in memory needs to make its deals."""

    kept: KeptSecret | None
    """The secret as it is stored; ``None``: the store has lost it."""
    secret: Secret | None
    """The secret; ``None``: the store has lost it, or no key opens it."""
    deck: HandDeck | None = None
    """The deck of the running hand; ``None`` until it is needed."""
    coming: FairDeck | None = None
    """The next hand's deck, from when a person is asked to cut it to the deal; else ``None``."""


def needs_beacon(info: MatchInfo, words: Sequence[AddedWords]) -> bool:
    """Whether a round of the beacon goes into the deals of a table that starts: unless the browsers
    of all its people have added their chance (AZ-30)."""
    if not info.commitment or protocol_of(info) is AZAR_1:
        return False
    given = {word.person for word in words if word.chance}
    return any(seat.person not in given for seat in info.people)


def added_by_people(info: MatchInfo, words: Sequence[AddedWords]) -> tuple[str, ...]:
    """The record's lines of the words and the chance that the people of a table add to its deals,
    for the seats in which they sit now (AZ-18, AZ-29)."""
    protocol, said = protocol_of(info), {word.person: word for word in words}
    if protocol is AZAR_1:
        texts = [said[seat.person].text if seat.person in said else "" for seat in info.seats]
        phrases = [protocol.contribution_of(seat, text) for seat, text in enumerate(texts)]
        return tuple(
            of_seat(PHRASE_OF_A_SEAT, seat, contribution)
            for seat, contribution in enumerate(phrases)
        )
    made = []
    for seat in info.people:
        one = said.get(seat.person)
        if one is not None and one.chance:
            chance = protocol.chance_of(seat.seat, bytes.fromhex(one.chance))
            made.append(of_seat(AZAR, seat.seat, chance))
        if one is not None and one.typed:
            made.append(of_seat(FRASE, seat.seat, protocol.contribution_of(seat.seat, one.text)))
    return tuple(made)


def added(info: MatchInfo, pulse: Pulse | None, reason: str) -> tuple[str, ...]:
    """All lines of what goes into the deals, with the round of the beacon. ``reason``: why there is
    no round; empty: none is needed (AZ-29)."""
    if pulse is not None:
        return (pulse_line(pulse), *info.added)
    if reason:
        return (no_pulse(reason), *info.added)
    return info.added or (NINGUNO,)


def contributions_of(info: MatchInfo) -> Contributions:
    """The contributions to the deals of a match that has begun or starts."""
    lines = [line.split() for line in info.added]
    return read_contributions(protocol_of(info), lines, info.players)


def table_hash(info: MatchInfo, header: Iterable[str]) -> bytes:
    """``E``, from what goes into the deals and the lines of the record's header (AZ-09)."""
    rules = protocol_of(info).rules_hash(rules_lines(header), info.velo, info.torneo)
    values = contributions_of(info).values
    return protocol_of(info).table_hash(bytes.fromhex(info.commitment), rules, values)


def header_lines(info: MatchInfo, kept: KeptSecret) -> tuple[str, ...]:
    """The lines that follow a record's header (AZ-18)."""
    entry = kept.entry
    return proof.match_proof(
        protocol_of(info),
        info.sealed_as,
        entry.commitment,
        (entry.number, kept.before, entry.link),
        info.added,
        bytes.fromhex(info.table_hash),
        info.velo,
        info.torneo,
    )


def table_of_tournament(
    info: MatchInfo, dealing: Dealing | None, pairing: Pairing
) -> TournamentTable | None:
    """The tournament and the number of a pairing's next table (AZ-37); ``None``: the tournament has
    no secret, or it is lost, and the table gets a secret of its own."""
    if not info.commitment or dealing is None or dealing.kept is None or dealing.secret is None:
        return None
    entry = dealing.kept.entry
    return TournamentTable(
        info.match,
        entry.commitment,
        entry.number,
        dealing.kept.before,
        entry.link,
        round=pairing.round + 1,
        board=pairing.place + 1,
        attempt=pairing.attempts + 1,
    )


def key_of(info: MatchInfo, secret: Secret, number: int) -> bytes:
    """The key of the hand with this number, from 1 (AZ-10)."""
    return protocol_of(info).hand_key(
        secret.reveal(), info.sealed_as, number, bytes.fromhex(info.table_hash)
    )


def deck_of(info: MatchInfo, table: Table, secret: Secret, number: int) -> FairDeck:
    """The deck of a hand before the cut, with its leaves (AZ-11 to AZ-13)."""
    key = key_of(info, secret, number)
    return protocol_of(info).fair_deck(table, number, key, _again(info, table, secret, number))


def comes_back(table: Table, number: int) -> bool:
    """Whether the hand with this number has a deal that was played before: it is one of the second
    half of a duplicate match (AZ-27)."""
    return 0 < table.deals < number


def first_hands(info: MatchInfo, table: Table, secret: bytes) -> tuple[int, ...]:
    """For each hand of the second half of a duplicate match, the hand in which its deal was new.
    Nobody may know this before the end."""
    return protocol_of(info).order_again(
        secret, info.match, bytes.fromhex(info.table_hash), table.deals
    )


def _again(info: MatchInfo, table: Table, secret: Secret, number: int) -> tuple[Card, ...] | None:
    """The deck before the cut of a hand whose deal comes back; ``None``: the deal is new."""
    if not comes_back(table, number):
        return None
    first = first_hands(info, table, secret.reveal())[number - table.deals - 1]
    cards = protocol_of(info).shuffled(table.deck, Key(key_of(info, secret, first)))
    dealt_from = deal.cut(cards, info.cuts[first - 1])
    return protocol_of(info).deck_again(bytes.fromhex(info.table_hash), number, dealt_from)


class CutDeck(Struct, frozen=True, gc=False):
    """A deck that is ready to be dealt."""

    cards: tuple[Card, ...]
    choice: str
    """The choice of the cut, as the protocol spells it."""
    offset: int
    """The number of cards that the cut took off."""
    proof: tuple[str, ...]
    """The lines that follow the cards of the hand in the record (AZ-19)."""


def cut_deck(info: MatchInfo, deck: FairDeck, where: str) -> CutDeck:
    """The deck after the cut. ``where``: the place that a person chose, as the protocol spells it;
    empty: the protocol chooses (AZ-14, AZ-15)."""
    mixed = bytes.fromhex(info.table_hash)
    choice = where or protocol_of(info).own_choice(mixed, deck.number)
    offset = protocol_of(info).offset_of(mixed, deck.number, choice, len(deck.cards))
    by = proof.BY_SEAT if where else proof.BY_OWN
    lines = proof.hand_proof(deck, choice, offset, by, info.velo)
    return CutDeck(deal.cut(deck.cards, offset), choice, offset, lines)


def before_deal(dealing: Dealing | None) -> Dealing | None:
    """The same dealing for a new hand: the coming deck becomes the deck of the running hand."""
    if dealing is None:
        return None
    coming = dealing.coming
    deck = None if coming is None else HandDeck(coming.cards, coming.key)
    return replace(dealing, deck=deck, coming=None)


def coming_deck(dealing: Dealing, info: MatchInfo, table: Table, number: int) -> FairDeck:
    """The deck of the next hand, whose number this is. It is worked out only once, even if a person
    is asked to cut it in between."""
    assert dealing.secret is not None
    if dealing.coming is not None and dealing.coming.number == number:
        return dealing.coming
    return deck_of(info, table, dealing.secret, number)


def with_deck(dealing: Dealing, info: MatchInfo, table: Table, number: int) -> Dealing:
    """The same dealing with the deck of the running hand, whose number this is."""
    if dealing.deck is not None or dealing.secret is None:
        return dealing
    key = Key(key_of(info, dealing.secret, number))
    again = _again(info, table, dealing.secret, number)
    cards = protocol_of(info).shuffled(table.deck, key) if again is None else again
    return replace(dealing, deck=HandDeck(cards, key))


def opening_lines(
    info: MatchInfo, deck: HandDeck, table: Table, lines: Iterable[str], events: Iterable[AnyEvent]
) -> tuple[str, ...]:
    """The lines that open the cards that these events have shown to everybody. A card is opened
    once in a hand. ``lines``: the lines of the hand so far (AZ-22)."""
    seen = proof.seen_cards(events)
    if not seen:
        return ()
    open_ones = {line.rsplit(" ", 1)[1] for line in lines if line.startswith(_OPENING)}
    made = []
    for card in seen:
        name = table.spelling.write(card)
        if name not in open_ones:
            place = deck.cards.index(card)
            made.append(proof.opening(place, protocol_of(info).salt_of(deck.key, place), name))
    return tuple(made)


def next_transcript(info: MatchInfo, before: str, lines: Sequence[str]) -> str:
    """The transcript after these lines of a hand, in hexadecimal digits. ``before``: the transcript
    before; empty: there is none yet (AZ-17)."""
    former = bytes.fromhex(before)
    if not before:
        protocol = protocol_of(info)
        labels = contributions_of(info).labels if protocol is not AZAR_1 else ()
        former = protocol.first_transcript(bytes.fromhex(info.table_hash), labels)
    covered = 0
    for at, line in enumerate(lines):
        if line.startswith(_TRANSCRIPT):
            covered = len(list(public_lines(lines[:at])))
    return protocol_of(info).next_transcript(former, list(public_lines(lines))[covered:]).hex()


def hand_lines(texts: Iterable[str]) -> tuple[str, ...]:
    """The lines of the running or last hand, from the texts of a log: from the last line ``hand``
    on. Before the first hand: all lines."""
    lines = [line for text in texts for line in text.split("\n")]
    for at in range(len(lines) - 1, -1, -1):
        if lines[at].startswith(_HAND):
            return tuple(lines[at:])
    return tuple(lines)


def disclosed(info: MatchInfo, dealing: Dealing | None) -> Disclosed:
    """The facts that the register publishes about a match that is over."""
    secret = None if dealing is None else dealing.secret
    if info.velo and secret is not None:
        return Disclosed(VEILED, None)
    # A start whose round is known may not be given up without being counted.
    ended = info.ended or (VOID if info.round else CLOSED)
    if info.status is Status.CONCLUDED:
        ended = info.status.value
    return Disclosed(ended, None if secret is None else secret.reveal())
