"""The look-alike: a Bot API that an unmodified client talks to, over :mod:`tests.loopback`.

Each call is decoded, held against the descriptions and the hand-written rules, delayed, refused or
lost if a test wishes so (two calls of the same moment then arrive, and are answered, in any order),
counted against the flood limits, done, and its answer held against the
description as well. What is wrong is refused **and** remembered in ``complaints``, which every test
expects to be empty: a bot that shrugs a refusal off must not hide it.
"""

import asyncio
import contextlib
import json
import random
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from aiohttp import web
from aiohttp.multipart import BodyPartReader

from adapters.telegram.sticker_sets import codes_of, set_name
from bot.pictures.deck import DECKS
from tests.adapters.telegram import description, rules
from tests.adapters.telegram.errors import ApiError
from tests.adapters.telegram.menus import KNOWING
from tests.adapters.telegram.methods import ALIKE, RETURNS, WRITES, Methods
from tests.virtual import now

Json = dict[str, Any]

TOKEN: Final = "4242424242:AAF-look_alike_TOKEN_0123456789abcde"
"""Of the form that tokens have; a log that holds it has told a secret."""

_PATH: Final = re.compile(r"/(?P<file>file/)?bot(?P<token>[^/]+)/(?P<method>.+)")


@dataclass
class Call:
    """One call as it came in, and what became of it."""

    method: str
    values: Json
    at: float
    files: dict[str, bytes] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    """What the files are called."""
    error: int = 0
    """Its error code; 0: it was done."""
    why: str = ""
    """What was said against it."""
    result: Any = None
    sent: float = 0.0
    """When it set out."""

    @property
    def chat(self) -> int:
        """The chat it writes to or asks about; 0: none."""
        chat = self.values.get("chat_id", 0)
        return chat if isinstance(chat, int) else 0


class Late:
    """A line on which every call takes a while to arrive and every answer a while to come back,
    each its own: what was sent later may be done, or answered, first."""

    def __init__(
        self,
        seed: int,
        there: tuple[float, float] = (0.02, 0.25),
        back: tuple[float, float] = (0.02, 0.6),
        lost: float = 0.0,
    ) -> None:
        """Seconds, from and to. ``lost``: of so many of a hundred calls no answer ever comes."""
        self._rng = random.Random(seed)
        self._there = there
        self._back = back
        self._lost = lost

    def there(self) -> float:
        """Seconds until a call arrives."""
        return self._rng.uniform(*self._there)

    def back(self) -> float:
        """Seconds until its answer arrives; far too many: none does."""
        if self._rng.random() * 100 < self._lost:
            return 3600.0
        return self._rng.uniform(*self._back)


@dataclass
class Fault:
    """What goes wrong with the next calls of a kind."""

    method: str
    how: str
    """``error``, ``drop`` (never arrives), ``lost`` (is done, but the answer is lost), ``hang`` (is
    done, and no answer comes, or one after so many seconds), ``slow``."""
    error: ApiError | None = None
    times: int = 1
    seconds: float = 0.0
    when: Callable[[Call], bool] = lambda _: True
    met: list[Call] = field(default_factory=list)
    """The calls it has struck."""


