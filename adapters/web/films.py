"""Films on the page: the requests of a browser that shows a finished match again."""

from collections.abc import Callable
from functools import partial
from html import escape
from typing import Final
from urllib.parse import urlsplit

import msgspec
from aiohttp import web
from msgspec import Struct

from adapters.web.files import html, json_answer
from adapters.web.security import NO_STORE
from adapters.web.table_list import COMMUNITY
from adapters.web.tabs import BadTabKey, user_of
from adapters.web.windows import BadStart, Windows
from adapters.web.words import language_for
from bot.catalogue import page_for, read_key
from bot.film.films import Viewer
from bot.film.frames import OPEN, Chapter, Film, Frame, NoFilm, film_of
from bot.match.proofs import ClosedProof
from bot.messages import MatchId, UserId
from bot.pages.analysis import judged_steps
from bot.pages.page_spec import Community
from bot.pictures.ending import HIGH, WIDE
from bot.screens.history.proof import ticks
from bot.screens.moment.tally import standing
from bot.screens.pages import ANALYSIS, FILM, PageKey
from bot.service import Service
from bot.words import words_for
from engine.errors import BadRecord
from engine.record.notation import decode_record, problem_of

KEY: Final = "Truco-Key"
"""The header with a tab's key: it opens the films of private tables to the people who sat there."""
SESSION: Final = "Truco-Session"
"""The header with a window's session, beside the key to which it belongs."""
RECORD_BYTES: Final = 512 * 1024
"""The longest record that is accepted, in bytes; a record with a proof has some 100 kB."""
_CODE: Final = "{code:[a-z0-9]{8}}"
FILM_PATH: Final = f"/partida/{_CODE}"
"""The path of the film of a stored match."""
_TAGS: Final = "<!-- preview -->"
"""The place in the page's head for the tags of the preview."""


class FilmTold(Struct, frozen=True):
    """The JSON object that describes a film to a browser."""

    match: MatchId
    """The id of the match; empty: the film is of a record that somebody sent."""
    eye: int
    names: tuple[str, ...]
    chapters: tuple[Chapter, ...]
    frames: tuple[Frame, ...]
    ticks: tuple[tuple[str, str], ...] = ()
    """The checks of the match's proof, each with its mark; empty: the match has no proof."""


class Dear(Struct, frozen=True):
    """A choice of the reader's, as a mark in a film."""

    place: int
    """The frame of its step."""
    text: str
    dear: bool = True
    """Whether it is one of the dearest mistakes."""


class Analysed(Struct, frozen=True):
    """The teacher's verdict on a match, for the person who played it."""

    text: str
    ready: bool
    """Whether the analysis is complete; otherwise the object tells how far it is."""
    marks: tuple[Dear, ...]


class FilmRefusal(Struct, frozen=True):
    """The JSON object that says why there is no film."""

    reason: str
    """``none``, ``wrong``, ``empty``, ``long``."""
    line: int = 0
    text: str = ""
    """The parser's message, if the reason is ``wrong``."""


def told(film: Film, match: MatchId, locale: str, eye: int, proof: ClosedProof | None) -> bytes:
    """A film as JSON. If no seat has the number ``eye``, all hands are open."""
    eye = eye if eye < film.players else OPEN
    frames, chapters = tuple(film.frames(locale, eye)), film.chapters(locale)
    checks = () if proof is None else tuple(ticks(proof, words_for(locale)))
    return msgspec.json.encode(FilmTold(match, eye, film.names, chapters, frames, checks))


def from_record(data: bytes) -> tuple[str, Film] | FilmRefusal:
    """The text of a record that somebody sent, and its film."""
    try:
        text = decode_record(data)
        return text, film_of(text)
    except BadRecord as error:
        problem = problem_of(error)
    except NoFilm as error:
        if error.problem is None:
            return FilmRefusal("empty")
        problem = error.problem
    return FilmRefusal("wrong", problem.line, problem.text)


