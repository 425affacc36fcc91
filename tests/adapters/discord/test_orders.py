"""Answers of Discord in any order: of one table, and of one hand, one message is alive.

Alive is a message with something to press. After every moment in which nothing is under way any
more there is one at most for a person and a table in each place, and it shows the newest state.
"""

import asyncio
import re
from collections.abc import Sequence
from itertools import product
from random import Random

import pytest

from bot.store import Store
from bot.store.changes import Changes, Outcome
from bot.store.model import Surface
from tests.adapters.discord.house import HANDS, House, lived_in
from tests.adapters.discord.lookalike.pace import Way, by_lot, paced
from tests.adapters.discord.lookalike.people import Person, Seen
from tests.adapters.discord.lookalike.server import Discord
from tests.adapters.discord.lookalike.world import Channel, Message
from tests.examples import LONG, many, some
from tests.virtual import pass_by, settle, until

SEND = 0.4
"""Seconds that sending a message takes."""


def alive(person: Person, match: str, channel: Channel) -> list[Seen]:
    """What this person may press in a channel, apart from questions that only they see."""
    return [
        seen
        for seen in person.sees(channel)
        if any(f"t1.{match}." in id for id in seen.custom_ids)
        and (not seen.ephemeral or any(".play " in id for id in seen.custom_ids))
    ]


async def doubled(house: House, match: str) -> list[str]:
    """Whatever is alive beside something else, or shows what is no more. Nothing may be."""
    found = []
    for person in house.people.values():
        user = f"discord:{person.user.id}"
        for channel, whose in ((person.chat, user), (house.channel, None)):
            shown = alive(person, match, channel)
            private = [seen for seen in shown if seen.ephemeral]
            shared = [seen for seen in shown if not seen.ephemeral]
            if len(private) > 1 or len(shared) > 1:
                found.append(f"{person} has {len(shared)} and {len(private)} in {channel.name}")
            for seen in shown:
                reader = user if seen.ephemeral else whose
                if not await is_newest(house, match, reader, seen):
                    found.append(f"{person} sees something older in {channel.name}: {seen.text}")
    return found


async def is_newest(house: House, match: str, reader: str | None, seen: Seen) -> bool:
    return set(seen.custom_ids) <= await offered(house, match, reader)


async def offered(house: House, match: str, reader: str | None) -> set[str]:
    """The buttons of the newest picture."""
    sight = await house.service.screens.info_and_screen(match, reader, "")
    assert sight is not None
    info, screen = sight
    wanted = house.adapter.platform.message(screen, info, greeting=reader is not None)
    fresh = Message(0, house.channel, next(iter(house.people.values())).user, 0.0)
    fresh.components = list(wanted.components)
    return set(Seen(fresh).custom_ids)


async def a_hand_ends(house: House) -> tuple[str, Person, Person]:
    """Two people; the first hand is over, the second one's messages are not sent yet."""
    ana, beto = house.person("Ana"), house.person("Beto")
    match = await house.seated(ana, beto, hands=HANDS, dealer=0, tiempo="86400")
    await beto.until_offered(custom_id=r"\.play 1b$")
    return match, ana, beto


def take_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading a surface and writing take 20 ms each, as with a database."""
    read, write = Store.surface, Store.commit

    async def surface(store: Store, id: str) -> Surface | None:
        found = await read(store, id)
        await asyncio.sleep(0.02)
        return found

    async def commit(store: Store, changes: Sequence[Changes]) -> tuple[Outcome, ...]:
        await asyncio.sleep(0.02)
        return await write(store, changes)

    monkeypatch.setattr(Store, "surface", surface)
    monkeypatch.setattr(Store, "commit", commit)


STEP = re.compile(r"t1\.\w{8}\.\w+\.[a-z][\w ]*")
"""A button that relies on a moment of the game."""
PLACES = {"chat": "update_message", "channel": "create_message"}
"""By which request the next hand comes there."""
MOMENTS = (0.0, 0.1, 0.199, 0.201, 0.3, 0.36, 0.37, 0.38, 0.39, 0.395, 0.401, 0.45, 0.55)
"""Seconds after the new message's request has come in."""
MOST_TELLING = MOMENTS if LONG else (0.1, 0.199, 0.201, 0.37, 0.39, 0.395, 0.401)
"""Around those at which the sending and what follows it come to an end."""


