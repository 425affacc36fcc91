"""What becomes of each line and of each button about a writer, branch by branch.

The service, the other processes and the tabs are made up here."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace
from structlog.testing import capture_logs

from adapters.web import limits
from adapters.web.chat import PREFIX, AboutWriter, Chat, read_web_press
from adapters.web.tabs import Tabs
from adapters.web.words import say
from bot.happenings import Happenings, UserErased
from bot.messages import Accepted, AnyReply, Refused, Silence
from bot.model import SPECTATORS_LATE, Onlooker, Status
from bot.reasons import ServiceReason
from bot.screens import reply_text
from bot.store.errors import DatabaseTrouble, StoreError
from bot.store.processes import News, Written
from engine.variants import table_for
from tests.adapters.web.made_up import OTHER, Heard
from tests.bot.scenes import MATCH, info_for

ABOUT, MUTE, REPORT, SILENCE = (
    f"{PREFIX}{MATCH}.0.{what}" for what in ("about", "mute", "report", "silence")
)


class Small:
    """A table with ana and beto, at which eva looks on; other processes; four tabs."""

    def __init__(self) -> None:
        self.now = 100.0
        info = info_for(table_for("argentino", 2), host="ana")
        seats = tuple(
            replace(seat, person=who) for seat, who in zip(info.seats, ("ana", "beto"), strict=True)
        )
        self.info: Any = replace(info, seats=seats, onlookers=(Onlooker("eva", "Eva"),))
        self.refusal: AnyReply | None = None
        self.reply: AnyReply = Accepted(MATCH)
        self.may_look = {"ana", "beto", "eva"}
        self.sent: list[News] = []
        self.commands: list[Any] = []
        self.trouble: Exception | None = None
        self.happenings = Happenings()
        service = SimpleNamespace(
            matches=SimpleNamespace(info=self._info),
            bars=SimpleNamespace(refusal=self._refusal),
            screens=SimpleNamespace(may_look=self._may_look),
            happenings=self.happenings,
            store=SimpleNamespace(
                processes=SimpleNamespace(listen=self._listen, tell=self.sent.append)
            ),
            handle=self._handle,
        )
        self.tabs = Tabs()
        self.chat = Chat(cast(Any, service), self.tabs)
        self.ana, self.beto, self.eva = (self.open(who) for who in ("ana", "beto", "eva"))
        self.far = self.open("ana", OTHER)

    def open(self, person: str, match: str = MATCH) -> Heard:
        tab = Heard(person=person)
        tab.match = match
        self.tabs.add(tab)
        return tab

    def _listen(self, hear: Any) -> None:
        self.hear = hear

    async def _info(self, match: str) -> Any:
        if self.trouble is not None:
            raise self.trouble
        return self.info if match == MATCH else None

    async def _refusal(self, *_: Any) -> AnyReply | None:
        return self.refusal

    async def _may_look(self, info: Any, person: str) -> bool:
        return person in self.may_look

    async def _handle(self, command: Any) -> AnyReply:
        self.commands.append(command)
        return self.reply

    async def write(self, tab: Heard, text: str = "hola") -> list[tuple[Any, ...]]:
        """What the writer is told."""
        tab.heard()
        await self.chat.write(tab, "id", text)
        return tab.heard()

    async def other(self, *written: Written) -> None:
        """Somebody has written at another process."""
        self.hear(News(written=written))
        while tasks := list(self.chat._giving.tasks.values()):
            await asyncio.gather(*tasks)
            await asyncio.sleep(0)

    async def press(self, tab: Heard, token: str) -> list[tuple[Any, ...]]:
        tab.heard()
        about = read_web_press(token)
        assert isinstance(about, AboutWriter)
        await self.chat.press(tab, "id", "web:id", about)
        return tab.heard()


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> Small:
    made = Small()
    monkeypatch.setattr("adapters.web.chat.time.monotonic", lambda: made.now)
    return made


def no(word: str) -> tuple[Any, ...]:
    return ("Reply", "id", "no", say("es", word))


def talk(name: str, text: str, *, number: int = 0, onlooker: bool = False) -> tuple[Any, ...]:
    return ("Talk", MATCH, f"{PREFIX}{MATCH}.{number}.about", name, text, onlooker)


OK = ("Reply", "id", "ok", "")
GONE = no("web.chat.gone")


# --- lines ---------------------------------------------------------------------------------------


async def test_a_line_goes_to_those_who_look_at_the_table(small: Small) -> None:
    """And to the other processes; the writer's own tab has it already, another of theirs not."""
    second = small.open("ana")
    assert await small.write(small.ana) == [OK]
    for tab in (small.beto, small.eva, second):
        assert tab.heard() == [talk("Ana", "hola")]
    assert small.far.heard() == []
    assert small.sent == [News(written=(Written(MATCH, "ana", "hola"),))]
    assert await small.write(small.eva, "buenas") == [OK]
    assert small.beto.heard() == [talk("Eva", "buenas", number=1, onlooker=True)]
    assert await small.write(small.ana, "otra") == [OK]
    assert small.beto.heard() == [talk("Ana", "otra")]


