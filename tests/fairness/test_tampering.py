"""One thing in a proof is changed: every verifier says so and names the hand."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest

from engine.fairness.proof_result import ProofFault, ProofField
from engine.fairness.verify import verify
from tests.examples import some
from tests.fairness.tampering import tampered
from tests.fairness.verifiers import NO_PROOF, OLD_RECORDS, RECORDS, VERIFIERS, Found
from tests.kept import check_kept
from tests.narrow import present


@pytest.mark.parametrize("name", RECORDS)
@pytest.mark.parametrize("verifier", VERIFIERS)
def test_the_vectors_hold(name: str, verifier: str) -> None:
    assert VERIFIERS[verifier](RECORDS[name]) is None


@pytest.mark.parametrize("name", OLD_RECORDS)
@pytest.mark.parametrize("verifier", VERIFIERS)
def test_records_of_the_first_protocol_hold_for_ever(name: str, verifier: str) -> None:
    assert VERIFIERS[verifier](OLD_RECORDS[name]) is None


@pytest.mark.parametrize("name", ["no-hand", "ended-early"])
@pytest.mark.parametrize("verifier", VERIFIERS)
def test_every_change_of_an_old_record_is_noticed(name: str, verifier: str) -> None:
    for change in some([*tampered(OLD_RECORDS[name])]):
        assert VERIFIERS[verifier](change.text) not in (None, NO_PROOF), change.what


@cache
def judged(name: str, verifier: str) -> tuple[tuple[str, int, Found], ...]:
    """Of each change of this record: what it is, the hand that is wrong, what the verifier says."""
    judge = VERIFIERS[verifier]
    return tuple(
        (change.what, change.hand, judge(change.text))
        for change in some([*tampered(RECORDS[name])])
    )


@pytest.mark.parametrize("name", RECORDS)
@pytest.mark.parametrize("verifier", VERIFIERS)
def test_every_change_is_noticed(name: str, verifier: str) -> None:
    found = judged(name, verifier)
    assert found
    assert [what for what, _, said in found if said is None or said == NO_PROOF] == []


@pytest.mark.parametrize("name", ["duels", "blind-calls", "turned-clean", "velo-turned"])
@pytest.mark.parametrize("verifier", VERIFIERS)
def test_the_first_wrong_hand_is_named(name: str, verifier: str) -> None:
    """A line that begins a hand is the exception: without it, the hand before is wrong."""
    for what, hand, found in judged(name, verifier):
        assert found is not None
        assert found[0] in (hand, *_hands_beside(what, hand)), what


def _hands_beside(what: str, hand: int) -> tuple[int, ...]:
    """Hands that may be named as well: a hand's first line parts it from the one before; and what
    is no record any more, or has a secret too few or too many, is so as a whole."""
    line = what.partition(" for ")[2] or what.partition(" ")[2]
    if line.startswith(("hand", "proof velo", "proof secret")) or "secret" in what:
        return tuple(range(hand + 3))
    if line.startswith(("proof azar", "proof frase")):
        return (1,)  # whose it is goes into the first transcript (AZ-34)
    return ()


@pytest.mark.parametrize("verifier", VERIFIERS)
def test_a_record_without_a_proof_is_told_apart(verifier: str) -> None:
    text = RECORDS["two-players"]
    bare = "\n".join(line for line in text.split("\n") if not line.startswith("proof"))
    assert VERIFIERS[verifier](bare) == NO_PROOF


@pytest.mark.parametrize("name", RECORDS)
@pytest.mark.parametrize("verifier", VERIFIERS)
def test_names_and_comments_may_go(name: str, verifier: str) -> None:
    """Somebody's data are deleted: the match still verifies."""
    lines = [
        "seat 0" if line.startswith("seat 0") else f"{line}   # said" if line else line
        for line in RECORDS[name].split("\n")
    ]
    assert VERIFIERS[verifier]("\n".join(lines)) is None


HERE = Path(__file__).parent
FAULTS = {HERE / "faults-1.lines": OLD_RECORDS, HERE / "faults.lines": RECORDS}
SOME = 60
"""So many changes of each record."""


def named(name: str, text: str) -> Iterator[str]:
    """What the engine says of a record, and the field, hand and line that it names for some
    changes of it."""
    whole = verify(text)
    yield f"{whole.hands} hands {whole.match} {whole.commitment[:8]} {'velo' * whole.velo}".strip()
    every = [*tampered(text)]
    for at in sorted(Random(name).sample(range(len(every)), SOME)):
        fault = present(verify(every[at].text).fault)
        yield f"{at} {fault.field.value} {fault.hand} {fault.line}"


@pytest.mark.parametrize("kept", FAULTS, ids=lambda path: path.stem)
def test_the_engine_names_the_same_faults(kept: Path) -> None:
    """``faults.lines``, and of the first protocol ``faults-1.lines``: what each record proves, and
    for some changes of it, by their number, the first wrong field, its hand and its line.
    ``TRUCO_REWRITE=1 pytest tests/fairness`` writes them anew."""
    found = [f"{name}: {', '.join(named(name, text))}" for name, text in FAULTS[kept].items()]
    check_kept(kept, "".join(f"{line}\n" for line in found))


def test_what_lacks_where_no_hand_was_dealt_is_named_where_the_match_ends() -> None:
    lines = RECORDS["two-players"].split("\n")
    begin = next(number for number, line in enumerate(lines) if line.startswith("hand "))
    secret = next(line for line in lines if line.startswith("proof secret"))
    verdict = verify("\n".join([*lines[:begin], "end agreed", secret]))
    assert verdict.fault == ProofFault(0, ProofField.TRANSCRIPT, begin + 1)
