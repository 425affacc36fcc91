"""``truco verify`` and ``verificar.py`` as people start them."""

import subprocess
import sys
from pathlib import Path

import pytest

from adapters.cli_arguments import BAD_INPUT
from adapters.cli_record import FAILS, HOLDS
from tests.fairness.verifiers import FAIRNESS, RECORDS, ROOT
from tools.fairness_vectors import FairMatch, Wanted

TRUCO = [sys.executable, "-m", "adapters.cli", "verify"]
ONE_FILE = [sys.executable, "-I", str(FAIRNESS / "verificar.py")]


def run(command: list[str], *files: Path, rules: bool = False) -> tuple[int, str, str]:
    more = ["--rules"] if rules else []
    done = subprocess.run(
        [*command, *map(str, files), *more],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
        env={"LC_ALL": "C.UTF-8", "PATH": ""},
    )
    return done.returncode, done.stdout, done.stderr


def written(folder: Path, text: str) -> Path:
    path = folder / "match.truco"
    path.write_text(text, "utf-8")
    return path


@pytest.mark.parametrize("command", [TRUCO, ONE_FILE], ids=["truco", "verificar"])
def test_exit_codes(tmp_path: Path, command: list[str]) -> None:
    good = RECORDS["ended-early"]
    code, out, err = run(command, written(tmp_path, good))
    assert (code, err) == (HOLDS, "")
    assert good.split("proof commitment ")[1][:64] in out

    first, root, rest = good.rpartition("proof root ")
    bad = first + root + ("1" if rest[0] == "0" else "0") + rest[1:]
    code, out, err = run(command, written(tmp_path, bad))
    assert code == FAILS
    assert "hand 2: root" in out + err

    bare = "\n".join(line for line in good.split("\n") if not line.startswith("proof"))
    assert run(command, written(tmp_path, bare))[0] == BAD_INPUT
    assert run(command, tmp_path / "missing")[0] == BAD_INPUT


def test_a_player_sees_that_the_own_phrase_was_counted(tmp_path: Path) -> None:
    path = written(tmp_path, FairMatch(7, Wanted("", "argentino", 2, {})).play(1))
    for seat, phrase, code in (
        ("1", "phrase  7 1 ", HOLDS),
        ("1", "phrase 7 2", FAILS),
        ("9", "phrase 7 1", FAILS),
    ):
        assert run([*ONE_FILE, str(path), "--phrase", seat, phrase])[0] == code


@pytest.mark.parametrize("velo", [False, True])
def test_a_card_of_a_receipt_is_held_against_the_deck(tmp_path: Path, velo: bool) -> None:
    """Also one that nobody has shown, where the secret is never published."""
    match = FairMatch(7, Wanted("", "argentino", 2, {}, velo=velo, missing=20))
    path = written(tmp_path, match.play(2))
    for hand in (1, 2):
        deck = match.decks[hand - 1]
        card, other = (match.table.spelling.write(deck.cards[place]) for place in (17, 18))
        salt = deck.salts[17].hex()
        for receipt, code in (
            ((str(hand), "17", salt, card), HOLDS),
            ((str(hand), "17", salt, other), FAILS),
            ((str(hand), "18", salt, card), FAILS),
            ((str(hand), "17", "0" * 32, card), FAILS),
            ((str(3 - hand), "17", salt, card), FAILS),
            (("9", "17", salt, card), FAILS),
            ((str(hand), "99", salt, card), FAILS),
            ((str(hand), "-1", salt, card), FAILS),
            (("²", "17", salt, card), FAILS),
            ((str(hand), "17", "nothing", card), FAILS),
        ):
            assert run([*ONE_FILE, str(path), "--card", *receipt])[0] == code, receipt


def test_the_rules_are_played_again(tmp_path: Path) -> None:
    good = written(tmp_path, RECORDS["two-players"])
    code, out, _ = run(TRUCO, good, rules=True)
    assert code == HOLDS
    assert "rules: hold, score A " in out
    assert "rules: " not in run(TRUCO, good)[1]


class Liar(FairMatch):
    """A server that writes other points down, and hashes them as if they were right."""

    def cover(self) -> None:
        for lines in (self.lines, self.hand):
            lines[-1] = lines[-1].replace("result A ", "result A 1")
        super().cover()


def test_a_score_that_the_rules_do_not_give(tmp_path: Path) -> None:
    path = written(tmp_path, Liar(1, Wanted("", "argentino", 2, {}, missing=1)).play(1))
    assert run(TRUCO, path)[0] == HOLDS
    code, out, err = run(TRUCO, path, rules=True)
    assert (code, out) == (FAILS, "")
    assert "RESULT_DIFFERS" in err
