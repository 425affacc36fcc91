"""Only pages that this server itself has served may talk to it.

Another web page in the same browser can reach 127.0.0.1 too. Two checks keep it out. *Host*: a name
that is not ours means that a foreign name has been pointed at this address (DNS rebinding).
*Origin*: a page tells where it comes from when it opens a WebSocket or sends something; that must
be the host and port that it talks to, or the public address behind which this server stands."""

import ipaddress
import re
from base64 import b64encode
from collections.abc import Callable, Collection, Iterable, Mapping
from hashlib import sha256
from typing import Final

from aiohttp import hdrs, web
from aiohttp.typedefs import Handler

from adapters.listener import is_wildcard
from adapters.windows import FRAMED

POLICY: Final = "Content-Security-Policy"
_NOBODY: Final = "frame-ancestors 'none'"


def policy(styles: Iterable[str] = (), frames: Collection[str] = ()) -> str:
    """The Content-Security-Policy of a page: no inline script, nothing from other servers, and only
    these inline styles. The WebSocket is allowed by ``connect-src 'self'``. ``frames``: the origins
    whose pages may hold this one in a frame; none: no page may. A page that is framed is not
    installed: it has neither manifest nor worker."""
    hashes = [b64encode(sha256(style.encode()).digest()).decode() for style in styles]
    allowed = "".join(f" 'sha256-{digest}'" for digest in hashes)
    holders = " ".join(frames) or "'none'"
    installed = "" if frames else " manifest-src 'self'; worker-src 'self';"
    return (
        f"default-src 'none'; script-src 'self'; style-src 'self'{allowed}; img-src 'self';"
        f" connect-src 'self';{installed} base-uri 'none'; form-action 'none';"
        f" frame-ancestors {holders}"
    )


_AGAINST_FRAMES: Final = "X-Frame-Options"
HEADERS: Final[Mapping[str, str]] = {
    POLICY: policy(),
    "X-Content-Type-Options": "nosniff",
    _AGAINST_FRAMES: "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Server": "truco",
}
NO_CACHE: Final = "no-cache"
"""The browser may keep it, but must ask each time whether it has changed."""
NO_STORE: Final = "no-store"

_LOOPBACK: Final = frozenset({"127.0.0.1", "localhost", "::1"})
_HOST: Final = re.compile(
    r"(?:\[(?P<six>[0-9a-f:.]+)\]|(?P<name>[a-z0-9._-]+))(?::(?P<port>[0-9]{1,5}))?"
)
_PORTS: Final = {"http": 80, "https": 443}

_CUSTOMER_BITS: Final = 64
"""The bits of an IPv6 address that all of one customer's machines share."""


class Guard:
    """Decides which requests come from our own page: by their ``Host`` and by the page that sent
    them.

    ``host``, ``port``: where this server listens. ``public``: the address under which a proxy
    serves the page (``https://truco.example.org``); empty: there is no proxy. ``names``: further
    names and addresses of this machine. ``proxied``: the origin at which a chat platform serves
    what stands at a path of ours; empty: it serves nothing there."""

    def __init__(
        self,
        host: str,
        port: int,
        public: str = "",
        *,
        names: Collection[str] = (),
        proxied: Callable[[str], str] = lambda _: "",
    ) -> None:
        self._names = _LOOPBACK | {name.lower() for name in (host, *names)}
        self._port = port
        # On all interfaces (a container) people may use another port; the name keeps strangers out.
        self._any_port = is_wildcard(host)
        self._public = _origin(public)
        self._proxied = proxied

    def knows(self, host: str) -> bool:
        """Whether this ``Host`` header is one of ours."""
        if self._public is not None and _split(host, self._public[0]) == self._public[1:]:
            return True
        return self._is_own(host)

    def _is_own(self, host: str) -> bool:
        """Whether this ``Host`` header names this server directly, without the proxy."""
        name, port = _split(host, "http")
        return name in self._names and (self._any_port or port == self._port)

    def source(self, request: web.Request) -> str:
        """The source of a request: its address, or with IPv6 the network of one customer; behind a
        proxy, the address that the proxy gives. Empty: unknown. It is remembered for some minutes,
        and never stored or logged."""
        told = request.headers.get("X-Forwarded-For", "") if self._public is not None else ""
        written = told.rpartition(",")[2].strip() or request.remote or ""
        try:
            address = ipaddress.ip_address(written)
        except ValueError:
            return ""
        if address.version == 4:
            return str(address)
        return str(ipaddress.ip_network((address, _CUSTOMER_BITS), strict=False))

    def accepts(self, request: web.Request) -> bool:
        """Whether to serve a request: its ``Host`` is ours, and no page of another site sent it. A
        request without ``Origin`` is served: browsers leave it out when a person opens the page."""
        if not self.knows(request.host):
            return False
        site = request.headers.get("Sec-Fetch-Site", "none")
        led = _followed_link(request) or _opened_frame(request)
        if not led and site not in ("none", "same-origin"):
            return False
        origin = request.headers.get("Origin")
        if origin is None or self._served(origin, request.host):
            return True
        proxied = self._proxied(request.path)
        return bool(proxied) and origin == proxied

    def _served(self, origin: str, host: str) -> bool:
        """Whether this server served the page that sent the request (``origin`` is its scheme, name
        and port). The proxy may change ``Host``, so the public address is ours with any."""
        if self._public is not None and _origin(origin) == self._public:
            return True
        return self._is_own(host) and origin.lower() == f"http://{host}".lower()