async def test_nothing_is_given_of_what_may_not_be_written(small: Small) -> None:
    assert await small.write(small.far) == [no("web.unclear")]
    assert await small.write(small.ana, " \n") == [no("web.unclear")]
    not_there = Refused(ServiceReason.NOT_AT_TABLE, MATCH)
    silenced = Refused(ServiceReason.SILENCED, MATCH)
    info = small.info
    for tab, changed, why in (
        (small.open("caro"), info, not_there),
        (small.beto, replace(info, silent=(1,)), silenced),
        (small.eva, replace(info, silent_onlookers=("eva",)), silenced),
    ):
        small.info = changed
        assert await small.write(tab) == [("Reply", "id", "no", reply_text(why, "es"))]
    small.info = replace(info, silent=(0,), silent_onlookers=("beto",))
    assert await small.write(small.beto) == [OK], "others are silent"
    small.ana.told.clear()
    small.refusal = Refused(ServiceReason.TABLE_FULL)
    assert await small.write(small.beto) == [("Reply", "id", "no", reply_text(small.refusal, "es"))]
    assert small.ana.heard() == []
    assert len(small.sent) == 1


async def test_nobody_writes_too_much(small: Small) -> None:
    """So many lines in so many seconds, each person for themselves."""
    for _ in range(limits.CHAT_LINES):
        assert await small.write(small.ana) == [OK]
        small.now += 0.1
    assert await small.write(small.ana) == [no("web.chat.slow")]
    assert await small.write(small.beto) == [OK]
    small.now = 100.0 + limits.CHAT_SECONDS
    assert await small.write(small.ana) == [OK]
    assert await small.write(small.ana) == [no("web.chat.slow")]


async def test_strangers_read_one_another_once_both_have_tried_to_write(small: Small) -> None:
    """The first line is given to nobody; the other is told that somebody wants to write."""
    small.info = replace(small.info, quick=True)
    twice = small.open("ana")
    wanted = ("Attention", say("es", "web.chat.wanted", name=small.info.seats[0].name))
    assert await small.write(small.ana) == [no("web.chat.strangers")]
    tabs = (small.beto, small.eva, small.far, twice)
    assert [tab.heard() for tab in tabs] == [[wanted], [], [], []]
    assert small.sent == [News(written=(Written(MATCH, "ana"),))]
    assert await small.write(small.ana) == [no("web.chat.strangers")]
    assert (small.beto.heard(), len(small.sent)) == ([], 1), "once"
    assert await small.write(small.beto, "hello") == [OK]
    assert small.sent[1:] == [
        News(written=(Written(MATCH, "beto"),)),
        News(written=(Written(MATCH, "beto", "hello"),)),
    ]
    assert twice.heard() == [talk(small.info.seats[1].name, "hello")]
    assert await small.write(small.ana, "hola") == [OK]
    why = Refused(ServiceReason.NOT_AT_TABLE, MATCH)
    assert await small.write(small.eva) == [("Reply", "id", "no", reply_text(why, "es"))]


