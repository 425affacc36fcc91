"""What somebody could try: each attack of ``docs/fairness.md`` ends as it says there."""

from collections.abc import Callable, Sequence
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from adapters.beacon.signatures import is_signed
from engine.actions import AnyAction, Deal
from engine.events import Laid, Shown, Stacked
from engine.fairness import deal, proof
from engine.fairness.beacon import QUICKNET, Pulse
from engine.fairness.contributions import (
    AZAR,
    FRASE,
    PHRASE_OF_A_SEAT,
    REASONS,
    no_pulse,
    of_seat,
    pulse_line,
    read_contributions,
)
from engine.fairness.deal import AZAR_1, AZAR_2, FairProtocol
from engine.fairness.verify import verify
from engine.state.table import Table
from engine.variants import table_for
from tests.fairness.verifiers import RECORDS, VERIFIERS, verificar
from tests.narrow import present
from tools.fairness_chi import measure
from tools.fairness_vectors import ROUNDS, FairMatch, Wanted

TABLE = table_for("argentino", 2)
BEST = TABLE.spelling.read("1e")
MATCH, SECRET = "abcdefgh", bytes(range(32))
COMMITMENT = AZAR_2.commitment_of(MATCH, SECRET)
RULES = AZAR_2.rules_hash(["variant argentino", "players 2"])

every_verifier = pytest.mark.parametrize("verifier", VERIFIERS)


def hashed(*parts: str | int) -> bytes:
    """Any 32 bytes."""
    return AZAR_2.hashed(*parts)


def mixed(phrases: Sequence[str]) -> bytes:
    """The hash of a table at which these phrases were typed."""
    contributions = [AZAR_2.contribution_of(seat, phrase) for seat, phrase in enumerate(phrases)]
    return AZAR_2.table_hash(COMMITMENT, RULES, contributions)


def hand_of(seat: int, table: bytes, choice: str = "", number: int = 1) -> tuple[int, ...]:
    """The cards of a seat in the hand with this number; seat 1 deals. Needs the secret."""
    made = AZAR_2.fair_deck(TABLE, number, AZAR_2.hand_key(SECRET, MATCH, number, table))
    choice = choice or AZAR_2.own_choice(table, number)
    after = deal.cut(made.cards, AZAR_2.offset_of(table, number, choice, len(made.cards)))
    return TABLE.split(1, after)[seat]


class Cheating(FairMatch):
    """A server that gives seat 0 another card than the deck does, from hand 2 on."""

    def take(self, action: AnyAction, proof: tuple[str, ...] = ()) -> None:
        if isinstance(action, Deal) and len(self.decks) == 2:
            spare = next(
                c for c in self.decks[-1].cards if c not in {action.turned, *sum(action.hands, ())}
            )
            hands = ((spare, *action.hands[0][1:]), *action.hands[1:])
            action = Deal(action.dealer, hands, action.turned, action.mode)
        super().take(action, proof)


@every_verifier
def test_the_operator_swaps_a_card(verifier: str) -> None:
    """Fails: hand 2 is named."""
    text = Cheating(1, Wanted("", "uruguayo", 4, {}, missing=12)).play(3)
    assert present(VERIFIERS[verifier](text))[0] == 2


@every_verifier
def test_the_operator_writes_a_whole_match_anew(verifier: str) -> None:
    """Succeeds against the file alone: what counts is the commitment that players were shown."""
    honest, forged = (
        FairMatch(seed, Wanted("", "argentino", 2, {})).play(2) for seed in (101, 201)
    )
    assert VERIFIERS[verifier](forged) is None
    seals = [text.split("proof commitment ")[1][:64] for text in (honest, forged)]
    assert seals[0] != seals[1]


def test_the_operator_chooses_the_secret_before_the_phrases() -> None:
    """Fails: whatever the secret, what is added later changes all hands."""
    decks = {hand_of(0, mixed(("rojo", str(other)))) for other in range(40)}
    assert len(decks) == 40


