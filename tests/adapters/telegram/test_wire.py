"""Each call of the Bot API: what it says, and what becomes of a refusal.

The library's bot and the limits are made up here; what Telegram itself takes, the scenes ask."""

import asyncio
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace
from telegram import Chat, Message, PhotoSize
from telegram.constants import ChatMemberStatus
from telegram.error import (
    BadRequest,
    EndPointNotFound,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
    TimedOut,
)

from adapters.telegram import picture_files
from adapters.telegram.connection import REVOKED_PAUSE, ApiAccess
from adapters.telegram.hidden_messages import TRIAL, Receiver
from adapters.telegram.markup import Invited, keyboard
from adapters.telegram.message import InlineButton, Page
from adapters.telegram.picture_files import PICTURE
from adapters.telegram.trouble import Flooded, Missing, Rejected, Same, Unreachable, Unsure
from adapters.telegram.wire import ACCEPTED, Wire
from bot.pictures.row import CardRow
from tests.errors import errors_logged

GROUP, TOPIC, MESSAGE, HIDDEN, ANA = -100, 4, 60, 8, 500
KEYS = ((InlineButton("Truco", "t1.a"), InlineButton("Mesa", url="https://t.me/x")), ())
WORDS = Page("<b>Truco</b>", KEYS)
SHOWN = Page("Tu mano", KEYS, picture=CardRow("spanish", ("1e",)))
OTHER = Page("Tu mano", picture=CardRow("spanish", ("7e",)))
NO_PHOTOS = BadRequest("Not enough rights to send photos to the chat")


class Bot:
    """The library's bot: whatever is called of it is noted."""

    def __init__(self, line: "Line") -> None:
        self._line = line

    def __getattr__(self, name: str) -> Any:
        return self._line.calls(name)


class Line:
    """A wire, what it has called, and what the calls come to."""

    def __init__(self) -> None:
        self.did: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = []
        self.raises: dict[str, Exception] = {}
        """By the call's name."""
        self.refuses: dict[str, Exception] = {}
        """By something that is said in the call."""
        self.status: str = ChatMemberStatus.MEMBER
        self.now = 100.0
        self.waits: list[float] = []
        self.held: list[tuple[int, float]] = []
        self.floods = 0
        self.back: list[float] = []
        self.hides = True
        """A message that is to be hidden comes back hidden."""
        self.slow: asyncio.Event | None = None
        self.photos: tuple[PhotoSize, ...] = ()
        """Of every message that comes back."""
        limits = SimpleNamespace(
            send=lambda chat: self.waits.pop(0) if self.waits else 0.0,
            hold=lambda chat, seconds: self.held.append((chat, seconds)),
        )
        time = SimpleNamespace(now=lambda: self.now, pause=self._pause)
        parts = cast(Any, Bot(self)), cast(Any, limits), cast(Any, time)
        self.wire = Wire(ApiAccess(*parts, self.back.append, self._flooded))

    def calls(self, name: str) -> Any:
        async def call(*what: Any, **more: Any) -> Any:
            given = {key: value for key, value in more.items() if value is not None}
            self.did.append((name, what, given))
            if self.slow is not None:
                await self.slow.wait()
            if name in self.raises:
                raise self.raises[name]
            for refused in what:
                if isinstance(refused, str) and refused in self.refuses:
                    raise self.refuses[refused]
            if name == "get_chat_member":
                return SimpleNamespace(status=self.status)
            hidden = "api_kwargs" in more and self.hides
            return Message(
                MESSAGE,
                datetime.now(UTC),
                Chat(GROUP, Chat.SUPERGROUP),
                photo=self.photos,
                api_kwargs={"ephemeral_message_id": HIDDEN} if hidden else None,
            )

        return call

    async def _pause(self, seconds: float) -> None:
        self.now += seconds

    def _flooded(self) -> None:
        self.floods += 1

    def is_revoked(self) -> bool:
        return self.wire.is_revoked

    def names(self) -> list[str]:
        """The calls since the last time."""
        names = [name for name, _, _ in self.did]
        self.did.clear()
        return names

    def last(self, *names: str) -> tuple[Any, ...]:
        """The call that came last, and of what it said these words."""
        name, what, more = self.did[-1]
        return name, *what, *(more.get(word) for word in names)


