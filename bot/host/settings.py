"""The settings: environment variables named `TRUCO_...`, or such lines in a file `.env`.

The file is looked for in the working folder; the environment goes before it. An empty value counts
as not set. All mistakes are collected first and reported together, one sentence for each, and then
nothing starts. An unknown name is a mistake too: if it were ignored, a misspelt name would be hard
to find.
"""

import difflib
import ipaddress
import os
import re
from collections.abc import Callable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

from dotenv.parser import parse_stream
from pydantic import AfterValidator, BeforeValidator, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from engine.fairness.beacon import KEY_SIZE, Chain
from engine.fairness.hashes import HASH_SIZE

PREFIX = "TRUCO_"
_SHORTEST_KEY = 32
OFF = "off"


class SettingsError(Exception):
    """The settings do not allow a start. `problems` has one sentence for each reason."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = tuple(problems)


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


def _language(value: object) -> object:
    if isinstance(value, str):
        return _LANGUAGES.get(value.strip().lower().replace("-", "_"), value)
    return value


def _database_address(value: str) -> str:
    try:
        url = make_url(value)
    except ArgumentError as error:
        raise ValueError("not an address") from error
    if url.get_backend_name() == "postgresql" and url.database:
        return url.set(drivername="postgresql").render_as_string(hide_password=False)
    if url.get_backend_name() != "sqlite" or url.database in (None, "", ":memory:") or url.host:
        raise ValueError("neither an SQLite file nor a PostgreSQL database")
    return url.set(drivername="sqlite+aiosqlite").render_as_string(hide_password=False)


def _host(value: str) -> str:
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


def _web_address(*schemes: str) -> Callable[[str], str]:
    """Makes a check that a value is an address of one of these schemes; its last slash is
    removed."""

    def check(value: str) -> str:
        parts = urlsplit(value.strip())
        if parts.scheme not in schemes or not parts.hostname or parts.query or parts.fragment:
            raise ValueError("not such an address")
        return value.strip().rstrip("/")

    return check


def _page_address(value: str) -> str:
    address = _web_address("http", "https")(value)
    parts = urlsplit(address)
    if parts.path or parts.username is not None or parts.password is not None:
        raise ValueError("more than a scheme, a name and a port")
    _ = parts.port  # raises ValueError if it is no address
    return address.lower()


def _discord_token(value: SecretStr) -> SecretStr:
    # A token is three parts with dots between them. Other texts that people paste by mistake (a
    # client secret, an id) have no dots.
    if not re.fullmatch(r"[\w-]+\.[\w-]+\.[\w-]+", value.get_secret_value().strip()):
        raise ValueError("not a bot's token")
    return SecretStr(value.get_secret_value().strip())


def _shard_ids(value: str) -> str:
    read_shard_ids(value)
    return value


def _names(value: str) -> str:
    read_names(value)
    return value


def _users(value: str) -> str:
    read_users(value)
    return value


def read_users(value: str) -> frozenset[str]:
    """The users in a list such as ``discord:123,telegram:456``. Raises ``ValueError``."""
    found = frozenset(part.strip() for part in value.split(",") if part.strip())
    if not all(re.fullmatch(r"(discord|telegram|web):[A-Za-z0-9]+", user) for user in found):
        raise ValueError("not users")
    return found


def read_names(value: str) -> tuple[str, ...]:
    """The names and addresses in a list such as ``truco,10.0.0.5``. Raises ``ValueError``."""
    return tuple(_host(host) for host in value.split(",")) if value else ()


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


def _telegram_token(value: SecretStr) -> SecretStr:
    # The bot's number, a colon, and the secret part.
    if not re.fullmatch(r"[0-9]+:[\w-]+", value.get_secret_value().strip()):
        raise ValueError("not a bot's token")
    return SecretStr(value.get_secret_value().strip())


def _telegram_secret(value: SecretStr) -> SecretStr:
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,256}", value.get_secret_value().strip()):
        raise ValueError("not such a secret")
    return SecretStr(value.get_secret_value().strip())


def _secret_key(value: SecretStr) -> SecretStr:
    if len(value.get_secret_value().strip()) < _SHORTEST_KEY:
        raise ValueError("too short")
    return SecretStr(value.get_secret_value().strip())


def _relays(value: str) -> str:
    read_relays(value)
    return value


def _chain(value: str) -> str:
    read_chain(value)
    return value


def read_relays(value: str) -> tuple[str, ...]:
    """The addresses in a list such as ``https://api.drand.sh,https://api2.drand.sh``, or none for
    ``off``. Raises ``ValueError``."""
    if value.strip().lower() == OFF:
        return ()
    found = tuple(_web_address("http", "https")(address) for address in value.split(","))
    if not found:
        raise ValueError("no address")
    return found


def read_chain(value: str) -> Chain:
    """The chain in a text such as ``52db...e971:83cf...e45a:1692803367:3``: its hash, its public
    key, the moment of its first round and the seconds between two. Raises ``ValueError``."""
    name, key, genesis, period = value.strip().split(":")
    chain = Chain(bytes.fromhex(name), bytes.fromhex(key), int(genesis), int(period))
    if len(chain.hash) != HASH_SIZE or len(chain.public_key) != KEY_SIZE or chain.period < 1:
        raise ValueError("no such chain")
    return chain


class Settings(BaseSettings):
    """Everything that a start needs. Read it with `load_settings`, which explains every mistake.

    The description of a field says what its value must be; the sentence that refuses a value ends
    with it."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_file_encoding="utf-8",
        env_ignore_empty=True,
        extra="ignore",  # names of other programs in .env; load_settings checks ours
        frozen=True,
    )

    database_url: Annotated[str, AfterValidator(_database_address)] = Field(
        default="sqlite+aiosqlite:///data/truco.db",
        repr=False,  # the address may hold a password
        description="the address of an SQLite file, such as sqlite:///data/truco.db, or of a "
        "PostgreSQL database, such as postgresql://user:password@host/truco",
    )
    """The address of the database, as SQLAlchemy writes it, with its driver."""
    secret_key: Annotated[SecretStr, AfterValidator(_secret_key)] | None = Field(
        default=None, description="at least 32 characters that nobody can guess"
    )
    """The key that seals the secrets of running matches; None: a key in a file of its own beside an
    SQLite database."""
    playground: Annotated[PlaygroundSwitch, BeforeValidator(_lowered)] = Field(
        default=PlaygroundSwitch.AUTO, description="auto, on or off"
    )
    playground_host: Annotated[str, AfterValidator(_host)] = Field(
        default="127.0.0.1", description="the address or name of an interface, such as 127.0.0.1"
    )
    playground_port: int = Field(
        default=8080,
        ge=0,
        le=65535,
        description="a whole number from 1 to 65535, or 0 for any free port",
    )
    public_url: Annotated[str, AfterValidator(_page_address)] | None = Field(
        default=None,
        description="the address of the page without a path, such as https://truco.example.org",
    )
    """The address under which a proxy serves the playground; None: people reach it directly."""
    metrics_host: Annotated[str, AfterValidator(_host)] = Field(
        default="127.0.0.1", description="the address or name of an interface, such as 127.0.0.1"
    )
    metrics_port: int | None = Field(
        default=None,
        ge=0,
        le=65535,
        description="a whole number from 1 to 65535, or 0 for any free port",
    )
    """None: there are no metrics."""
    metrics_names: Annotated[str, AfterValidator(_names)] | None = Field(
        default=None, description="names or addresses of this machine such as truco,10.0.0.5"
    )
    """Those by which the metrics are asked for, besides ``metrics_host`` and the loopback."""
    log_level: Annotated[LogLevel, BeforeValidator(_lowered)] = Field(
        default=LogLevel.INFO, description="debug, info, warning or error"
    )
    log_format: Annotated[LogFormat, BeforeValidator(_lowered)] = Field(
        default=LogFormat.CONSOLE, description="console or json"
    )
    default_locale: Annotated[Language, BeforeValidator(_language)] = Field(
        default=Language.ES_419,
        description="es_419, es_AR, es_UY, es_VE, es, pt_BR or en",
    )
    turn_seconds: int = Field(
        default=60, ge=5, le=86_400, description="a whole number of seconds from 5 to 86400"
    )
    bet_seconds: int = Field(
        default=0, ge=0, le=86_400, description="a whole number of seconds from 0 to 86400"
    )
    """0: the same time as for a turn."""
    bank_seconds: int = Field(
        default=20, ge=0, le=3600, description="a whole number of seconds from 0 to 3600"
    )
    robot_delay: float = Field(
        default=1.5,
        ge=0,
        le=60,
        allow_inf_nan=False,
        description="a number of seconds from 0 to 60",
    )

    beacon: Annotated[str, AfterValidator(_relays)] = Field(
        default="https://api.drand.sh,https://api2.drand.sh,https://api3.drand.sh,"
        "https://drand.cloudflare.com",
        description="off, or addresses of relays such as https://api.drand.sh, with commas",
    )
    """The relays of the public beacon whose rounds go into the deals."""
    beacon_chain: Annotated[str, AfterValidator(_chain)] | None = Field(
        default=None,
        description="hash:public key:first round's second:seconds between rounds, of a chain of"
        " the scheme bls-unchained-g1-rfc9380",
    )
    """None: drand's quicknet."""

    keep_days: int = Field(
        default=0, ge=0, le=36_500, description="a whole number of days, or 0 for ever"
    )

    person_tables: int = Field(
        default=10, ge=1, le=1000, description="a whole number from 1 to 1000"
    )
    person_lobbies: int = Field(default=3, ge=1, le=100, description="a whole number from 1 to 100")
    person_calls: int = Field(default=5, ge=0, le=1000, description="a whole number from 0 to 1000")
    community_tables: int = Field(
        default=100, ge=0, le=100_000, description="a whole number of tables, or 0 for any number"
    )
    phrase_seconds: float = Field(
        default=8,
        ge=0,
        le=3600,
        allow_inf_nan=False,
        description="a number of seconds from 0 to 3600",
    )

    barred: Annotated[str, AfterValidator(_users)] | None = Field(
        default=None,
        description="users, such as discord:123,telegram:456, with commas between them",
    )
    """The users whom the host keeps away from all tables."""

    discord_token: Annotated[SecretStr, AfterValidator(_discord_token)] | None = Field(
        default=None, description="the bot's token, from the page Bot of the developer portal"
    )
    discord_api_url: Annotated[str, AfterValidator(_web_address("http", "https"))] = Field(
        default="https://discord.com/api/v10",
        description="an address such as http://127.0.0.1:8081/api/v10",
    )
    discord_gateway_url: Annotated[str, AfterValidator(_web_address("ws", "wss"))] = Field(
        default="wss://gateway.discord.gg",
        description="an address such as ws://127.0.0.1:8081/gateway",
    )
    discord_shards: int = Field(
        default=0,
        ge=0,
        le=10_000,
        description="a whole number from 1, or 0 for as many as Discord advises",
    )

    discord_shard_ids: Annotated[str, AfterValidator(_shard_ids)] | None = Field(
        default=None, description="numbers of shards such as 0-3 or 0,2,5"
    )

    telegram_token: Annotated[SecretStr, AfterValidator(_telegram_token)] | None = Field(
        default=None, description="the bot's token, as BotFather gives it"
    )
    telegram_api_url: Annotated[str, AfterValidator(_web_address("http", "https"))] = Field(
        default="https://api.telegram.org", description="an address such as http://127.0.0.1:8081"
    )
    telegram_webhook_url: Annotated[str, AfterValidator(_web_address("https"))] | None = Field(
        default=None, description="an address such as https://truco.example.org/telegram"
    )
    telegram_webhook_secret: Annotated[SecretStr, AfterValidator(_telegram_secret)] | None = Field(
        default=None, description="1 to 256 letters, digits, underscores and hyphens"
    )
    telegram_webhook_host: Annotated[str, AfterValidator(_host)] = Field(
        default="127.0.0.1", description="the address or name of an interface, such as 127.0.0.1"
    )
    telegram_webhook_port: int = Field(
        default=8443, ge=1, le=65535, description="a whole number from 1 to 65535"
    )

    @property
    def telegram_webhook_is_open(self) -> bool:
        """Whether anybody could send updates to the webhook: it has no secret."""
        return self.telegram_webhook_url is not None and self.telegram_webhook_secret is None

    @property
    def lacks_key(self) -> bool:
        """Whether no key is set that all processes of this database could share."""
        return self.database_url.startswith("postgresql") and self.secret_key is None

    @property
    def has_unknown_shards(self) -> bool:
        """Whether a shard is named that is not among all shards."""
        named = read_shard_ids(self.discord_shard_ids or "0")
        return self.discord_shard_ids is not None and named[-1] >= self.discord_shards

    @property
    def platforms(self) -> tuple[str, ...]:
        """The chat platforms that are configured."""
        tokens = {"discord": self.discord_token, "telegram": self.telegram_token}
        return tuple(name for name, token in tokens.items() if token is not None)

    @property
    def playground_is_on(self) -> bool:
        """Whether the playground is served. `auto`: it is served when no chat platform is
        configured."""
        if self.playground is PlaygroundSwitch.AUTO:
            return not self.platforms
        return self.playground is PlaygroundSwitch.ON


