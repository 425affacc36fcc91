"""A port of ours, which is taken before anything else is done."""

import errno
import ipaddress
import socket
from typing import Final

_BACKLOG: Final = 128
_ABSENT: Final = (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT)


class TakenPort(Exception):
    """Nobody can listen at this address. The text is one sentence that says what to do."""


class Listener:
    """Sockets that listen at an address. Connections wait until the server runs."""

    def __init__(self, host: str, port: int, setting: str = "TRUCO_PLAYGROUND") -> None:
        """Port 0 takes any free port. ``setting``: the common beginning of the names of the
        settings for host and port. Raises :class:`TakenPort`."""
        self.host: Final = host
        self.sockets: list[socket.socket] = []
        self.port = port
        try:
            absent: OSError | None = None
            for family, address in _addresses(host):
                try:
                    self._listen(family, address)
                except OSError as error:
                    if error.errno not in _ABSENT:
                        raise
                    absent = error  # a name may also mean an address that is switched off (IPv6)
            if absent is not None and not self.sockets:
                raise absent
        except OSError as error:
            self.close()
            raise TakenPort(_why(error, host, port, setting)) from error

    def _listen(self, family: int, address: str) -> None:
        taken = socket.socket(family, socket.SOCK_STREAM)
        try:
            self._bind(taken, family, address)
        except OSError:
            taken.close()
            raise
        self.sockets.append(taken)

    def _bind(self, taken: socket.socket, family: int, address: str) -> None:
        if hasattr(
            socket, "SO_EXCLUSIVEADDRUSE"
        ):  # on Windows, reuse would take over another program's port
            taken.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            taken.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        taken.bind((address, self.port))
        taken.listen(_BACKLOG)
        taken.setblocking(False)
        self.port = int(taken.getsockname()[1])

    @property
    def address(self) -> str:
        """The address for a browser."""
        host = "127.0.0.1" if is_wildcard(self.host) else self.host
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}/"

    def close(self) -> None:
        for taken in self.sockets:
            taken.close()


def is_wildcard(host: str) -> bool:
    """Whether this address means all interfaces."""
    try:
        return ipaddress.ip_address(host).is_unspecified
    except ValueError:
        return False


def _addresses(host: str) -> list[tuple[int, str]]:
    """The family and address of each place that this name means on this machine, each once."""
    found = socket.getaddrinfo(
        host, 0, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE, proto=socket.IPPROTO_TCP
    )
    return list(dict.fromkeys((int(family), str(place[0])) for family, _, _, _, place in found))


def _why(error: OSError, host: str, port: int, setting: str) -> str:
    where = f"{host} port {port}"
    if error.errno == errno.EADDRINUSE:
        return (
            f"{where} is taken by another program: stop that one, or set {setting}_PORT to"
            " another port."
        )
    if error.errno == errno.EACCES:
        return f"{where} may not be used by this user: set {setting}_PORT to 1024 or more."
    return f"{where} is no address of this machine: look at {setting}_HOST."
