"""Who speaks in a duel of others loses it for their side (TR-SEI-05), on every platform."""

from collections.abc import Callable

import pytest

from bot.messages import Accepted, Act, AnyCommand, AnyReply, Cut, GoOn, MatchId, SetOptions, Start
from bot.model import Status
from bot.words import words_for
from engine.numbers import NOBODY
from tests.adapters.together.house import House, OnDiscord, OnPage, OnTelegram, Player
from tests.virtual import pass_by

ACTION = r"interfiere$"


class Duel:
    """Six people in a hand of duels: two of them play, four wait."""

    def __init__(self, house: House, match: MatchId, people: list[Player]) -> None:
        self.house = house
        self.match = match
        self.people = people
        self._requests = 0

    async def send(self, made: Callable[[str], AnyCommand]) -> AnyReply:
        self._requests += 1
        return await self.house.service.handle(made(f"scene:{self._requests}"))

    async def act(self, seat: int, action: str) -> None:
        person = (await self.house.info(self.match)).seats[seat].person

        def made(request: str) -> AnyCommand:
            return Act(request=request, person=person, match=self.match, action=action)

        assert isinstance(await self.send(made), Accepted), (seat, action)

    async def contest(self) -> tuple[int, ...]:
        position = (await self.house.view(self.match, None)).position
        assert position is not None
        return tuple(sorted(position.contest))

    async def score(self) -> tuple[int, ...]:
        return (await self.house.view(self.match, None)).score

    async def deal(self) -> None:
        """Whoever is asked to cut does so; the hand is dealt."""
        for _ in range(20):
            info = await self.house.info(self.match)
            if info.cutter != NOBODY:
                person = info.seats[info.cutter].person

                def cut(request: str, person: str = person) -> AnyCommand:
                    return Cut(request=request, person=person, match=self.match, where="medio")

                await self.send(cut)
                return
            for seat in info.people:

                def on(request: str, person: str = seat.person) -> AnyCommand:
                    return GoOn(request=request, person=person, match=self.match)

                await self.send(on)
            await pass_by(1.0)
        raise AssertionError

    async def refuse_a_truco(self) -> None:
        """The duel that runs, or the whole hand, ends at once."""
        seat = (await self.house.view(self.match, None)).awaited[0]
        await self.act(seat, "truco")
        await self.act((await self.house.view(self.match, None)).awaited[0], "noquiero")

    async def of(self, kind: type[Player], *, playing: bool) -> Player:
        """Somebody on this platform who plays the running duel, or waits for another; duels are
        given up until there is one."""
        for _ in range(3):
            contest, info = await self.contest(), await self.house.info(self.match)
            for one in self.people:
                seat = info.seat_of(one.user)
                assert seat is not None
                if isinstance(one, kind) and (seat.seat in contest) == playing:
                    return one
            await self.refuse_a_truco()
            await pass_by(3.0)
        raise AssertionError

    async def side(self, one: Player) -> int:
        seat = (await self.house.info(self.match)).seat_of(one.user)
        assert seat is not None
        return seat.seat % 2


async def six(house: House) -> Duel:
    """The second hand of six at tradicional: the first duel of a punta begins."""
    beto, eva = await house.on_telegram("Beto"), await house.on_telegram("Eva")
    people: list[Player] = [
        house.on_discord("Ana"),
        beto,
        await house.on_page("Carla"),
        house.on_discord("Dani"),
        eva,
        await house.on_page("Fede"),
    ]
    match = await house.seated(*people, variante="tradicional-18")
    duel = Duel(house, match, people)
    off = (("blind_calls", "off"),)
    host = people[0].user

    def options(request: str) -> AnyCommand:
        return SetOptions(request=request, person=host, match=match, options=off)

    def start(request: str) -> AnyCommand:
        return Start(request=request, person=host, match=match)

    assert isinstance(await duel.send(options), Accepted)
    assert isinstance(await duel.send(start), Accepted)
    await duel.deal()
    await duel.refuse_a_truco()
    await pass_by(1.0)
    await duel.deal()
    await pass_by(5.0)
    assert (await house.view(match, None)).mode == "punta"
    return duel


