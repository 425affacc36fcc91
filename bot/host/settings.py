"""The settings: environment variables named `TRUCO_...`, or such lines in a file `.env`.

The file is in the working folder. If both set a value, the environment's value counts. An empty
value counts as not set. All mistakes are collected first and reported together, one sentence for
each, and then nothing starts. An unknown name is a mistake too: if it were ignored, a misspelt name
would be hard to find."""

import difflib
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from dotenv.main import resolve_variables
from dotenv.parser import parse_stream
from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError

from bot.host.setting_values import (
    BeaconChain,
    DatabaseAddress,
    DiscordSecret,
    DiscordToken,
    Format,
    HostName,
    HostNames,
    Language,
    Level,
    Locale,
    LogFormat,
    LogLevel,
    PageAddress,
    Playground,
    PlaygroundSwitch,
    Relays,
    SecretKey,
    SecureAddress,
    Shards,
    SharedDay,
    SocketAddress,
    TelegramApp,
    TelegramSecret,
    TelegramToken,
    Users,
    WebAddress,
    read_shard_ids,
)

PREFIX = "TRUCO_"


class SettingsError(Exception):
    """The settings do not allow a start. `problems` has one sentence for each reason."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = tuple(problems)


class Settings(BaseModel):
    """Everything that a start needs. Read it with `load_settings`, which explains every mistake.
    The description of a field says what its value must be; the sentence that refuses a value ends
    with it."""

    model_config = ConfigDict(
        extra="ignore",  # load_settings says what is wrong with an unknown name
        frozen=True,
    )

    database_url: DatabaseAddress = Field(
        default="sqlite+aiosqlite:///data/truco.db",
        repr=False,  # the address may hold a password
        description="the address of an SQLite file, such as sqlite:///data/truco.db, or of a "
        "PostgreSQL database, such as postgresql://user:password@host/truco",
    )
    """The address of the database, as SQLAlchemy writes it, with its driver."""
    secret_key: SecretKey | None = Field(
        default=None, description="at least 32 characters that nobody can guess"
    )
    """The key that seals secrets of running matches; None: a key file beside an SQLite database."""
    playground: Playground = Field(default=PlaygroundSwitch.AUTO, description="auto, on or off")
    playground_host: HostName = Field(
        default="127.0.0.1", description="the address or name of an interface, such as 127.0.0.1"
    )
    playground_port: int = Field(
        default=8080,
        ge=0,
        le=65535,
        description="a whole number from 1 to 65535, or 0 for any free port",
    )
    public_url: PageAddress | None = Field(
        default=None,
        description="the address of the page without a path, such as https://truco.example.org",
    )
    """The address under which a proxy serves the playground; None: people reach it directly."""
    metrics_host: HostName = Field(
        default="127.0.0.1", description="the address or name of an interface, such as 127.0.0.1"
    )
    metrics_port: int | None = Field(
        default=None,
        ge=0,
        le=65535,
        description="a whole number from 1 to 65535, or 0 for any free port",
    )
    """None: there are no metrics."""
    metrics_names: HostNames | None = Field(
        default=None, description="names or addresses of this machine such as truco,10.0.0.5"
    )
    """The host names by which metrics may be requested, besides ``metrics_host`` and loopback."""
    log_level: Level = Field(default=LogLevel.INFO, description="debug, info, warning or error")
    log_format: Format = Field(default=LogFormat.CONSOLE, description="console or json")
    default_locale: Locale = Field(
        default=Language.ES_419, description="es_419, es_AR, es_UY, es_VE, es, pt_BR or en"
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

    beacon: Relays = Field(
        default="https://api.drand.sh,https://api2.drand.sh,https://api3.drand.sh,"
        "https://drand.cloudflare.com",
        description="off, or addresses of relays such as https://api.drand.sh, with commas",
    )
    """The relays of the public beacon whose rounds go into the deals."""
    beacon_chain: BeaconChain | None = Field(
        default=None,
        description="hash:public key:first round's second:seconds between rounds, of a chain of"
        " the scheme bls-unchained-g1-rfc9380",
    )
    """None: drand's quicknet."""

    shared_day: SharedDay = Field(
        default=SecretStr("off"),
        description="off, everybody, or at least 32 characters that nobody can guess",
    )
    """The hosts who share the hand of the day with this one, by the word agreed on."""
    day_folder: str | None = Field(
        default=None, description="the path of a folder, such as data/days"
    )
    """The folder with the files of shared days; None: no results are given to hosts, none taken."""

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

    league_folder: Path | None = Field(
        default=None, description="this house's folder of a league, such as data/league"
    )
    """None: this host plays in no league between houses."""
    league_key: Path = Field(
        default=Path("house.key"), description="the file of this house's key, such as house.key"
    )

    barred: Users | None = Field(
        default=None,
        description="users, such as discord:123,telegram:456, with commas between them",
    )
    """The users whom the host keeps away from all tables."""

    discord_token: DiscordToken | None = Field(
        default=None, description="the bot's token, from the page Bot of the developer portal"
    )
    discord_client_secret: DiscordSecret | None = Field(
        default=None,
        description="the application's client secret, from the page OAuth2 of the developer portal",
    )
    """None: the page opens in no window of Discord's."""
    discord_api_url: WebAddress = Field(
        default="https://discord.com/api/v10",
        description="an address such as http://127.0.0.1:8081/api/v10",
    )
    discord_gateway_url: SocketAddress = Field(
        default="wss://gateway.discord.gg",
        description="an address such as ws://127.0.0.1:8081/gateway",
    )
    discord_shards: int = Field(
        default=0,
        ge=0,
        le=10_000,
        description="a whole number from 1, or 0 for as many as Discord advises",
    )

    discord_shard_ids: Shards | None = Field(
        default=None, description="numbers of shards such as 0-3 or 0,2,5"
    )

    telegram_token: TelegramToken | None = Field(
        default=None, description="the bot's token, as BotFather gives it"
    )
    telegram_api_url: WebAddress = Field(
        default="https://api.telegram.org", description="an address such as http://127.0.0.1:8081"
    )
    telegram_app: TelegramApp | None = Field(
        default=None,
        description="the short name of the bot's web app, as BotFather has it: 3 to 30 letters,"
        " digits and underscores",
    )
    """None: the page opens in no window of Telegram's."""
    telegram_webhook_url: SecureAddress | None = Field(
        default=None, description="an address such as https://truco.example.org/telegram"
    )
    telegram_webhook_secret: TelegramSecret | None = Field(
        default=None, description="1 to 256 letters, digits, underscores and hyphens"
    )
    telegram_webhook_host: HostName = Field(
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
        """Whether the playground is served. `auto`: when no chat platform is configured."""
        if self.playground is PlaygroundSwitch.AUTO:
            return not self.platforms
        return self.playground is PlaygroundSwitch.ON


def setting_name(field: str) -> str:
    """The environment variable of a field of `Settings`."""
    return PREFIX + field.upper()


def load_settings(env_file: Path = Path(".env")) -> Settings:
    """The settings from the environment and from `env_file`, which need not exist. Raises
    SettingsError, with one sentence for each mistake."""
    in_file, problems = _read_file(env_file)
    given = {
        name.upper(): value
        for name, value in (*in_file.items(), *os.environ.items())
        if value and name.upper().startswith(PREFIX)
    }
    fields = {name: name.removeprefix(PREFIX).lower() for name in given}
    problems += _problems_of_names(fields)
    settings = None
    try:
        settings = Settings.model_validate({fields[name]: given[name] for name in given})
    except ValidationError as error:
        problems += _problems_of_values(error)
    if settings is not None:
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
    said = ((binding.key, binding.value) for binding in bindings if binding.key is not None)
    return resolve_variables(said, override=True), problems


def _problems_of_names(given: Mapping[str, str]) -> Iterator[str]:
    known = list(Settings.model_fields)
    for name, field in sorted(given.items()):
        if field in known:
            continue
        if close := difflib.get_close_matches(field, known, n=1):
            yield f"There is no setting {name}: did you mean {setting_name(close[0])}?"
        else:
            yield f"There is no setting {name}; .env.example lists them all."


def _problems_of_values(error: ValidationError) -> Iterator[str]:
    for field in dict.fromkeys(str(details["loc"][0]) for details in error.errors()):
        expected = Settings.model_fields[field].description
        # The value itself stays out of the sentence: an address can hold a password.
        yield f"{setting_name(field)} must be {expected}."
