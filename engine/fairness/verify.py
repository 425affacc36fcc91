"""The check of the proof in a record; it finds the first hand and the first field with a fault.

The text is read line by line, because the protocol defines the bytes of the proof by lines. Whether
the steps obey the rules of the game is not checked here; a replay does that.
"""

from typing import Final, NoReturn

from engine.cards import UNKNOWN_TEXT, Card
from engine.fairness import deal, proof
from engine.fairness.contributions import (
    BadContribution,
    Contributions,
    is_number,
    read_contributions,
    words_of_lines,
)
from engine.fairness.deal import AZAR_1, PROTOCOLS
from engine.fairness.deck import FairDeck
from engine.fairness.hashes import HASH_SIZE
from engine.fairness.proof_result import ProofFault, ProofField, ProofResult
from engine.fairness.record_lines import HandLines, RecordLine, hands_of, lines_of
from engine.fairness.tournament_table import TournamentTable, read_tournament_table
from engine.fairness.transcript import CARD_WORDS, RULES_WORDS, public_lines, rules_lines
from engine.record.notation.parse import parse_as_far
from engine.record.notation.record import table_of
from engine.state.table import Table


def verify(text: str) -> ProofResult:
    """Checks the proof in a record."""
    checker = _Checker(text)
    if not any(line.words[:1] == ["proof"] for line in checker.lines):
        return ProofResult(proved=False)
    fault = None
    try:
        checker.check()
    except _Wrong as wrong:
        fault = wrong.fault
    return ProofResult(
        proved=True,
        match=checker.match,
        commitment=checker.commitment.hex(),
        hands=checker.held,
        velo=checker.velo,
        fault=fault,
        protocol=checker.protocol.name,
        added=checker.added,
        tournament=checker.tournament,
        tournament_opened=checker.tournament_opened,
    )


class _Wrong(Exception):
    def __init__(self, hand: int, field: ProofField, line: int) -> None:
        self.fault = ProofFault(hand, field, line)


_OF_AN_END: Final = {"transcript", "secret", "torneo-secret"}
_OF_A_HAND: Final = {"root", "cut", "leaves", "opening", *_OF_AN_END}
_HEX: Final = frozenset("0123456789abcdef")


