"""Who speaks in a duel of others loses it for their side, where the other side denounces it
(TR-SEI-05), on every platform."""

import pytest

from bot.messages import MatchId
from bot.model import Status
from bot.words import words_for
from tests.adapters.together.house import EVERY_CLIENT, House, OnDiscord, OnPage, OnTelegram, Player
from tests.duels import Duels
from tests.virtual import pass_by

ACTION = r"interfiere$"


class Duel(Duels):
    """Six people on three platforms."""

    def __init__(self, house: House, match: MatchId, people: list[Player]) -> None:
        super().__init__(house.service, match)
        self.people = people

    async def of(self, kind: type[Player], *, playing: bool) -> Player:
        """Somebody on this platform who plays the running duel, or waits for another; duels are
        given up until there is one."""
        for _ in range(3):
            contest, info = await self.contest(), await self.info()
            for person in self.people:
                seat = info.seat_of(person.user)
                assert seat is not None
                if isinstance(person, kind) and (seat.seat in contest) == playing:
                    return person
            await self.refuse_a_truco()
            await pass_by(3.0)
        raise AssertionError

    async def side(self, player: Player) -> int:
        seat = (await self.info()).seat_of(player.user)
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
    await duel.begin()
    await pass_by(5.0)
    return duel


async def ask(player: Player) -> None:
    """Types what no button says."""
    await player.line(
        "reclamar", tipo="interferir" if not isinstance(player, OnDiscord) else "interfiere"
    )
    await pass_by(2.0)


async def confirm(player: Player) -> None:
    """Presses the yes of the question."""
    if isinstance(player, OnPage):
        question = [told for told in player.page.heard if told["t"] == "ask"][-1]["question"]
        ((value, _),) = question["choices"]
        await player.tell("press", token=question["token"], value=value)
    else:
        await player.button(ACTION)
    await pass_by(3.0)


def shown(player: Player) -> object:
    """Everything that this person can press."""
    if isinstance(player, OnDiscord):
        return [seen.message.components for seen in player.client.everything()]
    if isinstance(player, OnTelegram):
        return [seen.buttons for seen in player.client.sees()]
    assert isinstance(player, OnPage)
    return [heard for heard in player.page.heard if heard["t"] == "ask"]


@pytest.mark.parametrize("kind", EVERY_CLIENT)
async def test_who_speaks_is_asked_first_and_loses_the_duel_when_denounced(
    house: House, kind: type[Player]
) -> None:
    duel = await six(house)
    player = await duel.of(kind, playing=False)
    contest, before = await duel.contest(), await duel.score()
    await ask(player)
    text = words_for("es").text("ask.trap.interfere", points=words_for("es").text("points", n=4))
    assert text in player.told()
    assert (await duel.contest(), await duel.score()) == (contest, before), "nothing said, no fault"
    await confirm(player)
    assert (await duel.contest(), await duel.score()) == (contest, before), (
        "nobody has denounced it"
    )
    others = 1 - await duel.side(player)
    await duel.denounce(others)
    gained = [now - was for now, was in zip(await duel.score(), before, strict=True)]
    assert gained[others] == 4
    assert gained[1 - others] == 0
    assert await duel.contest() != contest
    assert (await duel.info()).status is Status.PLAYING


async def test_a_yes_that_comes_too_late_harms_nobody(house: House) -> None:
    """The duel of the question is over; another one runs."""
    duel = await six(house)
    player = await duel.of(OnTelegram, playing=False)
    await ask(player)
    await duel.refuse_a_truco()
    contest, before = await duel.contest(), await duel.score()
    await confirm(player)
    assert (await duel.contest(), await duel.score()) == (contest, before)


async def test_who_plays_the_duel_and_who_sits_nowhere_cannot(house: House) -> None:
    duel = await six(house)
    contest, before = await duel.contest(), await duel.score()
    info = await duel.info()
    sitting = {info.seats[seat].person for seat in contest}
    playing = [player for player in duel.people if player.user in sitting]
    strangers = [await house.arrives(client, "Gabi") for client in EVERY_CLIENT]
    assert len(playing) == 2
    for person in (*playing, *strangers):
        await ask(person)
        assert words_for("es").text("ask.trap.yes") not in str(shown(person))
        assert (await duel.contest(), await duel.score()) == (contest, before)


async def test_a_denunciation_by_one_who_waits_is_refused_and_costs_nothing(house: House) -> None:
    duel = await six(house)
    player = await duel.of(OnDiscord, playing=False)
    contest, before = await duel.contest(), await duel.score()
    await player.line("reclamar", tipo="denuncia")
    await pass_by(3.0)
    assert (await duel.contest(), await duel.score()) == (contest, before)
    assert words_for("es").text("ask.trap.yes") not in str(shown(player))
