"""The commands that work on records and cards, as processes and as functions."""

import io
import json
import subprocess
import sys
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from adapters import cli
from adapters.version import VERSION
from tests.adapters.shell import Shell

RECORDS = Path(__file__).parents[1] / "notation" / "argentino"
HEADER = "record 1\nvariant argentino\nplayers 2\n"
HAND = "hand dealer 1\ndeal 0 7e 6e 4o\ndeal 1 1b 5c 1e\n"

# --- replay ---------------------------------------------------------------------------------


def test_the_version(shell: Shell) -> None:
    told = shell.truco("--version")
    assert (told.code, told.out) == (0, f"truco {VERSION}\n")


def test_no_list_of_commands_cuts_a_sentence(shell: Shell) -> None:
    shell.monkeypatch.setenv("COLUMNS", "80")
    for group in ((), ("db",), ("telegram",), ("league",), ("day",)):
        listed = shell.truco(*group, "--help").out.partition("Commands:")[2].splitlines()
        assert len(listed) > 2, group
        assert not [line for line in listed if line.endswith("...")]


@pytest.mark.parametrize(
    ("words", "told"),
    [(["juega"], "truco --help"), (["db"], "truco db --help"), (["db", "chek"], "truco db --help")],
)
def test_an_unknown_command_is_told_where_all_are_listed(
    shell: Shell, words: list[str], told: str
) -> None:
    ran = shell.truco(*words)
    assert ran.code == 2
    assert f"'{told}'" in ran.complaint
    assert "Did you mean" not in ran.complaint


def test_replay_of_what_holds_says_nothing(shell: Shell) -> None:
    ran = shell.truco("replay", *sorted(RECORDS.glob("*.truco")))
    assert (ran.code, ran.out, ran.err) == (0, "", "")


def test_replay_as_json(shell: Shell) -> None:
    page, pica = RECORDS / "page.truco", RECORDS / "ar-ex-31.truco"
    ran = shell.truco("replay", "--json", page, pica)
    first, second = [json.loads(line) for line in ran.out.splitlines()]
    assert first == {
        "file": str(page),
        "variant": "argentino",
        "hands": [{"dealer": 1, "mode": None, "points": {"A": 2, "B": 2}, "finished": True}],
        "score": {"A": 14, "B": 11},
        "games": {"A": 0, "B": 0},
        "winner": None,
        "ended": None,
        "complete": True,
        "error": None,
    }
    assert second["hands"] == [
        {
            "dealer": 5,
            "mode": "punta",
            "points": {"A": 7, "B": 2},
            "finished": True,
            "duels": [
                {"seats": [0, 3], "points": {"A": 7, "B": 0}},
                {"seats": [1, 4], "points": {"A": 0, "B": 1}},
                {"seats": [2, 5], "points": {"A": 0, "B": 1}},
            ],
        }
    ]


def test_replay_reads_standard_input(shell: Shell) -> None:
    ran = shell.truco("replay", "--json", "-", given=HEADER + HAND + "0 mazo\nend agreed\n")
    assert ran.code == 0
    assert ran.answer["file"] == "-"
    assert ran.answer["ended"] == "agreed"
    assert ran.answer["score"] == {"A": 0, "B": 2}


def test_replay_of_a_won_match_names_the_winner(shell: Shell) -> None:
    ran = shell.truco("replay", "--json", RECORDS / "chicos.truco")
    assert ran.answer["winner"] == "A"
    assert ran.answer["games"] == {"A": 2, "B": 1}


