"""``truco db``: each command once as a person would type it, and once where it cannot."""

from pathlib import Path

import pytest

from adapters.cli import main


def run(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr("sys.argv", ["truco", "db", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    code = ended.value.code
    assert isinstance(code, int)
    return code


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "truco.db"
    monkeypatch.setenv("TRUCO_DATABASE_URL", f"sqlite:///{file}")
    return file


def test_upgrade_check_and_backup(
    database: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "upgrade") == 0
    assert capsys.readouterr().out
    assert run(monkeypatch, "check") == 0
    assert capsys.readouterr().out == "ok\n"
    copy = database.with_name("copy.db")
    assert run(monkeypatch, "backup", str(copy)) == 0
    assert copy.exists()
    assert capsys.readouterr().out == f"{copy}\n"
    monkeypatch.setenv("TRUCO_DATABASE_URL", f"sqlite:///{copy}")
    assert run(monkeypatch, "check") == 0
    assert capsys.readouterr().err == ""


def test_restore(
    database: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run(monkeypatch, "upgrade")
    copy = database.with_name("copy.db")
    run(monkeypatch, "backup", str(copy))
    capsys.readouterr()
    assert run(monkeypatch, "restore", str(copy)) == 0
    assert str(database.with_name("truco.db.replaced-1")) in capsys.readouterr().out
    assert run(monkeypatch, "check") == 0
    assert run(monkeypatch, "restore", str(database.with_name("none.db"))) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_backup_replaces_nothing(
    database: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run(monkeypatch, "upgrade")
    target = database.with_name("mine.txt")
    target.write_text("mine")
    assert run(monkeypatch, "backup", str(target)) == 2
    assert target.read_text() == "mine"
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_no_database_is_one_clear_line(
    database: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for words in (("check",), ("backup", str(database.with_name("copy.db")))):
        assert run(monkeypatch, *words) == 2
        assert len(capsys.readouterr().err.splitlines()) == 1
    assert not database.exists()


def test_what_is_no_database_is_not_well(
    database: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    database.write_bytes(b"not a database at all, but long enough to be looked at" * 40)
    assert run(monkeypatch, "check") in (1, 2)
    assert len(capsys.readouterr().err.splitlines()) == 1
