"""``python tools/fairness_vectors.py``: writes the published vectors of the fair deal.

A person who writes a verifier can check it against ``docs/fairness/vectors.json``, or for the first
protocol against ``vectors-1.json``: the bytes of every hash, decks of every kind, and whole records
with their proofs.
"""

import json
import sys
from collections.abc import Mapping
from hashlib import sha256
from itertools import count, islice
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from engine.actions import CARD_VERBS, Action, AnyAction, Close, End, Range
from engine.apply import apply, deal_from, new_match, next_dealer, next_mode
from engine.cards import Card
from engine.events import AnyEvent, HandEnded
from engine.fairness import deal
from engine.fairness.beacon import QUICKNET, Pulse
from engine.fairness.contributions import (
    AZAR,
    FARO,
    FRASE,
    NONE,
    PHRASE_OF_A_SEAT,
    REASONS,
    of_seat,
    pulse_line,
    read_contributions,
)
from engine.fairness.deal import AZAR_1, AZAR_2, FairProtocol
from engine.fairness.deck import FairDeck
from engine.fairness.hashes import Key
from engine.fairness.proof import (
    BY_OWN,
    BY_SEAT,
    hand_proof,
    match_proof,
    opening,
    secret_proof,
    seen_cards,
    tournament_proof,
    transcript_proof,
    veiled,
)
from engine.fairness.tournament_table import TournamentTable
from engine.fairness.transcript import public_lines, rules_lines
from engine.guard.legal import awaited, needs, offered_actions
from engine.numbers import NOBODY
from engine.record.notation import CUTS, header_of, write_header, write_result, write_step
from engine.variants import table_for

_FOLDER: Final = Path(__file__).parents[1] / "docs" / "fairness"
WRITTEN: Final = {AZAR_1: _FOLDER / "vectors-1.json", AZAR_2: _FOLDER / "vectors.json"}
ROUNDS: Final = {
    1: "b55e7cb2d5c613ee0b2e28d6750aabbb78c39dcc96bd9d38c2c2e12198df95571de8e8e402a0cc48871c7089a2b3af4b",  # noqa: E501
    123: "b75c69d0b72a5d906e854e808ba7e2accb1542ac355ae486d591aa9d43765482e26cd02df835d3546d23c4b13e0dfc92",  # noqa: E501
    1000: "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39",  # noqa: E501
    657413: "b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b",  # noqa: E501
}
"""Rounds of quicknet that were published, with their signatures."""


class Wanted(NamedTuple):
    """A record to be written."""

    name: str
    game: str
    players: int
    options: Mapping[str, str]
    holds: tuple[str, ...] = ()
    """A text that must occur in the record; matches are played until one has it."""
    velo: bool = False
    ends: str = ""
    """The reason of the match's end; empty: a side wins it."""
    missing: int = 4
    """Points that each side lacks at the beginning."""
    hands: int = 2
    """The number of hands after which a match with ``ends`` ends."""
    adds: tuple[str, ...] = (FARO,)
    """The contributions to the deal by the second protocol: ``faro`` alone stands for a published
    round, ``azar 0`` and ``frase 1`` for the contributions of these seats; other lines are taken as
    they are. By the first protocol every seat adds a phrase."""
    table: tuple[int, int, int] | None = None
    """Round, board and attempt of a table of a tournament; ``None``: it belongs to no
    tournament."""
    number: int = 1
    """The number of the table in the register."""
    is_over: bool = True
    """The secret of the tournament is published."""


