"""The page's files: the same for everybody, packed once, and kept by browsers for ever.

All of them stand below an address that is made from what is in them (``/static/3f2a…/js/main.js``).
Files name one another by relative addresses, so the page of today asks for the files of today, and
a new version of any file has a new address."""

import gzip
import json
import re
from collections.abc import Collection, Mapping
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Final

from aiohttp import hdrs, web

from adapters.web.bundles import BUNDLE, bundled_script, bundled_styles
from adapters.web.installed import WORKER, manifest, manifest_name, worker_of
from adapters.web.security import HEADERS, NO_CACHE, POLICY, policy
from adapters.web.words import language_names, page_words
from bot.pictures import faces, medals
from bot.pictures.deck import DECKS
from bot.words import CHOICES

STATIC: Final = Path(__file__).parent / "static"
FOR_EVER: Final = "public, max-age=31536000, immutable"
"""The header by which the browser keeps a file for a year, and never asks for changes."""
_PAGES: Final = ".html"
_KINDS: Final = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".json": "application/json",
    ".map": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
_SCRIPT: Final = re.compile(r'(?<=<script type="module" src="/static/)js/(?P<name>[\w-]+)\.js')
_STYLES: Final = re.compile(r'(?: *<link rel="stylesheet" href="/static/css/[\w-]+\.css">\n)+')
_STYLE: Final = re.compile(r'href="/static/(?P<name>[^"]+)"')
_AT_ONCE: Final = re.compile(r"/\* at once: (?P<names>[^*]+) \*/")
"""The stylesheets of a page's first sight, which stand in the page, before all others."""
_INLINE: Final = re.compile(r"(?s)<style>(?P<style>.*?)</style>")
_WORD: Final = re.compile(r"\{(?P<id>web\.[a-z0-9.]+)\}")
_FIRST_SIGHT: Final = re.compile(r'(?s)<div class="hall" id="hall">.*?</section>')
_APART: Final = ("window", "pocket", "study")
"""The beginnings, after ``web.``, of the ids of words that stand in files of their own: the words
of windows, the words after the first card, and the words of the study room."""
_BETWEEN: Final = re.compile(r">\s+<")


class Files:
    """All files of the page, in memory."""

    def __init__(self, found: Mapping[str, bytes]) -> None:
        """``found``: every file by its name, without the bundles (:func:`contents`)."""
        made = {page.name: _bundled_page(page, found) for page in STATIC.glob(f"*{_PAGES}")}
        bundles = {
            name: content for _, bundled in made.values() for name, content in bundled.items()
        }
        everything = {**found, **bundles}
        self.version: Final = _version(everything)
        self._contents: Final = everything
        self._pages = {
            (name, locale): _spoken(text, locale).replace('"/static/', f'"{self.address}')
            for name, (text, _) in made.items()
            for locale in CHOICES
        }

    def page(self, name: str, locale: str, root: str = "/") -> str:
        """A page of HTML for readers of one of :data:`bot.words.LOCALES`: its files have their
        addresses of today, its scripts are one and its stylesheets are one. ``root``: the path at
        which a browser that shows the page finds this server's ``/``."""
        page = self._pages[name, locale]
        moved = f'"{root}{self.address.removeprefix("/")}'
        return page if root == "/" else page.replace(f'"{self.address}', moved)

    def policy(self, name: str, frames: Collection[str] = (), root: str = "/") -> str:
        """The Content-Security-Policy of a page: its own inline styles, by their hashes, and no
        others. ``frames``: the origins whose pages may hold it. ``root``: as of :meth:`page`."""
        return policy(_inline_of(self.page(name, CHOICES[0], root)), frames)

    @property
    def worker(self) -> bytes:
        """Today's version of the script that works for the page while the page is closed."""
        return worker_of(self.plain(WORKER), self.version)

    @property
    def address(self) -> str:
        """The address of all files, with a slash at the end."""
        return f"/static/{self.version}/"

    def plain(self, name: str) -> bytes:
        """The content of a file, not packed."""
        return self._contents[name]

    async def answer(self, request: web.Request) -> web.Response:
        """A file. Another version's address gets the file of today, which is not kept: a page
        that is older than this process may still need one."""
        name = request.match_info["name"]
        content = self._contents.get(name)
        if content is None:
            raise web.HTTPNotFound
        packs = "gzip" in request.headers.get(hdrs.ACCEPT_ENCODING, "").lower()
        kind = _KINDS[Path(name).suffix]
        answer = web.Response(body=_packed(content) if packs else content, content_type=kind)
        answer.charset = "utf-8"
        if packs:
            answer.headers[hdrs.CONTENT_ENCODING] = "gzip"
        answer.headers[hdrs.VARY] = hdrs.ACCEPT_ENCODING
        is_of_today = request.match_info["version"] == self.version
        answer.headers[hdrs.CACHE_CONTROL] = FOR_EVER if is_of_today else NO_CACHE
        return answer