WANTED = frozenset(TABLE.spelling.read(name) for name in ("1e", "1b"))
"""What a robot shall be dealt: the two best cards."""
ALONE = Wanted("", "argentino", 2, {})


class Forging(FairMatch):
    """A server that writes a match anew: seal, secret and register stay as they were, and one of
    the lines of what was added is another."""

    def __init__(self, protocol: FairProtocol, *lines: str) -> None:
        self.given = [*lines]
        super().__init__(5, ALONE, protocol)

    def added(self, seed: int) -> list[str]:
        return self.given

    def robots(self) -> tuple[int, ...]:
        """The cards of the robot in the first hand, which it deals."""
        key = self.protocol.hand_key(self.secret, self.match, 1, self.mixed)
        made = self.protocol.fair_deck(self.table, 1, key)
        choice = self.protocol.own_choice(self.mixed, 1)
        offset = self.protocol.offset_of(self.mixed, 1, choice, len(made.cards))
        return self.table.split(1, deal.cut(made.cards, offset))[1]


def tried(make: Callable[[int], Forging], most: int = 4000) -> Forging:
    """The first of so many matches in which the robot has the cards."""
    return next(forging for forging in map(make, range(most)) if set(forging.robots()) >= WANTED)


def seals(text: str) -> list[str]:
    return [line for line in text.split("\n") if "proof commitment" in line or "register" in line]


@every_verifier
def test_the_operator_exchanges_the_id_of_a_press(verifier: str) -> None:
    """Succeeds against records of the first protocol without phrases: some hundred tries, in a
    moment, give the robot 1e and 1b, and the seal is the one that everybody saw."""

    def with_press(number: int) -> Forging:
        press = AZAR_1.contribution_of(0, f"web:press{number}")
        robot = AZAR_1.contribution_of(1, "")
        phrases = (
            of_seat(PHRASE_OF_A_SEAT, seat, contribution)
            for seat, contribution in enumerate((press, robot))
        )
        return Forging(AZAR_1, *phrases)

    honest, forged = with_press(0), tried(with_press)
    assert not set(honest.robots()) >= WANTED
    texts = [forging.play(2) for forging in (honest, forged)]
    assert [VERIFIERS[verifier](text) for text in texts] == [None, None]
    assert seals(texts[0]) == seals(texts[1]) != []


@every_verifier
def test_the_operator_exchanges_the_round_of_the_beacon(verifier: str) -> None:
    """Fails: no other round has come between the start and the cards, and nobody can sign one. The
    hashes of such a record are right; its signature is not (AZ-36)."""

    def with_signature(number: int) -> Forging:
        signature = hashed("signature", number) + bytes(16)
        return Forging(AZAR_2, pulse_line(Pulse(QUICKNET.hash, 657413, signature)))

    forged = tried(with_signature).play(2)
    assert VERIFIERS[verifier](forged) is None
    pulse = present(verify(forged).added.pulse)
    assert not is_signed(pulse, QUICKNET.public_key)


def test_the_operator_has_nothing_else_to_exchange_beside_a_round() -> None:
    """Fails: with the seal and the round there is one deal."""
    published = Pulse(QUICKNET.hash, 657413, bytes.fromhex(ROUNDS[657413]))
    assert len({Forging(AZAR_2, pulse_line(published)).robots() for _ in range(20)}) == 1
    assert not set(Forging(AZAR_2, pulse_line(published)).robots()) >= WANTED


