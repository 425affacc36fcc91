"""Who is let in: pages that this server served, under its own names."""

import pytest
from aiohttp import WSServerHandshakeError

from adapters.web.security import HEADERS, Guard
from tests.adapters.web.house import House, opened

PATHS = (
    "/",
    "/ws",
    "/health",
    "/decks/spanish.svg",
    "/words/es.json",
    "/static/js/main.js",
    "/nothing",
)


@pytest.mark.parametrize("path", PATHS)
async def test_a_foreign_name_for_this_address_is_refused(house: House, path: str) -> None:
    """DNS rebinding: the browser believes to talk to evil.example."""
    foreign = {"Host": f"evil.example:{house.listener.port}"}
    async with house.session.get(house.url + path, headers=foreign) as answer:
        assert answer.status == 403
        assert "evil" not in await answer.text()


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "http://localhost:1",  # another program on this machine
        "https://127.0.0.1",
        "null",  # a sandboxed frame
        "http://127.0.0.1.evil.example",
    ],
)
async def test_a_foreign_page_gets_no_line(house: House, origin: str) -> None:
    with pytest.raises(WSServerHandshakeError) as refused:
        async with house.line(Origin=origin):
            raise AssertionError
    assert refused.value.status == 403


async def test_a_line_without_an_origin_is_no_page_s(house: House) -> None:
    async with house.session.get(
        f"{house.url}/ws", headers={"Upgrade": "websocket", "Connection": "Upgrade"}
    ) as answer:
        assert answer.status == 403


@pytest.mark.parametrize("path", PATHS)
async def test_requests_from_a_foreign_page_are_refused(house: House, path: str) -> None:
    foreign = {"Origin": "http://evil.example"}
    async with house.session.get(house.url + path, headers=foreign) as answer:
        assert answer.status == 403
    embedded = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}
    async with house.session.get(house.url + path, headers=embedded) as answer:
        assert answer.status == 403


async def test_a_link_elsewhere_may_lead_here(house: House) -> None:
    followed = {
        "Sec-Fetch-Site": "cross-site",
        "Sec-Fetch-Mode": "navigate",
        "Sec-Fetch-Dest": "document",
    }
    async with house.session.get(house.url, headers=followed) as answer:
        assert answer.status == 200
    framed = followed | {"Sec-Fetch-Dest": "iframe"}
    async with house.session.get(house.url, headers=framed) as answer:
        assert answer.status == 403


@pytest.mark.parametrize("path", PATHS)
async def test_every_answer_carries_the_headers(house: House, path: str) -> None:
    async with house.session.get(house.url + path) as answer:
        for name, value in HEADERS.items():
            assert answer.headers[name] == value
        assert answer.headers["Cache-Control"] in ("no-store", "no-cache")


def test_nothing_inline_is_allowed() -> None:
    policy = HEADERS["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert policy.startswith("default-src 'none'")


@pytest.mark.parametrize(
    ("host", "asked", "known"),
    [
        ("127.0.0.1", "127.0.0.1:8080", True),
        ("127.0.0.1", "LOCALHOST:8080", True),
        ("127.0.0.1", "[::1]:8080", True),
        ("127.0.0.1", "127.0.0.1:8081", False),
        ("127.0.0.1", "127.0.0.1", False),
        ("127.0.0.1", "192.168.1.5:8080", False),
        ("127.0.0.1", "evil.example:8080", False),
        ("127.0.0.1", "localhost.:8080", False),
        ("127.0.0.1", "localhost@evil.example:8080", False),
        ("127.0.0.1", "", False),
        ("127.0.0.1", "[::1:8080", False),
        ("127.0.0.1", "127.0.0.1:99999", False),
        ("192.168.1.5", "192.168.1.5:8080", True),
        ("table.example", "table.example:8080", True),
        # In a container the port that people use is another one.
        ("0.0.0.0", "127.0.0.1:9000", True),
        ("0.0.0.0", "evil.example:8080", False),
        ("::", "localhost:9000", True),
    ],
)
def test_names_and_ports(host: str, asked: str, known: bool) -> None:
    assert Guard(host, 8080).knows(asked) is known


async def test_the_port_of_a_container_may_be_another() -> None:
    async with opened(host="0.0.0.0") as house:
        async with house.session.get(house.url, headers={"Host": "localhost:9999"}) as answer:
            assert answer.status == 200
        async with house.session.get(house.url, headers={"Host": "evil.example"}) as answer:
            assert answer.status == 403


async def test_only_reading(house: House) -> None:
    """Nothing is done by a plain request: there is no form to forge."""
    for method in ("POST", "PUT", "DELETE"):
        async with house.session.request(method, house.url) as answer:
            assert answer.status == 405
