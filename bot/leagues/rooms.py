"""The deals of a pairing, and the check that the record of a room has these deals (LI-12 to
LI-15)."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from bot.leagues.terms import LIGA_1, Fixture, LeagueTerms
from engine.actions import DRAWN
from engine.fairness.beacon import Pulse
from engine.fairness.contributions import NINGUNO, pulse_line, read_contributions
from engine.fairness.deal import AZAR_2
from engine.fairness.deck import FairDeck
from engine.fairness.hashes import Part
from engine.fairness.proof import BY_OWN
from engine.fairness.transcript import rules_lines, words_of
from engine.fairness.verify import verify
from engine.record.notation import header_of, parse_record, write_header
from engine.record.replay import replay
from engine.state.ledger import counted
from engine.state.table import Table

FIRST_DEALER: Final = 0
"""The seat that deals the first hand of every room."""


class BadRoom(Exception):
    """The record of a room is not right. ``article``: the rule that it breaks."""

    def __init__(self, article: str, told: str) -> None:
        super().__init__(told)
        self.article: Final = article


class RoomPlan(Struct, frozen=True):
    """Everything that both rooms of a pairing have in common; their deals follow from it. It holds
    the secret of these deals, so until both rooms are over it is only for the houses that deal."""

    terms: LeagueTerms
    match: str
    """The name of the match in both records."""
    secret: bytes
    pulse: Pulse | None
    """The round of the beacon; ``None``: the league has none."""

    def __repr__(self) -> str:
        return f"RoomPlan({self.match})"

    @property
    def commitment(self) -> bytes:
        """``C`` of both records (AZ-05)."""
        return AZAR_2.commitment_of(self.match, self.secret)

    @property
    def added(self) -> tuple[str, ...]:
        """The contributions to the deals besides the secret, as lines of the record. Seats add
        nothing, because the other room could not have the same (LI-13)."""
        return (NINGUNO,) if self.pulse is None else (pulse_line(self.pulse),)

    @property
    def labels(self) -> Sequence[Part]:
        """The same contributions, in the form of the first transcript (AZ-17)."""
        return read_contributions(AZAR_2, [self.added[0].split()], self.terms.players).labels

    def header(self, table: Table) -> tuple[str, ...]:
        """The first lines of both records, without names."""
        return write_header(header_of(table))

    def mixed(self, table: Table) -> bytes:
        """``E`` of both records (AZ-09)."""
        values = read_contributions(AZAR_2, [self.added[0].split()], table.players).values
        rules = AZAR_2.rules_hash(rules_lines(self.header(table)))
        return AZAR_2.table_hash(self.commitment, rules, values)

    def deck(self, table: Table, mixed: bytes, number: int) -> FairDeck:
        """The deck of a hand before the cut, the same in both rooms."""
        key = AZAR_2.hand_key(self.secret, self.match, number, mixed)
        return AZAR_2.fair_deck(table, number, key)


def planned(
    terms: LeagueTerms, league: str, fixture: Fixture, secrets: Sequence[bytes], pulse: Pulse | None
) -> RoomPlan:
    """The deals of a pairing. ``secrets``: all houses' for its round, in the houses' order."""
    secret = LIGA_1.hashed("reparto", league, fixture.round, fixture.board, *secrets)
    return RoomPlan(terms, fixture.match(league), secret, pulse)


def bare(text: str) -> str:
    """A record without the names in its seats, without comments and blank lines: the form in which
    it goes to other houses (LI-17)."""
    lines = [" ".join(words) for words in map(words_of, text.split("\n")) if words]
    return "\n".join([line for line in lines if not line.startswith("seat ")]) + "\n"


def points_of_room(plan: RoomPlan, text: str) -> tuple[tuple[int, int], ...]:
    """The points of each hand of a room, by side, if its record is right. Raises :class:`BadRoom`.
    Whether the beacon has signed its round is not checked here."""
    if bare(text) != text:
        raise BadRoom("LI-17", "the record has names, comments or blanks")
    proof = verify(text)
    if not proof.holds:
        fault, where = proof.fault, "there is no proof"
        if fault is not None:
            where = f"hand {fault.hand}, {fault.field.value}, line {fault.line}"
        raise BadRoom("LI-14", f"its deals are not proved: {where}")
    table = plan.terms.table()
    lines = text.split("\n")
    if sorted(rules_lines(lines)) != sorted(rules_lines(plan.header(table))):
        raise BadRoom("LI-14", "its rules are not those of the league")
    if proof.match != plan.match or proof.commitment != plan.commitment.hex() or proof.velo:
        raise BadRoom("LI-13", "its deals do not follow from the secrets of the houses")
    if proof.protocol != AZAR_2.name or f"proof {plan.added[0]}" not in lines:
        raise BadRoom("LI-12", "its deals do not have the round of the beacon that was due")
    if proof.added.azar or proof.added.frase or proof.tournament is not None:
        raise BadRoom("LI-13", "a seat has added something to its deals")
    if any(line.startswith("proof cut ") and not line.endswith(f" {BY_OWN}") for line in lines):
        raise BadRoom("LI-14", "somebody has cut")
    return _played(table, text)


def _played(table: Table, text: str) -> tuple[tuple[int, int], ...]:
    """The points of each hand, if the rules allow every step and all hands were played."""
    played = replay(parse_record(text))
    if played.error is not None:
        raise BadRoom("LI-15", f"line {played.error.line} is against the rules of the game")
    for number, hand in enumerate(played.hands):
        if hand.dealer != (FIRST_DEALER + number) % table.players:
            raise BadRoom("LI-15", f"another seat deals hand {number + 1}")
    finished = sum(hand.finished for hand in played.hands)
    if not played.complete or finished != table.hands or played.state.ended not in ("", DRAWN):
        raise BadRoom("LI-15", f"{finished} of {table.hands} hands were played to their end")
    return tuple(counted(table, hand.points) for hand in played.hands)