class FilmPages:
    """Answers requests for films."""

    def __init__(
        self,
        service: Service,
        page: Callable[[web.Request], str],
        address: str,
        locale: str,
        windows: Windows,
    ) -> None:
        """``page``: makes the page's HTML; ``address``: where people reach the page."""
        self._service = service
        self._windows = windows
        self._page = page
        self._address = address
        self._locale = locale

    def add_to(self, router: web.UrlDispatcher) -> None:
        router.add_get("/partida", self._empty_page)
        router.add_get(FILM_PATH, self._film_page)
        self.add_files_to(router, "")

    def add_files_to(self, router: web.UrlDispatcher, base: str) -> None:
        """Adds what the pages of tables and films ask for, below this path."""
        router.add_post(f"{base}/partida", self._brought)
        router.add_get(f"{base}{FILM_PATH}/pelicula.json", self._stored)
        router.add_get(f"{base}{FILM_PATH}/analisis.json", self._analysis)
        router.add_get(f"{base}{FILM_PATH}/mano.gif", self._moving)
        router.add_get(f"{base}{FILM_PATH}/partida.truco", self._record)
        router.add_get(f"{base}{FILM_PATH}/vista.png", self._preview_picture)

    # --- the page ------------------------------------------------------------------------------

    async def _empty_page(self, request: web.Request) -> web.Response:
        return self._answer_page(request, "")

    async def _film_page(self, request: web.Request) -> web.Response:
        """The page that shows a film. It loads the film itself, which says who may see it; so the
        page is the same for everybody."""
        code = request.match_info["code"]
        film = await self._service.films.film(code, self._locale)
        return self._answer_page(request, "" if film is None else self._preview(film, code))

    def _answer_page(self, request: web.Request, tags: str) -> web.Response:
        return html(self._page(request).replace(_TAGS, tags))

    def _preview(self, film: Film, code: MatchId) -> str:
        """The tags from which a messenger makes its preview of the address."""
        screen = film.frame(len(film) - 1, self._locale).screen
        score = standing(screen.scores, words_for(self._locale))
        properties = {
            "og:type": "video.other",
            "og:url": f"{self._address}/partida/{code}",
            "og:title": screen.title,
            "og:description": score,
            "og:image": f"{self._address}/partida/{code}/vista.png",
            "og:image:type": "image/png",
            "og:image:width": str(WIDE),
            "og:image:height": str(HIGH),
            "og:image:alt": f"{screen.title}. {score}.",
        }
        tags = [
            f'<meta property="{name}" content="{escape(value)}">'
            for name, value in properties.items()
        ]
        tags.append('<meta name="twitter:card" content="summary_large_image">')
        tags.append(f'<meta name="description" content="{escape(score)}">')
        return "\n  ".join(tags)

    # --- requests of the page
    # ------------------------------------------------------------------------

    async def _stored(self, request: web.Request) -> web.Response:
        code, locale, eye = request.match_info["code"], self._language(request), _eye(request)
        viewer = await self._viewer(request)
        film = await self._service.films.film(code, locale, viewer)
        text = await self._service.films.record(code, locale, viewer)
        if film is None or text is None:
            return _fault(FilmRefusal("none"), 404)
        answer = await self._answer(film, text, code, locale, eye)
        if await self._service.films.record(code, locale) != text:
            answer.headers["Cache-Control"] = NO_STORE  # not everybody may see it
        return answer

    async def _analysis(self, request: web.Request) -> web.Response:
        """Sends the analysis to the tab of a person who played there, and to nobody else."""
        code, locale = request.match_info["code"], self._language(request)
        try:
            user = self._user(request)
        except (BadTabKey, BadStart):
            return _fault(FilmRefusal("none"), 404)
        here = Community(COMMUNITY, "")
        page = await page_for(self._service, PageKey(ANALYSIS, code), user, locale, here)
        keys = [read_key(leaf.key) for leaf in page.turns]
        ready = PageKey(ANALYSIS, code) not in keys
        films = [key for key in keys if key.what == FILM]
        marks = [Dear(key.part, text) for key, text in zip(films, page.headings, strict=True)]
        if ready:
            person = await self._service.users.person_of(user)
            judged = await judged_steps(self._service, code, person, locale)
            marks += [Dear(place, text, dear=False) for place, text in judged.items()]
        return json_answer(msgspec.json.encode(Analysed(page.text, ready, tuple(marks))))

    async def _record(self, request: web.Request) -> web.Response:
        code, locale = request.match_info["code"], self._language(request)
        text = await self._service.films.record(code, locale, await self._viewer(request))
        if text is None:
            return _fault(FilmRefusal("none"), 404)
        answer = web.Response(text=text, content_type="text/plain")
        answer.enable_compression()
        return answer

    async def _preview_picture(self, request: web.Request) -> web.Response:
        code, locale = request.match_info["code"], self._language(request)
        viewer, page = await self._viewer(request), urlsplit(self._address).netloc
        made = await self._service.films.preview(code, locale, viewer, page)
        if made is None:
            return _fault(FilmRefusal("none"), 404)
        answer = web.Response(body=made, content_type="image/png")
        # Messengers show it in pages of their own.
        answer.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
        return answer

    async def _moving(self, request: web.Request) -> web.Response:
        code, locale = request.match_info["code"], self._language(request)
        made = await self._service.films.moving(code, locale, await self._viewer(request))
        if made is None:
            return _fault(FilmRefusal("none"), 404)
        return web.Response(body=made.gif, content_type="image/gif")

    async def _brought(self, request: web.Request) -> web.Response:
        """The film of the record that the request holds. The record is not stored."""
        data = bytearray()
        async for piece in request.content.iter_chunked(1 << 14):
            data += piece
            if len(data) > RECORD_BYTES:
                return _fault(FilmRefusal("long"), 413)
        made = await self._service.films.make(partial(from_record, bytes(data)))
        if isinstance(made, FilmRefusal):
            return _fault(made, 422)
        text, film = made
        return await self._answer(film, text, "", self._language(request), _eye(request))

    async def _answer(
        self, film: Film, text: str, match: MatchId, locale: str, eye: int
    ) -> web.Response:
        proof = await self._service.proofs.closed(text)
        work = partial(told, film, match, locale, eye, proof)
        return json_answer(await self._service.films.make(work))

    def _language(self, request: web.Request) -> str:
        return language_for(request.query.get("idioma", ""), self._locale)

    async def _viewer(self, request: web.Request) -> Viewer:
        """The person whose tab asks. The page has no community: anybody may open it."""
        try:
            user = self._user(request)
        except (BadTabKey, BadStart):
            return Viewer()
        return Viewer(await self._service.users.person_of(user))

    def _user(self, request: web.Request) -> UserId:
        """The user of the tab that sends the request, or in a window, of the session. Raises
        :class:`adapters.web.tabs.BadTabKey`, :class:`adapters.web.windows.BadStart`."""
        key, session = request.headers.get(KEY, ""), request.headers.get(SESSION, "")
        return self._windows.resume(session, key).user if session else user_of(key)


def _eye(request: web.Request) -> int:
    """The number of the seat in the request; :data:`OPEN` if the request names no seat."""
    wanted = request.query.get("ojo", "")
    return int(wanted) if wanted in tuple("01234567") else OPEN


def _fault(fault: FilmRefusal, status: int) -> web.Response:
    return json_answer(msgspec.json.encode(fault), status)
