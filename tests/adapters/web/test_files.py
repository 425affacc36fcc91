"""The page's files: what they are, and what they do not tell."""

import gzip
import json
import re
from base64 import b64encode
from hashlib import sha256
from html import escape
from pathlib import Path

import pytest
from aiohttp import ClientSession

from adapters.web import files
from adapters.web.bundles import BadScript, bundled_script, bundled_styles
from adapters.web.files import FOR_EVER, STATIC, Files, todays_files
from adapters.web.security import HEADERS, POLICY
from adapters.web.words import page_words
from bot.words import CHOICES, LOCALES
from tests.adapters.web.house import House

SCRIPTS = sorted(STATIC.rglob("*.js"))
PAGES = sorted(STATIC.glob("*.html"))
PYTHON = sorted((STATIC.parent).glob("*.py"))


async def test_served(house: House) -> None:
    """A page is asked for each time: it says which files are those of today."""
    for path, kind, holds in (
        ("/", "text/html", "<main"),
        ("/verificar", "text/html", "verify-page.page.js"),
        ("/partida", "text/html", "film-page.page.js"),
        ("/health", "application/json", "ok"),
        ("/live", "application/json", "ok"),
        ("/ready", "application/json", "ok"),
    ):
        async with house.session.get(house.url + path) as answer:
            assert answer.status == 200, path
            assert kind in answer.headers["Content-Type"], path
            assert answer.headers["Cache-Control"] == "no-store", path
            assert holds in await answer.text(), path


FILES = [
    ("js/main.js", "text/javascript", "import"),
    ("css/table.css", "text/css", ".felt"),
    ("icons.svg", "image/svg+xml", "<symbol"),
    ("decks/spanish.svg", "image/svg+xml", 'id="card-7o"'),
    ("decks/french.svg", "image/svg+xml", 'id="card-Qh"'),
    ("faces.svg", "image/svg+xml", 'id="face-0"'),
    ("medals.svg", "image/svg+xml", 'id="medal-flor"'),
    ("words/pt_BR.json", "application/json", "web.title"),
]


@pytest.mark.parametrize("packing", ["gzip, br", "identity"])
async def test_a_file_is_packed_and_kept_for_ever(house: House, packing: str) -> None:
    packed = "gzip" in packing
    folder = await house.files()
    async with ClientSession(auto_decompress=False) as plain:
        for name, kind, holds in FILES:
            asked = plain.get(folder + name, headers={"Accept-Encoding": packing})
            async with asked as answer:
                body = await answer.read()
                assert answer.status == 200, name
                assert answer.headers["Cache-Control"] == FOR_EVER
                assert answer.headers["Vary"] == "Accept-Encoding"
                assert answer.headers["Content-Type"] == f"{kind}; charset=utf-8"
                assert answer.headers.get("Content-Encoding") == ("gzip" if packed else None)
            assert holds in (gzip.decompress(body) if packed else body).decode(), name


async def test_the_address_of_another_version_gets_the_file_of_today_and_does_not_keep_it(
    house: House,
) -> None:
    """A page that was opened before an upgrade still changes its language."""
    address = f"{house.url}/static/{'0' * 16}/words/en.json"
    async with house.session.get(address) as answer:
        assert answer.status == 200
        assert answer.headers["Cache-Control"] == "no-cache"


async def test_a_file_takes_no_other_method(house: House) -> None:
    async with house.session.post(await house.files() + "words/es.json") as answer:
        assert answer.status == 405
        assert "GET" in answer.headers["Allow"]


def test_the_address_changes_with_any_file() -> None:
    before = {**files.contents()}
    changed = ({**before, name: content + b" "} for name, content in before.items())
    versions = {files._version(contents) for contents in (before, *changed)}
    assert len(versions) == 1 + len(before)
    script = {**before, "js/main.js": before["js/main.js"] + b" "}
    assert Files(script).address != todays_files().address


@pytest.mark.parametrize("locale", CHOICES)
def test_each_word_of_a_page_stands_in_one_file(locale: str) -> None:
    """Those that a page needs later stand in files of their own."""
    made = todays_files()
    first = json.loads(made.plain(f"words/{locale}.json"))["words"]
    later = [
        json.loads(made.plain(f"words/{part}.{locale}.json"))
        for part in ("window", "pocket", "study")
    ]
    assert len(first) + sum(map(len, later)) == len(page_words(locale))
    assert first | later[0] | later[1] | later[2] == page_words(locale)
    assert all(later)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_a_page_fetches_one_script_and_one_stylesheet(path: Path) -> None:
    page = todays_files().page(path.name, "es")
    (script,) = re.findall(r'<script type="module" src="/static/[0-9a-f]{16}/(js/[^"]+)"', page)
    (styles,) = re.findall(r'stylesheet" href="/static/[0-9a-f]{16}/(css/[^"]+)"', page)
    made = todays_files().plain(script).decode().split("\n")
    assert not [line for line in made if line.startswith("import ")]
    source = path.read_text("utf-8")
    wanted = [STATIC / name for name in re.findall(r'stylesheet" href="/static/([^"]+)"', source)]
    told = todays_files().plain(styles).decode()
    rules = re.compile(r"[^{}]+\{")
    plain = re.sub(r"(?s)/\*.*?\*/\n?", "", "\n".join(sheet.read_text("utf-8") for sheet in wanted))
    plain = re.sub(r"(?m)^ +", "", plain)
    assert rules.findall(told) == rules.findall(plain)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
