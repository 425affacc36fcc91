"""The messages of the arena to a robot's process, and the reading of its answers.

A question is built from the view of the robot's seat, field by field, in the words of the record.
So it cannot hold anything that the seat may not see. ``docs/robot-protocol.md`` describes all this
for authors of robots."""

import json
from collections.abc import Sequence
from typing import Any, Final

from engine.actions import Action, Legal, Range
from engine.cards import UNKNOWN, Card
from engine.errors import BadRecord
from engine.numbers import NO_NUMBER, Seat
from engine.record.notation import parse_action, write_action
from engine.seen.view import SeatView, table_of
from engine.state.facts import Fact
from engine.state.state import KIND_NAMES
from engine.state.table import Table

PROTOCOL: Final = 1
READY: Final = "ready"
SILENT: Final = "pass"
HIDDEN: Final = "??"

Message = dict[str, Any]


class Unreadable(Exception):
    """An answer that is no step of the record's format."""


class NotOffered(Exception):
    """An answer that is a step, but none of those in the question."""


def line(message: Message) -> bytes:
    """A message as the line that is sent."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def match_begins(table: Table, seat: Seat, clock_ms: int) -> Message:
    """The first message of a match; its answer is ``ready``."""
    return {
        "type": "match",
        "protocol": PROTOCOL,
        "variant": table.rules.variant,
        "options": dict(table.rules.options),
        "players": table.players,
        "target": table.rules.match.target,
        "seat": seat,
        "clock_ms": clock_ms,
    }


def question(kind: str, seen: SeatView) -> Message:
    """A message about a hand. ``act``: choose a step. ``claim``: the same after the last card;
    ``pass`` is possible too. ``hand``: the hand is over; it has no answer."""
    return {"type": kind, "view": view_words(seen)}


def match_ends(won: bool) -> Message:
    """The last message of a match; no answer."""
    return {"type": "end", "won": won}


def view_words(seen: SeatView) -> Message:
    """A view in words of the record. Seats and sides are numbers; -1 is nobody."""
    table = table_of(seen)
    return {
        "seat": seen.seat,
        "hand": seen.number,
        "dealer": seen.dealer,
        "mano": seen.mano,
        "mode": seen.mode,
        "contest": seen.position.contest if seen.position else (),
        "sides": seen.sides,
        "accounts": seen.accounts,
        "score": seen.score,
        "games": seen.games,
        "turned": _card(table, seen.turned) if seen.turned != UNKNOWN else None,
        "dealt": _cards(table, seen.dealt),
        "cards": _cards(table, seen.cards),
        "counts": seen.counts,
        "plays": [
            {
                "trick": play.trick,
                "seat": play.seat,
                "card": _card(table, play.card),
                "covered": play.covered,
            }
            for play in seen.plays
        ],
        "tricks": [
            {"side": trick.side, "seat": trick.seat, "leads": trick.leads} for trick in seen.tricks
        ],
        "said": [
            {"seat": spoken.seat, "words": spoken.verb}
            | ({} if spoken.number == NO_NUMBER else {"number": spoken.number})
            for spoken in seen.said
        ],
        "seen": [_cards(table, cards) for cards in seen.seen],
        "facts": [_fact(table, fact) for fact in seen.facts],
        "worth": seen.worth,
        "won": [
            {"kind": KIND_NAMES[kind], "side": side, "points": points}
            for kind, side, points in [
                *((entry.kind, entry.side, entry.points) for entry in seen.entries),
                *((held.kind, held.side, held.points) for held in seen.held),
            ]
        ],
        "awaited": seen.awaited,
        "actions": [write_action(table, action) for action in seen.offered],
    }


def _card(table: Table, card: Card) -> str:
    return HIDDEN if card == UNKNOWN else table.spelling.write(card)


def _cards(table: Table, cards: Sequence[Card]) -> list[str]:
    return [_card(table, card) for card in cards]


def _fact(table: Table, fact: Fact) -> Message:
    told: Message = {"kind": fact.kind, "seat": fact.seat, "low": fact.low, "high": fact.high}
    if fact.card != UNKNOWN:
        told["card"] = _card(table, fact.card)
    return told | {"not": fact.negated, "article": fact.article}


def answered(seen: SeatView, text: str) -> Action:
    """The step that an answer names; it is one of those in the question. Raises :class:`NotOffered`
    for another step, and :class:`Unreadable` for a text that is no step."""
    table = table_of(seen)
    words = " ".join(text.split())
    for legal in seen.offered:
        if (step := _meant(table, legal, words)) is not None:
            return step
    try:
        parse_action(table, seen.seat, words)
    except BadRecord as error:
        raise Unreadable(words) from error
    raise NotOffered(words)


def _meant(table: Table, legal: Legal, words: str) -> Action | None:
    """The step of ``legal`` that these words say; ``None``: they do not say it."""
    if isinstance(legal, Action):
        return legal if words == write_action(table, legal) else None
    return _numbered(legal, words)


def _numbered(legal: Range, words: str) -> Action | None:
    verb, _, number = words.partition(" ")
    if verb != legal.verb or not number.isascii() or not number.isdigit() or len(number) > 6:
        return None
    value = int(number)
    return Action(legal.seat, verb, value) if legal.low <= value <= legal.high else None
