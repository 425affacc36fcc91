"""The port is taken before anything else is done, or one sentence says why not."""

from contextlib import closing

import pytest

from adapters.listener import Listener, TakenPort


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
