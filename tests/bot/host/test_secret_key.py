"""The vault's keys: where they come from, and what they open."""

import stat
from pathlib import Path
from random import Random

import pytest

from bot.host.secret_key import key_file, keys_for
from bot.match.vault import Secret, Vault
from bot.store import StoreError
from tests.narrow import present

SETTING = "a setting that nobody can guess, this long"


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/truco.db"


def test_a_key_is_made_once_for_its_owner_alone(url: str) -> None:
    (key,) = keys_for(url, None)
    assert len(key) == 32
    assert keys_for(url, None) == (key,)
    assert stat.S_IMODE(key_file(url).stat().st_mode) == 0o600
    assert [file.name for file in key_file(url).parent.iterdir()] == ["truco.db.key"]


def test_the_setting_goes_before_an_older_file(url: str) -> None:
    assert keys_for(url, SETTING) == (SETTING.encode(),)
    assert not key_file(url).exists()
    (key,) = keys_for(url, None)
    assert keys_for(url, SETTING) == (SETTING.encode(), key)


@pytest.mark.parametrize("written", ["", "no key", "abcd"])
def test_a_file_that_holds_no_key(url: str, written: str) -> None:
    key_file(url).write_text(written)
    with pytest.raises(StoreError, match="key"):
        keys_for(url, None)


def test_a_postgresql_database_has_no_file() -> None:
    url = "postgresql://truco:hunter2@localhost/truco"
    assert keys_for(url, SETTING) == (SETTING.encode(),)


def test_a_secret_is_opened_for_its_match_alone() -> None:
    vault = Vault(b"a" * 32, random=Random(1).randbytes)
    sealed = vault.sealed("abcd2345", Secret(b"s" * 32))
    assert present(vault.opened("abcd2345", sealed)).reveal() == b"s" * 32
    assert vault.opened("efgh2345", sealed) is None
    assert Vault(b"b" * 32).opened("abcd2345", sealed) is None
    again = vault.sealed("abcd2345", Secret(b"s" * 32))
    assert again != sealed


@pytest.mark.parametrize("at", [0, 11, 12, 43, 44, 59])
def test_what_was_changed_is_not_opened(at: int) -> None:
    vault = Vault(b"a" * 32)
    sealed = bytearray(vault.sealed("abcd2345", Secret(b"s" * 32)))
    sealed[at] ^= 1
    assert vault.opened("abcd2345", bytes(sealed)) is None
    assert vault.opened("abcd2345", bytes(sealed[:-1])) is None
    assert vault.opened("abcd2345", b"") is None


def test_neither_shows_itself() -> None:
    secret, vault = Secret(b"s" * 32), Vault(b"key" * 11)
    for told in (repr(secret), str(secret), repr(vault), f"{vault}"):
        assert "ss" not in told
        assert "key" not in told
