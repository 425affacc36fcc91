"""The files for installing the page: its manifests, its icons, its offline pages and its worker.

A browser keeps an offline page for when it has no network: it holds the rules of every game and,
where comments say so, the films and puzzles that this browser has kept; ``static/js/worker.js``
puts them in. Nothing of a match that is being played is in it, and no page of a match is kept."""

import json
import re
from collections.abc import Iterator
from functools import cache
from html import escape
from typing import Final

from adapters.web.words import page_words
from bot.community.table_defaults import games_for
from bot.screens.help.game_help import help_game
from bot.words import regional, words_for
from engine.variants import VARIANTS, table_for

THEME: Final = "#2a1a10"
ICON: Final = "icon.png"
FULL_ICON: Final = "icon-full.png"
"""The icon whose drawing keeps away from the edges, for systems that cut out a shape of their
own. Both are drawn from ``icon.svg``, by ``tests/adapters/web/test_installed.py``."""
WORKER: Final = "js/worker.js"
OFFLINE_PATH: Final = "/sin-red"
WORKER_PATH: Final = "/worker.js"
"""Its address never changes: a browser asks there whether there is a newer one."""
_VERSION: Final = "{version}"
_MANIFEST: Final = re.compile(r' *<link rel="manifest"[^>]*>\n')
SIDE: Final = 512
"""The width of these icons, in pixels."""


def manifest_name(locale: str) -> str:
    """The file of the manifest in this language."""
    return f"app.{locale}.webmanifest"


def uninstalled(page: str) -> str:
    """The page as a window of a chat platform shows it, where it cannot be installed."""
    return _MANIFEST.sub("", page)


def worker_of(source: bytes, version: str) -> bytes:
    """The worker as served, with the version of the page's files: each has another worker."""
    return source.replace(_VERSION.encode(), version.encode())


def manifest(locale: str) -> bytes:
    """The manifest: the description of the page as an app. It is one app in all languages."""
    words = page_words(locale)
    told = {
        "id": "/",
        "name": "Truco",
        "short_name": "Truco",
        "description": words["web.hero.why"],
        "lang": locale.replace("_", "-"),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "theme_color": THEME,
        "background_color": THEME,
        "icons": [
            {"src": "icon.svg", "sizes": "any", "type": "image/svg+xml"},
            {"src": ICON, "sizes": f"{SIDE}x{SIDE}", "type": "image/png"},
            {
                "src": FULL_ICON,
                "sizes": f"{SIDE}x{SIDE}",
                "type": "image/png",
                "purpose": "maskable",
            },
        ],
    }
    return json.dumps(told, ensure_ascii=False).encode()


@cache
def offline_page(locale: str) -> str:
    """The page shown without a network: the table waits; with texts to read meanwhile."""
    words = {id: escape(text) for id, text in page_words(locale).items()}
    rules = "\n".join(_rules(locale))
    return f"""<!doctype html>
<html lang="{locale.replace("_", "-")}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>Truco</title>
  <link rel="icon" href="/static/icon.svg" type="image/svg+xml">
  <link rel="stylesheet" href="/static/css/verify.page.css">
</head>
<body class="paper">
  <main class="verify">
    <h1>{words["web.pocket.offline.title"]}</h1>
    <p>{words["web.pocket.offline.waits"]}</p>
    <p><a class="press press-gold" href="">{words["web.pocket.offline.again"]}</a></p>
    <!-- films: {words["web.pocket.offline.films"]} -->
    <!-- puzzles: {words["web.pocket.offline.puzzles"]} -->
    <h2>{words["web.pocket.offline.rules"]}</h2>
{rules}
  </main>
</body>
</html>
"""


def _rules(locale: str) -> Iterator[str]:
    """Each game explained, those of the language first."""
    for game in games_for(locale):
        spoken = regional(locale, game)
        title, _, text = help_game(table_for(game, VARIANTS[game].players[0]), spoken).partition(
            "\n"
        )
        # Without a network no command works.
        without = ("", words_for(spoken, game).text("help.rules"))
        told = [part for part in re.split(r"[\n\f]+", text) if part not in without]
        parts = "".join(f"<p>{escape(part)}</p>" for part in told)
        yield f"    <details><summary>{escape(title)}</summary>{parts}</details>"