@every_verifier
def test_the_operator_exchanges_the_chance_of_a_browser(verifier: str) -> None:
    """Fails: that browser has kept its own, and does not find it in the record (AZ-31). Everybody
    else finds the record right."""
    mine = bytes(range(32))

    def with_chance(number: int) -> Forging:
        chance = mine if not number else hashed("chance", number)
        return Forging(AZAR_2, of_seat(AZAR, 0, AZAR_2.chance_of(0, chance)))

    honest, forged = with_chance(0).play(2), tried(with_chance).play(2)
    match = SimpleNamespace(v=AZAR_2.name)
    assert VERIFIERS[verifier](forged) is None
    verificar.check_chance(match, honest, "0", mine.hex())
    with pytest.raises(verificar.Wrong):
        verificar.check_chance(match, forged, "0", mine.hex())


@every_verifier
def test_the_operator_says_that_the_beacon_did_not_answer(verifier: str) -> None:
    """Succeeds, and everybody reads it: the operator alone could have chosen these cards."""
    text = Forging(AZAR_2, no_pulse("gone")).play(2)
    assert VERIFIERS[verifier](text) is None
    assert verify(text).added.operator_alone
    robots = {Forging(AZAR_2, no_pulse(reason)).robots() for reason in REASONS}
    assert len(robots) == len(REASONS), "and has so many decks to choose from"


def test_the_operator_lets_people_wait_for_a_later_round() -> None:
    """Succeeds slowly: each further round comes three seconds later, and the first cards with it;
    ``/verificar`` names more than seven."""
    first = QUICKNET.round_after(1_800_000_000.0)
    assert [QUICKNET.comes(first + n) - QUICKNET.comes(first) for n in (1, 2, 3)] == [3, 6, 9]


def test_a_friend_of_the_operator_types_a_phrase_before_the_round() -> None:
    """Fails: what pleased with another round is worth no more than any other phrase."""

    def table(phrase: str, pulse: Pulse) -> bytes:
        lines = [pulse_line(pulse), of_seat(FRASE, 1, AZAR_2.contribution_of(1, phrase))]
        values = read_contributions(AZAR_2, [line.split() for line in lines], 2).values
        return AZAR_2.table_hash(COMMITMENT, RULES, values)

    def pulse(number: int) -> Pulse:
        return Pulse(QUICKNET.hash, number, hashed("signature", number) + bytes(16))

    pleases = next(n for n in range(400) if BEST in hand_of(1, table(f"try {n}", pulse(1))))
    wins = sum(BEST in hand_of(1, table(f"try {pleases}", pulse(n))) for n in range(2, 402))
    assert wins < 60  # 3 of 40 cards: 30 of 400; 60 is more than five standard deviations away


def test_a_friend_of_the_operator_cuts() -> None:
    """Succeeds a little: he may take the best of the four decks that his choices give."""
    table = mixed(("rojo", "azul"))
    numbers = range(1, 201)
    honest = sum(BEST in hand_of(0, table, number=n) for n in numbers)
    chosen = sum(any(BEST in hand_of(0, table, c, n) for c in deal.CHOICES) for n in numbers)
    assert honest < chosen
    assert chosen < 100


def test_a_player_reads_the_cards_from_what_is_public() -> None:
    """Fails: a leaf says nothing without its salt, and salts differ from place to place."""
    key = AZAR_2.hand_key(SECRET, MATCH, 1, mixed(("a", "b")))
    made = AZAR_2.fair_deck(TABLE, 1, key)
    guesses = {AZAR_2.hashed("hoja", 1, 0, TABLE.spelling.write(card)) for card in TABLE.deck}
    assert made.leaves[0] not in guesses
    assert len({len(salt) for salt in made.salts}) == 1
    assert len(made.salts[0]) == 16


def test_one_hand_is_opened_in_a_dispute() -> None:
    """Fails to tell more: the key of a hand is not that of the next one."""
    table = mixed(("a", "b"))
    key = AZAR_2.hand_key(SECRET, MATCH, 1, table)
    assert AZAR_2.hand_key(key, MATCH, 2, table) != AZAR_2.hand_key(SECRET, MATCH, 2, table)
    roots = {
        AZAR_2.fair_deck(TABLE, n, AZAR_2.hand_key(SECRET, MATCH, n, table)).root for n in (1, 2)
    }
    assert AZAR_2.fair_deck(TABLE, 2, key).root not in roots


