"""What commands show: where, to whom, and how much of it in a group."""

from adapters.telegram.words import say
from bot.community.scoreboard import Wanted
from bot.screens import standings_page
from bot.words import words_for
from tests.adapters.telegram.house import BOT, House, Match
from tests.adapters.telegram.people import Person
from tests.adapters.telegram.world import Chat, Shown
from tests.virtual import pass_by

WORDS = words_for("es")


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


async def test_another_page_takes_the_place_of_a_picture_or_comes_below_it(
    house: House, ana: Person, beto: Person, group: Chat
) -> None:
    """A message with a picture cannot become one without."""
    await over(house, group, ana, beto)
    board = await told(ana, f"/marcador@{BOT}", group)
    await ana.press("p1.marcador..am0.0", group, on=board).answer()
    await pass_by(5)
    assert len(board.versions) == 1
    assert "photo" in board.json
    profile = await told(beto, f"/perfil@{BOT}")
    await beto.press("p1.insignias...0", on=profile).answer()
    await pass_by(5)
    assert profile.versions == []
    newest = [message for message in beto.sees() if message.by_bot][-1]
    assert newest.text.startswith(WORDS.text("badges.title"))


# --- films ---------------------------------------------------------------------------------------


def leading(shown: Shown, id: str) -> dict[str, str]:
    """The button with this label."""
    return next(button for button in shown.buttons if button["text"] == WORDS.text(id))


async def test_a_film_is_turned_in_the_private_chat(
    house: House, ana: Person, beto: Person, group: Chat
) -> None:
    """One message, edited; the group sees none of it."""
    match = await over(house, group, ana, beto)
    before, calls = len(ana.sees()), len(group.messages)
    ana.say(f"/repeticion@{BOT}", group)
    await house.until(lambda: "p1.pelicula" in str(ana.sees()[-1].buttons))
    shown = ana.sees()[-1]
    first = shown.text
    count = len(ana.sees())
    assert count > before
    await ana.press(leading(shown, "film.forth"), on=shown).answer()
    await pass_by(3)
    assert shown.text != first
    await ana.press(leading(shown, "film.back"), on=shown).answer()
    await pass_by(3)
    assert shown.text == first
    seat = next(button for button in shown.buttons if button["callback_data"].endswith(".0.0"))
    await ana.press(seat, on=shown).answer()
    await pass_by(3)
    assert shown.text != first
    assert len(ana.sees()) == count
    assert len(group.messages) == calls + 1, "only what Ana has written"
    shown.json["reply_markup"]["inline_keyboard"][0][0]["callback_data"] = "p1.pelicula.x.9.0"
    pressed = await ana.press("p1.pelicula.x.9.0", on=shown).answer()
    assert (pressed.alert, pressed.text) == (True, say("es", "unclear"))
    assert match.id
