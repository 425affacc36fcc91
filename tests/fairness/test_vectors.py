"""The published vectors are what the code makes, and the one-file verifier makes the same bytes."""

import hashlib
import hmac
from itertools import islice
from types import SimpleNamespace
from typing import Any, Final

import pytest

from engine.fairness.beacon import QUICKNET, Chain
from engine.fairness.deal import AZAR_1, AZAR_2, FairProtocol
from engine.record.notation import parse_record
from engine.record.replay import replay
from engine.variants import table_for
from tests.fairness.verifiers import FAIRNESS, OLD_VECTORS, RECORDS, VECTORS, verificar
from tools.fairness_vectors import RECORDS as WANTED
from tools.fairness_vectors import WRITTEN, made

BOTH: Final = {AZAR_1: OLD_VECTORS, AZAR_2: VECTORS}
by_both = pytest.mark.parametrize("protocol", BOTH, ids=str)


def of_both(name: str) -> pytest.MarkDecorator:
    """Every vector of this name, with its protocol."""
    return pytest.mark.parametrize(
        ("protocol", "vector"),
        [(protocol, vector) for protocol, made in BOTH.items() for vector in made[name]],
        ids=str,
    )


@by_both
def test_the_file_is_the_one_that_the_script_writes(protocol: FairProtocol) -> None:
    """That of the first protocol has not changed since it was the only one."""
    assert WRITTEN[protocol].read_text("utf-8") == made(protocol), "tools.fairness_vectors"


@of_both("hashes")
def test_hashes_by_hand(protocol: FairProtocol, vector: dict[str, Any]) -> None:
    """AZ-01 to AZ-03, with the standard library alone."""
    parts = vector["parts"]
    data = bytes.fromhex(vector["bytes"])
    assert protocol.joined(*parts) == verificar.join(protocol.name, *parts) == data
    assert data.startswith(bytes([0, 0, 0, 12]) + protocol.name.encode())
    assert hashlib.sha256(data).hexdigest() == vector["hash"] == protocol.hashed(*parts).hex()
    key = bytes(32)
    assert hmac.new(key, data, "sha256").hexdigest() == vector["keyed"]
    assert protocol.keyed(key, *parts).hex() == vector["keyed"]


def test_text_has_one_form() -> None:
    """AZ-03: a letter with its accent beside it is the letter with an accent."""
    one, other = VECTORS["hashes"][1:3]
    assert one["parts"] != other["parts"]
    assert one["hash"] == other["hash"]


@of_both("phrases")
def test_phrases(protocol: FairProtocol, vector: dict[str, Any]) -> None:
    """AZ-07, and that a person can see their own phrase was counted."""
    seat, phrase, made = vector["seat"], vector["phrase"], vector["contribution"]
    assert protocol.contribution_of(seat, phrase).hex() == made
    kind = "contribution" if protocol is AZAR_1 else "frase"
    text = f"proof {kind} {seat} {made}\n"
    match = SimpleNamespace(v=protocol.name)
    verificar.check_phrase(match, text, str(seat), phrase)
    with pytest.raises(verificar.Wrong):
        verificar.check_phrase(match, text, str(seat), f"{phrase} x")


@pytest.mark.parametrize("vector", VECTORS["chances"], ids=str)
def test_chances(vector: dict[str, Any]) -> None:
    """AZ-31, and that a browser can see its own chance was counted."""
    seat, chance, made = vector["seat"], vector["chance"], vector["contribution"]
    assert AZAR_2.chance_of(seat, bytes.fromhex(chance)).hex() == made
    text, match = f"proof azar {seat} {made}\n", SimpleNamespace(v=AZAR_2.name)
    verificar.check_chance(match, text, str(seat), chance)
    with pytest.raises(verificar.Wrong):
        verificar.check_chance(match, text, str(seat), "ff" * 32)


@pytest.mark.parametrize("vector", VECTORS["tables"], ids=str)
def test_the_secrets_of_tables(vector: dict[str, Any]) -> None:
    """AZ-37 and AZ-38, made by both: each table has a secret of its own."""
    secret, tournament = bytes.fromhex(vector["secret"]), vector["tournament"]
    place = [vector[name] for name in ("round", "board", "attempt")]
    assert AZAR_2.commitment_of(tournament, secret).hex() == vector["commitment"]
    assert AZAR_2.secret_of_table(secret, tournament, *place).hex() == vector["table"]
    made = verificar.M(secret, AZAR_2.name, "torneo", tournament, *place).hex()
    assert made == vector["table"]
    assert sum(other["table"] == made for other in VECTORS["tables"]) == 1