ANSWERS = (Way(), Way(0.03, 0.02), Way(0.0, 0.3), Way(0.25, 0.1))
"""How the answer to the press is on its way."""


@pytest.mark.parametrize(("place", "answer"), some([*product(PLACES, ANSWERS)]))
async def test_a_stale_press_while_the_next_hand_is_sent(
    house: House, monkeypatch: pytest.MonkeyPatch, place: str, answer: Way
) -> None:
    """The press is answered in its own message, the sending goes on, a message before goes: in
    whatever order these arrive."""
    match, _, beto = await a_hand_ends(house)
    take_time(monkeypatch)
    house.small.pace = paced(
        {
            "create_interaction_response": answer,
            "delete_message": Way(0.1, 0.1),
            "update_message": Way(0.1, 0.1),
            PLACES[place]: Way(SEND / 2, SEND / 2),
        }
    )
    channel = beto.chat if place == "chat" else house.channel
    wrong = {}
    for moment in MOST_TELLING:
        (stale,) = alive(beto, match, channel)
        id = next(id for id in stale.custom_ids if STEP.fullmatch(id))
        sends = len(house.small.requests)

        def sent(sends: int = sends) -> bool:
            return any(
                request.operation == PLACES[place]
                and request.params["channel_id"] == str(channel.id)
                for request in house.small.requests[sends:]
            )

        await beto.press(custom_id=r"\.mazo$")
        await beto.press(custom_id=r"^t1\..*\.mazo$")
        await until(sent, 60, "no new hand")
        await pass_by(moment)
        beto.start_press(custom_id=id, on=stale.message)
        await pass_by(30)
        if found := await doubled(house, match):
            wrong[moment] = found
        gone = [request for request in house.small.requests[sends:] if request.status == 404]
        if gone:
            wrong.setdefault(moment, []).extend(request.path for request in gone)
    assert wrong == {}


class Crowd:
    """People who press whatever they see, old or new, at any moment."""

    def __init__(self, house: House, match: str, rng: Random) -> None:
        self.house = house
        self.match = match
        self.rng = rng
        self.seen: list[tuple[Person, Message, str]] = []

    async def does_something(self) -> None:
        rng, house = self.rng, self.house
        person = rng.choice(list(house.people.values()))
        now = [
            (person, seen.message, id)
            for place in (person.chat, house.channel)
            for seen in alive(person, self.match, place)
            for id in seen.custom_ids
            if id.startswith("t1.") and "?" not in id and not id.endswith((".LEAVE", ".END"))
        ]
        self.seen += now
        match rng.randrange(12):
            case 0:
                person.start_slash("mano", ver=rng.choice(("mano", "mesa")))
            case 1 | 2 if self.seen:
                self.press(*rng.choice(self.seen[-200:]))
            case 3 | 4 if now:
                press = rng.choice(now)
                self.press(*press)
                await pass_by(rng.choice((0.0, 0.05, 0.4)))
                self.press(*press)
            case _:
                cards = [press for press in now if ".play " in press[2]]
                if cards or now:
                    self.press(*rng.choice(cards or now))
        await pass_by(rng.random() ** 2 * 2.0)

    def press(self, person: Person, message: Message, id: str) -> None:
        person.start_press(custom_id=id, on=message)


@pytest.mark.parametrize("seed", range(1, 1 + many(3)))
async def test_any_delays_and_any_presses(small: Discord, seed: int) -> None:
    rng = Random(seed)
    async with lived_in(small, seed=seed) as house:
        people = [house.person(name) for name in ("Ana", "Beto")]
        match = await house.seated(*people, puntos="30", tiempo="86400")
        await pass_by(5)
        small.pace = by_lot(rng, 1.5, lost=0.05 if seed % 2 else 0.0)
        crowd = Crowd(house, match, rng)
        for _ in range(6):
            for _ in range(rng.randrange(3, 12)):
                await crowd.does_something()
            await pass_by(60)
            await settle()
            assert await doubled(house, match) == []
        unanswered = [
            interaction
            for interaction in small.world.interactions.values()
            if not interaction.answer
        ]
        assert unanswered == []