@pytest.fixture
def line() -> Line:
    return Line()


# --- calls and refusals --------------------------------------------------------------------------


@pytest.mark.errors("telegram_rejected")
async def test_telegram_is_down_after_a_minute_without_an_answer(line: Line) -> None:
    wire = line.wire
    line.raises["get_me"] = NetworkError("x")
    assert await wire.is_back()
    line.now += 60.0
    assert await wire.is_back()
    line.now += 1.0
    assert not await wire.is_back()
    assert wire.is_down
    assert line.back == []
    line.raises["get_me"] = BadRequest("x")
    assert await wire.is_back(), "a refusal is an answer"
    assert line.back == [61.0]
    line.raises.clear()
    assert await wire.is_back()
    assert line.back == [61.0]


@pytest.mark.errors("telegram_token_refused")
async def test_a_token_that_is_refused_is_left_alone_for_a_while(line: Line) -> None:
    wire = line.wire
    line.raises["get_me"] = InvalidToken("x")
    await wire.is_back()
    assert line.is_revoked()
    assert line.names() == ["get_me"]
    with pytest.raises(Unsure):
        await wire.send(GROUP, WORDS)
    assert line.names() == []
    line.now += REVOKED_PAUSE
    assert not line.is_revoked()
    line.raises.clear()
    await wire.is_back()
    line.now -= 1.0
    assert not line.is_revoked(), "it was answered meanwhile"


@pytest.mark.errors("telegram_token_refused")
async def test_a_token_that_stays_refused_is_logged_once(line: Line) -> None:
    with errors_logged() as errors:
        line.wire.revoked()
        assert len(errors) == 1
        line.wire.revoked()
    assert len(errors) == 1


async def test_a_chat_that_is_flooded_waits(line: Line) -> None:
    line.raises["send_message"] = RetryAfter(7)
    with pytest.raises(Flooded):
        await line.wire.send(GROUP, WORDS)
    assert (line.floods, line.held) == (1, [(GROUP, 7)])
    line.raises["send_message"] = Forbidden("bot was blocked by the user")
    with pytest.raises(Unreachable):
        await line.wire.send(GROUP, WORDS)
    assert line.floods == 1


@pytest.mark.errors("telegram_unreadable")
async def test_an_answer_that_nobody_can_read_is_unsure(line: Line) -> None:
    line.raises["send_message"] = ValueError()
    with pytest.raises(Unsure):
        await line.wire.send(GROUP, WORDS)


async def test_a_call_that_has_begun_is_finished(line: Line) -> None:
    line.slow = asyncio.Event()
    sending = asyncio.create_task(line.wire.send(GROUP, WORDS))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    sending.cancel()
    closing = asyncio.create_task(line.wire.close())
    await asyncio.sleep(0.01)
    assert not closing.done()
    line.slow.set()
    await closing
    assert line.names() == ["send_message"]
    with pytest.raises(Unsure):
        await line.wire.send(GROUP, WORDS)
    assert line.names() == []


async def test_a_message_waits_for_its_turn_and_not_for_ever(line: Line) -> None:
    line.waits = [3.0, 2.0]
    await line.wire.turn(GROUP)
    assert (line.now, line.waits) == (105.0, [])
    line.waits = [20.0]
    await line.wire.turn(GROUP)
    line.waits = [15.0, 6.0, 1.0]
    with pytest.raises(Flooded) as flooded:
        await line.wire.turn(GROUP)
    assert (flooded.value.seconds, line.waits) == (6.0, [1.0])


# --- messages ------------------------------------------------------------------------------------


