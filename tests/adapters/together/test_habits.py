"""``/analizar habitos``, asked for by people on all three platforms after one match."""

from bot.words import LOCALES, words_for
from tests.adapters.together.house import opened
from tests.adapters.together.test_analysis import analysed, ended
from tests.adapters.together.test_proof import seen_by


async def test_everybody_is_told_of_their_own_habits_alone() -> None:
    async with opened() as house:
        _, people = await ended(house)
        titles = {words_for(locale).text("habits.none") for locale in LOCALES}
        for person in people:
            others = [other for other in people if other is not person]
            before = [len(seen_by(house, other)) for other in others]
            told = await analysed(house, person, que="habitos")
            assert any(title in told for title in titles), person.user
            assert before == [len(seen_by(house, other)) for other in others]
