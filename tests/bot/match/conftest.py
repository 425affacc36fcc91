"""Fixtures of several tests of matches."""

import pytest

from bot.store import Store
from tests.bot.beacons import OwnBeacon
from tests.bot.helpers import Table
from tests.bot.match.proofs import sealed


@pytest.fixture
def beacon() -> OwnBeacon:
    return OwnBeacon()


@pytest.fixture
def lit(store: Store, beacon: OwnBeacon) -> Table:
    """A service with a vault and a beacon."""
    return sealed(store, beacon)