def _opened_frame(request: web.Request) -> bool:
    """Whether another page opens a framed page of ours: the answer says which pages may hold it."""
    fetched = request.headers.get("Sec-Fetch-Mode"), request.headers.get("Sec-Fetch-Dest")
    named = request.path.startswith(FRAMED)
    return named and request.method == "GET" and fetched == ("navigate", "iframe")


def _followed_link(request: web.Request) -> bool:
    """Whether a person opens our page by a link on another site. That is allowed."""
    return request.method == "GET" and (
        request.headers.get("Sec-Fetch-Mode"),
        request.headers.get("Sec-Fetch-Dest"),
    ) == ("navigate", "document")


def _split(host: str, scheme: str) -> tuple[str, int]:
    """The name and the port of a ``Host`` header; an impossible one has the name ``""``."""
    found = _HOST.fullmatch(host.lower())
    if found is None:
        return "", 0
    return found["six"] or found["name"], int(found["port"] or _PORTS[scheme])


def _origin(address: str) -> tuple[str, str, int] | None:
    """The scheme, the name and the port of an address; ``None``: it names none."""
    scheme, _, rest = address.lower().partition("://")
    return (scheme, *_split(rest, scheme)) if scheme in _PORTS else None


def _is_page(request: web.Request) -> bool:
    """Whether a browser is to show the answer to a person."""
    return request.method == hdrs.METH_GET and "text/html" in request.headers.get(hdrs.ACCEPT, "")


def _near(request: web.Request) -> str:
    """The page that was meant by an address that does not exist: the same without slashes at its
    end, otherwise the first page."""
    address = request.rel_url
    if not address.raw_path.endswith("/"):
        return "/"
    query = f"?{address.raw_query_string}" if address.raw_query_string else ""
    return f"/{address.raw_path.strip('/')}{query}"


def guarded(guard: Guard, *, has_pages: bool = False) -> web.Application:
    """An application in which ``guard`` checks every request, and every answer carries the security
    headers. ``has_pages``: it shows pages to people, and the first one is at ``/``. A person whose
    address does not exist, because their link was cut or has a slash too many, comes there."""

    @web.middleware
    async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
        if not guard.accepts(request):
            response: web.StreamResponse = web.Response(status=403, text="Not from here.\n")
        else:
            try:
                response = await handler(request)
            except web.HTTPException as error:
                response = web.Response(status=error.status, text=f"{error.reason}\n")
                if has_pages and isinstance(error, web.HTTPNotFound) and _is_page(request):
                    response = web.Response(status=303, headers={hdrs.LOCATION: _near(request)})
                if "Allow" in error.headers:
                    response.headers["Allow"] = error.headers["Allow"]
        if not response.prepared:
            for name, value in HEADERS.items():
                response.headers.setdefault(name, value)
            if _NOBODY not in response.headers[POLICY]:
                del response.headers[_AGAINST_FRAMES]  # its policy names the pages that may
            response.headers.setdefault("Cache-Control", NO_STORE)
        return response

    return web.Application(middlewares=[check], client_max_size=4096)