FIJO: Final = {"gallo_mode": "fijo", "gallo": "1"}
RECORDS: Final = (
    Wanted("two-players", "argentino", 2, {}, (" toco ", "0 play", "1 play")),
    Wanted(
        "duels",
        "argentino",
        6,
        {"flor": "con"},
        ("mode punta",),
        missing=20,
        adds=("azar 5", "frase 4", "faro", "azar 0"),
    ),
    Wanted(
        "ended-early",
        "uruguayo",
        4,
        {},
        (" turned ",),
        ends="agreed",
        missing=12,
        adds=("azar 0", "azar 2"),
    ),
    Wanted("void", "gauderio", 2, {}, ends="void", missing=12, adds=("faro none gone",)),
    Wanted("no-hand", "argentino", 2, {}, ends="abandoned", hands=0, adds=("ninguno",)),
    Wanted(
        "gallo-four-cards",
        "tradicional-18",
        3,
        {"gallo_four_cards": "on"},
        (" descarta ",),
        adds=("frase 2", "faro none late"),
    ),
    Wanted(
        "gallo-fijo", "tradicional-18", 3, {"gallo_mode": "fijo", "gallo": "1"}, ("option gallo 1",)
    ),
    Wanted("blind-calls", "tradicional-18", 4, {}, (" cft",), ends="abandoned", missing=12),
    Wanted("piles", "venezolano", 2, {}, (" stack ",), adds=("faro none off", "azar 1")),
    Wanted("turned-clean", "paulista", 4, {"deck": "clean"}, (" turned ",)),
    Wanted("fixed-clean", "mineiro", 2, {"deck": "clean"}, (" cover ",)),
    Wanted("all-fixed", "paulista", 2, {"deck": "clean", "manilhas": "fixed"}),
    Wanted("blind-hand", "paulista", 2, {"ferro": "blind"}, (" play 1",), missing=1),
    Wanted("velo", "argentino", 2, {}, ("??",), velo=True),
    Wanted(
        "velo-turned",
        "paulista",
        2,
        {},
        (" turned ", "cover ??"),
        velo=True,
        ends="agreed",
        missing=12,
        adds=("frase 1",),
    ),
    Wanted("velo-piles", "venezolano", 4, {}, (" stack ",), velo=True),
    Wanted("velo-blind", "mineiro", 2, {"ferro": "blind"}, (" play 1",), velo=True, missing=1),
    Wanted("tournament", "argentino", 2, {}, table=(1, 2, 1), number=2),
    Wanted("tournament-goes-on", "paulista", 4, {}, table=(12, 1, 3), number=9, is_over=False),
    Wanted("tournament-velo", "argentino", 2, {}, velo=True, table=(2, 1, 1), number=3),
    Wanted(
        "tournament-no-hand",
        "argentino",
        2,
        {},
        ends="abandoned",
        hands=0,
        adds=("faro none late",),
        table=(1, 1, 2),
        number=30,
    ),
)


