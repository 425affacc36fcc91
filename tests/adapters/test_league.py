"""``truco league``: two houses play a league by hand, as their people would type it."""

import json
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from adapters.cli import main
from adapters.cli_league import _told
from adapters.league_folder import LeagueFolder
from bot.leagues.book import LeagueFault, read_book
from bot.leagues.entries import fingerprint
from bot.leagues.terms import Fixture
from tests.leagues.season import BEGINS, CHAIN, is_signed, key, terms_of
from tests.leagues.season import pulse as signed

Capture = pytest.CaptureFixture[str]
HOUSES = ("norte", "sur")


class Shell:
    """Types commands in a folder of its own."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, capture: Capture) -> None:
        self.folder = folder
        self._patch = monkeypatch
        self._capture = capture
        self.err = ""

    def league(self, *words: str | Path, code: int = 0) -> str:
        """What the command says."""
        self._patch.setattr("sys.argv", ["truco", "league", *map(str, words)])
        with pytest.raises(SystemExit) as ended:
            main()
        told = self._capture.readouterr()
        self.err = told.err
        assert ended.value.code == code, told.err
        return told.out

    def key(self, house: str) -> tuple[str, Path]:
        return "--key", self.folder / f"{house}.key"

    def file(self, house: str) -> Path:
        return self.folder / house / "league.liga"


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> Shell:
    return Shell(tmp_path, monkeypatch, capsys)


def terms(shell: Shell, beacon: bool = True) -> Path:
    """The terms of a league of one club and team at each house."""
    public = [shell.league("key", *shell.key(house)).split()[1] for house in HOUSES]
    told = f"""
name = "Liga de los dos ríos"
variant = "argentino"
players = 2
deals = 6
begins = {int(time.time()) - 60}
days = 7
houses = [{{ name = "Norte", key = "{public[0]}" }}, {{ name = "Sur", key = "{public[1]}" }}]
clubs = [{{ name = "Club A", house = 0 }}, {{ name = "Club B", house = 1 }}]
teams = [{{ name = "Los de A", club = 0 }}, {{ name = "Las de B", club = 1 }}]
options = {{ flor = "con" }}
"""
    if beacon:
        told += f"""
[beacon]
hash = "{CHAIN.hash.hex()}"
key = "{CHAIN.public_key.hex()}"
genesis = {CHAIN.genesis}
period = {CHAIN.period}
"""
    file = shell.folder / "terms.toml"
    file.write_text(told, "utf-8")
    return file


def test_two_houses_play_a_round(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adapters.league_folder.is_signed_round", is_signed)
    agreed = terms(shell)
    norte, sur = (shell.folder / house for house in HOUSES)
    names = {
        shell.league("enter", shell.folder / house, agreed, *shell.key(house)).split(": ")[1]
        for house in HOUSES
    }
    assert len(names) == 1, "both have the same league to compare"
    assert "waits for: Sur to enter" in shell.league("go", norte, *shell.key("norte"))
    shell.league("go", sur, shell.file("norte"), *shell.key("sur"))
    shell.league("go", norte, shell.file("sur"), *shell.key("norte"))
    assert "to play: " in shell.league("go", sur, shell.file("norte"), *shell.key("sur"))
    assert "open room" in shell.league("go", norte, shell.file("sur"), *shell.key("norte"))
    sealed = [json.loads(line.partition(" ")[2]) for line in _lines(shell, "norte")]
    latest = max(entry["at"] for entry in sealed if entry["said"]["says"] == "seal")
    pulse = signed(CHAIN.round_after(latest + 1)).signature.hex()
    for house in HOUSES:
        told = shell.league(
            "play",
            house_folder(shell, house),
            *shell.key(house),
            "--signature",
            pulse,
            "--level",
            "club",
        )
        assert told.startswith("played: round 1 board 1 ")
    assert shell.league("play", norte, *shell.key("norte")) == "", "it is over"
    told = shell.league("go", norte, *shell.key("norte"))
    assert "waits for: round 1 board 1: the end of the closed room at Sur" in told
    shell.league("go", sur, shell.file("norte"), *shell.key("sur"))
    shell.league("go", norte, shell.file("sur"), *shell.key("norte"))
    told = shell.league("go", sur, *shell.key("sur"))
    assert "waits for: round 1 board 1: the record of the open room at Norte" in told
    told = shell.league("verify", shell.file("sur"), shell.file("norte"))
    assert "1 of 1 pairings are decided" in told
    shell.league("go", sur, shell.file("norte"), *shell.key("sur"))
    one, other = (
        json.loads(shell.league("verify", "--json", shell.file(house))) for house in HOUSES
    )
    assert one == other
    kept = norte / "1-1-open.truco"
    shell.league("verify", shell.file("sur"), kept)
    wrong = shell.file("sur").read_bytes().replace(b'"says":"show"', b'"says":"shew"')
    shell.file("sur").write_bytes(wrong)
    shell.league("verify", shell.file("sur"), code=1)
    assert ": LI-02: " in shell.err


def test_the_words_of_a_house_are_its_own(shell: Shell) -> None:
    """A house knows the words of its clubs, and gives one to the guests' teams too."""
    agreed = terms(shell)
    told = []
    for house in HOUSES:
        shell.league("enter", shell.folder / house, agreed, *shell.key(house))
        told.append(shell.league("words", shell.folder / house, *shell.key(house)).splitlines())
    north, south = told
    assert [line.split("  ")[1] for line in north] == [
        "club Club A",
        "team Los de A",
        "team Las de B",
    ]
    assert [line.split("  ")[1] for line in south] == [
        "club Club B",
        "team Los de A",
        "team Las de B",
    ]
    words = [line.split("  ")[0] for line in (*north, *south)]
    assert len({*words}) == len(words)
    assert all(len(word) == 9 for word in words)


