"""``/perfil``: one's own sums and level, and who else may see them."""

import json
from collections.abc import Mapping

import pytest

from bot.catalogue import page_for, read_key
from bot.community.profiles import LEVELS, Profile, RatingCurve, level
from bot.messages import PersonId
from bot.pages.page_spec import Community
from bot.pages.profile import personal_page, profile_page
from bot.screens.community.badges import badge_rule
from bot.screens.pages import ROOM, Page
from bot.store import Store
from bot.store.model import NUMBERS
from bot.store.queries import people_queries, profile_queries
from bot.store.results.badges import BADGES
from bot.store.results.model import Badge, Rating, Standing, Statistics
from bot.store.results.ratings import shown
from bot.words import words_for
from engine.cards import SPANISH
from engine.variants import VARIANTS, table_for
from tests.bot.community.test_ranking import won
from tests.bot.helpers import ANA, NAMES, Table
from tests.bot.results import ADA, BRUNO, DAY, NOON, match

NOBODY_ELSE = "discord:77"


async def profile(
    table: Table, person: PersonId, values: Mapping[str, str] | None = None, locale: str = "es"
) -> Page:
    name = NAMES.get(person, "Ana")
    return await personal_page(table.service, person, name, values or {}, locale)


def said(id: str, locale: str = "es", **parameters: object) -> str:
    return words_for(locale).text(id, **parameters)


# --- levels --------------------------------------------------------------------------------------


def test_levels_are_the_cards_from_the_weakest_to_the_ace_of_swords() -> None:
    """One of each rank of truco argentino, in its order (AR-CAR-02)."""
    order = table_for("argentino", 2, {}).heights(-1)
    heights = [order[card] for card in LEVELS]
    assert heights == sorted(heights)
    assert sorted(set(order)) == heights
    assert (SPANISH.write(LEVELS[0]), SPANISH.write(LEVELS[-1])) == ("4c", "1e")


@pytest.mark.parametrize(
    ("earned", "number", "missing"),
    [
        (0, 1, 50),
        (49, 1, 1),
        (50, 2, 100),
        (149, 2, 1),
        (150, 3, 150),
        (4549, 14 - 1, 1),
        (4550, 14, 0),
        (10**9, 14, 0),
    ],
)
def test_each_level_is_fifty_points_further_than_the_one_before(
    earned: int, number: int, missing: int
) -> None:
    found = level(earned)
    assert (found.number, found.missing, found.card) == (number, missing, LEVELS[number - 1])


# --- one's own -----------------------------------------------------------------------------------


async def test_who_is_known_from_the_page_alone_reads_how_to_be_ranked(table: Table) -> None:
    lines = (await profile(table, ANA)).text.split("\n")
    assert said("profile.unregistered") in lines
    assert not any(line.startswith("Nivel") for line in lines)


async def test_sums_by_game_and_of_this_month(store: Store) -> None:
    """The games stand in the order of how much one has played them."""
    table = Table(store)
    now = table.time.utc()
    past = now - 62 * DAY
    games = [
        (past, "mineiro", ADA),
        (past + 1, "mineiro", BRUNO),
        (past + 2, "mineiro", ADA),
        (now - 1, "argentino", ADA),
    ]
    await store.commit(
        [
            match(
                f"m{number}",
                (winner, 0, 20),
                (BRUNO if winner == ADA else ADA, 1, 5),
                variant=game,
                community=f"discord:{number}",
                at=at,
            )
            for number, (at, game, winner) in enumerate(games)
        ]
    )
    lines = (await profile(table, ADA)).text.split("\n")
    assert lines[:6] == [
        said("profile.level", n=2, card=words_for("es").card(LEVELS[1], SPANISH)),
        said("profile.ranking", earned=65, missing=85, n=3),
        said("profile.sums", matches=4, won=3, lost=1, share=75, streak=2, best=2),
        said("profile.month", won=1, lost=0, earned=20),
        said("profile.game", game=said("variant.mineiro"), matches=3, won=2, share=67, earned=45),
        said(
            "profile.game", game=said("variant.argentino"), matches=1, won=1, share=100, earned=20
        ),
    ]


