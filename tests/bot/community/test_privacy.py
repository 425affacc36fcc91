"""What a person is told and given about their own data, and the question before they are erased."""

import json
from pathlib import Path
from typing import Any

import pytest

from bot.asking import Resume, read_press
from bot.catalogue import GROUPS, page_for, read_key
from bot.environment import Config
from bot.messages import Accepted, PersonId
from bot.pages.privacy import privacy_page
from bot.screens.pages import ERASURE, NO, PRIVACY, YES, Page, PageKey
from bot.store import Store
from bot.words import LOCALES, words_for
from tests.bot.helpers import ANA, BETO, CARLA, HERE, TWO, Table
from tests.bot.store.test_erasures import NAMED, ZOE, played, tidy
from tests.kept import check_kept

DAY = 86_400.0
GOLDEN = Path(__file__).parents[1] / "golden"


async def page(
    table: Table, person: PersonId | None, key: PageKey | str, locale: str = "es"
) -> Page:
    wanted = read_key(key) if isinstance(key, str) else key
    return await page_for(table.service, wanted, person, locale, HERE)


def ways(shown: Page) -> list[str]:
    """What its buttons say."""
    return [read_key(leaf.key).topic for leaf in shown.turns]


async def is_asked(table: Table, person: PersonId) -> bool:
    return await table.service.erasures.moment_of(person) is not None


# --- the question --------------------------------------------------------------------------------


async def test_it_takes_two_steps(table: Table) -> None:
    first = await page(table, ANA, PageKey(ERASURE))
    assert ways(first) == [YES]
    assert not await is_asked(table, ANA)
    second = await page(table, ANA, first.turns[0].key)
    assert ways(second) == [NO]
    assert await is_asked(table, ANA)
    again = await page(table, ANA, PageKey(ERASURE))  # the command once more
    assert ways(again) == [NO]
    third = await page(table, ANA, again.turns[0].key)
    assert ways(third) == []
    assert not await is_asked(table, ANA)


async def test_the_page_has_a_button_for_each_other_command(table: Table) -> None:
    mine = await page(table, ANA, PageKey(PRIVACY))
    pressed = [read_press(leaf.key) for leaf in mine.turns]
    said = [press.typed.command for press in pressed if isinstance(press, Resume)]
    group = next(group for group in GROUPS if group.id == "datos")
    assert said == [part.command.id for part in group.parts[1:]]
    assert (await page(table, None, PageKey(PRIVACY))).turns == (), "everybody may read it"


async def test_two_presses_are_one(table: Table) -> None:
    first = await page(table, ANA, PageKey(ERASURE))
    at = []
    for _ in range(2):
        await page(table, ANA, first.turns[0].key)
        at.append(await table.service.erasures.moment_of(ANA))
        table.time.pass_by(60)
    assert at[0] == at[1]


async def test_the_button_of_another_person_does_nothing(table: Table) -> None:
    first = await page(table, ANA, PageKey(ERASURE))
    theirs = await page(table, BETO, first.turns[0].key)
    assert ways(theirs) == [YES]
    assert not await is_asked(table, ANA)
    assert not await is_asked(table, BETO)


async def test_an_old_button_asks_again(table: Table) -> None:
    first = await page(table, ANA, PageKey(ERASURE))
    table.time.pass_by(17 * 60)
    again = await page(table, ANA, first.turns[0].key)
    assert ways(again) == [YES]
    assert not await is_asked(table, ANA)
    await page(table, ANA, again.turns[0].key)
    assert await is_asked(table, ANA)


@pytest.mark.parametrize("part", [0, 1, 999_999_999])
async def test_a_yes_to_no_question(table: Table, part: int) -> None:
    await page(table, ANA, PageKey(ERASURE, topic=YES, part=part))
    assert not await is_asked(table, ANA)


async def test_a_no_that_comes_too_late(table: Table) -> None:
    first = await page(table, ANA, PageKey(ERASURE))
    second = await page(table, ANA, first.turns[0].key)
    table.time.pass_by(7 * DAY + 1)
    late = await page(table, ANA, second.turns[0].key)
    assert ways(late) == []
    assert await is_asked(table, ANA)
    table.time.pass_by(100)
    await table.service.erasures.carry_out()
    new = await page(table, ANA, second.turns[0].key)
    assert ways(new) == [YES]


