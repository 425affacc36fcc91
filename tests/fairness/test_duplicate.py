"""The deals of a duplicate match come back, and every verifier knows in which hand (AZ-26 to
AZ-28)."""

from collections.abc import Iterator
from hashlib import sha256
from random import Random

import pytest

from engine.cards import Card
from engine.fairness.deal import AZAR_2
from engine.record.notation import parse_record
from engine.record.notation.record import HandDealt
from engine.record.replay import deal_of, replay
from engine.variants import table_for
from tests.fairness.verifiers import VECTORS, VERIFIERS
from tools.fairness_vectors import FairMatch, Wanted

DEALS = (6, 10, 15)
RECORD: str = VECTORS["duplicate"]
"""A match from before hands were capped: all points count."""
CAPPED: str = VECTORS["capped"]


def order(seed: int, deals: int) -> tuple[int, ...]:
    return AZAR_2.order_again(
        sha256(b"%d" % seed).digest(), "abcd2345", AZAR_2.hashed("mesa"), deals
    )


@pytest.mark.parametrize("deals", DEALS)
def test_every_deal_comes_back_once_for_the_other_side_and_not_soon(deals: int) -> None:
    seen: set[tuple[int, int]] = set()
    for seed in range(300):
        made = order(seed, deals)
        assert sorted(made) == list(range(1, deals + 1))
        for at, first in enumerate(made, start=deals + 1):
            assert (at - first) % 2 == 1
            assert at - first > deals // 3
        seen |= set(enumerate(made, start=1))
    allowed = {
        (at, first)
        for at in range(1, deals + 1)
        for first in range(1, deals + 1)
        if (deals + at - first) % 2 and deals + at - first > deals // 3
    }
    # With six deals the first two places leave the third no choice between all.
    assert seen <= allowed
    assert len(seen) > 0.9 * len(allowed)


def test_the_order_of_the_vectors() -> None:
    for vector in VECTORS["orders"]:
        secret, table = bytes.fromhex(vector["secret"]), bytes.fromhex(vector["table"])
        order = AZAR_2.order_again(secret, vector["match"], table, vector["deals"])
        assert list(order) == vector["order"]


def hands(text: str) -> Iterator[tuple[int, tuple[tuple[Card, ...], ...], Card]]:
    """Of each hand its dealer, the cards from the dealer's right on, and the turned card."""
    record = parse_record(text)
    table = replay(record).state.table
    for statement in record.statements:
        if isinstance(statement, HandDealt):
            made = deal_of(table, statement)
            order = [(made.dealer + 1 + at) % table.players for at in range(table.players)]
            yield made.dealer, tuple(made.hands[seat] for seat in order), made.turned


@pytest.mark.parametrize(
    ("game", "players", "deals"),
    [
        ("argentino", 2, 6),
        ("argentino", 4, 10),
        ("paulista", 4, 6),
        ("tradicional-18", 6, 6),
        ("uruguayo", 2, 15),
    ],
)
def test_each_side_plays_both_hands_of_every_deal(game: str, players: int, deals: int) -> None:
    """Who sits where the other side's player sat, seen from the dealer, has that player's cards:
    so it is mano with them, and beside the same partners."""
    options = {"duplicate": str(deals)}
    target = table_for(game, players).rules.match.target
    match = FairMatch(7, Wanted("", game, players, options, missing=target))
    text = match.play(2 * deals)
    assert {name: check(text) for name, check in VERIFIERS.items()} == dict.fromkeys(VERIFIERS)
    assert replay(parse_record(text)).error is None
    dealt = list(hands(text))
    assert len(dealt) == 2 * deals
    again = AZAR_2.order_again(match.secret, match.match, match.mixed, deals)
    for place, first in enumerate(again):
        (dealer, cards, turned), (before, same, other) = dealt[deals + place], dealt[first - 1]
        assert (cards, turned) == (same, other)
        assert (dealer - before) % 2 == 1


