"""Robots from outside at live tables, over the loopback: what they may see, and what they may do
wrong without harm."""

import asyncio
import itertools
import json
import re
import shutil
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from types import SimpleNamespace
from typing import Any, cast

import pytest
from aiohttp import ClientWebSocketResponse, WSCloseCode, WSMsgType

from adapters.arena import wire
from adapters.arena.live import LiveRobot, TurnedAway
from adapters.door import Door
from adapters.web.robots import RobotLine
from adapters.web.tabs import user_of
from bot.common.tasks import end
from bot.environment import Config
from bot.happenings import MatchChanged
from bot.messages import Act, MatchId
from bot.model import MatchInfo, Status
from engine.seen.view import view
from tests.adapters.web.house import PATIENCE, House, Message, Page, opened
from tests.conversation import Talk

CONFIG = Config(robot_delay=0, pause=0, claims=0, foreign_clock=60, robot_budget=1)
"""A robot has time enough, so only what it does decides."""
EXAMPLES = {"robot.py": "python3", "robot.js": "node", "robot.sh": "sh"}
"""The robots of the manual, each with the program that runs it."""
CUT_OFF = WSCloseCode.POLICY_VIOLATION


class Program:
    """Somebody's program, connected."""

    def __init__(self, socket: ClientWebSocketResponse) -> None:
        self.socket = socket
        self.heard: list[Message] = []
        self.why = ""
        """The reason that the server gave for the end."""

    async def hear(self, *kinds: str) -> Message:
        """The next message of one of these kinds."""
        async with asyncio.timeout(PATIENCE):
            while True:
                frame = await self.socket.receive()
                assert frame.type is WSMsgType.TEXT, (frame, self.socket.close_code)
                self.heard.append(json.loads(frame.data))
                if self.heard[-1]["type"] in kinds:
                    return self.heard[-1]

    async def begin(self) -> Message:
        """Answers that it is ready, and hears the first question about a step."""
        await self.hear("match")
        await self.say("ready")
        return await self.hear("act")

    async def say(self, line: str) -> None:
        await self.socket.send_str(line)

    async def play(self, until: str = "end") -> Message:
        """Answers every question until a message of this kind comes."""
        while (message := await self.hear("match", "act", until))["type"] != until:
            await self.say("ready" if message["type"] == "match" else step(message))
        return message

    async def ended(self) -> int | None:
        """The code with which the connection ends."""
        async with asyncio.timeout(PATIENCE):
            while (frame := await self.socket.receive()).type is WSMsgType.TEXT:
                pass
        self.why = str(frame.extra or "")
        return self.socket.close_code


def step(message: Message) -> str:
    """A card if one may be laid, else a refusal: so every match ends."""
    steps: list[str] = [step for step in message["view"]["actions"] if step != "mazo"]
    chosen = min(steps, key=lambda step: not step.startswith(("play", "no")))
    verb, _, numbers = chosen.partition(" ")
    return chosen if verb == "play" else f"{verb} {numbers.partition('-')[0]}".strip()


async def brought(page: Page, name: str = "Nube") -> str:
    """Brings a robot, and returns its token."""
    told = await page.ask("line", text=f"/robots traer robot:{name}")
    found = re.search(r"truco_[\w-]{43}", told["page"]["text"])
    assert found is not None, told
    return found[0]


class Live:
    """A table of two, Ana's and her robot's."""

    def __init__(self, house: House, ana: Page, key: str, match: MatchId) -> None:
        self.house = house
        self.ana = ana
        self.key = key
        self.match = match
        self.tasks: list[asyncio.Task[None]] = []

    async def begin(self) -> None:
        """The match begins; Ana takes her steps as :func:`step` does."""
        changed, matches = asyncio.Event(), self.house.service.matches

        async def heard(_: MatchChanged) -> None:
            changed.set()

        async def play() -> None:
            person = user_of(self.ana.key)
            for number in itertools.count():
                changed.clear()
                seen = await matches.view(self.match, person)
                if seen is None or seen.seat not in seen.awaited:
                    await changed.wait()
                    continue
                chosen = step({"view": wire.view_words(seen)})
                act = Act(request=f"{number}", person=person, match=self.match, action=chosen)
                await self.house.service.handle(act)

        self.house.service.happenings.listen(MatchChanged, heard)
        await self.ana.ask("line", text="/empezar")
        self.tasks.append(asyncio.create_task(play()))

    def robot(self, key: str = "") -> AbstractAsyncContextManager[Program]:
        return connected(self.house, key or self.key)

    async def when(self, holds: Callable[[MatchInfo], bool]) -> MatchInfo:
        """The table as soon as this holds."""
        async with asyncio.timeout(PATIENCE):
            while True:
                info = await self.house.service.matches.info(self.match)
                if info is not None and holds(info):
                    return info
                await asyncio.sleep(0.001)

    async def info(self) -> MatchInfo:
        return await self.when(lambda _: True)

    async def over(self) -> MatchInfo:
        return await self.when(lambda info: info.status is Status.OVER)

    async def missed(self) -> MatchInfo:
        """The table as soon as one of our robots has played for it."""
        return await self.when(lambda info: info.seats[1].missed > 0)


