"""What commands show: where, to whom, and how much of it in a group."""

from adapters.telegram.words import say
from bot.community.scoreboard import Wanted
from bot.screens import standings_page
from bot.words import words_for
from tests.adapters.telegram.house import BOT, House, Match
from tests.adapters.telegram.people import Person
from tests.adapters.telegram.world import Chat, Shown
from tests.virtual import pass_by


async def told(person: Person, line: str, chat: Chat | None = None) -> Shown:
    """Says a line, and returns what the bot says next in that chat."""
    before = len(person.sees(chat))
    person.say(line, chat)
    found: list[Shown] = await person.world.until(
        lambda: [shown for shown in person.sees(chat)[before:] if shown.by_bot]
    )
    return found[0]


async def over(house: House, group: Chat, ana: Person, beto: Person) -> Match:
    """A match that Beto has won, because Ana gave it up."""
    match = await house.seated(group, ana, beto)
    await pass_by(5)
    ana.say(f"/salir@{BOT}", group)
    await pass_by(3)
    beto.say(f"/terminar@{BOT}", group)
    await house.until_async(match.over, 20)
    await pass_by(5)
    return match


# --- the scoreboard ------------------------------------------------------------------------------


async def test_the_scoreboard_is_the_groups(
    house: House, ana: Person, beto: Person, group: Chat
) -> None:
    """In one's own chat it is that chat's."""
    await over(house, group, ana, beto)
    for chat, name, community in ((group, "group", group.id), (None, "chat", ana.id)):
        reader = None if chat is group else f"telegram:{ana.id}"
        board = await house.service.scoreboards.of(f"telegram:{community}", Wanted(), 0.0, reader)
        shown = await told(ana, f"/marcador@{BOT}", chat)
        page = standings_page(board, say("es", name), "es")
        assert shown.text == f"{page.title}\n{page.text}"
        assert ("Beto" in shown.text) is (chat is group)
        assert ("photo" in shown.json) is (chat is group), "a board with nobody is no picture"


async def test_a_profile_is_for_its_person_alone(
    house: House, ana: Person, beto: Person, group: Chat
) -> None:
    """Asked for in a group, it comes into the private chat."""
    await over(house, group, ana, beto)
    words = words_for("es")
    page = await told(beto, f"/perfil@{BOT}")
    assert "photo" in page.json
    assert page.text.startswith(words.text("profile.title", name="Beto"))
    assert page.text.endswith(words.text("profile.hidden"))
    await told(beto, f"/perfil@{BOT} visible:si")
    assert await house.service.profiles.is_visible(f"telegram:{beto.id}")
    page = await told(ana, f"/perfil@{BOT} persona:Beto")
    assert page.text.startswith(words.text("profile.title", name="Beto"))
    assert words.text("profile.visible") not in page.text