def test_replay_tries_every_file_and_the_highest_code_wins(shell: Shell, tmp_path: Path) -> None:
    illegal = tmp_path / "illegal.truco"
    illegal.write_text(HEADER + HAND + "0 play 7e\n0 play 6e\n")
    broken = tmp_path / "broken.truco"
    broken.write_text(HEADER + HAND + "0 play 7e\n0 dance\n")
    fine = RECORDS / "page.truco"
    ran = shell.truco("replay", "--json", illegal, broken, tmp_path / "missing.truco", fine)
    assert ran.code == 2
    assert ran.err.splitlines() == [
        f"{illegal}:8: NOT_YOUR_TURN: 0 play 6e",
        f"{broken}:8: BAD_LINE: 0 dance: no such verb",
        f"{tmp_path / 'missing.truco'}:0: BAD_LINE: cannot be read: No such file or directory",
    ]
    one, two, three, four = [json.loads(line) for line in ran.out.splitlines()]
    assert one["error"] == {"line": 8, "reason": "NOT_YOUR_TURN", "text": "0 play 6e"}
    assert one["hands"][0]["finished"] is False
    assert two["error"]["reason"] == "BAD_LINE"
    assert two["hands"][0]["points"] == {"A": 0, "B": 0}
    assert three["variant"] is None
    assert three["hands"] == []
    assert four["error"] is None
    assert shell.truco("replay", illegal, fine).code == 1


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"", 1),
        (b"\x7fELF\x02\x01\x01\x00\x00\xff", 1),
        (b"record 1\nvariant argentino\nseat 0 Jos\xe9\n", 3),
        (b"record 1\nvariant chess\n", 2),
        (HEADER.encode() + b"option color red\n", 4),
        (HEADER.encode() + b"hand dealer 1\ndeal 0 7e 6e 4o\ndeal 1 1b 5c 7e\n", 6),
        (HEADER.encode() + b"hand dealer 1\ndeal 0 7e 6e 4o 1b\n", 5),
        (HEADER.encode() + HAND.encode() + b"0 play 7e\nhand dealer 0\n" + HAND[14:].encode(), 8),
    ],
)
def test_what_is_no_record_is_one_line_and_code_two(shell: Shell, data: bytes, line: int) -> None:
    for command in ("replay", "legal"):
        ran = shell.truco(command, "-", given=data)
        assert ran.code == 2
        assert ran.complaint.startswith(f"-:{line}: BAD_")


def test_a_folder_is_no_record(shell: Shell, tmp_path: Path) -> None:
    assert shell.truco("replay", tmp_path).complaint.startswith(f"{tmp_path}:0: BAD_LINE: cannot")
    assert shell.truco("replay", "a\x00b").code == 2


# --- legal ----------------------------------------------------------------------------------


def test_legal_actions_in_canonical_words(shell: Shell) -> None:
    ran = shell.truco("legal", "-", given=HEADER + HAND)
    assert ran.code == 0
    assert set(ran.answer) == {"0", "1"}
    assert ran.answer["1"] == ["truco", "mazo"]
    assert ", ".join(sorted(ran.answer["0"])) == (
        "cover 4o, cover 6e, cover 7e, envido, faltaenvido, mazo, play 4o, play 6e, play 7e, "
        "realenvido, truco"
    )


def test_the_end_of_the_file_does_not_close_the_claims_for_legal(shell: Shell) -> None:
    text = HEADER + "option flor con\n" + HAND + "0 mazo\n"
    assert shell.truco("legal", "-", given=text).answer == {
        "0": ["pidoflor 1"],
        "1": ["pidoflor 0"],
    }
    closed = shell.truco("legal", "-", given=text + "close\n")
    assert closed.answer == {"0": [], "1": []}


def test_free_numbers_have_their_range(shell: Shell) -> None:
    text = HEADER + "option declare manual\n" + HAND + "0 envido\n1 quiero\n"
    assert shell.truco("legal", "-", given=text).answer == {"0": ["tengo 0-33", "mazo"], "1": []}


def test_meddling_is_a_trap_and_no_word_of_who_waits(shell: Shell) -> None:
    """TR-SEI-05: nobody is told that a remark during another's duel is something to do."""
    deals = ("7e 6e 4c", "1o 2o 4b", "3c 5b 6b", "12o 11o 10c", "2c 7b 5o", "1b 2b 12e")
    text = "record 1\nvariant tradicional-18\nplayers 6\noption blind_calls off\n"
    text += "hand dealer 5 mode punta\n"
    text += "".join(f"deal {seat} {cards}\n" for seat, cards in enumerate(deals))
    plain = shell.truco("legal", "-", given=text).answer
    assert [seat for seat, words in plain.items() if words] == ["0", "3"]
    traps = shell.truco("legal", "--traps", "-", given=text).answer
    assert traps == {seat: [] if seat in "03" else ["interfiere"] for seat in plain}
    for waiting in ("? 1\n", "? 1 interfiere\n"):
        assert shell.truco("replay", "-", given=text + waiting).code == 0
    assert shell.truco("replay", "-", given=text + "? 0 interfiere, mazo\n").code == 1


def test_legal_of_a_match_without_hands(shell: Shell) -> None:
    assert shell.truco("legal", "-", given=HEADER).answer == {"0": [], "1": []}


def test_legal_after_an_illegal_step(shell: Shell) -> None:
    ran = shell.truco("legal", "-", given=HEADER + HAND + "1 play 1b\n")
    assert ran.code == 1
    assert ran.complaint == "-:7: NOT_YOUR_TURN: 1 play 1b"