@cache
def todays_files() -> Files:
    """The files as they are when a process first serves them."""
    return Files(contents())


def _bundled_page(page: Path, files: Mapping[str, bytes]) -> tuple[str, dict[str, bytes]]:
    """A page that names bundles, and the bundles by their names."""
    text = page.read_text(encoding="utf-8")
    made: dict[str, bytes] = {}

    def script(found: re.Match[str]) -> str:
        made.update(bundled_script(files, found["name"]))
        return f"js/{found['name']}{BUNDLE}.js"

    def styles(found: re.Match[str]) -> str:
        name = f"css/{page.stem}{BUNDLE}.css"
        made[name] = bundled_styles(files, _STYLE.findall(found[0]))
        return f'  <link rel="stylesheet" href="/static/{name}">\n'

    def at_once(found: re.Match[str]) -> str:
        inside = bundled_styles(files, found["names"].split()).decode()
        return inside.replace('url("../', 'url("/static/')

    text = _STYLES.sub(styles, _SCRIPT.sub(script, text), count=1)
    return _AT_ONCE.sub(at_once, text), made


def _spoken(page: str, locale: str) -> str:
    """A page in this language, with the words of its first sight. The page asks for the other words
    at once, because its script would ask later."""
    told = page_words(locale)
    page = _WORD.sub(lambda found: escape(told[found["id"]]), page)
    # The script draws the same elements, without spaces between them, and so keeps these.
    page = _FIRST_SIGHT.sub(lambda found: _BETWEEN.sub("><", found[0]), page)
    words = f'  <link rel="preload" href="/static/words/{locale}.json" as="fetch" crossorigin>\n'
    page = page.replace(manifest_name("es"), manifest_name(locale))
    page = page.replace('lang="es">', f'lang="{locale.replace("_", "-")}">', 1)
    return page.replace("</head>", f"{words}</head>", 1)


@cache
def _inline_of(page: str) -> list[str]:
    return _INLINE.findall(page)


def html(page: str, allowed: str = HEADERS[POLICY]) -> web.Response:
    """A page, packed. Browsers ask for it each time: it says which files are those of today.
    ``allowed``: its Content-Security-Policy."""
    answer = web.Response(text=page, content_type="text/html", headers={POLICY: allowed})
    answer.enable_compression()
    return answer


def json_answer(data: bytes, status: int = 200) -> web.Response:
    """A JSON object, packed. Browsers ask for it each time."""
    answer = web.Response(body=data, status=status, content_type="application/json")
    answer.headers[hdrs.CACHE_CONTROL] = NO_CACHE
    answer.enable_compression()
    return answer


@cache
def _packed(content: bytes) -> bytes:
    """A file packed: once, when it is first asked for."""
    return gzip.compress(content, mtime=0)


@cache
def contents() -> Mapping[str, bytes]:
    """Every file by its name. Drawing the cards takes a while."""
    found = {
        path.relative_to(STATIC).as_posix(): path.read_bytes()
        for path in sorted(STATIC.rglob("*"))
        if path.is_file() and path.suffix != _PAGES
    }
    # All cards stand in one file, so no request tells which card a person looks at.
    for name, deck in DECKS.items():
        found[f"decks/{name}.svg"] = deck.sprite().encode()
    found["faces.svg"] = faces.sprite().encode()
    found["medals.svg"] = medals.sprite().encode()
    for locale in CHOICES:
        told = page_words(locale)
        apart = {
            part: {id: text for id, text in told.items() if id.startswith(f"web.{part}.")}
            for part in _APART
        }
        everywhere = {
            id: text for id, text in told.items() if not any(id in part for part in apart.values())
        }
        words = {"words": everywhere, "locales": language_names()}
        found[manifest_name(locale)] = manifest(locale)
        found[f"words/{locale}.json"] = _as_json(words)
        for part, said in apart.items():
            found[f"words/{part}.{locale}.json"] = _as_json(said)
    return found


def _as_json(words: object) -> bytes:
    return json.dumps(words, ensure_ascii=False).encode()


def _version(contents: Mapping[str, bytes]) -> str:
    """The version of the files: sixteen letters that change with any file."""
    whole = sha256()
    for name, content in sorted(contents.items()):
        whole.update(f"{name}\0{len(content)}\0".encode())
        whole.update(content)
    return whole.hexdigest()[:16]
