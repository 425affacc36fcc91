"""Processes that have no more rights than files give them, whoever runs the tests."""

import os
import shutil

import pytest


def without_privileges(command: list[str]) -> list[str]:
    """The command; as root, whom no file's mode stops, without that capability."""
    if os.getuid() != 0:
        return command
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        pytest.skip("root may write everything, and this system has no setpriv to change that")
    return [setpriv, "--bounding-set", "-dac_override,-dac_read_search", *command]
