"""A tournament of eight people on the page: two of them in a real browser."""

from collections.abc import Sequence

import pytest
from playwright.async_api import Browser, expect

from bot.messages import (
    AnyCommand,
    Join,
    Leave,
    MatchId,
    OpenTable,
    PersonId,
    ProposeEnd,
    Start,
    StartTime,
)
from bot.model import Status
from bot.service import Service
from bot.tournaments.state import Format, Pairing
from tests.adapters.web.house import House
from tests.browser.people import LAPTOP, TELEPHONE, Person, person
from tests.narrow import present

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="package")]

PLACE = "web:playground/mesa"
HOST = "discord:1"
OTHERS = {f"discord:{number}": name for number, name in enumerate(
    ("Beto", "Carla", "Daniela Fernández", "Eva", "Fede", "Гриша"), start=1
)}  # fmt: skip


class Crowd:
    """Everybody who has no browser."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.match: MatchId = ""
        self.requests = 0

    async def send(self, kind: type[AnyCommand], someone: PersonId, **more: object) -> MatchId:
        self.requests += 1
        made = kind(request=f"crowd{self.requests}", person=someone, **more)  # type: ignore[arg-type]
        return (await self.service.handle(made)).match

    async def open(
        self, form: Format, start: StartTime | None = None, people: Sequence[PersonId] = ()
    ) -> None:
        self.match = await self.send(
            OpenTable,
            HOST,
            community="web:playground",
            place=PLACE,
            name=OTHERS[HOST],
            format=form,
            options=(("target", "15"),),
            start=start,
        )
        for user, name in OTHERS.items():
            if user != HOST and user in (people or OTHERS):
                await self.send(Join, user, match=self.match, name=name)

    async def start(self) -> None:
        await self.send(Start, HOST, match=self.match)

    async def pairings(self) -> Sequence[Pairing]:
        info = present(await self.service.matches.info(self.match))
        return present(info.tournament).open

    async def play(self) -> None:
        """Those who are here sit down, and play or give up."""
        for pairing in await self.pairings():
            info = present(await self.service.matches.info(pairing.match))
            for user in set(dict(info.kept)) & set(OTHERS):
                await self.send(Join, user, match=info.match, name=OTHERS[user])
            after = present(await self.service.matches.info(pairing.match))
            if after.status is Status.PLAYING:
                loser, winner = (seat.person for seat in after.seats)
                if loser not in OTHERS:
                    loser, winner = winner, loser
                await self.send(Leave, loser, match=info.match)
                if winner in OTHERS:
                    await self.send(ProposeEnd, winner, match=info.match)


async def sits_down(somebody: Person) -> None:
    await somebody.page.get_by_role("button", name="Mi partida").click()


@pytest.mark.dear
async def test_eight_people_of_whom_two_have_a_browser(house: House, browser: Browser) -> None:
    crowd = Crowd(house.service)
    await crowd.open(Format.ELIMINATION)
    async with (
        person(browser, house.url, size=LAPTOP) as ana,
        person(browser, house.url, size=TELEPHONE) as leo,
    ):
        for somebody, name in ((ana, "Ana"), (leo, "Leo")):
            await somebody.call_me(name)
            await somebody.page.get_by_role("button", name="Mirar").click()
            await somebody.page.get_by_role("button", name="Me anoto").click()
            await expect(somebody.page.get_by_role("button", name="Me borro")).to_be_visible()
            await expect(somebody.page.get_by_role("button", name="Empezar")).to_have_count(0)
        await expect(ana.page.locator(".lobby-lines").last).to_contain_text("Leo")
        await crowd.start()
        await expect(ana.page.locator(".lobby-lines").last).to_contain_text("Ronda 1 de 3")
        await sits_down(ana)
        await expect(ana.page.locator(".lobby-lines").last).to_contain_text("Se espera a")
        await sits_down(leo)
        await expect(leo.page.locator(".lobby-lines").last).to_contain_text("Se espera a")
        await crowd.play()
        # Each of the two has won: the adversary has left, and so the match is theirs.
        for somebody in (ana, leo):
            await somebody.page.get_by_role("button", name="Terminar").first.click()
            await somebody.page.locator("dialog[open] button").last.click()
            await expect(somebody.page.locator(".result")).to_be_visible()
        for somebody in (ana, leo):
            await somebody.page.get_by_role("button", name="Ver el torneo").click()
            await expect(somebody.page.locator(".lobby-lines").last).to_contain_text("Ronda")
        await leo.page.get_by_role("button", name="Dejo el torneo").click()
        await leo.page.locator("dialog[open] button").last.click()
        leaves = leo.page.get_by_role("button", name="Dejo el torneo")
        await expect(leaves).to_have_count(0)
        assert ana.complaints == leo.complaints == []
    tournament = present(present(await house.service.matches.info(crowd.match)).tournament)
    assert [unit.people[0].name for unit in tournament.units if unit.out] == ["Leo"]


@pytest.mark.dear
async def test_a_league_that_begins_by_itself(house: House, browser: Browser) -> None:
    """When it begins stands there on the reader's own clock; one press opens the table."""
    crowd = Crowd(house.service)
    await crowd.open(Format.LEAGUE, StartTime(25), ["discord:2", "discord:3"])
    async with (
        person(browser, house.url, size=LAPTOP) as ana,
        person(browser, house.url, size=TELEPHONE, language="pt-BR") as leo,
    ):
        for somebody, name in ((ana, "Ana"), (leo, "Leo")):
            await somebody.call_me(name)
        await ana.page.get_by_role("button", name="Mirar").click()
        await ana.page.get_by_role("button", name="Me anoto").click()
        await leo.page.get_by_role("button", name="Assistir").click()
        for somebody, away in ((ana, "dentro de"), (leo, "em 2")):
            await expect(somebody.page.locator(".lobby-lines .moment-away")).to_contain_text(away)
            await expect(somebody.page.locator(".lobby-lines").last).not_to_contain_text("UTC")
        await crowd.start()
        await expect(ana.page.locator(".lobby-lines").last).to_contain_text("Fecha 1 de 3")
        await sits_down(ana)
        await expect(ana.page.locator(".lobby-lines").last).to_contain_text("Se espera a")
        assert [pairing.match for pairing in await crowd.pairings()].count("") == 1
        assert ana.complaints == leo.complaints == []
