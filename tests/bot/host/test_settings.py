"""Settings come from the environment and `.env`; what is wrong is told, a sentence each."""

import os
import re
from pathlib import Path

import pytest
from dotenv import dotenv_values

from bot.host.setting_values import (
    Language,
    LogLevel,
    PlaygroundSwitch,
    read_chain,
    read_day_word,
    read_relays,
    read_shard_ids,
    read_users,
)
from bot.host.settings import PREFIX, Settings, SettingsError, load_settings, setting_name
from bot.words import CHOICES
from engine.fairness.beacon import QUICKNET
from tests.narrow import present

ROOT = Path(__file__).parents[3]
EXAMPLE = ROOT / ".env.example"
CHAIN = f"{QUICKNET.hash.hex()}:{QUICKNET.public_key.hex()}:1692803367:3"
NO_SHARDS = ("x", "3-1", "-1", "1-", "1,,2", "99999", "0-99999")
NO_USERS = ("beto", "discord", "discord:1;telegram:2", "discord:1 2")
NO_RELAYS = ("none", "api.drand.sh", "ftp://x", "https://a,,https://b")
NO_CHAINS = ("x", CHAIN[1:], f"{CHAIN}:4", f"{CHAIN[:-1]}0", f"{CHAIN}x")


@pytest.fixture(autouse=True)
def _empty_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No setting of whoever runs the tests, and a working folder without `.env`."""
    for name in list(os.environ):
        if name.upper().startswith(PREFIX):
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)


def problems(env_file: Path = Path(".env")) -> tuple[str, ...]:
    with pytest.raises(SettingsError) as caught:
        load_settings(env_file)
    assert str(caught.value).splitlines() == list(caught.value.problems)
    return caught.value.problems


def test_nothing_set() -> None:
    settings = load_settings()
    assert settings.playground is PlaygroundSwitch.AUTO
    assert settings.playground_is_on


def test_environment_wins_over_file(monkeypatch: pytest.MonkeyPatch) -> None:
    Path(".env").write_text("TRUCO_PLAYGROUND_PORT=1234\nTRUCO_TURN_SECONDS=30\n", "utf-8")
    monkeypatch.setenv("TRUCO_PLAYGROUND_PORT", "4321")
    settings = load_settings()
    assert settings.playground_port == 4321
    assert settings.turn_seconds == 30


def test_empty_is_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRUCO_PLAYGROUND_PORT", "")
    monkeypatch.setenv("TRUCO_DISCORD_TOKEN", "")
    Path(".env").write_text("TRUCO_TURN_SECONDS=\n", "utf-8")
    assert load_settings() == Settings()


def test_written_the_way_people_write(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRUCO_LOG_LEVEL", "DEBUG")
    monkeypatch.setenv("TRUCO_DEFAULT_LOCALE", "pt-br")
    settings = load_settings()
    assert settings.log_level is LogLevel.DEBUG
    assert settings.default_locale is Language.PT_BR


def test_the_public_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRUCO_PUBLIC_URL", " https://Truco.example.org/ ")
    assert load_settings().public_url == "https://truco.example.org"


@pytest.mark.parametrize("host", ["::1", "127.0.0.1", "localhost", "Casa-7.example", "a" * 253])
def test_where_the_page_listens(monkeypatch: pytest.MonkeyPatch, host: str) -> None:
    monkeypatch.setenv("TRUCO_PLAYGROUND_HOST", f" {host} ")
    assert load_settings().playground_host == host


def test_languages_are_those_of_the_catalogues() -> None:
    assert {str(language) for language in Language} == set(CHOICES)


def test_names_of_other_programs_are_theirs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRUCOS", "yes")
    Path(".env").write_text("COMPOSE_PROJECT_NAME=truco\n", "utf-8")
    load_settings()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("TRUCO_DATABASE_URL", "data/truco.db"),
        ("TRUCO_DATABASE_URL", "sqlite://"),
        ("TRUCO_DATABASE_URL", "sqlite:///:memory:"),
        ("TRUCO_DATABASE_URL", "sqlite://data/truco.db"),
        ("TRUCO_DATABASE_URL", "postgresql://truco:hunter2@localhost"),
        ("TRUCO_DATABASE_URL", "mysql://truco:hunter2@localhost/truco"),
        ("TRUCO_SECRET_KEY", "hunter2"),
        ("TRUCO_PLAYGROUND", "yes"),
        ("TRUCO_PLAYGROUND_HOST", "http://localhost"),
        ("TRUCO_PLAYGROUND_HOST", "127.0.0.999"),
        ("TRUCO_PLAYGROUND_HOST", "-casa"),
        ("TRUCO_PLAYGROUND_HOST", "casa."),
        ("TRUCO_PLAYGROUND_HOST", "a" * 254),
        ("TRUCO_PLAYGROUND_PORT", "eight"),
        ("TRUCO_PLAYGROUND_PORT", "65536"),
        ("TRUCO_PLAYGROUND_PORT", "-1"),
        ("TRUCO_BANK_SECONDS", "-1"),
        ("TRUCO_PUBLIC_URL", "truco.example.org"),
        ("TRUCO_PUBLIC_URL", "ftp://truco.example.org"),
        ("TRUCO_PUBLIC_URL", "https://truco.example.org/mesa"),
        ("TRUCO_PUBLIC_URL", "https://hunter2@truco.example.org"),
        ("TRUCO_PUBLIC_URL", "https://truco.example.org:99999"),
        ("TRUCO_LOG_LEVEL", "loud"),
        ("TRUCO_LOG_FORMAT", "xml"),
        ("TRUCO_DEFAULT_LOCALE", "tlh"),
        ("TRUCO_TURN_SECONDS", "4"),
        ("TRUCO_TURN_SECONDS", "1.5"),
        ("TRUCO_ROBOT_DELAY", "-0.1"),
        ("TRUCO_ROBOT_DELAY", "nan"),
        ("TRUCO_ROBOT_DELAY", "1,5"),
        *(("TRUCO_DISCORD_SHARD_IDS", named) for named in NO_SHARDS),
        *(("TRUCO_BARRED", named) for named in NO_USERS),
        *(("TRUCO_BEACON", named) for named in NO_RELAYS),
        *(("TRUCO_BEACON_CHAIN", named) for named in NO_CHAINS),
    ],
)
def test_wrong_value(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv("TRUCO_DISCORD_SHARDS", "4")
    monkeypatch.setenv(name, value)
    (sentence,) = problems()
    assert re.fullmatch(rf"{name} must be .+\.", sentence)
    assert "hunter2" not in sentence


def test_the_password_of_a_database_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRUCO_DATABASE_URL", "postgresql://truco:hunter2@localhost/truco")
    monkeypatch.setenv("TRUCO_SECRET_KEY", "hunter2" * 5)
    settings = load_settings()
    assert settings.database_url == "postgresql://truco:hunter2@localhost/truco"
    assert "hunter2" not in repr(settings)


def test_postgresql_needs_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRUCO_DATABASE_URL", "postgresql://truco:hunter2@localhost/truco")
    (sentence,) = problems()
    assert "TRUCO_SECRET_KEY" in sentence
    assert "hunter2" not in sentence


def test_every_problem_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRUCO_PLAYGROUND_PORT", "eight")
    monkeypatch.setenv("TRUCO_PLAYGROUND_PROT", "8080")
    Path(".env").write_text("TRUCO_TURN_SECONDS=none\n", "utf-8")
    assert problems() == (
        "There is no setting TRUCO_PLAYGROUND_PROT: did you mean TRUCO_PLAYGROUND_PORT?",
        "TRUCO_PLAYGROUND_PORT must be a whole number from 1 to 65535, or 0 for any free port.",
        "TRUCO_TURN_SECONDS must be a whole number of seconds from 5 to 86400.",
    )


def test_unknown_name_in_file() -> None:
    Path(".env").write_text("truco_colour=blue\n", "utf-8")
    assert problems() == ("There is no setting TRUCO_COLOUR; .env.example lists them all.",)


def test_nothing_to_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRUCO_PLAYGROUND", "off")
    (sentence,) = problems()
    assert sentence.startswith("TRUCO_PLAYGROUND is off")


def test_discord(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRUCO_DISCORD_TOKEN", " abc.def.ghi ")
    monkeypatch.setenv("TRUCO_DISCORD_GATEWAY_URL", "ws://127.0.0.1:1/gateway/")
    settings = load_settings()
    assert present(settings.discord_token).get_secret_value() == "abc.def.ghi"
    assert "abc" not in repr(settings)
    assert settings.discord_gateway_url == "ws://127.0.0.1:1/gateway"
    assert settings.platforms == ("discord",)
    assert not settings.playground_is_on
    monkeypatch.setenv("TRUCO_PLAYGROUND", "on")
    assert load_settings().playground_is_on


def test_telegram(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRUCO_TELEGRAM_TOKEN", " 4242:abc-DEF_1 ")
    monkeypatch.setenv("TRUCO_TELEGRAM_API_URL", "http://127.0.0.1:8081/")
    settings = load_settings()
    assert present(settings.telegram_token).get_secret_value() == "4242:abc-DEF_1"
    assert "abc" not in repr(settings)
    assert settings.telegram_api_url == "http://127.0.0.1:8081"
    assert settings.platforms == ("telegram",)
    assert not settings.playground_is_on


@pytest.mark.parametrize(
    "wrong",
    [
        {"TRUCO_DISCORD_TOKEN": "hunter2", "TRUCO_DISCORD_API_URL": "discord.com"},
        {
            "TRUCO_TELEGRAM_TOKEN": "hunter2",
            "TRUCO_TELEGRAM_WEBHOOK_URL": "http://truco.example.org",
            "TRUCO_TELEGRAM_WEBHOOK_SECRET": "sésamo",
        },
    ],
    ids=["discord", "telegram"],
)
def test_a_mistaken_platform(monkeypatch: pytest.MonkeyPatch, wrong: dict[str, str]) -> None:
    for name, value in wrong.items():
        monkeypatch.setenv(name, value)
    said = problems()
    assert [sentence.partition(" ")[0] for sentence in said] == [*wrong]
    assert "hunter2" not in "".join(said)


def test_a_webhook_needs_a_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRUCO_TELEGRAM_TOKEN", "4242:abc")
    monkeypatch.setenv("TRUCO_TELEGRAM_WEBHOOK_URL", "https://truco.example.org/telegram")
    (sentence,) = problems()
    assert "TRUCO_TELEGRAM_WEBHOOK_SECRET" in sentence
    monkeypatch.setenv("TRUCO_TELEGRAM_WEBHOOK_SECRET", "sesame")
    assert load_settings().telegram_webhook_url == "https://truco.example.org/telegram"


@pytest.mark.parametrize(
    ("name", "value", "platform", "token"),
    [
        ("TRUCO_TELEGRAM_APP", "mesa", "TELEGRAM", "4242:abc"),
        ("TRUCO_DISCORD_CLIENT_SECRET", "s" * 32, "DISCORD", "MTIz.abc.def"),
    ],
)
def test_a_window_needs_a_page_of_https(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, platform: str, token: str
) -> None:
    monkeypatch.setenv(name, value)
    for wanted, given in (
        (f"TRUCO_{platform}_TOKEN", token),
        ("TRUCO_PLAYGROUND", "on"),
        ("TRUCO_PUBLIC_URL", "https://truco.example.org"),
    ):
        (sentence,) = problems()
        assert sentence.startswith(name)
        assert value not in sentence or value == "mesa"
        monkeypatch.setenv(wanted, given)
    settings = load_settings()
    assert settings.has_page
    assert "s" * 32 not in repr(settings)


def test_what_is_no_text_file() -> None:
    Path(".env").write_bytes(b"TRUCO_LOG_LEVEL=\xff\n")
    assert problems() == (".env is not a text file in UTF-8.",)
    Path(".env").unlink()
    Path(".env").mkdir()
    assert problems() == (".env cannot be read: Is a directory.",)


@pytest.mark.parametrize("line", ["TRUCO_LOG_LEVEL", "what is this"])
def test_line_that_says_nothing(line: str, caplog: pytest.LogCaptureFixture) -> None:
    Path(".env").write_text(f"# a comment\n{line}\n", "utf-8")
    assert problems() == ("Line 2 of .env is not of the form NAME=value.",)
    assert not caplog.records


@pytest.mark.parametrize(
    ("named", "numbers"), [("0-3,8", (0, 1, 2, 3, 8)), ("2, 0", (0, 2)), ("5", (5,)), ("3-3", (3,))]
)
def test_shards_are_named_by_numbers(named: str, numbers: tuple[int, ...]) -> None:
    assert read_shard_ids(named) == numbers


def test_users_are_named_with_commas() -> None:
    assert read_users("discord:12, telegram:3,") == {"discord:12", "telegram:3"}
    assert read_users("") == frozenset()


def test_a_beacon_of_ones_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRUCO_BEACON_CHAIN", CHAIN)
    monkeypatch.setenv("TRUCO_BEACON", "http://127.0.0.1:1/, https://relay.example.org")
    settings = load_settings()
    assert settings.beacon_chain is not None
    assert read_chain(settings.beacon_chain) == QUICKNET
    assert read_relays(settings.beacon) == ("http://127.0.0.1:1", "https://relay.example.org")
    assert read_relays("OFF") == ()


@pytest.mark.parametrize(("shards", "refused"), [("4", False), ("3", True), ("0", True)])
def test_named_shards_are_some_of_all(
    monkeypatch: pytest.MonkeyPatch, shards: str, refused: bool
) -> None:
    monkeypatch.setenv("TRUCO_DISCORD_SHARDS", shards)
    monkeypatch.setenv("TRUCO_DISCORD_SHARD_IDS", "2-3")
    if not refused:
        assert load_settings().discord_shard_ids == "2-3"
        return
    with pytest.raises(SettingsError):
        load_settings()


def test_example_lists_every_setting_with_its_default() -> None:
    """Each line of the example, uncommented, says what holds anyway."""
    lines = re.findall(rf"^#({PREFIX}[A-Z_]+=.*)$", EXAMPLE.read_text("utf-8"), re.MULTILINE)
    assert {line.partition("=")[0] for line in lines} == {
        setting_name(field) for field in Settings.model_fields
    }
    env_file = Path("every.env")
    env_file.write_text("\n".join(lines), "utf-8")
    values = dotenv_values(env_file)
    # What has no default is a secret.
    nothing = {
        setting_name(name) for name, field in Settings.model_fields.items() if field.default is None
    }
    assert all(value or name in nothing for name, value in values.items())
    assert load_settings(env_file) == Settings()


def test_example_sets_nothing_by_itself() -> None:
    assert dotenv_values(EXAMPLE) == {}


@pytest.mark.parametrize(
    ("value", "word"), [("", None), ("off", None), ("Everybody", b""), (f" {'w' * 32} ", b"w" * 32)]
)
def test_a_day_is_shared_with_nobody_everybody_or_who_has_the_word(
    value: str, word: bytes | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRUCO_SHARED_DAY", value)
    settings = load_settings()
    assert read_day_word(settings.shared_day.get_secret_value()) == word
    assert "w" * 32 not in repr(settings)
    monkeypatch.setenv("TRUCO_SHARED_DAY", "w" * 31)
    (said,) = problems()
    assert said.startswith("TRUCO_SHARED_DAY must be off, everybody, or")


def bounds() -> list[tuple[str, str, float, float]]:
    """The settings whose description tells a lowest and a highest number: field, name, both."""
    found = []
    for field, info in Settings.model_fields.items():
        told = re.search(r"from (\d+) to (\d+)", info.description or "")
        if told:
            found.append((field, setting_name(field), float(told[1]), float(told[2])))
    return found


def test_the_numbers_that_are_told_are_those_that_are_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The lowest and the highest, and none beyond; 0 where the description allows it."""
    assert len(bounds()) > 10
    for field, name, low, high in bounds():
        zero = "or 0" in (Settings.model_fields[field].description or "")
        for value in (low, high):
            monkeypatch.setenv(name, f"{value:g}")
            assert getattr(load_settings(), field) == value, name
        beyond = [high + 1, *([] if zero else [low - 1]), *([-1.0] if zero else [])]
        for value in beyond:
            monkeypatch.setenv(name, f"{value:g}")
            (said,) = problems()
            assert name in said
        if zero:
            monkeypatch.setenv(name, "0")
            assert getattr(load_settings(), field) == 0
        monkeypatch.delenv(name)
