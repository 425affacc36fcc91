"""The values that settings may have, and the functions that read them from texts.

Such a function raises ``ValueError`` if the text is no such value.
"""

import ipaddress
import re
from collections.abc import Callable
from enum import StrEnum
from typing import Final, NamedTuple, TypeVar
from urllib.parse import urlsplit

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from engine.fairness.beacon import KEY_SIZE, QUICKNET, Chain
from engine.fairness.hashes import HASH_SIZE

_Choice = TypeVar("_Choice", bound=StrEnum)
_Number = TypeVar("_Number", int, float)

_SHORTEST_KEY = 32
OFF = "off"
EVERYBODY = "everybody"


class PlaygroundSwitch(StrEnum):
    AUTO = "auto"
    ON = "on"
    OFF = "off"


class LogLevel(StrEnum):
    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


class LogFormat(StrEnum):
    CONSOLE = "console"
    JSON = "json"


class Language(StrEnum):
    """The languages that people can choose (:data:`bot.words.CHOICES`)."""

    ES_419 = "es_419"
    ES_AR = "es_AR"
    ES_UY = "es_UY"
    ES_VE = "es_VE"
    ES = "es"
    PT_BR = "pt_BR"
    EN = "en"


_LANGUAGES = {language.lower(): language for language in Language}


