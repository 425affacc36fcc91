"""Who is let in: pages that this server served, under its own names."""

import asyncio
import re
from types import SimpleNamespace
from typing import Any, cast

import pytest
from aiohttp import WSServerHandshakeError
from aiohttp.test_utils import make_mocked_request

from adapters.web.security import HEADERS, POLICY, Guard
from tests.adapters.web.house import House, a_key, opened

PATHS = (
    "/",
    "/ws",
    "/health",
    "/live",
    "/ready",
    "/static/0123456789abcdef/decks/spanish.svg",
    "/static/0123456789abcdef/words/es.json",
    "/static/0123456789abcdef/js/main.js",
    "/nothing",
)


async def test_a_foreign_name_for_this_address_is_refused(house: House) -> None:
    """DNS rebinding: the browser believes to talk to evil.example."""
    foreign = {"Host": f"evil.example:{house.listener.port}"}
    for path in PATHS:
        async with house.session.get(house.url + path, headers=foreign) as answer:
            assert answer.status == 403, path
            assert "evil" not in await answer.text()


async def get_no_line(house: House, *origins: str, **headers: str) -> None:
    for origin in origins:
        with pytest.raises(WSServerHandshakeError) as refused:
            async with house.line(Origin=origin, **headers):
                raise AssertionError(origin)
        assert refused.value.status == 403, origin


async def test_a_foreign_page_gets_no_line(house: House) -> None:
    await get_no_line(
        house,
        "http://evil.example",
        "http://localhost:1",  # another program on this machine
        "https://127.0.0.1",
        "null",  # a sandboxed frame
        "http://127.0.0.1.evil.example",
    )


async def test_requests_from_a_foreign_page_are_refused(house: House) -> None:
    foreign = {"Origin": "http://evil.example"}
    embedded = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}
    for path in PATHS:
        for headers in (foreign, embedded):
            async with house.session.get(house.url + path, headers=headers) as answer:
                assert answer.status == 403, path


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


async def test_an_address_that_does_not_exist_leads_a_person_to_the_tables(house: House) -> None:
    """A link may be cut, or end with a slash. Where no person reads the answer it says 404."""
    found = {}
    paths = ("/mesa", "/mesa/abcd2345/", "/estudio/?idioma=en", "//other.example/", "/x y/", "/no")
    for path in paths:
        for accept in ("text/html,*/*", "*/*"):
            async with house.session.get(
                f"{house.url}{path}", headers={"Accept": accept}, allow_redirects=False
            ) as answer:
                found[path, accept] = answer.status, answer.headers.get("Location")
    assert {path: told for (path, accept), told in found.items() if accept == "*/*"} == {
        path: (404, None) for path, _ in found
    }
    assert {path: told for (path, accept), told in found.items() if accept != "*/*"} == {
        "/mesa": (303, "/"),
        "/mesa/abcd2345/": (303, "/mesa/abcd2345"),
        "/estudio/?idioma=en": (303, "/estudio?idioma=en"),
        "//other.example/": (303, "/other.example"),
        "/x y/": (303, "/x%20y"),
        "/no": (303, "/"),
    }
    async with house.session.head(f"{house.url}/no", headers={"Accept": "text/html"}) as answer:
        assert answer.status == 404


async def test_every_answer_carries_the_headers(house: House) -> None:
    for path in PATHS:
        async with house.session.get(house.url + path) as answer:
            told = dict(answer.headers)
            # A page may have inline styles of its own, by their hashes.
            told[POLICY] = re.sub(r" 'sha256-[\w+/=]+'", "", told[POLICY])
            assert told.items() >= HEADERS.items(), path
            assert answer.headers["Cache-Control"] in ("no-store", "no-cache"), path


async def test_what_a_page_is_told_is_not_compressed(house: House) -> None:
    """The length of a message would tell more of what stands in it."""
    asked = house.session.ws_connect(f"{house.url}/ws", headers={"Origin": house.url}, compress=15)
    async with asked as socket:
        assert not socket.compress


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
        ("127.0.0.1", "evil@127.0.0.1:8080", False),
        ("127.0.0.1", "evil:8080@127.0.0.1:8080", False),
        ("127.0.0.1", "@127.0.0.1:8080", False),
        ("127.0.0.1", "127.0.0.1:8080/evil", False),
        ("127.0.0.1", "127.0.0.1:8080?evil", False),
        ("127.0.0.1", "127.0.0.1:8080#evil", False),
        ("127.0.0.1", "127.0.0.1: 8080", False),
        ("127.0.0.1", "127.0.0.1:\u0668\u0660\u0668\u0660", False),
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


PUBLIC = "https://truco.example.org"