class BotApi(Methods):
    """A world with one bot in it, and the server through which the bot acts there."""

    def __init__(
        self,
        *,
        token: str = TOKEN,
        ephemeral: bool = True,
        hides: bool = True,
        depicts: bool = True,
        knows_menus: bool = True,
    ) -> None:
        """``knows_menus``: a bot that starts need not send its lists of commands."""
        super().__init__(ephemeral=ephemeral, hides=hides, depicts=depicts)
        self._knows_menus = knows_menus
        self.token = token
        self.calls: list[Call] = []
        """Every call but ``getUpdates``, in order of arrival."""
        self.polls = 0
        self.complaints: list[str] = []
        self.strangers = 0
        """Calls with a token that is not the bot's."""
        self.floods: list[Call] = []
        """What was refused because it was too much."""
        self.faults: list[Fault] = []
        self.late: Late | None = None
        """Of the line, except for ``getUpdates``."""
        self.watchers: list[Callable[[Call], Awaitable[None]]] = []
        """Told of every call in the moment in which it was done."""
        self.url = ""
        self._down_until = 0.0
        self._news = asyncio.Event()
        self._methods = {name.lower(): name for name in rules.KINDS}

    # --- what tests do ---------------------------------------------------------------------------

    def fail(self, method: str, how: str, **more: Any) -> Fault:
        """The next calls of this method (``*``: of any; or one of :data:`ALIKE`) go wrong, as often
        as ``times`` says."""
        fault = Fault(method, how, **more)
        self.faults.append(fault)
        return fault

    def go_down(self, seconds: float) -> None:
        """For so long nobody is answered."""
        self._down_until = now() + seconds
        self.updates.hang_up()

    def writes(self, chat: int | None = None) -> list[Call]:
        """Everything that counts against a limit, of one chat or of all."""
        return [
            call
            for call in self.calls
            if call.method in WRITES
            and call.chat != self.me.id
            and (chat is None or call.chat == chat)
        ]

    def of(self, method: str) -> list[Call]:
        """The calls of one method."""
        return [call for call in self.calls if call.method == method]

    async def until(self, holds: Callable[[], Any], seconds: float = 60.0) -> Any:
        """Waits until something holds (which it then returns); fails when it never does."""
        try:
            async with asyncio.timeout(seconds):
                while not (found := holds()):
                    await self._stirred()
        except TimeoutError:
            found = holds()
        assert found, f"did not come within {seconds} s"
        return found

    async def _stirred(self) -> None:
        """Something was called, or a quarter of a second went by."""
        self._news.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(0.25):
                await self._news.wait()

    def check_update(self, update: Json) -> None:
        """What the look-alike tells must be as the description says, too."""
        self._complain(description.complaints_about_answer(update, "Update", "update"))

    def _complain(self, found: Iterable[str]) -> None:
        self.complaints += [complaint for complaint in found if complaint not in self.complaints]

    # --- serving ---------------------------------------------------------------------------------

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Listens for as long as the context lasts; fails then if something was complained of."""
        runner = web.ServerRunner(
            web.Server(self._serve, keepalive_timeout=1e9, access_log=None), shutdown_timeout=0
        )
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        host, port = runner.addresses[0][:2]
        self.url = f"http://{host}:{port}"
        if self._knows_menus:
            KNOWING[f"{self.url}/bot"] = self.commands
        try:
            yield
        finally:
            KNOWING.pop(f"{self.url}/bot", None)
            await self.updates.close()
            self.updates.hang_up()
            await runner.cleanup()
        assert not self.complaints, self.complaints[:5]

    async def _serve(self, request: web.BaseRequest) -> web.StreamResponse:
        if now() < self._down_until:
            return _cut(request)
        found = _PATH.fullmatch(request.path)
        if not found or found["file"]:
            return _refusal(ApiError(404, "Not Found"))
        if found["token"] != self.token:
            self.strangers += 1
            return _refusal(ApiError(401, "Unauthorized"))
        method = self._methods.get(found["method"].lower(), found["method"])
        raw, files, names = await _read(request)
        values, wrong = rules.decode(method, raw)
        if method == "getUpdates":
            self.polls += 1
            return await self._answer(request, Call(method, values, now(), files, names), wrong)
        late, sent = self.late, now()
        if late is not None:
            await asyncio.sleep(late.there())
        call = Call(method, values, now(), files, names, sent=sent)
        self.calls.append(call)
        answer = await self._answer(request, call, wrong)
        if late is not None:
            await asyncio.sleep(late.back())
        return answer

    async def _answer(
        self, request: web.BaseRequest, call: Call, wrong: list[str]
    ) -> web.StreamResponse:
        fault = self._fault(call)
        if fault and fault.how == "drop":
            return _cut(request)
        if fault and fault.how == "slow":
            await asyncio.sleep(fault.seconds)
        try:
            if fault and fault.error:
                raise fault.error
            call.result = await self._checked(call, wrong)
            for watcher in self.watchers:
                await watcher(call)
        except ApiError as error:
            call.error, call.why = error.code, error.description
            if error.code == 429:
                self.floods.append(call)
            self._news.set()
            if now() < self._down_until:
                return _cut(request)
            return _refusal(error)
        self._news.set()
        if now() < self._down_until or (fault and fault.how == "lost"):
            return _cut(request)
        if fault and fault.how == "hang":
            await asyncio.sleep(fault.seconds or 3600)
        return web.json_response({"ok": True, "result": call.result})

    async def _checked(self, call: Call, wrong: list[str]) -> Any:
        method = call.method
        newest = {"editEphemeralMessageCaption", "editEphemeralMessageMedia"}
        if "Ephemeral" in method and not (self.depicts if method in newest else self.ephemeral):
            raise ApiError(404, "Not Found: method not found")
        if method not in rules.KINDS or not hasattr(self, method):
            self._complain([f"{method} is not simulated"])
            raise ApiError(501, f"Not Implemented: {method}")
        found = [*wrong, *description.complaints_about_call(method, call.values)]
        found = [*(found or rules.complaints(method, call.values)), *_files(call)]
        if found:
            self._complain(found)
            raise ApiError(400, f"Bad Request: {found[0]}")
        self.flood(call.method, call.values)
        self.incoming = call.files
        result = getattr(self, method)(call.values)
        if asyncio.iscoroutine(result):
            result = await result
        self._complain(
            description.complaints_about_answer(result, RETURNS[method], f"answer to {method}")
        )
        return result

    def _fault(self, call: Call) -> Fault | None:
        for fault in self.faults:
            meant = fault.method in ("*", call.method) or call.method in ALIKE.get(fault.method, ())
            if meant and fault.times > 0 and fault.when(call):
                fault.times -= 1
                fault.met.append(call)
                return fault
        return None


def add_sets(api: BotApi) -> None:
    """The host has made the bot's sets of stickers; each file tells its deck and card."""
    for deck in DECKS:
        name = set_name(deck, api.me.username)
        api.sets[name] = {"name": name, "title": deck, "sticker_type": "regular", "stickers": []}
        for code in codes_of(deck):
            file = f"{deck} {code}"
            api.files[file] = file.encode()
            sticker = {"file_id": file, "file_unique_id": file, "type": "regular"}
            shape = {"width": 328, "height": 512, "is_animated": False, "is_video": False}
            api.sets[name]["stickers"].append(sticker | shape)


