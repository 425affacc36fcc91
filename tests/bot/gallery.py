"""Part of `make gallery`: every kind of picture, in every language, with names of every length and
script, on one sheet each.

Not part of `make test`: it is made to be looked at, in `artifacts/pictures`.
"""

import base64
import html
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import pytest
from msgspec.structs import replace

from bot.community.scoreboard import CHIPS, STRENGTH, Scoreboard, Wanted
from bot.model import Status
from bot.pages.profile import profile_page
from bot.pictures.drawn import png
from bot.pictures.kinds import Picture
from bot.screen import Screen
from bot.screens import build, standings_page
from bot.screens.help.help_pages import build_page
from bot.screens.pages import HELP, Page, PageKey
from bot.screens.rendering.pictured import picture_of
from bot.store.results.model import Purse, Rating
from bot.words import LOCALES
from engine.seen.view import PUBLIC, view
from engine.variants import VARIANTS, table_for
from tests.bot.pictures.test_page_pictures import full, standing
from tests.bot.scenes import dealt_anyhow, info_for
from tests.browser.sheets import written
from tests.narrow import present

FOLDER: Final = Path(__file__).resolve().parents[2] / "artifacts" / "pictures"
WIDE: Final = 480
NAMES: Final = (
    "Ñu",
    "María de los Ángeles Fernández Ca",
    "W" * 32,
    "محمد علي",
    "你好世界",
    "Иван Грозный",
    "𝓙𝓾𝓪𝓷 😀🔥",
    "Z̷̛̟a̶l̵g̷o̵ e\u0301\u0302\u0303",
    "לאה",
    "👨‍👩‍👧",
    "Łukasz Ødegård",
)
Shot = tuple[str, Picture, str]


def of_page(title: str, page: Page) -> Shot:
    assert page.picture is not None
    return title, page.picture.shown, f"{page.picture.alt}\n—\n{page.picture.beside}"


def boards(locale: str) -> Iterator[Shot]:
    people = tuple(standing(number, name) for number, name in enumerate(NAMES, 1))
    ten = Scoreboard(Wanted(), people[:10], more=True, place=34, mine=standing(34, "Beto"))
    yield of_page("board, apart", standings_page(ten, "Los pibes de la esquina", locale))
    own = replace(ten, place=2, mine=people[1], more=False)
    yield of_page("board, on the podium", standings_page(own, "L", locale))
    few = replace(own, rows=people[:2])
    yield of_page("board, two people", standings_page(few, "C" * 60, locale))
    later = replace(ten, wanted=Wanted(page=1), place=14, mine=people[3])
    yield of_page("board, second page", standings_page(later, "Los pibes", locale))
    rated = tuple(
        Rating(f"discord:{n}", name, "argentino", 40.0 - n, 2.0, 9 * n)
        for n, name in enumerate(NAMES[:5], 1)
    )
    strength = Scoreboard(Wanted(by=STRENGTH).settled(), rows=rated, place=1, mine=rated[0])
    yield of_page("board, rating", standings_page(strength, "Los pibes", locale))
    purses = tuple(Purse(f"discord:{n}", name, 4000 // n) for n, name in enumerate(NAMES[:4], 1))
    chips = Scoreboard(Wanted(by=CHIPS).settled(), rows=purses)
    yield of_page("board, chips", standings_page(chips, "Los pibes", locale))


def profiles(locale: str) -> Iterator[Shot]:
    for number, name in enumerate(NAMES):
        whole = full(name)
        one = replace(whole, badges=whole.badges[3 * number :][:14])
        if number % 3 == 1:
            one = replace(one, games=one.games[:1], ratings=(), badges=())
        page = profile_page(one, name, locale, mine=True, registered=True, chips=120)
        yield of_page(f"profile {number + 1}", page)


def tables(locale: str) -> Iterator[Shot]:
    for game, hands in SCENES.items():
        variant, _, players = game.partition(" ")
        table = table_for(variant, int(players))
        state = dealt_anyhow(table, 1)
        seats = info_for(table).seats
        named = tuple(
            replace(seat, name=name)
            for seat, name in zip(seats, NAMES[hands:] + NAMES, strict=False)
        )
        for ended in (False, True):
            status = Status.OVER if ended else Status.PLAYING
            winner = 0 if ended else -1
            info = info_for(table, seats=named, status=status, winner=winner)
            screen = build(info, view(state, PUBLIC), locale)
            found = picture_of(screen)
            if found is not None:
                yield f"{game}{', over' * ended}", found.shown, found.alt
    for number in (1, 3):
        podium = (NAMES[:1], NAMES[1:2], NAMES[3 : 3 + number])
        screen = Screen("tournament", "abcd2345", 1, locale, "Torneo", about="…", podium=podium)
        found = present(picture_of(screen))
        yield f"podium, {number} third", found.shown, found.alt


def primers(locale: str) -> Iterator[Shot]:
    for variant in VARIANTS:
        yield of_page(variant, build_page(PageKey(HELP, topic=variant), locale))


SCENES: Final = {
    "argentino 2": 0,
    "argentino 4": 2,
    "argentino 6": 4,
    "uruguayo 2": 6,
    "paulista 8": 0,
}
"""Games and seats, and whose names come first."""


def page(shots: Sequence[Shot]) -> str:
    made = []
    for title, picture, words in shots:
        data = png(picture)
        source = base64.b64encode(data).decode()
        made.append(
            f"<section><h4>{html.escape(title)} · {len(data) / 1024:.0f} kB</h4>"
            f'<img src="data:image/png;base64,{source}"><p>{html.escape(words)}</p></section>'
        )
    style = (
        f"body{{display:flex;gap:12px;padding:12px;margin:0;font:13px sans-serif;background:#888}}"
        f"section{{width:{WIDE}px}}img{{width:100%}}p{{white-space:pre-wrap;background:#fff;"
        "padding:6px;overflow-wrap:anywhere}"
    )
    return f'<!doctype html><meta charset="utf-8"><style>{style}</style>{"".join(made)}'


KINDS: Final = {"boards": boards, "profiles": profiles, "tables": tables, "primers": primers}


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("kind", KINDS)
def test_every_picture(kind: str, locale: str) -> None:
    shots = list(KINDS[kind](locale))
    words = "\n\n".join(f"=== {title}\n{told}" for title, _, told in shots)
    written(FOLDER, f"{kind}-{locale}", words, shots, page, WIDE)
