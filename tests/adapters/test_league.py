"""``truco league``: two houses play a league by hand, as their people would type it."""

import json
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from adapters.cli_league import _told
from adapters.league_folder import LeagueFolder
from bot.leagues.book import LeagueFault, read_book
from bot.leagues.entries import fingerprint
from bot.leagues.terms import Fixture
from tests.adapters.shell import Shell
from tests.bot.leagues.season import BEGINS, CHAIN, is_signed, key, terms_of
from tests.bot.leagues.season import pulse as signed

HOUSES = ("norte", "sur")


class League:
    """Types commands in a folder of its own."""

    def __init__(self, folder: Path, shell: Shell) -> None:
        self.folder = folder
        self._shell = shell
        self.err = ""

    def league(self, *words: str | Path, code: int = 0) -> str:
        """What the command says."""
        ran = self._shell.truco("league", *words)
        self.err = ran.err
        assert ran.code == code, ran.err
        return ran.out

    def key(self, house: str) -> tuple[str, Path]:
        return "--key", self.folder / f"{house}.key"

    def file(self, house: str) -> Path:
        return self.folder / house / "league.liga"


@pytest.fixture
def typed(tmp_path: Path, shell: Shell) -> League:
    return League(tmp_path, shell)


def terms(typed: League, beacon: bool = True) -> Path:
    """The terms of a league of one club and team at each house."""
    public = [typed.league("key", *typed.key(house)).split()[1] for house in HOUSES]
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
    file = typed.folder / "terms.toml"
    file.write_text(told, "utf-8")
    return file


def test_two_houses_play_a_round(typed: League, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adapters.league_folder.is_signed_round", is_signed)
    agreed = terms(typed)
    norte, sur = (typed.folder / house for house in HOUSES)
    names = {
        typed.league("enter", typed.folder / house, agreed, *typed.key(house)).split(": ")[1]
        for house in HOUSES
    }
    assert len(names) == 1, "both have the same league to compare"
    told = typed.league("go", norte, *typed.key("norte"))
    assert "waits for: Sur to enter" in told
    send, to = told.splitlines()[-1].split(" ", 1)
    assert (send, to.endswith(" to the other houses")) == ("send", True)
    assert Path(to.removesuffix(" to the other houses")).is_file()
    typed.league("go", sur, typed.file("norte"), *typed.key("sur"))
    typed.league("go", norte, typed.file("sur"), *typed.key("norte"))
    assert "to play: " in typed.league("go", sur, typed.file("norte"), *typed.key("sur"))
    assert "open room" in typed.league("go", norte, typed.file("sur"), *typed.key("norte"))
    sealed = [json.loads(line.partition(" ")[2]) for line in _lines(typed, "norte")]
    latest = max(entry["at"] for entry in sealed if entry["said"]["says"] == "seal")
    pulse = signed(CHAIN.round_after(latest + 1)).signature.hex()
    for house in HOUSES:
        told = typed.league(
            "play", typed.folder / house, *typed.key(house), "--signature", pulse, "--level", "club"
        )
        assert told.startswith("played: round 1 board 1 ")
    assert typed.league("play", norte, *typed.key("norte")) == "", "it is over"
    told = typed.league("go", norte, *typed.key("norte"))
    assert "waits for: round 1 board 1: the end of the closed room at Sur" in told
    typed.league("go", sur, typed.file("norte"), *typed.key("sur"))
    typed.league("go", norte, typed.file("sur"), *typed.key("norte"))
    told = typed.league("go", sur, *typed.key("sur"))
    assert "waits for: round 1 board 1: the record of the open room at Norte" in told
    told = typed.league("verify", typed.file("sur"), typed.file("norte"))
    assert "1 of 1 pairings are decided" in told
    typed.league("go", sur, typed.file("norte"), *typed.key("sur"))
    one, other = (
        json.loads(typed.league("verify", "--json", typed.file(house))) for house in HOUSES
    )
    assert one == other
    kept = norte / "1-1-open.truco"
    typed.league("verify", typed.file("sur"), kept)
    wrong = typed.file("sur").read_bytes().replace(b'"says":"show"', b'"says":"shew"')
    typed.file("sur").write_bytes(wrong)
    typed.league("verify", typed.file("sur"), code=1)
    assert ": LI-02: " in typed.err


def test_the_words_of_a_house_are_its_own(typed: League) -> None:
    """A house knows the words of its clubs, and gives one to the guests' teams too."""
    agreed = terms(typed)
    told = []
    for house in HOUSES:
        typed.league("enter", typed.folder / house, agreed, *typed.key(house))
        told.append(typed.league("words", typed.folder / house, *typed.key(house)).splitlines())
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


def _lines(typed: League, house: str) -> list[str]:
    return typed.file(house).read_text("utf-8").splitlines()


def test_a_room_that_was_played_elsewhere_and_a_pairing_given_away(typed: League) -> None:
    agreed = terms(typed, beacon=False)
    for house in (*HOUSES, "norte", "sur"):
        folder = typed.folder / house
        if not folder.exists():
            typed.league("enter", folder, agreed, *typed.key(house))
        others = [
            typed.file(other) for other in HOUSES if other != house and typed.file(other).exists()
        ]
        typed.league("go", folder, *others, *typed.key(house))
    norte = typed.folder / "norte"
    typed.league("go", norte, typed.file("sur"), *typed.key("norte"))
    record = typed.folder / "other.truco"
    record.write_text("record 1\n", "utf-8")
    typed.league("report", norte, record, *typed.key("norte"), code=2)
    before = typed.file("norte").read_bytes()
    typed.league("play", norte, *typed.key("norte"), "--level", "principiante")
    played = norte / "1-1-open.truco"
    record.write_bytes(played.read_bytes())
    played.unlink()
    typed.file("norte").write_bytes(before)  # as if it had been played elsewhere
    typed.league("report", norte, record, *typed.key("norte"))
    assert played.exists()
    typed.league("concede", norte, "1", "1", "Las de B", *typed.key("norte"), code=2)
    typed.league("concede", norte, "1", "1", "Los de A", *typed.key("norte"))
    assert "1 of 1 pairings" in typed.league("verify", typed.file("norte"))
    assert "no beacon" in typed.league("verify", typed.file("norte"))
    later = typed.folder / "next"
    words = ("season", typed.file("norte"), "--begins", "1900000000", "--into", later)
    assert typed.league(*words) == f"{later}/1.json: 2 teams\n"
    told = typed.league("enter", typed.folder / "second", later / "1.json", *typed.key("norte"))
    assert "Liga de los dos ríos" in told
    typed.league(*words, "--move", "x", code=2)


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
    typed: League, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    terms(typed)
    typed.league("key", *typed.key("stranger"))
    (typed.folder / "bad.toml").write_text('name = "x"\n', "utf-8")
    monkeypatch.chdir(typed.folder)
    typed.league(*words, code=2)
    assert len(typed.err.splitlines()) == 1
    assert not typed.file("norte").exists()


def test_a_key_is_made_once_and_nobody_else_reads_it(typed: League) -> None:
    told = typed.league("key", *typed.key("norte")).split()
    assert told[3] == fingerprint(told[1])
    assert typed.league("key", *typed.key("norte")).split() == told
    file = typed.key("norte")[1]
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