class SecretText:
    """A text that never shows itself, so it cannot get into a log or an error."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text: Final = text

    def reveal(self) -> str:
        """The text, for whoever must be given it."""
        return self._text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SecretText) and other._text == self._text

    def __hash__(self) -> int:
        return hash(self._text)

    def __repr__(self) -> str:
        return "SecretText()"


class Whole(NamedTuple):
    """Reads whole numbers between two bounds."""

    low: int
    high: int

    def __call__(self, text: str) -> int:
        return _between(self.low, int(text), self.high)


class Decimal(NamedTuple):
    """Reads numbers between two bounds."""

    low: int
    high: int

    def __call__(self, text: str) -> float:
        return _between(self.low, float(text), self.high)


def _between(low: int, value: _Number, high: int) -> _Number:
    if not low <= value <= high:  # a value that is not a number is not between them either
        raise ValueError("out of bounds")
    return value


def one_of(choices: type[_Choice]) -> Callable[[str], _Choice]:
    """Reads one of these choices, in any case of letters."""
    return lambda text: choices(text.strip().lower())


def read_language(text: str) -> Language:
    return Language(_LANGUAGES.get(text.strip().lower().replace("-", "_"), text))


def read_database_address(value: str) -> str:
    """The address of a database as SQLAlchemy writes it, with its driver."""
    try:
        url = make_url(value)
    except ArgumentError as error:
        raise ValueError("not an address") from error
    if url.get_backend_name() == "postgresql" and url.database:
        return url.set(drivername="postgresql").render_as_string(hide_password=False)
    if url.get_backend_name() != "sqlite" or url.database in (None, "", ":memory:") or url.host:
        raise ValueError("neither an SQLite file nor a PostgreSQL database")
    return url.set(drivername="sqlite+aiosqlite").render_as_string(hide_password=False)


def read_host(value: str) -> str:
    value = value.strip()
    try:
        ipaddress.ip_address(value)
    except ValueError:
        # Four numbers that are no valid address are not a host name either.
        if not re.fullmatch(r"(?!-)[A-Za-z0-9.-]{1,253}(?<![.-])", value) or re.fullmatch(
            r"[0-9.]+", value
        ):
            raise
    return value


def web_address(*schemes: str) -> Callable[[str], str]:
    """Reads an address of one of these schemes; its last slash is removed."""

    def read(value: str) -> str:
        parts = urlsplit(value.strip())
        if parts.scheme not in schemes or not parts.hostname or parts.query or parts.fragment:
            raise ValueError("not such an address")
        return value.strip().rstrip("/")

    return read


def read_page_address(value: str) -> str:
    """The address of a page: a scheme, a name and perhaps a port."""
    address = web_address("http", "https")(value)
    parts = urlsplit(address)
    if parts.path or parts.username is not None or parts.password is not None:
        raise ValueError("more than a scheme, a name and a port")
    _ = parts.port  # raises ValueError if it is no address
    return address.lower()


def read_users(value: str) -> frozenset[str]:
    """The users in a list such as ``discord:123,telegram:456``. Raises ``ValueError``."""
    found = frozenset(part.strip() for part in value.split(",") if part.strip())
    if not all(re.fullmatch(r"(discord|telegram|web):[A-Za-z0-9]+", user) for user in found):
        raise ValueError("not users")
    return found


def read_names(value: str) -> tuple[str, ...]:
    """The names and addresses in a list such as ``truco,10.0.0.5``. Raises ``ValueError``."""
    return tuple(read_host(host) for host in value.split(",")) if value else ()


def read_shard_ids(value: str) -> tuple[int, ...]:
    """The numbers in a list such as ``0-3,8``. Raises ``ValueError``."""
    found: set[int] = set()
    for part in value.replace(" ", "").split(","):
        first, dash, last = part.partition("-")
        numbers = range(int(first), int(last if dash else first) + 1)
        if not numbers or not all(0 <= end < 10_000 for end in (numbers[0], numbers[-1])):
            raise ValueError("not numbers of shards")
        found.update(numbers)
    return tuple(sorted(found))


def read_shared_day(value: str) -> SecretText:
    word = value.strip()
    if word.lower() in (OFF, EVERYBODY):
        return SecretText(word.lower())
    if len(word) < _SHORTEST_KEY:
        raise ValueError("too short")
    return SecretText(word)


def read_day_word(value: str) -> bytes | None:
    """The word that the hosts who share the hand of the day have agreed on; empty: everybody may
    share it; ``None``: this host shares none."""
    return {OFF: None, EVERYBODY: b""}.get(value, value.encode())


def read_relays(value: str) -> tuple[str, ...]:
    """The addresses in a list such as ``https://api.drand.sh,https://api2.drand.sh``, or none for
    ``off``. Raises ``ValueError``."""
    if value.strip().lower() == OFF:
        return ()
    found = tuple(web_address("http", "https")(address) for address in value.split(","))
    if not found:
        raise ValueError("no address")
    return found


def read_chain(value: str | None) -> Chain:
    """The chain in a text such as ``52db...e971:83cf...e45a:1692803367:3``: its hash, its public
    key, the moment of its first round and the seconds between two; ``None``: drand's quicknet.
    Raises ``ValueError``."""
    if value is None:
        return QUICKNET
    name, key, genesis, period = value.strip().split(":")
    chain = Chain(bytes.fromhex(name), bytes.fromhex(key), int(genesis), int(period))
    if len(chain.hash) != HASH_SIZE or len(chain.public_key) != KEY_SIZE or chain.period < 1:
        raise ValueError("no such chain")
    return chain


def text_of(pattern: str) -> Callable[[str], str]:
    """Reads a text of this form, without the blanks around it."""

    def read(value: str) -> str:
        if not re.fullmatch(pattern, value.strip()):
            raise ValueError("not of this form")
        return value.strip()

    return read


def secret_of(pattern: str) -> Callable[[str], SecretText]:
    """Reads a secret of this form, without the blanks around it."""
    read = text_of(pattern)
    return lambda value: SecretText(read(value))


def readable(read: Callable[[str], object]) -> Callable[[str], str]:
    """Keeps a text as it is, if this function can read it."""

    def check(value: str) -> str:
        read(value)
        return value

    return check


WEB_ADDRESS: Final = web_address("http", "https")
SECRET_KEY: Final = secret_of(rf"(?s).{{{_SHORTEST_KEY},}}")
DISCORD_TOKEN: Final = secret_of(r"[\w-]+\.[\w-]+\.[\w-]+")
"""A token is three parts with dots between them. Other texts that people paste by mistake (a client
secret, an id) have no dots."""
DISCORD_SECRET: Final = secret_of(r"[A-Za-z0-9_-]{20,100}")
TELEGRAM_TOKEN: Final = secret_of(r"[0-9]+:[\w-]+")
"""The bot's number, a colon, and the secret part."""
TELEGRAM_SECRET: Final = secret_of(r"[A-Za-z0-9_-]{1,256}")
TELEGRAM_APP: Final = text_of(r"[A-Za-z0-9_]{3,30}")
