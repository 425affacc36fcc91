"""The settings: environment variables named `TRUCO_...`, or such lines in a file `.env`.

The file is in the working folder. If both set a value, the environment's value counts. An empty
value counts as not set. All mistakes are collected first and reported together, one sentence for
each, and then nothing starts. An unknown name is a mistake too: if it were ignored, a misspelt name
would be hard to find.
"""

import difflib
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple, get_type_hints

from dotenv.main import resolve_variables
from dotenv.parser import parse_stream

from bot.host.setting_values import (
    DISCORD_SECRET,
    DISCORD_TOKEN,
    OFF,
    SECRET_KEY,
    TELEGRAM_APP,
    TELEGRAM_SECRET,
    TELEGRAM_TOKEN,
    WEB_ADDRESS,
    Decimal,
    Language,
    LogFormat,
    LogLevel,
    PlaygroundSwitch,
    SecretText,
    Whole,
    one_of,
    read_chain,
    read_database_address,
    read_host,
    read_language,
    read_names,
    read_page_address,
    read_relays,
    read_shard_ids,
    read_shared_day,
    read_users,
    readable,
    web_address,
)

PREFIX: Final = "TRUCO_"
_NOT_SHARED: Final = SecretText(OFF)


class SettingsError(Exception):
    """The settings do not allow a start. `problems` has one sentence for each reason."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = tuple(problems)


class SettingReader(NamedTuple):
    """How a setting is read."""

    read: Callable[[str], object]
    """Reads its value from a text. Raises ValueError."""
    description: str
    """What its value must be; the sentence that refuses a value ends with it."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """Everything that a start needs. Read it with `load_settings`, which explains every mistake."""

    database_url: Annotated[
        str,
        SettingReader(
            read_database_address,
            "the address of an SQLite file, such as sqlite:///data/truco.db, or of a "
            "PostgreSQL database, such as postgresql://user:password@host/truco",
        ),
    ] = field(default="sqlite+aiosqlite:///data/truco.db", repr=False)
    """The address of the database, as SQLAlchemy writes it, with its driver."""
    secret_key: Annotated[
        SecretText | None, SettingReader(SECRET_KEY, "at least 32 characters that nobody can guess")
    ] = None
    """The key that seals the secrets of running matches; None: a key in a file of its own beside an
    SQLite database."""
    playground: Annotated[
        PlaygroundSwitch, SettingReader(one_of(PlaygroundSwitch), "auto, on or off")
    ] = PlaygroundSwitch.AUTO
    playground_host: Annotated[
        str, SettingReader(read_host, "the address or name of an interface, such as 127.0.0.1")
    ] = "127.0.0.1"
    playground_port: Annotated[
        int,
        SettingReader(Whole(0, 65535), "a whole number from 1 to 65535, or 0 for any free port"),
    ] = 8080
    public_url: Annotated[
        str | None,
        SettingReader(
            read_page_address,
            "the address of the page without a path, such as https://truco.example.org",
        ),
    ] = None
    """The address under which a proxy serves the playground; None: people reach it directly."""
    metrics_host: Annotated[
        str, SettingReader(read_host, "the address or name of an interface, such as 127.0.0.1")
    ] = "127.0.0.1"
    metrics_port: Annotated[
        int | None,
        SettingReader(Whole(0, 65535), "a whole number from 1 to 65535, or 0 for any free port"),
    ] = None
    """None: there are no metrics."""
    metrics_names: Annotated[
        str | None,
        SettingReader(
            readable(read_names), "names or addresses of this machine such as truco,10.0.0.5"
        ),
    ] = None
    """The host names by which the metrics may be requested, besides ``metrics_host`` and the
    loopback."""
    log_level: Annotated[
        LogLevel, SettingReader(one_of(LogLevel), "debug, info, warning or error")
    ] = LogLevel.INFO
    log_format: Annotated[LogFormat, SettingReader(one_of(LogFormat), "console or json")] = (
        LogFormat.CONSOLE
    )
    default_locale: Annotated[
        Language, SettingReader(read_language, "es_419, es_AR, es_UY, es_VE, es, pt_BR or en")
    ] = Language.ES_419
    turn_seconds: Annotated[
        int, SettingReader(Whole(5, 86_400), "a whole number of seconds from 5 to 86400")
    ] = 60
    bet_seconds: Annotated[
        int, SettingReader(Whole(0, 86_400), "a whole number of seconds from 0 to 86400")
    ] = 0
    """0: the same time as for a turn."""
    bank_seconds: Annotated[
        int, SettingReader(Whole(0, 3600), "a whole number of seconds from 0 to 3600")
    ] = 20
    robot_delay: Annotated[
        float, SettingReader(Decimal(0, 60), "a number of seconds from 0 to 60")
    ] = 1.5

    beacon: Annotated[
        str,
        SettingReader(
            readable(read_relays),
            "off, or addresses of relays such as https://api.drand.sh, with commas",
        ),
    ] = (
        "https://api.drand.sh,https://api2.drand.sh,https://api3.drand.sh,"
        "https://drand.cloudflare.com"
    )
    """The relays of the public beacon whose rounds go into the deals."""
    beacon_chain: Annotated[
        str | None,
        SettingReader(
            readable(read_chain),
            "hash:public key:first round's second:seconds between rounds, of a chain of"
            " the scheme bls-unchained-g1-rfc9380",
        ),
    ] = None
    """None: drand's quicknet."""

    shared_day: Annotated[
        SecretText,
        SettingReader(
            read_shared_day, "off, everybody, or at least 32 characters that nobody can guess"
        ),
    ] = _NOT_SHARED
    """The hosts with which this host shares the hand of the day, by the word that they have agreed
    on."""
    day_folder: Annotated[
        str | None, SettingReader(str, "the path of a folder, such as data/days")
    ] = None
    """The folder with the files of shared days; None: this host neither gives results to other
    hosts nor gets theirs."""

    keep_days: Annotated[
        int, SettingReader(Whole(0, 36_500), "a whole number of days, or 0 for ever")
    ] = 0

    person_tables: Annotated[
        int, SettingReader(Whole(1, 1000), "a whole number from 1 to 1000")
    ] = 10
    person_lobbies: Annotated[int, SettingReader(Whole(1, 100), "a whole number from 1 to 100")] = 3
    person_calls: Annotated[int, SettingReader(Whole(0, 1000), "a whole number from 0 to 1000")] = 5
    community_tables: Annotated[
        int, SettingReader(Whole(0, 100_000), "a whole number of tables, or 0 for any number")
    ] = 100
    phrase_seconds: Annotated[
        float, SettingReader(Decimal(0, 3600), "a number of seconds from 0 to 3600")
    ] = 8

    league_folder: Annotated[
        Path | None, SettingReader(Path, "this house's folder of a league, such as data/league")
    ] = None
    """None: this host plays in no league between houses."""
    league_key: Annotated[
        Path, SettingReader(Path, "the file of this house's key, such as house.key")
    ] = Path("house.key")

    barred: Annotated[
        str | None,
        SettingReader(
            readable(read_users),
            "users, such as discord:123,telegram:456, with commas between them",
        ),
    ] = None
    """The users whom the host keeps away from all tables."""

    discord_token: Annotated[
        SecretText | None,
        SettingReader(DISCORD_TOKEN, "the bot's token, from the page Bot of the developer portal"),
    ] = None
    discord_client_secret: Annotated[
        SecretText | None,
        SettingReader(
            DISCORD_SECRET,
            "the application's client secret, from the page OAuth2 of the developer portal",
        ),
    ] = None
    """None: the page opens in no window of Discord's."""
    discord_api_url: Annotated[
        str, SettingReader(WEB_ADDRESS, "an address such as http://127.0.0.1:8081/api/v10")
    ] = "https://discord.com/api/v10"
    discord_gateway_url: Annotated[
        str,
        SettingReader(web_address("ws", "wss"), "an address such as ws://127.0.0.1:8081/gateway"),
    ] = "wss://gateway.discord.gg"
    discord_shards: Annotated[
        int,
        SettingReader(
            Whole(0, 10_000), "a whole number from 1, or 0 for as many as Discord advises"
        ),
    ] = 0

    discord_shard_ids: Annotated[
        str | None,
        SettingReader(readable(read_shard_ids), "numbers of shards such as 0-3 or 0,2,5"),
    ] = None

    telegram_token: Annotated[
        SecretText | None, SettingReader(TELEGRAM_TOKEN, "the bot's token, as BotFather gives it")
    ] = None
    telegram_api_url: Annotated[
        str, SettingReader(WEB_ADDRESS, "an address such as http://127.0.0.1:8081")
    ] = "https://api.telegram.org"
    telegram_app: Annotated[
        str | None,
        SettingReader(
            TELEGRAM_APP,
            "the short name of the bot's web app, as BotFather has it: 3 to 30 letters,"
            " digits and underscores",
        ),
    ] = None
    """None: the page opens in no window of Telegram's."""
    telegram_webhook_url: Annotated[
        str | None,
        SettingReader(
            web_address("https"), "an address such as https://truco.example.org/telegram"
        ),
    ] = None
    telegram_webhook_secret: Annotated[
        SecretText | None,
        SettingReader(TELEGRAM_SECRET, "1 to 256 letters, digits, underscores and hyphens"),
    ] = None
    telegram_webhook_host: Annotated[
        str, SettingReader(read_host, "the address or name of an interface, such as 127.0.0.1")
    ] = "127.0.0.1"
    telegram_webhook_port: Annotated[
        int, SettingReader(Whole(1, 65535), "a whole number from 1 to 65535")
    ] = 8443

    @property
    def telegram_webhook_is_open(self) -> bool:
        """Whether anybody could send updates to the webhook: it has no secret."""
        return self.telegram_webhook_url is not None and self.telegram_webhook_secret is None

    @property
    def has_page(self) -> bool:
        """Whether there is a page that the window of a chat platform could open."""
        return self.playground_is_on and (self.public_url or "").startswith("https://")

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


