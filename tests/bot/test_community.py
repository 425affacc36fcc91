"""What a community has agreed on."""

from bot.catalogue import Asker, Send, Typed, interpret
from bot.community import settings_text
from bot.messages import Accepted, OpenTable
from bot.words import LOCALES
from tests.bot.helpers import ANA, COMMUNITY, PLACE, Table, reason


async def test_habits_fill_in_what_nobody_says(table: Table) -> None:
    service = table.service
    wanted = {"jugadores": "4", "tiempo": "30", "flor": "con", "idioma": "pt_BR"}
    assert isinstance(await service.configure(COMMUNITY, wanted), Accepted)
    assert await service.language_of(COMMUNITY) == "pt_BR"
    asker = Asker(
        request="1",
        person=ANA,
        name="Ana",
        community=COMMUNITY,
        place=PLACE,
        locale="es",
        defaults=await service.habits_of(COMMUNITY),
    )
    opened = interpret(Typed("jugar", (("jugadores", "2"),)), asker)
    assert isinstance(opened, Send)
    assert isinstance(opened.command, OpenTable)
    assert (opened.command.players, opened.command.turn_seconds) == (2, 30)
    assert opened.command.options == (("flor", "con"),)
    other = interpret(Typed("jugar", (("variante", "mineiro"),)), asker)
    assert isinstance(other, Send)
    assert isinstance(other.command, OpenTable)
    assert (other.command.players, other.command.turn_seconds) == (2, 30)
    assert other.command.options == ()


async def test_a_habit_is_taken_back(table: Table) -> None:
    await table.service.configure(COMMUNITY, {"tiempo": "30", "flor": "con"})
    await table.service.configure(COMMUNITY, {"tiempo": "-"})
    assert await table.service.habits_of(COMMUNITY) == (("flor", "con"),)


async def test_what_makes_no_table_is_refused_and_nothing_is_set(table: Table) -> None:
    wrong = {"variante": "mineiro", "flor": "con", "idioma": "en"}
    assert reason(await table.service.configure(COMMUNITY, wrong)) == "BAD_OPTION"
    assert await table.service.habits_of(COMMUNITY) == ()
    assert await table.service.language_of(COMMUNITY) is None
    assert reason(await table.service.configure(COMMUNITY, {"idioma": "fr"})) == "NO_SUCH_LANGUAGE"


async def test_settings_are_told_in_every_language(table: Table) -> None:
    await table.service.configure(COMMUNITY, {"jugadores": "4", "variante": "paulista"})
    habits = await table.service.habits_of(COMMUNITY)
    for locale in LOCALES:
        assert len(settings_text("en", habits, locale).splitlines()) == 9
