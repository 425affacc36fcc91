"""``truco db``: each command once as a person would type it, and once where it cannot."""

from pathlib import Path

import pytest

from tests.adapters.shell import Shell


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "truco.db"
    monkeypatch.setenv("TRUCO_DATABASE_URL", f"sqlite:///{file}")
    return file


def done(shell: Shell, *words: object) -> str:
    """What a command says that must succeed."""
    ran = shell.truco("db", *words)
    assert (ran.code, ran.err) == (0, "")
    return ran.out


def test_upgrade_check_and_backup(database: Path, shell: Shell) -> None:
    assert done(shell, "upgrade")
    assert done(shell, "check") == "ok\n"
    copy = database.with_name("copy.db")
    assert done(shell, "backup", copy) == f"{copy}\n"
    assert copy.exists()
    shell.monkeypatch.setenv("TRUCO_DATABASE_URL", f"sqlite:///{copy}")
    assert done(shell, "check") == "ok\n"


def test_restore(database: Path, shell: Shell) -> None:
    done(shell, "upgrade")
    copy = database.with_name("copy.db")
    done(shell, "backup", copy)
    assert str(database.with_name("truco.db.replaced-1")) in done(shell, "restore", copy)
    done(shell, "check")
    gone = shell.truco("db", "restore", database.with_name("none.db"))
    assert (gone.code, bool(gone.complaint)) == (2, True)


def test_a_backup_replaces_nothing(database: Path, shell: Shell) -> None:
    done(shell, "upgrade")
    target = database.with_name("mine.txt")
    target.write_text("mine")
    ran = shell.truco("db", "backup", target)
    assert (ran.code, bool(ran.complaint)) == (2, True)
    assert target.read_text() == "mine"


def test_no_database_is_one_clear_line(database: Path, shell: Shell) -> None:
    for words in (("check",), ("backup", database.with_name("copy.db"))):
        ran = shell.truco("db", *words)
        assert (ran.code, bool(ran.complaint)) == (2, True)
    assert not database.exists()


def test_what_is_no_database_is_not_well(database: Path, shell: Shell) -> None:
    database.write_bytes(b"not a database at all, but long enough to be looked at" * 40)
    ran = shell.truco("db", "check")
    assert ran.code in (1, 2)
    assert len(ran.err.splitlines()) == 1
