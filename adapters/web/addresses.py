"""The address of the page for other people, and for a telephone beside the screen."""

import ipaddress
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Final

from msgspec import Struct

from adapters.listener import Listener, is_wildcard

_CONTAINERS: Final = (Path("/.dockerenv"), Path("/run/.containerenv"))
"""Files that exist only in a container. A container's address leads nowhere from outside."""
_ELSEWHERE: Final = ("192.0.2.1", 9)
"""An address that nobody has (RFC 5737). Nothing is sent there."""


class PageAddress(Struct, frozen=True):
    """The address at which people reach the page."""

    base: str
    """The address, without a slash at its end."""
    followed: bool
    """Whether another machine can follow the address."""
    host: str = ""
    """This machine's name in its network, if the page is reached by it; else empty."""


def address_in_network() -> str:
    """This machine's address in its network; empty: it has none, or is not reached there."""
    if any(path.exists() for path in _CONTAINERS):
        return ""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(_ELSEWHERE)
        except OSError:
            return ""
        found = str(asked.getsockname()[0])
    return "" if _is_loopback(found) or is_wildcard(found) else found


def page_address(
    listener: Listener, public: str, in_network: Callable[[], str] = address_in_network
) -> PageAddress:
    """The address of the page of this listener. ``public``: the address under which a proxy serves
    it; empty: there is no proxy."""
    if public:
        return PageAddress(public.rstrip("/"), followed=True)
    own = listener.address.rstrip("/")
    if not is_wildcard(listener.host):
        return PageAddress(own, followed=not _is_loopback(listener.host))
    host = in_network()
    if not host:
        return PageAddress(own, followed=False)
    return PageAddress(f"http://{host}:{listener.port}", followed=True, host=host)


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"