async def test_who_wants_to_write_at_another_process_wants_it_here_too(small: Small) -> None:
    small.info = replace(small.info, quick=True)
    await small.other(Written(MATCH, "ana"))
    assert [tab.heard()[:1] for tab in (small.ana, small.beto, small.eva)] == [
        [],
        [("Attention", say("es", "web.chat.wanted", name=small.info.seats[0].name))],
        [],
    ]
    assert await small.write(small.beto) == [OK]


@pytest.mark.parametrize(
    ("spectators", "status", "reads"),
    [
        (SPECTATORS_LATE, Status.PLAYING, False),
        (SPECTATORS_LATE, Status.LOBBY, True),
        ("si", Status.PLAYING, True),
    ],
)
async def test_who_sees_the_table_late_does_not_read_its_players(
    small: Small, spectators: str, status: Status, reads: bool
) -> None:
    small.info = replace(small.info, spectators=spectators, status=status)
    fede = small.open("fede")
    small.may_look.add("fede")
    await small.write(small.ana)
    assert bool(small.eva.heard()) is reads
    assert small.beto.heard(), "one player reads another"
    fede.heard()
    await small.write(small.eva)
    assert small.ana.heard()
    assert fede.heard(), "onlookers read each other"
    small.may_look.clear()
    small.beto.heard()
    await small.write(small.ana)
    assert small.eva.heard() == small.beto.heard() == []


# --- from other processes ------------------------------------------------------------------------


async def test_a_line_of_another_process_is_given(small: Small) -> None:
    """Also to the writer's tabs here."""
    await small.other(Written(MATCH, "ana", "hola"))
    for tab in (small.ana, small.beto, small.eva):
        assert tab.heard() == [talk("Ana", "hola")]
    assert small.far.heard() == []
    assert small.sent == [], "it is told once"
    assert small.chat._giving.tasks == {}


async def test_what_nobody_looks_at_is_not_given(small: Small) -> None:
    small.hear(News(written=(Written("ijkl2345", "ana", "hola"),)))
    assert small.chat._giving.tasks == {}
    await small.other(Written(OTHER, "ana", "hola"))
    small.trouble = StoreError(DatabaseTrouble.DAMAGED, "x")
    await small.other(Written(MATCH, "ana", "hola"))
    small.trouble, small.info = None, replace(small.info, silent=(0,))
    await small.other(Written(MATCH, "ana", "hola"))
    for tab in (small.ana, small.beto, small.eva, small.far):
        assert tab.heard() == []


async def test_a_report_of_another_process_reaches_the_host(small: Small) -> None:
    await small.other(Written(MATCH, "beto", reported=True))
    told = say("es", "web.chat.report.host", name="Beto")
    assert small.ana.heard() == [("Attention", told)]
    await small.other(Written(MATCH, "eva", reported=True), Written(MATCH, "caro", reported=True))
    names = [say("es", "web.chat.report.host", name=name) for name in ("Eva", "")]
    assert small.ana.heard() == [("Attention", name) for name in names]
    assert small.beto.heard() == small.far.heard() == []


# --- about a writer ------------------------------------------------------------------------------


async def page(small: Small, tab: Heard, token: str) -> tuple[str, list[str], str]:
    """The page about a writer: what it says, its buttons, and whose name stands above."""
    *_, (kind, id, told, _) = await small.press(tab, token)
    assert (kind, id) == ("Panel", "id")
    turns = [(leaf.key, leaf.label) for leaf in told.turns]
    assert all(token.startswith(f"{PREFIX}{MATCH}.0.") for token, _ in turns)
    return told.text, [label for _, label in turns], told.title


