"""What all tests of platforms share: above all a loop whose time is its own."""

from asyncio import SelectorEventLoop
from collections.abc import Mapping
from pathlib import Path

import discord.utils
import msgspec
import pytest

from tests.adapters.shell import Shell
from tests.virtual import VirtualLoop

# Every bot that starts on Discord sends and gets half a megabyte of commands. discord.py, too,
# takes another library for JSON where there is one.
vars(discord.utils).update(
    _to_json=lambda value: msgspec.json.encode(value).decode(), _from_json=msgspec.json.decode
)


def pytest_asyncio_loop_factories(
    config: pytest.Config, item: pytest.Item
) -> Mapping[str, type[SelectorEventLoop]]:
    """Each platform's tests run in a time of their own; those beside them, with other processes,
    in the machine's."""
    own = item.path.parent != Path(__file__).parent
    return {"virtual": VirtualLoop} if own else {"real": SelectorEventLoop}


@pytest.fixture
def shell(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(monkeypatch, capsys)
