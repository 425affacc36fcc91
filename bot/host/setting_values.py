"""The values that each setting may have, and the functions that read and check them."""

import ipaddress
import re
from collections.abc import Callable
from enum import StrEnum
from typing import Annotated
from urllib.parse import urlsplit

from pydantic import AfterValidator, BeforeValidator, SecretStr

from engine.fairness.beacon import KEY_SIZE, QUICKNET, Chain
from engine.fairness.hashes import HASH_SIZE

_SHORTEST_KEY = 32
_SQLITE_ADDRESS = re.compile(r"sqlite(?:\+\w+)?:///(?!:memory:(?:\?|$))[^?]+(?:\?.*)?")
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


def _lowered(value: object) -> object:
    return value.strip().lower() if isinstance(value, str) else value


def _check_language(value: object) -> object:
    if isinstance(value, str):
        return _LANGUAGES.get(value.strip().lower().replace("-", "_"), value)
    return value


def _check_database_address(value: str) -> str:
    if _SQLITE_ADDRESS.fullmatch(value):
        return f"sqlite+aiosqlite{value[value.index(':') :]}"
    # A file needs no library, and `truco health` is asked every few seconds.
    from sqlalchemy.engine import make_url
    from sqlalchemy.exc import ArgumentError

    try:
        url = make_url(value)
    except ArgumentError as error:
        raise ValueError("not an address") from error
    if url.get_backend_name() == "postgresql" and url.database:
        return url.set(drivername="postgresql").render_as_string(hide_password=False)
    raise ValueError("neither an SQLite file nor a PostgreSQL database")


def _check_host(value: str) -> str:
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


def _check_web_address(*schemes: str) -> Callable[[str], str]:
    """A check that a value is an address of one of these schemes; its last slash is removed."""

    def check(value: str) -> str:
        parts = urlsplit(value.strip())
        if parts.scheme not in schemes or not parts.hostname or parts.query or parts.fragment:
            raise ValueError("not such an address")
        return value.strip().rstrip("/")

    return check


def _check_page_address(value: str) -> str:
    address = _check_web_address("http", "https")(value)
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
    return tuple(_check_host(host) for host in value.split(",")) if value else ()


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


def _check_shared_day(value: SecretStr) -> SecretStr:
    word = value.get_secret_value().strip()
    if word.lower() in (OFF, EVERYBODY):
        return SecretStr(word.lower())
    if len(word) < _SHORTEST_KEY:
        raise ValueError("too short")
    return SecretStr(word)


def read_day_word(value: str) -> bytes | None:
    """The word that the hosts who share the hand of the day have agreed on; empty: everybody may
    share it; ``None``: this host shares none."""
    return {OFF: None, EVERYBODY: b""}.get(value, value.encode())


def read_relays(value: str) -> tuple[str, ...]:
    """The addresses in a list such as ``https://api.drand.sh,https://api2.drand.sh``, or none for
    ``off``. Raises ``ValueError``."""
    if value.strip().lower() == OFF:
        return ()
    return tuple(_check_web_address("http", "https")(address) for address in value.split(","))


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


def _of_form(pattern: str, value: str) -> str:
    """The value, which has this form, without blanks around it. Raises ``ValueError``."""
    if not re.fullmatch(pattern, value.strip()):
        raise ValueError("not of this form")
    return value.strip()


def _text(pattern: str) -> AfterValidator:
    return AfterValidator(lambda value: _of_form(pattern, value))


def _secret(pattern: str) -> AfterValidator:
    return AfterValidator(lambda value: SecretStr(_of_form(pattern, value.get_secret_value())))


def _readable(read: Callable[[str], object]) -> AfterValidator:
    """Checks that this function can read a value; otherwise it raises ``ValueError``."""

    def check(value: str) -> str:
        read(value)
        return value

    return AfterValidator(check)


_AnyCase = BeforeValidator(_lowered)
Playground = Annotated[PlaygroundSwitch, _AnyCase]
Level = Annotated[LogLevel, _AnyCase]
Format = Annotated[LogFormat, _AnyCase]
Locale = Annotated[Language, BeforeValidator(_check_language)]
DatabaseAddress = Annotated[str, AfterValidator(_check_database_address)]
HostName = Annotated[str, AfterValidator(_check_host)]
HostNames = Annotated[str, _readable(read_names)]
PageAddress = Annotated[str, AfterValidator(_check_page_address)]
WebAddress = Annotated[str, AfterValidator(_check_web_address("http", "https"))]
SecureAddress = Annotated[str, AfterValidator(_check_web_address("https"))]
SocketAddress = Annotated[str, AfterValidator(_check_web_address("ws", "wss"))]
SecretKey = Annotated[SecretStr, _secret(rf"(?s).{{{_SHORTEST_KEY},}}")]
SharedDay = Annotated[SecretStr, AfterValidator(_check_shared_day)]
Relays = Annotated[str, _readable(read_relays)]
BeaconChain = Annotated[str, _readable(read_chain)]
Users = Annotated[str, _readable(read_users)]
Shards = Annotated[str, _readable(read_shard_ids)]
DiscordToken = Annotated[SecretStr, _secret(r"[\w-]+\.[\w-]+\.[\w-]+")]
"""A token is three parts with dots between them. Other texts that people paste by mistake (a client
secret, an id) have no dots."""
DiscordSecret = Annotated[SecretStr, _secret(r"[A-Za-z0-9_-]{20,100}")]
TelegramToken = Annotated[SecretStr, _secret(r"[0-9]+:[\w-]+")]
"""The bot's number, a colon, and the secret part."""
TelegramSecret = Annotated[SecretStr, _secret(r"[A-Za-z0-9_-]{1,256}")]
TelegramApp = Annotated[str, _text(r"[A-Za-z0-9_]{3,30}")]