def _files(call: Call) -> Iterable[str]:
    """Files that nobody names, and names that no file has."""
    named = set(re.findall(r"attach://([\w.-]+)", json.dumps(call.values)))
    kinds = rules.KINDS[call.method]
    for name in call.files:
        if name not in named and kinds.get(name) != "file":
            yield f"{call.method}: nobody names the file {name}"
    for name in named - set(call.files):
        yield f"{call.method}: no file {name} was sent"


async def _read(
    request: web.BaseRequest,
) -> tuple[dict[str, str], dict[str, bytes], dict[str, str]]:
    """Parameters of any of the four ways, files, and what these are called."""
    raw = dict(request.query)
    files: dict[str, bytes] = {}
    names: dict[str, str] = {}
    if request.content_type == "application/json":
        for name, value in (await request.json()).items():
            raw[name] = value if isinstance(value, str) else json.dumps(value)
    elif request.content_type == "multipart/form-data":
        async for part in await request.multipart():
            assert isinstance(part, BodyPartReader)
            assert part.name
            if part.filename:
                files[part.name] = bytes(await part.read())
                names[part.name] = part.filename
                raw.setdefault(part.name, f"attach://{part.name}")
            else:
                raw[part.name] = await part.text()
    else:
        raw |= {name: str(value) for name, value in (await request.post()).items()}
    # A file under a name of its own is spoken of by another parameter.
    for name in files:
        if raw.get(name) == f"attach://{name}" and name not in _FILE_PARAMETERS:
            del raw[name]
    return raw, files, names


_FILE_PARAMETERS: Final = {
    name for kinds in rules.KINDS.values() for name, kind in kinds.items() if kind == "file"
}


def _refusal(error: ApiError) -> web.Response:
    body: Json = {"ok": False, "error_code": error.code, "description": error.description}
    if error.parameters:
        body["parameters"] = error.parameters
    return web.json_response(body, status=error.code)


def _cut(request: web.BaseRequest) -> web.StreamResponse:
    """The connection breaks without a word."""
    if request.transport:
        request.transport.abort()
    return web.Response()
