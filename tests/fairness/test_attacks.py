"""What somebody could try: each attack of ``docs/fairness.md`` ends as it says there."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from engine.actions import AnyAction, Deal
from engine.events import Laid, Shown, Stacked
from engine.fairness import deal, proof
from engine.fairness.deal import AZAR_2
from engine.state.table import Table
from engine.variants import table_for
from tests.fairness.verifiers import RECORDS, VERIFIERS
from tools.fairness_chi import measure
from tools.fairness_vectors import FairMatch, Wanted

TABLE = table_for("argentino", 2)
BEST = TABLE.spelling.read("1e")
MATCH, SECRET = "abcdefgh", bytes(range(32))
COMMITMENT = AZAR_2.commitment_of(MATCH, SECRET)
RULES = AZAR_2.rules_hash(["variant argentino", "players 2"])

every_verifier = pytest.mark.parametrize("verifier", VERIFIERS)


def mixed(phrases: Sequence[str]) -> bytes:
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
    found = VERIFIERS[verifier](text)
    assert found is not None
    assert found[0] == 2


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
    """Fails: whatever the secret, somebody's phrase changes all hands."""
    decks = {hand_of(0, mixed(("rojo", str(other)))) for other in range(40)}
    assert len(decks) == 40


def test_a_friend_of_the_operator_speaks_last() -> None:
    """Succeeds: with the secret, phrases are tried until the cards please."""
    tries = 0
    while BEST not in hand_of(1, mixed(("rojo", f"try {tries}"))):
        tries += 1
    assert BEST in hand_of(1, mixed(("rojo", f"try {tries}")))
    assert tries < 400


def test_somebody_honest_speaks_after_the_friend() -> None:
    """Fails: the phrase that was found is worth no more than any other."""
    tries = 0
    while BEST not in hand_of(0, mixed((f"try {tries}", "azul"))):
        tries += 1
    wins = sum(BEST in hand_of(0, mixed((f"try {tries}", f"later {n}"))) for n in range(400))
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


@every_verifier
def test_another_own_card_lay_face_down(verifier: str) -> None:
    """Succeeds: nobody but its owner has seen which (AZ-24)."""
    text = RECORDS["gallo-four-cards"]
    (line,) = [one for one in text.split("\n") if " descarta " in one][:1]
    seat, _, put_away = line.split()
    (dealt,) = [
        one for one in text.split("\n") if one.startswith(f"deal {seat} ") and put_away in one
    ][:1]
    laid = {one.split()[2] for one in text.split("\n") if one.startswith(f"{seat} play")}
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
