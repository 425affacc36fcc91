"""What a worker of a run (pytest-xdist) tells the process that has started it.

For each test it would tell six things, one after another, and to send, receive and take in each of
them costs more than many tests do. Three of them change nothing that is printed: that the test
begins, that its fixtures are made, and that they are taken down again. They are told if something
has failed there, or has taken long.
"""

from collections.abc import Callable
from typing import Any, Final

import pytest

_LONG: Final = 1.0
"""Seconds from which on ``--durations`` may want to know of it."""


def tell_less(config: pytest.Config) -> None:
    """In a worker, before its tests begin."""
    plugins = config.pluginmanager
    (worker,) = (plugin for plugin in plugins.get_plugins() if hasattr(plugin, "sendevent"))
    tell: Callable[[pytest.TestReport], None] = worker.pytest_runtest_logreport

    def told(report: pytest.TestReport) -> None:
        if matters(report):
            tell(report)

    plugins.unregister(worker)
    replaced: dict[str, Any] = {"pytest_runtest_logreport": told, "pytest_runtest_logstart": None}
    vars(worker).update(replaced)
    plugins.register(worker)


def matters(report: pytest.TestReport) -> bool:
    """Whether the run would print something else without it."""
    return report.when == "call" or not report.passed or report.duration >= _LONG
