"""What the page needs to be installed."""

import json
import re

import pytest

from adapters.web.files import STATIC, todays_files
from adapters.web.installed import FULL_ICON, ICON, SIDE, WORKER_PATH
from adapters.web.security import POLICY
from adapters.web.windows import TelegramStarts, Windows
from bot.pictures.raster import png
from bot.words import CHOICES
from tests.adapters.web.house import House, opened
from tests.adapters.web.telegram_windows import TOKEN
from tests.kept import check_kept

SAFE = 0.78
"""How much smaller the drawing is on the full icon: systems show its middle 80 % or more."""


def test_the_icons_are_pictures_of_the_drawing() -> None:
    drawing = (STATIC / "icon.svg").read_text("utf-8").strip()
    cloth = re.search(r'<rect[^>]* rx="14" fill="(#[0-9a-f]{6})"/>', drawing)
    assert cloth is not None
    before, after = drawing[: cloth.start()], drawing[cloth.end() :].removesuffix("</svg>")
    whole = f'<rect width="64" height="64" fill="{cloth[1]}"/>'
    place = 32 * (1 - SAFE)
    inside = f'<g transform="translate({place:g} {place:g}) scale({SAFE})">{after}</g>'
    check_kept(STATIC / ICON, png(drawing, SIDE))
    check_kept(STATIC / FULL_ICON, png(f"{before}{whole}{inside}</svg>", SIDE))


@pytest.mark.parametrize("locale", CHOICES)
def test_each_language_has_a_manifest(locale: str) -> None:
    files = todays_files()
    page = files.page("index.html", locale)
    (address,) = re.findall(r'<link rel="manifest" href="/static/[0-9a-f]{16}/([^"]+)"', page)
    told = json.loads(files.plain(address))
    assert told["lang"] == locale.replace("_", "-")
    assert (told["id"], told["start_url"], told["scope"]) == ("/", "/", "/")
    purposes = set()
    for icon in told["icons"]:
        drawn = files.plain(icon["src"])
        assert drawn.startswith(b"\x89PNG" if icon["type"] == "image/png" else b"<svg")
        purposes.add(icon.get("purpose", "any"))
    assert purposes == {"any", "maskable"}


async def test_the_worker_is_another_one_with_each_version(house: House) -> None:
    async with house.session.get(house.url + WORKER_PATH) as answer:
        assert answer.headers["Cache-Control"] == "no-cache"
        assert "text/javascript" in answer.headers["Content-Type"]
        assert f'"{(await house.files()).split("/")[-2]}"' in await answer.text()


@pytest.mark.parametrize(
    ("query", "accepted", "locale"),
    [("", "pt-BR", "pt-BR"), ("?idioma=en", "pt-BR", "en"), ("?idioma=%3Cb%3E", "en", "es")],
)
async def test_the_offline_page_holds_the_rules_of_every_game(
    house: House, query: str, accepted: str, locale: str
) -> None:
    headers = {"Accept-Language": accepted}
    async with house.session.get(f"{house.url}/sin-red{query}", headers=headers) as answer:
        text = await answer.text()
    assert f'<html lang="{locale}">' in text
    assert text.count("<details>") == 7
    assert not re.search("/(?:regras|truco_rules|reglas)", text), "no command works there"
    assert "<script" not in text
    assert "<style" not in text


async def test_a_window_is_not_installed() -> None:
    """A page in a frame has neither manifest nor worker, and may have none."""
    async with opened(windows=Windows(b"secret", {"telegram": TelegramStarts(TOKEN)})) as house:
        told = {}
        for path in ("/", "/ventana/telegram"):
            async with house.session.get(house.url + path) as answer:
                told[path] = 'rel="manifest"' in await answer.text(), answer.headers[POLICY]
    (own, policy), (framed, of_frame) = told["/"], told["/ventana/telegram"]
    assert own
    assert not framed
    for name in ("manifest-src 'self'", "worker-src 'self'"):
        assert name in policy
        assert name.split()[0] not in of_frame
