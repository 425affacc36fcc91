"""Presses that no button of ours carries: somebody's own client may send any data for any message
of ours, and a button may be pressed by whom it is not for."""

import pytest

from adapters.telegram.pages import sheet_brief
from tests.adapters.telegram.house import House
from tests.adapters.telegram.people import Person
from tests.adapters.telegram.world import Chat, Shown
from tests.virtual import pass_by


@pytest.fixture
async def people(house: House) -> list[Person]:
    return await house.persons("Ana", "Beto", "Eva")


@pytest.fixture
def group(house: House, people: list[Person]) -> Chat:
    return house.world.group("Los pibes", *people)


async def forge(person: Person, group: Chat, shown: Shown, data: str) -> str:
    """Sends this data for a message, whatever buttons it has; what is said to that."""
    pressed = await person.press({"text": "·", "callback_data": data}, group, on=shown).answer()
    await pass_by(5)
    return pressed.text


def look(shown: Shown) -> tuple[str, list[str]]:
    return shown.text, [str(button.get("callback_data")) for button in shown.buttons]


FORGED = (
    "p1.ayuda..inicio.0",
    "p1.reglas.{match}..0",
    "t1.{match}..MENU covered",
    "t1.{match}..MENU options",
    "t1.{match}..MENU option flor",
    "t1.{match}..MENU nothing",
    "t1.{other}..MENU back",
    "t1.{other}..MENU options",
    "t1.{match}.{point}.mazo",
    "t1.{match}..SURE",
    "t1.{other}..HAND",
    "t1.{other}..PLACE 1",
)


async def test_a_table_stays_a_table(house: House, people: list[Person], group: Chat) -> None:
    """Nobody, seated or not, turns the message that all play on into something else."""
    ana, beto, eva = people
    match = await house.seated(group, ana, beto, options="tiempo:900")
    elsewhere = house.world.group("Los otros", ana, eva)
    other = await house.seated(elsewhere, ana, eva, start=False)
    await pass_by(5)
    found = ana.find("HAND", group)
    assert found is not None
    shown, _ = found
    before = look(shown)
    player = await match.turn()
    said = next(str(key["callback_data"]) for key in shown.buttons if ".truco" in str(key))
    point = said.split(".")[2]
    for data in FORGED:
        forged = data.format(match=match.id, other=other.id, point=point)
        for forger in (eva, player):
            said = await forge(forger, group, shown, forged)
            assert look(shown) == before, data
            assert said or "SURE" not in data


async def test_options_are_the_hosts(house: House, people: list[Person], group: Chat) -> None:
    """Others are told what they are, and the table keeps its buttons."""
    ana, beto, eva = people
    match = await house.seated(group, ana, beto, start=False)
    await pass_by(3)
    shown, _ = ana.find("MENU options", group) or pytest.fail("no options")
    before = look(shown)
    for person in (beto, eva):
        pressed = await person.press("MENU options", group).answer()
        await pass_by(3)
        sheet = await house.service.screens.options(match.id, f"telegram:{person.id}", "es")
        assert sheet is not None
        assert not sheet.mine
        assert pressed.text == sheet_brief(sheet)
        assert look(shown) == before
    await ana.press("MENU options", group).answer()
    await house.until(lambda: ana.find("MENU more", group))
    await ana.press("MENU more", group).answer()
    await house.until(lambda: ana.find("MENU option flor", group))