async def test_a_message_says_where_it_belongs(line: Line) -> None:
    assert await line.wire.send(GROUP, WORDS) == MESSAGE
    words = ("parse_mode", "message_thread_id", "disable_notification", "reply_parameters")
    assert line.last(*words) == ("send_message", GROUP, WORDS.html, "HTML", None, None, None)
    assert line.did[-1][2]["link_preview_options"].is_disabled
    ((play, table),) = line.did[-1][2]["reply_markup"].inline_keyboard
    assert (play.text, play.callback_data, table.url) == ("Truco", "t1.a", "https://t.me/x")
    await line.wire.send(GROUP, WORDS, thread=TOPIC, silent=True, reply_to=3)
    *_, thread, silent, answered = line.last(*words)
    assert (thread, silent, answered.message_id) == (TOPIC, True, 3)
    assert answered.allow_sending_without_reply


async def test_a_picture_is_sent_where_pictures_may_be(line: Line) -> None:
    assert await line.wire.send(GROUP, SHOWN, thread=TOPIC) == MESSAGE
    name, what, more = line.did[-1]
    assert (name, what[0], more["filename"]) == ("send_photo", GROUP, PICTURE)
    assert (more["caption"], more["message_thread_id"]) == (SHOWN.html, TOPIC)
    assert line.names() == ["send_photo"]
    line.raises["send_photo"] = Forbidden("bot was blocked by the user")
    with pytest.raises(Unreachable):
        await line.wire.send(GROUP, SHOWN)
    assert line.names() == ["send_photo"]


async def test_where_no_pictures_may_be_none_is_tried_for_a_while(line: Line) -> None:
    line.raises["send_photo"] = NO_PHOTOS
    assert await line.wire.send(GROUP, SHOWN) == MESSAGE
    assert line.names() == ["send_photo", "send_message"]
    line.now += 599.0
    await line.wire.send(GROUP, SHOWN)
    await line.wire.edit(GROUP, MESSAGE, SHOWN)
    assert line.names() == ["send_message", "edit_message_text"]
    await line.wire.send(ANA, SHOWN)
    assert line.names() == ["send_photo", "send_message"], "another chat is asked"
    line.now += 1.0
    await line.wire.edit(GROUP, MESSAGE, SHOWN)
    assert line.names() == ["edit_message_media"]


@pytest.mark.errors("telegram_rejected")
async def test_a_picture_that_is_refused_as_wrong_becomes_words(line: Line) -> None:
    refused = BadRequest("IMAGE_PROCESS_FAILED")
    line.raises |= {"send_photo": refused, "edit_message_media": refused}
    await line.wire.send(GROUP, SHOWN)
    await line.wire.edit(ANA, MESSAGE, SHOWN)
    assert line.names() == ["send_photo", "send_message", "edit_message_media", "edit_message_text"]


async def test_what_telegram_has_is_not_sent_again(line: Line) -> None:
    line.photos = (PhotoSize("small", "s", 1, 1), PhotoSize("large", "l", 2, 2))
    await line.wire.send(GROUP, SHOWN)
    assert isinstance(line.did[-1][1][1], bytes)
    await line.wire.send(ANA, SHOWN)
    assert line.last()[1:] == (ANA, "large")
    await line.wire.edit(ANA, 3, SHOWN)
    assert line.did[-1][1][0].media == "large"
    line.names()
    line.raises["send_photo"] = BadRequest("Wrong file identifier/http url specified")
    with pytest.raises(Missing):
        await line.wire.send(GROUP, SHOWN)
    with pytest.raises(Missing):
        await line.wire.send(GROUP, SHOWN)
    assert sent_as(line) == ["large", bytes, bytes], "the name is not used again"


def sent_as(line: Line) -> list[object]:
    """The pictures of the calls since the last time: by their names, or drawn anew."""
    photos = [what[1] for _, what, _ in line.did]
    line.did.clear()
    return [bytes if isinstance(photo, bytes) else photo for photo in photos]


