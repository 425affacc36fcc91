"""The page's files: what they are, and what they do not tell."""

import re
from pathlib import Path

import pytest

from adapters.web.server import STATIC
from adapters.web.words import page_words
from bot.words import LOCALES
from tests.adapters.web.house import House

SCRIPTS = sorted(STATIC.rglob("*.js"))
PAGES = sorted(STATIC.glob("*.html"))
PYTHON = sorted((STATIC.parent).glob("*.py"))


@pytest.mark.parametrize(
    ("path", "kind", "holds"),
    [
        ("/", "text/html", "<main"),
        ("/verificar", "text/html", "verify-page.js"),
        ("/static/js/main.js", "javascript", "import"),
        ("/static/css/table.css", "text/css", ".felt"),
        ("/static/icons.svg", "image/svg+xml", "<symbol"),
        ("/decks/spanish.svg", "image/svg+xml", 'id="card-7o"'),
        ("/decks/french.svg", "image/svg+xml", 'id="card-Qh"'),
        ("/words/pt_BR.json", "application/json", "web.title"),
        ("/health", "application/json", "ok"),
    ],
)
async def test_served(house: House, path: str, kind: str, holds: str) -> None:
    async with house.session.get(house.url + path) as answer:
        assert answer.status == 200
        assert kind in answer.headers["Content-Type"]
        assert holds in await answer.text()


async def test_the_deck_is_fetched_once(house: House) -> None:
    async with house.session.get(f"{house.url}/decks/spanish.svg") as answer:
        tag = answer.headers["ETag"]
    again = {"If-None-Match": tag}
    async with house.session.get(f"{house.url}/decks/spanish.svg", headers=again) as answer:
        assert answer.status == 304
        assert await answer.read() == b""


@pytest.mark.parametrize(
    "path",
    [
        "/static/",
        "/static/%2e%2e/server.py",
        "/static/..%2fserver.py",
        "/static//etc/passwd",
        "/words/..%2f..%2fserver.json",
        "/words/fr.json",
        "/card-7o.svg",
        "/decks/tarot.svg",
        "/data/truco.db",
        "/.env",
    ],
)
async def test_not_served(house: House, path: str) -> None:
    async with house.session.get(house.url + path) as answer:
        assert answer.status in (403, 404)
        assert len(await answer.text()) < 40


def test_no_file_is_a_single_card() -> None:
    """All cards come in one file: which of them is looked at, no request tells."""
    names = [path.stem for path in STATIC.rglob("*")]
    assert not [name for name in names if re.search(r"\d+[eboc]\b|card-", name)]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_nothing_inline_and_nothing_from_elsewhere(path: Path) -> None:
    page = path.read_text("utf-8")
    assert " style=" not in page
    assert "<style" not in page
    assert not re.search(r"\son\w+=", page)
    assert re.findall(r"<script[^>]*>([^<]*)", page) == [""]
    for file in [path, *STATIC.rglob("*.css"), *SCRIPTS]:
        links = re.findall(r"https?://[^\s\"')]+", file.read_text("utf-8"))
        assert set(links) <= {"http://www.w3.org/2000/svg"}, file


def test_nothing_is_parsed_as_html() -> None:
    """Names are text: no script of the page can put markup from anywhere into it."""
    for path in SCRIPTS:
        text = path.read_text("utf-8")
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", text
        ), path


def test_every_word_of_the_page_is_there_and_is_used() -> None:
    text = "".join(path.read_text("utf-8") for path in [*SCRIPTS, *PYTHON])
    used = set(re.findall(r"[\"'`](web\.[a-z.A-Z0-9]+)[\"'`]", text))
    stems = set(re.findall(r"`(web\.[a-z.]+\.)\$\{", text))
    known = set(page_words("es"))
    assert used <= known
    spare = {id for id in known - used if not any(id.startswith(stem) for stem in stems)}
    assert spare == set()


@pytest.mark.parametrize("locale", LOCALES)
def test_words_are_complete_in_every_language(locale: str) -> None:
    source, words = page_words("es"), page_words(locale)
    assert set(words) == set(source)
    for id, text in words.items():
        assert text.strip(), id
        assert set(re.findall(r"\{\w+\}", text)) == set(re.findall(r"\{\w+\}", source[id])), id


def test_icons_that_are_drawn_exist() -> None:
    have = set(re.findall(r'symbol id="(\w+)"', (STATIC / "icons.svg").read_text("utf-8")))
    text = "".join(path.read_text("utf-8") for path in SCRIPTS)
    assert set(re.findall(r"\bicon\(\"(\w+)\"\)", text)) <= have


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_the_stylesheets_of_the_page_exist(path: Path) -> None:
    page = path.read_text("utf-8")
    for address in re.findall(r'(?:href|src)="/static/([^"]+)"', page):
        assert (STATIC / Path(address)).is_file(), address