class _Checker:
    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = lines_of(text)
        self.protocol = AZAR_1
        self.added = Contributions()
        self.hand = 0
        self.held = 0
        self.match = ""
        self.commitment = b""
        self.velo = False
        self.secret = b""
        self.tournament: TournamentTable | None = None
        self.tournament_opened = False
        self.mixed = b""
        """``E``: the hash of the table."""
        self.transcript = b""
        self.dealt_from: dict[int, tuple[Card, ...]] = {}
        """For each hand whose deal comes back, the deck after the cut."""
        self.again: tuple[int, ...] = ()
        """The deals in the order in which they come back (AZ-26)."""

    def wrong(self, field: ProofField, line: int) -> NoReturn:
        raise _Wrong(self.hand, field, line)

    def check(self) -> None:
        self.table = self._table()
        starts = [at for at, line in enumerate(self.lines) if line.words[0] in ("hand", "end")]
        first = min(starts, default=len(self.lines))
        header, rest = self.lines[:first], self.lines[first:]
        hands = list(hands_of(rest))
        last = hands[-1].number if hands else 0
        opened = self._closing(ProofField.TOURNAMENT_PUBLISHED, self.lines, last)
        closed = self.lines if opened is None else self.lines[:-1]
        self._header(header, self._closing(ProofField.PUBLISHED, closed, last), opened)
        self.transcript = self.protocol.first_transcript(self.mixed, self.added.labels)
        for hand in hands:
            self.hand = hand.number
            self._check_hand(hand)
            self.held = hand.number

    def _table(self) -> Table:
        parsed = parse_as_far(self.text)
        if parsed.record is None or parsed.problem is not None:
            assert parsed.problem is not None
            if parsed.record is not None:
                before = [line for line in self.lines if line.number <= parsed.problem.line]
                self.hand = sum(line.words[0] == "hand" for line in before)
            self.wrong(ProofField.RECORD, parsed.problem.line)
        return table_of(parsed.record.header)

    def _closing(self, field: ProofField, lines: list[RecordLine], hand: int) -> RecordLine | None:
        """The line with a secret; ``None``: there is none. A fault if it is not the last one of
        these lines. ``hand``: the number of the last hand."""
        found = [line for line in lines if line.words[:2] == ["proof", field.value]]
        if not found:
            return None
        if len(found) > 1 or found[0] is not lines[-1]:
            self.hand = hand
            self.wrong(field, found[0].number)
        return found[0]

    def _hex(self, field: ProofField, line: RecordLine, word: int, size: int = HASH_SIZE) -> bytes:
        """The bytes that a word of a line gives in hexadecimal digits."""
        text = line.words[word] if word < len(line.words) else ""
        if len(text) != 2 * size or not _HEX.issuperset(text):
            self.wrong(field, line.number)
        return bytes.fromhex(text)

    # --- before the first hand ----------------------------------------------------------------

    def _header(
        self, lines: list[RecordLine], secret: RecordLine | None, of_tournament: RecordLine | None
    ) -> None:
        proofs: dict[str, list[RecordLine]] = {}
        for line in lines:
            if line.words[0] == "proof":
                proofs.setdefault(line.words[1] if line.words[1:] else "", []).append(line)

        def one(field: ProofField, count: int) -> RecordLine:
            found = proofs.pop(field.value, [])
            if len(found) != 1 or len(found[0].words) != count:
                self.wrong(field, found[-1].number if found else 1)
            return found[0]

        line = one(ProofField.PROTOCOL, 3)
        if line.words[2] not in PROTOCOLS:
            self.wrong(ProofField.PROTOCOL, line.number)
        self.protocol = PROTOCOLS[line.words[2]]
        self.match = one(ProofField.MATCH, 3).words[2]
        committed = one(ProofField.COMMITMENT, 3)
        self.commitment = self._hex(ProofField.COMMITMENT, committed, 2)
        register = one(ProofField.REGISTER, 5)
        self._register(register)
        torneo = self._torneo(proofs.pop(ProofField.TORNEO.value, []), register)
        if ProofField.VELO.value in proofs:
            line = one(ProofField.VELO, 2)
            self.velo = True
            if self.table.deals:
                self.wrong(ProofField.VELO, line.number)  # AZ-28
        kinds = {*words_of_lines(self.protocol)}
        self._contributions(
            [
                proof_line
                for proof_line in lines
                if proof_line.words[0] == "proof" and kinds & {*proof_line.words[1:2]}
            ]
        )
        proofs = {word: found for word, found in proofs.items() if word not in kinds}
        mixed = one(ProofField.TABLE, 3)
        for left in proofs.values():
            self.wrong(ProofField.OTHER, left[0].number)
        self.mixed = self._hex(ProofField.TABLE, mixed, 2)
        rules = rules_lines(line.text for line in lines if line.words[0] in RULES_WORDS)
        named = "" if self.tournament is None else self.tournament.line
        ruled = self.protocol.rules_hash(rules, self.velo, named)
        made = self.protocol.table_hash(self.commitment, ruled, self.added.values)
        if made != self.mixed:
            self.wrong(ProofField.TABLE, mixed.number)
        self._secret(secret, committed)
        self._secret_of_tournament(of_tournament, torneo)
        if deals := self.table.deals:
            self.again = self.protocol.order_again(self.secret, self.match, self.mixed, deals)

    def _register(self, line: RecordLine) -> None:
        number = line.words[2]
        if not is_number(number):
            self.wrong(ProofField.REGISTER, line.number)
        before, link = (self._hex(ProofField.REGISTER, line, word) for word in (3, 4))
        if link != self.protocol.link_of(before, int(number), self.match, self.commitment):
            self.wrong(ProofField.REGISTER, line.number)

    def _torneo(self, lines: list[RecordLine], register: RecordLine) -> RecordLine | None:
        """Reads the line that names the tournament of the table; ``None``: there is none. The first
        protocol has no such line."""
        if not lines:
            return None
        if self.protocol is AZAR_1:
            self.wrong(ProofField.OTHER, lines[0].number)
        if len(lines) > 1:
            self.wrong(ProofField.TORNEO, lines[-1].number)
        self.tournament = table = read_tournament_table(lines[0].words[1:])
        number, before = int(register.words[2]), bytes.fromhex(register.words[3])
        if table is None or not table.is_before(self.protocol, self.match, number, before):
            self.wrong(ProofField.TORNEO, lines[0].number)
        return lines[0]

    def _contributions(self, lines: list[RecordLine]) -> None:
        """Reads the lines with the contributions to the deals."""
        given = [line.words[1:] for line in lines]
        try:
            self.added = read_contributions(self.protocol, given, self.table.players)
        except BadContribution as wrong:
            if wrong.at < len(lines):
                line = lines[wrong.at]
                self.wrong(ProofField(line.words[1]), line.number)
            missing = words_of_lines(self.protocol)[-1]
            self.wrong(ProofField(missing), lines[-1].number if lines else 1)

    def _secret(self, line: RecordLine | None, committed: RecordLine) -> None:
        if self.velo or line is None:
            if self.velo != (line is None):
                self.wrong(ProofField.PUBLISHED, line.number if line else committed.number)
            return
        self.secret = self._hex(ProofField.PUBLISHED, line, 2)
        if len(line.words) != 3 or self.commitment != self.protocol.commitment_of(
            self.match, self.secret
        ):
            self.wrong(ProofField.PUBLISHED, line.number)

    def _secret_of_tournament(self, line: RecordLine | None, torneo: RecordLine | None) -> None:
        """Checks, once the tournament is over, that its secret fits its seal and that the table's
        secret follows from it (AZ-39)."""
        if line is None:
            return
        table, published = self.tournament, ProofField.TOURNAMENT_PUBLISHED
        if torneo is None or table is None or self.velo or len(line.words) != 3:
            self.wrong(published, line.number)
        secret = self._hex(published, line, 2)
        if table.commitment != self.protocol.commitment_of(table.tournament, secret):
            self.wrong(published, line.number)
        if self.secret != table.secret(self.protocol, secret):
            self.wrong(ProofField.TORNEO, torneo.number)
        self.tournament_opened = True

    # --- a hand -------------------------------------------------------------------------------

    def _check_hand(self, hand: HandLines) -> None:
        proofs: dict[str, list[RecordLine]] = {}
        for line in hand.lines:
            if line.words[0] == "proof":
                word = line.words[1] if line.words[1:] else ""
                if word not in (_OF_A_HAND if hand.number else _OF_AN_END):
                    self.wrong(ProofField.OTHER, line.number)
                proofs.setdefault(word, []).append(line)
        if not hand.number:
            self._transcript(hand)
            return

        def one(field: ProofField, count: int) -> RecordLine:
            found = proofs.get(field.value, [])
            if len(found) != 1 or len(found[0].words) != count:
                self.wrong(field, found[-1].number if found else hand.line)
            return found[0]

        root = one(ProofField.ROOT, 3)
        given = self._hex(ProofField.ROOT, root, 2)
        deck = None
        if not self.velo:
            key = self.protocol.hand_key(self.secret, self.match, hand.number, self.mixed)
            deck = self.protocol.fair_deck(self.table, hand.number, key, self._again(hand))
        leaves = self._leaves(hand, deck, proofs.get(ProofField.LEAVES.value, []))
        if given != self.protocol.root_of(leaves):
            self.wrong(ProofField.ROOT, root.number)
        opened = self._openings(leaves, proofs.get(ProofField.OPENING.value, []))
        offset = self._cut(hand, one(ProofField.CUT, 5))
        if deck is not None:
            write = self.table.spelling.write
            opened = {place: write(card) for place, card in enumerate(deck.cards)}
            if hand.number <= self.table.deals:
                self.dealt_from[hand.number] = deal.cut(deck.cards, offset)
        self._cards(hand, offset, opened)
        self._all_open(hand, proofs.get(ProofField.OPENING.value, []))
        self._transcript(hand)

    def _again(self, hand: HandLines) -> tuple[Card, ...] | None:
        """The deck before the cut of a hand in which a deal comes back; ``None``: it is new."""
        if not self._comes_back(hand):
            return None
        first = self.again[hand.number - self.table.deals - 1]
        return self.protocol.deck_again(self.mixed, hand.number, self.dealt_from[first])

    def _comes_back(self, hand: HandLines) -> bool:
        """Whether this hand of a duplicate match has a deal that was played before (AZ-27)."""
        return bool(self.again) and hand.number > self.table.deals

    def _leaves(
        self, hand: HandLines, deck: FairDeck | None, lines: list[RecordLine]
    ) -> tuple[bytes, ...]:
        if deck is not None and not lines:
            return deck.leaves
        size = len(self.table.deck)
        if len(lines) != 1 or len(lines[0].words) != size + 2:
            self.wrong(ProofField.LEAVES, lines[-1].number if lines else hand.line)
        (line,) = lines
        leaves = tuple(self._hex(ProofField.LEAVES, line, word + 2) for word in range(size))
        if deck is not None and leaves != deck.leaves:
            self.wrong(ProofField.LEAVES, line.number)
        return leaves

    def _cut(self, hand: HandLines, line: RecordLine) -> int:
        """How many cards were cut off."""
        choice, offset, by = line.words[2:]
        said = [cut_line for cut_line in hand.lines if cut_line.words[0] == "cut"]
        right = (
            choice in deal.CHOICES
            and all(cut_line.words[1] == choice for cut_line in said)
            and (
                choice == self.protocol.own_choice(self.mixed, hand.number)
                if by == proof.BY_OWN
                else by == proof.BY_SEAT and not self._comes_back(hand)
            )
        )
        size = len(self.table.deck)
        made = self.protocol.offset_of(self.mixed, hand.number, choice, size) if right else -1
        if offset != str(made):
            self.wrong(ProofField.CUT, line.number)
        return made

    def _openings(self, leaves: tuple[bytes, ...], lines: list[RecordLine]) -> dict[int, str]:
        """The cards that are opened: place in the deck -> name of the card."""
        found: dict[int, str] = {}
        for line in lines:
            places = [str(place) for place in range(len(leaves))]
            if len(line.words) != 5 or line.words[2] not in places:
                self.wrong(ProofField.OPENING, line.number)
            place, card = int(line.words[2]), line.words[4]
            salt = self._hex(ProofField.OPENING, line, 3, deal.SALT_SIZE)
            leaf = self.protocol.leaf_of(self.hand, place, salt, card)
            if place in found or leaf != leaves[place]:
                self.wrong(ProofField.OPENING, line.number)
            found[place] = card
        return found

    def _cards(self, hand: HandLines, offset: int, known: dict[int, str]) -> None:
        """Checks that each card in the record is the card of the deck at the place that the rules
        deal there. ``known``: the cards by their place in the deck before the cut."""
        size = len(self.table.deck)
        after = deal.cut(tuple(range(size)), offset)
        split = self.table.split(hand.dealer, after)

        def told(card: str, place: int, line: int) -> None:
            if card != UNKNOWN_TEXT and known.get(place) != card:
                self.wrong(ProofField.CARDS, line)

        for line in hand.lines:
            if line.words[0] == "deal":
                for card, place in zip(line.words[2:], split[int(line.words[1])], strict=True):
                    if card == UNKNOWN_TEXT and not self.velo:
                        self.wrong(ProofField.CARDS, line.number)
                    told(card, place, line.number)
            elif line.words[0] == "deck":
                self.wrong(ProofField.CARDS, line.number)  # more cards than dealt (AZ-19)
        if hand.turned:
            told(hand.turned, after[self.table.dealt], hand.line)
        self._own_cards(hand)

    def _own_cards(self, hand: HandLines) -> None:
        """Checks that each card that a seat lays or puts away was dealt to it, and that it does so
        only once."""
        left = {line.words[1]: line.words[2:] for line in hand.lines if line.words[0] == "deal"}
        for line in hand.lines:
            words = line.words
            if words[0].isdigit() and words[1] in CARD_WORDS:
                for card in words[2:]:
                    if card != UNKNOWN_TEXT and not card.isdigit():
                        if card not in left[words[0]]:
                            self.wrong(ProofField.CARDS, line.number)
                        left[words[0]].remove(card)

    def _all_open(self, hand: HandLines, openings: list[RecordLine]) -> None:
        """Checks that every card that lies face up has been opened. A card may be opened only if
        the table has seen it, or if it was dealt to a seat."""
        opened = {line.words[4] for line in openings}
        laid = {hand.turned} - {""}
        dealt: set[str] = set(laid)
        for line in hand.lines:
            if line.words[0] == "deal":
                dealt |= set(line.words)
        for text in public_lines(line.text for line in hand.lines):
            words = text.split()
            if words[0].isdigit() and words[1] == "play":
                laid.add(words[2] if words[2:] else UNKNOWN_TEXT)
        if not laid <= opened or not opened <= dealt:
            wrong = next((line.number for line in openings if line.words[4] not in dealt), 0)
            self.wrong(ProofField.OPENING, wrong or hand.line)

    def _transcript(self, hand: HandLines) -> None:
        """Checks that the hash was made of the public lines since the last transcript."""
        covered = 0
        lines = [line.text for line in hand.lines]
        for at, line in enumerate(hand.lines):
            if line.words[:2] != ["proof", ProofField.TRANSCRIPT.value]:
                continue
            said = list(public_lines(lines[:at]))
            made = self.protocol.next_transcript(self.transcript, said[covered:])
            if len(line.words) != 3 or self._hex(ProofField.TRANSCRIPT, line, 2) != made:
                self.wrong(ProofField.TRANSCRIPT, line.number)
            covered, self.transcript = len(said), made
        if covered != len(list(public_lines(lines))):
            self.wrong(ProofField.TRANSCRIPT, hand.line)