@pytest.mark.parametrize("locale", LOCALES)
def test_a_page_is_in_the_readers_language_and_asks_for_its_words_at_once(
    path: Path, locale: str
) -> None:
    made = todays_files()
    page = made.page(path.name, locale)
    assert f'<html lang="{locale.replace("_", "-")}">' in page
    assert page.count('class="noscript" lang="es"') == 1, "what stands there is Spanish"
    (words,) = re.findall(r'rel="preload" href="([^"]+)" as="fetch" crossorigin', page)
    assert words == f"{made.address}words/{locale}.json"


async def test_the_language_of_a_page_is_the_browsers(house: House) -> None:
    for accepted, locale in (
        ("pt-BR,pt;q=0.9,en;q=0.8", "pt-BR"),
        ("en-GB, es;q=0.5", "en"),
        ("fr-FR,fr;q=0.9,es-UY;q=0.8", "es-UY"),
        ("es;q=0.9", "es-419"),
        ("fr", "es"),
        ("", "es"),
        ("*", "es"),
    ):
        for path in ("/", "/verificar", "/partida"):
            asked = house.session.get(house.url + path, headers={"Accept-Language": accepted})
            async with asked as answer:
                assert f'<html lang="{locale}">' in await answer.text(), (path, accepted)


def test_a_bundle_holds_no_comments_and_no_indentation() -> None:
    source = (
        b"/** What it\n * does. */\nconst a = 1; // here\n"
        b"  // alone\n/** Short. */\nconst b = a\n  * 2;"
    )
    made = bundled_script({"js/root.js": source}, "root")["js/root.page.js"].decode().split("\n")
    assert made[:-1] == ["", "", "const a = 1; // here", "", "", "const b = a", "* 2;"]
    sheet = {"css/a.css": b"/* One. */\n  a { b: c; }\n/* Two,\n * long. */\nd { e: f; }\n"}
    assert bundled_styles(sheet, ["css/a.css"]) == b"a { b: c; }\nd { e: f; }\n"


BUNDLES = sorted(
    name
    for page in PAGES
    for root in re.findall(r'<script type="module" src="/static/js/([\w-]+)\.js"', page.read_text())
    for name in bundled_script(files.contents(), root)
    if name.endswith(".js")
)


@pytest.mark.parametrize("name", BUNDLES)
def test_a_source_map_leads_from_each_line_to_its_source(name: str) -> None:
    made = todays_files().plain(name).decode().split("\n")
    told = 0
    mapped = json.loads(todays_files().plain(f"{name}.map"))
    assert made[-1] == f"//# sourceMappingURL={name.removeprefix('js/')}.map"
    for section in mapped["sections"]:
        (source_name,) = section["map"]["sources"]
        source = (STATIC / "js" / source_name).read_text("utf-8").split("\n")
        first = section["offset"]["line"]
        assert section["map"]["mappings"].split(";") == ["AAAA", *["AACA"] * (len(source) - 1)]
        for line, original in zip(made[first:], source, strict=False):
            if line and not re.search(r"\bimport\b", original):
                assert line == original.removeprefix("export ").lstrip()
                told += 1
    assert told > len(made) / 2
    root = name.removesuffix(".page.js").rpartition("/")[2].rpartition(".")[2]
    assert mapped["sections"][-1]["map"]["sources"] == [f"{root}.js"]


def test_what_is_fetched_later_is_a_bundle_that_holds_nothing_twice() -> None:
    scripts = {
        "js/root.js": b'import { a } from "./a.js";\nconst go = () => import("./late.js");\ngo(a);',
        "js/late.js": b'import { a } from "./a.js";\nimport { b } from "./b.js";\n'
        b"export const late = a + b;",
        "js/a.js": b"export const a = 1;",
        "js/b.js": b"export const b = 2;",
    }
    made = {name: text.decode() for name, text in bundled_script(scripts, "root").items()}
    assert sorted(made) == [
        "js/root.late.page.js",
        "js/root.late.page.js.map",
        "js/root.page.js",
        "js/root.page.js.map",
    ]
    assert 'import("./root.late.page.js")' in made["js/root.page.js"]
    assert "export { $a };" in made["js/root.page.js"]
    assert "const b" not in made["js/root.page.js"]
    late = made["js/root.late.page.js"].split("\n")
    assert late[0] == 'import { $a } from "./root.page.js";'
    assert "const b = 2;" in late
    assert "const a = 1;" not in late
    assert late[-2] == "export { late };"


