"""``truco selfplay``: records of robots against themselves."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from adapters.cli_app import app
from adapters.selfplay import record_of
from engine.record.notation import parse_record
from engine.record.replay import replay
from engine.robots import SKILLS
from engine.variants import VARIANTS, table_for

BEGINNERS = [SKILLS["principiante"]] * 2


@pytest.mark.parametrize("game", VARIANTS)
def test_a_record_is_a_whole_match_that_replays(game: str) -> None:
    table = table_for(game, 2)
    played = replay(parse_record(record_of(table, BEGINNERS, "1")))
    assert played.error is None
    assert played.complete
    assert played.state.winner in (0, 1)


def test_a_match_follows_from_its_seed() -> None:
    table = table_for("paulista", 2)
    assert record_of(table, BEGINNERS, "1") == record_of(table, BEGINNERS, "1")
    assert record_of(table, BEGINNERS, "1") != record_of(table, BEGINNERS, "2")


def test_several_runs_share_the_numbers_and_go_on_where_one_stopped(tmp_path: Path) -> None:
    def run(*words: str) -> str:
        line = ["selfplay", "--variant", "paulista", "--level", "principiante", "--seed", "4"]
        ran = CliRunner().invoke(app, [*line, *words])
        assert ran.exit_code == 0, ran.output
        return ran.stdout

    one, two = tmp_path / "one", tmp_path / "two"
    assert "3 records, seed 4" in run("--matches", "3", str(one))
    assert "1 records, seed 4" in run("--matches", "1", "--first", "2", str(two))
    assert "2 records, seed 4" in run("--matches", "3", str(two))
    files = sorted(path.relative_to(one) for path in one.rglob("*.truco"))
    assert [str(file) for file in files] == [f"00000/0000000{number}.truco" for number in range(3)]
    assert all((one / file).read_bytes() == (two / file).read_bytes() for file in files)
    assert not [path for path in two.rglob("*") if path.is_file() and path.suffix != ".truco"]


@pytest.mark.parametrize("wrong", [["--level", "best"], ["--level", "club", "--players", "5"]])
def test_bad_input_writes_nothing(wrong: list[str], tmp_path: Path) -> None:
    ran = CliRunner().invoke(app, ["selfplay", *wrong, str(tmp_path / "new")])
    assert ran.exit_code == 2
    assert not (tmp_path / "new").exists()


def test_a_file_in_the_place_of_the_folder(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    ran = CliRunner().invoke(app, ["selfplay", str(file)])
    assert (ran.exit_code, ran.stdout) == (2, "")
    assert ran.stderr.startswith(f"truco selfplay: {file}: ")