class FairMatch:
    """A match of random players with a fair deal, written down as the service writes one."""

    def __init__(self, seed: int, wanted: Wanted, protocol: FairProtocol = AZAR_2) -> None:
        self.protocol = protocol
        table = table_for(wanted.game, wanted.players, dict(wanted.options))
        self.rng = Random(seed)
        self.table = table
        self.velo = velo = wanted.velo
        self.wanted = wanted
        self.ends = wanted.ends
        self.match = f"vector{seed % 100:02}"
        self.secret = sha256(f"secret {seed}".encode()).digest()
        self.tournament_secret = sha256(f"tournament {seed}".encode()).digest()
        self.tournament = self.named()
        if self.tournament is not None:
            self.secret = self.derived(self.tournament)
        score = table.rules.match.target - wanted.missing
        accounts = len(new_match(table).score)
        self.state = new_match(table, (score,) * accounts, (0,) * accounts)
        header = write_header(
            header_of(table, [f"Player {seat}" for seat in range(table.players)], self.state.score)
        )
        before = self.link_before()
        commitment = self.protocol.commitment_of(self.match, self.secret)
        added = self.added(seed)
        self.contributions = read_contributions(
            protocol, [line.split() for line in added], table.players
        )
        torneo = "" if self.tournament is None else self.tournament.line
        rules = self.protocol.rules_hash(rules_lines(header), velo, torneo)
        self.mixed = self.protocol.table_hash(commitment, rules, self.contributions.values)
        link = self.protocol.link_of(before, wanted.number, self.match, commitment)
        entry = (wanted.number, before, link)
        self.lines = [
            *header,
            *match_proof(protocol, self.match, commitment, entry, added, self.mixed, velo, torneo),
        ]
        self.transcript = self.protocol.first_transcript(self.mixed, self.contributions.labels)
        self.hand: list[str] = []
        self.decks: list[FairDeck] = []
        self.seen: set[int] = set()
        self.dealt_from: list[tuple[Card, ...]] = []
        """The deck of each hand after the cut."""

    def named(self) -> TournamentTable | None:
        """The tournament to which this table belongs: the first entry of the register."""
        if self.wanted.table is None:
            return None
        tournament, before = "torneo23", deal.FIRST_LINK
        commitment = self.protocol.commitment_of(tournament, self.tournament_secret)
        link = self.protocol.link_of(before, 1, tournament, commitment)
        return TournamentTable(tournament, commitment, 1, before, link, *self.wanted.table)

    def derived(self, table: TournamentTable) -> bytes:
        """The secret of this table."""
        return table.secret(self.protocol, self.tournament_secret)

    def link_before(self) -> bytes:
        """The register's link before this table."""
        link = deal.FIRST_LINK if self.tournament is None else self.tournament.link
        for number in range(2, self.wanted.number):
            other = f"other{number:03}"
            commitment = self.protocol.commitment_of(other, bytes(32))
            link = self.protocol.link_of(link, number, other, commitment)
        return link

    def added(self, seed: int) -> list[str]:
        """The lines of the contributions to the deals."""
        protocol, players = self.protocol, self.table.players
        if protocol is AZAR_1:
            return [
                of_seat(
                    PHRASE_OF_A_SEAT, seat, protocol.contribution_of(seat, f"phrase {seed} {seat}")
                )
                for seat in range(players)
            ]
        made = []
        for line in self.wanted.adds:
            match line.split():
                case [kind] if kind == FARO:
                    number = sorted(ROUNDS)[seed % len(ROUNDS)]
                    line = pulse_line(Pulse(QUICKNET.hash, number, bytes.fromhex(ROUNDS[number])))
                case [kind, seat] if kind == AZAR:
                    line = of_seat(
                        AZAR, int(seat), protocol.chance_of(int(seat), chance(seed, seat))
                    )
                case [kind, seat] if kind == FRASE:
                    phrase = f"phrase {seed} {seat}"
                    line = of_seat(FRASE, int(seat), protocol.contribution_of(int(seat), phrase))
                case _:
                    pass
            made.append(line)
        return made

    def play(self, hands: int = 8) -> str:
        """The record of this many hands."""
        while needs(self.state) != "over":
            match needs(self.state):
                case "deal":
                    if len(self.decks) == (self.wanted.hands if self.ends else hands):
                        self.take(End(self.ends or "agreed"))
                        self.cover()
                        break
                    self.deal()
                case "close":
                    self.take(Close())
                case _:
                    if self.ends == "abandoned" and len(self.decks) == 2 and len(self.hand) > 9:
                        self.take(End(self.ends))
                        self.cover()
                        break
                    self.take(self.chosen())
        lines = [*self.lines, *([] if self.velo else [secret_proof(self.secret)])]
        if self.velo:
            lines = veiled(lines)
        elif self.tournament is not None and self.wanted.is_over:
            lines.append(tournament_proof(self.tournament_secret))
        return "\n".join(lines) + "\n"

    def chosen(self) -> Action:
        """Any step that a screen would offer; a step that lays a card is preferred."""
        seat = self.rng.choice(awaited(self.state))
        offered = offered_actions(self.state, seat)
        cards = [step for step in offered if step.verb in CARD_VERBS]
        step = self.rng.choice(cards if cards and self.rng.random() < 0.7 else offered)
        if isinstance(step, Range):
            return Action(step.seat, step.verb, self.rng.randint(step.low, step.high))
        return step

    def deal(self) -> None:
        """The next hand."""
        number = len(self.decks) + 1
        dealer = next_dealer(self.state)
        if dealer == NOBODY:
            dealer = self.rng.randrange(self.table.players)
        key = self.protocol.hand_key(self.secret, self.match, number, self.mixed)
        again = self._again(number)
        made = self.protocol.fair_deck(self.table, number, key, again)
        by = self.rng.choice((BY_SEAT, BY_OWN)) if again is None else BY_OWN
        own = self.protocol.own_choice(self.mixed, number)
        choice = own if by == BY_OWN else self.rng.choice(deal.CHOICES)
        offset = self.protocol.offset_of(self.mixed, number, choice, len(made.cards))
        self.decks.append(made)
        self.seen = set()
        cards = deal.cut(made.cards, offset)
        self.dealt_from.append(cards)
        self.take(
            deal_from(self.table, dealer, cards, next_mode(self.state)),
            hand_proof(made, choice, offset, by, self.velo),
        )

    def _again(self, number: int) -> tuple[Card, ...] | None:
        """The deck before the cut of a hand whose deal comes back; ``None``: the deal is new."""
        deals = self.table.deals
        if not 0 < deals < number:
            return None
        order = self.protocol.order_again(self.secret, self.match, self.mixed, deals)
        first = self.dealt_from[order[number - deals - 1] - 1]
        return self.protocol.deck_again(self.mixed, number, first)

    def take(self, action: AnyAction, proof: tuple[str, ...] = ()) -> None:
        """A step, with its openings."""
        table = self.state.table
        self.state, events = apply(self.state, action)
        lines = [*write_step(table, action), *proof]
        if proof and table.rules.cut and choice_of(proof) in CUTS:
            lines.insert(1, f"cut {choice_of(proof)}")
        spelling = self.table.spelling
        for card in seen_cards(events):
            if card not in self.seen:
                self.seen.add(card)
                lines.append(opening(*self.decks[-1].opening(card), spelling.write(card)))
        lines.extend(write_result(event.points) for event in ended(events))
        self.lines.extend(lines)
        self.hand.extend(lines)
        if ended(events):
            self.cover()

    def cover(self) -> None:
        """The transcript goes on over the lines since the last one."""
        self.transcript = self.protocol.next_transcript(self.transcript, public_lines(self.hand))
        self.lines.append(transcript_proof(self.transcript))
        self.hand = []