@pytest.mark.parametrize("vector", VECTORS["beacon"], ids=str)
def test_the_beacon(vector: dict[str, Any]) -> None:
    """AZ-30, by hand: what a round says, when it comes and what it adds."""
    if "reason" in vector:
        parts = ("faro", "none", vector["reason"])
        assert AZAR_2.hashed(*parts).hex() == vector["contribution"]
        return
    signature, chain = bytes.fromhex(vector["signature"]), bytes.fromhex(vector["chain"])
    randomness = hashlib.sha256(signature).digest()
    assert randomness.hex() == vector["randomness"]
    added = AZAR_2.hashed("faro", chain, vector["round"], randomness)
    assert added.hex() == vector["contribution"]
    assert vector["comes"] == 1_692_803_367 + 3 * (vector["round"] - 1)


def test_the_round_after_a_moment() -> None:
    """The first that comes then or later; never one that has come."""
    for utc, number in ((0, 1), (103, 2), (103.1, 3), (100, 1), (106, 3), (99.9, 1), (100.1, 2)):
        assert Chain(b"", b"", 100, 3).round_after(utc) == number, utc
    for later in range(12):
        number = QUICKNET.round_after(1_764_000_000.25 + later)
        assert 0 <= QUICKNET.comes(number) - (1_764_000_000.25 + later) < 3


@pytest.mark.parametrize("key", [b"", b"k" * 64, b"k" * 65, bytes(range(200))])
def test_a_key_of_any_length(key: bytes) -> None:
    assert AZAR_2.keyed(key, "a", 1) == hmac.new(key, AZAR_2.joined("a", 1), "sha256").digest()


@of_both("decks")
def test_decks(protocol: FairProtocol, vector: dict[str, Any]) -> None:
    """AZ-10 to AZ-15, made by both."""
    v = protocol.name
    table = table_for(vector["variant"], 2, vector["options"])
    number, mixed = vector["hand"], bytes.fromhex(vector["table"])
    key = protocol.hand_key(bytes.fromhex(vector["secret"]), vector["match"], number, mixed)
    deck = protocol.fair_deck(table, number, key)
    write, size = table.spelling.write, len(table.deck)
    declared = [write(card) for card in table.deck]
    assert declared == vector["declared"]
    assert declared == verificar.declared_deck(vector["variant"], vector["options"])
    assert key.hex() == vector["key"]
    assert list(islice(verificar.numbers(key, v, "mazo"), 9)) == vector["words"]
    assert [write(card) for card in deck.cards] == vector["shuffled"]
    assert verificar.shuffled_deck(v, declared, key) == vector["shuffled"]
    assert [salt.hex() for salt in deck.salts] == vector["salts"]
    assert [leaf.hex() for leaf in deck.leaves] == vector["leaves"]
    for place, card in enumerate(vector["shuffled"]):
        salt = verificar.M(key, v, "sal", place)[:16]
        assert verificar.H(v, "hoja", number, place, salt, card).hex() == vector["leaves"][place]
    assert deck.root.hex() == vector["root"]
    assert verificar.H(v, "raiz", *deck.leaves).hex() == vector["root"]
    assert protocol.own_choice(mixed, number) == vector["own_choice"]
    assert verificar.own_choice(v, mixed, number) == vector["own_choice"]
    for choice, offset in vector["offsets"].items():
        assert protocol.offset_of(mixed, number, choice, size) == offset
        assert verificar.cut_offset(v, mixed, number, choice, size) == offset


@pytest.mark.parametrize("name", RECORDS)
def test_the_records_are_matches(name: str) -> None:
    """A replay takes no notice of a proof, and every step is legal."""
    played = replay(parse_record(RECORDS[name]))
    assert played.error is None
    assert played.complete or "??" in RECORDS[name]


@pytest.mark.parametrize("wanted", WANTED, ids=lambda wanted: wanted.name)
def test_the_records_hold_what_they_are_for(wanted: Any) -> None:
    assert all(text in RECORDS[wanted.name] for text in wanted.holds)
    assert ("proof secret" in RECORDS[wanted.name]) != wanted.velo


def test_the_one_file_needs_nothing_else() -> None:
    """It imports nothing of the project, and is short enough to be read."""
    text = (FAIRNESS / "verificar.py").read_text("utf-8")
    imports = {line.split()[1] for line in text.splitlines() if line.startswith(("import", "from"))}
    assert imports == {"contextlib", "hashlib", "hmac", "locale", "re", "sys", "unicodedata"}
    assert len(text.splitlines()) < 690
