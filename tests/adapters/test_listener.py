"""The port is taken before anything else is done, or one sentence says why not."""

import errno
import os
import socket
from contextlib import closing
from typing import Any

import pytest

from adapters.listener import Listener, TakenPort, is_wildcard


def test_a_taken_port() -> None:
    with closing(Listener("127.0.0.1", 0)) as first:
        with pytest.raises(TakenPort, match=f"{first.port} .*TRUCO_PLAYGROUND_PORT"):
            Listener("127.0.0.1", first.port)
        again = first.port
    with closing(Listener("127.0.0.1", again)) as second:
        assert second.address == f"http://127.0.0.1:{again}/"


def test_an_address_of_somebody_else() -> None:
    with pytest.raises(TakenPort, match="TRUCO_PLAYGROUND_HOST"):
        Listener("192.0.2.1", 0)


@pytest.mark.parametrize(
    ("host", "name", "wildcard"),
    [
        ("0.0.0.0", "127.0.0.1", True),
        ("127.0.0.1", "127.0.0.1", False),
        ("localhost", "localhost", False),
    ],
)
def test_the_address_for_a_browser(host: str, name: str, wildcard: bool) -> None:
    """All interfaces are no address: a browser of this machine takes the loopback's."""
    assert is_wildcard(host) is wildcard
    with closing(Listener(host, 0)) as listener:
        assert listener.port > 0
        assert listener.address == f"http://{name}:{listener.port}/"


def test_the_sockets_listen_and_wait_for_nobody() -> None:
    with closing(Listener("127.0.0.1", 0)) as listener:
        (taken,) = listener.sockets
        assert not taken.getblocking()
        assert taken.getsockname() == ("127.0.0.1", listener.port)
        with socket.create_connection(("127.0.0.1", listener.port), 5):
            accepted, _ = taken.accept()
            accepted.close()
    assert taken.fileno() == -1


def test_both_internets_may_have_the_same_port() -> None:
    """A socket of IPv6 takes the port of IPv6 alone: that of IPv4 is for somebody else."""
    try:
        new = Listener("::", 0)
    except TakenPort:
        pytest.skip("this system has no IPv6")
    with closing(new), closing(Listener("0.0.0.0", new.port)) as old:
        assert new.port == old.port
        with socket.create_connection(("127.0.0.1", old.port), 5):
            accepted, _ = old.sockets[0].accept()
            accepted.close()


@pytest.mark.parametrize(
    ("number", "advice"),
    [
        (errno.EADDRINUSE, "TRUCO_METRICS_PORT to another port"),
        (errno.EACCES, "TRUCO_METRICS_PORT to 1024 or more"),
        (errno.EADDRNOTAVAIL, "TRUCO_METRICS_HOST"),
    ],
)
def test_what_is_to_be_done_is_told_and_nothing_stays_open(
    monkeypatch: pytest.MonkeyPatch, number: int, advice: str
) -> None:
    opened = []

    class Refused(socket.socket):
        def bind(self, _: object) -> None:
            opened.append(self)
            raise OSError(number, os.strerror(number))

    monkeypatch.setattr(socket, "socket", Refused)
    with pytest.raises(TakenPort, match=advice):
        Listener("127.0.0.1", 80, "TRUCO_METRICS")
    assert [refused.fileno() for refused in opened] == [-1]


def test_a_name_with_an_address_that_is_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """IPv6 may be: then the other address is enough, and one of both ports is the other's."""
    places = [
        (socket.AF_INET6, socket.SOCK_STREAM, 6, "", ("::1", 0)),
        (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", 0)),
        (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", 0)),
    ]

    class Half(socket.socket):
        def bind(self, place: Any) -> None:
            if ":" in place[0]:
                raise OSError(errno.EADDRNOTAVAIL, "no IPv6")
            super().bind(place)

    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: places)
    monkeypatch.setattr(socket, "socket", Half)
    with closing(Listener("a-name", 0)) as listener:
        assert [bound.getsockname()[0] for bound in listener.sockets] == ["127.0.0.1"]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: places[:1])
    with pytest.raises(TakenPort, match="TRUCO_PLAYGROUND_HOST"):
        Listener("a-name", 0)
