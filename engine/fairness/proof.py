"""The lines of a record that prove its deal, and the cards seen by the table (AZ-18 to AZ-22)."""

from collections.abc import Iterable, Sequence
from typing import Final

from engine.cards import UNKNOWN, UNKNOWN_TEXT, Card
from engine.events import AnyEvent, Dealt, Laid, Shown, Turned, disclosed
from engine.fairness.deal import FairProtocol
from engine.fairness.deck import FairDeck
from engine.fairness.transcript import words_of
from engine.seen.view import PUBLIC

BY_SEAT: Final = "seat"
"""A person has chosen the cut."""
BY_OWN: Final = "own"
"""The protocol has chosen the cut: nobody cut in time, or a robot's turn to cut."""


def match_proof(
    protocol: FairProtocol,
    match: str,
    commitment: bytes,
    register: tuple[int, bytes, bytes],
    contributions: Sequence[str],
    table: bytes,
    velo: bool = False,
    torneo: str = "",
) -> tuple[str, ...]:
    """The proof lines that follow a record's header. ``register``: the match's number in the
    register, the link before it and its own link. ``contributions``: their lines, without the word
    ``proof`` (:mod:`engine.fairness.contributions`). ``torneo``: the line that names the
    tournament, also without ``proof`` (:mod:`engine.fairness.tournament_table`); empty: the secret
    follows from no tournament."""
    number, before, link = register
    return (
        f"proof protocol {protocol.name}",
        f"proof match {match}",
        f"proof commitment {commitment.hex()}",
        f"proof register {number} {before.hex()} {link.hex()}",
        *(["proof velo"] if velo else []),
        *([f"proof {torneo}"] if torneo else []),
        *(f"proof {contribution}" for contribution in contributions),
        f"proof table {table.hex()}",
    )


def hand_proof(
    deck: FairDeck, choice: str, offset: int, by: str, leaves: bool = False
) -> tuple[str, ...]:
    """The proof lines that follow the cards of a hand. With ``leaves`` they hold the leaves of the
    whole deck; a match needs that if its secret is never published."""
    told = [f"proof leaves {' '.join(leaf.hex() for leaf in deck.leaves)}"] if leaves else []
    return (f"proof root {deck.root.hex()}", *told, f"proof cut {choice} {offset} {by}")


def opening(place: int, salt: bytes, card: str) -> str:
    """The line that opens the card at this place of a deck before the cut."""
    return f"proof opening {place} {salt.hex()} {card}"


def transcript_proof(transcript: bytes) -> str:
    """The line after the public lines of a hand."""
    return f"proof transcript {transcript.hex()}"


def secret_proof(secret: bytes) -> str:
    """The last line of a record whose secret is published."""
    return f"proof secret {secret.hex()}"


def tournament_proof(secret: bytes) -> str:
    """The line after the last one, once the secret of the table's tournament is published."""
    return f"proof torneo-secret {secret.hex()}"


def seen_cards(events: Iterable[AnyEvent]) -> tuple[Card, ...]:
    """The cards that these events have shown to the whole table, each once."""
    found: dict[Card, None] = {}
    for event in events:
        match disclosed(event, PUBLIC):
            case Dealt(turned=card) | Laid(card=card):
                found[card] = None
            case Turned(cards=cards):
                found.update((card, None) for _, card in cards)
            case Shown(cards=shown):
                found.update((card, None) for card in shown)
            case _:
                pass
    found.pop(UNKNOWN, None)
    return tuple(found)


def veiled(lines: Sequence[str]) -> list[str]:
    """A record in which ``??`` stands for every card that the table has not seen; for a match whose
    secret is never published.

    The table has seen a card if a step laid it face up, or if it was shown."""
    made: list[str] = []
    opened = _opened(lines)
    hand = 0
    for line in lines:
        words = words_of(line)
        match words:
            case ["hand", *_]:
                hand += 1
            case ["deal", seat, *cards]:
                known = (card if card in opened[hand] else UNKNOWN_TEXT for card in cards)
                line = " ".join(("deal", seat, *known))
            case [_, "cover" | "descarta" as verb, _] if words[0].isdigit():
                line = f"{words[0]} {verb} {UNKNOWN_TEXT}"
            case [seat, "stack", top, below]:
                known = (card if card in opened[hand] else UNKNOWN_TEXT for card in (top, below))
                line = " ".join((seat, "stack", *known))
            case _:
                pass
        made.append(line)
    return made


def _opened(lines: Iterable[str]) -> list[set[str]]:
    """The names of the cards that are opened in each hand, from hand 0, which has none."""
    found: list[set[str]] = [set()]
    for line in lines:
        words = words_of(line)
        if words[:1] == ["hand"]:
            found.append(set())
        elif words[:2] == ["proof", "opening"]:
            found[-1].add(words[-1])
    return found
