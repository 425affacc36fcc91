"""The published vectors are what the code makes, and the one-file verifier makes the same bytes."""

import hashlib
import hmac
from itertools import islice
from typing import Any

import pytest

from engine.fairness import deal
from engine.fairness.hashes import hashed, joined, keyed
from engine.record.notation import parse_record
from engine.record.replay import replay
from engine.variants import table_for
from tests.fairness.verifiers import FAIRNESS, RECORDS, VECTORS, verificar
from tools.fairness_vectors import RECORDS as WANTED
from tools.fairness_vectors import WRITTEN, made

DECKS: list[dict[str, Any]] = VECTORS["decks"]


def test_the_file_is_the_one_that_the_script_writes() -> None:
    assert WRITTEN.read_text("utf-8") == made(), "python -m tools.fairness_vectors"


@pytest.mark.parametrize(
    "vector", VECTORS["hashes"], ids=lambda one: ".".join(map(str, one["parts"]))
)
def test_hashes_by_hand(vector: dict[str, Any]) -> None:
    """AZ-01 to AZ-03, with the standard library alone."""
    parts = vector["parts"]
    data = bytes.fromhex(vector["bytes"])
    assert joined(*parts) == verificar.join(*parts) == data
    assert data.startswith(bytes([0, 0, 0, 12]) + b"truco-azar/1")
    assert hashlib.sha256(data).hexdigest() == vector["hash"] == hashed(*parts).hex()
    key = bytes(32)
    assert hmac.new(key, data, "sha256").hexdigest() == vector["keyed"] == keyed(key, *parts).hex()


def test_text_has_one_form() -> None:
    """AZ-03: a letter with its accent beside it is the letter with an accent."""
    one, other = VECTORS["hashes"][1:3]
    assert one["parts"] != other["parts"]
    assert one["hash"] == other["hash"]


@pytest.mark.parametrize("vector", VECTORS["phrases"], ids=lambda one: str(one["seat"]))
def test_phrases(vector: dict[str, Any]) -> None:
    """AZ-07, and that a person can see their own phrase was counted."""
    seat, phrase, made = vector["seat"], vector["phrase"], vector["contribution"]
    assert deal.contribution_of(seat, phrase).hex() == made
    text = f"proof contribution {seat} {made}\n"
    verificar.check_phrase(text, str(seat), phrase)
    with pytest.raises(verificar.Wrong):
        verificar.check_phrase(text, str(seat), f"{phrase} x")


@pytest.mark.parametrize("key", [b"", b"k" * 64, b"k" * 65, bytes(range(200))])
def test_a_key_of_any_length(key: bytes) -> None:
    assert keyed(key, "a", 1) == hmac.new(key, joined("a", 1), "sha256").digest()


@pytest.mark.parametrize("vector", DECKS, ids=lambda one: f"{one['variant']}-{one['hand']}")
def test_decks(vector: dict[str, Any]) -> None:
    """AZ-10 to AZ-15, made by both."""
    table = table_for(vector["variant"], 2, vector["options"])
    number, mixed = vector["hand"], bytes.fromhex(vector["table"])
    key = deal.hand_key(bytes.fromhex(vector["secret"]), vector["match"], number, mixed)
    deck = deal.fair_deck(table, number, key)
    write, size = table.spelling.write, len(table.deck)
    declared = [write(card) for card in table.deck]
    assert declared == vector["declared"]
    assert declared == verificar.declared_deck(vector["variant"], vector["options"])
    assert key.hex() == vector["key"]
    assert list(islice(verificar.numbers(key, "mazo"), 9)) == vector["words"]
    assert [write(card) for card in deck.cards] == vector["shuffled"]
    assert verificar.shuffled_deck(declared, key) == vector["shuffled"]
    assert [salt.hex() for salt in deck.salts] == vector["salts"]
    assert [leaf.hex() for leaf in deck.leaves] == vector["leaves"]
    for place, card in enumerate(vector["shuffled"]):
        salt = verificar.M(key, "sal", place)[:16]
        assert verificar.H("hoja", number, place, salt, card).hex() == vector["leaves"][place]
    assert deck.root.hex() == vector["root"]
    assert verificar.H("raiz", *deck.leaves).hex() == vector["root"]
    assert deal.own_choice(mixed, number) == vector["own_choice"]
    assert verificar.own_choice(mixed, number) == vector["own_choice"]
    for choice, offset in vector["offsets"].items():
        assert deal.offset_of(mixed, number, choice, size) == offset
        assert verificar.cut_offset(mixed, number, choice, size) == offset


@pytest.mark.parametrize("name", RECORDS)
def test_the_records_are_matches(name: str) -> None:
    """A replay takes no notice of a proof, and every step is legal."""
    played = replay(parse_record(RECORDS[name]))
    assert played.error is None
    assert played.complete or "??" in RECORDS[name]


@pytest.mark.parametrize("wanted", WANTED, ids=lambda one: one.name)
def test_the_records_hold_what_they_are_for(wanted: Any) -> None:
    assert all(text in RECORDS[wanted.name] for text in wanted.holds)
    assert ("proof secret" in RECORDS[wanted.name]) != wanted.velo


def test_the_one_file_needs_nothing_else() -> None:
    """It imports nothing of the project, and is short enough to be read."""
    text = (FAIRNESS / "verificar.py").read_text("utf-8")
    imports = {line.split()[1] for line in text.splitlines() if line.startswith(("import", "from"))}
    assert imports == {"contextlib", "hashlib", "hmac", "locale", "re", "sys", "unicodedata"}
    assert len(text.splitlines()) < 540
