"""What a worker tells the process that has started it."""

from typing import Literal

import pytest
from _pytest.config import Config

from tests.worker_messages import tell_less

When = Literal["setup", "call", "teardown"]
Outcome = Literal["passed", "failed", "skipped"]


class Worker:
    """Stands in for the plugin of a worker, which sends whatever its hooks hear."""

    def __init__(self) -> None:
        self.sent: list[str] = []

    def sendevent(self, name: str) -> None:
        self.sent.append(name)

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.sendevent(f"start {nodeid}")

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        self.sendevent(f"finish {nodeid}")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.sendevent(f"{report.when} {report.outcome}")


def sent(when: When, outcome: Outcome, seconds: float = 0.0) -> list[str]:
    """What the worker sends when it hears of this."""
    config = Config.fromdictargs({}, [])
    worker = Worker()
    config.pluginmanager.register(worker)
    tell_less(config)
    place = ("tests/test_it.py", 1, "test_it")
    report = pytest.TestReport("it", place, {}, outcome, None, when, duration=seconds)
    config.hook.pytest_runtest_logstart(nodeid="it", location=place)
    config.hook.pytest_runtest_logreport(report=report)
    config.hook.pytest_runtest_logfinish(nodeid="it", location=place)
    return worker.sent


@pytest.mark.parametrize("when", ["setup", "teardown"])
@pytest.mark.parametrize("outcome", ["failed", "skipped"])
def test_whatever_has_not_passed_is_told(when: When, outcome: Outcome) -> None:
    assert sent(when, outcome) == [f"{when} {outcome}", "finish it"]


@pytest.mark.parametrize("outcome", ["passed", "failed", "skipped"])
def test_every_test_itself_is_told(outcome: Outcome) -> None:
    assert sent("call", outcome) == [f"call {outcome}", "finish it"]


@pytest.mark.parametrize("when", ["setup", "teardown"])
def test_what_passed_around_it_is_told_if_it_took_long(when: When) -> None:
    assert sent(when, "passed") == ["finish it"]
    assert sent(when, "passed", 1.0) == [f"{when} passed", "finish it"]
