"""The ways into the guided match on Telegram."""

from adapters.telegram.lines import LEARN
from tests.adapters.telegram.house import BOT, House
from tests.adapters.telegram.people import Person
from tests.adapters.telegram.world import Chat
from tests.virtual import pass_by


async def test_the_greeting_of_a_group_leads_to_a_lesson_in_private(
    house: House, ana: Person, group: Chat
) -> None:
    """Whoever follows the link learns in the private chat; nothing of it stands in the group. Whose
    telephone speaks Brazilian learns a Brazilian game."""
    ana.say(f"/start@{BOT}", group)
    await pass_by(5)
    greeting = ana.sees(group)[-1]
    assert greeting.button(LEARN) is None
    (url,) = [key["url"] for key in greeting.buttons if "url" in key]
    before = len(ana.sees(group))
    zoe = house.world.person("Zoe", "pt-br")
    await zoe.follow(url)
    await pass_by(5)
    (match,) = await house.service.matches.of_person(f"telegram:{zoe.id}")
    info = await house.info(match)
    assert info.lesson is not None
    assert (info.variant, info.place) == ("paulista", f"telegram:{zoe.id}/0")
    assert len(ana.sees(group)) == before


async def test_the_greeting_of_a_private_chat_has_a_button_for_it(house: House) -> None:
    zoe = house.world.person("Zoe")
    await zoe.open()
    await pass_by(2)
    await zoe.press(LEARN).answer()
    await pass_by(5)
    (match,) = await house.service.matches.of_person(f"telegram:{zoe.id}")
    assert (await house.info(match)).lesson is not None