@pytest.mark.parametrize(
    ("public", "asked", "known"),
    [
        (PUBLIC, "truco.example.org", True),
        (PUBLIC, "Truco.Example.org:443", True),
        (PUBLIC, "truco.example.org:80", False),
        (PUBLIC, "truco.example.org:8080", False),
        (PUBLIC, "evil.truco.example.org", False),
        (PUBLIC, "127.0.0.1:8080", True),
        ("http://truco.example.org:9000", "truco.example.org:9000", True),
        ("http://truco.example.org:9000", "truco.example.org", False),
        ("http://truco.example.org", "truco.example.org:80", True),
        ("", "truco.example.org", False),
    ],
)
def test_names_behind_a_proxy(public: str, asked: str, known: bool) -> None:
    assert Guard("127.0.0.1", 8080, public).knows(asked) is known


@pytest.mark.parametrize("passes_host", [True, False])
async def test_a_page_that_a_proxy_serves_gets_its_line(passes_host: bool) -> None:
    """The proxy speaks TLS with the browser and plain HTTP with us. It changes no ``Origin``; the
    ``Host`` is the public one or our own, as its configuration says."""
    async with opened(public=PUBLIC) as house:
        sent = {"Origin": PUBLIC} | ({"Host": "truco.example.org"} if passes_host else {})
        async with house.session.get(house.url, headers=sent) as answer:
            assert answer.status == 200
            assert "Set-Cookie" not in answer.headers, "a cookie would have to be marked secure"
        async with house.line(**sent) as page:
            await page.tell("hello", key=a_key(), name="Ana", locale="es")
            await page.hear("welcome")


async def test_a_foreign_page_gets_no_line_through_the_proxy() -> None:
    async with opened(public=PUBLIC) as house:
        await get_no_line(
            house,
            "http://truco.example.org",  # without TLS: somebody between could have written it
            "https://truco.example.org:8443",
            "https://truco.example.org.evil.example",
            "https://evil@truco.example.org",
            "null",
            Host="truco.example.org",
        )


FRAMED, PROXY = "/ventana/discord", "https://1.discordsays.com"


@pytest.mark.parametrize(
    ("path", "headers", "accepted"),
    [
        ("/", {}, True),
        ("/", {"Sec-Fetch-Site": "none"}, True),
        ("/", {"Sec-Fetch-Site": "same-origin"}, True),
        ("/", {"Sec-Fetch-Site": "same-site"}, False),
        ("/", {"Origin": "http://127.0.0.1:8080"}, True),
        ("/", {"Origin": ""}, False),
        ("/", {"Origin": PROXY}, False),
        (FRAMED, {"Origin": PROXY}, True),
        (FRAMED, {"Origin": "https://2.discordsays.com"}, False),
    ],
)
def test_a_page_that_a_platform_serves_asks_below_its_path_alone(
    path: str, headers: dict[str, str], accepted: bool
) -> None:
    guard = Guard("127.0.0.1", 8080, proxied=lambda asked: PROXY if asked == FRAMED else "")
    request = make_mocked_request("GET", path, headers={"Host": "127.0.0.1:8080", **headers})
    assert guard.accepts(request) is accepted


async def test_two_hosts_are_none(house: House) -> None:
    """A proxy and this server could each believe another one of them."""
    reader, writer = await asyncio.open_connection("127.0.0.1", house.listener.port)
    ours = f"127.0.0.1:{house.listener.port}"
    writer.write(f"GET / HTTP/1.1\r\nHost: {ours}\r\nHost: {ours}\r\n\r\n".encode())
    status = await reader.readline()
    writer.close()
    await writer.wait_closed()
    assert status.split()[1] in (b"400", b"403")


async def test_only_reading(house: House) -> None:
    """Nothing is done by a plain request: there is no form to forge."""
    for method in ("POST", "PUT", "DELETE"):
        async with house.session.request(method, house.url) as answer:
            assert answer.status == 405


@pytest.mark.parametrize(
    ("public", "remote", "forwarded", "source"),
    [
        ("", "192.0.2.1", "", "192.0.2.1"),
        ("", "192.0.2.1", "198.51.100.7", "192.0.2.1"),
        ("https://truco.example.org", "127.0.0.1", "10.0.0.1, 198.51.100.7", "198.51.100.7"),
        ("https://truco.example.org", "127.0.0.1", "", "127.0.0.1"),
        ("", "2001:db8:1:2:3:4:5:6", "", "2001:db8:1:2::/64"),
        ("https://truco.example.org", "127.0.0.1", "unknown", ""),
        ("", None, "", ""),
    ],
)
def test_where_a_request_comes_from(
    public: str, remote: str | None, forwarded: str, source: str
) -> None:
    """What a header says counts behind a proxy alone: there the last one is the proxy's."""
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}
    request = SimpleNamespace(headers=headers, remote=remote)
    assert Guard("127.0.0.1", 8080, public).source(cast(Any, request)) == source
