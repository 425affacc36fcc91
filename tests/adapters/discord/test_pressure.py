"""Much at once: more presses than can be decided in time, more requests than Discord takes."""

import asyncio
from itertools import pairwise
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import pytest

from adapters.discord.answering import Load
from adapters.discord.limiter import Limiter
from bot.messages import AnyCommand, AnyReply, SetOptions
from bot.store.processes import listening_lease
from tests.adapters.discord.house import HANDS, House, lived_in
from tests.adapters.discord.lookalike.pace import Way, paced
from tests.adapters.discord.lookalike.people import Person
from tests.adapters.discord.lookalike.server import Discord
from tests.bot.helpers import Beside
from tests.stores import store_beside
from tests.virtual import pass_by, run, settle, the_loop, until


def busy(house: House, monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Every decision takes so much of the machine: meanwhile nothing else happens."""
    handle = house.service.handle

    async def slowly(command: AnyCommand, *told: object) -> AnyReply:
        reply = await handle(command)
        the_loop().jump(the_loop().time() + seconds)
        return reply

    monkeypatch.setattr(house.service, "handle", slowly)


async def test_a_saturated_machine_acknowledges_first(
    house: House, ana: Person, beto: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.seated(ana, beto, hands=HANDS, dealer=0, tiempo="86400")
    crowd = [house.person(f"Eva {number}") for number in range(60)]
    await pass_by(20)
    busy(house, monkeypatch, 0.05)
    found = crowd[0].find(custom_id=r"\.envido$")
    assert found is not None
    seen, button = found
    for stranger in crowd[:20]:
        await stranger.press(custom_id=button.custom_id, on=seen.message)
    pressed = [
        stranger.start_press(custom_id=button.custom_id, on=seen.message) for stranger in crowd
    ]
    await pass_by(10)
    assert all(
        press.answered_at is not None and press.answered_at - press.at < 1.0 for press in pressed
    )
    assert all(press.followups or press.reply is not press.message for press in pressed)


@pytest.mark.parametrize(("status", "refused"), [(200, 0), (403, 0), (429, 1), (500, 0)])
async def test_what_is_too_much_for_discord_is_counted(status: int, refused: int) -> None:
    counted: list[int] = []
    limiter = Limiter(refused=lambda: counted.append(status))
    (after,) = limiter.trace().on_request_end
    ended = SimpleNamespace(response=SimpleNamespace(status=status))
    await after(cast(Any, None), SimpleNamespace(), cast(Any, ended))
    assert counted == [status] * refused


async def test_what_must_be_the_first_answer_is_never_put_off(
    house: House, ana: Person, beto: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Suggestions and forms cannot follow a deferral."""
    match = await house.open(ana)
    host = f"discord:{ana.user.id}"
    manual = (("declare", "manual"),)
    await house.service.handle(
        SetOptions(request="manual", person=host, match=match, options=manual)
    )
    await beto.press(custom_id=r"JOIN$")
    house.arrange(await house.table(match), HANDS, 0)
    await ana.press(custom_id=r"START$")
    await beto.press(custom_id=r"\.envido$")
    await ana.press(custom_id=r"\.quiero$")
    monkeypatch.setattr(Load, "came", lambda *_: True)
    found = await ana.complete("opciones", "opcion", "señas")
    assert [value for _, value in found] == ["senas"]
    asked = await beto.press(custom_id=r"\.tengo \?$")
    assert asked.modal is not None
    other = await ana.slash("ayuda")
    assert other.answer == 5, "everything else is"


async def test_whoever_has_time_is_answered_at_once() -> None:
    load, loop = Load(), the_loop()
    for _ in range(30):
        assert not load.came(7.0), "a clock that is wrong is no wait"
        loop.jump(loop.time() + 0.01)
        load.done()


async def test_what_comes_late_or_waits_for_many_waits_long() -> None:
    load, loop = Load(), the_loop()
    assert not load.came(0.1)
    load.done()
    assert load.came(0.8), "it was on its way for long"
    load.done()
    for _ in range(20):
        load.came(0.1)
        loop.jump(loop.time() + 0.2)
        load.done()
    assert [load.came(0.1) for _ in range(4)] == [False, False, True, True]


async def test_the_limiter_lets_so_many_through_in_a_second() -> None:
    limiter, sent = Limiter(5), list[float]()

    async def send() -> None:
        await limiter.wait()
        sent.append(the_loop().time())

    for _ in range(23):
        await run(send())
    assert len(sent) == 23
    assert all(later - first >= 1.0 for first, later in zip(sent, sent[5:], strict=False))
    assert all(first <= later for first, later in pairwise(sent))


async def test_answers_to_people_wait_for_no_limit(small: Discord) -> None:
    """Everything else waits for its part of the second: Discord counts it, and them not."""
    limiter = Limiter(2)
    trace = limiter.trace()
    async with aiohttp.ClientSession(trace_configs=[trace]) as session:
        begun = the_loop().time()
        for path in ("interactions/1/x/callback", "webhooks/1/x", "webhooks/1/x/messages/1"):
            for _ in range(3):
                async with session.get(f"{small.address}/{path}"):
                    assert the_loop().time() == begun
        for number in range(5):
            async with session.get(f"{small.address}/channels/1"):
                assert the_loop().time() == begun + number // 2
    small.wrong.clear()


async def test_processes_share_the_limit() -> None:
    """Each process has its part of the second, also from the moment on when there are more."""
    processes, sent = [1, 1], list[float]()
    limiters = [Limiter(10, processes=lambda: processes[0]) for _ in range(2)]

    async def send(limiter: Limiter) -> None:
        await limiter.wait()
        sent.append(the_loop().time())

    await asyncio.gather(*(send(limiters[0]) for _ in range(10)))
    processes[0] = 2
    await pass_by(1.0)
    sent.clear()
    await asyncio.gather(*(send(limiter) for limiter in limiters for _ in range(15)))
    sent.sort()
    assert all(later - first >= 1.0 for first, later in zip(sent, sent[10:], strict=False))


async def test_one_of_the_processes_reacts(small: Discord) -> None:
    """A process that stands by is connected and silent, until the other is gone."""
    lease = listening_lease("discord")
    beside = Beside(lease)
    async with lived_in(small, store=store_beside(beside)) as house:
        ana = house.person()
        unheard = ana.start_slash("jugar")
        await pass_by(2)
        assert not unheard.answer, "the other process answers"
        beside.elsewhere.clear()
        heard = ana.start_slash("jugar")
        await pass_by(2)
        assert heard.answer
        assert not unheard.answer


async def test_one_that_ends_leaves_the_reacting_to_another(small: Discord) -> None:
    """While it still draws, what people press is another's."""
    beside = Beside()
    async with lived_in(small, store=store_beside(beside)) as house:
        ana, beto = house.person(), house.person("Beto")
        await ana.slash("jugar")
        assert beside.mine >= {listening_lease("discord")}
        small.pace = paced({"update_message": Way(2.0, 2.0)})
        await beto.press(custom_id=r"\.JOIN$")
        await ana.press(custom_id=r"\.START$")
        ending = asyncio.create_task(house.stop())
        await pass_by(0.5)
        assert listening_lease("discord") not in beside.mine
        unheard = ana.start_slash("jugar")
        await until(ending.done, 60)
        assert not unheard.answer
        assert listening_lease("discord") not in beside.mine


async def test_fifty_tables_at_once(house: House, caplog: pytest.LogCaptureFixture) -> None:
    """Everything waits for its turn, and nothing is refused for it."""
    people = []
    for number in range(50):
        channel = house.small.world.add_channel(house.guild, f"mesa-{number}")
        people.append(house.person(f"Ana {number}", channel=channel))
    opened = [person.start_slash("jugar") for person in people]
    await settle()
    assert all(interaction.answer for interaction in opened)
    await pass_by(60)
    assert [request.operation for request in house.small.requests if request.status == 429] == []
    assert all(person.reads() for person in people)
    assert "discord.refused" not in caplog.text
