"""Deals that anybody can check: what the service adds to a match with a commitment.

The protocol is ``docs/spec/azar.md``; its numbers are made by :mod:`engine.fairness`. Here stands
when they are made. No rule of a game knows of it: what comes out is a deck for a deal, and lines
for the record.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.match.vault import Secret
from bot.model import MatchInfo
from bot.store.model import AddedWords, Disclosed, KeptSecret
from engine.cards import Card
from engine.events import AnyEvent
from engine.fairness import deal, proof
from engine.fairness.hashes import Key
from engine.fairness.transcript import public_lines, rules_lines
from engine.state.table import Table

_HAND: Final = "hand "
"""What the first line of a hand begins with."""
_OPENING: Final = "proof opening "
_TRANSCRIPT: Final = "proof transcript "
VELO: Final = "velo"
"""How a table ended whose secret nobody ever learns."""
CLOSED: Final = "closed"
"""How a lobby ended that never started."""


class HandDeck(Struct, frozen=True, gc=False):
    """The deck of the running hand, and the key that its salts come from."""

    cards: tuple[Card, ...]
    """Before the cut."""
    key: Key


class Dealing(Struct, frozen=True, gc=False):
    """What the deals of a match in memory follow from."""

    kept: KeptSecret | None
    """``None``: it is missing where it was stored."""
    secret: Secret | None
    """``None``: it is missing, or no key opens it."""
    deck: HandDeck | None = None
    """Of the running hand, once it was needed."""
    coming: deal.FairDeck | None = None
    """Of the next hand, from the moment when a person is asked to cut it until it is dealt."""


def contributions(info: MatchInfo, words: Sequence[AddedWords]) -> tuple[str, ...]:
    """What each seat contributes, in hexadecimal digits (AZ-07)."""
    said = {one.person: one.text for one in words}
    return tuple(
        deal.contribution_of(seat.seat, said.get(seat.person, "") if seat.person else "").hex()
        for seat in info.seats
    )


def table_hash(info: MatchInfo, header: Iterable[str]) -> bytes:
    """``E``, from the contributions of a table and the lines of its record's header (AZ-09)."""
    rules = deal.rules_hash(rules_lines(header), info.velo)
    given = [bytes.fromhex(one) for one in info.contributions]
    return deal.table_hash(bytes.fromhex(info.commitment), rules, given)


def header_lines(info: MatchInfo, kept: KeptSecret) -> tuple[str, ...]:
    """The lines that follow a record's header (AZ-18)."""
    entry = kept.entry
    return proof.match_proof(
        info.match,
        entry.commitment,
        (entry.number, kept.before, entry.link),
        [bytes.fromhex(one) for one in info.contributions],
        bytes.fromhex(info.table_hash),
        info.velo,
    )


def key_of(info: MatchInfo, secret: Secret, number: int) -> bytes:
    """The key of the hand with this number, from 1 (AZ-10)."""
    return deal.hand_key(secret.reveal(), info.match, number, bytes.fromhex(info.table_hash))


def deck_of(info: MatchInfo, table: Table, secret: Secret, number: int) -> deal.FairDeck:
    """The deck of a hand before the cut, with its leaves (AZ-11 to AZ-13)."""
    key = key_of(info, secret, number)
    return deal.fair_deck(table, number, key, _again(info, table, secret, number))


def comes_back(table: Table, number: int) -> bool:
    """Whether the hand with this number has a deal that was played before: it is one of the second
    half of a duplicate match (AZ-27)."""
    return 0 < table.deals < number


def first_hands(info: MatchInfo, table: Table, secret: bytes) -> tuple[int, ...]:
    """By hand of the second half of a duplicate match, the hand in which its deal was new. Nobody
    may know it before the end."""
    return deal.order_again(secret, info.match, bytes.fromhex(info.table_hash), table.deals)


def _again(info: MatchInfo, table: Table, secret: Secret, number: int) -> tuple[Card, ...] | None:
    """The deck before the cut of a hand whose deal comes back; ``None``: the deal is new."""
    if not comes_back(table, number):
        return None
    first = first_hands(info, table, secret.reveal())[number - table.deals - 1]
    cards = deal.shuffled(table.deck, Key(key_of(info, secret, first)))
    dealt_from = deal.cut(cards, info.cuts[first - 1])
    return deal.deck_again(bytes.fromhex(info.table_hash), number, dealt_from)