@cache
def known_settings() -> Mapping[str, SettingReader]:
    """Each setting by its field of `Settings`."""
    hints = get_type_hints(Settings, include_extras=True)
    return {name: hint.__metadata__[0] for name, hint in hints.items()}


def setting_name(field: str) -> str:
    """The environment variable of a field of `Settings`."""
    return PREFIX + field.upper()


def load_settings(env_file: Path = Path(".env")) -> Settings:
    """The settings from the environment and from `env_file`, which need not exist.

    Raises SettingsError, with one sentence for each mistake.
    """
    in_file, problems = _read_file(env_file)
    given = {
        name.upper(): value
        for name, value in (*in_file.items(), *os.environ.items())
        if value and name.upper().startswith(PREFIX)
    }
    names = {name: name.removeprefix(PREFIX).lower() for name in given}
    problems += _problems_of_names(names)
    texts = {names[name]: given[name] for name in given}
    values, wrong = _read_values(texts)
    problems += wrong
    settings = None
    if not wrong:
        settings = Settings(**values)
        problems += _problems_together(settings)
    if problems or settings is None:
        raise SettingsError(problems)
    return settings


def _problems_together(settings: Settings) -> Iterator[str]:
    """The reasons why settings that are right by themselves do not fit together."""
    if not settings.playground_is_on and not settings.platforms:
        yield (
            "TRUCO_PLAYGROUND is off and no chat platform has a token, which leaves nothing to run."
        )
    if settings.telegram_webhook_is_open:
        yield (
            "TRUCO_TELEGRAM_WEBHOOK_URL is set without TRUCO_TELEGRAM_WEBHOOK_SECRET: anybody"
            " could send updates there and play for others."
        )
    for own, platform, token in (
        ("telegram_app", "Telegram", settings.telegram_token),
        ("discord_client_secret", "Discord", settings.discord_token),
    ):
        if getattr(settings, own) is not None and not (settings.has_page and token):
            yield (
                f"{setting_name(own)} needs TRUCO_{platform.upper()}_TOKEN, TRUCO_PLAYGROUND=on,"
                " and a TRUCO_PUBLIC_URL that begins with https:"
                f" {platform} opens the page there."
            )
    if settings.has_unknown_shards:
        yield (
            "TRUCO_DISCORD_SHARD_IDS names shards, and TRUCO_DISCORD_SHARDS does not say that there"
            " are so many."
        )
    if settings.lacks_key:
        yield (
            "TRUCO_SECRET_KEY is not set, and TRUCO_DATABASE_URL is a PostgreSQL database: all"
            " processes that share it need the same key, for the secrets of running matches."
        )