async def test_a_writer_is_muted_and_read_again(small: Small) -> None:
    await small.write(small.ana)
    words = {word: say("es", f"web.chat.{word}") for word in ("mute", "unmute", "report")}
    usual, muted = ([words["mute"], words["report"]], [words["unmute"], words["report"]])
    assert await page(small, small.beto, ABOUT) == (say("es", "web.chat.about"), usual, "Ana")
    assert await page(small, small.beto, MUTE) == (say("es", "web.chat.muted"), muted, "Ana")
    for tab in (small.beto, small.eva):
        tab.heard()
    await small.write(small.ana)
    assert small.beto.heard() == []
    assert len(small.eva.heard()) == 1
    assert await page(small, small.beto, MUTE) == (say("es", "web.chat.unmuted"), usual, "Ana")
    await small.write(small.ana)
    assert len(small.beto.heard()) == 1


@pytest.mark.parametrize(
    "token",
    [
        ABOUT.replace(".0.", ".1."),
        ABOUT.replace(MATCH, OTHER),
        ABOUT.replace("about", "x"),
        ABOUT.replace(".0.", ".00000."),
        PREFIX,
    ],
)
async def test_a_forged_button_is_about_nobody(small: Small, token: str) -> None:
    assert await small.press(small.beto, ABOUT) == [GONE], "nobody has written"
    await small.write(small.ana)
    small.beto.heard()
    assert await small.press(small.beto, token) == [GONE]
    assert await small.press(small.ana, ABOUT) == [GONE], "one's own line"
    small.info = None
    assert await small.press(small.beto, ABOUT) == [GONE]


async def test_a_report_is_told_once(small: Small) -> None:
    await small.write(small.beto)
    small.sent.clear()
    told = ("Attention", say("es", "web.chat.report.host", name="Beto"))
    small.ana.heard()
    with capture_logs() as logs:
        for _ in range(2):
            assert (await page(small, small.eva, REPORT))[0] == say("es", "web.chat.reported")
    assert small.ana.heard() == [told]
    event = {"event": "playground.chat_reported", "log_level": "warning"}
    assert logs == [event | {"match": MATCH, "writer": 0}], "neither a name nor the line"
    assert small.sent == [News(written=(Written(MATCH, "beto", reported=True),))]


async def test_the_host_silences_a_writer(small: Small) -> None:
    await small.write(small.beto)
    small.ana.heard()
    text, words, _ = await page(small, small.ana, SILENCE)
    assert text == say("es", "web.chat.silenced")
    assert words[2:] == [say("es", "web.chat.silence")]
    silence = Silence(request="web:id", person="ana", match=MATCH, seat=1)
    assert small.commands == [silence]
    small.reply = Refused(ServiceReason.TABLE_FULL, MATCH)
    assert (await page(small, small.ana, SILENCE))[0] == reply_text(small.reply, "es")
    small.chat.sweep()
    small.info = replace(small.info, seats=small.info.seats[:1])
    small.info = replace(small.info, onlookers=(Onlooker("beto", "Beto"),))
    await page(small, small.ana, SILENCE)
    assert small.commands[-1] == replace(silence, seat=-1, onlooker="beto")


# --- what is remembered --------------------------------------------------------------------------


async def test_a_table_is_forgotten_with_its_last_tab(small: Small) -> None:
    await small.write(small.ana)
    small.chat.sweep()
    assert (await small.press(small.beto, ABOUT))[0][0] == "Panel"
    for tab in (small.ana, small.beto, small.eva):
        tab.match = ""
    small.chat.sweep()
    small.beto.match = MATCH
    assert await small.press(small.beto, ABOUT) == [GONE]


@pytest.mark.parametrize(("person", "gone"), [("ana", True), ("beto", True), ("caro", False)])
async def test_who_is_erased_is_forgotten(small: Small, person: str, gone: bool) -> None:
    """With the tables at which they wrote, or muted somebody."""
    await small.write(small.ana)
    for tab in (small.beto, small.eva):
        await small.press(tab, MUTE)
    await small.happenings.publish(UserErased(person))
    told = await small.press(small.eva, ABOUT)
    assert (told[-1] == GONE) is gone