def test_the_secret_of_a_table_tells_nothing_of_the_tournament() -> None:
    """Fails to tell more: neither by the secret of a table, nor under it as a key, does anybody
    find that of another table."""
    places = [(1, 1, 1), (1, 1, 2), (1, 2, 1), (2, 1, 1), (11, 1, 1), (1, 11, 1)]
    made = {place: AZAR_2.secret_of_table(SECRET, MATCH, *place) for place in places}
    assert len({SECRET, *made.values()}) == len(places) + 1
    for own in made.values():
        guesses = {AZAR_2.secret_of_table(own, MATCH, *place) for place in places}
        guesses |= {AZAR_2.hashed("torneo", MATCH, *place) for place in places}
        assert not guesses & {SECRET, *made.values()}
    assert AZAR_2.secret_of_table(SECRET, "other234", 1, 1, 1) not in made.values()


@every_verifier
def test_another_own_card_lay_face_down(verifier: str) -> None:
    """Succeeds: nobody but its owner has seen which (AZ-24)."""
    text = RECORDS["gallo-four-cards"]
    (line,) = [part for part in text.split("\n") if " descarta " in part][:1]
    seat, _, put_away = line.split()
    (dealt,) = [
        part for part in text.split("\n") if part.startswith(f"deal {seat} ") and put_away in part
    ][:1]
    laid = {part.split()[2] for part in text.split("\n") if part.startswith(f"{seat} play")}
    other = next((c for c in dealt.split()[2:] if c not in {*laid, put_away}), "")
    forged = text.replace(line, f"{seat} descarta {other or put_away}")
    assert VERIFIERS[verifier](forged) is None


class Doubling(FairMatch):
    """With velo: a server whose deck holds one card twice, where nobody sees it."""

    def deal(self) -> None:
        super().deal()
        made = self.decks[-1]
        unseen = [place for place, card in enumerate(made.cards) if card not in self.held()]
        one, other = unseen[:2]
        write = self.table.spelling.write
        leaves = list(made.leaves)
        number = len(self.decks)
        leaves[other] = AZAR_2.leaf_of(number, other, made.salts[other], write(made.cards[one]))
        root = AZAR_2.root_of(leaves)
        before, after = made.leaves[other].hex(), leaves[other].hex()
        self.decks[-1] = replace(made, leaves=tuple(leaves), root=root)
        for lines in (self.lines, self.hand):
            lines[:] = [
                line.replace(made.root.hex(), root.hex()).replace(before, after) for line in lines
            ]

    def held(self) -> set[int]:
        assert self.state.hand is not None
        return {card for cards in self.state.hand.dealt for card in cards}


@pytest.mark.parametrize("velo", [True, False])
@every_verifier
def test_the_deck_holds_a_card_twice(verifier: str, velo: bool) -> None:
    """Succeeds with velo as long as nobody sees the card, fails without."""
    text = Doubling(1, Wanted("", "argentino", 2, {}, velo=velo)).play(1)
    found = VERIFIERS[verifier](text)
    assert found == (None if velo else (1, "root"))


@pytest.mark.parametrize("table", [TABLE, table_for("mineiro", 2, {"deck": "clean"})], ids=str)
def test_the_shuffle_favours_no_card(table: Table) -> None:
    """A few thousand deals with a new secret each time: z beyond 6 is one in a thousand million."""
    assert all(abs(figure.z) < 6 for figure in measure(table, 2000))


def test_what_is_shown_is_what_was_disclosed() -> None:
    """Cards that lie face down are not among those that get an opening."""
    zero, one = TABLE.seats
    events = (Laid(zero, 7, True), Laid(one, 8, False), Stacked(zero, 1, 2), Shown(zero, (3, 8)))
    assert proof.seen_cards(events) == (8, 3)
