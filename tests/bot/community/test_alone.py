"""What somebody plays against robots alone stands in their own profile and nowhere else; what a
result tells of levels and badges."""

import pytest
from msgspec.structs import replace

from bot.community.profiles import Profile
from bot.messages import Leave, ProposeEnd
from bot.pages.profile import personal_page, profile_page
from bot.store import Store
from bot.store.queries import people_queries, profile_queries, result_queries, scoreboard_queries
from bot.store.queries.scoreboard_queries import BY_CHIPS, BY_POINTS
from bot.store.results.badges import BADGES, dearest
from bot.store.results.standings import ALONE, ALWAYS, EVERYWHERE, Scope
from bot.words import words_for
from tests.bot.community.test_ranking import ids, screen, won
from tests.bot.helpers import COMMUNITY, Table
from tests.bot.results import ADA, BRUNO, CIRO, DAY
from tests.bot.store.test_store import step
from tests.narrow import present


async def lost_to_robots(table: Table) -> None:
    """Ada goes to the deck until the robot has won."""
    await table.seated(ADA, target="12")
    await table.give_up(ADA)


async def test_who_practises_stands_in_their_own_profile_alone(table: Table) -> None:
    await lost_to_robots(table)
    store = table.store
    for community in (COMMUNITY, EVERYWHERE):
        assert await store.read(BY_POINTS.page, Scope(community), ALWAYS, 9) == ()
        assert await store.read(BY_CHIPS.page, Scope(community), ALWAYS, 9) == ()
    (mine,) = await store.read(scoreboard_queries.sums_of, ADA, [Scope(ALONE)], ALWAYS)
    assert (present(mine).won, present(mine).lost) == (0, 1)
    assert "result.alone" in ids(await screen(table))
    own, shown = await profiles(table)
    assert (own.whole, own.alone, shown.alone) == (None, mine, None)
    said = words_for("es").text("profile.alone", matches=1, won=0, lost=1, share=0, earned=0)
    assert said in profile_page(own, "Ada", "es", mine=True, registered=True).text
    assert said not in profile_page(shown, "Ada", "es", mine=False, registered=True).text
    kept = await store.read(people_queries.kept_of, ADA)
    assert [result.alone for result in kept.results] == [True]
    assert kept.standings == ((Scope(ALONE), ALWAYS.key, mine),), "no sums that nobody is told"


async def test_a_match_that_was_stopped_is_not_said_to_stand_in_the_profile(table: Table) -> None:
    """It counts for nobody, and its result says so."""
    await table.seated(ADA)
    await table.ask(ProposeEnd, ADA)
    assert "result.ended.agreed" in ids(await screen(table))
    assert "result.alone" not in ids(await screen(table))
    assert (await profiles(table))[0].alone is None


async def profiles(table: Table) -> tuple[Profile, Profile]:
    """Ada's profile as she reads it, and as others do."""
    found, now = table.service.profiles, table.time.utc()
    return await found.of(ADA, now), await found.shown_to_others(ADA, now)


async def test_others_see_no_statistics_and_badges_of_practice(table: Table) -> None:
    await practised(table)
    own, shown = await profiles(table)
    assert (present(own.statistics).matches, shown.statistics, shown.badges) == (1, None, ())
    assert own.badges
    # What is done against people is seen, also a badge that practice brought first.
    table.time.pass_by(DAY)
    await won(table, ADA, BRUNO)
    own, shown = await profiles(table)
    assert [present(of.statistics).matches for of in (own, shown)] == [2, 1]
    assert {badge.badge for badge in shown.badges} <= {badge.badge for badge in own.badges}
    assert {badge.match for badge in shown.badges} == {table.match}
    await table.service.profiles.let_see(ADA, visible=True)
    (name,) = {seat.name for seat in (await table.info()).people if seat.person == ADA}
    page = await personal_page(table.service, BRUNO, "Bruno", {"persona": name}, "es")
    met = words_for("es").text("met.line", name="Bruno", n=0, other=name, m=1)
    assert page.text == profile_page(shown, name, "es", mine=False, registered=True, met=met).text


