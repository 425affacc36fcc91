"""``truco verify`` and ``verificar.py`` as people start them."""

import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import pytest
from msgspec.structs import replace

from adapters.cli import main
from adapters.cli_arguments import BAD_INPUT
from adapters.cli_record import FAILS, HOLDS
from engine.fairness.beacon import QUICKNET, Pulse
from engine.fairness.contributions import pulse_line
from engine.fairness.tournament_table import TournamentTable
from tests.adapters.beacon.chain import CHAIN, signed
from tests.fairness.verifiers import FAIRNESS, RECORDS, ROOT, verificar
from tools.fairness_vectors import ROUNDS, FairMatch, Wanted, chance

Command = list[str]
TRUCO: Command = ["-m", "adapters.cli", "verify"]
ONE_FILE: Command = ["-I", str(FAIRNESS / "verificar.py")]


Ran = tuple[int, str, str]
"""The exit code, standard output and standard error."""
WITH_ALL = Wanted("", "argentino", 2, {}, adds=("faro", "azar 0", "frase 1"))


def run_apart(command: Command, file: Path) -> Ran:
    """In a process of its own, as people do."""
    done = subprocess.run(
        [sys.executable, *command, str(file)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
        env={"LC_ALL": "C.UTF-8", "PATH": ""},
    )
    return done.returncode, done.stdout, done.stderr


def run(command: Command, *words: Path | str) -> Ran:
    """In this process: starting another one takes longer than what it is to do."""
    given = [*map(str, words)]
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err), pytest.MonkeyPatch.context() as patch:
        if command is ONE_FILE:
            patch.setattr(verificar.locale, "getlocale", lambda: (None, None))
            code = verificar.main(given)
        else:
            patch.setattr(sys, "argv", ["truco", "verify", *given])
            with pytest.raises(SystemExit) as left:
                main()
            code = left.value.code
    assert isinstance(code, int)
    return code, out.getvalue(), err.getvalue()


def written(folder: Path, text: str) -> Path:
    path = folder / "match.truco"
    path.write_text(text, "utf-8")
    return path


@pytest.mark.parametrize("command", [TRUCO, ONE_FILE], ids=["truco", "verificar"])
def test_exit_codes(tmp_path: Path, command: Command) -> None:
    good = RECORDS["ended-early"]
    code, out, err = run_apart(command, written(tmp_path, good))
    assert (code, err) == (HOLDS, "")
    assert good.split("proof commitment ")[1][:64] in out

    first, root, rest = good.rpartition("proof root ")
    bad = first + root + ("1" if rest[0] == "0" else "0") + rest[1:]
    code, out, err = run_apart(command, written(tmp_path, bad))
    assert code == FAILS
    assert "hand 2: root" in out + err
    assert good.split("proof commitment ")[1][:64] not in out, "nothing says that it is right, too"

    bare = "\n".join(line for line in good.split("\n") if not line.startswith("proof"))
    assert run(command, written(tmp_path, bare))[0] == BAD_INPUT
    assert run(command, tmp_path / "missing")[0] == BAD_INPUT


def test_a_record_that_cannot_be_read_to_its_end_is_not_judged(tmp_path: Path) -> None:
    code, out, err = run(TRUCO, written(tmp_path, RECORDS["ended-early"] + "nonsense\n"))
    assert (code, out) == (BAD_INPUT, "")
    assert "BAD_LINE" in err


def record_with(pulse: Pulse) -> str:
    """A record to which this round was added, with all hashes right."""
    return FairMatch(7, Wanted("", "argentino", 2, {}, adds=(pulse_line(pulse),))).play(1)


def test_the_signature_of_the_beacon(tmp_path: Path) -> None:
    """The file alone is right by all hashes; the signature tells whether the round was published
    (AZ-30)."""
    published = Pulse(QUICKNET.hash, 657413, bytes.fromhex(ROUNDS[657413]))
    mine = signed(7)
    key = CHAIN.public_key.hex()
    assert run(TRUCO, written(tmp_path, record_with(mine)), "--beacon-key", "x")[0] == BAD_INPUT
    for pulse, named, code, told in (
        (published, "", HOLDS, "beacon round 657413 signed"),
        (published, key, HOLDS, "beacon round 657413 signed"),
        (replace(published, round=657414), "", FAILS, ":12: hand 0: faro: the signature"),
        (replace(mine, chain=QUICKNET.hash), key, FAILS, ":12: hand 0: faro: the signature"),
        (mine, "", FAILS, "is not quicknet"),
        (mine, key, HOLDS, "beacon round 7 signed"),
        (replace(mine, round=8), key, FAILS, "the signature"),
    ):
        path = written(tmp_path, record_with(pulse))
        assert run(ONE_FILE, path)[0] == HOLDS
        ran = run(TRUCO, path, *(["--beacon-key", named] if named else []))
        assert ran[0] == code, pulse
        assert told in ran[1] + ran[2]
        assert bool(ran[1]) == (code == HOLDS), "no line says that it is right, too"


