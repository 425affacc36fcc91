"""The study room on the page: its page, its positions, and the guide made from them.

This module knows no match: everybody gets the same, from one file."""

from collections.abc import Callable
from typing import Final

import msgspec
from aiohttp import web
from msgspec import Struct

from adapters.web.files import html, json_answer
from adapters.web.study_guide import GuideChapter, chapters
from adapters.web.words import language_for
from engine.cards import SPANISH
from engine.teacher import study_room
from engine.variants import table_for

STUDY_PATH: Final = "/estudio"
_TABLE: Final = table_for(study_room.GAME, 2)


class PositionTold(Struct, frozen=True):
    """A position among others."""

    name: str
    mano: int
    """The strength of the mano's first card."""
    pie: int
    won: str
    """``mano``, ``pie`` or ``tied``."""


class RoomTold(Struct, frozen=True):
    """The contents of the room."""

    positions: tuple[PositionTold, ...]
    cards: tuple[tuple[str, ...], ...]
    """By strength, from the lowest on, the cards that have it."""
    chapters: tuple[GuideChapter, ...]


def room_told(locale: str) -> RoomTold:
    """The room for a reader of this language."""
    strength, deck = _TABLE.strength, _TABLE.deck
    cards = tuple(
        tuple(SPANISH.write(card) for card in deck if strength[card] == level)
        for level in sorted({strength[card] for card in deck})
    )
    return RoomTold(tuple(map(_position, study_room.names())), cards, tuple(chapters(locale)))


def _position(name: str) -> PositionTold:
    mano, pie = study_room.levels_of(name)
    won = "tied" if mano == pie else "mano" if mano > pie else "pie"
    return PositionTold(name, mano, pie, won)


class StudyPages:
    """Answers requests for the study room."""

    def __init__(self, page: Callable[[web.Request], str], locale: str) -> None:
        """``page``: makes the page's HTML for a request."""
        self._page = page
        self._locale = locale

    def add_to(self, router: web.UrlDispatcher) -> None:
        """Adds the address of the room to the router."""
        router.add_get(STUDY_PATH, self._study_page)
        self.add_files_to(router, "")

    def add_files_to(self, router: web.UrlDispatcher, base: str) -> None:
        """Adds the files that the page asks for, below this path."""
        router.add_get(f"{base}{STUDY_PATH}/sala.json", self._room)
        router.add_get(f"{base}{STUDY_PATH}/{{name:[0-9a-z-]{{1,9}}}}.json", self._told)

    async def _study_page(self, request: web.Request) -> web.Response:
        return html(self._page(request))

    async def _room(self, request: web.Request) -> web.Response:
        locale = language_for(request.query.get("idioma", ""), self._locale)
        return json_answer(msgspec.json.encode(room_told(locale)))

    async def _told(self, request: web.Request) -> web.Response:
        name = request.match_info["name"]
        found = study_room.position(name) if name in study_room.names() else None
        if found is None:
            raise web.HTTPNotFound
        return json_answer(msgspec.json.encode(found))