async def practised(table: Table) -> None:
    """Ada has done against a robot what she did in a match elsewhere."""
    elsewhere = Table(Store.in_memory())
    await won(elsewhere, ADA, BRUNO)
    results = (await elsewhere.store.read(result_queries.brought_by, elsewhere.match)).results
    (mine,) = (result for result in results if result.person == ADA)
    mine = replace(mine, match="practice", alone=True, at=table.time.utc())
    await table.store.commit([step(1, "practice", results=(mine,))])


async def test_partners_against_robots_practise_too_and_adversaries_do_not(table: Table) -> None:
    await table.open(ADA, 4)
    await table.join(CIRO, "A")
    await table.start(ADA)
    for person in (ADA, CIRO):
        await table.ask(Leave, person)
    assert (await table.results()).keys() <= {ADA, CIRO}
    assert await table.store.read(BY_POINTS.page, Scope(COMMUNITY), ALWAYS, 9) == ()
    await won(table, ADA, BRUNO)
    board = await table.store.read(BY_POINTS.page, Scope(COMMUNITY), ALWAYS, 9)
    people = [standing.person for standing in board]
    assert people == [ADA, BRUNO]
    assert "result.alone" not in ids(await screen(table))


async def test_a_level_is_told_in_the_result_that_brought_it(table: Table) -> None:
    """The third win of 20 points passes the 50 of the second level; later results do not tell it
    again, and the third one still does."""
    told, matches = [], []
    for _ in range(4):
        await won(table, ADA, BRUNO)
        matches.append(table.match)
        lines = (await screen(table)).lines
        told.append([line.text for line in lines if line.id == "result.level"])
        table.time.pass_by(DAY)
    assert [len(lines) for lines in told] == [0, 0, 1, 0]
    table.match = matches[2]
    assert "result.level" in ids(await screen(table))
    brought = await table.store.read(result_queries.brought_by, matches[2])
    assert brought.earned == {ADA: 60, BRUNO: 15}


async def test_of_several_badges_the_dearest_is_told(table: Table) -> None:
    await won(table, ADA, BRUNO)
    brought = await table.store.read(result_queries.brought_by, table.match)
    found = {badge.badge for badge in brought.badges}
    assert len(found) == 4
    (line,) = [line for line in (await screen(table)).lines if line.id == "result.badges"]
    words = words_for("es")
    names = {badge: words.text(f"badge.{badge}") for badge in found}
    assert [badge for badge, name in names.items() if name in line.text] == [dearest(found)]
    assert "3" in line.text
    assert dearest(found) == max(found, key=BADGES.index)


@pytest.mark.parametrize("locale", ["es", "en", "pt_BR"])
async def test_own_calls_and_those_of_others_stand_apart(table: Table, locale: str) -> None:
    """Ada calls a truco that Bruno accepts; Bruno raises, and she refuses."""
    await table.dealt("4c 5b 12o", "1e 7e 4o", dealer=1, people=(ADA, BRUNO), target="12")
    await table.do(ADA, "truco")
    await table.do(BRUNO, "quiero")
    await table.do(ADA, "play 4c")
    await table.do(BRUNO, "retruco")
    await table.do(ADA, "noquiero")
    await table.ask(Leave, BRUNO)
    await table.ask(ProposeEnd, ADA)
    (mine,), (theirs,) = [
        await table.store.read(profile_queries.statistics_of, person) for person in (ADA, BRUNO)
    ]
    assert (mine.trucos_called, mine.trucos_wanted, mine.trucos_unwanted) == (1, 1, 0)
    assert (mine.trucos_accepted, mine.trucos_refused) == (0, 1)
    assert (theirs.trucos_called, theirs.trucos_wanted, theirs.trucos_unwanted) == (1, 0, 1)
    assert (theirs.trucos_accepted, theirs.trucos_refused) == (1, 0)
    profile = await table.service.profiles.of(ADA, table.time.utc())
    page = profile_page(profile, "Ada", locale, mine=True, registered=True)
    words = words_for(locale)
    assert words.text("profile.trucos", called=1, wanted=1, unwanted=0) in page.text
    assert words.text("profile.trucos.asked", accepted=0, refused=1) in page.text