def setting_name(field: str) -> str:
    """The environment variable of a field of `Settings`."""
    return PREFIX + field.upper()


def load_settings(env_file: Path = Path(".env")) -> Settings:
    """The settings from the environment and from `env_file`, which need not exist.

    Raises SettingsError, with one sentence for each mistake.
    """
    names_in_file, problems = _read_names(env_file)
    is_readable = not problems
    names = [name for name, value in os.environ.items() if value] + names_in_file
    problems += _problems_of_names(names)
    settings = None
    try:
        settings = Settings(_env_file=env_file if is_readable else None)
    except ValidationError as error:
        problems += _problems_of_values(error)
    if settings is not None and not settings.playground_is_on and not settings.platforms:
        problems.append(
            "TRUCO_PLAYGROUND is off and no chat platform has a token, which leaves nothing to run."
        )
    if settings is not None and settings.telegram_webhook_is_open:
        problems.append(
            "TRUCO_TELEGRAM_WEBHOOK_URL is set without TRUCO_TELEGRAM_WEBHOOK_SECRET: anybody"
            " could send updates there and play for others."
        )
    if settings is not None and settings.has_unknown_shards:
        problems.append(
            "TRUCO_DISCORD_SHARD_IDS names shards, and TRUCO_DISCORD_SHARDS does not say that there"
            " are so many."
        )
    if settings is not None and settings.lacks_key:
        problems.append(
            "TRUCO_SECRET_KEY is not set, and TRUCO_DATABASE_URL is a PostgreSQL database: all"
            " processes that share it need the same key, for the secrets of running matches."
        )
    if problems or settings is None:
        raise SettingsError(problems)
    return settings