def test_legal_behind_unknown_cards(shell: Shell) -> None:
    text = HEADER + "hand dealer 1\ndeal 0 ?? ?? ??\ndeal 1 1b 5c 1e\n0 envido\n1 quiero\n"
    ran = shell.truco("legal", "-", given=text)
    assert ran.code == 2
    assert "unknown cards" in ran.complaint


def test_replay_says_for_how_many_the_cards_do_not_do(shell: Shell) -> None:
    """PA-PLA-02: it is not the option that is wrong, but the option and so many players."""
    text = "record 1\nvariant paulista\noption deck clean\nplayers 8\n"
    ran = shell.truco("replay", "-", given=text)
    assert ran.code == 2
    assert ran.complaint.startswith("-:4: BAD_OPTION: ")
    assert "8 players: deck clean" in ran.complaint


# --- points, order, variants ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (("7o", "12o", "4b"), {"envido": 27, "flor": None}),
        (("7e", "6e", "5e"), {"envido": 33, "flor": None}),
        (("--option", "flor=con", "7e", "6e", "5e"), {"envido": 33, "flor": 38}),
        (("--option", "flor=con", "7e", "6e", "5o"), {"envido": 33, "flor": None}),
        (("12e", "11o", "10b"), {"envido": 0, "flor": None}),
        (("--option", "real_repeat=true", "1e", "2o", "3b"), {"envido": 3, "flor": None}),
    ],
)
def test_points(shell: Shell, words: tuple[str, ...], answer: dict[str, int | None]) -> None:
    """Section A of the page: the best pair of a suit, else the highest; flor 20 + all three."""
    ran = shell.truco("points", "--variant", "argentino", *words)
    assert ran.code == 0
    assert ran.answer == answer


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (("4o", "11o", "10o", "5b"), {"envido": 39, "flor": "reservada"}),
        (("10o", "12o", "11o", "5b"), {"envido": 39, "flor": "reservada"}),
        (("4o", "11o", "7b", "6b"), {"envido": 37, "flor": 43}),
        (("4o", "11o", "7b", "6e"), {"envido": 37, "flor": None}),
    ],
)
def test_points_of_a_reservada(
    shell: Shell, words: tuple[str, ...], answer: dict[str, int | str | None]
) -> None:
    """VE-FLO-01, VE-FLO-02: it beats every other flor, and no number says so."""
    ran = shell.truco("points", "--variant", "venezolano", "--turned", *words)
    assert ran.answer == answer


def test_order(shell: Shell) -> None:
    """AR-CAR-01."""
    order = shell.truco("order", "--variant", "argentino").answer
    assert order[:5] == [["1e"], ["1b"], ["7e"], ["7o"], ["3e", "3b", "3o", "3c"]]
    assert order[-1] == ["4e", "4b", "4o", "4c"]
    assert len({card for step in order for card in step}) == 40


def test_variants(shell: Shell) -> None:
    (argentino,) = [
        variant
        for variant in shell.truco("variants", "--json").answer
        if variant["variant"] == "argentino"
    ]
    assert argentino["deck"] == "spanish"
    assert argentino["players"] == [2, 3, 4, 6]
    options = {option["name"]: option for option in argentino["options"]}
    assert options["flor"] == {"name": "flor", "values": ["sin", "con"], "default": "sin"}
    assert options["target"]["values"] == [30, 15, 12, 18, 20, 24, 40]
    assert options["real_repeat"]["default"] == "off"
    assert options["duel_cap"]["values"] == [6, 10, "none"]
    assert "flor: sin, con" in shell.truco("variants").out