@asynccontextmanager
async def connected(house: House, key: object) -> AsyncIterator[Program]:
    async with house.session.ws_connect(f"{house.url}/robot") as socket:
        await socket.send_json({"type": "hello", "protocol": 1, "token": key})
        yield Program(socket)


@asynccontextmanager
async def seated(config: Config = CONFIG) -> AsyncIterator[Live]:
    """A table of two that has not begun."""
    async with opened(config=config) as house, house.visit("Ana") as ana:
        key = await brought(ana)
        match = await ana.open_table(jugadores="2", puntos="15")
        told = await ana.ask("line", text="/robots sentar robot:Nube")
        assert match in told["page"]["text"], told
        live = Live(house, ana, key, match)
        try:
            yield live
        finally:
            await end(*live.tasks)


async def test_a_robot_plays_a_match_and_sees_its_seat_alone() -> None:
    async with seated() as live, live.robot() as robot:
        assert (await robot.hear("welcome"))["name"] == "Nube"
        await live.begin()
        won = (await robot.play())["won"]
        info = await live.over()
        assert won == (info.winner == 1)
        assert not info.seats[1].missed
        told = robot.heard[1:]
        assert {message["table"] for message in told} == {live.match}
        begun, *later = [message for message in told if message["type"] == "match"]
        assert (begun["seat"], begun["clock_ms"]) == (1, 1000 * CONFIG.foreign_clock)
        assert not later
        assert [message["type"] for message in told].count("hand") >= 5
        assert_sees_its_seat_alone(told, await live.house.service.matches.record(live.match) or "")


def assert_sees_its_seat_alone(told: list[Message], record: str) -> None:
    """Ana's cards are in no message before she has laid them."""
    dealt = [set(cards.split()) for cards in re.findall(r"^deal 0 (.+)$", record, re.M)]
    assert dealt
    for message in told:
        if message["type"] != "act":
            continue
        view = message["view"]
        laid = {play["card"] for play in view["plays"] if play["seat"] == 0}
        hidden = dealt[view["hand"] - 1] - laid
        assert hidden.isdisjoint(re.findall(r'"(\w+)"', json.dumps(view)))


@pytest.mark.parametrize(("example", "starts"), EXAMPLES.items())
async def test_a_robot_of_the_arena_plays_at_a_live_table(example: str, starts: str) -> None:
    """Each example, in its language, as it stands."""
    program = shutil.which(starts)
    if program is None:
        pytest.skip(f"no {starts}")
    async with seated() as live:
        said: list[str] = []
        robot = LiveRobot(
            f"{live.house.url}/robot", live.key, [program, f"docs/examples/{example}"]
        )
        task = asyncio.create_task(robot.run(said.append))
        await live.begin()
        info = await live.when(lambda info: info.version > 20)
        await end(task)
        assert not info.seats[1].missed
        assert said == ["welcome Nube"]


async def test_where_there_is_no_other_address_robots_come_to_the_machines_own() -> None:
    async with opened(config=CONFIG) as house, house.visit("Ana") as ana:
        told = await ana.ask("line", text="/robots traer robot:Nube")
        assert f"{house.url}/robot".replace("http", "ws", 1) in told["page"]["text"].split()


async def test_a_robot_that_is_turned_away_is_told_why() -> None:
    async with opened() as house:
        with pytest.raises(TurnedAway, match="token"):
            await LiveRobot(f"{house.url}/robot", "truco_no", ["true"]).run(print)


# --- what a robot may do wrong -------------------------------------------------------------------


async def test_a_robot_that_crashes_is_stood_in_for_at_once_and_may_come_back() -> None:
    async with seated() as live:
        await live.begin()
        async with live.robot() as robot:
            await robot.begin()
        assert not (await live.missed()).seats[1].away
        async with live.robot() as robot:
            await robot.play(until="hand")
            assert not (await live.info()).seats[1].missed


async def test_a_robot_that_says_nothing_loses_its_turns_and_then_its_connection() -> None:
    hasty = Config(robot_delay=1, pause=0, claims=0, foreign_clock=0.02, robot_budget=1)
    async with seated(hasty) as live, live.robot() as robot:
        await live.begin()
        assert (await robot.hear("fault"))["kind"] == "slow"
        assert await robot.ended() == CUT_OFF
        before = await live.when(lambda info: info.seats[1].away)
        await live.when(lambda info: info.version > before.version + 1)


