"""A QR code stands where a telephone can follow it; elsewhere the page says so in words."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import MagicMock

import pytest

from adapters.listener import Listener
from adapters.web import addresses
from adapters.web.addresses import PageAddress, address_in_network, page_address
from adapters.web.qr import qr_code
from adapters.web.security import Guard
from tests.adapters.web.house import House, opened

HERE = "198.51.100.7"
PUBLIC = "https://truco.example.org"


@pytest.fixture
def everywhere() -> Iterator[Listener]:
    with closing(Listener("0.0.0.0", 0)) as listener:
        yield listener


@pytest.fixture
def alone() -> Iterator[Listener]:
    with closing(Listener("127.0.0.1", 0)) as listener:
        yield listener


def test_a_page_open_to_the_network_is_reached_by_the_address_of_its_machine(
    everywhere: Listener,
) -> None:
    found = page_address(everywhere, "", lambda: HERE)
    assert found == PageAddress(f"http://{HERE}:{everywhere.port}", True, HERE)
    guard = Guard(everywhere.host, everywhere.port, names=[found.host])
    assert guard.knows(f"{HERE}:{everywhere.port}"), "whoever follows it is served"


def test_where_there_is_no_network_nobody_else_comes(everywhere: Listener) -> None:
    found = page_address(everywhere, "", lambda: "")
    assert found == PageAddress(f"http://127.0.0.1:{everywhere.port}", False)


def test_a_page_of_this_machine_alone_is_followed_by_nobody_else(alone: Listener) -> None:
    assert page_address(alone, "", lambda: HERE) == PageAddress(
        f"http://127.0.0.1:{alone.port}", False
    )


@pytest.mark.parametrize(
    ("host", "followed"),
    [("localhost", False), ("LocalHost", False), ("127.0.0.2", False), ("truco.lan", True)],
)
def test_the_name_of_a_machine_may_mean_itself(host: str, followed: bool) -> None:
    listener = SimpleNamespace(host=host, address=f"http://{host}/")
    found = page_address(cast(Any, listener), "", lambda: HERE)
    assert found == PageAddress(f"http://{host}", followed)


def test_behind_a_proxy_the_public_address_is_handed_on(alone: Listener) -> None:
    assert page_address(alone, f"{PUBLIC}/", lambda: HERE) == PageAddress(PUBLIC, True)


def test_this_machine_has_an_address_that_is_not_its_loopback() -> None:
    assert not address_in_network().startswith(("127.", "0."))


@pytest.mark.parametrize(
    ("own", "files", "found"),
    [(HERE, "", HERE), (HERE, "one", ""), ("127.0.1.1", "", ""), ("0.0.0.0", "", "")],
)
def test_no_other_machine_reaches_a_container_or_a_loopback(
    own: str, files: str, found: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = MagicMock()
    asked.socket.return_value.__enter__.return_value.getsockname.return_value = (own, 1)
    monkeypatch.setattr(addresses, "socket", asked)
    (tmp_path / "one").touch()
    monkeypatch.setattr(addresses, "_CONTAINERS", (tmp_path / (files or "none"), tmp_path / "two"))
    assert address_in_network() == found


async def test_an_invitation_has_a_code_that_leads_somewhere_or_none(house: House) -> None:
    async with house.visit("Ana") as ana:
        match = await ana.open_table()
        panel = await ana.ask("line", text="/invitar")
        assert panel["page"]["links"] == [f"{house.url}/mesa/{match}"]
        assert panel["codes"] == []
    async with opened(public=PUBLIC) as proxied, proxied.visit("Ana") as ana:
        match = await ana.open_table()
        panel = await ana.ask("line", text="/invitar")
        (address,) = panel["page"]["links"]
        assert address == f"{PUBLIC}/mesa/{match}"
        assert panel["codes"][0]["path"] == qr_code(address).path