def test_where_nothing_was_added(tmp_path: Path) -> None:
    """Both say that the operator alone could have chosen the cards."""
    path = written(tmp_path, RECORDS["no-hand"])
    assert "nothing was added" in run(TRUCO, path)[1]
    assert "could have chosen" in run(ONE_FILE, path)[1]
    path = written(tmp_path, RECORDS["two-players"])
    assert "nothing was added" not in run(TRUCO, path)[1]
    out = run(ONE_FILE, path)[1]
    assert "could have chosen" not in out
    assert f"{QUICKNET.hash.hex()}/public/" in out


class OfOneTournament(FairMatch):
    """A table of the tournament that has this secret."""

    def __init__(self, seed: int, wanted: Wanted, secret: bytes) -> None:
        self.of = secret
        super().__init__(seed, wanted)

    def named(self) -> TournamentTable | None:
        self.tournament_secret = self.of
        return super().named()


@pytest.mark.parametrize("command", [TRUCO, ONE_FILE], ids=["truco", "verificar"])
def test_no_two_records_are_the_same_table_of_a_tournament(
    tmp_path: Path, command: Command
) -> None:
    """Each is right alone: only together they show that a secret came twice (AZ-40)."""
    files = []
    for seed, place, of in (
        (1, (1, 1, 1), 0),
        (2, (1, 1, 1), 0),
        (3, (1, 1, 2), 0),
        (4, (2, 1, 1), 1),
    ):
        wanted = Wanted("", "argentino", 2, {}, table=place, number=3)
        files.append(tmp_path / f"{seed}.truco")
        files[-1].write_text(
            OfOneTournament(seed, wanted, secret=bytes([of] * 32)).play(1), "utf-8"
        )
        assert run(command, files[-1])[0] == HOLDS
    first, same_board, replayed, other_seal = files
    assert run(command, first, replayed)[0] == HOLDS
    assert run(command, first, first)[0] == HOLDS
    for other in (same_board, other_seal):
        code, out, err = run(command, replayed, first, other)
        assert code == FAILS
        assert f"{other}" in out + err
        assert "hand 0: torneo" in out + err


@pytest.mark.parametrize("command", [TRUCO, ONE_FILE], ids=["truco", "verificar"])
def test_both_say_whether_the_secret_of_the_tournament_is_known(
    tmp_path: Path, command: Command
) -> None:
    seal = RECORDS["tournament"].split("proof torneo torneo23 ")[1][:64]
    for name, told in (("tournament", "follows"), ("tournament-goes-on", "not")):
        out = run(command, written(tmp_path, RECORDS[name]))[1]
        assert seal in out
        assert told in out.rsplit("seal", 1)[1]


def test_a_player_sees_that_the_own_phrase_was_counted(tmp_path: Path) -> None:
    path = written(tmp_path, FairMatch(7, WITH_ALL).play(1))
    for seat, phrase, code in (
        ("1", "phrase  7 1 ", HOLDS),
        ("1", "phrase 7 2", FAILS),
        ("9", "phrase 7 1", FAILS),
    ):
        assert run(ONE_FILE, path, "--phrase", seat, phrase)[0] == code


def test_a_browser_sees_that_its_own_chance_was_counted(tmp_path: Path) -> None:
    path = written(tmp_path, FairMatch(7, WITH_ALL).play(1))
    mine = chance(7, "0").hex()
    for seat, given, code in (("0", mine, HOLDS), ("1", mine, FAILS), ("0", "00" * 32, FAILS)):
        assert run(ONE_FILE, path, "--chance", seat, given)[0] == code


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
            assert run(ONE_FILE, path, "--card", *receipt)[0] == code, receipt


def test_the_rules_are_played_again(tmp_path: Path) -> None:
    good = written(tmp_path, RECORDS["two-players"])
    code, out, _ = run(TRUCO, good, "--rules")
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
    code, out, err = run(TRUCO, path, "--rules")
    assert (code, out) == (FAILS, "")
    assert "RESULT_DIFFERS" in err
