"""``truco``, as a person types it, in the process of the test."""

import io
import json
import sys
from typing import Any

import pytest

from adapters import cli


class Ran:
    """What one run of ``truco`` left."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code = code
        self.out = out
        self.err = err

    @property
    def answer(self) -> Any:
        return json.loads(self.out)

    @property
    def complaint(self) -> str:
        """The only line on standard error, and nothing on standard output."""
        assert self.out == ""
        (line,) = self.err.splitlines()
        assert "Traceback" not in line
        return line


class Shell:
    """Where commands are typed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch = monkeypatch
        self.capsys = capsys

    def truco(self, *words: object, given: str | bytes = b"") -> Ran:
        """Types a command; ``given``: what it reads on standard input."""
        data = given.encode() if isinstance(given, str) else given
        self.monkeypatch.setattr(sys, "argv", ["truco", *map(str, words)])
        self.monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        with pytest.raises(SystemExit) as left:
            cli.main()
        captured = self.capsys.readouterr()
        assert isinstance(left.value.code, int)
        return Ran(left.value.code, captured.out, captured.err)
