"""The look-alike itself: an unmodified python-telegram-bot drives it, and bad requests are caught.

A fake that agrees with itself proves nothing: most tests here send it something wrong."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

import pytest
from aiohttp import ClientSession
from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup, InputMediaPhoto, Update
from telegram.error import (
    BadRequest,
    Conflict,
    Forbidden,
    NetworkError,
    RetryAfter,
    TelegramError,
    TimedOut,
)
from telegram.ext import Application, TypeHandler

from tests.adapters.telegram import description, markup
from tests.adapters.telegram.errors import NOT_MODIFIED, TOO_OLD, ApiError
from tests.adapters.telegram.limits import Quota
from tests.adapters.telegram.people import Person, Telegram
from tests.adapters.telegram.server import TOKEN, BotApi
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
        return [
            str(update.effective_message.text) for update in self.heard if update.effective_message
        ]


@pytest.fixture
def ana(telegram: Telegram) -> Person:
    return telegram.person("Ana", started=True)


# --- a bot at work -------------------------------------------------------------------------------


async def test_an_update_comes_again_until_it_is_confirmed(api: BotApi, ana: Person) -> None:
    ear = Ear()
    api.updates.replay = 1
    async with listening(api, ear):
        ana.say("una")
        await api.until(lambda: len(ear.heard) == 2)
        await pass_by(100)
    assert ear.heard[0].update_id == ear.heard[1].update_id
    assert not api.updates.waiting


async def test_two_pollers(api: BotApi) -> None:
    async with bot_of(api) as first, bot_of(api) as second:
        older = asyncio.create_task(first.get_updates(timeout=40))
        await pass_by(1)
        newer = asyncio.create_task(second.get_updates(timeout=1))
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
        no_topic = bot.send_message(group.id, "mesa", message_thread_id=77)
        assert "message thread not found" in await refusal(no_topic, BadRequest)
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


def only_for(person: Person, **more: object) -> Json:
    return {"ephemeral_message_parameters": {"receiver_user_id": person.id, **more}}


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
        caption, media = "editEphemeralMessageCaption", "editEphemeralMessageMedia"
        photo = edit | {"media": InputMediaPhoto(b"jpeg", caption="3o")}
        await refusal(bot.do_api_request(caption, edit | {"caption": "3o"}), BadRequest)
        await refusal(bot.do_api_request(media, photo), BadRequest)
        shown = await bot.send_photo(group.id, b"png", caption="2o", api_kwargs=wanted)
        photo["ephemeral_message_id"] = shown.api_kwargs["ephemeral_message_id"]
        await bot.do_api_request(media, photo)
        assert "3o" in beto.reads(group)
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


# --- planted faults: what a bot may do wrong -----------------------------------------------------


def message(text: str = "x", **more: str) -> tuple[str, Mapping[str, str]]:
    return "sendMessage", {"chat_id": "5000", "text": text, **more}


def html(text: str) -> tuple[str, Mapping[str, str]]:
    return message(text, parse_mode="HTML")


def keys(*row: Mapping[str, str]) -> tuple[str, Mapping[str, str]]:
    """A message with these buttons."""
    shown = [{"text": "Q", **button} for button in row]
    return message(reply_markup=json.dumps({"inline_keyboard": [shown]}))


ANSWER, COMMANDS, HOOK = "answerCallbackQuery", "setMyCommands", "setWebhook"
HYPHEN = json.dumps([{"command": "mis-datos", "description": "x"}])
WRONG: dict[str, tuple[str, Mapping[str, str], str]] = {
    "unknown method": ("sendMesage", {"chat_id": "5000", "text": "x"}, "not simulated"),
    "not simulated": ("sendDice", {"chat_id": "5000"}, "not simulated"),
    "unknown parameter": (*message(txt="y"), "txt"),
    "not a number": ("editMessageText", {"chat_id": "5000", "message_id": "x"}, "message_id"),
    "empty": (*message("  "), "0 characters"),
    "too long": (*message("x" * 4097), "4097 characters"),
    "not escaped": (*html("Tom & Jerry"), "not escaped"),
    "not closed": (*html("<b>Ana"), "not closed"),
    "a name as a tag": (*html("<ana>"), "is no tag"),
    "no action": (*keys({}), "0 actions"),
    "two actions": (*keys({"callback_data": "q", "url": "https://a.b"}), "2 actions"),
    "33 letters of two bytes": (*keys({"callback_data": "ñ" * 33}), "1-64 bytes"),
    "nine in a row": (*keys(*[{"callback_data": "q"}] * 9), "a row of 9"),
    "alert elsewhere": (ANSWER, {"callback_query_id": "1", "url": "https://a.b"}, "URL_INVALID"),
    "hyphen": (COMMANDS, {"commands": HYPHEN}, "BOT_COMMAND_INVALID"),
    "language": (COMMANDS, {"commands": "[]", "language_code": "pt-br"}, "two letters"),
    "scope": (COMMANDS, {"commands": "[]", "scope": '{"type": "chat"}'}, "scope"),
    "plain http": (HOOK, {"url": "http://truco.example"}, "HTTPS"),
    "secret": (HOOK, {"url": "https://truco.example", "secret_token": "n o"}, "unallowed"),
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


def test_the_older_description_refuses_what_is_newer() -> None:
    """And what of it may be used all the same is a short list."""
    join = {"can_stop": True, "chat_id": 1, "draft_id": 1, "text": "x"}
    (complaint,) = description.complaints_about_call("sendMessageDraft", join)
    assert "can_stop" in complaint
    assert complaint.endswith("(10.1)")
    hidden = {
        "chat_id": 1,
        "text": "x",
        "ephemeral_message_parameters": {"receiver_user_id": 1},
        "reply_markup": {"inline_keyboard": [[{"text": "Q", "disabled": {}}]]},
    }
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
