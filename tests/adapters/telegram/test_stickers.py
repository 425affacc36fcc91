"""The decks as stickers: Telegram's limits, and a file of emoji that fits."""

import io
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from PIL import Image
from pydantic import SecretStr
from telegram.error import BadRequest

from adapters.telegram import sticker_sets
from adapters.telegram.sticker_sets import make_sets
from adapters.telegram.stickers import EMOJI_FILE, MOST_BYTES, SIDE, emoji_of, sticker
from bot.host.settings import Settings
from bot.pictures.deck import BACK, DECKS
from tests.adapters.shell import Shell
from tests.adapters.telegram.people import Telegram
from tests.adapters.telegram.server import BotApi


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("index", [0, 28, -1])
def test_a_sticker_keeps_to_telegrams_limits(deck: str, index: int) -> None:
    """One side of exactly 512 pixels, the other no longer, at most 512 kB, clear corners."""
    made = sticker(deck, (*DECKS[deck].codes, BACK)[index])
    assert len(made) <= MOST_BYTES
    with Image.open(io.BytesIO(made)) as image:
        assert image.format == "WEBP"
        assert max(image.size) == SIDE == 512
        assert min(image.size) > 200
        clear = image.getchannel("A")
        assert clear.getpixel((0, 0)) == 0
        assert clear.getpixel((image.width // 2, image.height // 2)) == 255


@pytest.mark.parametrize("deck", DECKS)
def test_every_card_is_found_by_emoji_of_its_own(deck: str) -> None:
    found = [emoji_of(deck, code) for code in (*DECKS[deck].codes, BACK)]
    assert len(set(found)) == len(found) == 41
    assert not any(letter.isascii() and not letter.isdigit() for emoji in found for letter in emoji)


def test_the_command_writes_both_decks_and_says_what_comes_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shell: Shell
) -> None:
    monkeypatch.setattr("adapters.telegram.stickers.sticker", lambda deck, code: b"picture")
    ran = shell.truco("telegram", "stickers", tmp_path / "new")
    assert ran.code == 0
    told = ran.out
    assert "@Stickers" in told
    for deck in DECKS:
        folder = tmp_path / "new" / deck
        assert str(folder) in told
        lines = (folder / EMOJI_FILE).read_text("utf-8").splitlines()
        assert [line.split(" ")[0] for line in lines] == [
            f"{code}.webp" for code in (*DECKS[deck].codes, BACK)
        ]
        assert {path.name for path in folder.iterdir()} == {
            EMOJI_FILE,
            *(f"{code}.webp" for code in (*DECKS[deck].codes, BACK)),
        }


@pytest.mark.parametrize(
    ("token", "trouble", "code", "told"),
    [
        ("", None, 2, "TRUCO_TELEGRAM_TOKEN"),
        ("1:token", None, 0, "https://t.me/addstickers/first\nInline mode"),
        ("1:token", BadRequest("no such user"), 1, "No such user"),
    ],
)
def test_the_command_makes_the_bot_s_own_sets(
    monkeypatch: pytest.MonkeyPatch,
    shell: Shell,
    token: str,
    trouble: Exception | None,
    code: int,
    told: str,
) -> None:
    async def made(settings: Settings, owner: int) -> AsyncIterator[str]:
        assert owner == 500
        if trouble is not None:
            raise trouble
        yield "https://t.me/addstickers/first"

    monkeypatch.setattr(sticker_sets, "make_sets", made)
    monkeypatch.setenv("TRUCO_TELEGRAM_TOKEN", token)
    ran = shell.truco("telegram", "cards", "500")
    assert ran.code == code
    assert told.casefold() in (ran.complaint if code else ran.out).casefold()


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path: Path, shell: Shell) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    ran = shell.truco("telegram", "stickers", tmp_path / "file")
    assert (ran.code, bool(ran.complaint)) == (2, True)


# --- the bot's own sets --------------------------------------------------------------------------


async def made(api: BotApi, owner: int) -> list[str]:
    settings = Settings(telegram_token=SecretStr(api.token), telegram_api_url=api.url)
    return [address async for address in make_sets(settings, owner)]


async def test_the_bot_s_own_sets_are_made_once(
    api: BotApi, telegram: Telegram, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sticker_sets, "sticker", lambda deck, code: f"{deck} {code}".encode())
    ana = telegram.person("Ana", started=True)
    addresses = await made(api, ana.id)
    assert [address.rpartition("/")[2] for address in addresses] == list(api.sets)
    for deck, found in zip(DECKS, api.sets.values(), strict=True):
        drawn = [api.files[sticker["file_id"]].decode() for sticker in found["stickers"]]
        assert drawn == [f"{deck} {code}" for code in (*DECKS[deck].codes, BACK)]
    assert await made(api, ana.id) == addresses
    assert len(api.of("createNewStickerSet")) == 2


async def test_a_set_belongs_to_somebody_who_has_pressed_start(
    api: BotApi, telegram: Telegram, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sticker_sets, "sticker", lambda deck, code: b"picture")
    with pytest.raises(BadRequest):
        await made(api, telegram.person("Ana").id)
    assert not api.sets
