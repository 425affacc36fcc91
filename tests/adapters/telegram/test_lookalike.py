"""The look-alike itself: an unmodified python-telegram-bot drives it, and bad requests are caught.

A fake that agrees with itself proves nothing: most tests here send it something wrong."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

import pytest
from aiohttp import ClientSession
from telegram import (
    Bot,
    BotCommand,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InputMediaPhoto,
    Message,
    Update,
)
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    EndPointNotFound,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
    TimedOut,
)
from telegram.ext import Application, TypeHandler

from tests.adapters.telegram import description, markup, rules
from tests.adapters.telegram.errors import NOT_MODIFIED, TOO_OLD, ApiError
from tests.adapters.telegram.limits import Quota
from tests.adapters.telegram.methods import RETURNS
from tests.adapters.telegram.people import Person, Telegram
from tests.adapters.telegram.server import TOKEN, BotApi
from tests.adapters.telegram.world import GROUP, SUPERGROUP
from tests.virtual import now, pass_by

Json = dict[str, Any]


@asynccontextmanager
async def bot_of(api: BotApi, token: str = TOKEN) -> AsyncIterator[Bot]:
    """A bot that only sends."""
    async with Bot(token, base_url=f"{api.url}/bot", base_file_url=f"{api.url}/file/bot") as bot:
        yield bot


@asynccontextmanager
async def listening(
    api: BotApi, hears: Callable[[Update, Bot], Awaitable[None]], seconds: int = 30
) -> AsyncIterator[Bot]:
    """A bot that polls."""
    app = (
        Application.builder()
        .token(TOKEN)
        .base_url(f"{api.url}/bot")
        .concurrent_updates(True)
        .build()
    )

    async def heard(update: Update, _: object) -> None:
        await hears(update, app.bot)

    app.add_handler(TypeHandler(Update, heard))
    async with app:
        await app.start()
        assert app.updater
        await app.updater.start_polling(timeout=seconds, allowed_updates=Update.ALL_TYPES)
        yield app.bot
        await app.updater.stop()
        await app.stop()


class Ear:
    """Remembers what it hears."""

    def __init__(self) -> None:
        self.heard: list[Update] = []

    async def __call__(self, update: Update, bot: Bot) -> None:
        self.heard.append(update)

    @property
    def texts(self) -> list[str]:
        return [str(one.effective_message.text) for one in self.heard if one.effective_message]


@pytest.fixture
def ana(telegram: Telegram) -> Person:
    return telegram.person("Ana", started=True)


# --- a bot at work -------------------------------------------------------------------------------


async def test_message_and_press(api: BotApi, telegram: Telegram, ana: Person) -> None:
    async def hears(update: Update, bot: Bot) -> None:
        if update.callback_query:
            await update.callback_query.answer("¡Truco!", show_alert=True)
            await update.callback_query.edit_message_text("<b>Truco</b>", parse_mode="HTML")
        elif update.effective_message:
            keys = InlineKeyboardMarkup([[InlineKeyboardButton("Quiero", callback_data="q")]])
            await update.effective_message.reply_text("¿Truco?", reply_markup=keys)

    async with listening(api, hears):
        ana.say("hola")
        await api.until(ana.buttons)
        pressed = await ana.press("Quiero").answer()
        assert (pressed.text, pressed.alert) == ("¡Truco!", True)
        await api.until(lambda: "editMessageText" in [call.method for call in api.calls])
    mine = ana.sees()[-1]
    assert mine.text == "Truco"
    assert mine.json["entities"] == [{"type": "bold", "offset": 0, "length": 5}]
    assert not mine.buttons  # an edit without a keyboard takes it away


async def test_an_hour_of_polls(api: BotApi, ana: Person) -> None:
    ear = Ear()
    async with listening(api, ear, seconds=50):
        await pass_by(3600)
        ana.say("sigo")
        await api.until(lambda: ear.heard)
    assert 70 <= api.polls <= 80


async def test_an_update_comes_again_until_it_is_confirmed(api: BotApi, ana: Person) -> None:
    ear = Ear()
    api.updates.replay = 1
    async with listening(api, ear):
        ana.say("una")
        await api.until(lambda: len(ear.heard) == 2)
        await pass_by(100)
    assert ear.heard[0].update_id == ear.heard[1].update_id
    assert not api.updates.waiting


async def test_quick_repetition_is_held(api: BotApi) -> None:
    api.updates.hold_repeats = True
    async with bot_of(api) as bot:
        began = now()
        await bot.get_updates(offset=5, timeout=0)
        await bot.get_updates(offset=5, timeout=0)
    assert now() - began == pytest.approx(3)


async def test_a_press_does_not_outlive_150_seconds(
    api: BotApi, telegram: Telegram, ana: Person
) -> None:
    async with bot_of(api) as bot:
        keys = InlineKeyboardMarkup([[InlineKeyboardButton("Q", callback_data="q")]])
        await bot.send_message(ana.id, "¿?", reply_markup=keys)
        ana.press("Q")
        ana.say("espero")
        await pass_by(151)
        updates = await bot.get_updates(timeout=0)
    assert [update.callback_query for update in updates] == [None]


async def test_two_pollers(api: BotApi) -> None:
    async with bot_of(api) as one, bot_of(api) as other:
        older = asyncio.create_task(one.get_updates(timeout=40))
        await pass_by(1)
        newer = asyncio.create_task(other.get_updates(timeout=1))
        with pytest.raises(Conflict, match="make sure that only one bot instance"):
            await older
        assert await newer == ()


async def test_no_polling_beside_a_webhook(api: BotApi) -> None:
    async with bot_of(api) as bot:
        await bot.set_webhook("https://truco.example/hook", secret_token="s")
        with pytest.raises(Conflict, match="webhook is active"):
            await bot.get_updates()
        assert (await bot.get_webhook_info()).url == "https://truco.example/hook"
        await bot.delete_webhook()
        await bot.get_updates(timeout=0)


async def test_not_told_what_was_not_asked_for(
    api: BotApi, telegram: Telegram, ana: Person
) -> None:
    async with bot_of(api) as bot:
        await bot.get_updates(timeout=0, allowed_updates=["message"])
        group = telegram.group("Los pibes", ana, told=True)
        ana.say("/mesa@truco_test_bot", group)
        assert [update.my_chat_member for update in await bot.get_updates(timeout=0)] == [None]


# --- refusals, as the library sees them ----------------------------------------------------------


async def refusal(work: Awaitable[Any], kind: type[TelegramError]) -> str:
    """What the library makes of a refusal, in lower case."""
    with pytest.raises(kind) as caught:
        await work
    assert type(caught.value) is kind
    return str(caught.value).lower()


async def test_refusals(api: BotApi, telegram: Telegram, ana: Person) -> None:
    eva = telegram.person("Eva")
    group = telegram.group("Los pibes", ana, eva)
    keys = InlineKeyboardMarkup([[InlineKeyboardButton("Q", callback_data="q")]])
    async with bot_of(api) as bot:
        assert "initiate conversation" in await refusal(bot.send_message(eva.id, "hola"), Forbidden)
        sent = await bot.send_message(group.id, "mesa", reply_markup=keys)
        same = bot.edit_message_text("mesa", group.id, sent.message_id, reply_markup=keys)
        assert NOT_MODIFIED in await refusal(same, BadRequest)
        telegram.delete(group.messages[-1])
        gone = bot.edit_message_text("otra", group.id, sent.message_id)
        assert await refusal(gone, BadRequest) == "message to edit not found"
        assert "chat not found" in await refusal(bot.send_message(-77, "hola"), BadRequest)
        ana.block()
        assert "blocked by the user" in await refusal(bot.send_message(ana.id, "hola"), Forbidden)
        ana.unblock()
        await bot.send_message(ana.id, "hola")
        telegram.mute_bot(group, ana)
        assert "not enough rights" in await refusal(bot.send_message(group.id, "x"), BadRequest)
        telegram.set_bot(group, "kicked", ana)
        assert "kicked from the supergroup" in await refusal(
            bot.send_message(group.id, "x"), Forbidden
        )
        assert TOO_OLD.lower() in await refusal(bot.answer_callback_query("1"), BadRequest)
    async with ClientSession() as session, session.post(f"{api.url}/botWRONG/getMe") as answer:
        assert answer.status == 401


async def test_wrong_token(api: BotApi) -> None:
    with pytest.raises(InvalidToken):
        async with bot_of(api, "4242424242:wrong"):
            pass


async def test_an_old_answer_is_too_late(api: BotApi, telegram: Telegram, ana: Person) -> None:
    keys = InlineKeyboardMarkup([[InlineKeyboardButton("Q", callback_data="q")]])
    async with bot_of(api) as bot:
        await bot.send_message(ana.id, "¿?", reply_markup=keys)
        first, second = ana.press("Q"), ana.press("Q")
        numbers = list(api.queries)
        await bot.answer_callback_query(numbers[0])
        assert first.answered
        await refusal(bot.answer_callback_query(numbers[0]), BadRequest)  # twice
        await pass_by(20)
        await refusal(bot.answer_callback_query(numbers[1]), BadRequest)  # late
        assert not second.answered


async def test_a_group_becomes_a_supergroup(api: BotApi, telegram: Telegram, ana: Person) -> None:
    group = telegram.group("Los pibes", ana, type=GROUP)
    ear = Ear()
    async with listening(api, ear) as bot:
        await bot.send_message(group.id, "antes")
        new = telegram.migrate(group)
        with pytest.raises(ChatMigrated) as caught:
            await bot.send_message(group.id, "después")
        assert caught.value.new_chat_id == new.id
        sent = await bot.send_message(new.id, "después")
        await api.until(lambda: len(ear.heard) == 2)
    words = [one.message for one in ear.heard if one.message]
    assert [word.migrate_to_chat_id for word in words] == [new.id, None]
    assert [word.migrate_from_chat_id for word in words] == [None, group.id]
    assert sent.message_id == 2  # it counts from one again


async def test_topics(api: BotApi, telegram: Telegram, ana: Person) -> None:
    forum = telegram.group("Foro", ana, forum=True)
    topic = telegram.topic(forum, "Truco")
    async with bot_of(api) as bot:
        sent = await bot.send_message(forum.id, "acá", message_thread_id=topic)
        assert sent.message_thread_id == topic
        wrong = bot.send_message(forum.id, "allá", message_thread_id=topic + 50)
        assert "message thread not found" in await refusal(wrong, BadRequest)
        forum.closed_topics.add(topic)
        shut = bot.send_message(forum.id, "acá", message_thread_id=topic)
        assert "topic_closed" in await refusal(shut, BadRequest)


async def test_an_anonymous_administrator(api: BotApi, telegram: Telegram, ana: Person) -> None:
    group = telegram.group("Los pibes", ana, bot="administrator")
    ear = Ear()
    async with listening(api, ear):
        ana.say("/jugar", group, anonymous=True)
        await api.until(lambda: ear.heard)
    message = ear.heard[0].message
    assert message is not None
    assert message.from_user is not None
    assert message.from_user.id == 1087968824
    assert message.sender_chat is not None
    assert message.sender_chat.id == group.id


@pytest.mark.parametrize(
    ("text", "reply", "bot", "privacy", "heard"),
    [
        ("truco", False, "member", True, False),
        ("truco", True, "member", True, True),
        ("truco", False, "administrator", True, True),
        ("truco", False, "member", False, True),
        ("/truco", False, "member", True, True),
        ("/truco@truco_test_bot", False, "member", True, True),
        ("/truco@other_bot", False, "member", True, False),
    ],
)
async def test_privacy(
    api: BotApi,
    telegram: Telegram,
    ana: Person,
    text: str,
    reply: bool,
    bot: str,
    privacy: bool,
    heard: bool,
) -> None:
    group = telegram.group("Los pibes", ana, bot=bot)
    api.privacy = privacy
    async with bot_of(api) as sender:
        await sender.get_updates(timeout=0, allowed_updates=[])
        await sender.send_message(group.id, "mesa")
        ana.say(text, group, reply_to=group.messages[0] if reply else None)
        ana.say(text, group) if text == "/truco" else None  # not the last to speak any more
        assert len(await sender.get_updates(timeout=0)) == int(heard)


# --- faults --------------------------------------------------------------------------------------


async def test_lost_answers(api: BotApi, ana: Person) -> None:
    async with bot_of(api) as bot:
        api.fail("sendMessage", "lost")
        with pytest.raises(NetworkError):
            await bot.send_message(ana.id, "una")
        assert ana.reads() == "una"  # it is there all the same
        api.fail("sendMessage", "hang")
        began = now()
        with pytest.raises(TimedOut):
            await bot.send_message(ana.id, "dos")
        assert now() - began == pytest.approx(5)
        assert ana.reads() == "una\ndos"
        api.fail("sendMessage", "drop")
        with pytest.raises(NetworkError):
            await bot.send_message(ana.id, "tres")
        assert ana.reads() == "una\ndos"
        api.fail("sendMessage", "error", error=ApiError(502, "Bad Gateway"))
        with pytest.raises(NetworkError):
            await bot.send_message(ana.id, "tres")
        await bot.send_message(ana.id, "tres")
    assert ana.reads() == "una\ndos\ntres"


@pytest.mark.errors("telegram.ext.Updater")
async def test_an_outage(api: BotApi, ana: Person) -> None:
    ear = Ear()
    async with listening(api, ear) as bot:
        await pass_by(5)
        api.go_down(200)
        ana.say("¿hay alguien?")
        with pytest.raises(NetworkError):
            await bot.send_message(ana.id, "no")
        await pass_by(190)
        assert not ear.heard
        await api.until(lambda: ear.heard)


# --- floods --------------------------------------------------------------------------------------


async def test_twenty_a_minute_edits_included(api: BotApi, telegram: Telegram, ana: Person) -> None:
    group, other = telegram.group("A", ana), telegram.group("B", ana)
    async with bot_of(api) as bot:
        sent = await bot.send_message(group.id, "0")
        for number in range(1, 20):
            await bot.edit_message_text(f"{number}", group.id, sent.message_id)
        with pytest.raises(RetryAfter, match=r"Retry in 60 seconds"):
            await bot.edit_message_text("20", group.id, sent.message_id)
        await bot.send_message(other.id, "another group is another matter")
        await bot.get_chat_member(group.id, ana.id)
        await pass_by(60)
        await bot.edit_message_text("21", group.id, sent.message_id)
    assert len(api.floods) == 1
    assert len(api.writes(group.id)) == 22


def test_windows() -> None:
    quota = Quota()
    assert [quota.retry_after(-1, number * 2.9) for number in range(20)] == [0] * 20
    assert quota.retry_after(-1, 58.0) == 2
    assert quota.retry_after(-1, 60.0) == 0  # the first has left the window, the others have not
    assert quota.retry_after(-1, 60.0) == 3
    burst = [quota.retry_after(7, 100.0) for _ in range(8)]
    assert burst == [0] * 6 + [6] * 2
    everybody = [quota.retry_after(-number, 200.0) for number in range(2, 33)]
    assert everybody == [0] * 30 + [1]


# --- ephemeral messages --------------------------------------------------------------------------


def only_for(one: Person, **more: object) -> Json:
    return {"ephemeral_message_parameters": {"receiver_user_id": one.id, **more}}


async def test_ephemeral(api: BotApi, telegram: Telegram, ana: Person) -> None:
    beto = telegram.person("Beto")
    group = telegram.group("Los pibes", ana, beto)
    keys = InlineKeyboardMarkup([[InlineKeyboardButton("Mano", callback_data="m")]])
    async with bot_of(api) as bot:
        await bot.send_message(group.id, "mesa", reply_markup=keys)
        await refusal(bot.send_message(group.id, "1e", api_kwargs=only_for(beto)), BadRequest)
        beto.press("Mano", group)
        query = list(api.queries)[-1]
        wanted = only_for(beto, callback_query_id=query)
        sent = await bot.send_message(group.id, "1e", api_kwargs=wanted)
        number = sent.api_kwargs["ephemeral_message_id"]
        assert sent.message_id == 0
        assert "1e" in beto.reads(group)
        assert "1e" not in ana.reads(group)
        edit = {"chat_id": group.id, "receiver_user_id": beto.id, "ephemeral_message_id": number}
        await bot.do_api_request("editEphemeralMessageText", edit | {"text": "7o"})
        assert "7o" in beto.reads(group)
        other = bot.send_message(group.id, "1e", api_kwargs=only_for(ana, callback_query_id=query))
        await refusal(other, BadRequest)
        await pass_by(16)
        await refusal(bot.send_message(group.id, "2e", api_kwargs=wanted), BadRequest)
        telegram.set_bot(group, "administrator", ana)
        await bot.send_message(group.id, "3e", api_kwargs=only_for(beto))
        beto.user.misses_ephemeral = True
        await bot.send_message(group.id, "4e", api_kwargs=only_for(beto))
        assert "3e" in beto.reads(group)
        assert "4e" not in beto.reads(group)
        await bot.do_api_request("deleteEphemeralMessage", edit)
        assert "7o" not in beto.reads(group)


async def test_an_ephemeral_command_opens_the_door(
    api: BotApi, telegram: Telegram, ana: Person
) -> None:
    group = telegram.group("Los pibes", ana)
    beto = telegram.person("Beto")
    group.members[beto.id] = "member"
    ear = Ear()
    async with listening(api, ear) as bot:
        said = beto.say("/mano", group, ephemeral=True)
        await api.until(lambda: ear.heard)
        assert "/mano" not in ana.reads(group)
        number = said.json["ephemeral_message_id"]
        reply: Json = {"reply_parameters": {"ephemeral_message_id": number}}
        await bot.send_message(group.id, "1e", api_kwargs=only_for(beto) | reply)
    assert beto.reads(group) == "/mano\n1e"


async def test_a_server_that_knows_none_shows_them_to_all(telegram: Telegram, ana: Person) -> None:
    """Why a bot must make sure first: what is not known is ignored."""
    api = BotApi(ephemeral=False)
    async with api.running(), bot_of(api) as bot:
        old = Telegram(api)
        eva, beto = old.person("Eva"), old.person("Beto")
        group = old.group("Los pibes", eva, beto)
        sent = await bot.send_message(group.id, "1e", api_kwargs=only_for(beto))
        assert "ephemeral_message_id" not in sent.api_kwargs
        assert "1e" in eva.reads(group)
        with pytest.raises(EndPointNotFound):
            await bot.do_api_request("deleteEphemeralMessage", {"chat_id": group.id})


# --- webhook -------------------------------------------------------------------------------------


async def test_pushes(api: BotApi, telegram: Telegram, ana: Person) -> None:
    """In order per chat, chats beside one another, again until taken."""
    from aiohttp import web

    taken: list[str] = []
    secrets: set[str | None] = set()
    refuse = ["una"]

    async def take(request: web.BaseRequest) -> web.Response:
        secrets.add(request.headers.get("X-Telegram-Bot-Api-Secret-Token"))
        text = (await request.json())["message"]["text"]
        if text in refuse:
            refuse.remove(text)
            return web.Response(status=500)
        taken.append(text)
        return web.Response()

    eva = telegram.person("Eva", started=True)
    runner = web.ServerRunner(web.Server(take, access_log=None))
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    api.updates.local = f"http://127.0.0.1:{runner.addresses[0][1]}"
    async with bot_of(api) as bot:
        await bot.set_webhook("https://truco.example/hook", secret_token="s3cret")
    ana.say("una")
    ana.say("dos")
    eva.say("tres")
    await api.until(lambda: len(taken) == 3)
    await api.updates.close()
    await runner.cleanup()
    assert taken == ["tres", "una", "dos"]
    assert secrets == {"s3cret"}
    assert api.updates.refused == [500]


# --- planted faults: what a bot may do wrong -----------------------------------------------------


def keyboard(**button: object) -> str:
    return json.dumps({"inline_keyboard": [[{"text": "Q", **button}]]})


WRONG: dict[str, tuple[str, Mapping[str, str], str]] = {
    "unknown method": ("sendMesage", {"chat_id": "5000", "text": "x"}, "not simulated"),
    "not simulated": ("sendDice", {"chat_id": "5000"}, "not simulated"),
    "unknown parameter": ("sendMessage", {"chat_id": "5000", "text": "x", "txt": "y"}, "txt"),
    "missing": ("sendMessage", {"chat_id": "5000"}, "text is missing"),
    "not a number": ("editMessageText", {"chat_id": "5000", "message_id": "x"}, "message_id"),
    "empty": ("sendMessage", {"chat_id": "5000", "text": "  "}, "0 characters"),
    "too long": ("sendMessage", {"chat_id": "5000", "text": "x" * 4097}, "4097 characters"),
    "not escaped": (
        "sendMessage",
        {"chat_id": "5000", "text": "Tom & Jerry", "parse_mode": "HTML"},
        "not escaped",
    ),
    "not closed": (
        "sendMessage",
        {"chat_id": "5000", "text": "<b>Ana", "parse_mode": "HTML"},
        "not closed",
    ),
    "a name as a tag": (
        "sendMessage",
        {"chat_id": "5000", "text": "<ana>", "parse_mode": "HTML"},
        "is no tag",
    ),
    "no action": (
        "sendMessage",
        {"chat_id": "5000", "text": "x", "reply_markup": keyboard()},
        "0 actions",
    ),
    "two actions": (
        "sendMessage",
        {
            "chat_id": "5000",
            "text": "x",
            "reply_markup": keyboard(callback_data="q", url="https://a.b"),
        },
        "2 actions",
    ),
    "33 letters of two bytes": (
        "sendMessage",
        {"chat_id": "5000", "text": "x", "reply_markup": keyboard(callback_data="ñ" * 33)},
        "BUTTON_DATA_INVALID",
    ),
    "a button's typing mistake": (
        "sendMessage",
        {"chat_id": "5000", "text": "x", "reply_markup": keyboard(calback_data="q")},
        "calback_data",
    ),
    "a style of no kind": (
        "sendMessage",
        {"chat_id": "5000", "text": "x", "reply_markup": keyboard(callback_data="q", style="red")},
        "red",
    ),
    "nine in a row": (
        "sendMessage",
        {
            "chat_id": "5000",
            "text": "x",
            "reply_markup": json.dumps(
                {"inline_keyboard": [[{"text": "Q", "callback_data": "q"}] * 9]}
            ),
        },
        "a row of 9",
    ),
    "long alert": ("answerCallbackQuery", {"callback_query_id": "1", "text": "x" * 201}, "201"),
    "alert elsewhere": (
        "answerCallbackQuery",
        {"callback_query_id": "1", "url": "https://example.org"},
        "URL_INVALID",
    ),
    "hyphen": (
        "setMyCommands",
        {"commands": json.dumps([{"command": "mis-datos", "description": "x"}])},
        "BOT_COMMAND_INVALID",
    ),
    "language": ("setMyCommands", {"commands": "[]", "language_code": "pt-br"}, "two letters"),
    "scope": ("setMyCommands", {"commands": "[]", "scope": '{"type": "chat"}'}, "scope"),
    "plain http": ("setWebhook", {"url": "http://truco.example"}, "HTTPS"),
    "secret": ("setWebhook", {"url": "https://truco.example", "secret_token": "n o"}, "unallowed"),
    "no such update": ("getUpdates", {"allowed_updates": '["mesage"]'}, "mesage"),
}


@pytest.mark.parametrize("case", WRONG)
async def test_bad_requests(api: BotApi, ana: Person, case: str) -> None:
    """Each of them is refused and remembered."""
    method, values, about = WRONG[case]
    url = f"{api.url}/bot{TOKEN}/{method}"
    async with ClientSession() as session, session.post(url, data=values) as answer:
        assert answer.status in (400, 501)
        assert not (await answer.json())["ok"]
    assert any(about in complaint for complaint in api.complaints), api.complaints
    assert not ana.sees()
    api.complaints.clear()


@pytest.mark.parametrize(
    ("method", "values", "about"),
    [
        ("sendMessage", {"chat_id": 1, "text": "x", "protect_contents": True}, "protect_contents"),
        ("sendMessage", {"chat_id": 1.5, "text": "x"}, "chat_id"),
        ("sendMessage", {"chat_id": 1, "text": "x", "disable_notification": "yes"}, "Boolean"),
        ("sendMessage", {"chat_id": 1, "text": "x", "link_preview_options": {"off": True}}, "off"),
        ("answerCallbackQuery", {"callback_query_id": "1", "text": "x" * 201}, "201"),
        ("setMyCommands", {"commands": [{"command": "x"}]}, "description is missing"),
        ("setMyCommands", {"commands": [], "scope": {"type": "chats"}}, "chats"),
        ("sendRichMessage", {"chat_id": 1, "rich_message": {"html": "x"}, "tip": 1}, "tip"),
        (
            "sendMessage",
            {"chat_id": 1, "text": "x", "reply_markup": {"inline_keyboard": [[{"txt": "Q"}]]}},
            "text is missing",
        ),
        (
            "sendMessage",
            {
                "chat_id": 1,
                "text": "x",
                "reply_markup": {"inline_keyboard": [[{"text": "Q", "callback_data": "ñ" * 33}]]},
            },
            "66 bytes",
        ),
    ],
)
def test_the_descriptions_find_it_too(method: str, values: Json, about: str) -> None:
    found = description.complaints_about_call(method, values)
    assert any(about in one for one in found), found


def test_the_older_description_refuses_what_is_newer() -> None:
    """And what of it may be used all the same is a short list."""
    join = {"can_stop": True, "chat_id": 1, "draft_id": 1, "text": "x"}
    new, old = description.newer(), description.older()
    assert not new.check_call("sendMessageDraft", join)
    assert description.complaints_about_call("sendMessageDraft", join) == [
        "sendMessageDraft: can_stop is not a part of sendMessageDraft (10.1)"
    ]
    hidden = {
        "chat_id": 1,
        "text": "x",
        "ephemeral_message_parameters": {"receiver_user_id": 1},
        "reply_markup": {"inline_keyboard": [[{"text": "Q", "disabled": {}}]]},
    }
    assert old.check_call("sendMessage", hidden)
    assert not description.complaints_about_call("sendMessage", hidden)
    assert len(description.SINCE_10_2) < 15


def test_own_answers_are_checked() -> None:
    """A fake that invents a field, or forgets one, is found out."""
    message = {"message_id": 1, "date": 1, "chat": {"id": 1, "type": "private"}, "text": "x"}
    about = description.complaints_about_answer
    assert not about(message, "Message", "m")
    assert about({**message, "texts": "x"}, "Message", "m")
    assert about({**message, "date": "now"}, "Message", "m")
    assert about({**message, "chat": {"id": 1}}, "Message", "m")
    assert about({"status": "owner", "user": {}}, "ChatMember", "m")


def test_simulated_methods_answer_what_they_should() -> None:
    new = description.newer()
    told = description.returns()
    for method, answer in RETURNS.items():
        assert new.method(method), method
        if method in told:
            assert answer in told[method].replace("Boolean", "True").split(" or "), method


def test_hand_written_signatures_agree_with_the_description() -> None:
    new = description.newer()
    kinds = {"int": "Integer", "bool": "Boolean", "text": "String", "file": "InputFile"}
    for method, parameters in rules.KINDS.items():
        thing = new.method(method)
        assert thing is not None, method
        for name, kind in parameters.items():
            assert name in thing.fields, (method, name)
            assert kinds.get(kind, "") in thing.fields[name].types, (method, name)
        for name in rules.REQUIRED[method]:
            field = thing.fields[name]
            assert field.required or field.unless or name in ("chat_id", "message_id", "text"), (
                method,
                name,
            )
        for name, field in thing.fields.items():
            assert not field.required or name in rules.REQUIRED[method], (method, name)


def test_markup() -> None:
    text, entities = markup.parse(
        '<b>1 &lt; 2 &amp; 😀</b> <a href="tg://user?id=5">Ana</a> <code>7o</code>'
    )
    assert text == "1 < 2 & 😀 Ana 7o"
    assert entities == [
        {"type": "bold", "offset": 0, "length": 10},
        {"type": "text_mention", "user": 5, "offset": 11, "length": 3},
        {"type": "code", "offset": 15, "length": 2},
    ]
    for wrong in ("<b>", "</b>", "<b><i></b></i>", "a < b", "a > b", "a & b", "<x>a</x>", "&nbsp;"):
        with pytest.raises(markup.CannotParse):
            markup.parse(wrong)


async def test_files(api: BotApi, ana: Person) -> None:
    async with bot_of(api) as bot:
        sent: Message = await bot.send_photo(ana.id, b"png", caption="mesa")
        edit = InputMediaPhoto(b"other", caption="mesa 2")
        await bot.edit_message_media(edit, ana.id, sent.message_id)
        assert [list(call.files.values()) for call in api.calls if call.files] == [
            [b"png"],
            [b"other"],
        ]
        text = bot.edit_message_text("x", ana.id, sent.message_id)
        assert "no text in the message to edit" in await refusal(text, BadRequest)
        await bot.send_document(ana.id, b"truco 1", filename="truco.truco")
    assert ana.reads().startswith("mesa 2")


async def test_commands_by_scope_and_language(api: BotApi) -> None:
    async with bot_of(api) as bot:
        await bot.set_my_commands([BotCommand("jugar", "Abrir una mesa")])
        await bot.set_my_commands([BotCommand("play", "Open a table")], language_code="en")
        assert [command.command for command in await bot.get_my_commands()] == ["jugar"]
        assert [command.command for command in await bot.get_my_commands(language_code="en")] == [
            "play"
        ]
        await bot.delete_my_commands(language_code="en")
        assert await bot.get_my_commands(language_code="en") == ()


async def test_everybody_may_be_asked_about(api: BotApi, telegram: Telegram, ana: Person) -> None:
    group = telegram.group("Los pibes", ana, type=SUPERGROUP)
    async with bot_of(api) as bot:
        assert (await bot.get_chat_member(group.id, ana.id)).status == "creator"
        assert [
            administrator.user.id for administrator in await bot.get_chat_administrators(group.id)
        ] == [ana.id]
        assert (await bot.get_chat(group.id)).title == "Los pibes"
