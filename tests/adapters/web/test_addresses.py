"""A QR code stands where a telephone can follow it; elsewhere the page says so in words."""

from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import MagicMock

import pytest
from msgspec.structs import replace

from adapters.listener import Listener
from adapters.web import addresses
from adapters.web.addresses import PageAddress, address_in_network, page_address
from adapters.web.qr import qr_code
from adapters.web.security import Guard
from tests.adapters.web.house import House, opened

HERE = "198.51.100.7"
PUBLIC = "https://truco.example.org"


@pytest.mark.parametrize(
    ("listens", "public", "machine", "found"),
    [
        ("0.0.0.0", "", HERE, PageAddress(f"http://{HERE}:PORT", True, HERE)),
        ("0.0.0.0", "", "", PageAddress("http://127.0.0.1:PORT", False)),
        ("127.0.0.1", "", HERE, PageAddress("http://127.0.0.1:PORT", False)),
        ("127.0.0.1", f"{PUBLIC}/", HERE, PageAddress(PUBLIC, True)),
    ],
    ids=["open to the network", "without a network", "this machine alone", "behind a proxy"],
)
def test_where_a_page_is_reached(
    listens: str, public: str, machine: str, found: PageAddress
) -> None:
    """``machine``: the address of this machine in its network. Whoever follows it is served."""
    with closing(Listener(listens, 0)) as listener:
        address = page_address(listener, public, lambda: machine)
        base = found.base.replace("PORT", str(listener.port))
        assert address == replace(found, base=base)
        if address.host:
            guard = Guard(listener.host, listener.port, names=[address.host])
            assert guard.knows(f"{address.host}:{listener.port}")


@pytest.mark.parametrize(
    ("host", "followed"),
    [("localhost", False), ("LocalHost", False), ("127.0.0.2", False), ("truco.lan", True)],
)
def test_the_name_of_a_machine_may_mean_itself(host: str, followed: bool) -> None:
    listener = SimpleNamespace(host=host, address=f"http://{host}/")
    found = page_address(cast(Any, listener), "", lambda: HERE)
    assert found == PageAddress(f"http://{host}", followed)


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
    line = asked.socket.return_value.__enter__.return_value
    line.getsockname.return_value = (own, 1)
    monkeypatch.setattr(addresses, "socket", asked)
    (tmp_path / "one").touch()
    monkeypatch.setattr(addresses, "_CONTAINERS", (tmp_path / (files or "none"), tmp_path / "two"))
    assert address_in_network() == found
    assert line.connect.called is (not files), "a line that leads nowhere has no address"


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
