"""``/analizar``, asked for by people on all three platforms after one match."""

from bot.model import Status
from bot.words import LOCALES, words_for
from tests.adapters.together.house import House, Player, alone, opened
from tests.adapters.together.test_match import four
from tests.virtual import pass_by


async def analysed(player: Player, **options: str) -> str:
    """What ``/analizar`` tells this person."""
    before = len(player.reads())
    await player.line("analizar", **options)
    await pass_by(5)
    return "\n".join(player.reads()[before:])


def says(told: str, id: str, **values: str) -> bool:
    """Whether this message was told, in any language."""
    return any(words_for(locale).text(id, **values) in told for locale in LOCALES)


async def test_everybody_gets_their_own_analysis_and_habits_alone() -> None:
    """By the command, and by a button below the result; so does the card that is handed on."""
    async with opened() as house:
        people = await four(house)
        match = await house.seated(*people)
        await house.begun(match, *people)
        for person in people:
            told = await analysed(person, partida=match)
            assert says(told, "analysis.none"), "it is not over"
        for person in people:
            await person.line("terminar")
        await pass_by(10)
        assert (await house.info(match)).status is Status.OVER
        for person in people:
            with alone(person, people):
                assert says(await analysed(person), "analysis.title", match=match), person.user
                assert says(await analysed(person, que="habitos"), "habits.none"), person.user
            for what, id in (("ANALYSE", "analysis.title"), ("CARD", "card.title")):
                told = await pressed(house, person, rf"^t1\.{match}\.\.{what}$")
                assert says(told, id, match=match), (person.user, what)


async def pressed(house: House, player: Player, pattern: str) -> str:
    """What a press tells this person."""
    before = len(player.reads())
    await player.button(pattern)
    await pass_by(5)
    return "\n".join(player.reads()[before:])