@pytest.mark.parametrize(
    ("root", "late"),
    [
        ('import x from "./a.js";\nexport { x };', ""),
        ("export default 1;", ""),
        ('import "./other.js";', ""),
        ("a(`\n`);", ""),
        ('import { a } from "./circle.js";', ""),
        ('import("./late.js");', 'import { a } from "./a.js";\nconst more = import("./b.js");'),
        ('import("./late.js");', 'import "./b.js";'),
        ('import { late } from "./late.js";\nimport("./late.js");', ""),
    ],
    ids=["a name", "default", "side", "string", "circle", "late: more", "late: side", "twice"],
)
def test_what_a_bundle_cannot_hold_is_an_error_at_the_start(root: str, late: str) -> None:
    circle = 'import { b } from "./root.js";\nexport const a = 1;'
    scripts = {"root": root, "late": late, "a": "", "b": "", "circle": circle}
    with pytest.raises(BadScript):
        bundled_script({f"js/{name}.js": text.encode() for name, text in scripts.items()}, "root")


NOT_SERVED = [
    "/static/",
    "/static/%2e%2e/server.py",
    "/static/..%2fserver.py",
    "/static//etc/passwd",
    "/static/js/main.js",
    "/static/0123456789abcdef/",
    "/static/0123456789abcdef/index.html",
    "/static/0123456789abcdef/../../server.py",
    "/static/0123456789abcdef/%2e%2e/server.py",
    "/static/0123456789abcdef/words/fr.json",
    "/static/0123456789abcdef/decks/tarot.svg",
    "/words/es.json",
    "/card-7o.svg",
    "/data/truco.db",
    "/.env",
]


async def test_not_served(house: House) -> None:
    for path in NOT_SERVED:
        async with house.session.get(house.url + path) as answer:
            assert answer.status in (403, 404), path
            assert len(await answer.text()) < 40, path


def test_no_file_is_a_single_card() -> None:
    """All cards come in one file: which of them is looked at, no request tells."""
    names = [path.stem for path in STATIC.rglob("*")]
    assert not [name for name in names if re.search(r"\d+[eboc]\b|card-", name)]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_nothing_inline_and_nothing_from_elsewhere(path: Path) -> None:
    page = path.read_text("utf-8")
    assert " style=" not in page
    # Of styles only whole files of ours, which are filled in when the process starts.
    for style in re.findall(r"(?s)<style>(.*?)</style>", page):
        assert re.fullmatch(r"/\* at once:(?: css/[\w-]+\.css)+ \*/", style)
    assert page.count("<style") == page.count("<style>")
    assert not re.search(r"\son\w+=", page)
    assert {*re.findall(r"<script[^>]*>([^<]*)", page)} == {""}
    for file in [path, *STATIC.rglob("*.css"), *SCRIPTS]:
        links = re.findall(r"https?://[^\s\"')]+", file.read_text("utf-8"))
        assert set(links) <= {"http://www.w3.org/2000/svg"}, file


@pytest.mark.parametrize("locale", LOCALES)
def test_the_first_sight_stands_in_the_page(locale: str) -> None:
    """Words, styles and a button, before any script or stylesheet has come."""
    made, words = todays_files(), page_words(locale)
    page = made.page("index.html", locale)
    sight = page[page.index('id="hall"') : page.index('rel="stylesheet"')]
    for id in ("web.hero.title", "web.hero.why", "web.quick.2", "web.open", "web.hero.hint"):
        assert escape(words[id]) in sight
    assert not re.search(r"\{web\.", page)
    (style,) = re.findall(r"(?s)<style>(.*?)</style>", page)
    for rule in (".bar {", ".press-gold {", ".hero {"):
        assert rule in style
    # Its addresses are those of the page and no longer of a file beside it.
    assert set(re.findall(r'url\("([^"]+)"', style)) == {f"{made.address}icon.svg"}


def test_the_styles_of_the_first_sight_are_allowed_and_no_others() -> None:
    made = todays_files()
    (style,) = re.findall(r"(?s)<style>(.*?)</style>", made.page("index.html", "es"))
    own = b64encode(sha256(style.encode()).digest()).decode()
    assert re.findall(r"'sha256-([^']+)'", made.policy("index.html")) == [own]
    assert made.policy("verify.html") == made.policy("film.html") == HEADERS[POLICY]


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


@pytest.mark.parametrize("path", sorted(STATIC.rglob("*.css")), ids=lambda path: path.stem)
def test_every_animation_ends(path: Path) -> None:
    """A shadow that moved for ever took a fifth of a processor of a page at rest."""
    assert "infinite" not in path.read_text()


def test_icons_that_are_drawn_exist() -> None:
    have = set(re.findall(r'symbol id="(\w+)"', (STATIC / "icons.svg").read_text("utf-8")))
    text = "".join(path.read_text("utf-8") for path in SCRIPTS)
    assert set(re.findall(r"\bicon\(\"(\w+)\"\)", text)) <= have


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_the_stylesheets_of_the_page_exist(path: Path) -> None:
    page = path.read_text("utf-8")
    for address in re.findall(r'(?:href|src)="/static/([^"]+)"', page):
        assert todays_files().plain(address), address