async def test_ratings_with_their_curve(store: Store) -> None:
    """Those of most matches first; provisional until they are sure enough."""
    table = Table(store)
    two = ((ADA, 0, 20), (BRUNO, 1, 5))
    other = ((ADA, 0, 5), (BRUNO, 1, 20))
    days = [
        match(f"m{at}", *(other if at in (3, 4, 5) else two), at=NOON + at * DAY)
        for at in range(10)
    ]
    await store.commit(days)
    await store.commit([match("n", *two, variant="mineiro")])
    found = await store.read(profile_queries.ratings_of, ADA)
    lines = (await profile(table, ADA)).text.split("\n")
    both = [shown(rating) for rating in found]
    first, second = lines[-6:-4]
    told = said("profile.rating", game=said("variant.argentino"), n=both[0][0],
                off=both[0][1], curve="")  # fmt: skip
    assert first.startswith(told)
    curve = first.removeprefix(told)
    assert (len(curve), min(curve), max(curve)) == (10, "▁", "█")
    assert curve.index("█") == 2 < curve.index("▁") == 5
    assert second == said(
        "profile.rating.provisional", game=said("variant.mineiro"), n=both[1][0],
        off=both[1][1], curve="", sure=289
    ).rstrip()  # fmt: skip
    assert lines[-4] == said("profile.rating.how", start=1500)
    (drawn,) = (await profile(table, ADA)).curves  # one match is no curve
    assert (drawn.line, drawn.told) == (first, told.rstrip())
    assert len(drawn.numbers) == 10
    assert drawn.numbers[-1] == both[0][0]
    assert str(max(drawn.numbers)) in drawn.alt


# --- somebody else's -----------------------------------------------------------------------------


async def test_another_person_s_profile_is_shown_as_far_as_that_person_allows(table: Table) -> None:
    named = {"persona": "Ana"}
    await won(table, ADA, BRUNO)
    info = await table.info()
    assert {seat.name for seat in info.seats} == {"Ana"}  # people without a name are called so
    closed = await profile(table, BRUNO, named)
    met = said("met.line", name="Ana", n=0, other="Ana", m=1)
    assert closed.text.split("\n") == [said("profile.closed", name="Ana"), met]
    mine = await profile(table, ADA, {"visible": "si"})
    assert mine.text.endswith(said("profile.visible"))
    shown = await profile(table, BRUNO, named)
    own = mine.text.split("\n")
    assert [line for line in shown.text.split("\n") if line != met] == own[:-4]
    assert (await profile(table, ADA, {"visible": "no"})).text.endswith(said("profile.hidden"))
    assert (await profile(table, BRUNO, named)).text == closed.text


async def test_a_stranger_is_not_found(table: Table) -> None:
    await won(table, ADA, BRUNO)
    await profile(table, ADA, {"visible": "si"})
    page = await profile(table, NOBODY_ELSE, {"persona": "Ana"})
    assert said("profile.sums", matches=1, won=1, lost=0, share=100, streak=1, best=1) not in (
        page.text
    )
    assert page.text == said("reason.NO_SUCH_PERSON", name="Ana")


async def test_whoever_is_erased_shows_nothing(store: Store) -> None:
    table = Table(store)
    await store.commit([match("m", (ADA, 0, 20), (BRUNO, 1, 5))])
    await profile(table, ADA, {"visible": "si"})
    await table.erase(ADA)
    assert not await table.service.profiles.is_visible(ADA)
    assert (await table.service.profiles.of(ADA, table.time.utc())).whole is None
    assert [
        result.match for result in (await store.read(people_queries.kept_of, BRUNO)).results
    ] == ["m"]