@pytest.mark.parametrize(
    "words",
    [
        ("points", "--variant", "argentino", "7o", "12o"),
        ("points", "--variant", "argentino", "7o", "12o", "4b", "5b"),
        ("points", "--variant", "argentino", "7o", "12o", "7o"),
        ("points", "--variant", "argentino", "7o", "12o", "8b"),
        ("points", "--variant", "argentino", "7o", "12o", "??"),
        ("points", "--variant", "argentino", "--turned", "4c", "7o", "12o", "1b"),
        ("points", "--variant", "chess", "7o", "12o", "1b"),
        ("points", "7o", "12o", "1b"),
        ("points", "--variant", "argentino"),
        ("points", "--variant", "argentino", "--option", "flor", "7o", "12o", "1b"),
        ("points", "--variant", "argentino", "--option", "flor=maybe", "7o", "12o", "1b"),
        ("points", "--variant", "argentino", "--option", "color=red", "7o", "12o", "1b"),
        ("order", "--variant", "argentino", "--turned", "4c"),
        ("order", "--variant", "paulista"),
        ("order", "--variant", "argentino", "--turned", "4x"),
        ("order", "--variant", "ch\x1bess\n"),
        ("order",),
        ("variants", "--xml"),
        ("replay",),
        ("legal",),
        ("legal", "a", "b"),
        ("play",),
    ],
)
def test_bad_input_is_one_line_and_code_two(shell: Shell, words: tuple[str, ...]) -> None:
    ran = shell.truco(*words)
    assert ran.code == 2
    assert ran.complaint.startswith("truco")


# --- the process ----------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["run", "health"])
def test_nobody_reads_what_a_command_says(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in ``truco run | true``: it ends without a traceback."""

    def unread() -> int:
        raise BrokenPipeError

    monkeypatch.setitem(cli._ALONE, command, unread)
    monkeypatch.setattr(sys, "argv", ["truco", command])
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with pytest.raises(SystemExit) as left:
        cli.main()
    assert left.value.code == 1


ROOT = Path(__file__).parents[2]


def ran(folder: Path, *words: str, given: str = "", **settings: str) -> CompletedProcess[str]:
    """Python in a process of its own, with these words, in this folder."""
    env = {"PYTHONPATH": str(ROOT)} | {f"TRUCO_{name}": value for name, value in settings.items()}
    return subprocess.run(
        [sys.executable, "-B", *words],
        input=given,
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env=env,
    )


COMMAND = """
import sys
sys.argv = ['truco', {}]
from adapters import cli
try:
    cli.main()
finally:
    print(*sys.modules)
"""
"""Types a command, and prints what is loaded then."""


def test_records_load_the_engine_alone(tmp_path: Path) -> None:
    """Nothing of the service and no platform's library is loaded to replay a record.

    (pydantic is: typer itself uses it.)
    """
    done = ran(tmp_path, "-c", COMMAND.format("'replay', '-'"), given=HEADER + HAND)
    assert done.returncode == 0
    loaded = set(done.stdout.split())
    others = "bot asyncio aiohttp sqlalchemy aiosqlite alembic structlog babel engine.robots"
    assert not loaded & set(others.split())
    assert "engine" in loaded


MOST_MODULES = 1250
"""The most modules of a start, with some room for another version of Python."""
NOT_YET = """
    PIL alembic asyncpg discord multiprocessing resvg_py rich segno sqlalchemy.orm telegram typer
"""
"""Packages that a bot without tokens and without a beacon does not need for its page."""
START = """
import os, signal, sys
from adapters import cli, cli_run
def announced(address):
    print(*sys.modules)
    os.kill(os.getpid(), signal.SIGTERM)
cli_run._announce = announced
sys.argv = ['truco', 'run']
cli.main()
"""


def test_a_start_loads_what_it_needs(tmp_path: Path) -> None:
    """From the command until the page is there, with a new file."""
    url = f"sqlite:///{tmp_path}/truco.db"
    quiet = {"BEACON": "off", "PLAYGROUND_PORT": "0", "LOG_LEVEL": "error"}
    done = ran(tmp_path, "-c", START, DATABASE_URL=url, **quiet)
    assert done.returncode == 0
    loaded = set(done.stdout.split())
    assert not loaded & set(NOT_YET.split())
    assert "adapters.web.server" in loaded
    assert len(loaded) < MOST_MODULES


def test_nothing_is_written(tmp_path: Path) -> None:
    done = ran(tmp_path, "-m", "adapters.cli", "replay", "nothing.truco")
    assert done.returncode == 2
    assert done.stderr.startswith("nothing.truco:0: BAD_LINE: ")
    assert list(tmp_path.iterdir()) == []


def test_a_health_check_loads_nothing_of_the_store(tmp_path: Path) -> None:
    """A container asks every few seconds."""
    url = f"sqlite:///{tmp_path}/truco.db"
    done = ran(tmp_path, "-c", COMMAND.format("'health'"), DATABASE_URL=url)
    assert done.returncode == 1, "there is no bot"
    assert "truco.db" in done.stderr
    loaded = set(done.stdout.split())
    assert "adapters.health_files" in loaded
    assert not loaded & {"bot.store", "bot.match", "sqlalchemy", "aiosqlite", "structlog"}