@pytest.mark.parametrize(
    "refusal",
    [
        "Wrong remote file identifier specified: can't unserialize it. Wrong last symbol",
        "Invalid remote file identifier specified",
        "FILE_REFERENCE_EXPIRED",
        "MEDIA_EMPTY",
    ],
)
@pytest.mark.errors("telegram_rejected")
async def test_a_name_that_is_refused_is_not_used_again(line: Line, refusal: str) -> None:
    line.photos = (PhotoSize("large", "l", 2, 2),)
    await line.wire.send(GROUP, SHOWN)
    line.names()
    line.refuses = {"large": BadRequest(refusal)}
    line.photos = (PhotoSize("newer", "n", 2, 2),)
    await line.wire.send(GROUP, SHOWN)
    await line.wire.send(GROUP, SHOWN)
    assert sent_as(line) == ["large", bytes, "newer"]


async def test_a_message_that_is_gone_takes_no_name_away(line: Line) -> None:
    line.photos = (PhotoSize("large", "l", 2, 2),)
    await line.wire.send(GROUP, SHOWN)
    line.raises["send_photo"] = BadRequest("Message thread not found")
    with pytest.raises(Missing):
        await line.wire.send(GROUP, SHOWN)
    line.raises.clear()
    line.names()
    await line.wire.send(GROUP, SHOWN)
    assert sent_as(line) == ["large"]


@pytest.mark.errors("telegram_rejected")
async def test_a_refusal_for_another_reason_brings_words_once(line: Line) -> None:
    line.raises["send_photo"] = BadRequest("BUTTON_DATA_INVALID")
    await line.wire.send(GROUP, SHOWN)
    line.raises.clear()
    await line.wire.send(GROUP, SHOWN)
    assert line.names() == ["send_photo", "send_message", "send_photo"]


