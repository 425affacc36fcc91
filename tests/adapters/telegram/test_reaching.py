"""Whom the table waits for, and how they come to know."""

import asyncio

from adapters.telegram.adapter import OUTAGE, POLL_SECONDS
from bot.showing.attention import ANSWER
from bot.store.processes import listening_lease
from tests.adapters.telegram.house import House, Match, opened
from tests.adapters.telegram.methods import ALIKE, SEND
from tests.adapters.telegram.people import Person
from tests.adapters.telegram.server import BotApi
from tests.adapters.telegram.watch import entities_of
from tests.adapters.telegram.world import Chat, Shown
from tests.bot.helpers import Beside
from tests.stores import store_beside
from tests.virtual import now, pass_by


def table(person: Person, group: Chat) -> Shown:
    """The table that stands, as this person sees it."""
    return next(shown for shown in reversed(person.sees(group)) if shown.button("HAND"))


async def lays(match: Match, person: Person) -> None:
    """Any card, by its own button."""
    action = next(word for word in await match.offered(person) if word.startswith("play "))
    await match.house.until(lambda: match.find(person, action))
    await match.press(person, action).answer()


def names(shown: Shown, person: Person) -> bool:
    """Whether it calls this person by name."""
    users = [entity.get("user", {}) for entity in entities_of(shown.json)]
    return any(user.get("id") == person.id for user in users)


def rings(house: House, person: Person, since: int) -> list[str]:
    """Texts of messages of the private chat that made the telephone ring."""
    return [
        str(call.values.get("text") or call.values["caption"])
        for call in house.api.calls[since:]
        if call.method in ALIKE[SEND]
        and call.chat == person.id
        and not call.error
        and not call.values.get("disable_notification")
    ]


async def test_who_acted_a_moment_ago_is_called_once_if_they_do_not_answer(
    house: House, ana: Person, beto: Person, group: Chat
) -> None:
    """The turn comes by an edit to somebody who is looking; who looked away hears of it."""
    match = await house.seated(group, ana, beto, options="tiempo:60")
    first = await match.turn()
    second = match.other_than(first)
    await house.until(lambda: second.find("HAND", group))
    await second.press("HAND", group).answer()
    since = len(house.api.calls)
    await lays(match, first)
    began = now()
    await pass_by(ANSWER - 2)
    assert await match.awaited() == [second]
    assert rings(house, second, since) == [], "they did something a moment ago"
    assert [call for call in house.api.writes(second.id) if call.at >= began], "the hand asks"
    await pass_by(began + ANSWER + 2 - now())
    assert len(rings(house, second, since)) == 1
    await pass_by(began + 35 - now())
    assert len(rings(house, second, since)) == 1
    assert rings(house, first, since) == []
    await pass_by(20)
    assert len(rings(house, second, since)) == 1, "once"


async def test_who_has_no_private_chat_is_called_in_the_group_at_half_time(
    house: House, ana: Person
) -> None:
    beto = house.world.person("Beto")
    group = house.world.group("Los pibes", ana, beto)
    match = await house.seated(group, ana, beto, options="tiempo:60")
    while (await match.turn()) is not ana:
        await beto.press("HAND", group).answer()
        await beto.press("PLACE 1", group).answer()
        await pass_by(5)
    await beto.press("HAND", group).answer()
    await lays(match, ana)
    began = now()
    await pass_by(15)
    assert await match.awaited() == [beto]
    assert not names(table(beto, group), beto), "they did something a moment ago"
    stood = table(beto, group).id
    await pass_by(began + 40 - now())
    assert names(table(beto, group), beto)
    assert table(beto, group).id > stood, "an edit calls nobody"


async def test_one_of_the_processes_asks_for_updates(api: BotApi) -> None:
    """Telegram answers one; another takes over when that one is gone, and misses nothing."""
    beside = Beside(listening_lease("telegram"))
    async with opened(api, store=store_beside(beside)) as house:
        (ana,) = [house.world.person("Ana", "es")]
        asked = api.polls
        opening = asyncio.ensure_future(ana.open())
        await pass_by(OUTAGE + POLL_SECONDS + 1)
        assert api.polls == asked
        assert await house.adapter.well() is True, "the other process asks"
        assert not any(message.by_bot for message in ana.sees())
        beside.elsewhere.clear()
        await house.until(lambda: ana.sees() and ana.sees()[-1].by_bot)
        await opening