@pytest.mark.parametrize("says", ["play 99z", "\x00[", "", "play {missing}"])
async def test_what_is_no_step_of_the_question_is_a_turn_let_pass(says: str) -> None:
    async with seated() as live, live.robot() as robot:
        await live.begin()
        held = (await robot.begin())["view"]["cards"]
        await robot.say(says.format(missing=min({"1e", "1b", "7e", "7o"}.difference(held))))
        kind = (await robot.hear("fault"))["kind"]
        assert kind == ("illegal" if "missing" in says else "unreadable")
        await live.missed()
        await robot.play(until="hand")
        assert not (await live.info()).seats[1].missed


@pytest.mark.parametrize("flood", [["ready", "play 4c", "play 4c"], ["x" * 5000], ["x" * 4000] * 9])
async def test_a_robot_that_floods_is_cut_off_for_a_while(flood: list[str]) -> None:
    async with seated() as live:
        async with live.robot() as robot:
            await robot.hear("welcome")
            for line in flood:
                await robot.say(line)
            assert await robot.ended() in (CUT_OFF, WSCloseCode.MESSAGE_TOO_BIG)
        async with live.robot() as robot:
            assert await robot.ended() == WSCloseCode.TRY_AGAIN_LATER


async def test_of_two_connections_the_newer_one_plays() -> None:
    async with seated() as live, live.robot() as old:
        await live.begin()
        await old.begin()
        async with live.robot() as new:
            assert await old.ended() == CUT_OFF
            assert (await live.missed()).seats[1].missed == 1
            await new.play(until="hand")
            assert not (await live.info()).seats[1].missed


async def test_without_a_token_that_holds_nobody_is_let_in() -> None:
    async with seated() as live:
        renewed = await brought(live.ana)
        for token in (live.key, "truco_" + "a" * 43, None):
            async with connected(live.house, token) as stranger:
                assert await stranger.ended() == CUT_OFF
        async with live.robot(renewed) as robot:
            await robot.hear("welcome")
        url, elsewhere = f"{live.house.url}/robot", {"Origin": "https://elsewhere.example"}
        async with live.house.session.get(url, headers=elsewhere) as answer:
            assert answer.status == 403


async def test_who_greets_when_the_last_line_is_taken_comes_again_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    room = iter((True, False))
    async with seated() as live:
        monkeypatch.setattr(Door, "takes_lines", property(lambda _: next(room)))
        async with live.robot() as robot:
            assert await robot.ended() == WSCloseCode.TRY_AGAIN_LATER


async def test_a_robot_is_told_of_a_match_once_and_asked_each_question_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Unless it may no longer play there; a table that is gone meanwhile is told as it was."""
    did: list[str] = []
    allowed, tables = [True], deque[Any]()

    async def robots_table(match: MatchId, robot: str) -> Any:
        return tables.popleft()

    async def newest(robot: Any) -> Any:
        return SimpleNamespace(may_play=lambda info: allowed[0])

    async def ask(table: Any, message: Any, seconds: float) -> str:
        did.append("begins")
        return ""

    async def tell(table: Any) -> None:
        did.append("told")

    async def ask_for_step(table: Any) -> None:
        did.append(table.question)

    service = SimpleNamespace(
        matches=SimpleNamespace(robots_table=robots_table),
        foreign_robots=SimpleNamespace(newest=newest),
        config=CONFIG,
    )
    line = RobotLine(cast(Any, service), cast(Any, SimpleNamespace(id="r")), cast(Any, None))
    for name, does in (("_ask", ask), ("_tell", tell), ("_ask_for_step", ask_for_step)):
        monkeypatch.setattr(line, name, does)
    seen = view(Talk("1e 7e 4c", "1b 7o 4o").state, 0)
    one, two = (SimpleNamespace(info=None, seen=seen, question=n) for n in ("one", "two"))
    for may, found, then in (
        (False, [one], []),
        (True, [one, None], ["begins", "told", "one"]),
        (True, [one], ["told"]),
        (True, [two], ["told", "two"]),
        (True, [None], []),
    ):
        did.clear()
        allowed[0] = may
        tables.extend(found)
        await line._look_at(MatchId("m"))
        assert did == then


@pytest.mark.parametrize("said", ["/robots quitar", "/robots traer"])
async def test_a_token_taken_back_ends_the_connection_at_the_next_question(said: str) -> None:
    async with seated() as live, live.robot() as robot:
        await live.begin()
        question = await robot.begin()
        await live.ana.ask("line", text=said)
        await robot.say(step(question))
        assert await robot.ended() == CUT_OFF
        assert robot.why == "token"


async def test_a_robot_is_connected_until_the_server_hangs_up() -> None:
    async with seated() as live:
        lines, known = live.house.playground._robots, live.house.service.foreign_robots.connected
        async with live.robot() as robot:
            await robot.hear("welcome")
            assert {*lines._lines} == known != set()
            await lines.hang_up()
            assert await robot.ended() == WSCloseCode.GOING_AWAY
    assert {*lines._lines} == known == set()