def chance(seed: int, seat: str) -> bytes:
    """The chance that the browser of this seat adds."""
    return sha256(f"chance {seed} {seat}".encode()).digest()


def choice_of(proof: tuple[str, ...]) -> str:
    """The cut of a hand, by its proof."""
    return proof[1].split()[2]


def ended(events: tuple[AnyEvent, ...]) -> list[HandEnded]:
    """The event that a hand has ended, or none."""
    return [event for event in events if isinstance(event, HandEnded)]


def hashes(protocol: FairProtocol) -> list[dict[str, Any]]:
    """Parts, the bytes that are hashed, and their hashes."""
    made = []
    for parts in (("frase", 0, ""), ("frase", 3, "mañana"), ("frase", 3, "man\u0303ana"), ("", 40)):
        made.append(
            {
                "parts": list(parts),
                "bytes": protocol.joined(*parts).hex(),
                "hash": protocol.hashed(*parts).hex(),
                "keyed": protocol.keyed(bytes(32), *parts).hex(),
            }
        )
    return made


def phrases(protocol: FairProtocol) -> list[dict[str, Any]]:
    """The phrases that players type, and their contributions."""
    typed = (
        "",
        "rojo",
        "  buena \t suerte\n",
        "ma\u00f1ana",
        "man\u0303ana",
        "a\u00a0b\x00c",
        "\U0001f0a1 ?",
    )
    return [
        {
            "seat": seat,
            "phrase": phrase,
            "contribution": protocol.contribution_of(seat, phrase).hex(),
        }
        for seat, phrase in enumerate(typed)
    ]


def beacon(protocol: FairProtocol) -> list[dict[str, Any]]:
    """Published rounds, their random values, and their contributions to a deal."""
    made: list[dict[str, Any]] = []
    for number, signature in ROUNDS.items():
        pulse = Pulse(QUICKNET.hash, number, bytes.fromhex(signature))
        parts = (FARO, pulse.chain, number, pulse.randomness)
        made.append(
            {
                "chain": pulse.chain.hex(),
                "round": number,
                "comes": QUICKNET.comes(number),
                "signature": signature,
                "randomness": pulse.randomness.hex(),
                "contribution": protocol.hashed(*parts).hex(),
            }
        )
    for reason in REASONS:
        hashed = protocol.hashed(FARO, NONE, reason)
        made.append({"reason": reason, "contribution": hashed.hex()})
    return made


def chances(protocol: FairProtocol) -> list[dict[str, Any]]:
    """The chances that browsers add, and their contributions."""
    return [
        {"seat": seat, "chance": drawn.hex(), "contribution": protocol.chance_of(seat, drawn).hex()}
        for seat, drawn in enumerate((bytes(32), bytes(range(32))))
    ]