@pytest.mark.errors("telegram_not_drawn")
async def test_a_picture_that_cannot_be_drawn_becomes_words(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error may name a card: the log has its kind alone. The chat still takes pictures."""

    async def broken(picture: object) -> bytes:
        raise KeyError("the card 1e")

    with monkeypatch.context() as now, errors_logged() as errors:
        now.setattr(picture_files, "drawn", broken)
        await line.wire.prepare(SHOWN.picture)
        assert await line.wire.send(GROUP, SHOWN) == MESSAGE
        await line.wire.edit(GROUP, MESSAGE, SHOWN)
    assert line.names() == ["send_message", "edit_message_text"]
    assert not any("1e" in said for _, said in errors)
    await line.wire.send(GROUP, SHOWN)
    assert line.names() == ["send_photo"]


async def test_a_file_may_have_a_text_below_it(line: Line) -> None:
    await line.wire.send_file(GROUP, "truco.txt", b"x", thread=TOPIC, caption="hola")
    name, what, more = line.did[-1]
    assert (name, what[0], what[1].filename) == ("send_document", GROUP, "truco.txt")
    assert more == {"caption": "hola", "message_thread_id": TOPIC}
    await line.wire.send_file(GROUP, "truco.txt", b"x")
    assert line.did[-1][2] == {}


async def test_the_newest_message_of_a_chat_is_its_last(line: Line) -> None:
    wire = line.wire
    assert wire.is_last(GROUP, 1), "nothing is known"
    wire.note_message(GROUP, 5)
    wire.note_message(GROUP, 4)  # it is told late
    assert [wire.is_last(GROUP, message) for message in (4, 5, 6)] == [False, True, True]
    assert wire.is_last(GROUP - 1, 4)
    await wire.send(GROUP, WORDS)
    await wire.send_file(GROUP - 1, "truco.txt", b"x")
    for chat in (GROUP, GROUP - 1):
        assert [wire.is_last(chat, message) for message in (MESSAGE - 1, MESSAGE)] == [False, True]


async def test_a_picture_that_stands_there_is_not_sent_again(line: Line) -> None:
    wire = line.wire
    await wire.edit(GROUP, MESSAGE, WORDS)
    assert line.last("message_id", "chat_id", "parse_mode") == (
        "edit_message_text",
        WORDS.html,
        MESSAGE,
        GROUP,
        "HTML",
    )
    await wire.edit(GROUP, MESSAGE, SHOWN)
    assert line.last("message_id", "chat_id")[2:] == (MESSAGE, GROUP)
    assert line.did[-1][1][0].caption == SHOWN.html
    await wire.edit(GROUP, MESSAGE, SHOWN)
    assert line.last("caption", "parse_mode") == (
        "edit_message_caption",
        GROUP,
        MESSAGE,
        SHOWN.html,
        "HTML",
    )
    await wire.edit(GROUP, MESSAGE, OTHER)
    assert line.names() == [
        "edit_message_text",
        "edit_message_media",
        "edit_message_caption",
        "edit_message_media",
    ]
    with pytest.raises(Missing):
        await wire.edit(GROUP, MESSAGE, WORDS)
    assert line.names() == []
    await wire.edit(GROUP, MESSAGE + 1, WORDS)
    assert line.names() == ["edit_message_text"]


async def test_what_was_sent_with_a_picture_is_edited_as_such(line: Line) -> None:
    await line.wire.send(GROUP, SHOWN)
    await line.wire.edit(GROUP, MESSAGE, SHOWN)
    assert line.names() == ["send_photo", "edit_message_caption"]
    line.raises["edit_message_media"] = Forbidden("bot was blocked by the user")
    with pytest.raises(Unreachable):
        await line.wire.edit(GROUP, MESSAGE, OTHER)
    line.raises["edit_message_media"] = BadRequest("message is not modified")
    with pytest.raises(Same):
        await line.wire.edit(GROUP, MESSAGE, OTHER)
    line.raises["edit_message_media"] = NO_PHOTOS
    with pytest.raises(Missing):
        await line.wire.edit(GROUP, MESSAGE, OTHER)


async def test_after_an_edit_without_an_answer_nobody_knows_which_picture_stands(
    line: Line,
) -> None:
    await line.wire.send(GROUP, SHOWN)
    line.raises["edit_message_media"] = TimedOut()
    with pytest.raises(Unsure):
        await line.wire.edit(GROUP, MESSAGE, OTHER)
    line.raises.clear()
    line.names()
    await line.wire.edit(GROUP, MESSAGE, SHOWN)
    assert line.names() == ["edit_message_media"]


@pytest.mark.parametrize("refusal", [NO_PHOTOS, BadRequest("CHAT_SEND_PHOTOS_FORBIDDEN")])
async def test_a_group_that_forbids_photos_between_two_words_below_one_is_not_lost(
    line: Line, refusal: BadRequest
) -> None:
    """Its message cannot stay as it is: it is sent anew in words."""
    await line.wire.send(GROUP, SHOWN)
    line.raises["edit_message_caption"] = refusal
    with pytest.raises(Missing):
        await line.wire.edit(GROUP, MESSAGE, SHOWN)
    line.names()
    await line.wire.send(GROUP, SHOWN)
    assert line.names() == ["send_message"]


async def test_buttons_are_changed_alone(line: Line) -> None:
    await line.wire.edit_keys(GROUP, MESSAGE, KEYS)
    assert line.last("chat_id", "message_id") == ("edit_message_reply_markup", GROUP, MESSAGE)
    assert line.did[-1][2]["reply_markup"] == keyboard(KEYS)
    assert keyboard([[], ()]) is None
    shown = keyboard([[InlineButton("Truco", "t1.a", style="danger")]])
    assert shown is not None
    assert shown.inline_keyboard[0][0].style == "danger"


async def test_what_is_too_old_to_be_deleted_loses_its_buttons(line: Line) -> None:
    await line.wire.delete(GROUP, MESSAGE)
    assert line.names() == ["delete_message"]
    line.raises["delete_message"] = BadRequest("Message can't be deleted for everyone")
    await line.wire.delete(GROUP, MESSAGE)
    assert line.last("chat_id", "message_id") == ("edit_message_reply_markup", GROUP, MESSAGE)
    assert line.did[-1][2].get("reply_markup") is None
    line.raises["edit_message_reply_markup"] = BadRequest("Message to edit not found")
    await line.wire.delete(GROUP, MESSAGE)


async def test_what_is_convenient_raises_nothing(line: Line) -> None:
    wire = line.wire
    invited = Invited("1", "Truco", "Ana", "Vení", (("Jugar", "https://t.me/x"),))
    for name in ("delete_message", "answer_callback_query", "answer_inline_query"):
        line.raises[name] = Forbidden("bot was blocked by the user")
    await wire.delete(GROUP, MESSAGE)
    await wire.answer("q")
    await wire.answer_inline("q", [invited], "", "")
    assert line.last("button", "is_personal", "cache_time")[3:] == (None, True, 0)
    (offered,) = line.did[-1][1][1]
    assert (offered.title, offered.description) == ("Truco", "Ana")
    assert offered.input_message_content.message_text == "Vení"
    ((button,),) = offered.reply_markup.inline_keyboard
    assert (button.text, button.url) == ("Jugar", "https://t.me/x")
    await wire.answer_inline("q", [], "Abrir", "hola")
    button = line.did[-1][2]["button"]
    assert (button.text, button.start_parameter) == ("Abrir", "hola")
    assert len(line.names()) == 4


async def test_a_press_is_answered_as_it_should_be(line: Line) -> None:
    words = ("show_alert", "url")
    await line.wire.answer("q")
    assert line.last(*words) == ("answer_callback_query", "q", None, None, None)
    await line.wire.answer("q", "hola", alert=True)
    assert line.last(*words)[2:] == ("hola", True, None)
    await line.wire.answer("q", url="https://t.me/x")
    assert line.last(*words)[2:] == (None, None, "https://t.me/x")


async def test_who_runs_a_group(line: Line) -> None:
    for status, runs in (
        (ChatMemberStatus.OWNER, True),
        (ChatMemberStatus.ADMINISTRATOR, True),
        (ChatMemberStatus.MEMBER, False),
    ):
        line.status = status
        assert await line.wire.is_admin(GROUP, ANA) is runs
    line.status = ChatMemberStatus.OWNER
    line.raises["get_chat_member"] = Forbidden("bot was kicked")
    assert not await line.wire.is_admin(GROUP, ANA)


# --- hidden messages -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("error", "hidden", "asked"),
    [
        (EndPointNotFound("x"), False, True),
        (BadRequest("x"), True, True),
        (Forbidden("x"), True, True),
        (TelegramError("x"), True, False),
        (None, True, True),
    ],
)
async def test_whether_the_server_knows_hidden_messages(
    line: Line, error: Exception | None, hidden: bool, asked: bool
) -> None:
    if error is not None:
        line.raises["do_api_request"] = error
    line.wire.hidden = not hidden or not asked
    await line.wire.ask_whether_hidden(7)
    assert (line.wire.hidden, line.wire.hidden_asked) == (hidden, asked)
    (_, _, request) = line.last()
    assert (request["chat_id"], request["receiver_user_id"]) == (7, 7)


async def test_the_first_hidden_message_is_tried_empty(line: Line) -> None:
    to = Receiver(ANA, "q")
    assert await line.wire.send_hidden(GROUP, WORDS, to) == 0
    assert line.names() == []
    line.wire.hidden = True
    assert await line.wire.send_hidden(GROUP, WORDS, to, thread=TOPIC) == HIDDEN
    (_, (chat, text), more), (_, (method, asked), _) = line.did
    assert (chat, text, more["message_thread_id"]) == (GROUP, TRIAL.html, TOPIC)
    shown = {"receiver_user_id": ANA, "callback_query_id": "q"}
    assert more["api_kwargs"] == {"ephemeral_message_parameters": shown}
    assert method == "editEphemeralMessageText"
    assert (asked["text"], asked["ephemeral_message_id"]) == (WORDS.html, HIDDEN)
    assert asked["reply_markup"] == keyboard(KEYS)
    line.did.clear()
    to = Receiver(ANA, command=3)
    assert await line.wire.send_hidden(GROUP, WORDS, to) == HIDDEN
    (_, (_, text), more) = line.did[-1]
    assert (text, more["parse_mode"]) == (WORDS.html, "HTML")
    assert more["link_preview_options"].is_disabled
    assert more["api_kwargs"] == {
        "ephemeral_message_parameters": {"receiver_user_id": ANA},
        "reply_parameters": {"ephemeral_message_id": 3},
    }
    assert line.names() == ["send_message"]


async def test_a_server_of_10_2_gets_no_pictures_in_hidden_messages(line: Line) -> None:
    line.refuses["editEphemeralMessageMedia"] = EndPointNotFound("x")
    await line.wire.ask_whether_hidden(7)
    assert (line.wire.hidden, line.wire.depicts) == (True, False)
    for _ in range(2):
        await line.wire.send_hidden(GROUP, SHOWN, Receiver(ANA))
    assert "send_photo" not in line.names()


async def test_a_hidden_picture_is_replaced_only_by_another(line: Line) -> None:
    await line.wire.ask_whether_hidden(7)
    await line.wire.send_hidden(GROUP, WORDS, Receiver(ANA))  # the trial, in words
    line.did.clear()
    await line.wire.edit_hidden(GROUP, ANA, HIDDEN, SHOWN)
    assert line.last()[:2] == ("do_api_request", "editEphemeralMessageText"), "it stays words"
    assert await line.wire.send_hidden(GROUP, SHOWN, Receiver(ANA)) == HIDDEN
    (_, _, trial), (_, (method, asked), _) = line.did[-2:]
    assert (trial["caption"], method) == (TRIAL.html, "editEphemeralMessageMedia")
    assert asked["media"].caption == SHOWN.html
    assert await line.wire.send_hidden(GROUP, SHOWN, Receiver(ANA)) == HIDDEN
    assert line.last("caption", "filename")[3:] == (SHOWN.html, PICTURE)
    line.did.clear()

    async def edited(page: Page) -> str:
        await line.wire.edit_hidden(GROUP, ANA, HIDDEN, page)
        (_, (method, asked), _) = line.did[-1]
        photo = asked.get("media")
        assert (asked["caption"] if photo is None else photo.caption) == page.html
        assert asked.get("reply_markup") == keyboard(page.keys)
        line.did.clear()
        return str(method)

    assert await edited(replace(SHOWN, html="other words")) == "editEphemeralMessageCaption"
    assert await edited(OTHER) == "editEphemeralMessageMedia"
    assert await edited(OTHER) == "editEphemeralMessageCaption"
    line.raises["do_api_request"] = NetworkError("lost")
    with pytest.raises(Unsure):
        await line.wire.edit_hidden(GROUP, ANA, HIDDEN, SHOWN)
    line.raises.clear()
    assert await edited(OTHER) == "editEphemeralMessageMedia", "it may show either"
    with pytest.raises(Missing):
        await line.wire.edit_hidden(GROUP, ANA, HIDDEN, WORDS)
    line.did.clear()
    line.raises["send_photo"] = NO_PHOTOS
    assert await line.wire.send_hidden(GROUP, SHOWN, Receiver(ANA)) == HIDDEN
    assert line.names() == ["send_photo", "send_message"]


async def test_where_no_picture_may_be_sent_none_is_tried(line: Line) -> None:
    await line.wire.ask_whether_hidden(7)
    await line.wire.send_hidden(GROUP, WORDS, Receiver(ANA))
    line.raises["send_photo"] = NO_PHOTOS
    await line.wire.send_hidden(GROUP, SHOWN, Receiver(ANA))
    line.did.clear()
    await line.wire.send_hidden(GROUP, SHOWN, Receiver(ANA))
    assert line.names() == ["send_message"]


async def test_hidden_messages_do_not_wait_for_one_another(line: Line) -> None:
    await line.wire.ask_whether_hidden(7)
    for page in (WORDS, SHOWN):
        await line.wire.send_hidden(GROUP, page, Receiver(ANA))
    line.did.clear()
    line.slow = asyncio.Event()
    sends = [
        asyncio.create_task(line.wire.send_hidden(GROUP, WORDS, Receiver(ANA))) for _ in range(2)
    ]
    for _ in range(9):
        await asyncio.sleep(0)
    assert line.names() == ["send_message"] * 2
    line.slow.set()
    await asyncio.gather(*sends)


@pytest.mark.errors("telegram_not_hidden")
async def test_a_server_that_hides_no_pictures_shows_none_to_everybody(line: Line) -> None:
    await line.wire.ask_whether_hidden(7)
    await line.wire.send_hidden(GROUP, WORDS, Receiver(ANA))
    line.hides = False
    line.did.clear()
    assert await line.wire.send_hidden(GROUP, SHOWN, Receiver(ANA)) == 0
    assert line.did[0][2]["caption"] == TRIAL.html
    assert line.names() == ["send_photo", "delete_message"]
    assert not line.wire.hidden


@pytest.mark.errors("telegram_not_hidden")
async def test_a_server_that_hides_nothing_is_never_asked_again(line: Line) -> None:
    line.wire.hidden = True
    line.hides = False
    assert await line.wire.send_hidden(GROUP, WORDS, Receiver(ANA)) == 0
    assert line.did[-1][1] == (GROUP, MESSAGE)
    assert line.names() == ["send_message", "delete_message"]
    assert not line.wire.hidden


async def test_a_trial_without_its_content_is_deleted(line: Line) -> None:
    line.wire.hidden = True
    line.raises["do_api_request"] = Forbidden("bot was kicked")
    with pytest.raises(Unreachable):
        await line.wire.send_hidden(GROUP, WORDS, Receiver(ANA))
    _, (method, asked), _ = line.did[-1]
    assert method == "deleteEphemeralMessage"
    assert asked == {"chat_id": GROUP, "receiver_user_id": ANA, "ephemeral_message_id": HIDDEN}


async def test_a_trial_takes_its_turn_before_it_gets_its_content(line: Line) -> None:
    line.wire.hidden = True
    line.waits = [2.0]
    await line.wire.send_hidden(GROUP, Page("hola"), Receiver(ANA))
    assert line.now == 102.0
    assert "reply_markup" not in line.did[-1][1][1]


@pytest.mark.errors("telegram_rejected")
async def test_a_refusal_of_ours_is_logged(line: Line) -> None:
    line.raises["send_message"] = BadRequest("can't parse entities")
    with pytest.raises(Rejected):
        await line.wire.send(GROUP, WORDS)


# --- reactions -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("error", "seconds"),
    [
        (BadRequest("REACTION_INVALID"), 600.0),
        (BadRequest("CHAT_WRITE_FORBIDDEN"), 600.0),
        (RetryAfter(7), 7.0),
    ],
)
async def test_a_refused_reaction_holds_nothing_up(
    line: Line, error: TelegramError, seconds: float
) -> None:
    """Neither messages of that chat nor reactions elsewhere; it is tried again later."""
    line.raises["set_message_reaction"] = error
    await line.wire.react(GROUP, MESSAGE)
    assert line.did == [("set_message_reaction", (GROUP, MESSAGE, ACCEPTED), {})]
    assert not any(chat for chat, _ in line.held), "0 is no chat"
    line.raises.clear()
    line.did.clear()
    line.now += seconds - 0.1
    await line.wire.react(GROUP, MESSAGE)
    assert line.names() == []
    await line.wire.react(GROUP - 1, MESSAGE)
    line.now += 0.2
    await line.wire.react(GROUP, MESSAGE)
    assert line.names() == ["set_message_reaction"] * 2


async def test_a_deleted_message_gets_no_reaction_and_others_do(line: Line) -> None:
    line.raises["set_message_reaction"] = BadRequest("Message to react not found")
    await line.wire.react(GROUP, MESSAGE)
    await line.wire.react(GROUP, MESSAGE + 1)
    assert line.names() == ["set_message_reaction"] * 2