def second_half(text: str) -> tuple[list[str], list[int]]:
    """The lines, and where each hand of the second half begins."""
    lines = text.split("\n")
    starts = [at for at, line in enumerate(lines) if line.startswith("hand ")]
    return lines, starts[len(starts) // 2 :]


def faults(text: str) -> set[tuple[int, str]]:
    found = {check(text) for check in VERIFIERS.values()}
    assert None not in found
    return {fault for fault in found if fault is not None}


def test_another_card_in_the_second_half() -> None:
    lines, starts = second_half(RECORD)
    at = next(at for at in range(starts[1], len(lines)) if lines[at].startswith("deal 0 "))
    other = next(at for at in range(starts[1], len(lines)) if lines[at].startswith("deal 1 "))
    lines[at], lines[other] = (
        lines[at].replace("deal 0", "deal 1"),
        lines[other].replace("deal 1", "deal 0"),
    )
    assert faults("\n".join(lines)) == {(8, "cards")}


def test_nobody_cuts_in_the_second_half() -> None:
    """The choice of a cut would choose other cards."""
    lines, starts = second_half(RECORD)
    at = next(at for at in range(starts[0], len(lines)) if lines[at].startswith("proof cut "))
    lines[at] = lines[at].replace(" own", " seat")
    assert faults("\n".join(lines)) == {(7, "cut")}


def test_a_new_deal_in_the_second_half() -> None:
    """An operator shuffles a new deck for a hand in which a deal has to come back."""
    wanted = Wanted("", "argentino", 2, {"duplicate": "6"}, missing=30)

    class Crooked(FairMatch):
        def _again(self, number: int) -> tuple[Card, ...] | None:
            made = super()._again(number)
            return None if number == 9 else made

    assert faults(Crooked(3, wanted).play(12)) == {(9, "root")}


def test_the_deals_come_back_in_another_order() -> None:
    wanted = Wanted("", "argentino", 2, {"duplicate": "6"}, missing=30)

    class Crooked(FairMatch):
        def _again(self, number: int) -> tuple[Card, ...] | None:
            if number <= 6:
                return None
            return AZAR_2.deck_again(self.mixed, number, self.dealt_from[number - 7])

    (found,) = faults(Crooked(3, wanted).play(12))
    assert found[0] > 6
    assert found[1] == "root"


def test_a_duplicate_match_has_no_velo() -> None:
    lines = RECORD.split("\n")
    at = next(at for at, line in enumerate(lines) if line.startswith("proof table"))
    lines.insert(at, "proof velo")
    assert faults("\n".join(lines)) == {(0, "velo")}


@pytest.mark.parametrize("part", range(4))
def test_no_line_can_go_or_change(part: int) -> None:
    """A sample of all lines, each left out: every verifier names the same hand."""
    lines = RECORD.rstrip("\n").split("\n")
    for at in Random(part).sample(range(2, len(lines)), 12):
        words = lines[at].split()
        if words[0] in ("seat", "deal", "hand"):
            continue
        changed = "\n".join((*lines[:at], *lines[at + 1 :], ""))
        found = {check(changed) for check in VERIFIERS.values()}
        if words[0] == "option":
            assert None not in found
            continue
        assert None not in found, lines[at]
        assert len({fault[0] for fault in found if fault is not None}) == 1, lines[at]


def test_a_match_with_capped_hands_is_right_for_every_verifier() -> None:
    """As is one from before: the cap is an option of the record. Without that line the engine finds
    that the hand brought more."""
    assert "option hand_cap 11" in CAPPED
    assert "hand_cap" not in RECORD
    for text in (RECORD, CAPPED):
        assert replay(parse_record(text)).error is None
        assert {name: found(text) for name, found in VERIFIERS.items()} == dict.fromkeys(VERIFIERS)
    uncapped = replay(parse_record(CAPPED.replace("option hand_cap 11\n", "")))
    assert uncapped.error is not None
