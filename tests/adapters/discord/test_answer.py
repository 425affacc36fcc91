"""One answer after another to one interaction: which call each makes, and what it tells its caller.

What Discord would say is made up here, call by call."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from adapters.discord.answer import Answer, Form
from adapters.discord.message import FILE, Message, PreparedMessage, gallery, text
from bot.pictures.row import CardRow
from tests.virtual import pass_by, settle

TEXT = Message((text("hello"),), roles=(5, 6))
PICTURE = Message(
    (gallery(f"attachment://{FILE}", "cards"),),
    picture=CardRow("spanish", ("1e",)),
    plain=(text("1e"),),
)


def refused(code: int = 50013, status: int = 403) -> discord.HTTPException:
    return discord.HTTPException(
        cast(Any, SimpleNamespace(status=status, reason="no")), {"code": code, "message": "no"}
    )


class Pressed:
    """An interaction: a command, or (``on``) a press on a message. Remembers what was called."""

    def __init__(self, *, on: bool = False, guild: bool = True, files: bool = True) -> None:
        self.message = object() if on else None
        self.guild_id = 1 if guild else None
        self.app_permissions = SimpleNamespace(attach_files=files)
        self.closed = False
        self.client = SimpleNamespace(is_closed=lambda: self.closed)
        self.calls: list[tuple[str, dict[str, Any]]] = []
        self.trouble: dict[str, Exception] = {}
        self.answered: list[object] = []
        """The interactions through which more can be written."""
        self.ids: list[int | None] = []
        """The ids of the next messages."""
        self.given = False
        self.response = SimpleNamespace(
            is_done=lambda: self.given,
            defer=self._first("defer"),
            send_message=self._first("send_message"),
            edit_message=self._first("edit_message"),
            send_modal=self._first("send_modal"),
            launch_activity=self._first("launch_activity"),
            autocomplete=self._first("autocomplete"),
        )
        self.followup = SimpleNamespace(send=self._call("followup", 30))
        self.edit_original_response = self._call("edit_original", 20)
        self.delete_original_response = self._call("delete_original", 0)

    def _call(self, name: str, id: int) -> Any:
        async def call(*_: object, **words: Any) -> Any:
            self.calls.append((name, words))
            if name in self.trouble:
                raise self.trouble[name]
            return SimpleNamespace(id=id, message_id=self.ids.pop(0) if self.ids else id)

        return call

    def _first(self, name: str) -> Any:
        call = self._call(name, 10)

        async def first(*words: object, **named: Any) -> Any:
            made = await call(*words, **named)
            self.given = True
            return made

        return first

    def answer(self, *, public: bool = False, patience: float = 60.0) -> Answer:
        interaction = cast(discord.Interaction, self)
        return Answer(interaction, patience=patience, public=public, answered=self.answered.append)

    def told(self) -> list[str]:
        """The calls since the last time; ``!`` after one that only its person sees."""
        told = [name + "!" * bool(words.get("ephemeral")) for name, words in self.calls]
        self.calls.clear()
        return told

    def mentioned(self) -> list[int]:
        """Whom the last call may mention."""
        allowed = self.calls[-1][1]["allowed_mentions"]
        assert not allowed.everyone
        assert not allowed.users
        return [role.id for role in allowed.roles or ()]


async def test_nothing_is_written_in_place_of_an_activity() -> None:
    pressed = Pressed()
    answer = pressed.answer()
    assert await answer.launch()
    assert (pressed.told(), pressed.answered) == (["launch_activity"], [])
    assert not await answer.launch()
    assert pressed.told() == []


# --- one call after another ----------------------------------------------------------------------

IDS = {"send_message": 10, "edit_original": 20, "followup": 30}
"""The ids of the messages that come of each call."""


@pytest.mark.parametrize(
    ("how", "fails", "steps", "told"),
    [
        # A message follows a press that was deferred: the pressed message stays as it is.
        ("press", "", "defer post", "defer followup!"),
        ("", "defer", "defer post post", "defer! send_message! followup!"),
        # A deferral for everybody goes away before a word for one person; what was said stays.
        ("", "", "defer private", "defer! edit_original"),
        ("public", "", "private private", "send_message! followup!"),
        ("public", "", "defer private private", "defer delete_original followup! followup!"),
        ("public", "", "post private", "send_message followup!"),
        ("public press", "", "defer private", "defer followup!"),
        # So does it before a file.
        ("", "", "defer file file", "defer! edit_original followup!"),
        ("public", "", "file file", "send_message! followup!"),
        ("public", "", "defer file file", "defer delete_original followup! followup!"),
        # Nothing private is written where it stays: Discord would show it to everybody.
        (
            "public",
            "delete_original",
            "defer private file post private",
            "defer delete_original delete_original edit_original followup!",
        ),
        # A command has to be told something.
        ("", "", "nothing", ""),
        ("press", "", "nothing nothing", "defer"),
        ("", "", "suggest suggest", "autocomplete"),
    ],
)
async def test_each_answer_makes_its_call(how: str, fails: str, steps: str, told: str) -> None:
    pressed = Pressed(on="press" in how)
    answer = pressed.answer(public="public" in how)
    if fails:
        pressed.trouble[fails] = refused(0, 500)
    for step in steps.split():
        match step:
            case "post" | "private":
                sent = await (answer.post if step == "post" else answer.private)(TEXT)
                assert sent == IDS.get(pressed.calls[-1][0], 0), step
            case "file":
                await answer.file(cast(Any, None), cast(Any, None))
            case "suggest":
                await answer.suggest([])
            case "defer":
                await answer.defer()
            case _:
                await answer.nothing()
    assert pressed.told() == told.split()


# --- a message -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("public", "mark"), [(False, "!"), (True, "")])
async def test_the_first_answer_is_a_message(public: bool, mark: str) -> None:
    pressed = Pressed()
    answer = pressed.answer(public=public)
    assert await answer.post(TEXT) == 10
    assert pressed.mentioned() == [5, 6]
    assert pressed.told() == [f"send_message{mark}"]
    assert (answer.given, answer.shown) == (True, TEXT)
    assert await answer.post(TEXT) == 30
    assert pressed.mentioned() == []
    assert pressed.calls[-1][1]["wait"], "else Discord does not say which message it is"
    assert pressed.told() == [f"followup{mark}"]


@pytest.mark.parametrize(("public", "mark"), [(False, "!"), (True, "")])
async def test_a_message_fills_in_the_deferral_of_a_command(public: bool, mark: str) -> None:
    """Once: the next one follows it."""
    pressed = Pressed()
    answer = pressed.answer(public=public)
    await answer.defer()
    assert pressed.told() == [f"defer{mark}"]
    await answer.defer()
    assert pressed.told() == [], "it has been acknowledged"
    assert await answer.post(TEXT) == 20
    assert pressed.mentioned() == [5, 6]
    assert await answer.post(TEXT) == 30
    assert pressed.told() == ["edit_original", f"followup{mark}"]


@pytest.mark.parametrize("call", ["send_message", "edit_original", "followup"])
async def test_a_message_that_does_not_arrive_has_no_id(call: str) -> None:
    pressed = Pressed()
    answer = pressed.answer()
    pressed.trouble[call] = refused()
    if call == "edit_original":
        await answer.defer()
    elif call == "followup":
        await answer.post(TEXT)
        answer.shown = None
    assert await answer.post(TEXT) == 0
    assert pressed.told()[-1].startswith(call)
    assert answer.shown is None
    pressed = Pressed()
    pressed.ids = [None]
    assert await pressed.answer().post(TEXT) == 0


@pytest.mark.parametrize("deferred", [False, True])
async def test_the_pressed_message_changes_and_calls_nobody(deferred: bool) -> None:
    pressed = Pressed(on=True)
    answer = pressed.answer()
    if deferred:
        await answer.defer()
    assert await answer.redraw(TEXT) is True
    assert pressed.mentioned() == []
    call = "edit_original" if deferred else "edit_message"
    assert pressed.told()[-1] == call
    assert answer.shown == TEXT
    pressed = Pressed(on=True)
    answer = pressed.answer()
    pressed.trouble["edit_message"] = refused()
    assert await answer.redraw(TEXT) is False
    assert answer.shown is None


async def test_a_picture_goes_where_files_may_be_attached() -> None:
    """In a private chat always."""
    for guild, files in ((True, True), (True, False), (False, False)):
        pressed = Pressed(on=True, guild=guild, files=files)
        answer = pressed.answer()
        await answer.redraw(PICTURE)
        ((_, words),) = pressed.calls
        may = files or not guild
        assert bool(words.get("attachments")) is may
        assert answer.shown == (PICTURE if may else PICTURE.without_picture())
        pressed = Pressed(guild=guild, files=files)
        answer = pressed.answer()
        for method in (answer.post, answer.private):
            await method(PICTURE)
            assert ("file" in pressed.calls[-1][1]) is may
        pressed = Pressed(guild=guild, files=files)
        answer = pressed.answer(public=True)
        await answer.post(TEXT)
        await answer.private(PICTURE)
        assert ("file" in pressed.calls[-1][1]) is may


async def test_a_message_that_did_not_fill_the_deferral_leaves_its_place_open() -> None:
    pressed = Pressed()
    answer = pressed.answer(public=True)
    await answer.defer()
    pressed.trouble["edit_original"] = refused(0, 500)
    assert await answer.post(TEXT) == 0
    assert pressed.answered == []
    assert await answer.private(TEXT) == 30
    assert pressed.told() == ["defer", "edit_original", "delete_original", "followup!"]


async def test_the_form_of_a_command_is_deferred_with_a_message_to_come() -> None:
    """It was opened by no message that could stand for the answer."""
    for on in (False, True):
        pressed = Pressed(on=on)
        await pressed.answer().defer()
        assert pressed.calls[-1][1] == {"ephemeral": not on, "thinking": not on}


# --- other answers -------------------------------------------------------------------------------


async def test_a_form_is_a_first_answer_or_none() -> None:
    for trouble, given, asked in ((False, False, True), (True, False, False), (False, True, False)):
        pressed = Pressed(on=True)
        answer = pressed.answer()
        if trouble:
            pressed.trouble["send_modal"] = refused()
        if given:
            await answer.defer()
        assert await answer.ask(cast(Any, None)) is asked
        assert ("send_modal" in pressed.told()) is not given


@pytest.mark.parametrize(("code", "calls"), [(10062, 0), (40060, 0), (50013, 1)])
async def test_what_came_too_late_is_not_answered_again(code: int, calls: int) -> None:
    pressed = Pressed(on=True)
    answer = pressed.answer()
    pressed.trouble["edit_message"] = refused(code, 404)
    await answer.redraw(TEXT)
    pressed.told()
    await answer.nothing()
    assert pressed.told() == ["defer"] * calls


# --- what the others are told --------------------------------------------------------------------


async def test_the_first_answer_is_told_once_and_when_it_has_arrived() -> None:
    pressed = Pressed(on=True)
    answer = pressed.answer()
    pressed.trouble["edit_message"] = refused()
    await answer.redraw(TEXT)
    assert pressed.answered == []
    await answer.post(TEXT)
    assert pressed.answered == [pressed]
    await answer.post(TEXT)
    await answer.redraw(TEXT)
    assert pressed.answered == [pressed]


async def test_nothing_else_is_written_while_a_deferral_awaits_its_message() -> None:
    """It would take the place of the answer."""
    for public, private in ((True, True), (True, False), (False, True)):
        pressed = Pressed()
        answer = pressed.answer(public=public)
        await answer.defer()
        assert pressed.answered == []
        await (answer.private if private else answer.post)(TEXT)
        assert pressed.answered == [pressed]


async def test_a_deferral_that_is_not_sent_is_no_answer() -> None:
    """discord.py defers no suggestions, and raises nothing."""
    pressed = Pressed()
    answer = pressed.answer()
    pressed.response.defer = pressed._call("defer", 0)
    await answer.defer()
    assert pressed.answered == []
    await answer.suggest([])
    assert pressed.answered == [pressed]


async def test_an_interaction_is_deferred_after_a_while() -> None:
    pressed = Pressed(on=True)
    slow = pressed.answer(patience=2.0)
    await pass_by(1.9)
    assert pressed.told() == []
    await pass_by(0.2)
    assert pressed.told() == ["defer"]
    await slow.done()
    pressed = Pressed(on=True)
    quick = pressed.answer(patience=2.0)
    await quick.done()
    await pass_by(5)
    assert pressed.told() == [], "it has ended"


async def test_the_end_of_an_answer_waits_for_its_deferral() -> None:
    """Otherwise the process could end while Discord is being told to wait."""
    pressed, went = Pressed(), asyncio.Event()
    arrives = pressed.response.defer

    async def defer(**words: Any) -> None:
        await went.wait()
        await arrives(**words)

    pressed.response.defer = defer
    answer = pressed.answer(patience=0.0)
    await settle()
    end = asyncio.create_task(answer.done())
    await settle()
    assert not end.done()
    went.set()
    await settle()
    assert end.done()
    assert (answer.given, pressed.told()) == (True, ["defer!"])


async def test_trouble_of_our_own_is_raised_as_long_as_the_bot_runs() -> None:
    pressed = Pressed()
    answer = pressed.answer()
    pressed.trouble["send_message"] = RuntimeError("a mistake")
    with pytest.raises(RuntimeError, match="a mistake"):
        await answer.post(TEXT)
    pressed.closed = True
    assert await answer.post(TEXT) == 0
    pressed.trouble["send_message"] = OSError()
    assert await answer.post(TEXT) == 0


async def test_a_form_waits_for_nothing() -> None:
    """Its answer is an interaction of its own, read by its id: discord.py keeps no view of it."""
    form = Form("t1.id", "Title", {"type": 1})
    assert form.is_finished()
    assert form.to_dict() == {"custom_id": "t1.id", "title": "Title", "components": [{"type": 1}]}
    assert PreparedMessage([text("hello")]).is_finished()