async def test_everybody_may_read_what_is_kept(table: Table) -> None:
    """A page without a reader asks nobody."""
    assert await page(table, None, PageKey(ERASURE)) == await page(table, None, PageKey(PRIVACY))
    assert ways(await page(table, None, PageKey(ERASURE, topic=YES))) == []


def test_the_page_says_what_holds() -> None:
    """The days are those of the configuration."""
    config = Config(keep=3 * DAY, keep_records=400 * DAY, erase=9 * DAY, purge=31 * DAY)
    for locale in LOCALES:
        text = privacy_page(config, words_for(locale)).text
        assert all(number in text for number in ("3", "400", "9", "31"))
        for_ever = privacy_page(Config(keep_records=None), words_for(locale)).text
        assert words_for(locale).text("privacy.records.always") in for_ever


@pytest.mark.parametrize("locale", LOCALES)
async def test_the_pages_are_those_that_were_looked_at(table: Table, locale: str) -> None:
    shown = [await page(table, ANA, PageKey(PRIVACY), locale)]
    shown.append(await page(table, ANA, PageKey(ERASURE), locale))
    shown.append(await page(table, ANA, shown[-1].turns[0].key, locale))
    shown.append(await page(table, ANA, shown[-1].turns[0].key, locale))
    told = "\n\n".join(
        "\n".join([f"# {seen.title}", seen.text, *(f"[{leaf.label}]" for leaf in seen.turns)])
        for seen in shown
    )
    check_kept(GOLDEN / "privacy" / f"{locale}.txt", told + "\n")


# --- the file --------------------------------------------------------------------------------


async def own_data(table: Table, person: PersonId) -> tuple[str, dict[str, Any]]:
    text = await table.service.own_data.of(person)
    return text, json.loads(text)


async def test_everything_of_a_person_and_nothing_else(store: Store) -> None:
    table = Table(store)
    service = table.service
    await service.languages.choose(ZOE, "en")
    await service.languages.choose(ANA, "pt")
    await service.settings.save(ZOE, mine="this")
    await service.settings.save(ANA, hers="other")
    packed = await played(table, (ZOE, NAMED), (ANA, "Ana"), until="over")
    table.time.pass_by(2 * DAY)
    await tidy(table)
    over = await played(table, (BETO, "Beto"), (ZOE, NAMED), until="over")
    strange = await played(table, (BETO, "Beto"), (ANA, "Ana"), until="over")
    lobby = await played(table, (CARLA, "Carla"), (ZOE, NAMED), until="lobby")
    for person in (ZOE, ANA):
        await service.surfaces.add(
            lobby, platform="web", address=f"secret {person}", chat=person, person=person
        )
    text, told = await own_data(table, ZOE)
    assert told["person"] == ZOE
    assert told["language"] == "en"
    assert told["settings"]["mine"] == "this"
    assert {match["match"] for match in told["matches"]} == {packed, over, lobby}
    records = {match["match"]: match["record"] for match in told["matches"]}
    assert records[packed] == await service.matches.record(packed)
    assert records[over] == await service.matches.record(over)
    assert records[lobby] is None
    assert {result["match"] for result in told["results"]} == {packed, over}
    assert {standing["community"] for standing in told["scoreboards"]}
    assert len(told["pictures"]) == 1
    assert told["answers"]
    assert strange not in text
    assert "hers" not in text
    assert "secret" not in text
    assert all(person not in text for person in (ANA, BETO, CARLA))


async def test_a_running_match_tells_nothing(store: Store) -> None:
    """Neither the cards of others nor one's own before they are seen."""
    table = Table(store)
    await table.heads_up()
    await table.do(ANA, "envido")
    text, told = await own_data(table, ANA)
    (match,) = told["matches"]
    assert match["status"] == "playing"
    assert match["record"] is None
    assert "Beto" not in text
    for card in " ".join(TWO).split():
        assert f'"{card}"' not in text
        assert f"play {card}" not in text


async def test_a_stranger_has_nothing(table: Table) -> None:
    assert isinstance(await table.open(ANA), Accepted)
    _, told = await own_data(table, BETO)
    assert told["matches"] == told["results"] == told["answers"] == told["pictures"] == []
    assert told["settings"] == {}


async def test_an_erased_person_has_nothing(store: Store) -> None:
    table = Table(store)
    await played(table, (ZOE, NAMED), (ANA, "Ana"), until="over")
    await table.erase(ZOE)
    _, told = await own_data(table, ZOE)
    assert told["matches"] == told["results"] == told["scoreboards"] == told["notices"] == []
