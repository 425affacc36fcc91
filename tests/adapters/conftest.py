"""What all tests of platforms share."""

import discord.utils
import msgspec
import pytest

from tests.adapters.shell import Shell

# Every bot that starts on Discord sends and gets half a megabyte of commands. discord.py, too,
# takes another library for JSON where there is one.
vars(discord.utils).update(
    _to_json=lambda value: msgspec.json.encode(value).decode(), _from_json=msgspec.json.decode
)


@pytest.fixture
def shell(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(monkeypatch, capsys)