def test_who_changes_a_folder_has_it_for_themselves(tmp_path: Path) -> None:
    """The bot and somebody at the command line never sign two entries with one number."""
    folder = LeagueFolder(tmp_path, key(0), lambda: float(BEGINS), is_signed)
    folder.enter(terms_of(8, 1, beacon=False))
    first = [fixture for fixture in folder.desk().ledger().fixtures.values() if fixture.round == 1]

    def concedes(fixture: Fixture) -> None:
        with folder.changing() as desk:
            for _ in range(10):  # the others come meanwhile
                read_book({"": desk.data})
            desk.concede(fixture, fixture.one)

    with ThreadPoolExecutor(len(first)) as threads:
        [*threads.map(concedes, first)]
    assert len(folder.desk().ledger().conceded) == len(first) == 4
    assert folder.verdict().faults == ()


def house_folder(shell: Shell, house: str) -> Path:
    return shell.folder / house


def _lines(shell: Shell, house: str) -> list[str]:
    return shell.file(house).read_text("utf-8").splitlines()


def test_a_room_that_was_played_elsewhere_and_a_pairing_given_away(shell: Shell) -> None:
    agreed = terms(shell, beacon=False)
    for house in (*HOUSES, "norte", "sur"):
        folder = house_folder(shell, house)
        if not folder.exists():
            shell.league("enter", folder, agreed, *shell.key(house))
        others = [
            shell.file(other) for other in HOUSES if other != house and shell.file(other).exists()
        ]
        shell.league("go", folder, *others, *shell.key(house))
    norte = house_folder(shell, "norte")
    shell.league("go", norte, shell.file("sur"), *shell.key("norte"))
    record = shell.folder / "other.truco"
    record.write_text("record 1\n", "utf-8")
    shell.league("report", norte, record, *shell.key("norte"), code=2)
    before = shell.file("norte").read_bytes()
    shell.league("play", norte, *shell.key("norte"), "--level", "principiante")
    played = norte / "1-1-open.truco"
    record.write_bytes(played.read_bytes())
    played.unlink()
    shell.file("norte").write_bytes(before)  # as if it had been played elsewhere
    shell.league("report", norte, record, *shell.key("norte"))
    assert played.exists()
    shell.league("concede", norte, "1", "1", "Las de B", *shell.key("norte"), code=2)
    shell.league("concede", norte, "1", "1", "Los de A", *shell.key("norte"))
    assert "1 of 1 pairings" in shell.league("verify", shell.file("norte"))
    assert "no beacon" in shell.league("verify", shell.file("norte"))
    later = shell.folder / "next"
    words = ("season", shell.file("norte"), "--begins", "1900000000", "--into", later)
    assert shell.league(*words) == f"{later}/1.json: 2 teams\n"
    told = shell.league("enter", shell.folder / "second", later / "1.json", *shell.key("norte"))
    assert "Liga de los dos ríos" in told
    shell.league(*words, "--move", "x", code=2)


@pytest.mark.parametrize(
    "words",
    [
        ("verify", "none.liga"),
        ("verify", "terms.toml"),
        ("enter", "norte", "none.toml", "--key", "norte.key"),
        ("enter", "norte", "bad.toml", "--key", "norte.key"),
        ("enter", "norte", "terms.toml", "--key", "terms.toml"),
        ("enter", "norte", "terms.toml", "--key", "stranger.key"),
        ("go", "norte", "--key", "norte.key"),
        ("play", "norte", "--key", "norte.key"),
        ("play", "norte", "--key", "norte.key", "--level", "best"),
        ("concede", "norte", "1", "1", "x", "--key", "norte.key"),
        ("season", "terms.toml", "--begins", "1", "--into", "norte"),
    ],
)
def test_bad_input_is_one_line(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    terms(shell)
    shell.league("key", *shell.key("stranger"))
    (shell.folder / "bad.toml").write_text('name = "x"\n', "utf-8")
    monkeypatch.chdir(shell.folder)
    shell.league(*words, code=2)
    assert len(shell.err.splitlines()) == 1
    assert not shell.file("norte").exists()


def test_a_key_is_made_once_and_nobody_else_reads_it(shell: Shell) -> None:
    told = shell.league("key", *shell.key("norte")).split()
    assert told[3] == fingerprint(told[1])
    assert shell.league("key", *shell.key("norte")).split() == told
    file = shell.key("norte")[1]
    assert file.stat().st_mode & 0o077 == 0
    assert file.read_text().strip() not in " ".join(told)


def test_a_fault_is_told_with_its_place_and_its_house() -> None:
    terms = terms_of()
    (house, *_), book = terms.houses, cast(Any, SimpleNamespace(terms=terms))
    named = f"house {house.name} ({fingerprint(house.key)})"
    faulty = LeagueFault("LI-11", "it is late", 0, 2, 1, "open", "a.liga:3")
    assert _told(book, faulty) == f"a.liga:3: LI-11: {named}: round 2 board 1 open room: it is late"
    assert _told(book, LeagueFault("LI-11", "it is late", about=0)) == f"LI-11: {named}: it is late"
    assert _told(book, LeagueFault("LI-11", "it is late")) == "LI-11: it is late"