def _read_file(env_file: Path) -> tuple[Mapping[str, str | None], list[str]]:
    """The values that `env_file` sets, and the mistakes of the file itself."""
    try:
        with env_file.open(encoding="utf-8") as stream:
            bindings = list(parse_stream(stream))
    except FileNotFoundError:
        return {}, []
    except UnicodeDecodeError:
        return {}, [f"{env_file} is not a text file in UTF-8."]
    except OSError as error:
        return {}, [f"{env_file} cannot be read: {error.strerror}."]
    problems = []
    for binding in bindings:
        is_ours = binding.key is not None and binding.key.upper().startswith(PREFIX)
        if binding.error or (is_ours and binding.value is None):
            problems.append(
                f"Line {binding.original.line} of {env_file} is not of the form NAME=value."
            )
    said = ((one.key, one.value) for one in bindings if one.key is not None)
    return resolve_variables(said, override=True), problems


def _problems_of_names(given: Mapping[str, str]) -> Iterator[str]:
    known = list(known_settings())
    for name, wanted in sorted(given.items()):
        if wanted in known:
            continue
        if close := difflib.get_close_matches(wanted, known, n=1):
            yield f"There is no setting {name}: did you mean {setting_name(close[0])}?"
        else:
            yield f"There is no setting {name}; .env.example lists them all."


def _read_values(texts: Mapping[str, str]) -> tuple[dict[str, Any], list[str]]:
    """The values of these fields of `Settings`, and the mistakes in them."""
    values, problems = {}, []
    for name, setting in known_settings().items():
        if name not in texts:
            continue
        try:
            values[name] = setting.read(texts[name])
        except ValueError:
            # The value itself stays out of the sentence: an address can hold a password.
            problems.append(f"{setting_name(name)} must be {setting.description}.")
    return values, problems
