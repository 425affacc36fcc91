"""The bundle for other engines, and ``check.js`` as somebody runs it who has unpacked it."""

import io
import json
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from engine.record.notation import parse_record
from engine.variants import VARIANTS
from tools.spec import NAME, ROOT, SUMS, files, outcome, packed

NODE = shutil.which("node") or ""
needs_node = pytest.mark.skipif(not NODE, reason="node is not installed")
OURS = (sys.executable, "-m", "adapters.cli", "replay", "--json", "-")
RECORD = "records/venezolano/ve-ex-09"


@pytest.fixture(scope="module")
def archive() -> bytes:
    return packed(files())


@pytest.fixture
def bundle(archive: bytes, tmp_path: Path) -> Path:
    """The folder that somebody has unpacked."""
    with tarfile.open(fileobj=io.BytesIO(archive)) as packed_files:
        packed_files.extractall(tmp_path, filter="data")
    return tmp_path / NAME


def check(bundle: Path, *words: str) -> tuple[int, list[str]]:
    """The exit code of ``check.js``, and what it prints."""
    done = subprocess.run(
        [NODE, bundle / "check.js", *words], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout.splitlines()


def answers(bundle: Path, answer: object) -> list[str]:
    """What is said of an engine that answers this to one record."""
    engine = (sys.executable, "-S", "-c", f"print({json.dumps(answer)!r})")
    code, said = check(bundle, "--only", RECORD, *engine)
    wrong = [line.partition(": ")[2] for line in said if line.startswith(f"{RECORD}.truco: ")]
    assert code == bool(wrong)
    return wrong


def test_the_same_files_make_the_same_bytes(
    archive: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("time.time", lambda: 2e9)
    assert packed(files()) == archive
    with tarfile.open(fileobj=io.BytesIO(archive)) as packed_files:
        *names, last = [entry.name.removeprefix(f"{NAME}/") for entry in packed_files]
        assert {(entry.mtime, entry.uid, entry.uname) for entry in packed_files} == {(0, 0, "")}
    assert names == sorted(names)
    assert last == SUMS


def test_every_game_and_number_of_players_has_a_record() -> None:
    texts = [data.decode() for name, data in files().items() if name.endswith(".truco")]
    headers = [parse_record(text).header for text in texts]
    offered = {(game, players) for game in VARIANTS for players in VARIANTS[game].players}
    assert {(header.variant, header.players) for header in headers} == offered


def test_a_record_that_ends_within_a_hand_has_no_outcome() -> None:
    text = "record 1\nvariant mineiro\nplayers 2\nhand dealer 1\ndeal 0 As 2s 3s\ndeal 1 Ah 2h 3h\n"
    with pytest.raises(ValueError, match="within a hand"):
        outcome(text)


@needs_node
@pytest.mark.parametrize("only", ["argentino/3-", RECORD])
def test_our_engine_has_the_expected_outcomes(bundle: Path, only: str) -> None:
    code, said = check(bundle, "--only", only, *OURS)
    assert (code, said[1:]) == (0, ["1 of 1 records have the expected outcome"])


@needs_node
def test_what_another_engine_answers_otherwise_is_found(bundle: Path) -> None:
    right = json.loads((bundle / f"{RECORD}.json").read_bytes())
    assert answers(bundle, right | {"more": 1}) == []
    points = right["hands"][0]["points"]
    other = {"points": points | {"B": 1}}
    assert answers(bundle, right | {"hands": [other]}) == ["hands.0.points.B is 1, expected 0"]
    assert answers(bundle, right | {"winner": None}) == ['winner is null, expected "A"']
    assert answers(bundle, right | {"hands": []}) == ["hands has 0 entries, expected 1"]


@needs_node
def test_an_engine_that_fails_is_found(bundle: Path) -> None:
    code, said = check(bundle, "--only", RECORD, sys.executable, "-S", "-c", "raise SystemExit(3)")
    assert code == 1
    assert said[1].startswith(f"{RECORD}.truco: the command ended with 3")
    assert check(bundle, str(bundle / "nothing"))[0] == 2
    assert check(bundle, "--only", "nothing", NODE)[0] == 2


@needs_node
def test_a_changed_byte_and_a_missing_file_are_found(bundle: Path) -> None:
    assert check(bundle)[0] == 0
    changed, missing = bundle / "spec" / "mineiro.md", bundle / "LICENSE"
    changed.write_bytes(changed.read_bytes().replace(b"e", b"3", 1))
    missing.unlink()
    code, said = check(bundle)
    assert code == 1
    assert [line.partition(":")[0] for line in said[:-1]] == ["LICENSE", "spec/mineiro.md"]
