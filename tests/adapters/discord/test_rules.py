"""Bad requests, planted: the look-alike refuses each, and says so at the end of a test.

Some are caught by the rules that are held by hand, the others by the description of the API.
"""

import asyncio
import json
from collections.abc import Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import aiohttp
import pytest

from tests.adapters.discord.lookalike import rules
from tests.adapters.discord.lookalike.server import TOKEN, Discord, running
from tests.adapters.discord.lookalike.world import ATTACH_FILES, Interaction
from tests.virtual import pass_by, run

Json = Any

V2 = rules.IS_COMPONENTS_V2


def button(id: str = "a", **more: Json) -> Json:
    return {"type": 2, "style": 2, "label": "A", "custom_id": id, **more}


def row(*inner: Json) -> Json:
    return {"type": 1, "components": list(inner)}


def text(content: str) -> Json:
    return {"type": 10, "content": content}


def select(*values: str, **more: Json) -> Json:
    options = [{"label": value, "value": value} for value in values]
    return {"type": 3, "custom_id": "s", "options": options, **more}


def without(body: Json, *keys: str) -> Json:
    return {key: value for key, value in body.items() if key not in keys}


MESSAGES: dict[str, Json] = {
    "content too long": {"content": "x" * 2001},
    "embeds": {"embeds": [{"description": "x"}]},
    "six rows": {"components": [row(button(str(number))) for number in range(6)]},
    "new components without their flag": {"components": [text("hello")]},
    "content beside new components": {"flags": V2, "content": "x", "components": [text("y")]},
    "41 components at all depths": {
        "flags": V2,
        "components": [
            {"type": 17, "components": [text(str(number)) for number in range(20)]},
            {"type": 17, "components": [text(str(number)) for number in range(19)]},
        ],
    },
    "too much text": {"flags": V2, "components": [text("x" * 2001), text("x" * 2000)]},
    "an empty text": {"flags": V2, "components": [text("  ")]},
    "the same id twice": {"components": [row(button(), button())]},
    "the same id in two rows": {"components": [row(button()), row(button())]},
    "a button without label": {"components": [row(without(button(), "label"))]},
    "a button without id": {"components": [row(without(button(), "custom_id"))]},
    "a link with an id": {"components": [row(button(style=5, url="https://example.org"))]},
    "a link without url": {"components": [row(without(button(style=5), "custom_id"))]},
    "a button with url": {"components": [row(button(url="https://example.org"))]},
    "a button beside a select": {"components": [row(select("x"), button())]},
    "two selects in a row": {"components": [row(select("x"), select("y") | {"custom_id": "t"})]},
    "the same value twice": {"components": [row(select("x", "x"))]},
    "more values than options": {"components": [row(select("x", max_values=2))]},
    "nothing at all": {},
    "an attachment without file": {"content": "x", "attachments": [{"id": 0, "filename": "a"}]},
    "a gallery without file": {
        "flags": V2,
        "components": [{"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}],
    },
    "a public message for one": {"content": "x", "flags": rules.EPHEMERAL},
    "a label too long": {"components": [row(button(label="x" * 81))]},
    "six buttons": {"components": [row(*(button(str(number)) for number in range(6)))]},
    "a number for a text": {"content": 7},
    "a key inside a button": {"components": [row(button(colour="red"))]},
    "a section without accessory": {
        "flags": V2,
        "components": [{"type": 9, "components": [text("x")]}],
    },
}
"""Of what the description finds, one of each kind: ``test_description.py`` asks for all."""

COMMAND = {"name": "jugar", "description": "Opens a table"}


def option(name: str, **more: Json) -> Json:
    return {"type": 3, "name": name, "description": "x", **more}


COMMANDS: dict[str, Json] = {
    "upper case": [COMMAND | {"name": "Jugar"}],
    "a space": [COMMAND | {"name": "a b"}],
    "a sign": [COMMAND | {"name": "a!"}],
    "too long": [COMMAND | {"name": "x" * 33}],
    "no description": [COMMAND | {"description": ""}],
    "a description too long": [COMMAND | {"description": "x" * 101}],
    "twice": [COMMAND, COMMAND],
    "a locale there is not": [COMMAND | {"name_localizations": {"es-AR": "jugar"}}],
    "a local name with a space": [COMMAND | {"name_localizations": {"pt-BR": "jogar ja"}}],
    "required after optional": [COMMAND | {"options": [option("a"), option("b", required=True)]}],
    "the same option twice": [COMMAND | {"options": [option("a"), option("a")]}],
    "choices that are completed": [
        COMMAND
        | {"options": [option("a", autocomplete=True, choices=[{"name": "x", "value": "x"}])]}
    ],
    "the same choice twice": [
        COMMAND | {"options": [option("a", choices=[{"name": "x", "value": "x"}] * 2)]}
    ],
    "101 commands": [COMMAND | {"name": f"c{number}"} for number in range(101)],
    "8001 characters": [
        COMMAND
        | {
            "options": [
                option(
                    f"o{number}",
                    choices=[
                        {"name": f"{place:02}" + "n" * 40, "value": f"{place:02}" + "v" * 40}
                        for place in range(25)
                    ],
                )
                for number in range(4)
            ]
        }
    ],
}

TEXT_INPUT = {"type": 4, "custom_id": "n", "style": 1}
LABEL = {"type": 18, "label": "Number", "component": TEXT_INPUT}
MODAL = {"custom_id": "m", "title": "How many?", "components": [LABEL]}

MODALS: dict[str, Json] = {
    "six fields": MODAL
    | {
        "components": [
            LABEL | {"component": TEXT_INPUT | {"custom_id": str(number)}} for number in range(6)
        ]
    },
    "the same field twice": MODAL | {"components": [LABEL, LABEL]},
    "a field without label": MODAL | {"components": [row(TEXT_INPUT)]},
    "a label in a label": MODAL
    | {"components": [LABEL | {"component": TEXT_INPUT | {"label": "Number"}}]},
    "a value too long": MODAL
    | {"components": [LABEL | {"component": TEXT_INPUT | {"max_length": 2, "value": "abc"}}]},
}


class Caller:
    """Sends whatever it is told to, as no decent client would."""

    def __init__(self, small: Discord) -> None:
        self.small = small
        guild = small.world.add_guild("Club")
        self.channel = small.world.add_channel(guild, "mesa")
        self.user = small.world.add_user("Ana")
        self.session = aiohttp.ClientSession(
            headers={
                "Authorization": f"Bot {TOKEN}",
                "User-Agent": "DiscordBot (https://example.org, 1)",
            }
        )

    async def call(self, method: str, path: str, body: Json = None) -> tuple[int, Json]:
        url = f"{self.small.address}/api/v10{path}"
        async with self.session.request(method, url, json=body) as answer:
            return answer.status, (await answer.json() if answer.status != 204 else None)

    async def upload(self, method: str, path: str, body: Json) -> tuple[int, Json]:
        """The same with a file."""
        form = aiohttp.FormData()
        form.add_field("payload_json", json.dumps(body))
        form.add_field("files[0]", b"\x89PNG", filename="a.png")
        url = f"{self.small.address}/api/v10{path}"
        async with self.session.request(method, url, data=form) as answer:
            return answer.status, await answer.json()

    async def send(self, body: Json) -> tuple[int, Json]:
        return await self.call("POST", f"/channels/{self.channel.id}/messages", body)

    def interaction(self, type: int) -> Interaction:
        world = self.small.world
        made = Interaction(world.ids.new(), "t", type, self.user, self.channel, {}, world.clock())
        world.interactions[made.id] = made
        world.by_token["t"] = made
        return made

    async def answer(self, type: int, body: Json) -> tuple[int, Json]:
        path = f"/interactions/{self.interaction(type).id}/t/callback?with_response=1"
        return await self.call("POST", path, body)


@asynccontextmanager
async def caller() -> Any:
    async with running() as small:
        bot = Caller(small)
        try:
            yield bot
        finally:
            await bot.session.close()


@contextmanager
def complained(small: Discord) -> Iterator[None]:
    """What happens here must be remembered against the bot."""
    before = len(small.complaints)
    yield
    assert len(small.complaints) > before


async def test_messages() -> None:
    async with caller() as bot:
        for what, body in MESSAGES.items():
            with complained(bot.small):
                status, answer = await run(bot.send(body))
            assert (status, answer["code"]) in [(400, 50035), (400, 50006)], what
            await pass_by(5.0)
        assert not list(bot.small.world.messages)


async def test_commands() -> None:
    async with caller() as bot:
        path = f"/applications/{bot.small.world.application}/commands"
        for what, body in COMMANDS.items():
            status, answer = await run(bot.call("PUT", path, body))
            assert status == 400, what
            assert answer["code"] in (50035, 30032), what
            await pass_by(60.0)
        assert not bot.small.world.commands


async def test_modals() -> None:
    async with caller() as bot:
        for what, data in MODALS.items():
            with complained(bot.small):
                status, _ = await run(bot.answer(2, {"type": 9, "data": data}))
            assert status == 400, what


async def test_answers_that_do_not_fit() -> None:
    """An update without a message to update, choices that nobody asked for, a modal on a modal."""
    async with caller() as bot:
        for type, kind in ((2, 7), (2, 6), (2, 8), (3, 8), (4, 4), (5, 9), (3, 7)):
            body: Json = {"type": kind, "data": {"content": "x", "choices": [], **MODAL}}
            with complained(bot.small):
                status, _ = await run(bot.answer(type, body))
            assert status == 400, (type, kind)


async def test_an_interaction_is_answered_once() -> None:
    async with caller() as bot:
        path = f"/interactions/{bot.interaction(2).id}/t/callback"
        told = [await run(bot.call("POST", path, {"type": 4, "data": {"content": "x"}}))]
        told += [await run(bot.call("POST", path, {"type": 4, "data": {"content": "y"}}))]
        assert [status for status, _ in told] == [204, 400]
        assert told[1][1]["code"] == 40060


async def test_the_new_components_cannot_be_taken_back() -> None:
    async with caller() as bot:
        _, message = await run(bot.send({"flags": V2, "components": [text("x")]}))
        path = f"/channels/{bot.channel.id}/messages/{message['id']}"
        with complained(bot.small):
            body = {"flags": 0, "components": [], "content": "x"}
            status, _ = await run(bot.call("PATCH", path, body))
        assert status == 400


async def test_an_edit_keeps_what_it_does_not_name() -> None:
    async with caller() as bot:
        _, message = await run(bot.send({"content": "x", "components": [row(button())]}))
        path = f"/channels/{bot.channel.id}/messages/{message['id']}"
        status, edited = await run(bot.call("PATCH", path, {"content": "y"}))
        assert status == 200
        assert len(edited["components"]) == 1
        status, edited = await run(bot.call("PATCH", path, {"components": []}))
        assert (edited["content"], edited["components"]) == ("y", [])
        with complained(bot.small):
            status, _ = await run(bot.call("PATCH", path, {"content": ""}))
        assert status == 400


GALLERY = {"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}
NAMED = {"attachments": [{"id": 0, "filename": "a.png"}]}
UPLOADS: dict[str, Json] = {
    "an edit that does not say what stays": {"components": [GALLERY]},
    "a file that is no attachment": {"components": [text("x")], "attachments": []},
    "a file that is not shown": {"components": [text("x")], **NAMED},
}


@pytest.mark.parametrize("body", UPLOADS.values(), ids=UPLOADS)
async def test_files(body: Json) -> None:
    async with caller() as bot:
        status, message = await run(bot.send({"flags": V2, "components": [text("x")]}))
        path = f"/channels/{bot.channel.id}/messages/{message['id']}"
        with complained(bot.small):
            status, answer = await run(bot.upload("PATCH", path, body))
        assert (status, answer["code"]) == (400, 50035)
        good = {"components": [GALLERY], **NAMED}
        assert (await run(bot.upload("PATCH", path, good)))[0] == 200
        kept = await run(bot.call("PATCH", path, {"components": [GALLERY, text("y")]}))
        assert kept[0] == 200
        bot.small.rest.finds_kept_files = False
        assert (await run(bot.call("PATCH", path, {"components": [GALLERY]})))[0] == 400


async def test_files_need_their_right() -> None:
    async with caller() as bot:
        body = {"flags": V2, "components": [GALLERY], **NAMED}
        path = f"/channels/{bot.channel.id}/messages"
        assert (await run(bot.upload("POST", path, body)))[0] == 200
        bot.small.take_permissions(bot.channel, ATTACH_FILES)
        assert (await run(bot.upload("POST", path, body)))[1]["code"] == 50013


async def test_too_fast_is_refused() -> None:
    """A client that does not look at the headers: 429, in the bucket and for all."""
    async with caller() as bot:
        answers = await run(_all(bot.send({"content": "x"}) for _ in range(7)))
        assert [status for status, _ in answers].count(429) == 2
        refused = next(answer for status, answer in answers if status == 429)
        assert refused["global"] is False
        assert refused["retry_after"] == 5.0
        path = f"/channels/{bot.channel.id}"
        answers = await run(_all(bot.call("GET", path) for _ in range(60)))
        refused = next(answer for status, answer in answers if status == 429)
        assert refused["global"] is True
        assert bot.small.invalid_requests == bot.small.buckets.refusals >= 3


async def test_without_a_token_nothing_is_told() -> None:
    async with caller() as bot:
        bot.session.headers.pop("Authorization")
        status, _ = await run(bot.call("GET", "/users/@me"))
        assert status == 401
        assert (await run(bot.answer(2, {"type": 4, "data": {"content": "x"}})))[0] == 200


async def test_paths_and_queries() -> None:
    async with caller() as bot:
        for path in (
            f"/channels/{bot.channel.id}/messages?limit=many",
            f"/channels/{bot.channel.id}/messages?last=3",
            "/channels/mesa",
            "/nowhere",
        ):
            with complained(bot.small):
                assert (await run(bot.call("GET", path)))[0] in (400, 404)


async def test_its_own_answers_are_judged_too() -> None:
    """A fault of the look-alike itself, planted."""
    async with caller() as bot:
        shape = bot.small.world.user_shape

        def forgetful(user: Json) -> Json:
            return without(shape(user), "avatar")

        bot.small.world.user_shape = forgetful
        with complained(bot.small):
            await run(bot.send({"content": "x"}))
        assert "our own answer" in bot.small.complaints[0]


async def _all(work: Any) -> Any:
    return await asyncio.gather(*work)