def _read_names(env_file: Path) -> tuple[list[str], list[str]]:
    """The names that have a value in `env_file`, and the mistakes of the file itself."""
    try:
        with env_file.open(encoding="utf-8") as stream:
            bindings = list(parse_stream(stream))
    except FileNotFoundError:
        return [], []
    except UnicodeDecodeError:
        return [], [f"{env_file} is not a text file in UTF-8."]
    except OSError as error:
        return [], [f"{env_file} cannot be read: {error.strerror}."]
    names, problems = [], []
    for binding in bindings:
        is_ours = binding.key is not None and binding.key.upper().startswith(PREFIX)
        if binding.error or (is_ours and binding.value is None):
            problems.append(
                f"Line {binding.original.line} of {env_file} is not of the form NAME=value."
            )
        elif binding.key is not None and binding.value:
            names.append(binding.key)
    return names, problems


def _problems_of_names(names: list[str]) -> Iterator[str]:
    fields = list(Settings.model_fields)
    for name in sorted({name.upper() for name in names if name.upper().startswith(PREFIX)}):
        field = name.removeprefix(PREFIX).lower()
        if field in fields:
            continue
        if close := difflib.get_close_matches(field, fields, n=1):
            yield f"There is no setting {name}: did you mean {setting_name(close[0])}?"
        else:
            yield f"There is no setting {name}; .env.example lists them all."


def _problems_of_values(error: ValidationError) -> Iterator[str]:
    for field in dict.fromkeys(str(details["loc"][0]) for details in error.errors()):
        expected = Settings.model_fields[field].description
        # The value itself stays out of the sentence: an address can hold a password.
        yield f"{setting_name(field)} must be {expected}."
