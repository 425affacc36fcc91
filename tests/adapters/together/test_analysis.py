"""``/analizar``, asked for by people on all three platforms after one match."""

from bot.messages import MatchId
from bot.model import Status
from bot.words import LOCALES, words_for
from tests.adapters.together.house import House, Player, opened
from tests.adapters.together.test_match import four
from tests.adapters.together.test_proof import seen_by
from tests.virtual import pass_by


async def ended(house: House) -> tuple[MatchId, tuple[Player, ...]]:
    """A match of four that all of them have ended."""
    people = await four(house)
    match = await house.seated(*people)
    await house.begun(match, *people)
    for person in people:
        await person.line("terminar")
    await pass_by(10)
    return match, people


async def analysed(house: House, player: Player, **options: str) -> str:
    """What ``/analizar`` tells this person."""
    before = len(seen_by(house, player))
    await player.line("analizar", **options)
    await pass_by(5)
    return "\n".join(seen_by(house, player)[before:])


async def test_everybody_gets_their_own_analysis_alone() -> None:
    async with opened() as house:
        people = await four(house)
        match = await house.seated(*people)
        await house.begun(match, *people)
        none = {words_for(locale).text("analysis.none") for locale in LOCALES}
        for person in people:
            told = await analysed(house, person, partida=match)
            assert any(text in told for text in none), "it is not over"
        for person in people:
            await person.line("terminar")
        await pass_by(10)
        assert (await house.info(match)).status is Status.OVER
        titles = {words_for(locale).text("analysis.title", match=match) for locale in LOCALES}
        for person in people:
            others = [other for other in people if other is not person]
            before = [len(seen_by(house, other)) for other in others]
            told = await analysed(house, person)
            assert any(title in told for title in titles), person.user
            assert before == [len(seen_by(house, other)) for other in others]


async def test_it_is_asked_for_below_the_result() -> None:
    """By a press, on every platform; so is the card that is handed on."""
    async with opened() as house:
        match, people = await ended(house)
        for id, what in (("analysis.title", "ANALYSE"), ("card.title", "CARD")):
            titles = {words_for(locale).text(id, match=match) for locale in LOCALES}
            for person in people:
                before = len(seen_by(house, person))
                await person.button(rf"^t1\.{match}\.\.{what}$")
                await pass_by(5)
                told = "\n".join(seen_by(house, person)[before:])
                assert any(title in told for title in titles), (person.user, what)
