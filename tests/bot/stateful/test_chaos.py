"""Whatever a platform, its people and the machine do: in the end everything shows what holds."""

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.bot.stateful.rooms import RoomsWorld
from tests.chaos import Chaos
from tests.examples import many


class RoomsChaos(Chaos):
    """At the service's own port."""

    world_of = RoomsWorld


@pytest.mark.errors("surface_failed", "notice_failed", "retire_failed", "asyncio")
def test_every_surface_converges() -> None:
    run_state_machine_as_test(
        RoomsChaos,
        settings=settings(
            max_examples=many(20), stateful_step_count=20, suppress_health_check=list(HealthCheck)
        ),
    )