# --- statistics and badges -----------------------------------------------------------------------


@pytest.mark.parametrize("locale", ["es", "en", "pt_BR"])
async def test_what_one_did_and_the_badges_of_it(store: Store, locale: str) -> None:
    table = Table(store)
    await won(table, ADA, BRUNO)
    text = (await profile(table, ADA, locale=locale)).text
    lines = text.split("\n")
    assert said("profile.envidos", locale, called=1, wanted=1, unwanted=0) in lines
    assert said("profile.envidos.asked", locale, accepted=0, refused=0, won=1) in lines
    assert said("profile.trucos", locale, called=0, wanted=0, unwanted=0) in lines
    assert said("profile.trucos.asked", locale, accepted=0, refused=0) in lines
    assert said("profile.bluffs", locale, n=0) in lines
    assert not any(line.startswith(said("profile.flores", locale, n="")) for line in lines)
    ids = ("first_win", "thirty_three", "falta", "capote")  # in the order of all badges
    names = " · ".join(said(f"badge.{badge}", locale) for badge in ids)
    assert said("profile.badges", locale, n=4, all=len(BADGES), names=names) in lines
    for badge in ids[:3]:
        name, why = said(f"badge.{badge}", locale), badge_rule(badge, words_for(locale))
        assert said("profile.badge", locale, name=name, why=why) in lines
    told = json.loads(await table.service.own_data.of(ADA))
    assert [badge["badge"] for badge in told["badges"]] == sorted(ids)
    assert told["statistics"][0]["envidos_won"] == 1
    assert told["results"][0]["counts"]["envidos_called"] == 1
    ((day, number),) = (await store.read(people_queries.kept_of, BRUNO)).meetings
    assert told["meetings"] == [{"day": day, "number": 1}]
    assert (day, number) == (told["results"][0]["at"][:10], 1)


@pytest.mark.parametrize("locale", ["es", "en", "pt_BR"])
def test_the_longest_profile_fits_a_page(locale: str) -> None:
    whole = Standing(ADA, "Ana", 9999, 9999, 99999, 99999, 99, 99, 99999)
    rating = Rating(ADA, "Ana", "tradicional-18", 40.0, 8.0, 9)
    numbers = dict.fromkeys(("matches", *NUMBERS), 99999)
    found = Profile(
        whole,
        whole,
        tuple((game, whole) for game in VARIANTS),
        visible=False,
        listed=False,
        ratings=(RatingCurve(rating, tuple(range(20))),) * 6,
        statistics=Statistics(ADA, "", **numbers),
        badges=tuple(Badge(ADA, badge, "m", 1.0) for badge in BADGES),
    )
    page = profile_page(found, "A" * 32, locale, mine=True, registered=True, chips=99999)
    assert len(page.text) <= ROOM


@pytest.mark.parametrize("locale", ["es", "en", "pt_BR"])
async def test_all_badges_are_a_page(store: Store, locale: str) -> None:
    """A button of one's own profile leads there; those that one has bear a mark."""
    table = Table(store)
    await won(table, ADA, BRUNO)
    (leaf,) = (await profile(table, ADA, locale=locale)).topics
    where = Community("discord:9", "Club")
    read: dict[PersonId | None, str] = {}
    for person in (ADA, BRUNO, None):
        page = await page_for(table.service, read_key(leaf.key), person, locale, where)
        read[person] = page.text
        assert page.turns == ()
        assert len(page.text) <= ROOM
    ids = {"first_win", "thirty_three", "falta", "capote"}
    for badge in BADGES:
        name, why = said(f"badge.{badge}", locale), badge_rule(badge, words_for(locale))
        mark = "profile.badge" if badge in ids else "badges.missing"
        assert said(mark, locale, name=name, why=why) in read[ADA].split("\n")
    assert said("badges.counted", locale, n=4, all=len(BADGES)) in read[ADA]
    assert read[BRUNO] == read[None]