class CutDeck(Struct, frozen=True, gc=False):
    """A deck that is ready to be dealt."""

    cards: tuple[Card, ...]
    choice: str
    """How it was cut."""
    offset: int
    """How many cards the cut took off."""
    proof: tuple[str, ...]
    """The lines after the cards of the hand (AZ-19)."""


def cut_deck(info: MatchInfo, deck: deal.FairDeck, where: str) -> CutDeck:
    """The deck after the cut. ``where``: what a person has chosen, as the protocol spells it;
    empty: the protocol chooses (AZ-14, AZ-15)."""
    mixed = bytes.fromhex(info.table_hash)
    choice = where or deal.own_choice(mixed, deck.number)
    offset = deal.offset_of(mixed, deck.number, choice, len(deck.cards))
    by = proof.BY_SEAT if where else proof.BY_OWN
    lines = proof.hand_proof(deck, choice, offset, by, info.velo)
    return CutDeck(deal.cut(deck.cards, offset), choice, offset, lines)


def before_deal(dealing: Dealing | None) -> Dealing | None:
    """The same, with the deck of the hand that is being dealt instead of that of the last one."""
    if dealing is None:
        return None
    coming = dealing.coming
    deck = None if coming is None else HandDeck(coming.cards, coming.key)
    return replace(dealing, deck=deck, coming=None)


def coming_deck(dealing: Dealing, info: MatchInfo, table: Table, number: int) -> deal.FairDeck:
    """The deck of the hand of this number, the next one. It is worked out once, also where a person
    is asked to cut it."""
    assert dealing.secret is not None
    if dealing.coming is not None and dealing.coming.number == number:
        return dealing.coming
    return deck_of(info, table, dealing.secret, number)


def with_deck(dealing: Dealing, info: MatchInfo, table: Table, number: int) -> Dealing:
    """The same, with the deck of the running hand, of this number."""
    if dealing.deck is not None or dealing.secret is None:
        return dealing
    key = Key(key_of(info, dealing.secret, number))
    again = _again(info, table, dealing.secret, number)
    cards = deal.shuffled(table.deck, key) if again is None else again
    return replace(dealing, deck=HandDeck(cards, key))


def opening_lines(
    deck: HandDeck, table: Table, lines: Iterable[str], events: Iterable[AnyEvent]
) -> tuple[str, ...]:
    """Opens the cards that these events have shown to everybody, each once in a hand. ``lines``:
    those of the hand so far (AZ-22)."""
    seen = proof.seen_cards(events)
    if not seen:
        return ()
    open_ones = {line.rsplit(" ", 1)[1] for line in lines if line.startswith(_OPENING)}
    made = []
    for card in seen:
        name = table.spelling.write(card)
        if name not in open_ones:
            place = deck.cards.index(card)
            made.append(proof.opening(place, deal.salt_of(deck.key, place), name))
    return tuple(made)


def next_transcript(info: MatchInfo, before: str, lines: Sequence[str]) -> str:
    """The transcript after these lines of a hand, in hexadecimal digits; ``before``: the last one,
    empty: there is none yet (AZ-17)."""
    former = bytes.fromhex(before)
    if not before:
        former = deal.first_transcript(bytes.fromhex(info.table_hash))
    covered = 0
    for at, line in enumerate(lines):
        if line.startswith(_TRANSCRIPT):
            covered = len(list(public_lines(lines[:at])))
    return deal.next_transcript(former, list(public_lines(lines))[covered:]).hex()


def hand_lines(texts: Iterable[str]) -> tuple[str, ...]:
    """The lines of the running or last hand, from the texts of a log: from the last line ``hand``
    on. Before the first hand it gives all lines."""
    lines = [line for text in texts for line in text.split("\n")]
    for at in range(len(lines) - 1, -1, -1):
        if lines[at].startswith(_HAND):
            return tuple(lines[at:])
    return tuple(lines)


def disclosed(info: MatchInfo, dealing: Dealing | None) -> Disclosed:
    """What the register is told of a match that is over."""
    secret = None if dealing is None else dealing.secret
    if info.velo and secret is not None:
        return Disclosed(VELO, None)
    return Disclosed(info.ended or CLOSED, None if secret is None else secret.reveal())