async def ask(one: Player) -> None:
    """Types what no button says."""
    await one.line(
        "reclamar", tipo="interferir" if not isinstance(one, OnDiscord) else "interfiere"
    )
    await pass_by(2.0)


async def confirm(one: Player) -> None:
    """Presses the yes of the question."""
    if isinstance(one, OnPage):
        question = [told for told in one.page.heard if told["t"] == "ask"][-1]["question"]
        ((value, _),) = question["choices"]
        await one._tell("press", token=question["token"], value=value)
    else:
        await one.button(ACTION)
    await pass_by(3.0)


def told(one: Player) -> str:
    """What this person alone was told last."""
    if isinstance(one, OnDiscord):
        return max(one.client.everything(), key=lambda seen: seen.message.id).text
    if isinstance(one, OnTelegram):
        return one.client.sees()[-1].text
    assert isinstance(one, OnPage)
    said = [heard for heard in one.page.heard if heard["t"] in ("reply", "ask")][-1]
    return str(said.get("text") or said["question"]["text"])


def shown(one: Player) -> object:
    """Everything that this person can press."""
    if isinstance(one, OnDiscord):
        return [seen.message.components for seen in one.client.everything()]
    if isinstance(one, OnTelegram):
        return [seen.buttons for seen in one.client.sees()]
    assert isinstance(one, OnPage)
    return [heard for heard in one.page.heard if heard["t"] == "ask"]


PLATFORMS = pytest.mark.parametrize("kind", [OnDiscord, OnTelegram, OnPage])


@PLATFORMS
async def test_who_speaks_is_asked_first_and_then_loses_the_duel(
    house: House, kind: type[Player]
) -> None:
    duel = await six(house)
    one = await duel.of(kind, playing=False)
    contest, before = await duel.contest(), await duel.score()
    await ask(one)
    text = words_for("es").text("ask.trap.interfere", points=words_for("es").text("points", n=4))
    assert text in told(one)
    assert (await duel.contest(), await duel.score()) == (contest, before), "nothing said, no fault"
    await confirm(one)
    others = 1 - await duel.side(one)
    gained = [now - was for now, was in zip(await duel.score(), before, strict=True)]
    assert gained[others] == 4
    assert gained[1 - others] == 0
    assert await duel.contest() != contest
    assert (await house.info(duel.match)).status is Status.PLAYING


@PLATFORMS
async def test_a_yes_that_comes_too_late_harms_nobody(house: House, kind: type[Player]) -> None:
    """The duel of the question is over; another one runs."""
    duel = await six(house)
    one = await duel.of(kind, playing=False)
    await ask(one)
    await duel.refuse_a_truco()
    contest, before = await duel.contest(), await duel.score()
    await confirm(one)
    assert (await duel.contest(), await duel.score()) == (contest, before)


@PLATFORMS
async def test_who_plays_the_duel_and_who_sits_nowhere_cannot(
    house: House, kind: type[Player]
) -> None:
    duel = await six(house)
    player = await duel.of(kind, playing=True)
    if kind is OnDiscord:
        stranger: Player = house.on_discord("Gabi")
    elif kind is OnTelegram:
        stranger = await house.on_telegram("Gabi")
    else:
        stranger = await house.on_page("Gabi")
    contest, before = await duel.contest(), await duel.score()
    for one in (player, stranger):
        await ask(one)
        assert words_for("es").text("ask.trap.yes") not in str(shown(one))
        assert (await duel.contest(), await duel.score()) == (contest, before)
    info = await house.info(duel.match)
    assert info.seat_of(stranger.user) is None


@PLATFORMS
async def test_a_denunciation_by_one_who_waits_is_refused_and_costs_nothing(
    house: House, kind: type[Player]
) -> None:
    duel = await six(house)
    one = await duel.of(kind, playing=False)
    contest, before = await duel.contest(), await duel.score()
    await one.line("reclamar", tipo="denuncia")
    await pass_by(3.0)
    assert (await duel.contest(), await duel.score()) == (contest, before)
    assert words_for("es").text("ask.trap.yes") not in str(shown(one))