def decks(protocol: FairProtocol) -> list[dict[str, Any]]:
    """One shuffled deck of every kind there is."""
    made = []
    mixed = protocol.hashed("example")
    for variant, options in (
        ("argentino", {}),
        ("paulista", {}),
        ("paulista", {"deck": "clean"}),
        ("paulista", {"deck": "clean", "manilhas": "fixed"}),
        ("mineiro", {"deck": "clean"}),
    ):
        table = table_for(variant, 2, options)
        for number in (1, 2):
            key = protocol.hand_key(bytes(range(32)), "abcdefgh", number, mixed)
            deck = protocol.fair_deck(table, number, key)
            write = table.spelling.write
            made.append(
                {
                    "variant": variant,
                    "options": options,
                    "hand": number,
                    "secret": bytes(range(32)).hex(),
                    "match": "abcdefgh",
                    "table": mixed.hex(),
                    "key": key.hex(),
                    "words": list(islice(protocol.stream(Key(key), "mazo"), 9)),
                    "declared": [write(card) for card in table.deck],
                    "shuffled": [write(card) for card in deck.cards],
                    "salts": [salt.hex() for salt in deck.salts],
                    "leaves": [leaf.hex() for leaf in deck.leaves],
                    "root": deck.root.hex(),
                    "own_choice": protocol.own_choice(mixed, number),
                    "offsets": {
                        choice: protocol.offset_of(mixed, number, choice, len(deck.cards))
                        for choice in deal.CHOICES
                    },
                }
            )
    return made


def orders(protocol: FairProtocol) -> list[dict[str, Any]]:
    """The orders in which the deals of a duplicate match come back."""
    secret, match, mixed = bytes(range(32)), "abcdefgh", protocol.hashed("example")
    return [
        {
            "secret": secret.hex(),
            "match": match,
            "table": mixed.hex(),
            "deals": deals,
            "order": list(protocol.order_again(secret, match, mixed, deals)),
        }
        for deals in (6, 10, 15)
    ]


def duplicate(protocol: FairProtocol) -> str:
    """The record of a whole duplicate match."""
    wanted = Wanted("duplicate", "argentino", 2, {"duplicate": "6"}, missing=30)
    return FairMatch(1, wanted, protocol).play(12)


def capped(protocol: FairProtocol) -> str:
    """The record of the first duplicate match in which a hand has more points than its cap."""
    wanted = Wanted("capped", "argentino", 2, {"duplicate": "6", "hand_cap": "11"}, missing=30)
    for seed in count(1):
        text = FairMatch(seed, wanted, protocol).play(12)
        if "\nresult A 11 B 0\n" in text and "faltaenvido" in text:
            return text
    raise AssertionError("there is always a next seed")


def tables(protocol: FairProtocol) -> list[dict[str, Any]]:
    """The secrets of tables, from their tournament's secret."""
    secret, tournament = bytes(range(32)), "abcdefgh"
    return [
        {
            "secret": secret.hex(),
            "tournament": tournament,
            "round": round,
            "board": board,
            "attempt": attempt,
            "commitment": protocol.commitment_of(tournament, secret).hex(),
            "table": protocol.secret_of_table(secret, tournament, round, board, attempt).hex(),
        }
        for round, board, attempt in ((1, 1, 1), (1, 1, 2), (1, 2, 1), (2, 1, 1), (40, 32, 10))
    ]


def records(protocol: FairProtocol) -> list[dict[str, str]]:
    """Whole records. The first protocol has no tables of tournaments (AZ-37)."""
    wanted = [known for known in RECORDS if known.table is None or protocol is not AZAR_1]
    return [{"name": known.name, "text": record(known, protocol)} for known in wanted]


def record(wanted: Wanted, protocol: FairProtocol) -> str:
    """The first match that has everything that is wanted."""
    for seed in count(1):
        text = FairMatch(seed, wanted, protocol).play(2)
        if all(hold in text for hold in wanted.holds):
            return text
    raise AssertionError("there is always a next seed")


def made(protocol: FairProtocol) -> str:
    """The text of the file."""
    vectors = {
        "protocol": protocol.name,
        "hashes": hashes(protocol),
        "phrases": phrases(protocol),
        **(
            {}
            if protocol is AZAR_1
            else {
                "beacon": beacon(protocol),
                "chances": chances(protocol),
                "tables": tables(protocol),
            }
        ),
        "decks": decks(protocol),
        "records": records(protocol),
        "orders": orders(protocol),
        "duplicate": duplicate(protocol),
        "capped": capped(protocol),
    }
    return json.dumps(vectors, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        sys.exit(
            any(path.read_text("utf-8") != made(protocol) for protocol, path in WRITTEN.items())
        )
    for protocol, path in WRITTEN.items():
        path.write_text(made(protocol), "utf-8")
